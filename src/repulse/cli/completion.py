"""Shell completion with argcomplete, from the parser and the registry."""

from __future__ import annotations

import argparse

import argcomplete
from argcomplete.shell_integration import shellcode

from repulse.cli.parser import Parser, command_parsers


def shell_code(shell: str) -> str:
    """Return the script that makes a shell complete the command `repulse`."""
    return shellcode(["repulse"], shell=shell)


def complete(parser: Parser) -> None:
    """Answer the shell's request and exit."""
    for name, command in command_parsers(parser).items():
        for action in command._actions:
            if action.dest == "game":
                action.completer = _games  # type: ignore[attr-defined]
            elif action.dest == "bots":
                action.completer = _bots  # type: ignore[attr-defined]
            elif action.dest == "language":
                action.completer = _languages  # type: ignore[attr-defined]
            elif action.dest == "words" and name == "rules":
                action.completer = _modes  # type: ignore[attr-defined]
    argcomplete.autocomplete(parser, always_complete_options=False)


def _games(**_: object) -> list[str]:
    from repulse.games import game_names

    return game_names()


def _bots(prefix: str, parsed_args: argparse.Namespace, **_: object) -> list[str]:
    """Return the bots of the game named so far; a list continues after its last comma."""
    from repulse.bots import bot_names
    from repulse.games import game_names

    done = prefix.rpartition(",")[0]
    head = f"{done}," if done else ""
    return [head + name for name in bot_names(parsed_args.game or game_names()[0])]


def _languages(**_: object) -> list[str]:
    from repulse.engine.display.languages import LANGUAGES

    return list(LANGUAGES)


def _modes(parsed_args: argparse.Namespace, **_: object) -> list[str]:
    from repulse.games import game_named

    return [mode.name for mode in game_named(parsed_args.game).modes()]
