"""The commands: they read the command line and hand over."""

from __future__ import annotations

import os
import sys
import traceback
from pathlib import Path
from typing import Annotated

import typer

import repulse
from repulse.bots import bot_names
from repulse.cli import rulebook, saves
from repulse.cli.play_loop import (
    Left,
    Sitting,
    new_sitting,
    resumed_sitting,
)
from repulse.cli.reading import read_options
from repulse.cli.replay import OPEN, Replay, read_viewer
from repulse.cli.screen import (
    QUIET,
    Screen,
    note,
    on_terminal,
)
from repulse.engine.contract import RepulseError
from repulse.engine.display.words import check_language
from repulse.games import display_of, game_names

app = typer.Typer(
    name="repulse",
    help="Play and study two games of alien invasion: galaxy and earth.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

# What only one command needs is imported by it, so that all of them start quickly.

FAULT = 1
BAD_INPUT = 2
INTERRUPTED = 130

Players = Annotated[int | None, typer.Option("--players", "-p", help="How many seats there are.")]
Bots = Annotated[
    str, typer.Option("--bots", "-b", help="Names of bots with commas between, or module:Class.")
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", help="An option of the game, as key=value; more than one may be given."),
]
Seed = Annotated[
    int | None, typer.Option("--seed", "-s", help="The seed: the same seed deals the same game.")
]
Language = Annotated[str, typer.Option("--language", help="en, fr or ja.")]
Plain = Annotated[
    bool, typer.Option("--plain", help="No colours and no drawings: every line can be read out.")
]


@app.command()
def play(
    game: Annotated[str | None, typer.Argument(help="galaxy or earth.")] = None,
    players: Players = None,
    bots: Bots = "",
    seat: Annotated[int, typer.Option(help="Your own seat, counted from 1.")] = 1,
    seed: Seed = None,
    option: Options = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the game you played last.")] = False,
    load: Annotated[Path | None, typer.Option("--load", help="Go on with a game from a file.")] = None,
    language: Language = "en",
    plain: Plain = False,
) -> None:
    """Play against bots. Every answer is saved: nothing is lost by leaving."""
    screen = Screen(plain)
    check_language(language)
    if load is not None:
        sitting = _resumed(load, None, language, screen)
    elif resume or (game is None and _wants_to_go_on()):
        waiting = saves.unfinished()
        if not waiting:
            raise RepulseError("There is no game to go on with.")
        sitting = _resumed(waiting[0], waiting[0], language, screen)
    else:
        name = game or game_names()[0]
        played = display_of(name, language)
        sitting = new_sitting(
            played,
            read_options(option or [], players),
            int.from_bytes(os.urandom(4), "big") if seed is None else seed,
            seat - 1,
            [each.strip() for each in bots.split(",") if each.strip()] or [bot_names(name)[-1]],
            screen,
        )
    _sit_down(sitting)


def _wants_to_go_on() -> bool:
    """Ask whether to go on with a saved game, if there is one and somebody to ask."""
    waiting = saves.unfinished() if on_terminal() else []
    if not waiting:
        return False
    try:
        record = saves.read_file(waiting[0])
        text = f"a game of {record.game} with {len(record.choices)} choices made"
        answer = Screen().ask(f"There is {text}. Go on with it? (yes/no) [yes] ")
    except RepulseError as error:
        note(f"repulse: {error}")
        return False
    except EOFError:
        return False
    return answer.lower() in ("", "y", "yes")


def _resumed(path: Path, place: Path | None, language: str, screen: Screen) -> Sitting:
    record = saves.read_file(path)
    try:
        # A file that was saved by hand is left as it is; the game goes on in a place of its own.
        return resumed_sitting(
            display_of(record.game, language), record, place or saves.new_place(record), screen
        )
    except RepulseError as error:
        raise RepulseError(f"{path}: {error}") from error


def _sit_down(sitting: Sitting) -> None:
    match, screen, speech = sitting.match, sitting.screen, sitting.speech
    others = speech.say("comma").join(
        speech.say("is", player=speech.player(seat), name=speech.bot(name))
        for seat, name in enumerate(sitting.bots)
        if seat != sitting.seat
    )
    you = speech.player(sitting.seat)
    screen.say(speech.say("begin", game=match.game.name, seed=match.seed, player=you, others=others), QUIET)
    screen.say(speech.say("type_help"), QUIET)
    try:
        sitting.play()
    except Left:
        screen.say(speech.say("saved"), QUIET)
    except KeyboardInterrupt:
        screen.say(f"\n{speech.say('saved')}", QUIET)
        raise typer.Exit(INTERRUPTED) from None


@app.command()
def sim(
    game: Annotated[str, typer.Argument(help="galaxy or earth.")] = "galaxy",
    games: Annotated[int, typer.Option("--games", "-n", help="How many games.")] = 100,
    players: Players = None,
    bots: Bots = "random",
    seed: Seed = None,
    option: Options = None,
    workers: Annotated[int, typer.Option("--workers", "-w", help="Processes; 0 is one for each core.")] = 0,
    csv: Annotated[Path | None, typer.Option("--csv", help="Write a row for each seat of each game.")] = None,
    json: Annotated[Path | None, typer.Option("--json", help="Write an object for each game.")] = None,
    parquet: Annotated[Path | None, typer.Option("--parquet", help="As --csv, in Parquet.")] = None,
) -> None:
    """Let bots play many games, and count."""
    from repulse.cli.simulate import simulate

    names = [each.strip() for each in bots.split(",") if each.strip()]
    simulate(game, read_options(option or [], players), names, games, seed or 0, workers, csv, json, parquet)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A record: a saved or a finished game.")],
    at: Annotated[int | None, typer.Option("--at", help="Print the position after so many choices.")] = None,
    viewer: Annotated[
        str | None, typer.Option("--as", help="Who looks: a seat counted from 1, spectator or open.")
    ] = None,
    log: Annotated[bool, typer.Option("--log", help="Print all that happened, in words.")] = False,
    language: Language = "en",
    plain: Plain = False,
) -> None:
    """Look at a game again, step by step or at one position."""
    check_language(language)
    record = saves.read_file(file)
    try:
        shown = Replay(display_of(record.game, language), record, OPEN, Screen(plain))
    except RepulseError as error:
        raise RepulseError(f"{file}: {error}") from error
    if viewer is not None:
        shown.viewer = read_viewer(viewer, shown.match.state.players)
    if at is not None:
        shown.go(at)
    if log:
        shown.log()
    elif at is not None or not on_terminal():
        shown.show()
    else:
        shown.go(0)
        shown.walk()


