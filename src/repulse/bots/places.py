"""Bots of one's own, by where they are: in a file, in a module, or in another program."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import lru_cache, partial
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from pkgutil import resolve_name
from types import ModuleType
from typing import Any, Final

from repulse.engine.contract import RepulseError

PROGRAM: Final = "program:"


def bot_at(place: str) -> Callable[[int], Any]:
    """What makes the bot at a place from a seed; RepulseError if there is nothing there."""
    if place.startswith(PROGRAM):
        from repulse.bots.program import ProgramBot, command_of

        return partial(ProgramBot, command_of(place.removeprefix(PROGRAM)))
    source, _, name = place.rpartition(":")
    try:
        if source.endswith(".py"):
            found = getattr(_module_in(str(Path(source).resolve())), name)
        else:
            found = resolve_name(place)
    except RepulseError:
        raise
    except (Exception, SystemExit) as error:
        raise RepulseError(f"The bot {place!r} cannot be made: {type(error).__name__}: {error}.") from error
    if not callable(found):
        raise RepulseError(f"{place!r} is not a bot: it does not derive from repulse.engine.bot.Bot.")
    made: Callable[[int], Any] = found
    return made


@lru_cache(maxsize=64)
def _module_in(path: str) -> ModuleType:
    """The module in a file, run once. What lies beside the file can be imported from it."""
    if not Path(path).is_file():
        raise RepulseError(f"There is no file {path}.")
    # Two files of the same name are two modules.
    name = f"repulse_bots_{len(_files)}_{Path(path).stem}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise RepulseError(f"{path} is not a Python file.")
    module = module_from_spec(spec)
    folder = str(Path(path).parent)
    if folder not in sys.path:
        sys.path.append(folder)
    sys.modules[name] = module
    _files.append(path)
    spec.loader.exec_module(module)
    return module


_files: list[str] = []
"""The files read so far."""
