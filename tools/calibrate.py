"""Fit the curves that correct shown chances of winning, and write how far off they are: `make calibration`.

Games are played at four kinds of tables (casual, sensible and expert bots, and all levels mixed) in every mode and for every number
of players. Whenever a seat chooses, what the net predicts for it is kept with how its game ended. Curves are fitted to the
games with even seeds and judged by those with odd seeds, whose figures go into docs/reference/calibration.md.

    python -m tools.calibrate --games 200     # for each kind of table of each configuration
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from repulse import charts
from repulse.advice.calibration import IDENTITY, MIN_CHANCE, WinCurve, curve_key
from repulse.arena.play import play_out
from repulse.bots import make_bot
from repulse.bots.neural.master import SearchBot
from repulse.bots.neural.rollouts import Configuration
from repulse.engine.bot import bot_seed
from repulse.engine.contract import Choice, Decision, Seat, State
from repulse.games import entries, game_named

ROOT: Final = Path(__file__).resolve().parent.parent
CURVES: Final = ROOT / "src" / "repulse" / "advice" / "calibration.json"
PAGE: Final = ROOT / "docs" / "reference" / "calibration.md"
PICTURE: Final = PAGE.with_suffix(".svg")

TABLES: Final[dict[str, tuple[str, ...]]] = {
    "casual": ("casual",),
    "club": ("sensible",),
    "expert": ("expert",),
    "mixed": ("casual", "sensible", "expert"),
}
"""The levels that sit at each kind of table."""
SAMPLED: Final = 0.2
"""The part of all choices whose predictions are kept."""
BINS: Final = 10
MIN_POSITIONS: Final = 200
"""Bins with fewer positions say little and are left out."""
STEPS: Final = 60
"""Newton steps of a fit."""
RIDGE: Final = 2.0
"""The pull of the factors towards 1, in positions."""

Floats = npt.NDArray[np.float64]


@dataclass
class Sample:
    """Predictions and results of one configuration."""

    key: str
    kinds: list[str] = field(default_factory=list)
    predicted: list[float] = field(default_factory=list)
    won: list[float] = field(default_factory=list)
    """The share of the win that followed."""
    held_out: list[bool] = field(default_factory=list)

    def extend(self, other: Sample) -> None:
        """Add the positions of another sample."""
        self.kinds += other.kinds
        self.predicted += other.predicted
        self.won += other.won
        self.held_out += other.held_out


@dataclass(frozen=True)
class Job:
    """Some games of one kind of table."""

    game: str
    mode: str
    options: dict[str, Any]
    players: int
    kind: str
    seeds: range


class Recorder:
    """Keeps the features of a part of the positions in which seats choose."""

    def __init__(self, configuration: Configuration, rng: Random) -> None:
        self.configuration = configuration
        self.rng = rng
        self.seats: list[Seat] = []
        self.features: list[bytearray] = []

    def __call__(self, state: State, decision: Decision, _: Choice) -> None:
        """Take in a position before its choice is applied."""
        if self.rng.random() < SAMPLED:
            features = bytearray(len(self.configuration.inputs))
            self.configuration.learning.features(state.view(decision.seat), decision, [], features)
            self.seats.append(decision.seat)
            self.features.append(features)


def play_job(job: Job) -> Sample:
    """Play the games of a job, and keep a part of the predictions."""
    game = game_named(job.game)
    sample = Sample(curve_key(job.game, job.mode, job.players))
    options = game.check_options({**job.options, "players": job.players})
    predictor = SearchBot(0, job.game)
    for seed in job.seeds:
        rng = Random(f"{sample.key}/{job.kind}/{seed}")
        levels = [rng.choice(TABLES[job.kind]) for _ in range(job.players)]
        bots = [make_bot(level, job.game, bot_seed(seed, seat)) for seat, level in enumerate(levels)]
        configuration, evaluator = predictor.bound(game.start(options, seed).view(0))
        recorder = Recorder(configuration, rng)
        result, _ = play_out(game, options, seed, bots=bots, observer=recorder)
        if result.unfinished or not recorder.seats:
            continue
        shares = result.win_shares()
        for seat, (_, chance, _) in zip(recorder.seats, evaluator.values(recorder.features), strict=True):
            sample.kinds.append(job.kind)
            sample.predicted.append(chance)
            sample.won.append(shares[seat])
            sample.held_out.append(seed % 2 == 1)
    return sample


def all_jobs(games: int, batch: int) -> Iterator[Job]:
    """Yield the games of every mode, number of players and kind of table, in batches."""
    for entry in entries():
        for mode in entry.game.modes():
            for players in mode.players:
                for kind in TABLES:
                    for first in range(0, games, batch):
                        seeds = range(first, min(games, first + batch))
                        yield Job(entry.name, mode.name, dict(mode.options), players, kind, seeds)


def fit(predicted: Floats, won: Floats) -> WinCurve:
    """Return the curve under which the results are likeliest, by Newton's method with a pull towards no change."""
    p = np.clip(predicted, MIN_CHANCE, 1 - MIN_CHANCE)
    inputs = np.stack([np.ones_like(p), np.log(p), -np.log(1 - p)], axis=1)
    start = np.array([0.0, 1.0, 1.0])
    weights = start.copy()
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-inputs @ weights))
        gradient = inputs.T @ (chances - won) + RIDGE * (weights - start)
        curvature = (inputs * (chances * (1 - chances))[:, None]).T @ inputs + RIDGE * np.eye(3)
        weights = weights - np.linalg.solve(curvature, gradient)
        weights[1:] = np.clip(weights[1:], 0.05, 3.0)
    bias, of_win, of_loss = (round(float(weight), 4) for weight in weights)
    return WinCurve(bias, of_win, of_loss)


