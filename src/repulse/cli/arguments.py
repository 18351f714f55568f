"""The arguments of every command, with their help texts.

No command knows a game by name: `repulse games` lists them. Nothing is imported here that `--help` does not need
(tests/cli/test_startup.py checks).
"""

from __future__ import annotations

from repulse.cli.values import not_negative, port, positive, seconds, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Callable

LANGUAGES = "the code of a language, such as en, fr or ja"
GAME = "game to use; 'repulse games' lists them"
ADMIN_ACTIONS = ("rooms", "look", "close", "statistics", "bans", "ban", "unban")
SHELLS = ("bash", "zsh", "fish")


# --- options that several commands share ---


def _add_game(parser: ArgumentParser, help_text: str = GAME) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help=help_text)


def _add_options(parser: ArgumentParser) -> None:
    parser.add_argument("-p", "--players", type=whole, metavar="N", help="number of seats")
    parser.add_argument(
        "-o",
        "--option",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="option of the game, as listed by 'repulse games'; can be repeated",
    )


def _add_bots(parser: ArgumentParser, default: str) -> None:
    parser.add_argument(
        "-b",
        "--bots",
        default="",
        metavar="NAMES",
        help=f"comma-separated bots: names, file.py:Class, module:Class or program:command (default: {default})",
    )


def _add_seed(parser: ArgumentParser) -> None:
    parser.add_argument(
        "-s", "--seed", type=whole, metavar="N", help="random seed; the same seed deals the same game"
    )


def _add_many(parser: ArgumentParser) -> None:
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


def _add_record(parser: ArgumentParser, kind: str) -> None:
    parser.add_argument("file", metavar="FILE", help=f"record of {kind}")


def _add_port(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--port", type=port, default=0, metavar="PORT", help="port to listen on (default: any free port)"
    )


def _add_database(parser: ArgumentParser) -> None:
    parser.add_argument("--db", default="", metavar="DB", help="SQLite file, or URL of a PostgreSQL database")


def _add_list(parser: ArgumentParser, option: str, metavar: str, *, help_text: str) -> None:
    parser.add_argument(
        option, action="append", default=[], metavar=metavar, help=f"{help_text}; can be repeated"
    )


