"""The registry of games: one entry per game, used by everything that plays, shows or serves one.

A game of another package is found by its entry point in the group `repulse.games`, which leads to a `GameEntry`:

    [project.entry-points."repulse.games"]
    chess = "my_package:ENTRY"

Only what is asked for is imported. Records and rooms name their game, and a name can never load a module of the
sender's choosing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from importlib.metadata import entry_points
from pkgutil import resolve_name
from typing import Any, Final

from repulse.engine.bot import Bot
from repulse.engine.contract import Game, RepulseError
from repulse.engine.display.display import Display
from repulse.engine.display.rulebook import Rulebook
from repulse.engine.record import Record

GROUP: Final = "repulse.games"


@dataclass(frozen=True)
class GameEntry:
    """A game: its rules, how it is shown and who plays it. Places are written `package.module:Class`."""

    name: str
    rules: str
    """The place of a class derived from `Game`, constructed without arguments."""
    display: str = "repulse.engine.display.display:Display"
    """The place of a class derived from `Display`."""
    bots: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The places of bots by their names, weakest first; every game has `random` besides."""
    expert_temperature: float = 1.0
    """How freely the expert strays from what its net likes best, so that it is a level of its own between its neighbours."""

    @cached_property
    def game(self) -> Game:
        """The rules."""
        made = self._class(self.rules)()
        if not isinstance(made, Game):
            raise RepulseError(
                f"{self.rules} is not a game: it does not derive from repulse.engine.contract.Game."
            )
        return made

    @cached_property
    def display_class(self) -> type[Display]:
        """How the game is shown."""
        found: type[Display] = self._class(self.display)
        return found

    def display_in(self, language: str = "en", names: Sequence[str] = ()) -> Display:
        """How the game is shown in a language, with the players' names."""
        return self.display_class(self.game, language, names)

    def bot_class(self, name: str) -> type[Bot] | None:
        """This game's own bot with that name, if there is one."""
        found: type[Bot] | None = self._class(self.bots[name]) if name in self.bots else None
        return found

    def _class(self, place: str) -> Any:
        try:
            return resolve_name(place)
        except (ImportError, AttributeError, ValueError) as error:
            raise RepulseError(f"The game {self.name!r} cannot be loaded: {error}.") from error


_ENTRIES: Final = {
    "galaxy": GameEntry(
        "galaxy",
        "repulse.games.galaxy.rules.game:GalaxyGame",
        "repulse.games.galaxy.display.display:GalaxyDisplay",
        {
            "beginner": "repulse.games.galaxy.bots.novices:GalaxyBeginner",
            "casual": "repulse.games.galaxy.bots.novices:GalaxyCasual",
            "sensible": "repulse.games.galaxy.bots.sensible.bot:GalaxySensible",
        },
        expert_temperature=3.2,
    ),
    "earth": GameEntry(
        "earth",
        "repulse.games.earth.rules.game:EarthGame",
        "repulse.games.earth.display.display:EarthDisplay",
        {
            "beginner": "repulse.games.earth.bots.novices:EarthBeginner",
            "casual": "repulse.games.earth.bots.novices:EarthCasual",
            "sensible": "repulse.games.earth.bots.sensible.bot:EarthSensible",
        },
    ),
}


@lru_cache(maxsize=1)
def _from_elsewhere() -> dict[str, GameEntry]:
    """The entries of other packages. One that cannot be loaded must not stop the others."""
    found = {}
    for point in entry_points(group=GROUP):
        try:
            entry = point.load()
        except Exception:
            continue
        if isinstance(entry, GameEntry) and entry.name not in _ENTRIES:
            found[entry.name] = entry
    return found


def entries() -> list[GameEntry]:
    """All games: ours, then those of other packages."""
    return [*_ENTRIES.values(), *_from_elsewhere().values()]


def game_names() -> list[str]:
    """The names of all games."""
    return [entry.name for entry in entries()]


def entry_of(name: str) -> GameEntry:
    """The entry of a game; RepulseError if there is none of that name."""
    entry = _ENTRIES.get(name) or _from_elsewhere().get(name)
    if entry is None:
        raise RepulseError(f"There is no game {name!r}; there are {' and '.join(game_names())}.")
    return entry


def game_named(name: str) -> Game:
    """The rules of a game; RepulseError if there is none of that name."""
    return entry_of(name).game


def display_of(name: str, language: str = "en", names: Sequence[str] = ()) -> Display:
    """How a game is shown in a language; RepulseError if there is none of that name."""
    return entry_of(name).display_in(language, names)


def game_of(record: Record) -> Game:
    """The game that a record is of; RepulseError if there is none of that name."""
    return game_named(record.game)


@lru_cache(maxsize=16)
def rulebook_of(name: str, language: str = "en") -> Rulebook:
    """The rules of a game for people; RepulseError if there is no such game, or it has none written down."""
    return display_of(name, language).rulebook()