@app.command()
def cards(
    query: Annotated[
        list[str] | None, typer.Argument(help="A name, a part of one, or words of a card.")
    ] = None,
    set_name: Annotated[str | None, typer.Option("--set", help="Only cards of this set.")] = None,
    type_name: Annotated[str | None, typer.Option("--type", help="world or development.")] = None,
    kind: Annotated[str | None, typer.Option("--kind", help="Only worlds of this kind.")] = None,
    keyword: Annotated[str | None, typer.Option("--keyword", help="Only cards with this keyword.")] = None,
    phase: Annotated[
        str | None, typer.Option("--phase", help="Only cards with a power in this phase.")
    ] = None,
    cost: Annotated[int | None, typer.Option("--cost", help="Only cards of this cost or defense.")] = None,
    svg: Annotated[
        tuple[str, Path] | None, typer.Option("--svg", help="Draw the card NAME into the file.")
    ] = None,
    html: Annotated[
        Path | None, typer.Option("--html", help="Write all that fit into one page with pictures.")
    ] = None,
    game: Annotated[str | None, typer.Option("--game", help="Whose cards.")] = None,
    language: Language = "en",
) -> None:
    """Look up cards."""
    from repulse.cli.cards import (
        Filters,
        show_cards,
        write_gallery,
        write_picture,
    )

    check_language(language)
    display = display_of(game or game_names()[0], language)
    if svg is not None:
        write_picture(display, svg[0], svg[1])
        return
    facets = {"set": set_name, "type": type_name, "kind": kind, "keyword": keyword, "phase": phase}
    filters = Filters(display, " ".join(query or []), **facets, cost=None if cost is None else str(cost))
    if html is not None:
        write_gallery(filters, html)
        return
    show_cards(filters, Screen())


@app.command()
def rules(
    game: Annotated[str | None, typer.Argument(help="galaxy or earth.")] = None,
    words: Annotated[
        list[str] | None,
        typer.Argument(help="A mode of the game, words to look for, or both.", metavar="[MODE] [SEARCH]..."),
    ] = None,
    language: Language = "en",
) -> None:
    """Read the rules of a game and mode, or what they say about something."""
    rulebook.show_rules(game, words or [], language, Screen())


@app.command()
def bench(
    game: Annotated[str | None, typer.Argument(help="galaxy or earth; both if not said.")] = None,
    players: Players = None,
    option: Options = None,
    seconds: Annotated[float, typer.Option(help="For each figure.")] = 2.0,
) -> None:
    """Measure this installation."""
    from repulse.cli.benchmark import measure

    measure([game] if game else game_names(), read_options(option or [], players), seconds, Screen())


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Where to listen; 0.0.0.0 lets others in.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="0 takes any port that is free.")] = 0,
    db: Annotated[
        str, typer.Option("--db", help="A file of SQLite, or the address of a PostgreSQL database.")
    ] = "",
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    bot: Annotated[
        list[str] | None, typer.Option("--bot", help="One more bot for the rooms, as name=module:Class.")
    ] = None,
    bot_seconds: Annotated[float, typer.Option(help="How long a bot may think about an answer.")] = 20.0,
) -> None:
    """Serve the table to browsers and programs."""
    from repulse.cli.serve import run_server

    run_server(host, port, db, open_page, bot or [], bot_seconds)


@app.command()
def version() -> None:
    """Print the version of this package."""
    print(f"repulse {repulse.__version__}")


def main() -> None:
    """Run the command line; the entry point of the console script."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run a command; its exit code. Whatever a user did wrong is told in one line, never as a traceback."""
    try:
        code = app(args=arguments or ["--help"], prog_name="repulse", standalone_mode=False)
    except RepulseError as error:
        note(f"repulse: {error}")
        return BAD_INPUT
    except BrokenPipeError:
        # Whoever read our output has had enough; what is still in the buffer would only fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        # Typer brings the errors of its command-line parser along under no public name.
        tell = getattr(error, "format_message", None)
        if tell is None:
            return _tell_fault(error)
        note(f"repulse: {' '.join(tell().split())}")
        return BAD_INPUT
    return code if isinstance(code, int) else 0


def _tell_fault(error: Exception) -> int:
    """An error of ours, not of the user's: what it was goes to a file that can be sent to whoever mends it."""
    place = saves.home() / "fault.txt"
    text = "".join(traceback.format_exception(error))
    try:
        saves.write_whole(place, f"repulse {repulse.__version__}, {' '.join(sys.argv[1:])}\n{text}")
    except RepulseError:
        note(text)
        return FAULT
    note(
        f"repulse: a fault in the program, sorry ({type(error).__name__}). Saved games are safe; {place} says more."
    )
    return FAULT
