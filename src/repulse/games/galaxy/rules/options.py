"""The game that is played: one validated options object, with a clear error for anything unknown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from repulse.engine.contract import BadOptions, Data
from repulse.engine.overlays import Overlay, overlays_data, read_overlays
from repulse.games.galaxy.cards import shipped_overlays

GAMES: Final = ("base", "xeno-invasion", "invasion", "frontier", "counterstrike")
DEALS: Final = ("single", "two-start", "preset")

_KEYS: Final = (
    "game",
    "players",
    "deal",
    "new_worlds",
    "xeno_invasion",
    "experienced",
    "overlays",
    "arrangement",
)
_NO_LIMIT: Final = 999
_POOL_PER_PLAYER: Final = {
    "base": 12,
    "xeno-invasion": 12,
    "invasion": 12,
    "frontier": 15,
    "counterstrike": 30,
}
_TABLEAU_LIMIT: Final = {
    "base": 12,
    "xeno-invasion": 12,
    "invasion": 12,
    "frontier": 15,
    "counterstrike": _NO_LIMIT,
}


@dataclass(frozen=True)
class Arrangement:
    """A deal laid out by hand: start worlds by seat, then the piles from top to bottom, reshuffles included."""

    starts: tuple[str, ...]
    piles: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Options:
    """The options of one game of galaxy."""

    game: str
    players: int
    deal: str
    new_worlds: bool
    xeno_invasion: bool
    """Whether the Xeno Invasion cards are in: a choice only in the Frontier game."""
    experienced: bool
    overlays: tuple[Overlay, ...]
    arrangement: Arrangement | None

    @property
    def sets(self) -> tuple[str, ...]:
        """The card files in play."""
        sets = ["base"]
        if self.new_worlds:
            sets.append("new-worlds")
        if self.xeno_invasion:
            sets.append("xeno-invasion")
        if self.frontier:
            sets.append("xeno-counterstrike")
        return tuple(sets)

    @property
    def pool(self) -> int:
        """The VP chips in the pool."""
        return self.players * _POOL_PER_PLAYER[self.game]

    @property
    def tableau_limit(self) -> int:
        """The size of a tableau that ends the game."""
        return _TABLEAU_LIMIT[self.game]

    @property
    def mix_with_hand(self) -> bool:
        """Whether Explore draws are mixed with the hand before discarding (R-EXP-01)."""
        return self.game != "base"

    @property
    def war(self) -> bool:
        """Whether the Xenos invade."""
        return self.game in ("invasion", "counterstrike")

    @property
    def frontier(self) -> bool:
        """Whether there is a frontier to settle."""
        return self.game in ("frontier", "counterstrike")

    def to_data(self) -> Data:
        """Return the options as plain data, complete."""
        data: Data = {
            "game": self.game,
            "players": self.players,
            "deal": self.deal,
            "new_worlds": self.new_worlds,
            "xeno_invasion": self.xeno_invasion,
            "experienced": self.experienced,
            "overlays": overlays_data(self.overlays, shipped_overlays()),
        }
        if self.arrangement is not None:
            data["arrangement"] = {
                "starts": list(self.arrangement.starts),
                "piles": [list(pile) for pile in self.arrangement.piles],
            }
        return data


def read_options(options: Mapping[str, object]) -> Options:
    """Return the options that `given` describes, with defaults filled in.

    Raises:
        BadOptions: There is no such game.
    """
    for key in options:
        if key not in _KEYS:
            raise BadOptions(f"There is no option {key!r}; the options are {', '.join(_KEYS)}.")
    game = _word(options, "game", GAMES, "base")
    players = _whole(options, "players", 2 if options.get("experienced") else 4)
    new_worlds = _flag(options, "new_worlds")
    experienced = _flag(options, "experienced")
    deal = _word(options, "deal", DEALS, "single" if game == "base" else "two-start")
    xeno_invasion = _xeno_invasion(options, game)
    most = 5 if xeno_invasion else 4
    if not 2 <= players <= most:
        without = " without Xeno Invasion" if game == "frontier" and not xeno_invasion else ""
        raise BadOptions(f"The game {game}{without} is for 2 to {most} players, not {players}.")
    if experienced and players != 2:
        raise BadOptions(f"The experienced game is for 2 players, not {players}.")
    if game == "base" and deal == "two-start" and players > 2 and not new_worlds:
        raise BadOptions(
            "The base game has two red start worlds only: the two-start deal for three or more players "
            "needs New Worlds (new_worlds)."
        )
    overlays = read_overlays(options.get("overlays", []), shipped_overlays(), "Galaxy")
    arrangement = _arrangement(options.get("arrangement"))
    return Options(game, players, deal, new_worlds, xeno_invasion, experienced, overlays, arrangement)


def _xeno_invasion(options: Mapping[str, object], game: str) -> bool:
    """Return whether the Xeno Invasion cards are in; only the Frontier game gives a choice."""
    fixed = {"base": False, "xeno-invasion": True, "invasion": True, "counterstrike": True}
    with_xenos = _flag(options, "xeno_invasion", fixed.get(game, True))
    if with_xenos != fixed.get(game, with_xenos):
        if game == "base":
            raise BadOptions("The base game has no Xeno Invasion cards; the game with them is xeno-invasion.")
        raise BadOptions(f"The game {game} needs the Xeno Invasion cards.")
    return with_xenos


def _word(options: Mapping[str, object], key: str, words: tuple[str, ...], default: str) -> str:
    value = options.get(key, default)
    if not isinstance(value, str) or value not in words:
        raise BadOptions(f"The option {key} is one of {', '.join(words)}, not {value!r}.")
    return value


def _whole(options: Mapping[str, object], key: str, default: int) -> int:
    value = options.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadOptions(f"The option {key} is a whole number, not {value!r}.")
    return value


def _flag(options: Mapping[str, object], key: str, default: bool = False) -> bool:
    value = options.get(key, default)
    if not isinstance(value, bool):
        raise BadOptions(f"The option {key} is true or false, not {value!r}.")
    return value


def _arrangement(value: object) -> Arrangement | None:
    if value is None:
        return None
    if not isinstance(value, Mapping):
        raise BadOptions("The option arrangement is a table with starts and piles.")
    starts = _names(value.get("starts", []), "starts")
    piles = value.get("piles", [])
    if not isinstance(piles, list | tuple):
        raise BadOptions("The piles of an arrangement are a list of lists of card names.")
    return Arrangement(starts, tuple(_names(pile, "piles") for pile in piles))


def _names(value: object, key: str) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(name, str) for name in value):
        raise BadOptions(f"The {key} of an arrangement are card names.")
    return tuple(str(name) for name in value)
