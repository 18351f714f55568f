"""The arguments that several commands share."""

from __future__ import annotations

from repulse.cli.values import not_negative, port, seconds, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser

LANGUAGES = "the code of a language, such as en, fr or ja"
GAME = "game to use; 'repulse games' lists them"


def add_game(parser: ArgumentParser, help_text: str = GAME) -> None:
    """Add the game, which may be left out."""
    parser.add_argument("game", nargs="?", metavar="GAME", help=help_text)


def add_options(parser: ArgumentParser) -> None:
    """Add the number of seats and the options of the game."""
    parser.add_argument("-p", "--players", type=whole, metavar="N", help="number of seats")
    parser.add_argument(
        "-o",
        "--option",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="option of the game, as listed by 'repulse games'; can be repeated",
    )


def add_bots(parser: ArgumentParser, default: str) -> None:
    """Add the bots, with the help text of the default."""
    parser.add_argument(
        "-b",
        "--bots",
        default="",
        metavar="NAMES",
        help=f"comma-separated bots: names, file.py:Class, module:Class or program:command (default: {default})",
    )


def add_seed(parser: ArgumentParser) -> None:
    """Add the seed."""
    parser.add_argument(
        "-s", "--seed", type=whole, metavar="N", help="random seed; the same seed deals the same game"
    )


def add_many(parser: ArgumentParser) -> None:
    """Add the number of processes, where they run, and a time limit."""
    parser.add_argument(
        "-w",
        "--workers",
        type=not_negative,
        default=0,
        metavar="N",
        help="number of processes (default: one per core)",
    )
    parser.add_argument(
        "--timeout", type=seconds, metavar="SECONDS", help="stop after this time and keep the finished games"
    )
    parser.add_argument(
        "--cluster",
        default="",
        metavar="WHERE",
        help="run on a Ray cluster: local, or an address such as ray://head:10001",
    )


def add_record(parser: ArgumentParser, kind: str) -> None:
    """Add the file of a record."""
    parser.add_argument("file", metavar="FILE", help=f"record of {kind}")


def add_port(parser: ArgumentParser) -> None:
    """Add the port of a server."""
    parser.add_argument(
        "--port", type=port, default=0, metavar="PORT", help="port to listen on (default: any free port)"
    )


def add_database(parser: ArgumentParser) -> None:
    """Add the database of a server."""
    parser.add_argument("--db", default="", metavar="DB", help="SQLite file, or URL of a PostgreSQL database")


def add_list(parser: ArgumentParser, option: str, metavar: str, *, help_text: str) -> None:
    """Add an option that can be repeated."""
    parser.add_argument(
        option, action="append", default=[], metavar=metavar, help=f"{help_text}; can be repeated"
    )


def add_json(parser: ArgumentParser) -> None:
    """Add the choice of JSON in place of text."""
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")


def add_language(parser: ArgumentParser) -> None:
    """Add the language."""
    parser.add_argument("--language", default="en", metavar="LANGUAGE", help=f"{LANGUAGES} (default: en)")


def add_plain(parser: ArgumentParser) -> None:
    """Add the choice of plain text."""
    parser.add_argument("--plain", action="store_true", help="no colors and no drawings, for screen readers")


def add_facets(parser: ArgumentParser) -> None:
    """Add what cards are filtered by."""
    parser.add_argument("--set", metavar="SET", help="only cards of this set")
    parser.add_argument("--type", metavar="TYPE", help="world or development")
    parser.add_argument("--kind", metavar="KIND", help="only worlds of this kind")
    parser.add_argument("--keyword", metavar="WORD", help="only cards with this keyword")
    parser.add_argument("--phase", metavar="PHASE", help="only cards with a power in this phase")
    parser.add_argument("--cost", type=whole, metavar="N", help="only cards of this cost or defense")
