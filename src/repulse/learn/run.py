"""A training run: a folder with its plan, checkpoint, opponents and history; it resumes where it stopped."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from repulse.bots.neural.net import Net, load_net
from repulse.bots.neural.rollouts import Configuration
from repulse.engine.contract import RepulseError
from repulse.files import write_atomically
from repulse.games import game_named
from repulse.jobs.pool import core_count
from repulse.learn.checkpoint import Checkpoint, RunProgress, read_checkpoint
from repulse.learn.curves import HISTORY
from repulse.learn.demonstrations import Demonstrations
from repulse.learn.experience import LEARNER, Experience, advantages, normalize
from repulse.learn.net_editing import new_net, prune_names, widen, with_new_names
from repulse.learn.network import (
    AdamState,
    Learner,
    LossWeights,
    TrainingSteps,
    concatenate,
    layout_for,
    training_steps,
)
from repulse.learn.opponents import LEARNING_NET, OpponentPool, is_net_file
from repulse.learn.plan import TrainingPlan
from repulse.learn.recorded import recorded_games
from repulse.learn.selfplay import TrainedGame, setup_for
from repulse.learn.selfplay_jobs import SelfPlayJob, SelfPlayPool

EVALUATION_BATCH_GAMES: Final = 64
"""Games that are played side by side in an evaluation."""
EVALUATION_SEED: Final = 1 << 62
"""Evaluations have deals of their own."""


class TrainingRun:
    """A training run in its folder."""

    def __init__(
        self,
        folder: Path,
        plan: TrainingPlan,
        *,
        workers: int = 0,
        cluster: str = "",
        log: Callable[[str], None] = print,
    ) -> None:
        """Start a run, or resume the one in the folder.

        Args:
            folder: The folder of the run; it is created if it does not exist.
            plan: The plan; it may differ from the one that the run started with.
            workers: The number of processes that play; 0 means one per core.
            cluster: The address of a Ray cluster that plays instead.
            log: Receives a line per iteration.

        Raises:
            RepulseError: The folder holds a checkpoint that cannot be resumed, or a net cannot be read.
        """
        self.folder = folder
        self.plan = plan
        self._log = log
        game = game_named(plan.game)
        self.setups: list[TrainedGame] = [setup_for(game, options) for options in plan.configurations]
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(folder / "plan.json", json.dumps(asdict(plan), indent=2))
        self.net, adam, self.progress = self._resume()
        self.layouts = [layout_for(self.net, part) for part in self._configurations()]
        self.opponents = OpponentPool(folder, self.progress.opponents, plan.rivals)
        self._demonstrations = Demonstrations(folder / "demonstrations")
        self._learner = Learner(self.net.weights, adam, threads=core_count())
        self._pool = SelfPlayPool(workers, cluster=cluster)

    def _configurations(self) -> list[Configuration]:
        return [setup.configuration for setup in self.setups]

    # --- the folder ---

    def _resume(self) -> tuple[Net, AdamState | None, RunProgress]:
        """Return the net, optimizer and progress of the folder, or the initial ones of the plan."""
        plan = self.plan
        checkpoint = read_checkpoint(self.folder)
        if checkpoint is None:
            if plan.init_from:
                return self._fit_to_plan(load_net(Path(plan.init_from))), None, RunProgress()
            return (
                new_net(plan.game, self._configurations(), plan.hidden, seed=plan.seed),
                None,
                RunProgress(),
            )
        net = self._fit_to_plan(checkpoint.net)
        is_same_shape = all(
            array.shape == checkpoint.net.weights[name].shape for name, array in net.weights.items()
        )
        return net, checkpoint.adam if is_same_shape else None, checkpoint.progress

    def _fit_to_plan(self, net: Net) -> Net:
        """Return the net with all names and hidden units of the plan."""
        return widen(with_new_names(net, self._configurations()), self.plan.hidden, seed=self.plan.seed)

    def save(self) -> None:
        """Write the checkpoint."""
        self._update_net()
        Checkpoint(self.net, self._learner.adam, self.progress).write(self.folder)

    def _update_net(self) -> None:
        """Copy the weights of the learner into the net."""
        notes = {
            "games": self.progress.games,
            "iterations": self.progress.iteration,
            "configurations": self.plan.configurations,
        }
        self.net = Net(self.net.game, self.net.inputs, self.net.actions, self._learner.weights, notes)

    def _append_history(self, metrics: Mapping[str, object]) -> None:
        progress = self.progress
        line = {
            "iteration": progress.iteration,
            "games": progress.games,
            "seconds": round(progress.seconds, 1),
            **metrics,
        }
        with (self.folder / HISTORY).open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    def export(self, file: Path) -> None:
        """Write the net to a file, with the names of the plan's configurations only."""
        prune_names(self.net, self._configurations()).save(file)

    def close(self) -> None:
        """Stop the processes and threads of the run."""
        self._pool.close()
        self._learner.close()

    # --- training ---

    def train(self, minutes: float) -> None:
        """Train until the plan is complete or the time is up; every iteration ends with a checkpoint.

        The time includes imitation, which the next call resumes.
        """
        progress, plan = self.progress, self.plan
        deadline = time.monotonic() + minutes * 60
        if not progress.imitated and plan.teacher and not self._imitate(plan.teacher, deadline):
            self._log("The time was up before the imitation was complete: the next start resumes it.")
            return
        while progress.iteration < plan.iterations and time.monotonic() < deadline:
            started = time.monotonic()
            metrics = self._iterate()
            progress.iteration += 1
            progress.seconds += time.monotonic() - started
            if progress.iteration % plan.checkpoint_every == 0:
                self._update_net()
                self.opponents.add_checkpoint(self.net, progress.iteration)
            if progress.iteration % plan.evaluate_every == 0:
                metrics |= self.evaluate()
            self.save()
            self._append_history(metrics)
            text = "  ".join(f"{key} {value:.3g}" for key, value in metrics.items())
            self._log(
                f"{progress.iteration:5}  {progress.games:8} games  {progress.seconds / 60:6.1f} min  {text}"
            )

    def _iterate(self) -> dict[str, float]:
        """Play the games of an iteration and learn from them; return the metrics."""
        plan, progress = self.plan, self.progress
        self._update_net()
        started = time.monotonic()
        opponents = self.opponents.names()
        jobs: list[SelfPlayJob] = []
        configuration_of_job: list[int] = []
        for number, share in enumerate(plan.normalized_shares()):
            count = max(1, round(plan.games * share))
            batch = self._jobs(number, count, progress.games, opponents=opponents)
            jobs += batch
            configuration_of_job += [number] * len(batch)
            progress.games += count
        parts = self._pool.run(jobs, {LEARNING_NET: self.net, **self.opponents.nets()})
        played = time.monotonic()
        steps = concatenate(
            [
                self._steps(
                    number,
                    [part for part, of in zip(parts, configuration_of_job, strict=True) if of == number],
                )
                for number in range(len(self.setups))
            ]
        )
        metrics: dict[str, float] = {}
        for epoch in range(plan.epochs):
            metrics |= self._learn_epoch(steps, epoch)
            if metrics["kl"] > plan.max_kl:
                break
        metrics["rounds"] = sum(part.rounds for part in parts) / sum(part.games for part in parts)
        metrics["play_s"] = played - started
        metrics["learn_s"] = time.monotonic() - played
        return metrics

    def _jobs(
        self, number: int, count: int, first: int, *, opponents: Sequence[str] = (), imitate: str = ""
    ) -> list[SelfPlayJob]:
        """Return the jobs for `count` games of a configuration, from game number `first` on."""
        plan = self.plan
        nets = () if imitate else tuple(dict.fromkeys([LEARNING_NET, *filter(is_net_file, opponents)]))
        return [
            SelfPlayJob(
                game=plan.game,
                options=self.setups[number].options,
                seed=(plan.seed << 40) + (number << 32),
                first=low,
                end=high,
                nets=nets,
                opponents=tuple(nets.index(name) if name in nets else name for name in opponents),
                opponent_share=plan.opponent_share if opponents else 0.0,
                imitate=imitate,
                greedy=tuple(index for index, name in enumerate(nets) if name in plan.rivals),
            )
            for low, high in split_evenly(first, count, plan.batch_games)
        ]

    def _steps(self, number: int, parts: Sequence[Experience], *, imitation: bool = False) -> TrainingSteps:
        """Return the experience of a configuration as steps, with advantages normalized over all parts."""
        estimates = [advantages(part, self.plan.gae_lambda) for part in parts]
        normalized = normalize(np.concatenate([advantage for advantage, _ in estimates]))
        ends = np.cumsum([len(part) for part in parts])[:-1]
        return concatenate(
            [
                training_steps(
                    self.layouts[number],
                    part,
                    advantage=advantage,
                    target=part.reward if imitation else target,
                )
                for part, advantage, (_, target) in zip(
                    parts, np.split(normalized, ends), estimates, strict=True
                )
            ]
        )

    def _learn_epoch(self, steps: TrainingSteps, epoch: int) -> dict[str, float]:
        """Learn from all steps once, in batches of random order; return the mean metrics."""
        loss = LossWeights(entropy=self.plan.entropy)
        learning_rate = self.plan.learning_rate_at(self.progress.iteration)
        metrics = [
            self._learner.learn(steps, rows, learning_rate=learning_rate, loss=loss, imitation=False)
            for rows in self._batches(len(steps), epoch)
        ]
        return {key: float(np.mean([part[key] for part in metrics])) for key in metrics[0]}

    def _batches(self, count: int, epoch: int) -> npt.NDArray[np.intp]:
        """Return the rows of each batch of an epoch; the last one is filled up from the first.

        The order depends on seed, iteration and epoch alone, so a resumed run continues as if it had not stopped.
        """
        rng = np.random.default_rng([self.plan.seed, self.progress.iteration, epoch])
        size = self.plan.batch
        return np.resize(rng.permutation(count), (-(-count // size), size))

    # --- imitation ---

    def _imitate(self, teacher: str, deadline: float) -> bool:
        """Imitate a bot, or the games of a folder; return whether it is complete."""
        started = time.monotonic()
        folder = Path(teacher)
        parts = (
            list(self._recorded_steps(folder)) if folder.is_dir() else self._demonstrate(teacher, deadline)
        )
        is_complete = parts is not None and self._learn_imitation(teacher, concatenate(parts), deadline)
        self.progress.seconds += time.monotonic() - started
        if is_complete:
            self.progress.imitated = True
            self._learner.reset_optimizer()
        self.save()
        if is_complete:
            self._demonstrations.remove()
            self._append_history({"imitated": teacher, **self.evaluate()})
        return is_complete

    def _demonstrate(self, teacher: str, deadline: float) -> list[TrainingSteps] | None:
        """Return the steps of a bot, per configuration; None if the time is up before all have been played."""
        demonstrations, has_played = [], False
        for number, share in enumerate(self.plan.normalized_shares()):
            steps = self._demonstrations.read(number)
            if steps is None:
                # Every start plays at least one configuration.
                if has_played and time.monotonic() >= deadline:
                    return None
                has_played = True
                count = max(1, round(self.plan.imitation_games * share))
                parts = self._pool.run(self._jobs(number, count, 0, imitate=teacher), {})
                self.progress.games += count
                steps = self._steps(number, parts, imitation=True)
                self._demonstrations.write(number, steps)
                self._log(f"{count} games of {teacher}, configuration {number}: {len(steps)} picks")
            demonstrations.append(steps)
        return demonstrations

    def _recorded_steps(self, folder: Path) -> Iterator[TrainingSteps]:
        """Yield the steps of the games recorded in a folder.

        Raises:
            RepulseError: There is no finished game.
        """
        count = 0
        for setup, part in recorded_games(game_named(self.plan.game), folder):
            count += len(part)
            layout = layout_for(self.net, setup.configuration)
            yield training_steps(layout, part, advantage=part.value, target=part.reward)
        if not count:
            raise RepulseError(f"{folder} holds no finished game to learn from.")
        self._log(f"The records of {folder}: {count} picks")

    def _learn_imitation(self, teacher: str, steps: TrainingSteps, deadline: float) -> bool:
        """Learn to take the actions of some steps; return whether all epochs are complete."""
        plan, progress = self.plan, self.progress
        loss = LossWeights(entropy=plan.entropy)
        for epoch in range(plan.imitation_epochs):
            batches = self._batches(len(steps), epoch)
            total = plan.imitation_epochs * len(batches)
            losses = []
            for rows in batches[max(0, progress.imitation_batches - epoch * len(batches)) :]:
                metrics = self._learner.learn(
                    steps, rows, learning_rate=plan.imitation_learning_rate, loss=loss, imitation=True
                )
                losses.append(metrics["policy"])
                progress.imitation_batches += 1
                if time.monotonic() >= deadline and progress.imitation_batches < total:
                    return False
            if losses:
                self._log(f"Imitation of {teacher}: loss {np.mean(losses):.4f}")
        return True

    # --- evaluation ---

    def evaluate(self) -> dict[str, float]:
        """Return how often the net wins greedily against the baseline in all other seats, per configuration."""
        plan = self.plan
        self._update_net()
        batches = list(split_evenly(0, plan.evaluation_games, EVALUATION_BATCH_GAMES))
        jobs = [
            SelfPlayJob(
                game=plan.game,
                options=setup.options,
                seed=EVALUATION_SEED,
                first=low,
                end=high,
                nets=(LEARNING_NET,),
                opponents=(plan.baseline,),
                opponent_share=1.0,
                greedy=(LEARNER,),
            )
            for setup in self.setups
            for low, high in batches
        ]
        played = self._pool.run(jobs, {LEARNING_NET: self.net})
        wins: dict[str, float] = {}
        for number in range(len(self.setups)):
            parts = played[number * len(batches) : (number + 1) * len(batches)]
            seats = sum(part.seats for part in parts)
            wins[f"wins_{number}"] = float(sum(part.wins for part in parts) / max(1, seats))
        return wins


def split_evenly(first: int, count: int, max_size: int) -> Iterator[tuple[int, int]]:
    """Return the bounds of parts of at most `max_size` numbers, all about as long, for `count` numbers from `first` on."""
    parts = -(-count // max_size)
    return pairwise(first + count * part // parts for part in range(parts + 1))
