"""A process that measures one subject when told to.

It stays alive for all rounds, so that no measurement includes starting Python, and answers each line it reads with one
line of JSON: ``{"do": "play", "seconds": 1, "seed": 3}``, or the same with ``clone``, ``learn`` or ``step``; ``count`` takes games
for seconds.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from itertools import count
from typing import Any, Protocol
from unittest.mock import patch

POSITIONS = 200


class Subject(Protocol):
    """The available measurements."""

    def play(self, seconds: float, seed: int) -> dict[str, float]:
        """Play random games."""

    def clone(self, seconds: float, seed: int) -> dict[str, float]:
        """Return microseconds for a copy, and for each other measurement."""

    def learn(self, seconds: float, seed: int) -> dict[str, float]:
        """Return microseconds for what learners use."""

    def step(self, seconds: float, seed: int) -> dict[str, float]:
        """Return the steps per second of environments for learners."""

    def count(self, games: float, seed: int) -> dict[str, float]:
        """Play a number of random games."""


class Ours:
    """A game of this package, in the build that PYTHONPATH names."""

    def __init__(self, game: str, options: dict[str, Any]) -> None:
        from repulse.arena import bench

        self.bench = bench
        self.game = game
        self.options = options

    def play(self, seconds: float, seed: int) -> dict[str, float]:
        """Play random games."""
        return asdict(self.bench.random_games(self.game, self.options, seconds, seed=seed))

    def count(self, games: float, seed: int) -> dict[str, float]:
        """Play a number of random games: by a clock that shows one second more after each."""
        seconds = count()
        with patch.object(self.bench, "process_time", lambda: next(seconds)):
            return self.play(games, seed)

    def clone(self, seconds: float, seed: int) -> dict[str, float]:
        """Return microseconds for a copy, a view and a determinization."""
        return self.bench.thinking_microseconds(self.game, self.options, seconds, seed=seed)

    def learn(self, seconds: float, seed: int) -> dict[str, float]:
        """Return microseconds for features, a mask, and an answer as picks and back."""
        figures: dict[str, float] = self.bench.learning_microseconds(
            self.game, self.options, seconds, seed=seed
        )
        return figures

    def step(self, seconds: float, seed: int) -> dict[str, float]:
        """Return the steps per second of our environments."""
        from bench.environments import our_steps

        return our_steps(self.game, self.options, seconds, seed=seed)


class Peer:
    """A game of another library."""

    def __init__(self, library: str, setting: Any) -> None:
        from bench import peers
        from repulse.arena import bench

        makers: dict[str, Callable[[Any], Any]] = {
            "catanatron": peers.Catanatron,
            "open_spiel": peers.OpenSpiel,
        }
        self.bench = bench
        self.library = library
        self.setting = setting
        self.peer = makers[library](setting)
        self.copies: list[Callable[[], object]] = []

    def play(self, seconds: float, seed: int) -> dict[str, float]:
        """Play random games."""
        return asdict(self.peer.play(seconds, seed))

    def clone(self, seconds: float, seed: int) -> dict[str, float]:
        """Return microseconds for a copy."""
        if not self.copies:
            self.copies = self.peer.positions(POSITIONS, seed)
        return {"clone": self.bench.copy_microseconds(self.copies, seconds)}

    def learn(self, seconds: float, seed: int) -> dict[str, float]:
        """Not measured: every library offers something different here."""
        return {}

    def step(self, seconds: float, seed: int) -> dict[str, float]:
        """Return the steps per second with tensor and mask, where the library is OpenSpiel."""
        from bench.environments import spiel_steps_per_second

        if self.library != "open_spiel":
            return {}
        return {"OpenSpiel": spiel_steps_per_second(self.setting, seconds, seed)}

    def count(self, games: float, seed: int) -> dict[str, float]:
        """Not measured."""
        return {}


class Classic:
    """A classic game of PettingZoo, which is measured by its steps alone."""

    def __init__(self, name: str) -> None:
        self.name = name

    def play(self, seconds: float, seed: int) -> dict[str, float]:
        """Not measured."""
        return {}

    clone = learn = count = play

    def step(self, seconds: float, seed: int) -> dict[str, float]:
        """Return the steps per second."""
        from bench.environments import classic_steps

        return classic_steps(self.name, seconds, seed)


def main() -> None:
    """Answer requests until there are no more."""
    subject: Subject
    whose, name, setting = json.loads(sys.argv[1])
    if whose == "ours":
        subject = Ours(name, setting)
    else:
        subject = Classic(setting) if name == "pettingzoo" else Peer(name, setting)
    for line in sys.stdin:
        request = json.loads(line)
        measures = {
            "play": subject.play,
            "clone": subject.clone,
            "learn": subject.learn,
            "step": subject.step,
            "count": subject.count,
        }
        answer: object = measures[request["do"]](request["seconds"], request["seed"])
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
