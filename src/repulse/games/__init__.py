"""The games, by name. Only the room of the game that is asked for is imported.

Games from elsewhere get a name by the environment: `REPULSE_GAMES="chess=my.games:Chess"`, several with commas
between. Records name their game so, and a record must never be able to name a module to import.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import Final

from repulse.engine.contract import Game, RepulseError
from repulse.engine.display.words import check_language
from repulse.engine.record import Record

_GAMES: Final = {
    "galaxy": "repulse.games.galaxy.rules.game:GalaxyGame",
    "earth": "repulse.games.earth.rules.game:EarthGame",
}


def game_names() -> list[str]:
    """The games that come with the package."""
    return list(_GAMES)


def game_named(name: str, language: str = "en") -> Game:
    """The game of a name, or of a place `package.module:Class` for one of your own; RepulseError if there is none.

    Its words are in the language if it has more than one: then it has a `language` and is made with one.
    """
    module, _, attribute = (_GAMES.get(name) or _from_elsewhere().get(name, name)).partition(":")
    if not attribute:
        raise RepulseError(f"There is no game {name!r}; there are {' and '.join(_GAMES)}.")
    try:
        made = getattr(import_module(module), attribute)
        game = made()
        if language != "en" and hasattr(game, "language"):
            game = made(check_language(language))
    except (ImportError, AttributeError) as error:
        raise RepulseError(f"The game {name!r} cannot be loaded: {error}.") from error
    if not isinstance(game, Game):
        raise RepulseError(f"{name!r} is no game: it does not derive from repulse.engine.contract.Game.")
    return game


def game_of(record: Record, language: str = "en") -> Game:
    """The game that a record is of; RepulseError if there is none of that name."""
    if ":" in record.game:
        raise RepulseError(f"This record names no game: {record.game!r}.")
    return game_named(record.game, language)


def _from_elsewhere() -> dict[str, str]:
    entries = os.environ.get("REPULSE_GAMES", "").split(",")
    return {
        name.strip(): place.strip()
        for name, found, place in (entry.partition("=") for entry in entries)
        if found
    }
