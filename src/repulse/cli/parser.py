"""The command line: commands, their options, and their `--help` texts.

No command knows a game by name: `repulse games` lists them. Nothing is imported here that `--help` does not need
(tests/cli/test_startup.py checks).
"""

from __future__ import annotations

import argparse
import os
import re

from repulse import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

LANGUAGES = "en, fr or ja"
GAME = "which game; 'repulse games' lists them"
ADMIN_ACTIONS = ("rooms", "look", "close", "statistics", "bans", "ban", "unban")
SHELLS = ("bash", "zsh", "fish")


class BadUsage(Exception):
    """A command line that is not a valid command."""


class Formatter(argparse.HelpFormatter):
    """Help as wide as the terminal, up to a readable width."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=26, width=_width())

    def _format_usage(self, *given: Any) -> str:
        """The usage, below the name of the command where there is no room beside it: argparse knows no other place."""
        text = super()._format_usage(*given)
        if max(map(len, text.splitlines())) <= self._width:
            return text
        lines = [""]
        for part in re.findall(r"\[[^\]]*\]|\S+", text):
            if len(lines[-1]) + 1 + len(part) > self._width:
                lines.append(" ")
            lines[-1] += f" {part}" if lines[-1] else part
        return "\n".join(lines) + "\n\n"


class Parser(argparse.ArgumentParser):
    """A parser that raises its errors instead of printing them."""

    def __init__(self, prog: str, description: str, **given: Any) -> None:
        super().__init__(prog, None, description, formatter_class=Formatter, allow_abbrev=False, **given)

    def error(self, message: str) -> NoReturn:
        """Raise what argparse would print."""
        raise BadUsage(message)


def _width() -> int:
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal():
        return max(30, min(int(columns), 100) - 2)
    try:
        return max(30, min(os.get_terminal_size().columns, 100) - 2)
    except OSError:
        return 98


def parse(parser: Parser, arguments: list[str]) -> argparse.Namespace:
    """The command with its options; BadUsage if it is invalid, SystemExit if help was requested."""
    commands = command_parsers(parser)
    if not arguments:
        parser.parse_args(["--help"])
    name = arguments[0]
    if name in commands:
        # Options and words may come in any order.
        parsed = commands[name].parse_intermixed_args(arguments[1:])
        parsed.command = name
        return parsed
    if not name.startswith("-"):
        raise BadUsage(f"There is no command {name!r}; there are {', '.join(commands)}.")
    return parser.parse_args(arguments)


def command_parsers(parser: Parser) -> dict[str, Parser]:
    """The parser of each command."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    raise AssertionError("there are commands")


def make_parser() -> Parser:
    """The whole command line."""
    parser = Parser("repulse", "Play and study games of alien invasion.")
    parser.add_argument("--version", action="version", version=f"repulse {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command", required=True)
    for name, (help_text, add) in _COMMANDS.items():
        add(commands.add_parser(name, help=help_text, description=f"{help_text}."))
    return parser


# --- values ---


def whole(text: str) -> int:
    """A whole number."""
    digits = text.removeprefix("-")
    # More digits than any number here has; Python is slow to parse very many of them.
    if not digits.isdecimal() or len(digits) > 30:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number.")
    return int(text)


def port(text: str) -> int:
    """A port to listen on."""
    number = whole(text)
    if not 0 <= number <= 65535:
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to 65535, not {number}.")
    return number


def seconds(text: str) -> float:
    """A time in seconds."""
    try:
        number = float(text)
    except ValueError:
        number = -1
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a number of seconds.")
    return number


# --- options that several commands share ---


def _add_game(parser: Parser, help_text: str = GAME) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help=help_text)


def _add_options(parser: Parser) -> None:
    parser.add_argument("-p", "--players", type=whole, metavar="N", help="how many seats there are")
    parser.add_argument(
        "-o",
        "--option",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="an option of the game, such as those 'repulse games' lists; may be given more than once",
    )


def _add_bots(parser: Parser, default: str) -> None:
    parser.add_argument(
        "-b",
        "--bots",
        default="",
        metavar="NAMES",
        help=f"bots with commas between: names, file.py:Class, module:Class or program:command; {default}",
    )


