"""List what programs may rely on: ``python -m tools.public_api [--write]``.

The listing is recorded in tests/goldens/public_api.txt; a change of it is a change for users, and belongs into the changelog.
"""

from __future__ import annotations

import argparse
import inspect
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import repulse
from repulse.cli.parser import command_parsers, make_parser
from repulse.env import environment_names
from repulse.games import entry_of, game_names
from repulse.table.wire.connections import PROTOCOL

RECORDING: Final = Path(__file__).resolve().parents[1] / "tests" / "goldens" / "public_api.txt"


def listing() -> Iterator[str]:
    """Return the lines of the listing."""
    yield f"protocol {PROTOCOL}"
    record = repulse.new("earth", players=3, seed=1).record()
    yield f"record: {' '.join(sorted(json.loads(record.to_json())))}"
    for game in game_names():
        yield from (f"bot {game} {name}" for name in repulse.bot_names(game))
        yield from (f"mode {game} {mode.name}" for mode in entry_of(game).game.modes())
    yield from (f"environment {name}" for name in sorted(environment_names()))
    yield from _commands()
    for name in sorted(repulse.__all__):
        yield from _describe(f"repulse.{name}", getattr(repulse, name))


def _commands() -> Iterator[str]:
    for name, parser in command_parsers(make_parser()).items():
        for path, command in [
            (name, parser),
            *((f"{name} {sub}", p) for sub, p in parser.subcommands.items()),
        ]:
            options = [
                action.option_strings[-1] if action.option_strings else action.dest.upper()
                for action in command._actions
            ]
            yield f"command {path}: {' '.join(sorted(options))}"


def _describe(name: str, value: Any) -> Iterator[str]:
    if inspect.isclass(value):
        yield f"class {name}({', '.join(base.__name__ for base in value.__bases__)})"
        for member, inner in sorted(vars(value).items()):
            if member.startswith("_"):
                continue
            if isinstance(inner, property):
                yield f"  {name}.{member}: property"
            elif callable(inner) or isinstance(inner, (classmethod, staticmethod)):
                yield f"  {name}.{member}{_signature(getattr(value, member))}"
    elif callable(value):
        yield f"def {name}{_signature(value)}"
    else:
        yield f"{name}: {type(value).__name__}"


def _signature(function: Any) -> str:
    """Return the names, kinds and defaults of the parameters."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except ValueError:
        return "(...)"
    return f"({', '.join(str(parameter.replace(annotation=inspect.Parameter.empty)) for parameter in parameters)})"


def main(arguments: list[str]) -> int:
    """Print the listing, or record it."""
    parser = argparse.ArgumentParser(prog="python -m tools.public_api", description=__doc__)
    parser.add_argument("--write", action="store_true", help="record the listing")
    text = "".join(f"{line}\n" for line in listing())
    if parser.parse_args(arguments).write:
        RECORDING.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
