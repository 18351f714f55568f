"""The games, by name. Only the room of the game that is asked for is imported."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from repulse.engine.contract import Game, RepulseError

_GAMES: Final = {
    "galaxy": "repulse.galaxy.game:GalaxyGame",
    "earth": "repulse.earth.game:EarthGame",
}


def game_names() -> list[str]:
    """The games that come with the package."""
    return list(_GAMES)


def game_named(name: str) -> Game:
    """The game of a name, or of a place `package.module:Class` for one of your own; RepulseError if there is none."""
    module, _, attribute = _GAMES.get(name, name).partition(":")
    if not attribute:
        raise RepulseError(f"There is no game {name!r}; there are {' and '.join(_GAMES)}.")
    try:
        game = getattr(import_module(module), attribute)()
    except (ImportError, AttributeError) as error:
        raise RepulseError(f"The game {name!r} cannot be loaded: {error}.") from error
    if not isinstance(game, Game):
        raise RepulseError(f"{name!r} is no game: it does not derive from repulse.engine.contract.Game.")
    return game
