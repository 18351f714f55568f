"""The command `study`: many games into a data set, and reports on data sets."""

from __future__ import annotations

import json
import time
from argparse import Namespace
from dataclasses import replace
from pathlib import Path

from repulse.arena.many import make_plan
from repulse.cli.options import names, read_options
from repulse.cli.progress import progress_bar
from repulse.cli.screen import QUIET, Screen
from repulse.engine.contract import Data, RepulseError
from repulse.games import game_names
from repulse.study.dataset import MANIFEST, DataSet, make_study
from repulse.study.run import run_study

REPORT = "report"


def study(typed: Namespace, screen: Screen) -> None:
    """Play a study or go on with one; or report on some."""
    if typed.words[0] == REPORT:
        report([Path(word) for word in typed.words[1:]], typed.html, typed.json, screen)
        return
    if len(typed.words) > 2:
        raise RepulseError(f"A study is DIR and GAME; there is more: {' '.join(typed.words[2:])}.")
    if typed.workers < 0:
        raise RepulseError(f"There cannot be {typed.workers} workers.")
    data = _data_set(typed)
    began, started = data.games(), time.perf_counter()
    played = 0
    try:
        with progress_bar("Playing", data.study.plan.games, began) as more:

            def count(_: object) -> None:
                nonlocal played
                played += 1
                more(1)

            run_study(data, typed.workers, typed.timeout, typed.cluster, count)
    finally:
        _show(data, played, time.perf_counter() - started, typed.json, screen)
    if typed.html is not None:
        _write(_count([data.folder]), Path(typed.html), typed.json, screen)


def _data_set(typed: Namespace) -> DataSet:
    """The study in the folder if nothing else is said, or the one that was described."""
    folder = Path(typed.words[0])
    game = typed.words[1] if len(typed.words) > 1 else None
    said = [game, typed.games, typed.players, typed.seed, typed.bots or None, typed.option or None]
    if (folder / MANIFEST).exists() and all(word is None for word in said):
        # Made again, so that games of other rules are not added to it, nor decisions of half the games.
        there = DataSet.open(folder).study
        return DataSet.create(folder, replace(there, decisions=there.decisions or typed.decisions))
    plan = make_plan(
        game or game_names()[0],
        read_options(typed.option, typed.players),
        names(typed.bots) or ["sensible"],
        1000 if typed.games is None else typed.games,
        typed.seed or 0,
    )
    return DataSet.create(folder, make_study(plan, typed.decisions))


def _show(data: DataSet, played: int, seconds: float, as_json: bool, screen: Screen) -> None:
    plan = data.study.plan
    games = data.games()
    size = sum(file.stat().st_size for file in data.folder.rglob("*.parquet"))
    facts: Data = {
        "folder": str(data.folder),
        "games": games,
        "planned": plan.games,
        "played_now": played,
        "seconds": round(seconds, 3),
        "bytes": size,
    }
    if as_json:
        print(json.dumps(facts, ensure_ascii=False))
        return
    done = f"{games} games" if games == plan.games else f"{games} of {plan.games} games"
    screen.say(f"{data.folder}: {done}, {size / 1e6:.1f} MB")
    if games < plan.games:
        screen.say(f"'repulse study {data.folder}' goes on with it.")
    if games:
        screen.say(f"'repulse study report {data.folder}' makes a page of it.")
    screen.say(f"{seconds:.1f} s, {played / seconds:.0f} games a second", QUIET)


def report(folders: list[Path], html: str | None, as_json: bool, screen: Screen) -> None:
    """Write the page, or its figures as JSON."""
    if not folders:
        raise RepulseError("A report on which studies? repulse study report DIR ...")
    runs = _count(folders)
    if as_json:
        print(json.dumps(runs, ensure_ascii=False))
    if html is not None or not as_json:
        _write(runs, Path(html or f"{folders[0].absolute().name or 'study'}.html"), as_json, screen)


def _count(folders: list[Path]) -> list[Data]:
    from repulse.study.summary import names_of, summarise

    runs = []
    for folder, name in zip(folders, names_of(folders), strict=True):
        data = DataSet.open(folder)
        parts = sum(1 for _ in data.parts())
        if not parts:
            raise RepulseError(f"No game of the study in {folder} has been played.")
        with progress_bar(f"Counting {name}", parts, unit="parts") as more:
            runs.append({**summarise(folder, lambda: more(1)), "name": name})
    return runs


def _write(runs: list[Data], place: Path, as_json: bool, screen: Screen) -> None:
    from repulse.study.report import write_report

    write_report(runs, place)
    if not as_json:
        screen.say(f"The report is in {place}.")
