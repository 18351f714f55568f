"""The reference of the command line, made from its own help."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Final

from repulse.cli.arguments import COMMAND_GROUPS, COMMANDS
from repulse.cli.parser import Parser, command_parsers, make_parser

COLUMNS: Final = "100"


def command_list() -> Iterator[str]:
    """Yield all commands with their help in Markdown, by what people want to do."""
    before = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = COLUMNS
    try:
        yield from _lines()
    finally:
        if before is None:
            del os.environ["COLUMNS"]
        else:
            os.environ["COLUMNS"] = before


def _lines() -> Iterator[str]:
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
