"""Bots by name.

    bot = make_bot("sensible", "galaxy", seed=7)

A name is one of `bot_names(game)`, or says where to find a bot of your own:

    ./mine.py:Greedy            a class in a file
    package.module:Greedy       a class in a module
    program:./mine --fast       another program, which reads questions and writes answers (docs/guides/bots.md)

Bots with a net take details after `@`: the seconds that `master` may think (`master@0.2`), or another net than the one
that comes with the package (`learned@runs/mine.npz`). The last detail may be a temperament that the game declares
(`expert@conqueror`), and a character is a name of a bot too (`vega`, `antares@expert`). Names that come from the network go through
`make_registered_bot`, which accepts registered names only. At a table bots are characters (`characters.json`).

A package registers its bots with entry points in the group `repulse.bots`. A bot is a class derived from
`repulse.engine.bot.Bot` whose constructor takes a seed; if it has a list `games`, it plays only those.
"""

from repulse.bots.characters import CHARACTERS, bot_of_character, character_name, seat_names
from repulse.bots.names import NET_BOTS
from repulse.bots.neural.shipped import NoNetError, has_net
from repulse.bots.registry import (
    LEVELS,
    UnknownBotError,
    bot_names,
    default_bot,
    levels,
    make_bot,
    make_registered_bot,
    net_fingerprint,
    split_temperament,
    tempered_bots,
)

__all__ = [
    "CHARACTERS",
    "LEVELS",
    "NET_BOTS",
    "NoNetError",
    "UnknownBotError",
    "bot_names",
    "bot_of_character",
    "character_name",
    "default_bot",
    "has_net",
    "levels",
    "make_bot",
    "make_registered_bot",
    "net_fingerprint",
    "seat_names",
    "split_temperament",
    "tempered_bots",
]
