"""A training run: a folder that holds all of it, so that it goes on where it was broken off."""

from __future__ import annotations

import json
import pickle
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import cycle, pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from repulse.arena.many import cores
from repulse.bots.neural.lanes import Configuration
from repulse.bots.neural.net import Floats, Net, load_net
from repulse.engine.contract import Data, RepulseError
from repulse.games import game_named
from repulse.learn.curves import HISTORY
from repulse.learn.network import (
    Coefficients,
    Learner,
    Steps,
    grown,
    layout_for,
    new_net,
    steps_of,
    together,
    trimmed,
    widened,
)
from repulse.learn.recorded import recorded_games
from repulse.learn.selfplay import LEARNER, Experience, Setup, setup_for
from repulse.learn.workers import Job, SelfPlay

CHECKPOINT: Final = "checkpoint.pickle"
PAST: Final = "past"
RIVALS: Final = 8
"""The latest past selves are played against."""
MEASURED_AT_ONCE: Final = 64
"""Games of a piece when a net is measured."""


@dataclass(frozen=True)
class Plan:
    """What is trained, and how. Plain data: it stands in the run's folder as `plan.json`."""

    game: str
    configurations: list[Data]
    """The configurations, as options."""
    shares: list[float] = field(default_factory=list)
    """How many of the games each configuration gets; all the same if empty."""
    hidden: tuple[int, int] = (256, 128)
    seed: int = 1
    begin: str = ""
    """The file of a net to begin with, such as the one that ships; it learns what it does not know yet."""
    imitate: str | None = None
    """The bot to learn from before anything else, such as `sensible`, or `master@net.npz`, which teaches a net what it finds
    by looking ahead with it; or a folder of records; empty for none. If not said, it is `sensible` where there is no net to
    begin with."""
    imitation_games: int = 4000
    imitation_epochs: int = 3
    imitation_rate: float = 1e-3
    games: int = 1024
    """Games of an iteration."""
    batch: int = 4096
    epochs: int = 2
    rate: float = 5e-4
    last_rate: float = 5e-5
    iterations: int = 1000
    """After so many the rate of learning has come down to `last_rate`, and the run ends."""
    smoothing: float = 0.94
    """Lambda of the advantage estimates, by pick: some three rounds ahead count, beyond them the net's own judgement."""
    entropy: float = 0.005
    most_kl: float = 0.03
    """An iteration ends early when the net has moved that far."""
    past_games: float = 0.2
    """The part of the games against past selves and rivals."""
    rivals: list[str] = field(default_factory=list)
    """Bots by name, or files of nets, that sit opposite in every other of these games and play as well as they can: what
    others play should not come as a surprise."""
    past_every: int = 20
    """A past self is kept every so many iterations."""
    piece: int = 256
    """Games that are played side by side, for a net to answer at once. What is learned depends on it, but not on how many
    processes or machines play."""
    measure_every: int = 10
    measure_games: int = 200
    yardstick: str = "sensible"


def read_plan(data: dict[str, Any]) -> Plan:
    """The plan that JSON data holds; TypeError if it has a key that no plan has."""
    return Plan(**{**data, "hidden": tuple(data.get("hidden", Plan.hidden))})


