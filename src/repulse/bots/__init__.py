"""Players that are programs, by name.

    bot = make_bot("sensible", "galaxy", seed=7)

A name is one of `bot_names(game)`, or `package.module:Class` for a bot of your own: a class derived from
`repulse.engine.bot.Bot` that is made with a seed.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Final

from repulse.engine.bot import Bot
from repulse.engine.contract import RepulseError

ANY_GAME: Final = ""

# By name, then by the game it is for. Nothing is imported before a bot is made.
_BOTS: Final[dict[str, dict[str, str]]] = {
    "random": {ANY_GAME: "repulse.bots.random:RandomBot"},
    "sensible": {
        "galaxy": "repulse.games.galaxy.bots.sensible.bot:GalaxySensible",
        "earth": "repulse.games.earth.bots.sensible.bot:EarthSensible",
    },
}


def bot_names(game: str) -> list[str]:
    """The names of the bots that play a game."""
    return [name for name in _BOTS if _source(name, game)]


def make_bot(name: str, game: str, seed: int) -> Bot:
    """The bot of a name for a game; RepulseError if there is none."""
    source = name if ":" in name else _source(name, game)
    if not source:
        raise RepulseError(f"There is no bot {name!r} for {game}; there are {', '.join(bot_names(game))}.")
    module, _, attribute = source.partition(":")
    try:
        made = getattr(import_module(module), attribute)(seed)
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise RepulseError(f"The bot {name!r} cannot be made: {error}.") from error
    if not isinstance(made, Bot):
        raise RepulseError(f"{name!r} is no bot: it does not derive from repulse.engine.bot.Bot.")
    return made


def _source(name: str, game: str) -> str:
    """Where a bot is, if it is there at all."""
    sources = _BOTS.get(name, {})
    source = sources.get(game) or sources.get(ANY_GAME, "")
    return source if source and find_spec(source.partition(":")[0]) else ""
