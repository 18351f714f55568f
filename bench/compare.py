"""Check whether a change has made random games slower: two trees, before and after, measured in turn.

    make bench-compare BEFORE=../repulse-before

Each configuration has a process in either tree. They take turns in slices of a fraction of a second of processor time,
in changing order, so that a slow spell of the machine hits both alike; the ratio of a configuration is the median over
its rounds. `--interpreted` measures the sources instead of the compiled modules. `--instructions` counts instructions with
valgrind: no noise at all, and no caches either.

Rules may have changed between the two trees, so all figures are for a decision, not for a game.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.workers import HERE, ROOT, Worker, environment_of, pin_to_one_core

# (game, options without the players, numbers of players)
GAMES: list[tuple[str, dict[str, Any], tuple[int, ...]]] = [
    ("galaxy", {"game": "base"}, (2, 3, 4)),
    ("galaxy", {"game": "xeno-invasion"}, (2, 4, 5)),
    ("galaxy", {"game": "invasion"}, (2, 4, 5)),
    ("galaxy", {"game": "frontier"}, (2, 4, 5)),
    ("galaxy", {"game": "counterstrike"}, (2, 4, 5)),
    ("earth", {}, (3, 4, 5)),
]


@dataclass(frozen=True)
class Configuration:
    """One game with its options."""

    game: str
    options: dict[str, Any]

    @property
    def name(self) -> str:
        """For example `galaxy base, 4`."""
        words = [self.game, str(self.options.get("game", ""))]
        return f"{' '.join(filter(None, words))}, {self.options['players']}"


@dataclass(frozen=True)
class Row:
    """The cost of a configuration in either tree, and the ratio of the two."""

    name: str
    before: float
    after: float
    ratio: float
    spread: float
    """The distance between the quartiles of the ratio."""


def configurations(only: str) -> list[Configuration]:
    """Return the configurations whose name has `only` in it."""
    every = [
        Configuration(game, {**options, "players": players})
        for game, options, numbers in GAMES
        for players in numbers
    ]
    selected = [configuration for configuration in every if only in configuration.name]
    if not selected:
        sys.exit(f"bench: no configuration is called {only!r}")
    return selected


class Pair:
    """A configuration in both trees."""

    def __init__(self, configuration: Configuration, before: Path, after: Path) -> None:
        self.name = configuration.name
        subject = ["ours", configuration.game, configuration.options]
        self.workers = [Worker(f"{self.name}, {package}", package, subject) for package in (before, after)]
        self.speeds: list[list[float]] = [[], []]

    def round(self, seconds: float, turn: int) -> None:
        """Measure one slice of each tree, with the same seeds; the first one alternates."""
        for tree in (0, 1) if turn % 2 else (1, 0):
            played = self.workers[tree].ask("play", seconds, 1 + 1000 * turn)
            self.speeds[tree].append(played["decisions"] / played["seconds"])

    def row(self) -> Row:
        """Return the medians."""
        before, after = self.speeds
        ratios = [a / b for b, a in zip(before, after, strict=True)]
        low, middle, high = statistics.quantiles(ratios, n=4)
        return Row(self.name, statistics.median(before), statistics.median(after), middle, high - low)

    def end(self) -> None:
        """End both processes."""
        for worker in self.workers:
            worker.end()


def compare_times(
    selected: list[Configuration], trees: tuple[Path, Path], rounds: int, *, slice_: float
) -> None:
    """Measure decisions per second of processor time, and print them."""
    pin_to_one_core()
    pairs = [Pair(configuration, *trees) for configuration in selected]
    # The first slice reads the cards and warms everything up.
    for turn in range(rounds + 1):
        for pair in pairs:
            pair.round(slice_, turn)
            if turn == 0:
                pair.speeds = [[], []]
    for pair in pairs:
        pair.end()
    show([pair.row() for pair in pairs], "decisions/s")


def compare_instructions(selected: list[Configuration], trees: tuple[Path, Path], games: int) -> None:
    """Count instructions per decision, and print them."""
    if not shutil.which("valgrind"):
        sys.exit("bench: instructions are counted with valgrind, which is not on this machine")
    rows = []
    for configuration in selected:
        before, after = (instructions(configuration, package, games) for package in trees)
        rows.append(Row(configuration.name, before, after, before / after, 0.0))
    show(rows, "instructions")


def instructions(configuration: Configuration, package: Path, games: int) -> float:
    """Return the instructions of a decision: what a game more costs, so that starting Python does not count."""
    few, many = (_count(configuration, package, number) for number in (games, 2 * games))
    return (many[0] - few[0]) / (many[1] - few[1])


def _count(configuration: Configuration, package: Path, games: int) -> tuple[int, int]:
    """Return the instructions of a whole process that plays `games` games, and its decisions."""
    with tempfile.TemporaryDirectory() as folder:
        valgrind = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out"]
        subject = json.dumps(["ours", configuration.game, configuration.options])
        done = subprocess.run(
            [*valgrind, sys.executable, str(HERE / "worker.py"), subject],
            input=json.dumps({"do": "count", "seconds": games, "seed": 1}) + "\n",
            env=environment_of(package),
            capture_output=True,
            text=True,
            check=False,
        )
    collected = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode or not collected:
        sys.exit(f"bench: {configuration.name} failed in {package}:\n{done.stderr}")
    return int(collected[1]), json.loads(done.stdout)["decisions"]


def show(rows: list[Row], unit: str) -> None:
    """Print the table, the slowest ratio last."""
    print(f"{unit:>28}{'before':>12}{'after':>12}{'ratio':>8}{'±':>7}")
    for row in rows:
        spread = f"{row.spread / 2:7.3f}" if row.spread else ""
        print(f"{row.name:28}{row.before:12,.0f}{row.after:12,.0f}{row.ratio:8.3f}{spread}")
    slowest = min(rows, key=lambda row: row.ratio)
    print(f"\nSlowest: {slowest.name}, {slowest.ratio:.3f} of before")


def main() -> None:
    """Read the command line and compare."""
    parser = argparse.ArgumentParser(description="Compare the speed of two compiled trees.")
    parser.add_argument("before", type=Path, help="a checkout with its build/compiled")
    parser.add_argument("after", type=Path, nargs="?", default=ROOT, help="another (default: this one)")
    parser.add_argument("--rounds", type=int, default=25, help="slices for each side (default 25)")
    parser.add_argument("--slice", type=float, default=0.15, help="seconds of processor time (default 0.15)")
    parser.add_argument("--only", default="", help="configurations whose name has this in it")
    parser.add_argument("--interpreted", action="store_true", help="measure the sources, not compiled")
    parser.add_argument("--instructions", action="store_true", help="count instructions with valgrind")
    parser.add_argument("--games", type=int, default=40, help="games that are counted (default 40)")
    chosen = parser.parse_args()
    build = "src" if chosen.interpreted else "build/compiled"
    trees = (chosen.before / build, chosen.after / build)
    for package in trees:
        if not package.is_dir():
            sys.exit(f"bench: {package} is missing; run make compile there")
    selected = configurations(chosen.only)
    if chosen.instructions:
        compare_instructions(selected, trees, chosen.games)
    else:
        compare_times(selected, trees, chosen.rounds, slice_=chosen.slice)


if __name__ == "__main__":
    main()
