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
from repulse.engine.learning import Learning
from repulse.engine.record import Record
from repulse.engine.study import GameStudy

GROUP: Final = "repulse.games"


@dataclass(frozen=True)
class GameEntry:
    """A game: its rules, how it is shown and who plays it. Places are written `package.module:Class`."""

    name: str
    rules: str
    """The place of a class derived from `Game`, constructed without arguments."""
    display: str = "repulse.engine.display.display:Display"
    """The place of a class derived from `Display`."""
    learning: str = "repulse.engine.learning:Learning"
    """The place of a class derived from `Learning`."""
    study: str = "repulse.engine.study:GameStudy"
    """The place of a class derived from `GameStudy`."""
    bots: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The places of bots by their names, weakest first; every game has `random` besides."""
    pictures: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The objects that a notebook draws: the places of classes, each with that of a function that returns an object of
    it as HTML or SVG."""
    temperaments: tuple[str, ...] = ()
    """The temperaments that its bots can adopt (`Bot.adopt`, `Learning.policy_bias`)."""
    expert_temperature: float = 1.0
    """Sampling temperature of the `expert` level, tuned to sit between its neighbors."""

    @cached_property
    def game(self) -> Game:
        """Return the rules.

        Raises:
            RepulseError: The game cannot be imported.
        """
        game = self._class(self.rules)()
        if not isinstance(game, Game):
            raise RepulseError(
                f"{self.rules} is not a game: it does not derive from repulse.engine.contract.Game."
            )
        return game

    @cached_property
    def display_class(self) -> type[Display]:
        """Return how the game is shown."""
        result: type[Display] = self._class(self.display)
        return result

    @cached_property
    def learning_part(self) -> Learning:
        """Return what learners need of the game."""
        learning: Learning = self._class(self.learning)(self.game)
        return learning

    @cached_property
    def study_part(self) -> GameStudy:
        """Return the facts of the game for studies of many games."""
        study: GameStudy = self._class(self.study)(self.game)
        return study

    def display_in(self, language: str = "en", names: Sequence[str] = ()) -> Display:
        """Return how the game is shown in a language, with the players' names."""
        return self.display_class(self.game, language, names)

    def bot_class(self, name: str) -> type[Bot] | None:
        """Return the game's own bot called `name`, or None."""
        result: type[Bot] | None = self._class(self.bots[name]) if name in self.bots else None
        return result

    def _class(self, place: str) -> Any:
        try:
            return resolve_name(place)
        except (ImportError, AttributeError, ValueError) as error:
            raise RepulseError(f"The game {self.name!r} cannot be loaded: {error}.") from error


_ENTRIES: Final = {
    "galaxy": GameEntry(
        "galaxy",
        "repulse.games.galaxy.rules.game:GalaxyGame",
        display="repulse.games.galaxy.display.display:GalaxyDisplay",
        learning="repulse.games.galaxy.learning.learning:GalaxyLearning",
        study="repulse.games.galaxy.learning.study:GalaxyStudy",
        bots={
            "beginner": "repulse.games.galaxy.bots.weak:GalaxyBeginner",
            "casual": "repulse.games.galaxy.bots.weak:GalaxyCasual",
            "sensible": "repulse.games.galaxy.bots.sensible.bot:GalaxySensible",
        },
        pictures={
            "repulse.games.galaxy.rules.state:GalaxyState": "repulse.games.galaxy.display.html:state_html",
            "repulse.games.galaxy.cards.model:Card": "repulse.games.galaxy.display.picture:card_svg",
        },
        temperaments=("conqueror", "trader", "developer", "rusher", "hoarder", "defender"),
        expert_temperature=3.2,
    ),
    "earth": GameEntry(
        "earth",
        "repulse.games.earth.rules.game:EarthGame",
        display="repulse.games.earth.display.display:EarthDisplay",
        learning="repulse.games.earth.learning.learning:EarthLearning",
        study="repulse.games.earth.learning.study:EarthStudy",
        bots={
            "beginner": "repulse.games.earth.bots.weak:EarthBeginner",
            "casual": "repulse.games.earth.bots.weak:EarthCasual",
            "sensible": "repulse.games.earth.bots.sensible.bot:EarthSensible",
        },
        pictures={"repulse.games.earth.rules.state:EarthState": "repulse.games.earth.display.svg:map_svg"},
    ),
}


@lru_cache(maxsize=1)
def _from_elsewhere() -> dict[str, GameEntry]:
    """Return the entries of other packages. One that cannot be loaded must not stop the others."""
    result = {}
    for point in entry_points(group=GROUP):
        try:
            entry = point.load()
        except Exception:
            continue
        if isinstance(entry, GameEntry) and entry.name not in _ENTRIES:
            result[entry.name] = entry
    return result


def entries() -> list[GameEntry]:
    """Return all games: ours, then those of other packages."""
    return [*_ENTRIES.values(), *_from_elsewhere().values()]


def game_names() -> list[str]:
    """Return the names of all games."""
    return [entry.name for entry in entries()]


def entry_of(name: str) -> GameEntry:
    """Return the entry of a game.

    Raises:
        RepulseError: No game has that name.
    """
    entry = _ENTRIES.get(name) or _from_elsewhere().get(name)
    if entry is None:
        raise RepulseError(f"There is no game {name!r}; there are {' and '.join(game_names())}.")
    return entry


def game_named(name: str) -> Game:
    """Return the rules of a game.

    Raises:
        RepulseError: No game has that name.
    """
    return entry_of(name).game


def learning_of(game: Game) -> Learning:
    """Return what learners need of a game: its own, if it is registered, or what works for any game."""
    entry = _entry_with(game)
    return entry.learning_part if entry is not None else Learning(game)


def study_of(game: Game) -> GameStudy:
    """Return the facts of a game for studies of many games; none if it is not registered."""
    entry = _entry_with(game)
    return entry.study_part if entry is not None else GameStudy(game)


def _entry_with(game: Game) -> GameEntry | None:
    """Return the entry with these very rules, if they are registered."""
    for entry in entries():
        if entry.name == game.name and type(entry.game) is type(game):
            return entry
    return None


def display_of(name: str, language: str = "en", names: Sequence[str] = ()) -> Display:
    """Return how a game is shown in a language.

    Args:
        name: The name of a game.
        language: The code of a language.
        names: The names of the players.

    Raises:
        RepulseError: No game has that name.
    """
    return entry_of(name).display_in(language, names)


def game_of(record: Record) -> Game:
    """Return the game that a record is of.

    Raises:
        RepulseError: No game has that name.
    """
    return game_named(record.game)


@lru_cache(maxsize=16)
def rulebook_of(name: str, language: str = "en") -> Rulebook:
    """Return the rules of a game for people.

    Raises:
        RepulseError: There is no such game, or it has none written down.
    """
    return display_of(name, language).rulebook()
