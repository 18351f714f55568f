"""Many games from the command line: a progress bar, a table, files."""

from __future__ import annotations

import sys
import time
from contextlib import ExitStack
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from repulse.arena.export import (
    CsvExport,
    Export,
    JsonExport,
    ParquetExport,
)
from repulse.arena.many import Plan, make_plan, play_many
from repulse.arena.standings import Table, Tally
from repulse.cli.screen import QUIET, Screen
from repulse.engine.contract import Data, RepulseError
from repulse.games import display_of


def simulate(
    game: str,
    options: Data,
    bots: list[str],
    games: int,
    seed: int,
    workers: int,
    csv: Path | None,
    json: Path | None,
    parquet: Path | None,
) -> None:
    """Play, show the table, write the files."""
    if workers < 0:
        raise RepulseError(f"There cannot be {workers} workers.")
    plan = make_plan(game, options, bots, games, seed)
    started = time.perf_counter()
    table = Table()
    with ExitStack() as stack:
        files: list[Export] = []
        for export in _exports(plan, csv, json, parquet):
            files.append(stack.enter_context(export))
        progress = stack.enter_context(
            Progress(console=Console(stderr=True), disable=not sys.stderr.isatty())
        )
        bar = progress.add_task("Playing", total=games)
        for result in play_many(plan, workers):
            table.add(result)
            for file in files:
                file.add(result)
            progress.advance(bar)
    show_table(plan, table, time.perf_counter() - started, Screen())


def _exports(plan: Plan, csv: Path | None, json: Path | None, parquet: Path | None) -> list[Export]:
    exports: list[Export] = []
    if csv is not None:
        exports.append(CsvExport(csv))
    if json is not None:
        exports.append(JsonExport(json, plan))
    if parquet is not None:
        exports.append(ParquetExport(parquet))
    return exports


def show_table(plan: Plan, table: Table, seconds: float, screen: Screen) -> None:
    """The figures: by bot, by seat, and of the games as a whole."""
    chosen = ", ".join(
        f"{key} {value}" for key, value in plan.options.items() if value not in ([], False, None)
    )
    screen.say(f"{plan.game} ({chosen}), {table.games} games from seed {plan.seed}", QUIET)
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
