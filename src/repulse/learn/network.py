"""The network as it is trained: its parameters for all configurations, and one step of training, in JAX.

The parameters belong to names of inputs and actions; each configuration uses those of its
own, so training on any configuration trains the one net.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np
import optax

from repulse.bots.neural.lanes import Configuration
from repulse.bots.neural.net import (
    HEADS,
    SCORE,
    WIN,
    WORTH,
    Net,
    places,
    shared_name,
)
from repulse.bots.neural.worth import SCORE_SCALE

Params: TypeAlias = Mapping[str, Any]

MINUS_MUCH: Final = -1e9


Array: TypeAlias = Any
"""An array of numpy, or one of JAX."""


class Batch(NamedTuple):
    """Steps to learn from, one a row."""

    features: Array
    mask: Array
    action: Array
    log_prob: Array
    advantage: Array
    target: Array
    won: Array
    score: Array


class Layout(NamedTuple):
    """Which inputs and actions of the net a configuration has."""

    rows: jax.Array
    """The input of the net that each feature is; what several seats have goes to the same inputs, and adds up."""
    scales: jax.Array
    """What each feature is multiplied with."""
    columns: jax.Array
    """The action of the net that each action is."""


def layout_for(net: Net, configuration: Configuration) -> Layout:
    """How the positions of a configuration are laid out for the net."""
    rows = places(net.inputs, [shared_name(name) for name in configuration.inputs])
    columns = places(net.actions, configuration.space.names)
    assert rows.min() >= 0
    assert columns.min() >= 0
    scales = np.array(configuration.scales, np.float32)
    return Layout(jnp.asarray(rows), jnp.asarray(scales), jnp.asarray(columns))


@dataclass(frozen=True)
class Coefficients:
    """How much each part of the loss counts."""

    clip: float = 0.2
    entropy: float = 0.01
    value: float = 0.5
    win: float = 0.1
    score: float = 0.1


def new_net(game: str, configurations: Sequence[Configuration], hidden: tuple[int, int], seed: int) -> Net:
    """A net that knows all names of some configurations, with random weights."""
    inputs = sorted({shared_name(name) for each in configurations for name in each.inputs})
    actions = sorted({name for each in configurations for name in each.space.names})
    chance = np.random.default_rng(seed)
    first, second = hidden

    def he(rows: int, columns: int, used: float) -> Any:
        return (chance.standard_normal((rows, columns)) * np.sqrt(2 / used)).astype(np.float32)

    # Of the inputs some hundred are not zero at a time.
    weights = {
        "w1": he(len(inputs), first, 150),
        "b1": np.zeros(first, np.float32),
        "w2": he(first, second, first),
        "b2": np.zeros(second, np.float32),
        "policy": he(second, len(actions), second) * np.float32(0.05),
        "policy_bias": np.zeros(len(actions), np.float32),
        "heads": he(second, HEADS, second) * np.float32(0.1),
        "heads_bias": np.zeros(HEADS, np.float32),
    }
    return Net(game, inputs, actions, weights)


def grown(net: Net, configurations: Sequence[Configuration], seed: int) -> Net:
    """The net with further names, where configurations have some that it does not know; they begin at zero."""
    fresh = new_net(net.game, configurations, (net.weights["w2"].shape[0], net.weights["w2"].shape[1]), seed)
    inputs = net.inputs + [name for name in fresh.inputs if name not in set(net.inputs)]
    actions = net.actions + [name for name in fresh.actions if name not in set(net.actions)]
    weights = dict(net.weights)
    more, further = len(inputs) - len(net.inputs), len(actions) - len(net.actions)
    weights["w1"] = np.concatenate([weights["w1"], np.zeros((more, weights["w1"].shape[1]), np.float32)])
    weights["policy"] = np.concatenate(
        [weights["policy"], np.zeros((weights["policy"].shape[0], further), np.float32)], axis=1
    )
    weights["policy_bias"] = np.concatenate([weights["policy_bias"], np.zeros(further, np.float32)])
    return Net(net.game, inputs, actions, weights, net.notes)


def trimmed(net: Net, configurations: Sequence[Configuration]) -> Net:
    """The net without the names that none of some configurations has."""
    fresh = new_net(net.game, configurations, (1, 1), 0)
    rows, columns = places(net.inputs, fresh.inputs), places(net.actions, fresh.actions)
    weights = dict(net.weights)
    weights["w1"] = weights["w1"][rows]
    weights["policy"] = weights["policy"][:, columns]
    weights["policy_bias"] = weights["policy_bias"][columns]
    return Net(net.game, fresh.inputs, fresh.actions, weights, net.notes)


def outputs(params: Params, layout: Layout, features: Array, mask: Array) -> tuple[jax.Array, jax.Array]:
    """Log-probabilities of all actions of a configuration, and the heads."""
    # The weights are gathered once a batch, rather than the features spread once a position.
    first = params["w1"][layout.rows] * layout.scales[:, None]
    h = jax.nn.relu(features.astype(jnp.float32) @ first + params["b1"])
    h = jax.nn.relu(h @ params["w2"] + params["b2"])
    logits = h @ params["policy"][:, layout.columns] + params["policy_bias"][layout.columns]
    logits = jnp.where(mask > 0, logits, MINUS_MUCH)
    return jax.nn.log_softmax(logits), h @ params["heads"] + params["heads_bias"]


def head_losses(heads: jax.Array, batch: Batch, parts: Coefficients) -> tuple[jax.Array, jax.Array]:
    """How wrong the heads are: all together, and the first one alone."""
    worth = jnp.mean((heads[:, WORTH] - batch.target) ** 2)
    win = jnp.mean(optax.sigmoid_binary_cross_entropy(heads[:, WIN], batch.won))
    score = jnp.mean((heads[:, SCORE] - batch.score / SCORE_SCALE) ** 2)
    return parts.value * worth + parts.win * win + parts.score * score, worth


def ppo_loss(
    params: Params, layout: Layout, batch: Batch, parts: Coefficients
) -> tuple[jax.Array, dict[str, jax.Array]]:
    """Proximal policy optimisation: better than expected becomes likelier, but not by much at once."""
    log_probs, heads = outputs(params, layout, batch.features, batch.mask)
    taken = jnp.take_along_axis(log_probs, batch.action[:, None], axis=1)[:, 0]
    ratio = jnp.exp(taken - batch.log_prob)
    clipped = jnp.clip(ratio, 1 - parts.clip, 1 + parts.clip)
    policy = -jnp.mean(jnp.minimum(ratio * batch.advantage, clipped * batch.advantage))
    entropy = -jnp.mean(jnp.sum(jnp.where(batch.mask > 0, jnp.exp(log_probs) * log_probs, 0.0), axis=1))
    others, worth = head_losses(heads, batch, parts)
    drift = jnp.mean((ratio - 1) - (taken - batch.log_prob))
    told = {"policy": policy, "worth": worth, "entropy": entropy, "kl": drift}
    return policy + others - parts.entropy * entropy, told


def imitation_loss(
    params: Params, layout: Layout, batch: Batch, parts: Coefficients
) -> tuple[jax.Array, dict[str, jax.Array]]:
    """What was picked becomes likelier, and the heads learn how games end."""
    log_probs, heads = outputs(params, layout, batch.features, batch.mask)
    taken = jnp.take_along_axis(log_probs, batch.action[:, None], axis=1)[:, 0]
    others, worth = head_losses(heads, batch, parts)
    told = {"policy": -jnp.mean(taken), "worth": worth, "entropy": jnp.zeros(()), "kl": jnp.zeros(())}
    return -jnp.mean(taken) + others, told


LOSSES: Final = {"ppo": ppo_loss, "imitation": imitation_loss}


def optimiser() -> optax.GradientTransformation:
    """Adam with clipped gradients, for a rate of one: each step brings its own rate."""
    return optax.chain(optax.clip_by_global_norm(0.5), optax.adam(1.0, eps=1e-5))


@partial(jax.jit, static_argnames=("loss", "parts"), donate_argnums=(0, 1))
def train_step(
    params: Params,
    memory: Any,
    layout: Layout,
    batch: Batch,
    loss: str,
    rate: float,
    parts: Coefficients,
) -> tuple[Params, Any, dict[str, jax.Array]]:
    """One step of the optimiser on one batch."""
    gradients, told = jax.grad(LOSSES[loss], has_aux=True)(params, layout, batch, parts)
    changes, memory = optimiser().update(gradients, memory, params)
    changes = jax.tree.map(lambda change: rate * change, changes)
    return optax.apply_updates(params, changes), memory, told
