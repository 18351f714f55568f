"""Your own bots, by location: a class in a file or a module, or another program."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import lru_cache, partial
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from pkgutil import resolve_name
from types import ModuleType
from typing import Any, Final

from repulse.bots.subprocess_bot import SubprocessBot, parse_command
from repulse.engine.bot import Bot
from repulse.engine.contract import RepulseError

PROGRAM_PREFIX: Final = "program:"


def locate_bot(location: str) -> Callable[[int], Any]:
    """Return what makes the bot at a location from a seed.

    Args:
        location: `./mine.py:Greedy`, `package.module:Greedy` or `program:COMMAND`. Its code is imported.

    Raises:
        RepulseError: There is no bot at this location.
    """
    if location.startswith(PROGRAM_PREFIX):
        return partial(SubprocessBot, parse_command(location.removeprefix(PROGRAM_PREFIX)))
    return locate_callable(location, "bot")


def locate_callable(location: str, kind: str) -> Callable[..., Any]:
    """Return the class or function at a location.

    Args:
        location: `./mine.py:Greedy` or `package.module:Greedy`. Its code is imported.
        kind: The kind of object, for errors: "bot" or "model".

    Raises:
        RepulseError: There is none at this location.
    """
    source, _, name = location.rpartition(":")
    try:
        named: Any = _named_in_file(source, name) if source.endswith(".py") else resolve_name(location)
    except RepulseError:
        raise
    except (Exception, SystemExit) as error:
        raise RepulseError(
            f"The {kind} {location!r} cannot be made: {type(error).__name__}: {error}."
        ) from error
    if not callable(named):
        raise RepulseError(f"{location!r} is not a {kind}: it cannot be called.")
    maker: Callable[..., Any] = named
    return maker


def is_python_file(name: str) -> bool:
    """Return whether a name is that of a Python file, without the class in it."""
    return name.endswith(".py") and ":" not in name.removeprefix(str(Path(name).drive))


def missing_class_error(file: str) -> RepulseError:
    """Return the error for a file that was named without a class; it lists the classes."""
    names = bot_classes(file)
    example = f"{file}:{names[0] if names else 'CLASS'}"
    listed = f"; its bots are {', '.join(names)}" if names else ""
    return RepulseError(f"Name the class in {file} too, as in {example!r}{listed}.")


def bot_classes(file: str) -> list[str]:
    """Return the names of the bots that a Python file defines."""
    module = _module_in(str(Path(file).resolve()))
    return [
        name
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, Bot) and value.__module__ == module.__name__
    ]


def _named_in_file(file: str, name: str) -> object:
    module = _module_in(str(Path(file).resolve()))
    if not hasattr(module, name):
        names = bot_classes(file)
        listed = f"; its bots are {', '.join(names)}" if names else ", nor any other bot"
        raise RepulseError(f"{file} has no {name!r}{listed}.")
    return getattr(module, name)


@lru_cache(maxsize=64)
def _module_in(path: str) -> ModuleType:
    """Return the module in a file, executed once. It can import modules from its own folder."""
    if not Path(path).is_file():
        raise RepulseError(f"There is no file {path}.")
    # Two files of the same name are two modules.
    name = f"repulse_bots_{len(_loaded_files)}_{Path(path).stem}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise RepulseError(f"{path} is not a Python file.")
    module = module_from_spec(spec)
    folder = str(Path(path).parent)
    if folder not in sys.path:
        sys.path.append(folder)
    sys.modules[name] = module
    _loaded_files.append(path)
    spec.loader.exec_module(module)
    return module


_loaded_files: list[str] = []
"""The files that have been executed."""
