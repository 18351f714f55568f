"""Computer players, by name.

    bot = make_bot("sensible", "galaxy", seed=7)

A name is one of `bot_names(game)`, or says where a bot of your own is:

    ./mine.py:Greedy            a class in a file
    package.module:Greedy       a class in a module
    program:./mine --fast       another program, which reads questions and writes answers (docs/bots.md)

The players that ask a net take details after `@`: the seconds that `master` may think (`master@0.2`), or another net than
the one that comes with the package (`learned@runs/mine.npz`).

A package offers its bots by name with entry points in the group `repulse.bots`. A bot is a class derived from
`repulse.engine.bot.Bot` whose constructor takes a seed; if it has a list `games`, it plays only those.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import lru_cache, partial
from hashlib import sha256
from importlib import resources
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from repulse.bots.random import RandomBot
from repulse.engine.bot import Bot
from repulse.engine.contract import RepulseError
from repulse.games import entry_of

GROUP: Final = "repulse.bots"

ANY_GAME: dict[str, type[Bot]] = {"random": RandomBot}
"""The bots that play every game."""

WITH_NET: Final = ("expert", "learned", "master")
"""The players that ask a net, weakest first; they play the games that there is a net for."""

LEVELS: Final = ("beginner", "casual", "sensible", "expert", "master")
"""The levels that a table offers, weakest first."""


class NoNet(RepulseError):
    """A player that asks a net cannot be made here: there is no net for the game, or nothing to ask it with."""


def bot_names(game: str) -> list[str]:
    """The names of the bots that play a game, weakest first; those of other packages come after ours."""
    ours = [*ANY_GAME, *entry_of(game).bots, *(WITH_NET if has_net(game) else ())]
    return ours + [name for name in _from_elsewhere() if name not in ours and _other(name, game)]


def levels(game: str) -> list[str]:
    """The bots of a game for people to play against, weakest first; those of other packages come after ours."""
    names = bot_names(game)
    ours = [level for level in LEVELS if level in names]
    return ours + [name for name in names if name in _from_elsewhere()] if ours else names


def default_bot(names: Collection[str]) -> str:
    """The bot among these that plays when none is named: one that most people can hope to beat."""
    return "sensible" if "sensible" in names else next(iter(names))


def has_net(game: str) -> bool:
    """Whether a net for a game, and what it takes to ask it, come with this installation."""
    there = (resources.files("repulse.bots.neural") / "nets" / f"{game}.npz").is_file()
    return there and find_spec("numpy") is not None


@lru_cache(maxsize=64)
def net_print(name: str, game: str) -> str:
    """A few digits that change with the nets a bot asks, so that results of one net are not taken for another's.

    Empty for a bot that asks none.
    """
    plain, *details = name.split("@")
    if plain not in WITH_NET:
        return ""
    from repulse.bots.neural.learned import net_files

    digest = sha256(str(entry_of(game).expert_temperature).encode() if plain == "expert" else b"")
    for file in [Path(each) for each in details if each.endswith(".npz")] or net_files(game):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


def make_bot(name: str, game: str, seed: int) -> Bot:
    """The bot with that name for a game; RepulseError if there is none."""
    make = _place(name) if ":" in name else _with_net(name, game) or _known(name, game)
    if make is None:
        raise RepulseError(f"There is no bot {name!r} for {game}; there are {', '.join(bot_names(game))}.")
    try:
        made = make(seed)
    except RepulseError:
        raise
    except (Exception, SystemExit) as error:
        raise RepulseError(f"The bot {name!r} cannot be made: {type(error).__name__}: {error}.") from error
    if not isinstance(made, Bot):
        raise RepulseError(f"{name!r} is not a bot: it does not derive from repulse.engine.bot.Bot.")
    return made


def _place(name: str) -> Callable[[int], object]:
    from repulse.bots.places import bot_at

    return bot_at(name)


def _with_net(name: str, game: str) -> Callable[[int], object] | None:
    plain, *details = name.split("@")
    if plain not in WITH_NET:
        return None
    entry_of(game)
    if find_spec("numpy") is None:
        raise NoNet(f"The bot {plain!r} needs numpy, which is not installed.")
    from repulse.bots.neural.players import player

    return partial(player, plain, details, game)


def _known(name: str, game: str) -> Callable[[int], object] | None:
    return ANY_GAME.get(name) or entry_of(game).bot_class(name) or _other(name, game)


def _other(name: str, game: str) -> Callable[[int], object] | None:
    """The bot with that name of another package, if it plays the game."""
    found = _from_elsewhere().get(name)
    return found if found is not None and game in getattr(found, "games", (game,)) else None


@lru_cache(maxsize=1)
def _from_elsewhere() -> dict[str, Any]:
    """The bots of other packages. One that cannot be loaded must not stop the others."""
    found: dict[str, Any] = {}
    for point in entry_points(group=GROUP):
        try:
            found[point.name] = point.load()
        except Exception:
            continue
    return found
