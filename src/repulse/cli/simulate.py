"""The command `sim`: many games, a table, files."""

from __future__ import annotations

import sys
import time
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path

from repulse.arena.export import (
    CsvExport,
    JsonExport,
    ParquetExport,
    ResultExport,
)
from repulse.arena.many import SimulationPlan, play_many
from repulse.arena.scoreboard import Scoreboard, Tally
from repulse.cli.progress import progress_bar
from repulse.cli.screen import QUIET, Screen, print_json
from repulse.engine.contract import RepulseError
from repulse.games import display_of


def simulate(
    plan: SimulationPlan,
    exports: list[ResultExport],
    *,
    workers: int,
    timeout: float | None,
    cluster: str = "",
    as_json: bool = False,
) -> None:
    """Play, show the table, write the files.

    No finished game is lost if it ends early (a failing bot, Ctrl-C, the time limit).

    Raises:
        RepulseError: No game was finished in time.
    """
    started = time.perf_counter()
    table = Scoreboard()
    try:
        with ExitStack() as stack:
            for export in exports:
                stack.enter_context(export)
            more = stack.enter_context(progress_bar("Playing", plan.games))
            for result in play_many(plan, workers, seconds=timeout, cluster=cluster):
                more(1)
                table.add(result)
                for export in exports:
                    export.add(result)
    finally:
        if table.games and as_json:
            seconds = round(time.perf_counter() - started, 3)
            print_json({"plan": asdict(plan), **table.to_data(), "seconds": seconds})
        elif table.games:
            show_table(plan, table, Screen(), seconds=time.perf_counter() - started)
        if table.games:
            # Before anything is written to stderr.
            sys.stdout.flush()
    if not table.games:
        raise RepulseError(f"No game was finished within {timeout:g} seconds.")


def exports_to(plan: SimulationPlan, files: list[Path]) -> list[ResultExport]:
    """Return the requested files, each in the format of its suffix.

    Raises:
        RepulseError: A suffix is unknown.
    """
    exports: list[ResultExport] = []
    for file in files:
        if file.suffix == ".csv":
            exports.append(CsvExport(file))
        elif file.suffix == ".json":
            exports.append(JsonExport(file, plan))
        elif file.suffix == ".parquet":
            exports.append(ParquetExport(file, plan))
        else:
            raise RepulseError(f"A file of games ends with .csv, .json or .parquet, unlike {file.name!r}.")
    return exports


def show_table(plan: SimulationPlan, table: Scoreboard, screen: Screen, *, seconds: float) -> None:
    """Show the figures: per bot, per seat, and for all games together."""
    chosen = ", ".join(
        f"{key} {value}" for key, value in plan.options.items() if value not in ([], False, None)
    )
    played = f"{table.games} games" if table.games == plan.games else f"{table.games} of {plan.games} games"
    screen.say(f"{plan.game} ({chosen}), {played} from seed {plan.seed}", QUIET)
    head = ("", "seats", "wins", "share", "95% interval", "score", "sd")
    screen.say()
    screen.table(("bot", *head[1:]), (_row(name, tally) for name, tally in sorted(table.bots.items())))
    screen.say()
    screen.table(
        ("seat", "games", *head[2:]), (_row(str(seat + 1), tally) for seat, tally in enumerate(table.seats))
    )
    screen.say()
    if table.mean_rounds is not None:
        screen.say(f"rounds: {table.mean_rounds:.1f} per game")
    if table.unfinished:
        screen.say(f"stopped after too many rounds: {table.unfinished}")
    display = display_of(plan.game)
    for ending, count in sorted(table.endings.items(), key=lambda item: -item[1]):
        screen.say(f"ended because {display.ending_text(ending)}: {count} ({count / table.games:.1%})")
    for name, fact in table.facts.items():
        unit = "seat" if fact.per_seat else "game"
        screen.say(f"{name.replace('_', ' ')}: {fact.mean:.2f} per {unit}")
    screen.say(
        f"decisions: {table.decisions / table.games:.0f} per game, and {table.forced / table.games:.0f} forced"
    )
    screen.say(f"{seconds:.1f} s, {table.games / seconds:.0f} games per second", QUIET)


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
