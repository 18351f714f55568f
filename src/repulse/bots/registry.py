"""The registry of bots: those of the package, of the games and of other packages; and bots by name."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import lru_cache
from hashlib import sha256
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from repulse.bots.characters import bot_of_character
from repulse.bots.names import NET_BOTS, BotName, parse_name
from repulse.bots.neural.shipped import NoNetError, has_net
from repulse.bots.random import RandomBot
from repulse.engine.bot import Bot
from repulse.engine.contract import RepulseError
from repulse.games import entry_of

ENTRY_POINT_GROUP: Final = "repulse.bots"

UNIVERSAL_BOTS: dict[str, type[Bot]] = {"random": RandomBot}
"""The bots that play every game."""

LEVELS: Final = ("beginner", "casual", "sensible", "expert", "master")
"""The levels that people are offered, weakest first."""


class UnknownBotError(RepulseError, LookupError):
    """No bot has this name."""


def bot_names(game: str) -> list[str]:
    """Return the names of the bots that play a game, weakest first; those of other packages come last."""
    ours = [*UNIVERSAL_BOTS, *entry_of(game).bots, *(NET_BOTS if has_net(game) else ())]
    return ours + [name for name in _plugins() if name not in ours and _plugin(name, game)]


def levels(game: str) -> list[str]:
    """Return the bots of a game that people are offered, weakest first; those of other packages come last."""
    names = bot_names(game)
    ours = [level for level in LEVELS if level in names]
    return ours + [name for name in names if name in _plugins()] if ours else names


def tempered_bots(game: str) -> list[str]:
    """Return the levels of a game with each of its temperaments, such as `sensible@conqueror`."""
    ours = [level for level in levels(game) if level in LEVELS]
    return [f"{level}@{temperament}" for level in ours for temperament in entry_of(game).temperaments]


def split_temperament(name: str, game: str) -> tuple[str, str]:
    """Return the name of a bot without its temperament, and the temperament; empty for none.

    The name may be that of a character: `vega` is `sensible`.
    """
    plain, _, last = bot_of_character(name).rpartition("@")
    if plain and last in entry_of(game).temperaments:
        return plain, last
    return bot_of_character(name), ""


def default_bot(names: Collection[str]) -> str:
    """Return the bot among these that plays when none is named: one that most people can beat."""
    return "sensible" if "sensible" in names else next(iter(names))


@lru_cache(maxsize=64)
def net_fingerprint(name: str, game: str) -> str:
    """Return a few digits that change with the nets of a bot; empty for a bot without a net.

    They keep results of one net apart from those of another.
    """
    parsed = parse_name(split_temperament(name, game)[0])
    if not parsed.has_net:
        return ""
    # Imported here: numpy is optional, and slow to import.
    from repulse.bots.neural.learned import net_files

    salt = str(entry_of(game).expert_temperature).encode() if parsed.base == "expert" else b""
    digest = sha256(salt)
    for file in [Path(detail) for detail in parsed.details if detail.endswith(".npz")] or net_files(game):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


def make_bot(name: str, game: str, seed: int) -> Bot:
    """Return the bot called `name`, which may also say where to find it.

    Names such as `./mine.py:Greedy` import code, and `program:...` starts a program: use `make_registered_bot` for names
    that come from elsewhere.

    Args:
        name: The name; see `repulse.bots`.
        game: The name of the game that it is to play.
        seed: The seed of the bot.

    Raises:
        NoNetError: Its net is missing.
        UnknownBotError: No bot has this name.
        RepulseError: The bot cannot be made.
    """
    full_name, (name, temperament) = name, split_temperament(name, game)
    parsed = parse_name(name)
    if parsed.is_location:
        # Imported here: the registry itself runs in a browser, where there are no programs.
        from repulse.bots.locate import locate_bot

        return _call(locate_bot(name), name, seed, temperament=temperament)
    maker = _find_net_bot(parsed, game) or _find_registered(name, game)
    if maker is None:
        # Most bots are known by their names.
        from repulse.bots.locate import is_python_file, missing_class_error

        if is_python_file(name):
            raise missing_class_error(name)
        raise _unknown(full_name, game)
    return _call(maker, name, seed, temperament=temperament)


def make_registered_bot(name: str, game: str, seed: int) -> Bot:
    """Return the bot that is registered as `name`: never one that the name itself says where to find.

    Raises:
        NoNetError: Its net is missing.
        UnknownBotError: No bot is registered under this name.
        RepulseError: The bot cannot be made.
    """
    full_name, (name, temperament) = name, split_temperament(name, game)
    parsed = parse_name(name)
    maker = None
    if not parsed.is_location and not parsed.details:
        maker = _find_net_bot(parsed, game) or _find_registered(name, game)
    if maker is None:
        raise _unknown(full_name, game)
    return _call(maker, name, seed, temperament=temperament)


def _unknown(name: str, game: str) -> UnknownBotError:
    names = ", ".join(bot_names(game))
    return UnknownBotError(f"There is no bot {name!r} for {game}; there are {names}.")


def _call(maker: Callable[[int], object], name: str, seed: int, *, temperament: str) -> Bot:
    try:
        bot = maker(seed)
    except RepulseError:
        raise
    except (Exception, SystemExit) as error:
        raise RepulseError(f"The bot {name!r} cannot be made: {type(error).__name__}: {error}.") from error
    if not isinstance(bot, Bot):
        raise RepulseError(f"{name!r} is not a bot: it does not derive from repulse.engine.bot.Bot.")
    if temperament:
        bot.adopt(temperament)
    return bot


def _find_net_bot(name: BotName, game: str) -> Callable[[int], object] | None:
    if not name.has_net:
        return None
    entry_of(game)
    if find_spec("numpy") is None:
        raise NoNetError(f"The bot {name.base!r} needs numpy, which is not installed.")
    # Imported here: numpy is optional, and slow to import.
    from repulse.bots.neural.players import make_net_bot

    return lambda seed: make_net_bot(name.base, name.details, game, seed=seed)


def _find_registered(name: str, game: str) -> Callable[[int], object] | None:
    return UNIVERSAL_BOTS.get(name) or entry_of(game).bot_class(name) or _plugin(name, game)


def _plugin(name: str, game: str) -> Callable[[int], object] | None:
    """Return the bot of another package, if there is one of this name that plays the game."""
    bot_class = _plugins().get(name)
    return bot_class if bot_class is not None and game in getattr(bot_class, "games", (game,)) else None


@lru_cache(maxsize=1)
def _plugins() -> dict[str, Any]:
    """Return the bots of other packages; those that cannot be loaded are skipped."""
    plugins: dict[str, Any] = {}
    for point in entry_points(group=ENTRY_POINT_GROUP):
        try:
            plugins[point.name] = point.load()
        except Exception:
            continue
    return plugins
