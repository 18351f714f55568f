"""Measure random play and copies, ours and our peers', on one core.

Every subject has its own process; only one works at a time, all on the same core, and they take turns in short
rounds, so that a slow spell of the machine affects them all alike. A figure is the median of its rounds, in seconds of
processor time. Decisions without an alternative are left out of the figures, ours and theirs.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import sys
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

from bench.workers import ROOT, Worker, pin_to_one_core

BUILDS = {"interpreted": ROOT / "src", "compiled": ROOT / "build" / "compiled"}

# (name in the table, game, options)
OURS: list[tuple[str, str, dict[str, Any]]] = [
    ("galaxy, 2 players", "galaxy", {"game": "base", "players": 2}),
    ("galaxy, 4 players", "galaxy", {"game": "base", "players": 4}),
    ("galaxy invasion, 4", "galaxy", {"game": "invasion", "players": 4}),
    ("galaxy frontier, 4", "galaxy", {"game": "frontier", "players": 4}),
    ("galaxy counterstrike, 4", "galaxy", {"game": "counterstrike", "players": 4}),
    ("galaxy counterstrike, 5", "galaxy", {"game": "counterstrike", "players": 5}),
    ("earth, 4 players", "earth", {"players": 4}),
]
# The same for what learners use: features, masks, picks. Measured only when compiled.
LEARNING: list[tuple[str, str, dict[str, Any]]] = [
    ("galaxy, 2 players", "galaxy", {"game": "base", "players": 2}),
    ("galaxy, 4 players", "galaxy", {"game": "base", "players": 4}),
    ("galaxy invasion, 5", "galaxy", {"game": "invasion", "players": 5}),
    ("galaxy counterstrike, 5", "galaxy", {"game": "counterstrike", "players": 5}),
    ("earth, 4 players", "earth", {"players": 4}),
]
# The classic games of PettingZoo that our environments are measured beside.
CLASSIC = ("gin_rummy", "texas_holdem")
# The game of OpenSpiel that our OpenSpiel games are measured beside.
SPIEL = ("gin_rummy",)
# (name in the table, library, setting)
PEERS: list[tuple[str, str, Any]] = [
    ("catanatron, 2 players", "catanatron", 2),
    ("catanatron, 4 players", "catanatron", 4),
    ("open_spiel gin_rummy", "open_spiel", "gin_rummy"),
    ("open_spiel chess", "open_spiel", "chess"),
]


@dataclass
class Figures:
    """The results of one subject's rounds."""

    name: str
    build: str
    games: list[float] = field(default_factory=list)
    decisions: list[float] = field(default_factory=list)
    lengths: list[float] = field(default_factory=list)
    forced: list[float] = field(default_factory=list)
    microseconds: dict[str, list[float]] = field(default_factory=dict)
    """For a copy, a view and a determinization."""

    def middle(self) -> dict[str, Any]:
        """Return the medians."""
        return {
            "name": self.name,
            "build": self.build,
            "games_per_second": statistics.median(self.games),
            "decisions_per_second": statistics.median(self.decisions),
            "decisions_per_game": statistics.median(self.lengths),
            "forced_per_game": statistics.median(self.forced),
            **{f"{what}_microseconds": statistics.median(times) for what, times in self.microseconds.items()},
            "spread": (max(self.decisions) - min(self.decisions)) / statistics.median(self.decisions),
        }


class Subject(Worker):
    """A process that measures, with its results."""

    def __init__(self, name: str, build: str, subject: list[Any]) -> None:
        super().__init__(f"{name} ({build})", BUILDS.get(build, BUILDS["interpreted"]), subject)
        self.figures = Figures(name, build)

    def round(self, seconds: float, seed: int) -> None:
        """Run and record the measurements of one round: most of the time for play, some for copies."""
        played = self.ask("play", seconds * 0.8, seed)
        figures = self.figures
        figures.games.append(played["games"] / played["seconds"])
        figures.decisions.append(played["decisions"] / played["seconds"])
        figures.lengths.append(played["decisions"] / played["games"])
        figures.forced.append(played["forced"] / played["games"])
        for what, time in self.ask("clone", seconds * 0.2, seed).items():
            figures.microseconds.setdefault(what, []).append(time)

    def learn(self, seconds: float, seed: int) -> dict[str, float]:
        """Return microseconds for each thing that learners use."""
        figures: dict[str, float] = self.ask("learn", seconds, seed)
        return figures


