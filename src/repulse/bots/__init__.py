"""Computer players, by name.

    bot = make_bot("sensible", "galaxy", seed=7)

A name is one of `bot_names(game)`, or `package.module:Class` for a bot of your own: a class derived from
`repulse.engine.bot.Bot` whose constructor takes a seed.
"""

from __future__ import annotations

from pkgutil import resolve_name

from repulse.bots.random import RandomBot
from repulse.engine.bot import Bot
from repulse.engine.contract import RepulseError
from repulse.games import entry_of

ANY_GAME: dict[str, type[Bot]] = {"random": RandomBot}
"""The bots that play every game."""


def bot_names(game: str) -> list[str]:
    """The names of the bots that play a game, weakest first."""
    return [*ANY_GAME, *entry_of(game).bots]


def make_bot(name: str, game: str, seed: int) -> Bot:
    """The bot with that name for a game; RepulseError if there is none."""
    if ":" in name:
        return _from_place(name, seed)
    found = ANY_GAME.get(name) or entry_of(game).bot_class(name)
    if found is None:
        raise RepulseError(f"There is no bot {name!r} for {game}; there are {', '.join(bot_names(game))}.")
    return found(seed)


def _from_place(place: str, seed: int) -> Bot:
    try:
        made = resolve_name(place)(seed)
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise RepulseError(f"The bot {place!r} cannot be made: {error}.") from error
    if not isinstance(made, Bot):
        raise RepulseError(f"{place!r} is not a bot: it does not derive from repulse.engine.bot.Bot.")
    return made