def apply_curve(curve: WinCurve, predicted: Floats) -> Floats:
    """Return the chances that a curve makes of predictions."""
    return np.array([curve(chance) for chance in predicted.tolist()])


def bins_of(chances: Floats, won: Floats) -> list[tuple[float, float, int]]:
    """Return the mean chance, the part won and the number of positions of each bin with enough of them."""
    number = np.minimum((chances * BINS).astype(int), BINS - 1)
    rows = []
    for index in range(BINS):
        inside = number == index
        count = int(inside.sum())
        if count >= MIN_POSITIONS:
            rows.append((float(chances[inside].mean()), float(won[inside].mean()), count))
    return rows


def largest_error(bins: Sequence[tuple[float, float, int]]) -> float:
    """Return the largest distance between chance and part won."""
    return max((abs(chance - won) for chance, won, _ in bins), default=0.0)


def collect(games: int, workers: int, batch: int) -> dict[str, Sample]:
    """Play all games, and return the positions of each configuration."""
    samples: dict[str, Sample] = {}
    jobs = list(all_jobs(games, batch))
    with ProcessPoolExecutor(workers) as pool:
        for count, sample in enumerate(pool.map(play_job, jobs), 1):
            samples.setdefault(sample.key, Sample(sample.key)).extend(sample)
            print(f"\rcalibrate {count} of {len(jobs)} batches", end="", flush=True)
    print()
    return samples


def report(samples: dict[str, Sample], curves: dict[str, WinCurve], games: int) -> str:
    """Return the page with the figures of the games that were held out, and write its picture."""
    lines = [
        "# Can the chances be trusted?",
        "",
        "The chance of winning beside a hint and in a review comes from a net that learned from games between strong players. It is corrected by a curve per mode and",
        f"number of players, fitted to games of casual, club, expert and mixed tables ({games} each) and judged by games that the fit has not seen. `make calibration` makes this page.",
        "",
        "![How often positions are won, by the chance shown](calibration.svg)",
        "",
        "| mode | players | positions | largest error of a bin before | after | Brier score before | after |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    pooled: list[tuple[Floats, Floats, Floats, npt.NDArray[np.str_]]] = []
    for key, sample in samples.items():
        held_out = np.array(sample.held_out)
        raw, won = np.array(sample.predicted)[held_out], np.array(sample.won)[held_out]
        shown = apply_curve(curves[key], raw)
        pooled.append((raw, shown, won, np.array(sample.kinds)[held_out]))
        game, mode, players = key.split("/")
        name = mode if game == mode else f"{game} {mode}"
        lines.append(
            f"| {name} | {players} | {len(won):,} | {100 * largest_error(bins_of(raw, won)):.1f} | "
            f"{100 * largest_error(bins_of(shown, won)):.1f} | {((raw - won) ** 2).mean():.4f} | {((shown - won) ** 2).mean():.4f} |"
        )
    raw, shown, won = (np.concatenate([row[index] for row in pooled]) for index in range(3))
    kinds = np.concatenate([row[3] for row in pooled])
    lines += ["", "All modes together, by the kind of table:", ""]
    lines += ["| table | positions | largest error before | after |", "|---|---:|---:|---:|"]
    for kind in (*TABLES, "all"):
        of_kind = kinds == kind if kind != "all" else np.ones(len(kinds), bool)
        lines.append(
            f"| {kind} | {int(of_kind.sum()):,} | {100 * largest_error(bins_of(raw[of_kind], won[of_kind])):.1f} | "
            f"{100 * largest_error(bins_of(shown[of_kind], won[of_kind])):.1f} |"
        )
    lines += [
        "",
        f"Errors are in percentage points, over ten bins of equal width; bins with fewer than {MIN_POSITIONS} positions are left out. Positions of one game are not independent.",
        "The curve does not know who sits at the table, so it fits tables of one level less well than all of them together.",
        "",
    ]
    write_picture(bins_of(raw, won), bins_of(shown, won))
    return "\n".join(lines)


def write_picture(
    before: Sequence[tuple[float, float, int]], after: Sequence[tuple[float, float, int]]
) -> None:
    """Draw how often positions are won by the chance shown, before and after the correction."""
    lines = [
        charts.Line("as often as shown", [(0.0, 0.0), (1.0, 1.0)]),
        charts.Line("prediction of the net", [(chance, won) for chance, won, _ in before]),
        charts.Line("chance shown", [(chance, won) for chance, won, _ in after]),
    ]
    marks = [(share, charts.percent(share)) for share in (0.0, 0.25, 0.5, 0.75, 1.0)]
    label = "How often positions are won, by the chance of winning that is shown"
    PICTURE.write_text(str(charts.line_chart(lines, label, marks, x_title="chance shown")), encoding="utf-8")


def main() -> None:
    """Play, fit, and write the curves, the page and its picture."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=200, help="games for each kind of table (default: 200)")
    parser.add_argument("--workers", type=int, default=2, help="processes (default: 2)")
    parser.add_argument("--batch", type=int, default=20, help="games of a job (default: 20)")
    args = parser.parse_args()
    samples = collect(args.games, args.workers, args.batch)
    curves: dict[str, WinCurve] = {}
    for key, sample in samples.items():
        fitted = ~np.array(sample.held_out)
        curves[key] = (
            fit(np.array(sample.predicted)[fitted], np.array(sample.won)[fitted])
            if fitted.any()
            else IDENTITY
        )
    rows = {key: [curve.bias, curve.of_win, curve.of_loss] for key, curve in curves.items()}
    CURVES.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    PAGE.write_text(report(samples, curves, args.games), encoding="utf-8")
    print(f"calibrate wrote {CURVES.relative_to(ROOT)} and {PAGE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