class Run:
    """A training run in its folder."""

    def __init__(
        self,
        folder: Path,
        plan: Plan,
        workers: int = 0,
        say: Callable[[str], None] = print,
        cluster: str = "",
    ) -> None:
        self.folder = folder
        self.plan = plan
        self.say = say
        game = game_named(plan.game)
        self.setups: list[Setup] = [setup_for(game, options) for options in plan.configurations]
        configurations = self._configurations()
        self.iteration = 0
        self.imitated = False
        self.games = 0
        self.seconds = 0.0
        self.net: Net = new_net(plan.game, configurations, plan.hidden, plan.seed)
        self.past: list[str] = []
        memory = self._load()
        self.layouts = [layout_for(self.net, each) for each in configurations]
        self._learner = Learner(self.net.weights, memory, cores())
        self._play = SelfPlay(workers, cluster)
        self._past_nets = {name: self._read_past(name) for name in self.past[-RIVALS:]}
        self._rival_nets = {name: load_net(Path(name)) for name in plan.rivals if _is_file(name)}

    # --- keeping ---

    def _load(self) -> dict[str, Any] | None:
        """Take up what the folder holds, or the net to begin with; the memory of the learner, if it still fits."""
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / PAST).mkdir(exist_ok=True)
        _write(self.folder / "plan.json", json.dumps(asdict(self.plan), indent=2).encode())
        path = self.folder / CHECKPOINT
        if not path.is_file():
            if self.plan.begin:
                self.net = self._known(load_net(Path(self.plan.begin)))
            return None
        try:
            stored = pickle.loads(path.read_bytes())
            net = stored["net"]
        except Exception as error:
            raise RepulseError(f"{path} is damaged: {error}. Remove it to begin anew.") from error
        self.net = self._known(net)
        self.iteration = stored["iteration"]
        self.imitated = stored["imitated"]
        self.games = stored["games"]
        self.seconds = stored["seconds"]
        self.past = stored["past"]
        same = all(array.shape == net.weights[name].shape for name, array in self.net.weights.items())
        return stored["memory"] if same else None

    def _known(self, net: Net) -> Net:
        """A net with all names and hidden units of the plan."""
        return widened(grown(net, self._configurations(), self.plan.seed), self.plan.hidden, self.plan.seed)

    def _configurations(self) -> list[Configuration]:
        return [setup.configuration for setup in self.setups]

    def save(self) -> None:
        """Write the checkpoint; whatever happens meanwhile, the folder has this one or the one before."""
        self._fetch()
        stored = {
            "net": self.net,
            "memory": self._learner.memory,
            "iteration": self.iteration,
            "imitated": self.imitated,
            "games": self.games,
            "seconds": self.seconds,
            "past": self.past,
        }
        _write(self.folder / CHECKPOINT, pickle.dumps(stored))

    def _fetch(self) -> None:
        """Bring the net up to date with what was trained."""
        notes = {
            "games": self.games,
            "iterations": self.iteration,
            "configurations": self.plan.configurations,
        }
        self.net = Net(self.net.game, self.net.inputs, self.net.actions, self._learner.weights, notes)

    def _read_past(self, name: str) -> Net:
        return load_net(self.folder / PAST / name)

    def _tell(self, facts: Mapping[str, object]) -> None:
        line = {"iteration": self.iteration, "games": self.games, "seconds": round(self.seconds, 1), **facts}
        with (self.folder / HISTORY).open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    # --- training ---

    def train(self, minutes: float) -> None:
        """Train until the plan is done or the time is over; the checkpoint is written after every iteration."""
        until = time.monotonic() + minutes * 60
        if not self.imitated and (teacher := self._teacher()):
            self._imitate(teacher)
        while self.iteration < self.plan.iterations and time.monotonic() < until:
            started = time.monotonic()
            told = self._iterate()
            self.iteration += 1
            self.seconds += time.monotonic() - started
            if self.iteration % self.plan.past_every == 0:
                self._keep_past()
            if self.iteration % self.plan.measure_every == 0:
                told |= self.measure()
            self.save()
            self._tell(told)
            facts = "  ".join(f"{key} {value:.3g}" for key, value in told.items())
            self.say(f"{self.iteration:5}  {self.games:8} games  {self.seconds / 60:6.1f} min  {facts}")

    def _teacher(self) -> str:
        if self.plan.imitate is None:
            return "" if self.plan.begin else "sensible"
        return self.plan.imitate

    def _imitate(self, teacher: str) -> None:
        """Learn to play as a bot does."""
        plan = self.plan
        started = time.monotonic()
        folder = Path(teacher)
        steps = together(list(self._recorded(folder) if folder.is_dir() else self._shown(teacher)))
        for epoch in range(plan.imitation_epochs):
            told = self._learn(steps, plan.imitation_rate, epoch, imitation=True)
            self.say(f"imitation of {teacher}: loss {told['policy']:.4f}")
        self.seconds += time.monotonic() - started
        self.imitated = True
        self._learner.forget()
        self.save()
        self._tell({"imitated": teacher, **self.measure()})

    def _shown(self, teacher: str) -> Iterator[Steps]:
        """What a bot plays, by configuration."""
        for number, share in enumerate(self._shares()):
            count = max(1, round(self.plan.imitation_games * share))
            parts = self._play.run(self._jobs(number, count, 0, imitate=teacher), {})
            self.games += count
            steps = self._steps(number, parts, imitation=True)
            self.say(f"{count} games of {teacher}, configuration {number}: {len(steps)} picks")
            yield steps

    def _recorded(self, folder: Path) -> Iterator[Steps]:
        """What was played in the records of a folder."""
        count = 0
        for setup, part in recorded_games(game_named(self.plan.game), folder):
            count += len(part)
            yield steps_of(layout_for(self.net, setup.configuration), part, part.value, part.reward)
        if not count:
            raise RepulseError(f"{folder} holds no finished game to learn from.")
        self.say(f"the records of {folder}: {count} picks")

    def _iterate(self) -> dict[str, float]:
        plan = self.plan
        self._fetch()
        told: dict[str, float] = {}
        played = time.monotonic()
        jobs: list[Job] = []
        numbers: list[int] = []
        for number, share in enumerate(self._shares()):
            count = max(1, round(plan.games * share))
            made = self._jobs(number, count, self.games, opponents=self.opponents())
            jobs += made
            numbers += [number] * len(made)
            self.games += count
        parts = self._play.run(jobs, {"now": self.net, **self._past_nets, **self._rival_nets})
        learned = time.monotonic()
        rate = plan.rate + (plan.last_rate - plan.rate) * min(1.0, self.iteration / plan.iterations)
        steps = together(
            [
                self._steps(
                    number, [part for part, which in zip(parts, numbers, strict=True) if which == number]
                )
                for number in range(len(self.setups))
            ]
        )
        for epoch in range(plan.epochs):
            told |= self._learn(steps, rate, epoch)
            if told["kl"] > plan.most_kl:
                break
        told["rounds"] = sum(part.rounds for part in parts) / sum(part.games for part in parts)
        told["play_s"] = learned - played
        told["learn_s"] = time.monotonic() - learned
        return told

    def opponents(self) -> list[str]:
        """Who sits opposite, in turn: past selves, each followed by a rival if there are any."""
        past, rivals = self.past[-RIVALS:], self.plan.rivals
        if not past or not rivals:
            return past or rivals
        return [name for pair in zip(past, cycle(rivals), strict=False) for name in pair]

    def _shares(self) -> list[float]:
        shares = self.plan.shares or [1.0] * len(self.setups)
        return [share / sum(shares) for share in shares]

    def _jobs(
        self, number: int, count: int, first: int, opponents: Sequence[str] = (), imitate: str = ""
    ) -> list[Job]:
        plan = self.plan
        nets = () if imitate else tuple(dict.fromkeys(["now", *filter(_is_file, opponents)]))
        rivals = tuple(nets.index(name) if name in nets else name for name in opponents)
        return [
            Job(
                plan.game,
                self.setups[number].options,
                (plan.seed << 40) + (number << 32),
                low,
                high,
                nets,
                rivals,
                plan.past_games if rivals else 0.0,
                imitate,
                tuple(place for place, name in enumerate(nets) if name in plan.rivals),
            )
            for low, high in pieces(first, count, plan.piece)
        ]

    def _steps(self, number: int, parts: Sequence[Experience], imitation: bool = False) -> Steps:
        """What was played in a configuration, to learn from."""
        advantage, target = zip(*[advantages(part, self.plan.smoothing) for part in parts], strict=True)
        level = _level(np.concatenate(advantage))
        ends = np.cumsum([len(part) for part in parts])[:-1]
        return together(
            [
                steps_of(self.layouts[number], part, gain, part.reward if imitation else worth)
                for part, gain, worth in zip(parts, np.split(level, ends), target, strict=True)
            ]
        )

    def _learn(self, steps: Steps, rate: float, epoch: int, imitation: bool = False) -> dict[str, float]:
        """One pass over what was played, in batches that come in any order."""
        # Of its own for each pass: a run that was broken off goes on as if it had not been.
        chance = np.random.default_rng([self.plan.seed, self.iteration, epoch])
        parts_of_loss = Coefficients(entropy=self.plan.entropy)
        told = [
            self._learner.learn(steps, at, rate, parts_of_loss, imitation)
            for at in self._batches(len(steps), chance)
        ]
        return {key: float(np.mean([facts[key] for facts in told])) for key in told[0]}

    def _batches(self, count: int, chance: np.random.Generator) -> npt.NDArray[np.intp]:
        """Which steps make up each batch; the last one is filled up from the first, so that all have one size."""
        size = self.plan.batch
        order = chance.permutation(count)
        return np.resize(order, (-(-count // size), size))

    def _keep_past(self) -> None:
        self._fetch()
        name = f"{self.iteration:05}.npz"
        self.net.save(self.folder / PAST / name)
        self.past.append(name)
        self._past_nets[name] = self._read_past(name)
        for old in self.past[:-RIVALS]:
            self._past_nets.pop(old, None)

    def measure(self) -> dict[str, float]:
        """How often the net wins against the yardstick in all other seats, greedily, on deals of their own."""
        plan = self.plan
        self._fetch()
        spans = list(pieces(0, plan.measure_games, MEASURED_AT_ONCE))
        jobs = [
            Job(
                plan.game,
                setup.options,
                1 << 62,
                low,
                high,
                ("now",),
                (plan.yardstick,),
                1.0,
                greedy=(LEARNER,),
            )
            for setup in self.setups
            for low, high in spans
        ]
        played = self._play.run(jobs, {"now": self.net})
        found: dict[str, float] = {}
        for number in range(len(self.setups)):
            parts = played[number * len(spans) : (number + 1) * len(spans)]
            seats = sum(part.seats for part in parts)
            found[f"wins_{number}"] = float(sum(part.wins for part in parts) / max(1, seats))
        return found

    def export(self, file: Path) -> None:
        """Write the net to a file, with what it knows of the plan's configurations."""
        trimmed(self.net, self._configurations()).save(file)

    def close(self) -> None:
        """End the processes and threads of the run."""
        self._play.close()
        self._learner.close()


def _is_file(player: str) -> bool:
    """Whether a player is the file of a net, not a bot."""
    return player.endswith(".npz")


def _write(file: Path, data: bytes) -> None:
    """Write a file as a whole: whoever interrupts finds this one or the one before."""
    beside = file.with_name(f"{file.name}.new")
    beside.write_bytes(data)
    beside.replace(file)


def pieces(first: int, count: int, size: int) -> Iterator[tuple[int, int]]:
    """The spans of at most `size` numbers that `count` numbers from `first` on make up, all about as long."""
    parts = -(-count // size)
    return pairwise(first + count * part // parts for part in range(parts + 1))


def advantages(part: Experience, smoothing: float) -> tuple[Floats, Floats]:
    """Generalised advantage estimates, and the targets of the value that go with them."""
    count = len(part)
    advantage = np.zeros(count, np.float32)
    after = 0.0
    value, last, reward = part.value.tolist(), part.last.tolist(), part.reward.tolist()
    for step in range(count - 1, -1, -1):
        if last[step]:
            after = reward[step] - value[step]
        else:
            after = value[step + 1] - value[step] + smoothing * after
        advantage[step] = after
    return advantage, advantage + part.value


def _level(values: npt.NDArray[np.float32]) -> Floats:
    """Values with mean 0 and deviation 1."""
    level: Floats = ((values - values.mean()) / (values.std() + 1e-6)).astype(np.float32)
    return level
