"""The network as it is trained: its parameters for all configurations, and one step of training, in JAX.

The parameters belong to names of inputs and actions; positions of any configuration are spread over them, so training
on any configuration trains the one net.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
import optax

from repulse.bots.neural.lanes import Configuration
from repulse.bots.neural.net import (
    HEADS,
    SCORE,
    SCORE_SCALE,
    WIN,
    WORTH,
    Bytes,
    Floats,
    Net,
    places,
    shared_name,
)

Params: TypeAlias = dict[str, jax.Array]

MINUS_MUCH: Final = -1e9


class Batch(NamedTuple):
    """Steps to learn from."""

    features: jax.Array
    mask: jax.Array
    action: jax.Array
    log_prob: jax.Array
    advantage: jax.Array
    target: jax.Array
    won: jax.Array
    score: jax.Array


class Spread:
    """How the positions of a configuration are laid out as inputs and actions of the net."""

    def __init__(self, net: Net, configuration: Configuration) -> None:
        rows = places(net.inputs, [shared_name(name) for name in configuration.inputs])
        self._columns = places(net.actions, configuration.space.names)
        assert rows.min() >= 0
        assert self._columns.min() >= 0
        self._scales = np.zeros(len(net.inputs), np.float32)
        self._scales[rows] = configuration.scales
        self._actions = len(net.actions)
        # What several seats have goes to the same inputs, and adds up: one group a seat, so that none meets itself.
        self._groups: list[tuple[Any, Any]] = []
        left = np.arange(len(rows))
        while len(left):
            _, first = np.unique(rows[left], return_index=True)
            taken = left[np.sort(first)]
            self._groups.append((taken, rows[taken]))
            left = np.setdiff1d(left, taken)

    def inputs(self, features: Bytes) -> Floats:
        """Positions as the net reads them."""
        found = np.zeros((len(features), len(self._scales)), np.float32)
        for columns, rows in self._groups:
            found[:, rows] += features[:, columns]
        found *= self._scales
        return found

    def mask(self, mask: Bytes) -> Bytes:
        """The open actions as the net numbers them."""
        found = np.zeros((len(mask), self._actions), np.uint8)
        found[:, self._columns] = mask
        return found

    def action(self, action: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
        """Actions as the net numbers them."""
        return self._columns[action].astype(np.int32)


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


def outputs(params: Params, features: jax.Array, mask: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Log-probabilities of all actions, and the heads."""
    h = jax.nn.relu(features @ params["w1"] + params["b1"])
    h = jax.nn.relu(h @ params["w2"] + params["b2"])
    logits = h @ params["policy"] + params["policy_bias"]
    logits = jnp.where(mask > 0, logits, MINUS_MUCH)
    return jax.nn.log_softmax(logits), h @ params["heads"] + params["heads_bias"]


def head_losses(heads: jax.Array, batch: Batch, parts: Coefficients) -> tuple[jax.Array, jax.Array]:
    """How wrong the heads are: all together, and the first one alone."""
    worth = jnp.mean((heads[:, WORTH] - batch.target) ** 2)
    win = jnp.mean(optax.sigmoid_binary_cross_entropy(heads[:, WIN], batch.won))
    score = jnp.mean((heads[:, SCORE] - batch.score / SCORE_SCALE) ** 2)
    return parts.value * worth + parts.win * win + parts.score * score, worth


def ppo_loss(params: Params, batch: Batch, parts: Coefficients) -> tuple[jax.Array, dict[str, jax.Array]]:
    """Proximal policy optimisation: better than expected becomes likelier, but not by much at once."""
    log_probs, heads = outputs(params, batch.features, batch.mask)
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
    params: Params, batch: Batch, parts: Coefficients
) -> tuple[jax.Array, dict[str, jax.Array]]:
    """What was picked becomes likelier, and the heads learn how games end."""
    log_probs, heads = outputs(params, batch.features, batch.mask)
    taken = jnp.take_along_axis(log_probs, batch.action[:, None], axis=1)[:, 0]
    others, worth = head_losses(heads, batch, parts)
    told = {"policy": -jnp.mean(taken), "worth": worth, "entropy": jnp.zeros(()), "kl": jnp.zeros(())}
    return -jnp.mean(taken) + others, told


LOSSES: Final = {"ppo": ppo_loss, "imitation": imitation_loss}


def optimiser(rate: float) -> optax.GradientTransformation:
    """Adam with clipped gradients."""
    return optax.chain(optax.clip_by_global_norm(0.5), optax.adam(rate, eps=1e-5))


@partial(jax.jit, static_argnames=("loss", "rate", "parts"), donate_argnums=(0, 1))
def train_step(
    params: Params, memory: Any, batch: Batch, loss: str, rate: float, parts: Coefficients
) -> tuple[Params, Any, dict[str, jax.Array]]:
    """One step of the optimiser on one batch."""
    gradients, told = jax.grad(LOSSES[loss], has_aux=True)(params, batch, parts)
    changes, memory = optimiser(rate).update(gradients, memory, params)
    return optax.apply_updates(params, changes), memory, told