def _add_seed(parser: Parser) -> None:
    parser.add_argument("-s", "--seed", type=whole, metavar="N", help="the same seed deals the same game")


def _add_many(parser: Parser) -> None:
    """How many games at once are played, where, and for how long."""
    parser.add_argument(
        "-w", "--workers", type=whole, default=0, metavar="N", help="processes; 0 is one for each core"
    )
    parser.add_argument("--timeout", type=seconds, metavar="SECONDS", help="stop then, with what was played")
    parser.add_argument(
        "--cluster",
        default="",
        metavar="WHERE",
        help="play on a Ray cluster: local, or an address such as ray://head:10001",
    )


def _add_record(parser: Parser, kind: str) -> None:
    parser.add_argument("file", metavar="FILE", help=f"a record: {kind}")


def _add_port(parser: Parser) -> None:
    parser.add_argument("--port", type=port, default=0, metavar="PORT", help="0 takes any port that is free")


def _add_database(parser: Parser) -> None:
    parser.add_argument(
        "--db", default="", metavar="DB", help="a file of SQLite, or the address of a PostgreSQL database"
    )


def _add_list(parser: Parser, option: str, metavar: str, help_text: str) -> None:
    parser.add_argument(
        option, action="append", default=[], metavar=metavar, help=f"{help_text}; may be given more than once"
    )


