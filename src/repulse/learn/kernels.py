"""The inner loops of training, compiled by Numba.

Of a position's inputs one in ten is not zero, and of all actions a few are open: only these are added up. No loop needs
the interpreter's lock, so threads share a batch.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, log
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import numpy as np

Array: TypeAlias = Any
"""An array of numpy; Numba makes a version of each loop for the types that it is called with."""

if TYPE_CHECKING:
    F = TypeVar("F", bound=Callable[..., Any])

    def compiled(function: F) -> F:
        """Compile a function when it is first called."""
else:
    from numba import njit

    compiled = njit(nogil=True, cache=True, fastmath=True)


# --- playing ---


@compiled
def first_layer(features: Array, weights: Array, bias: Array, out: Array) -> None:
    """The first hidden layer of some positions, one a row, each given by all its numbers."""
    count, width = features.shape
    for row in range(count):
        sums = out[row]
        sums[:] = bias
        for place in range(width):
            number = features[row, place]
            if number != 0:
                size = np.float32(number)
                weight = weights[place]
                for k in range(len(sums)):
                    sums[k] += size * weight[k]
        for k in range(len(sums)):
            sums[k] = max(sums[k], np.float32(0))


@compiled
def draw(
    hidden: Array,
    masks: Array,
    policy: Array,
    bias: Array,
    points: Array,
    greedy: bool,
    actions: Array,
    log_probs: Array,
) -> None:
    """Pick an open action in each row, by its probability or the likeliest; the points, from 0 to 1, are the luck."""
    count, size = masks.shape
    liking = np.empty(size, np.float32)
    for row in range(count):
        best = -1
        for action in range(size):
            if masks[row, action] != 0:
                total = bias[action]
                weight = policy[action]
                for k in range(len(weight)):
                    total += hidden[row, k] * weight[k]
                liking[action] = total
                if best < 0 or total > liking[best]:
                    best = action
        top = liking[best]
        whole = np.float32(0)
        for action in range(size):
            if masks[row, action] != 0:
                whole += exp(liking[action] - top)
        if not greedy:
            left = points[row] * whole
            for action in range(size):
                if masks[row, action] != 0:
                    left -= exp(liking[action] - top)
                    if left < 0:
                        best = action
                        break
        actions[row] = best
        log_probs[row] = liking[best] - top - log(whole)


# --- learning ---


@compiled
def first_layer_of(
    at: Array, starts: Array, inputs: Array, values: Array, weights: Array, bias: Array, out: Array
) -> None:
    """The first hidden layer of the steps `at`, each given by what is not zero."""
    for i in range(len(at)):
        sums = out[i]
        sums[:] = bias
        for place in range(starts[at[i]], starts[at[i] + 1]):
            size = values[place]
            weight = weights[inputs[place]]
            for k in range(len(sums)):
                sums[k] += size * weight[k]
        for k in range(len(sums)):
            sums[k] = max(sums[k], np.float32(0))


@compiled
def first_layer_gradient(
    at: Array, starts: Array, inputs: Array, values: Array, back: Array, gradient: Array
) -> None:
    """Add up the gradient of the first weights of some hidden units."""
    for i in range(len(at)):
        error = back[i]
        for place in range(starts[at[i]], starts[at[i] + 1]):
            size = values[place]
            row = gradient[inputs[place]]
            for k in range(len(error)):
                row[k] += size * error[k]


@compiled
def policy_gradient(
    at: Array,
    starts: Array,
    open_actions: Array,
    taken: Array,
    log_prob: Array,
    advantage: Array,
    hidden: Array,
    policy: Array,
    bias: Array,
    imitation: bool,
    clip: float,
    entropy_part: float,
    share: float,
    back: Array,
    gradient: Array,
    bias_gradient: Array,
    told: Array,
) -> None:
    """What the policy has to learn from the steps `at`, of which each counts by its share.

    Better than expected becomes likelier, but not by much at once (proximal policy optimisation); or what was taken
    becomes likelier (imitation). Adds to `told`: the loss, the entropy, and how far the net has moved.
    """
    logs = np.empty(len(bias), np.float32)
    for i in range(len(at)):
        row = at[i]
        low, high = starts[row], starts[row + 1]
        h = hidden[i]
        top = np.float32(-1e30)
        for place in range(low, high):
            action = open_actions[place]
            weight = policy[action]
            total = bias[action]
            for k in range(len(h)):
                total += h[k] * weight[k]
            logs[place - low] = total
            top = max(top, total)
        whole = np.float32(0)
        for place in range(high - low):
            whole += exp(logs[place] - top)
        norm = top + log(whole)
        entropy = np.float32(0)
        likelihood = np.float32(0)
        for place in range(high - low):
            logs[place] -= norm
            entropy -= exp(logs[place]) * logs[place]
            if open_actions[low + place] == taken[row]:
                likelihood = logs[place]
        push = np.float32(0)
        if imitation:
            push = np.float32(-share)
            told[0] -= share * likelihood
        else:
            moved = likelihood - log_prob[row]
            ratio = exp(moved)
            gain = advantage[row]
            if (gain > 0 and ratio > 1 + clip) or (gain < 0 and ratio < 1 - clip):
                told[0] -= share * gain * (1 + clip if gain > 0 else 1 - clip)
            else:
                push = np.float32(-gain * ratio * share)
                told[0] -= share * gain * ratio
            told[2] += share * (ratio - 1 - moved)
        told[1] += share * entropy
        for place in range(high - low):
            action = open_actions[low + place]
            chance = exp(logs[place])
            error = np.float32(entropy_part * share * chance * (logs[place] + entropy) - push * chance)
            if action == taken[row]:
                error += push
            weight = policy[action]
            changed = gradient[action]
            bias_gradient[action] += error
            for k in range(len(h)):
                back[i, k] += error * weight[k]
                changed[k] += error * h[k]


@compiled
def adam(
    weights: Array,
    gradient: Array,
    first: Array,
    second: Array,
    rate: float,
    shrink: float,
    early_first: float,
    early_second: float,
) -> None:
    """One step of Adam on some weights; the moments begin at zero, which `early_...` make up for."""
    step, scale = np.float32(rate / early_first), np.float32(shrink)
    early = np.float32(1 / early_second)
    for k in range(len(weights)):
        g = gradient[k] * scale
        first[k] = np.float32(0.9) * first[k] + np.float32(0.1) * g
        second[k] = np.float32(0.999) * second[k] + np.float32(0.001) * g * g
        weights[k] -= step * first[k] / (np.sqrt(second[k] * early) + np.float32(1e-5))
