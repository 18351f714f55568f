"""The arguments of the commands that host games: servers, lent bots, operation, backups."""

from __future__ import annotations

from repulse.cli.shared_arguments import add_database, add_json, add_list, add_port
from repulse.cli.values import not_negative, positive, seconds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser

ADMIN_ACTIONS = ("rooms", "look", "close", "statistics", "bans", "ban", "unban")


def add_serve_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `repulse serve`."""
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="HOST",
        help="address to listen on (default: 127.0.0.1); 0.0.0.0 admits other machines",
    )
    parser.add_argument(
        "--lan",
        action="store_true",
        help="admit other devices of your network, and print the address for them",
    )
    add_port(parser)
    add_database(parser)
    parser.add_argument(
        "--workers",
        type=positive,
        default=1,
        metavar="N",
        help="number of server processes (default: 1); more than one need PostgreSQL",
    )
    parser.add_argument(
        "--private-host",
        default="127.0.0.1",
        metavar="HOST",
        help="with --workers on several machines: address at which the others reach this one",
    )
    parser.add_argument("--open", action="store_true", help="open the page in a browser")
    _add_bot_processes(parser)
    _add_operation(parser)


def _add_bot_processes(parser: ArgumentParser) -> None:
    add_list(
        parser,
        "--bot",
        "NAME=PLACE",
        help_text="additional bot for the rooms: file.py:CLASS, module:CLASS or program:COMMAND",
    )
    parser.add_argument(
        "--compiled",
        default="",
        metavar="FOLDER",
        help="run bots from the compiled package in this folder, as soon as it has a file READY",
    )
    parser.add_argument(
        "--bot-seconds",
        type=seconds,
        default=20.0,
        metavar="SECONDS",
        help="time limit of a bot per answer (default: 20)",
    )
    add_list(
        parser,
        "--series",
        "FILE",
        help_text="deals of the day of your own besides the usual ones (a TOML file)",
    )
    add_list(parser, "--bot-host", "HOST:PORT", help_text="machine that lends its bots (see 'repulse bots')")
    parser.add_argument(
        "--bot-token", default="", metavar="FILE", help="file with the token for these machines"
    )


def _add_operation(parser: ArgumentParser) -> None:
    add_list(
        parser,
        "--limit",
        "NAME=VALUE",
        help_text="change a limit, for example rooms=100 (see docs/guides/hosting.md)",
    )
    add_list(parser, "--proxy", "ADDRESS", help_text="proxy whose X-Forwarded-For header is trusted")
    add_list(parser, "--allowed-host", "NAME", help_text="host name that requests may use (default: any)")
    parser.add_argument(
        "--admin-token",
        default="",
        metavar="FILE",
        help="file with the operator's token, for 'repulse admin' and /metrics",
    )
    parser.add_argument("--log", choices=("text", "json"), default="text", help="log format (default: text)")
    parser.add_argument(
        "--log-level",
        choices=("debug", "info", "warning", "error"),
        default="warning",
        metavar="LEVEL",
        help="debug, info, warning or error (default: warning)",
    )


def add_bots_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `repulse bots`."""
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="HOST",
        help="address to listen on for servers (default: 127.0.0.1)",
    )
    add_port(parser)
    parser.add_argument(
        "--token-file", required=True, metavar="FILE", help="file with the token that servers must send"
    )
    parser.add_argument(
        "--processes",
        type=not_negative,
        default=0,
        metavar="N",
        help="number of bots that think in parallel (default: one per core)",
    )
    parser.add_argument("--compiled", default="", metavar="FOLDER", help="as in 'repulse serve'")


def add_admin_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `repulse admin`."""
    parser.add_argument(
        "action", choices=ADMIN_ACTIONS, metavar="ACTION", help=f"one of {', '.join(ADMIN_ACTIONS)}"
    )
    parser.add_argument("what", nargs="?", default="", metavar="WHAT", help="room, or address or network")
    parser.add_argument("--why", default="", metavar="WORDS", help="reason of a ban, for your own records")
    parser.add_argument(
        "--url",
        default="http://127.0.0.1:8000/",
        metavar="URL",
        help="address of the server (default: http://127.0.0.1:8000/)",
    )
    parser.add_argument("--token-file", default="", metavar="FILE", help="file with the operator's token")
    add_json(parser)


def add_backup_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `repulse backup` and `repulse restore`."""
    parser.add_argument("file", metavar="FILE", help="backup file: compressed lines of JSON")
    add_database(parser)