def _add_json(parser: Parser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON instead of words")


def _add_language(parser: Parser) -> None:
    parser.add_argument("--language", default="en", metavar="LANGUAGE", help=LANGUAGES)


def _add_plain(parser: Parser) -> None:
    parser.add_argument(
        "--plain", action="store_true", help="no colours and no drawings: every line can be read out"
    )


# --- the commands ---


def _play(parser: Parser) -> None:
    _add_game(parser)
    _add_options(parser)
    _add_bots(parser, "sensible if not said")
    parser.add_argument("--seat", type=whole, default=1, metavar="N", help="your own seat, counted from 1")
    _add_seed(parser)
    parser.add_argument("--resume", action="store_true", help="go on with the game you played last")
    parser.add_argument("--load", metavar="FILE", help="go on with a game from a file")
    _add_language(parser)
    _add_plain(parser)


def _sim(parser: Parser) -> None:
    _add_game(parser)
    parser.add_argument("-n", "--games", type=whole, default=100, metavar="N", help="how many games (100)")
    _add_options(parser)
    _add_bots(parser, "random if not said")
    _add_seed(parser)
    _add_many(parser)
    _add_list(parser, "--out", "FILE", "write the games, as .csv, .json or .parquet")
    _add_json(parser)


def _study(parser: Parser) -> None:
    parser.add_argument(
        "words",
        nargs="+",
        metavar="DIR [GAME]",
        help="the folder of the data, and which game; or: report DIR ...",
    )
    parser.add_argument("-n", "--games", type=whole, metavar="N", help="how many games (1000)")
    _add_options(parser)
    _add_bots(parser, "sensible if not said")
    _add_seed(parser)
    _add_many(parser)
    parser.add_argument("--decisions", action="store_true", help="keep every decision too")
    parser.add_argument(
        "--html", metavar="FILE", help="where the report goes (into this folder, by the name of DIR)"
    )
    _add_json(parser)
    parser.epilog = (
        "'repulse study DIR' alone goes on with a study; 'repulse study report DIR ...' writes a page about one "
        "or more, and so does --html after playing."
    )


def _league(parser: Parser) -> None:
    _add_game(parser)
    parser.add_argument("--plan", metavar="FILE", help="a plan of many matches, as docs/league.toml")
    parser.add_argument(
        "-n",
        "--deals",
        type=whole,
        default=100,
        metavar="N",
        help="deals a match, each from every seat (100)",
    )
    _add_options(parser)
    _add_bots(parser, "all of the game if not said")
    _add_seed(parser)
    _add_many(parser)
    parser.add_argument(
        "--results", metavar="FILE", help="keep every game here; started again, the league goes on"
    )
    _add_json(parser)
    parser.add_argument("--svg", metavar="FILE", help="draw the ratings")
    parser.add_argument("--markdown", metavar="FILE", help="write the standings as a page")


def _replay(parser: Parser) -> None:
    _add_record(parser, "a saved or a finished game")
    parser.add_argument("--at", type=whole, metavar="N", help="print the position after so many choices")
    parser.add_argument(
        "--as", dest="viewer", metavar="WHO", help="who looks: a seat counted from 1, spectator or open"
    )
    parser.add_argument("--log", action="store_true", help="print all that happened, in words")
    _add_language(parser)
    _add_plain(parser)


def _hint(parser: Parser) -> None:
    _add_record(parser, "a saved or a finished game")
    parser.add_argument("--at", type=whole, metavar="N", help="the position after so many choices (the last)")
    parser.add_argument(
        "--seat", type=whole, metavar="N", help="for whom, counted from 1 (who is asked first)"
    )
    parser.add_argument(
        "--seconds", type=seconds, default=1.5, metavar="SECONDS", help="how long to think (1.5)"
    )
    _add_json(parser)
    _add_language(parser)


def _review(parser: Parser) -> None:
    _add_record(parser, "a finished game")
    parser.add_argument(
        "--seconds",
        type=seconds,
        default=0.2,
        metavar="SECONDS",
        help="how long to think about a choice (0.2)",
    )
    _add_json(parser)
    parser.add_argument("--html", metavar="FILE", help="write a page with a chart, all in one file")
    _add_language(parser)


def _games(parser: Parser) -> None:
    _add_json(parser)


def _cards(parser: Parser) -> None:
    parser.add_argument("query", nargs="*", metavar="WORD", help="a name, a part of one, or words of a card")
    parser.add_argument("--set", metavar="SET", help="only cards of this set")
    parser.add_argument("--type", metavar="TYPE", help="world or development")
    parser.add_argument("--kind", metavar="KIND", help="only worlds of this kind")
    parser.add_argument("--keyword", metavar="WORD", help="only cards with this keyword")
    parser.add_argument("--phase", metavar="PHASE", help="only cards with a power in this phase")
    parser.add_argument("--cost", type=whole, metavar="N", help="only cards of this cost or defense")
    parser.add_argument("--svg", nargs=2, metavar=("NAME", "FILE"), help="draw the card NAME into the file")
    parser.add_argument("--html", metavar="FILE", help="write all that fit into one page with pictures")
    parser.add_argument("--game", metavar="GAME", help="whose cards")
    _add_json(parser)
    _add_language(parser)


def _rules(parser: Parser) -> None:
    _add_game(parser)
    parser.add_argument(
        "words", nargs="*", metavar="WORD", help="a mode of the game, words to look for, or both"
    )
    _add_json(parser)
    _add_language(parser)


def _bench(parser: Parser) -> None:
    _add_game(parser, "which game; all of them if not said")
    _add_options(parser)
    parser.add_argument("--seconds", type=seconds, default=2.0, metavar="SECONDS", help="for each figure (2)")
    _add_json(parser)


def _serve(parser: Parser) -> None:
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="HOST",
        help="where to listen (127.0.0.1); 0.0.0.0 lets others in",
    )
    parser.add_argument(
        "--lan",
        action="store_true",
        help="let other devices of your network in, and say how they find the table",
    )
    _add_port(parser)
    _add_database(parser)
    parser.add_argument(
        "--workers",
        type=int,
        default=1,
        metavar="N",
        help="serve with so many processes (1); more than one need PostgreSQL",
    )
    parser.add_argument(
        "--private-host",
        default="127.0.0.1",
        metavar="HOST",
        help="with --workers on several machines: the address of this one by which the others reach it",
    )
    parser.add_argument("--open", action="store_true", help="open the page in a browser")
    _add_list(parser, "--bot", "NAME=MODULE:CLASS", "one more bot for the rooms")
    parser.add_argument(
        "--compiled",
        default="",
        metavar="FOLDER",
        help="let bots play from the compiled package in this folder, as soon as it has a file READY",
    )
    parser.add_argument(
        "--bot-seconds",
        type=float,
        default=20.0,
        metavar="SECONDS",
        help="how long a bot may think about an answer (20)",
    )
    _add_list(parser, "--bot-host", "HOST:PORT", "a machine that lends its bots (repulse bots)")
    parser.add_argument(
        "--bot-token", default="", metavar="FILE", help="a file with the token that these machines ask for"
    )
    _add_list(parser, "--limit", "NAME=VALUE", "another limit than usual, say rooms=100 (docs/hosting.md)")
    _add_list(parser, "--proxy", "ADDRESS", "a proxy whose X-Forwarded-For is to be believed")
    _add_list(
        parser, "--allowed-host", "NAME", "a name by which the server may be called (any if none is given)"
    )
    parser.add_argument(
        "--admin-token",
        default="",
        metavar="FILE",
        help="a file with the operator's token, for 'repulse admin' and /metrics",
    )
    parser.add_argument("--log", choices=("text", "json"), default="text", help="how to log (text)")
    parser.add_argument(
        "--log-level",
        choices=("debug", "info", "warning", "error"),
        default="warning",
        metavar="LEVEL",
        help="what to log: debug, info, warning or error (warning)",
    )


