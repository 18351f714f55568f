"""Stand-ins for learners: agents that pick anything that is open."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from repulse.engine.random import seeded
from repulse.env import AecEnvironment
from repulse.games import game_named

CONFIGURATIONS = [
    pytest.param(game, options, id=" ".join([game, *(f"{key}={options[key]}" for key in options)]))
    for game in ("galaxy", "earth")
    for options in game_named(game).configurations()
]
"""Every game, mode and number of players, as options."""


class Picks:
    """Picks at random."""

    def __init__(self, seed: int) -> None:
        self._stream = seeded(seed)

    def of(self, mask: Any) -> int:
        """Any of the open actions."""
        open_actions = np.flatnonzero(mask)
        return int(open_actions[self._stream.below(len(open_actions))])


def play_aec(env: AecEnvironment, seed: int) -> dict[str, float]:
    """Play a game to its end; what each agent got."""
    env.reset(seed=seed)
    picks = Picks(seed)
    rewards: dict[str, float] = {}
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        rewards[agent] = reward
        assert seen is not None
        env.step(None if terminated or truncated else picks.of(seen["action_mask"]))
    return dict(sorted(rewards.items()))
