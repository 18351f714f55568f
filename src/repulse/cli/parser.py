"""The command line: from words to a command with its options.

Nothing is imported here that `--help` does not need (tests/cli/test_startup.py checks).
"""

from __future__ import annotations

import argparse
import os
import re

from repulse import __version__
from repulse.cli.arguments import COMMAND_GROUPS, COMMANDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

MIN_WIDTH = 30
MAX_WIDTH = 100
"""Lines of help are at most as wide as this, or the terminal."""


class UsageError(Exception):
    """A command line that is not a valid command."""


class Formatter(argparse.HelpFormatter):
    """Help as wide as the terminal, up to a readable width."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=26, width=_width())

    def _format_usage(self, *args: Any) -> str:
        """Put the usage below the name of the command where there is no room beside it, as argparse cannot."""
        text = super()._format_usage(*args)
        if max(map(len, text.splitlines())) <= self._width:
            return text
        lines = [""]
        for part in re.findall(r"\[[^\]]*\]|\S+", text):
            if len(lines[-1]) + 1 + len(part) > self._width:
                lines.append(" ")
            lines[-1] += f" {part}" if lines[-1] else part
        return "\n".join(lines) + "\n\n"


class OverviewFormatter(Formatter):
    """Help of the whole command line, which ends with the commands as they are."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return text if "\n" in text else super()._fill_text(text, width, indent)


class Parser(argparse.ArgumentParser):
    """A parser that raises its errors instead of printing them, and has sub-commands beside arguments of its own."""

    def __init__(self, prog: str, description: str, **settings: Any) -> None:
        settings = {"formatter_class": Formatter} | settings
        super().__init__(prog=prog, description=description, allow_abbrev=False, **settings)
        self.subcommands: dict[str, Parser] = {}

    def error(self, message: str) -> NoReturn:
        """Raise what argparse would print."""
        raise UsageError(message)

    def add_subcommand(self, name: str, help_text: str) -> Parser:
        """Add a sub-command that takes arguments of its own, and return its parser."""
        parser = Parser(f"{self.prog} {name}", f"{help_text}.")
        self.subcommands[name] = parser
        return parser


def _width() -> int:
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal():
        return max(MIN_WIDTH, min(int(columns), MAX_WIDTH) - 2)
    try:
        return max(MIN_WIDTH, min(os.get_terminal_size().columns, MAX_WIDTH) - 2)
    except OSError:
        return MAX_WIDTH - 2


def parse(parser: Parser, arguments: list[str]) -> argparse.Namespace:
    """Return a command with its options; `handler` is the name of its function in `repulse.cli.commands`.

    Raises:
        UsageError: The command line is not valid.
        SystemExit: Help or the version has been printed.
    """
    if not arguments:
        parser.parse_args(["--help"])
    name, *rest = arguments
    commands = command_parsers(parser)
    if name not in commands:
        if not name.startswith("-"):
            raise UsageError(f"There is no command {name!r}; there are {', '.join(commands)}.")
        return parser.parse_args(arguments)
    command = commands[name]
    if rest and rest[0] in command.subcommands:
        command = command.subcommands[rest.pop(0)]
    # Options and words may come in any order.
    return command.parse_intermixed_args(rest)


def command_parsers(parser: Parser) -> dict[str, Parser]:
    """Return the parser of each command."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    raise AssertionError("there are commands")


def _overview() -> str:
    """Return the commands by what people want to do."""
    width = max(map(len, COMMANDS))
    groups = [
        "\n".join([f"{title}:", *(_overview_line(name, width) for name in names)])
        for title, names in COMMAND_GROUPS.items()
    ]
    return "\n\n".join([*groups, "'repulse COMMAND -h' explains a command."])


def _overview_line(name: str, width: int) -> str:
    """Return a command with its help text, below each other where there is no room beside."""
    help_text = COMMANDS[name][0]
    if width + len(help_text) + 4 <= _width():
        return f"  {name:<{width}}  {help_text}"
    lines = [""]
    for word in help_text.split():
        if len(lines[-1]) + len(word) + 5 > _width():
            lines.append("")
        lines[-1] += f"{' ' if lines[-1] else ''}{word}"
    return "\n".join([f"  {name}", *(f"    {line}" for line in lines)])


def make_parser() -> Parser:
    """Return the parser of the whole command line."""
    parser = Parser(
        "repulse",
        "Play and study games of alien invasion.",
        formatter_class=OverviewFormatter,
        usage="repulse [-h] [--version] COMMAND ...",
        epilog=_overview(),
    )
    parser.add_argument("--version", action="version", version=f"repulse {__version__}")
    commands = parser.add_subparsers(
        prog="repulse", metavar="COMMAND", dest="command", required=True, help=argparse.SUPPRESS
    )
    for name, (help_text, add_arguments) in COMMANDS.items():
        first, _, second = name.partition(" ")
        if second:
            command = commands.choices[first].add_subcommand(second, help_text)
        else:
            command = commands.add_parser(first, description=f"{help_text}.")
        add_arguments(command)
        command.set_defaults(handler=name.replace(" ", "_"))
    return parser