def _bots(parser: Parser) -> None:
    parser.add_argument(
        "--host", default="127.0.0.1", metavar="HOST", help="where to listen for servers (127.0.0.1)"
    )
    _add_port(parser)
    parser.add_argument(
        "--token-file", required=True, metavar="FILE", help="a file with a token that servers must know"
    )
    parser.add_argument(
        "--processes", type=int, default=0, metavar="N", help="how many bots think at once (one a core)"
    )
    parser.add_argument("--compiled", default="", metavar="FOLDER", help="as in 'repulse serve'")


def _admin(parser: Parser) -> None:
    parser.add_argument(
        "action", choices=ADMIN_ACTIONS, metavar="ACTION", help=f"what to do: {', '.join(ADMIN_ACTIONS)}"
    )
    parser.add_argument(
        "what", nargs="?", default="", metavar="WHAT", help="a room, or an address or network"
    )
    parser.add_argument("--why", default="", metavar="WORDS", help="why somebody is banned, for yourself")
    parser.add_argument(
        "--url",
        default="http://127.0.0.1:8000/",
        metavar="URL",
        help="where the server is (http://127.0.0.1:8000/)",
    )
    parser.add_argument("--token-file", default="", metavar="FILE", help="a file with the operator's token")
    _add_json(parser)


def _backup(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="the backup, in lines of JSON, compressed")
    _add_database(parser)


def _completion(parser: Parser) -> None:
    parser.add_argument("shell", choices=SHELLS, help="your shell")
    parser.epilog = 'For bash: eval "$(repulse completion bash)" in ~/.bashrc; zsh likewise in ~/.zshrc.'


def _version(parser: Parser) -> None:
    pass


_COMMANDS: dict[str, tuple[str, Callable[[Parser], None]]] = {
    "play": ("Play against bots; every answer is saved, nothing is lost by leaving", _play),
    "sim": ("Let bots play many games, and count", _sim),
    "league": ("Let bots play each other on mirrored deals, and rate them", _league),
    "study": ("Let bots play many games into a data set, and report on it", _study),
    "replay": ("Look at a game again, step by step or at one position", _replay),
    "hint": ("Say what a strong player would answer, and why", _hint),
    "review": ("Find the decisions of a game that cost most", _review),
    "games": ("List the games, their modes and bots", _games),
    "cards": ("Look up cards", _cards),
    "rules": ("Read the rules of a game and mode, or what they say about something", _rules),
    "bench": ("Measure this installation", _bench),
    "serve": ("Serve the table to browsers and programs", _serve),
    "bots": ("Lend this machine's bots to servers elsewhere", _bots),
    "admin": ("Look after a running server: rooms, bans, statistics", _admin),
    "backup": ("Write everything in a server's database to a file", _backup),
    "restore": ("Read a backup into an empty database", _backup),
    "completion": ("Print what makes a shell complete commands and names", _completion),
    "version": ("Print the version of this package", _version),
}