def start_workers(only: str) -> list[Subject]:
    """Start a process for every subject that can be measured here and that is wanted."""
    workers = []
    for name, game, options in OURS:
        for build in BUILDS:
            if only in f"{name} {build}":
                workers.append(Subject(name, build, ["ours", game, options]))
    for name, library, setting in PEERS:
        if only in f"{name} peer":
            workers.append(Subject(name, "peer", ["peer", library, setting]))
    if not workers:
        sys.exit(f"bench: no subject is called {only!r}")
    return workers


def measure_learning(only: str, seconds: float, rounds: int, *, seed: int) -> list[dict[str, Any]]:
    """Return the medians of what learners use, for every selected configuration."""
    selected = [row for row in LEARNING if only in f"{row[0]} compiled"]
    workers = [Subject(name, "compiled", ["ours", game, options]) for name, game, options in selected]
    turns: list[list[dict[str, float]]] = [[] for _ in workers]
    for turn in range(rounds):
        for worker, figures in zip(workers, turns, strict=True):
            figures.append(worker.learn(seconds / rounds, seed + 1000 * turn))
    rows: list[dict[str, Any]] = []
    for worker, figures in zip(workers, turns, strict=True):
        worker.end()
        middle = {name: statistics.median([sample[name] for sample in figures]) for name in figures[0]}
        rows.append({"name": worker.figures.name, "build": "compiled", "learning_microseconds": middle})
    return rows


def measure_steps(only: str, seconds: float, rounds: int, *, seed: int) -> list[dict[str, Any]]:
    """Return the medians of steps a second of environments: ours, compiled, and PettingZoo's own, in turns."""
    workers = [
        Subject(name, "compiled", ["ours", game, options])
        for name, game, options in LEARNING
        if only in f"{name} compiled"
    ]
    workers += [
        Subject(f"pettingzoo {name}", "peer", ["peer", "pettingzoo", name])
        for name in CLASSIC
        if only in f"pettingzoo {name} peer"
    ]
    workers += [
        Subject(f"open_spiel {name}", "peer", ["peer", "open_spiel", name])
        for name in SPIEL
        if only in f"open_spiel {name} peer"
    ]
    turns: list[list[dict[str, float]]] = [[] for _ in workers]
    for turn in range(rounds):
        for worker, figures in zip(workers, turns, strict=True):
            figures.append(worker.ask("step", seconds / rounds, seed + 1000 * turn))
    rows: list[dict[str, Any]] = []
    for worker, figures in zip(workers, turns, strict=True):
        worker.end()
        middle = {name: statistics.median([sample[name] for sample in figures]) for name in figures[0]}
        rows.append({"name": worker.figures.name, "build": worker.figures.build, "steps_per_second": middle})
    return rows


def show_steps(rows: list[dict[str, Any]]) -> None:
    """Print steps a second, and how many times those of each classic game ours are."""
    if not rows:
        return
    columns = list(dict.fromkeys(name for row in rows for name in row["steps_per_second"]))
    peers = [row for row in rows if row["build"] == "peer"]
    print(f"\n{'Environments, steps/s':37}" + "".join(f"{name:>16}" for name in columns))
    for row in rows:
        figures = row["steps_per_second"]
        cells = [f"{figures[name]:16,.0f}" if name in figures else " " * 16 for name in columns]
        times = [
            f"{figures[form] / speed:.1f} times {peer['name']}"
            for peer in peers
            for form, speed in peer["steps_per_second"].items()
            if row["build"] != "peer"
        ]
        print(f"{row['name']:24}{row['build']:13}" + "".join(cells) + "".join(f"  {text}" for text in times))


