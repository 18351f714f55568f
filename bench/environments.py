"""How long a step of our PettingZoo environment takes, with observation and mask."""

from __future__ import annotations

from collections.abc import Mapping
from time import process_time
from typing import Any

from repulse.engine.random import seeded
from repulse.env import aec


def aec_step_microseconds(game: str, options: Mapping[str, Any], seconds: float, seed: int) -> float:
    """The mean time of a step of whole games at random, the choice of an action included."""
    env = aec(game, **options)
    stream = seeded(seed)
    steps = games = 0
    start = process_time()
    spent = 0.0
    while spent < seconds:
        env.reset(seed=seed + games)
        games += 1
        while True:
            seen, _, terminated, truncated, _ = env.last()
            if seen is None or terminated or truncated:
                break
            open_actions = seen["action_mask"].nonzero()[0]
            env.step(int(open_actions[stream.below(len(open_actions))]))
            steps += 1
        spent = process_time() - start
    return spent / steps * 1e6
