"""Nets that are created, widened, given new names, or pruned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from repulse.bots.neural.net import HEADS, Floats, Net, positions_of, shared_name
from repulse.bots.neural.rollouts import Configuration

TYPICAL_INPUTS: Final = 150
"""About as many inputs are nonzero in a position; this sets the scale of the initial weights."""


def new_net(game: str, configurations: Sequence[Configuration], hidden: tuple[int, int], *, seed: int) -> Net:
    """Return a net with random weights for all names of some configurations.

    Args:
        game: The name of the game.
        configurations: Their inputs and actions become those of the net.
        hidden: The sizes of the hidden layers.
        seed: The seed of the weights.
    """
    inputs = sorted({shared_name(name) for part in configurations for name in part.inputs})
    actions = sorted({name for part in configurations for name in part.space.names})
    rng = np.random.default_rng(seed)
    first, second = hidden

    def he_weights(rows: int, columns: int, used: float) -> Floats:
        weights: Floats = (rng.standard_normal((rows, columns)) * np.sqrt(2 / used)).astype(np.float32)
        return weights

    weights = {
        "w1": he_weights(len(inputs), first, TYPICAL_INPUTS),
        "b1": np.zeros(first, np.float32),
        "w2": he_weights(first, second, first),
        "b2": np.zeros(second, np.float32),
        "policy": he_weights(second, len(actions), second) * np.float32(0.05),
        "policy_bias": np.zeros(len(actions), np.float32),
        "heads": he_weights(second, HEADS, second) * np.float32(0.1),
        "heads_bias": np.zeros(HEADS, np.float32),
    }
    return Net(game, inputs, actions, weights)


def widen(net: Net, hidden: tuple[int, int], *, seed: int) -> Net:
    """Return the net with at least `hidden` units; new units have zero outgoing weights, so the policy is unchanged.

    Args:
        net: The net.
        hidden: The number of units.
        seed: The seed of the new weights.
    """
    first, second = net.weights["w2"].shape
    more_first, more_second = max(0, hidden[0] - first), max(0, hidden[1] - second)
    fresh = new_net(net.game, [], (first + more_first, second + more_second), seed=seed)
    rng = np.random.default_rng(seed)
    weights = dict(net.weights)
    incoming = rng.standard_normal((len(net.inputs), more_first)) * np.sqrt(2 / TYPICAL_INPUTS)
    weights["w1"] = np.concatenate([weights["w1"], incoming.astype(np.float32)], axis=1)
    weights["b1"] = np.concatenate([weights["b1"], np.zeros(more_first, np.float32)])
    middle = fresh.weights["w2"]
    middle[:first, :second] = weights["w2"]
    middle[first:, :second] = 0
    weights["w2"] = middle
    weights["b2"] = np.concatenate([weights["b2"], np.zeros(more_second, np.float32)])
    for name in ("policy", "heads"):
        zeros = np.zeros((more_second, weights[name].shape[1]), np.float32)
        weights[name] = np.concatenate([weights[name], zeros])
    return Net(net.game, net.inputs, net.actions, weights, net.notes)


def with_new_names(net: Net, configurations: Sequence[Configuration]) -> Net:
    """Return the net with the names of some configurations that it lacked; their weights are zero."""
    fresh = new_net(net.game, configurations, (1, 1), seed=0)
    inputs = net.inputs + [name for name in fresh.inputs if name not in set(net.inputs)]
    actions = net.actions + [name for name in fresh.actions if name not in set(net.actions)]
    weights = dict(net.weights)
    more_inputs, more_actions = len(inputs) - len(net.inputs), len(actions) - len(net.actions)
    first, second = weights["w2"].shape
    weights["w1"] = np.concatenate([weights["w1"], np.zeros((more_inputs, first), np.float32)])
    weights["policy"] = np.concatenate(
        [weights["policy"], np.zeros((second, more_actions), np.float32)], axis=1
    )
    weights["policy_bias"] = np.concatenate([weights["policy_bias"], np.zeros(more_actions, np.float32)])
    return Net(net.game, inputs, actions, weights, net.notes)


def prune_names(net: Net, configurations: Sequence[Configuration]) -> Net:
    """Return the net without the inputs and actions that none of some configurations has."""
    fresh = new_net(net.game, configurations, (1, 1), seed=0)
    rows, columns = positions_of(fresh.inputs, net.inputs), positions_of(fresh.actions, net.actions)
    weights = dict(net.weights)
    weights["w1"] = weights["w1"][rows]
    weights["policy"] = weights["policy"][:, columns]
    weights["policy_bias"] = weights["policy_bias"][columns]
    return Net(net.game, fresh.inputs, fresh.actions, weights, net.notes)
