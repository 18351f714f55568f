"""Many games from the command line: a progress bar, a table, files."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from repulse.arena.export import (
    CsvExport,
    Export,
    JsonExport,
    ParquetExport,
)
from repulse.arena.many import Plan, play_many
from repulse.arena.play import Result
from repulse.arena.standings import Table, Tally
from repulse.cli.screen import QUIET, Screen
from repulse.engine.contract import RepulseError
from repulse.games import display_of


def simulate(plan: Plan, workers: int, timeout: float | None, exports: list[Export]) -> None:
    """Play, show the table, write the files.

    No finished game is lost if it ends early (a failing bot, Ctrl-C, the time limit).
    """
    started = time.perf_counter()
    table = Table()
    try:
        with ExitStack() as stack:
            for export in exports:
                stack.enter_context(export)
            for result in stack.enter_context(_progress(plan, play_many(plan, workers, timeout))):
                table.add(result)
                for export in exports:
                    export.add(result)
    finally:
        if table.games:
            show_table(plan, table, time.perf_counter() - started, Screen())
            # Before anything is written to stderr.
            sys.stdout.flush()
    if not table.games:
        raise RepulseError(f"No game came to its end in {timeout:g} seconds.")


@contextmanager
def _progress(plan: Plan, results: Iterator[Result]) -> Iterator[Iterator[Result]]:
    """The results, with a progress bar on a terminal."""
    if not sys.stderr.isatty():
        yield results
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True)) as progress:
        bar = progress.add_task("Playing", total=plan.games)

        def counted() -> Iterator[Result]:
            for result in results:
                progress.advance(bar)
                yield result

        yield counted()


def exports_to(plan: Plan, csv: Path | None, json: Path | None, parquet: Path | None) -> list[Export]:
    """The requested files."""
    exports: list[Export] = []
    if csv is not None:
        exports.append(CsvExport(csv))
    if json is not None:
        exports.append(JsonExport(json, plan))
    if parquet is not None:
        exports.append(ParquetExport(parquet))
    return exports


def show_table(plan: Plan, table: Table, seconds: float, screen: Screen) -> None:
    """The figures: by bot, by seat, and for all games together."""
    chosen = ", ".join(
        f"{key} {value}" for key, value in plan.options.items() if value not in ([], False, None)
    )
    played = f"{table.games} games" if table.games == plan.games else f"{table.games} of {plan.games} games"
    screen.say(f"{plan.game} ({chosen}), {played} from seed {plan.seed}", QUIET)
    head = ("", "seats", "wins", "share", "95 % sure", "score", "sd")
    screen.say()
    screen.table(("bot", *head[1:]), (_row(name, tally) for name, tally in sorted(table.bots.items())))
    screen.say()
    screen.table(
        ("seat", "games", *head[2:]), (_row(str(seat + 1), tally) for seat, tally in enumerate(table.seats))
    )
    screen.say()
    if table.mean_rounds is not None:
        screen.say(f"rounds: {table.mean_rounds:.1f} a game")
    if table.unfinished:
        screen.say(f"called off after too many rounds: {table.unfinished}")
    display = display_of(plan.game)
    for ending, count in sorted(table.endings.items(), key=lambda item: -item[1]):
        screen.say(f"ended because {display.ending_text(ending)}: {count} ({count / table.games:.1%})")
    for name, fact in table.facts.items():
        of = "seat" if fact.by_seat else "game"
        screen.say(f"{name.replace('_', ' ')}: {fact.mean:.2f} a {of}")
    screen.say(
        f"decisions: {table.decisions / table.games:.0f} a game, and {table.forced / table.games:.0f} forced"
    )
    screen.say(f"{seconds:.1f} s, {table.games / seconds:.0f} games a second", QUIET)


def _row(name: str, tally: Tally) -> tuple[str, ...]:
    low, high = tally.interval
    return (
        name,
        str(tally.games),
        f"{tally.wins:.1f}",
        f"{tally.share:.1%}",
        f"{low:.1%} to {high:.1%}",
        f"{tally.mean_score:.2f}",
        f"{tally.score_deviation:.2f}",
    )