def _add_json(parser: ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")


def _add_language(parser: ArgumentParser) -> None:
    parser.add_argument("--language", default="en", metavar="LANGUAGE", help=f"{LANGUAGES} (default: en)")


def _add_plain(parser: ArgumentParser) -> None:
    parser.add_argument("--plain", action="store_true", help="no colors and no drawings, for screen readers")


# --- the commands ---


def _play(parser: ArgumentParser) -> None:
    _add_game(parser)
    _add_options(parser)
    _add_bots(parser, "sensible")
    parser.add_argument(
        "--seat", type=whole, default=1, metavar="N", help="your seat, counted from 1 (default: 1)"
    )
    _add_seed(parser)
    parser.add_argument("--resume", action="store_true", help="resume the game you played last")
    parser.add_argument("--load", metavar="FILE", help="resume a game from a file")
    _add_language(parser)
    _add_plain(parser)


def _sim(parser: ArgumentParser) -> None:
    _add_game(parser)
    parser.add_argument(
        "-n", "--games", type=whole, default=100, metavar="N", help="number of games (default: 100)"
    )
    _add_options(parser)
    _add_bots(parser, "random")
    _add_seed(parser)
    _add_many(parser)
    _add_list(parser, "--out", "FILE", help_text="write the games to a .csv, .json or .parquet file")
    _add_json(parser)


def _study(parser: ArgumentParser) -> None:
    parser.add_argument("folder", metavar="DIR", help="folder of the data set")
    _add_game(parser)
    parser.add_argument("-n", "--games", type=whole, metavar="N", help="number of games (default: 1000)")
    _add_options(parser)
    _add_bots(parser, "sensible")
    _add_seed(parser)
    _add_many(parser)
    parser.add_argument("--decisions", action="store_true", help="store every decision, too")
    parser.add_argument("--html", metavar="FILE", help="write a report after playing")
    _add_json(parser)
    parser.epilog = (
        "'repulse study DIR' without options resumes a study. 'repulse study report DIR ...' writes a report on one "
        "or more studies; a folder with the name 'report' is given as ./report."
    )


def _study_report(parser: ArgumentParser) -> None:
    parser.add_argument("folders", nargs="+", metavar="DIR", help="folders of the data sets")
    parser.add_argument(
        "--html", metavar="FILE", help="file to write (default: in this folder, named after the first DIR)"
    )
    _add_json(parser)


def _league(parser: ArgumentParser) -> None:
    _add_game(parser)
    parser.add_argument(
        "--plan", metavar="FILE", help="plan with many matches, such as docs/reference/league.toml"
    )
    parser.add_argument(
        "-n",
        "--deals",
        type=whole,
        default=100,
        metavar="N",
        help="deals per match, each played from every seat (default: 100)",
    )
    _add_options(parser)
    _add_bots(parser, "all bots of the game")
    _add_seed(parser)
    _add_many(parser)
    parser.add_argument(
        "--results", metavar="FILE", help="append every game to this file; a later run resumes from it"
    )
    _add_json(parser)
    parser.add_argument("--svg", metavar="FILE", help="write a chart of the ratings")
    parser.add_argument("--markdown", metavar="FILE", help="write the standings as Markdown")


def _exam(parser: ArgumentParser) -> None:
    parser.add_argument(
        "model",
        metavar="MODEL",
        help="language model: file.py:function, module:function, program:command or bot:NAME",
    )
    _add_game(parser)
    parser.add_argument(
        "-n",
        "--deals",
        type=positive,
        default=10,
        metavar="N",
        help="deals per opponent, each played from every seat (default: 10)",
    )
    _add_options(parser)
    _add_bots(parser, "beginner,casual,sensible")
    _add_seed(parser)
    parser.add_argument(
        "--max-mistakes",
        type=positive,
        default=3,
        metavar="N",
        help="wrong replies to one question before a random bot answers it (default: 3)",
    )
    parser.add_argument("--no-rules", action="store_true", help="leave the rules out of the conversations")
    parser.add_argument(
        "--results", metavar="FILE", help="append every game to this file; a later run resumes from it"
    )
    _add_json(parser)
    parser.add_argument("--markdown", metavar="FILE", help="write the table of all results as Markdown")
    _add_language(parser)


def _mcp(parser: ArgumentParser) -> None:
    parser.description = (
        "Give an assistant a seat: serve the Model Context Protocol on standard input and output, with tools to look up "
        "rules and cards and to play at tables of this process or of a server."
    )


def _replay(parser: ArgumentParser) -> None:
    _add_record(parser, "a saved or finished game")
    parser.add_argument("--at", type=whole, metavar="N", help="print the position after N choices")
    parser.add_argument(
        "--as", dest="viewer", metavar="WHO", help="viewer: a seat counted from 1, spectator or open"
    )
    parser.add_argument("--log", action="store_true", help="print the log of the game")
    _add_language(parser)
    _add_plain(parser)


def _add_series(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--series", metavar="FILE", help="deals of a series of your own (default: the standard one)"
    )


def _add_deal(parser: ArgumentParser) -> None:
    parser.add_argument(
        "game",
        nargs="?",
        metavar="DEAL",
        help="which deal of the day, such as invasion (default: the next one)",
    )
    parser.add_argument("--day", metavar="DAY", help="the day, such as 2026-11-19 (default: today in UTC)")
    _add_series(parser)
    _add_language(parser)


def _daily(parser: ArgumentParser) -> None:
    parser.add_argument("--day", metavar="DAY", help="the day, such as 2026-11-19 (default: today in UTC)")
    _add_series(parser)
    _add_json(parser)
    _add_language(parser)
    parser.epilog = "See also 'repulse daily play', 'repulse daily par' and 'repulse daily history'."


def _daily_play(parser: ArgumentParser) -> None:
    _add_deal(parser)
    _add_plain(parser)
    parser.epilog = (
        "The first try of a deal on its day is rated: without undo and hints. Further tries are free."
    )


def _daily_par(parser: ArgumentParser) -> None:
    _add_deal(parser)
    _add_json(parser)


def _daily_history(parser: ArgumentParser) -> None:
    _add_json(parser)
    _add_language(parser)


def _hint(parser: ArgumentParser) -> None:
    _add_record(parser, "a saved or finished game")
    parser.add_argument("--at", type=whole, metavar="N", help="position after N choices (default: the last)")
    parser.add_argument(
        "--seat", type=whole, metavar="N", help="seat, counted from 1 (default: the first that is asked)"
    )
    parser.add_argument(
        "--seconds", type=seconds, default=1.5, metavar="SECONDS", help="time limit (default: 1.5)"
    )
    _add_json(parser)
    _add_language(parser)


def _review(parser: ArgumentParser) -> None:
    _add_record(parser, "a finished game")
    parser.add_argument(
        "--determinizations",
        type=positive,
        default=8,
        metavar="N",
        help="positions to search per choice (default: 8); the result depends on this, never on time",
    )
    _add_json(parser)
    parser.add_argument("--html", metavar="FILE", help="write a self-contained page with a chart")
    _add_language(parser)


def _games(parser: ArgumentParser) -> None:
    _add_json(parser)


def _cards(parser: ArgumentParser) -> None:
    parser.add_argument("query", nargs="*", metavar="WORD", help="name, part of a name, or words of a card")
    parser.add_argument("--set", metavar="SET", help="only cards of this set")
    parser.add_argument("--type", metavar="TYPE", help="world or development")
    parser.add_argument("--kind", metavar="KIND", help="only worlds of this kind")
    parser.add_argument("--keyword", metavar="WORD", help="only cards with this keyword")
    parser.add_argument("--phase", metavar="PHASE", help="only cards with a power in this phase")
    parser.add_argument("--cost", type=whole, metavar="N", help="only cards of this cost or defense")
    parser.add_argument(
        "--svg", nargs=2, metavar=("NAME", "FILE"), help="write a picture of the card NAME to FILE"
    )
    parser.add_argument("--html", metavar="FILE", help="write all matches to a page with pictures")
    parser.add_argument("--game", metavar="GAME", help="game whose cards to search")
    _add_json(parser)
    _add_language(parser)


def _rules(parser: ArgumentParser) -> None:
    _add_game(parser)
    parser.add_argument(
        "words", nargs="*", metavar="WORD", help="mode of the game, words to search for, or both"
    )
    _add_json(parser)
    _add_language(parser)
    parser.add_argument(
        "--overlays",
        action="append",
        default=[],
        metavar="FILE",
        help="apply an overlay to the rules: a file, or the name of one that comes with the game",
    )


def _bench(parser: ArgumentParser) -> None:
    _add_game(parser, "game to measure (default: all)")
    _add_options(parser)
    parser.add_argument(
        "--seconds", type=seconds, default=2.0, metavar="SECONDS", help="time per figure (default: 2)"
    )
    _add_json(parser)


def _serve(parser: ArgumentParser) -> None:
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
    _add_port(parser)
    _add_database(parser)
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
    _add_list(
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
    _add_list(parser, "--bot-host", "HOST:PORT", help_text="machine that lends its bots (see 'repulse bots')")
    parser.add_argument(
        "--bot-token", default="", metavar="FILE", help="file with the token for these machines"
    )


def _add_operation(parser: ArgumentParser) -> None:
    _add_list(
        parser,
        "--limit",
        "NAME=VALUE",
        help_text="change a limit, for example rooms=100 (see docs/guides/hosting.md)",
    )
    _add_list(parser, "--proxy", "ADDRESS", help_text="proxy whose X-Forwarded-For header is trusted")
    _add_list(parser, "--allowed-host", "NAME", help_text="host name that requests may use (default: any)")
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


def _bots(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="HOST",
        help="address to listen on for servers (default: 127.0.0.1)",
    )
    _add_port(parser)
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


def _admin(parser: ArgumentParser) -> None:
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
    _add_json(parser)


def _backup(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="backup file: compressed lines of JSON")
    _add_database(parser)


def _doctor(parser: ArgumentParser) -> None:
    _add_json(parser)


def _completion(parser: ArgumentParser) -> None:
    parser.add_argument("shell", choices=SHELLS, help="your shell")
    parser.epilog = 'For bash: eval "$(repulse completion bash)" in ~/.bashrc; zsh likewise in ~/.zshrc.'


def _version(parser: ArgumentParser) -> None:
    pass


COMMANDS: dict[str, tuple[str, Callable[[ArgumentParser], None]]] = {
    "play": ("Play against bots; every answer is saved", _play),
    "daily": ("List the deals of the day, with your results", _daily),
    "daily play": ("Play a deal of the day; the first try is rated", _daily_play),
    "daily par": ("Show par of a deal of the day, also of past days", _daily_par),
    "daily history": ("Show your results of past deals, streak and statistics", _daily_history),
    "replay": ("Show a recorded game, step by step or at one position", _replay),
    "hint": ("Suggest an answer, with reasons", _hint),
    "review": ("Find the most costly decisions of a game", _review),
    "mcp": ("Give an assistant a seat over the Model Context Protocol", _mcp),
    "games": ("List the games, their modes and bots", _games),
    "cards": ("Search cards", _cards),
    "rules": ("Show or search the rules of a game", _rules),
    "serve": ("Serve the table to browsers and programs", _serve),
    "bots": ("Lend this machine's bots to servers elsewhere", _bots),
    "admin": ("Administer a running server: rooms, bans, statistics", _admin),
    "backup": ("Write the database of a server to a file", _backup),
    "restore": ("Restore a backup into an empty database", _backup),
    "sim": ("Run many bot games and tally the results", _sim),
    "exam": ("Rate a language model against bots on mirrored deals", _exam),
    "league": ("Rate bots in matches on mirrored deals", _league),
    "study": ("Write many bot games to a data set, and report on it", _study),
    "study report": ("Write a report on one or more studies", _study_report),
    "bench": ("Measure the speed of this installation", _bench),
    "doctor": ("Check this installation: what is there, what is missing, how to get it", _doctor),
    "completion": ("Print the shell completion script", _completion),
    "version": ("Print the version of this package", _version),
}
"""Every command with its help text and the function that adds its arguments; a name of two words is a sub-command."""

COMMAND_GROUPS: dict[str, tuple[str, ...]] = {
    "Play": ("play", "daily", "replay", "hint", "review", "mcp"),
    "Look up": ("games", "cards", "rules"),
    "Host": ("serve", "bots", "admin", "backup", "restore"),
    "Measure and study": ("sim", "league", "study", "exam", "bench"),
    "This installation": ("doctor", "completion", "version"),
}
"""The commands by what people want to do, as `repulse --help` lists them."""
