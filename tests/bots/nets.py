"""Small nets for tests: their weights are random, their names real."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from repulse.bots.neural.net import HEADS, Net, shared_name
from repulse.bots.neural.rollouts import configuration_of
from repulse.games import game_named


def small_net(game: str, options: Mapping[str, object], seed: int = 1) -> Net:
    """A net that knows the inputs and actions of one configuration, and nothing of the game."""
    played = game_named(game)
    configuration = configuration_of(played, played.start(played.check_options(options), 0))
    inputs = list(dict.fromkeys(shared_name(name) for name in configuration.inputs))
    actions = list(configuration.space.names)
    chance = np.random.default_rng(seed)
    shapes = {
        "w1": (len(inputs), 16),
        "b1": (16,),
        "w2": (16, 8),
        "b2": (8,),
        "policy": (8, len(actions)),
        "policy_bias": (len(actions),),
        "heads": (8, HEADS),
        "heads_bias": (HEADS,),
    }
    weights = {
        name: (0.2 * chance.standard_normal(shape)).astype(np.float32) for name, shape in shapes.items()
    }
    return Net(game, inputs, actions, weights)
