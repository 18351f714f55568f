"""The plan of a training run: settings that are read from and written to `plan.json`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from typing import Any, Final

from repulse.engine.contract import Data

RENAMED_KEYS: Final = {
    "begin": "init_from",
    "rate": "learning_rate",
    "last_rate": "final_learning_rate",
    "imitation_rate": "imitation_learning_rate",
    "smoothing": "gae_lambda",
    "most_kl": "max_kl",
    "past_games": "opponent_share",
    "past_every": "checkpoint_every",
    "piece": "batch_games",
    "measure_every": "evaluate_every",
    "measure_games": "evaluation_games",
    "yardstick": "baseline",
}
"""Keys of plans that were written by earlier versions, and their names today."""


@dataclass(frozen=True)
class TrainingPlan:
    """The plan of a training run."""

    game: str
    configurations: list[Data]
    """The configurations to train on, as options of the game."""
    shares: list[float] = field(default_factory=list)
    """The share of the games of each configuration; equal if empty."""
    hidden: tuple[int, int] = (256, 128)
    """The sizes of the two hidden layers."""
    seed: int = 1
    init_from: str = ""
    """The file of a net to start from, such as the one that ships. Names that it lacks are added to it."""
    imitate: str | None = None
    """The teacher to imitate before self-play: a bot such as `sensible` or `master@net.npz` (which distills a search into its
    own net), or a folder of records; empty for none. By default `sensible`, or none if `init_from` is set."""
    imitation_games: int = 4000
    imitation_epochs: int = 3
    imitation_learning_rate: float = 1e-3
    games: int = 1024
    """Games per iteration."""
    batch: int = 4096
    """Steps per gradient step."""
    epochs: int = 2
    """Passes over the steps of an iteration."""
    learning_rate: float = 5e-4
    """The learning rate of the first iteration; it falls linearly."""
    final_learning_rate: float = 5e-5
    """The learning rate of the last iteration."""
    iterations: int = 1000
    """The length of the run."""
    gae_lambda: float = 0.94
    """Lambda of the generalized advantage estimates, per pick. With 0.94, about three rounds count; beyond them, the value
    that the net predicts."""
    entropy: float = 0.005
    """The weight of the entropy bonus."""
    max_kl: float = 0.03
    """Stop the epochs of an iteration early once the KL divergence exceeds this."""
    opponent_share: float = 0.2
    """The fraction of games played against past checkpoints and rivals."""
    rivals: list[str] = field(default_factory=list)
    """Bots by name, or files of nets: the opponents of half of these games. They play greedily."""
    checkpoint_every: int = 20
    """Checkpoint interval for the opponent pool, in iterations."""
    batch_games: int = 256
    """Games that are played side by side, so that a net evaluates all of them at once. The result depends on it, but not on the
    number of processes or machines."""
    evaluate_every: int = 10
    """Evaluation interval, in iterations."""
    evaluation_games: int = 200
    """Games per configuration in an evaluation."""
    baseline: str = "sensible"
    """The bot that evaluations are played against."""

    @property
    def teacher(self) -> str:
        """The bot or folder to imitate; empty for none."""
        if self.imitate is None:
            return "" if self.init_from else "sensible"
        return self.imitate

    def learning_rate_at(self, iteration: int) -> float:
        """Return the learning rate of an iteration."""
        progress = min(1.0, iteration / self.iterations)
        return self.learning_rate + (self.final_learning_rate - self.learning_rate) * progress

    def normalized_shares(self) -> list[float]:
        """Return the share of each configuration; they add up to 1."""
        shares = self.shares or [1.0] * len(self.configurations)
        return [share / sum(shares) for share in shares]


def read_plan(data: Mapping[str, Any], *, log: Callable[[str], None] = lambda line: None) -> TrainingPlan:
    """Return the plan that JSON data holds.

    Args:
        data: The data of a `plan.json`, also of an earlier version.
        log: Receives a line for every key that has another name today.

    Raises:
        ValueError: A key is unknown, or a required one is missing.
    """
    names = [field.name for field in fields(TrainingPlan)]
    values: dict[str, Any] = {}
    for key, value in data.items():
        name = RENAMED_KEYS.get(key, key)
        if name not in names:
            close = get_close_matches(key, names, 1)
            hint = f"perhaps {close[0]!r} is meant" if close else f"the keys are {', '.join(names)}"
            raise ValueError(f"a plan has no key {key!r}; {hint}")
        if name != key:
            log(f"The key {key!r} of the plan is called {name!r} now.")
        values[name] = value
    missing = [name for name in ("game", "configurations") if name not in values]
    if missing:
        raise ValueError(f"the plan lacks {' and '.join(map(repr, missing))}")
    return TrainingPlan(**{**values, "hidden": tuple(values.get("hidden", TrainingPlan.hidden))})
