"""Deals: from a date and a game to seed, players, seat and rivals.

The standard series is a pure function of the date in UTC:

- number of players and rivals: the row of the weekday in `rota.toml`;
- seed: the first 8 bytes, big-endian, of BLAKE2b of the text `2026-11-19/galaxy/invasion` with the personalization
  `repulse daily`;
- your seat: the seed modulo the number of players.

Everybody can compute the deals of days to come; a server keeps the first try all the same (`docs/play/daily.md`).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import lru_cache
from hashlib import blake2b
from importlib import resources
from typing import Any, Final

from repulse.bots import bot_names, split_temperament
from repulse.bots.names import exact_name
from repulse.engine.contract import Data, RepulseError, Seat
from repulse.games import game_named

FIRST_DAY: Final = date(2026, 11, 1)
"""The first day of the standard series."""

STANDARD: Final = ""
"""The name of the series that comes with the package."""

_DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}")


class DealError(RepulseError, LookupError):
    """There is no such deal."""


@dataclass(frozen=True)
class Deal:
    """One deal of one day."""

    day: date
    game: str
    mode: str
    options: Data
    """The options of the game, in full."""
    seed: int
    seat: Seat
    """Your seat."""
    rivals: tuple[str, ...]
    """The bots in the other seats, in their order."""
    series: str = STANDARD
    """The name of the series; empty for the standard one."""

    @property
    def id(self) -> str:
        """The id of the deal, such as `2026-11-19/galaxy/invasion`; in other series the name of the series comes first."""
        return deal_id(self.day, self.game, self.mode, series=self.series)

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.rivals) + 1

    @property
    def bots(self) -> list[str]:
        """The bot of each seat; empty for yours."""
        bots = list(self.rivals)
        bots.insert(self.seat, "")
        return bots

    def to_data(self) -> dict[str, Any]:
        """Return the deal as plain data; the seed is a text, since many programs have no exact numbers of 64 bits."""
        return {
            "id": self.id,
            "series": self.series,
            "day": self.day.isoformat(),
            "game": self.game,
            "mode": self.mode,
            "players": self.players,
            "seat": self.seat,
            "rivals": list(self.rivals),
            "seed": str(self.seed),
            "options": dict(self.options),
        }


def deal_id(day: date, game: str, mode: str, *, series: str = STANDARD) -> str:
    """Return the id of a deal."""
    return "/".join([*([series] if series else []), day.isoformat(), game, mode])


def day_of(seconds: float) -> date:
    """Return the date in UTC at a time in seconds since 1970."""
    return datetime.fromtimestamp(seconds, UTC).date()


def parse_day(text: str) -> date:
    """Return the date that a text such as `2026-11-19` stands for.

    Raises:
        DealError: It is no date.
    """
    try:
        if not _DATE.fullmatch(text):
            raise ValueError
        return date.fromisoformat(text)
    except ValueError:
        raise DealError(f"A day is written as in 2026-11-19, not {text[:40]!r}.") from None


@dataclass(frozen=True)
class RotaRow:
    """The line of the rota for a game, per weekday from Monday."""

    game: str
    mode: str
    players: tuple[int, ...]
    rivals: tuple[tuple[str, ...], ...]


@lru_cache(maxsize=1)
def rota() -> tuple[RotaRow, ...]:
    """Return the rota of the standard series, in the order of the games."""
    text = (resources.files("repulse.daily") / "rota.toml").read_text(encoding="utf-8")
    return tuple(
        RotaRow(row["game"], row["mode"], tuple(row["players"]), tuple(map(tuple, row["rivals"])))
        for row in tomllib.loads(text)["game"]
    )


def seed_of(ident: str) -> int:
    """Return the seed of the deal with this id."""
    digest = blake2b(ident.encode(), digest_size=8, person=b"repulse daily").digest()
    return int.from_bytes(digest, "big")


def deal_of(day: date, game: str, mode: str) -> Deal:
    """Return a deal of the standard series, whether its day has come or not.

    Raises:
        DealError: The series does not have this game, or begins later.
    """
    if day < FIRST_DAY:
        raise DealError(f"The first deals of the day are those of {FIRST_DAY}.")
    row = next((row for row in rota() if (row.game, row.mode) == (game, mode)), None)
    if row is None:
        names = ", ".join(f"{row.game}/{row.mode}" for row in rota())
        raise DealError(f"There is no deal of the day of {game}/{mode}; there are those of {names}.")
    players = row.players[day.weekday()]
    seed = seed_of(deal_id(day, game, mode))
    rivals = fill_rivals(row.rivals[day.weekday()], players)
    return make_deal(day, game, mode_options(game, mode), seed=seed, seat=seed % players, rivals=rivals)


def deals_of(day: date) -> list[Deal]:
    """Return the deals of a day of the standard series, one per game; none before `FIRST_DAY`."""
    return [deal_of(day, row.game, row.mode) for row in rota()] if day >= FIRST_DAY else []


def mode_options(game: str, mode: str) -> Data:
    """Return the options of a mode.

    Raises:
        DealError: The game has no such mode.
    """
    modes = {entry.name: entry for entry in game_named(game).modes()}
    if mode not in modes:
        raise DealError(f"{game} has no mode {mode!r}; there are {', '.join(modes)}.")
    return dict(modes[mode].options)


def fill_rivals(rivals: Sequence[str], players: int) -> list[str]:
    """Return a rival for each of the other seats; fewer are repeated."""
    return [rivals[place % len(rivals)] for place in range(players - 1)]


def make_deal(
    day: date,
    game: str,
    options: Data,
    *,
    seed: int,
    seat: Seat,
    rivals: Sequence[str],
    series: str = STANDARD,
) -> Deal:
    """Return a deal whose parts have been checked.

    Args:
        day: Its day.
        game: The name of the game.
        options: The options of the game, besides the number of players.
        seed: The seed.
        seat: Your seat.
        rivals: The bots in the other seats.
        series: The name of its series.

    Raises:
        RepulseError: The parts do not fit together.
    """
    rules = game_named(game)
    full = rules.check_options(rules.with_players(options, len(rivals) + 1))
    if not 0 <= seat <= len(rivals):
        raise DealError(f"This deal has the seats 0 to {len(rivals)}, not {seat}.")
    bots = tuple(_check_rival(rival, game) for rival in rivals)
    return Deal(day, game, rules.mode_of(full), full, seed, seat, bots, series)


def deal_from_data(data: Mapping[str, Any]) -> Deal:
    """Return the deal that `Deal.to_data` described, checked again."""
    return make_deal(
        parse_day(data["day"]),
        data["game"],
        data["options"],
        seed=int(data["seed"]),
        seat=data["seat"],
        rivals=data["rivals"],
        series=data["series"],
    )


def _check_rival(name: str, game: str) -> str:
    """Return the bot that a rival is; refuse one that a clock decides about, or that comes from elsewhere."""
    plain, temperament = split_temperament(name, game)
    # A browser has the nets of sampling bots elsewhere: a deal is the same whether they can play here or not.
    is_known = plain in bot_names(game) or exact_name(plain) != plain
    if not is_known or plain == "master":
        raise DealError(
            f"The rival {name!r} may answer differently on another machine: take a level below 'master', 'learned', "
            "or a character of such a level."
        )
    return f"{plain}@{temperament}" if temperament else plain
