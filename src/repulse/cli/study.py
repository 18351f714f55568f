"""The command `study`: many games into a data set, and reports on data sets."""

from __future__ import annotations

import json
import time
from argparse import Namespace
from dataclasses import replace
from pathlib import Path
from typing import Any

from repulse.arena.many import make_plan
from repulse.cli.options import names, read_options
from repulse.cli.progress import progress_bar
from repulse.cli.screen import QUIET, Screen
from repulse.engine.contract import Data, RepulseError
from repulse.games import game_names
from repulse.study.dataset import MANIFEST, DataSet, make_study
from repulse.study.run import run_study

DEFAULT_GAMES = 1000


def play_study(args: Namespace, screen: Screen) -> None:
    """Play a study, or resume one; then write a report if `--html` names its file."""
    data = _data_set(args)
    began, started = data.games(), time.perf_counter()
    played = 0
    try:
        with progress_bar("Playing", data.study.plan.games, began) as more:

            def count(_: object) -> None:
                nonlocal played
                played += 1
                more(1)

            run_study(data, workers=args.workers, seconds=args.timeout, cluster=args.cluster, progress=count)
    finally:
        facts = _facts(data, played, time.perf_counter() - started)
        if args.json:
            print(json.dumps(facts, ensure_ascii=False))
        else:
            _show(data, facts, screen)
    if args.html is not None:
        _write(_count([data.folder]), Path(args.html), None if args.json else screen)


def _data_set(args: Namespace) -> DataSet:
    """Return the study in the folder if no option describes another one, or else the described one."""
    folder = Path(args.folder)
    options = [args.game, args.games, args.players, args.seed, args.bots or None, args.option or None]
    if (folder / MANIFEST).exists() and all(option is None for option in options):
        # Created again, so that games of other rules are not added to it, nor decisions of half the games.
        study = DataSet.open(folder).study
        return DataSet.create(folder, replace(study, decisions=study.decisions or args.decisions))
    plan = make_plan(
        args.game or game_names()[0],
        read_options(args.option, args.players),
        names(args.bots) or ["sensible"],
        games=DEFAULT_GAMES if args.games is None else args.games,
        seed=args.seed or 0,
    )
    return DataSet.create(folder, make_study(plan, args.decisions))


def _facts(data: DataSet, played: int, seconds: float) -> dict[str, Any]:
    """Return how far a study is, and what was played now."""
    return {
        "folder": str(data.folder),
        "games": data.games(),
        "planned": data.study.plan.games,
        "played_now": played,
        "seconds": round(seconds, 3),
        "bytes": sum(file.stat().st_size for file in data.folder.rglob("*.parquet")),
    }


def _show(data: DataSet, facts: dict[str, Any], screen: Screen) -> None:
    games, planned, seconds = facts["games"], facts["planned"], facts["seconds"]
    count = f"{games} games" if games == planned else f"{games} of {planned} games"
    screen.say(f"{data.folder}: {count}, {facts['bytes'] / 1e6:.1f} MB")
    if games < planned:
        screen.say(f"'repulse study {data.folder}' resumes it.")
    if games:
        screen.say(f"'repulse study report {data.folder}' writes a report on it.")
    rate = facts["played_now"] / seconds if seconds else 0.0
    screen.say(f"{seconds:.1f} s, {rate:.0f} games per second", QUIET)


def report(folders: list[Path], screen: Screen, *, html: Path | None = None, as_json: bool = False) -> None:
    """Write a report on studies to `html`, or to a file named after the first folder; or print its figures as JSON.

    Raises:
        RepulseError: A folder holds no study, or one without a finished game.
    """
    runs = _count(folders)
    if as_json:
        print(json.dumps(runs, ensure_ascii=False))
    if html is not None or not as_json:
        page = html or Path(f"{folders[0].absolute().name or 'study'}.html")
        _write(runs, page, None if as_json else screen)


def _count(folders: list[Path]) -> list[Data]:
    from repulse.study.summary import joint_strategies, short_names, summarize

    runs = []
    strategies = joint_strategies(folders) if len(folders) > 1 and _same_game(folders) else None
    for folder, name in zip(folders, short_names(folders), strict=True):
        data = DataSet.open(folder)
        parts = sum(1 for _ in data.parts())
        if not parts:
            raise RepulseError(f"The study in {folder} has no finished game.")
        with progress_bar(f"Counting {name}", parts, unit="parts") as more:
            figures = summarize(folder, lambda: more(1), strategies=strategies)
            runs.append({**figures, "name": name})
    return runs


def _same_game(folders: list[Path]) -> bool:
    """Return whether all studies are of one game and have a finished game each."""
    data = [DataSet.open(folder) for folder in folders]
    return len({data_set.study.plan.game for data_set in data}) == 1 and all(
        any(True for _ in data_set.parts()) for data_set in data
    )


def _write(runs: list[Data], page: Path, screen: Screen | None) -> None:
    from repulse.study.report import write_report

    write_report(runs, page)
    if screen is not None:
        screen.say(f"The report is in {page}.")