def show_learning(rows: list[dict[str, Any]]) -> None:
    """Print the table of what learners use."""
    if not rows:
        return
    columns = list(rows[0]["learning_microseconds"])
    print(f"\n{'For learners, µs':37}" + "".join(f"{name:>10}" for name in columns))
    for row in rows:
        figures = row["learning_microseconds"]
        print(f"{row['name']:24}{row['build']:13}" + "".join(f"{figures[name]:10.2f}" for name in columns))


def _figure(row: dict[str, Any], what: str, width: int) -> str:
    """Return a time that some subjects do not have."""
    microseconds = row.get(f"{what}_microseconds")
    return " " * width if microseconds is None else f"{microseconds:{width}.2f}"


def show(rows: list[dict[str, Any]]) -> None:
    """Print the table, then how we compare with each peer."""
    head = f"{'':24}{'build':13}{'games/s':>10}{'decisions/s':>13}{'spread':>8}{'a game':>8}{'forced':>8}{'clone µs':>10}{'view µs':>10}{'determinize µs':>16}"
    print(head)
    print("-" * len(head))
    for row in rows:
        print(
            f"{row['name']:24}{row['build']:13}{row['games_per_second']:10.1f}{row['decisions_per_second']:13,.0f}"
            f"{row['spread']:8.0%}{row['decisions_per_game']:8.0f}{row['forced_per_game']:8.0f}"
            f"{row['clone_microseconds']:10.2f}{_figure(row, 'view', 10)}{_figure(row, 'determinize', 16)}"
        )
    ours = [row for row in rows if row["build"] != "peer"]
    peers = [row for row in rows if row["build"] == "peer"]
    if ours and peers:
        print("\nUs beside each peer: times its decisions/s | times faster at a copy")
        print(f"{'':37}" + "".join(f"{row['name']:>24}" for row in peers))
    for us in ours:
        line = f"{us['name']:24}{us['build']:13}"
        for peer in peers:
            speed = us["decisions_per_second"] / peer["decisions_per_second"]
            copies = peer["clone_microseconds"] / us["clone_microseconds"]
            line += f"{f'{speed:.2f} | {copies:.2f}':>24}"
        if peers:
            print(line)


def main() -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--seconds", type=float, default=5.0, help="for each subject, over all rounds (default 5)"
    )
    parser.add_argument("--rounds", type=int, default=5, help="turns each subject gets (default 5)")
    parser.add_argument("--seed", type=int, default=1, help="of the first round (default 1)")
    parser.add_argument("--only", default="", help="subjects whose name or build has this in it")
    parser.add_argument("--json", type=Path, help="write the figures to this file too")
    chosen = parser.parse_args()
    pin_to_one_core()
    workers = start_workers(chosen.only)
    versions = ", ".join(
        f"{name} {metadata.version(name)}" for name in ("catanatron", "open_spiel", "pettingzoo")
    )
    print(f"Python {platform.python_version()}, one core; {versions}")
    print(f"{chosen.rounds} rounds of {chosen.seconds / chosen.rounds:.1f} s each, medians\n")
    for turn in range(chosen.rounds):
        for worker in workers:
            worker.round(chosen.seconds / chosen.rounds, chosen.seed + 1000 * turn)
    for worker in workers:
        worker.end()
    rows = [worker.figures.middle() for worker in workers]
    show(rows)
    learning = measure_learning(chosen.only, chosen.seconds, chosen.rounds, seed=chosen.seed)
    show_learning(learning)
    steps = measure_steps(chosen.only, chosen.seconds, chosen.rounds, seed=chosen.seed)
    show_steps(steps)
    rows += learning + steps
    if chosen.json:
        chosen.json.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
