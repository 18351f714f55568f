"""The plan of a league: matches of one bot against another, on deals that each plays from every seat.

A plan is a TOML file:

    seed = 1

    [[matches]]
    game = "galaxy"
    options = [{ players = 3 }, { players = 4 }]   # or one of them
    bots = ["sensible", "learned"]   # bots whose net is missing are left out
    pairs = "all"        # or "neighbors": each and the next; "first": each alone against a table of the first
    deals = 250
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from repulse.bots import NoNetError, make_bot
from repulse.engine.contract import Data, RepulseError
from repulse.engine.parsing import ParseError, parse_toml
from repulse.games import game_named

PAIRS: Final = ("all", "neighbors", "first")
_KEYS: Final = {"game", "options", "bots", "pairs", "deals"}


@dataclass(frozen=True)
class Division:
    """A configuration of a game."""

    game: str
    options: str
    """The options in full, as JSON with sorted keys: equal options are equal texts."""
    players: int

    def data(self) -> Data:
        """Return the options."""
        options: Data = json.loads(self.options)
        return options

    @property
    def title(self) -> str:
        """For example `galaxy invasion, 3 players, experienced`."""
        options = self.data()
        game = game_named(self.game)
        mode = game.mode_of(options)
        name = self.game if mode == self.game else f"{self.game} {mode}"
        flags = [flag for mode_row in game.modes() if mode_row.name == mode for flag in mode_row.flags]
        more = [flag.replace("_", " ") for flag in flags if options.get(flag)]
        return ", ".join([name, f"{self.players} players", *more])


@dataclass(frozen=True)
class Pairing:
    """One bot against another in all other seats. Each deal is played once from every seat of the one."""

    table: Division
    first: str
    other: str
    deals: int


@dataclass(frozen=True)
class Fixture:
    """One game of a league."""

    table: Division
    seed: int
    bots: tuple[str, ...]
    """By seat."""


def division_for(game: str, options: Mapping[str, object]) -> Division:
    """Return the division of some options.

    Raises:
        RepulseError: The options do not describe a game.
    """
    played = game_named(game)
    full = played.check_options(options)
    text = json.dumps(full, sort_keys=True, ensure_ascii=False)
    return Division(game, text, played.start(full, 0).players)


def pairings(table: Division, bots: list[str], deals: int, *, pairs: str = "all") -> list[Pairing]:
    """Return the matches between some bots. With more than two seats, each pair has two matches: one bot against many of the other.

    Args:
        table: The division.
        bots: The names of the bots.
        deals: The number of deals per match, each played from every seat.
        pairs: The bots that meet: `all`, `neighbors` or `first`.

    Raises:
        RepulseError: There are fewer than two different bots, no deals, or an unknown kind of pairs.
    """
    if len(set(bots)) != len(bots) or len(bots) < 2:
        raise RepulseError(
            f"A league is between at least two different bots, not {', '.join(bots) or 'none'}."
        )
    if deals < 1:
        raise RepulseError(f"A match has at least one deal, not {deals}.")
    if pairs not in PAIRS:
        raise RepulseError(f"Pairs are {', '.join(PAIRS)}, not {pairs!r}.")
    for name in bots:
        make_bot(name, table.game, 0)
    return _meetings(table, bots, deals, pairs=pairs)


def _meetings(table: Division, bots: list[str], deals: int, *, pairs: str) -> list[Pairing]:
    meet = [
        (bot, other)
        for place, bot in enumerate(bots)
        for other in bots[:place]
        if pairs == "all" or other == (bots[0] if pairs == "first" else bots[place - 1])
    ]
    if table.players > 2 and pairs != "first":
        meet += [(other, bot) for bot, other in meet]
    return [Pairing(table, bot, other, deals) for bot, other in meet]


def fixtures(pairing: Pairing, seed: int) -> Iterator[Fixture]:
    """Yield the games of a match. All matches of a division have the same deals."""
    players = pairing.table.players
    for deal in range(pairing.deals):
        for seat in range(players):
            bots = tuple(pairing.first if place == seat else pairing.other for place in range(players))
            yield Fixture(pairing.table, seed + deal, bots)


def read_plan(path: Path) -> tuple[list[Pairing], int]:
    """Return the matches of a plan, and its first seed.

    Raises:
        RepulseError: The file is not a plan; the message names it.
    """
    try:
        data = parse_toml(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RepulseError(f"{path} cannot be read: {error.strerror}.") from error
    except (ParseError, UnicodeDecodeError) as error:
        raise RepulseError(f"{path} is not a plan of a league: {error}.") from error
    matches, seed = data.get("matches", []), data.get("seed", 0)
    if not isinstance(matches, list) or not matches or not isinstance(seed, int) or seed < 0:
        raise RepulseError(f"{path} is not a plan of a league: it needs [[matches]], and a seed from 0 on.")
    pairings: list[Pairing] = []
    for number, match in enumerate(matches, 1):
        try:
            pairings += _read_match(match)
        except RepulseError as error:
            raise RepulseError(f"{path}, match {number}: {error}") from error
    return pairings, seed


def _read_match(match: object) -> list[Pairing]:
    if not isinstance(match, dict) or not {"game", "bots"} <= match.keys() <= _KEYS:
        raise RepulseError(f"A match has the keys {', '.join(sorted(_KEYS))}; game and bots are needed.")
    options, bots, deals = match.get("options", {}), match["bots"], match.get("deals", 100)
    settings = options if isinstance(options, list) else [options]
    if (
        not all(isinstance(option_set, dict) for option_set in settings)
        or not isinstance(bots, list)
        or type(deals) is not int
    ):
        raise RepulseError(
            "The options of a match are a table or a list of tables, its bots a list of names, its deals a number."
        )
    game = str(match["game"])
    there = [str(bot) for bot in bots if _is_there(str(bot), game)]
    if len(there) < min(2, len(bots)):
        return []
    tables = [division_for(game, option_set) for option_set in settings]
    return [
        pairing
        for table in tables
        for pairing in pairings(table, there, deals, pairs=match.get("pairs", "all"))
    ]


def _is_there(bot: str, game: str) -> bool:
    """Return whether a bot has the net that it needs."""
    try:
        make_bot(bot, game, 0)
    except NoNetError:
        return False
    return True
