"""The arguments of every command, with their help texts.

No command knows a game by name: `repulse games` lists them. Nothing is imported here that `--help` does not need
(tests/cli/test_startup.py checks).
"""

from __future__ import annotations

from repulse.cli.almanac_arguments import (
    add_almanac_arguments,
    add_almanac_make_arguments,
    add_almanac_pack_arguments,
)
from repulse.cli.host_arguments import (
    add_admin_arguments,
    add_backup_arguments,
    add_bots_arguments,
    add_serve_arguments,
)
from repulse.cli.shared_arguments import (
    add_bots,
    add_facets,
    add_game,
    add_json,
    add_language,
    add_list,
    add_many,
    add_options,
    add_plain,
    add_record,
    add_seed,
)
from repulse.cli.values import positive, seconds, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Callable

SHELLS = ("bash", "zsh", "fish")


def _play(parser: ArgumentParser) -> None:
    add_game(parser)
    add_options(parser)
    add_bots(parser, "sensible")
    parser.add_argument(
        "--seat", type=whole, default=1, metavar="N", help="your seat, counted from 1 (default: 1)"
    )
    add_seed(parser)
    parser.add_argument("--resume", action="store_true", help="resume the game you played last")
    parser.add_argument("--load", metavar="FILE", help="resume a game from a file")
    add_language(parser)
    add_plain(parser)


def _sim(parser: ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "-n", "--games", type=whole, default=100, metavar="N", help="number of games (default: 100)"
    )
    add_options(parser)
    add_bots(parser, "random")
    add_seed(parser)
    add_many(parser)
    add_list(parser, "--out", "FILE", help_text="write the games to a .csv, .json or .parquet file")
    add_json(parser)


def _study(parser: ArgumentParser) -> None:
    parser.add_argument("folder", metavar="DIR", help="folder of the data set")
    add_game(parser)
    parser.add_argument("-n", "--games", type=whole, metavar="N", help="number of games (default: 1000)")
    add_options(parser)
    add_bots(parser, "sensible")
    add_seed(parser)
    add_many(parser)
    parser.add_argument("--decisions", action="store_true", help="store every decision, too")
    parser.add_argument("--html", metavar="FILE", help="write a report after playing")
    add_json(parser)
    parser.epilog = (
        "'repulse study DIR' without options resumes a study. 'repulse study report DIR ...' writes a report on one "
        "or more studies; a folder with the name 'report' is given as ./report."
    )


def _study_report(parser: ArgumentParser) -> None:
    parser.add_argument("folders", nargs="+", metavar="DIR", help="folders of the data sets")
    parser.add_argument(
        "--html", metavar="FILE", help="file to write (default: in this folder, named after the first DIR)"
    )
    add_json(parser)


def _league(parser: ArgumentParser) -> None:
    add_game(parser)
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
    add_options(parser)
    add_bots(parser, "all bots of the game")
    add_seed(parser)
    add_many(parser)
    parser.add_argument(
        "--results", metavar="FILE", help="append every game to this file; a later run resumes from it"
    )
    add_json(parser)
    parser.add_argument("--svg", metavar="FILE", help="write a chart of the ratings")
    parser.add_argument("--markdown", metavar="FILE", help="write the standings as Markdown")


def _exam(parser: ArgumentParser) -> None:
    parser.add_argument(
        "model",
        metavar="MODEL",
        help="language model: file.py:function, module:function, program:command or bot:NAME",
    )
    add_game(parser)
    parser.add_argument(
        "-n",
        "--deals",
        type=positive,
        default=10,
        metavar="N",
        help="deals per opponent, each played from every seat (default: 10)",
    )
    add_options(parser)
    add_bots(parser, "beginner,casual,sensible")
    add_seed(parser)
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
    add_json(parser)
    parser.add_argument("--markdown", metavar="FILE", help="write the table of all results as Markdown")
    add_language(parser)


def _mcp(parser: ArgumentParser) -> None:
    parser.description = (
        "Give an assistant a seat: serve the Model Context Protocol on standard input and output, with tools to look up "
        "rules and cards and to play at tables of this process or of a server."
    )


def _replay(parser: ArgumentParser) -> None:
    add_record(parser, "a saved or finished game")
    parser.add_argument("--at", type=whole, metavar="N", help="print the position after N choices")
    parser.add_argument(
        "--as", dest="viewer", metavar="WHO", help="viewer: a seat counted from 1, spectator or open"
    )
    parser.add_argument("--log", action="store_true", help="print the log of the game")
    add_language(parser)
    add_plain(parser)


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
    add_language(parser)


def _daily(parser: ArgumentParser) -> None:
    parser.add_argument("--day", metavar="DAY", help="the day, such as 2026-11-19 (default: today in UTC)")
    _add_series(parser)
    add_json(parser)
    add_language(parser)
    parser.epilog = "See also 'repulse daily play', 'repulse daily par' and 'repulse daily history'."


def _daily_play(parser: ArgumentParser) -> None:
    _add_deal(parser)
    add_plain(parser)
    parser.epilog = (
        "The first try of a deal on its day is rated: without undo and hints. Further tries are free."
    )


def _daily_par(parser: ArgumentParser) -> None:
    _add_deal(parser)
    add_json(parser)


def _daily_history(parser: ArgumentParser) -> None:
    add_json(parser)
    add_language(parser)


def _add_mode(parser: ArgumentParser) -> None:
    parser.add_argument("--mode", metavar="MODE", help="puzzles of this mode, such as invasion")


