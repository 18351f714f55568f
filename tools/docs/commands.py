"""The reference of the command line, made from its own help."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Final

from repulse.cli.arguments import COMMAND_GROUPS, COMMANDS
from repulse.cli.parser import Parser, command_parsers, make_parser

PAGE: Final = "reference/cli.md"
COLUMNS: Final = "100"


def command_page() -> str:
    """Return the page of all commands, by what people want to do."""
    before = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = COLUMNS
    try:
        return "\n".join(_lines())
    finally:
        if before is None:
            del os.environ["COLUMNS"]
        else:
            os.environ["COLUMNS"] = before


def _lines() -> Iterator[str]:
    yield "# Command line\n"
    yield (
        "`repulse` and `python -m repulse` are the same program. Every table can be had as data with `--json`. The exit code is 0, "
        "1 for a fault of the program or of a bot, 2 for wrong usage, and 130 after Ctrl-C. "
        "`repulse completion bash` (zsh, fish) prints the script that completes all this in a shell.\n"
    )
    parsers = command_parsers(make_parser())
    for title, names in COMMAND_GROUPS.items():
        yield f"## {title}\n"
        for name in names:
            yield from _command(name, parsers[name])


def _command(name: str, parser: Parser) -> Iterator[str]:
    yield f"### repulse {name}\n"
    yield f"{COMMANDS[name][0]}.\n"
    yield f"```text\n{parser.format_help().strip()}\n```\n"
    for inner, command in parser.subcommands.items():
        yield from _command(f"{name} {inner}", command)