def _puzzles(parser: ArgumentParser) -> None:
    _add_mode(parser)
    parser.add_argument("--theme", metavar="THEME", help="puzzles of this theme, such as timing")
    add_json(parser)
    add_language(parser)
    parser.epilog = "See also 'repulse puzzles solve' and 'repulse puzzles make'."


def _puzzles_solve(parser: ArgumentParser) -> None:
    parser.add_argument("puzzle", nargs="?", metavar="PUZZLE", help="its id (default: the puzzle of the day)")
    _add_mode(parser)
    add_language(parser)


def _puzzles_make(parser: ArgumentParser) -> None:
    parser.add_argument("folder", metavar="FOLDER", help="folder of the files, one per mode")
    add_list(parser, "--mode", "MODE", help_text="search games of this mode (default: all modes)")
    parser.add_argument(
        "--games",
        type=positive,
        default=100,
        metavar="N",
        help="games per mode, those searched before included (default: 100)",
    )


def _hint(parser: ArgumentParser) -> None:
    add_record(parser, "a saved or finished game")
    parser.add_argument("--at", type=whole, metavar="N", help="position after N choices (default: the last)")
    parser.add_argument(
        "--seat", type=whole, metavar="N", help="seat, counted from 1 (default: the first that is asked)"
    )
    parser.add_argument(
        "--seconds", type=seconds, default=1.5, metavar="SECONDS", help="time limit (default: 1.5)"
    )
    add_json(parser)
    add_language(parser)


def _review(parser: ArgumentParser) -> None:
    add_record(parser, "a finished game")
    parser.add_argument(
        "--determinizations",
        type=positive,
        default=8,
        metavar="N",
        help="positions to search per choice (default: 8); the result depends on this, never on time",
    )
    add_json(parser)
    parser.add_argument("--html", metavar="FILE", help="write a self-contained page with a chart")
    add_language(parser)


def _games(parser: ArgumentParser) -> None:
    add_json(parser)


def _cards(parser: ArgumentParser) -> None:
    parser.add_argument("query", nargs="*", metavar="WORD", help="name, part of a name, or words of a card")
    add_facets(parser)
    parser.add_argument(
        "--svg", nargs=2, metavar=("NAME", "FILE"), help="write a picture of the card NAME to FILE"
    )
    parser.add_argument("--html", metavar="FILE", help="write all matches to a page with pictures")
    parser.add_argument("--game", metavar="GAME", help="game whose cards to search")
    add_json(parser)
    add_language(parser)


def _rules(parser: ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "words", nargs="*", metavar="WORD", help="mode of the game, words to search for, or both"
    )
    add_json(parser)
    add_language(parser)
    parser.add_argument(
        "--overlays",
        action="append",
        default=[],
        metavar="FILE",
        help="apply an overlay to the rules: a file, or the name of one that comes with the game",
    )


def _bench(parser: ArgumentParser) -> None:
    add_game(parser, "game to measure (default: all)")
    add_options(parser)
    parser.add_argument(
        "--seconds", type=seconds, default=2.0, metavar="SECONDS", help="time per figure (default: 2)"
    )
    add_json(parser)


def _doctor(parser: ArgumentParser) -> None:
    add_json(parser)


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
    "puzzles": ("List puzzles: positions in which one answer is clearly best", _puzzles),
    "puzzles solve": ("Solve a puzzle; by default that of the day", _puzzles_solve),
    "puzzles make": ("Search games between bots for puzzles", _puzzles_make),
    "replay": ("Show a recorded game, step by step or at one position", _replay),
    "hint": ("Suggest an answer, with reasons", _hint),
    "review": ("Find the most costly decisions of a game", _review),
    "mcp": ("Give an assistant a seat over the Model Context Protocol", _mcp),
    "games": ("List the games, their modes and bots", _games),
    "cards": ("Search cards", _cards),
    "rules": ("Show or search the rules of a game", _rules),
    "almanac": ("Show what wins: cards, strategies, start worlds, actions, seats", add_almanac_arguments),
    "almanac make": ("Play games for the almanac, in turns, and count them", add_almanac_make_arguments),
    "almanac pack": ("Condense the counts to the almanac that ships", add_almanac_pack_arguments),
    "serve": ("Serve the table to browsers and programs", add_serve_arguments),
    "bots": ("Lend this machine's bots to servers elsewhere", add_bots_arguments),
    "admin": ("Administer a running server: rooms, bans, statistics", add_admin_arguments),
    "backup": ("Write the database of a server to a file", add_backup_arguments),
    "restore": ("Restore a backup into an empty database", add_backup_arguments),
    "sim": ("Run many bot games and tally the results", _sim),
    "exam": ("Rate a language model against bots on mirrored deals", _exam),
    "league": ("Rate bots in matches on mirrored deals", _league),
    "study": ("Write many bot games to a data set, and report on it", _study),
    "study report": ("Write a report on one or more studies", _study_report),
    "bench": ("Measure the speed of this installation", _bench),
    "doctor": ("Check this installation for missing parts, and show how to install them", _doctor),
    "completion": ("Print the shell completion script", _completion),
    "version": ("Print the version of this package", _version),
}
"""Every command with its help text and the function that adds its arguments; a name of two words is a sub-command."""

COMMAND_GROUPS: dict[str, tuple[str, ...]] = {
    "Play": ("play", "daily", "puzzles", "replay", "hint", "review", "mcp"),
    "Look up": ("games", "cards", "rules", "almanac"),
    "Host": ("serve", "bots", "admin", "backup", "restore"),
    "Measure and study": ("sim", "league", "study", "exam", "bench"),
    "This installation": ("doctor", "completion", "version"),
}
"""The commands by what people want to do, as `repulse --help` lists them."""
