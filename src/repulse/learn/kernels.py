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
def entries(words: Array, table: Array, starts: Array, places: Array, numbers: Array) -> None:
    """What is not zero in some rows of bytes: where each row begins, the places, the numbers.

    `words` are the same bytes, eight at a time: most are empty. The other arrays have to be large enough; `starts` has one
    more than there are rows.
    """
    count, width = words.shape
    found = 0
    for row in range(count):
        starts[row] = found
        for word in range(width):
            if words[row, word] != 0:
                for place in range(8 * word, 8 * word + 8):
                    if table[row, place] != 0:
                        places[found] = place
                        numbers[found] = table[row, place]
                        found += 1
    starts[count] = found


@compiled
def _add_rows(low: int, high: int, places: Array, numbers: Array, weights: Array, sums: Array) -> None:
    """Add some rows of the weights to the sums, each so many times."""
    at = low
    # Four at a time: the sums are read and written less often.
    while at + 4 <= high:
        a, b = weights[places[at]], weights[places[at + 1]]
        c, d = weights[places[at + 2]], weights[places[at + 3]]
        p, q = np.float32(numbers[at]), np.float32(numbers[at + 1])
        r, s = np.float32(numbers[at + 2]), np.float32(numbers[at + 3])
        for k in range(len(sums)):
            sums[k] += p * a[k] + q * b[k] + r * c[k] + s * d[k]
        at += 4
    while at < high:
        a, p = weights[places[at]], np.float32(numbers[at])
        for k in range(len(sums)):
            sums[k] += p * a[k]
        at += 1


@compiled
def _cut_off(sums: Array) -> None:
    """No sum below 0."""
    for k in range(len(sums)):
        sums[k] = max(sums[k], np.float32(0))


@compiled
def first_layer(
    starts: Array, places: Array, numbers: Array, weights: Array, bias: Array, out: Array
) -> None:
    """The first hidden layer of some positions, one a row, each given by what is not zero."""
    for row in range(len(out)):
        out[row] = bias
        _add_rows(starts[row], starts[row + 1], places, numbers, weights, out[row])
        _cut_off(out[row])


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
        out[i] = bias
        _add_rows(starts[at[i]], starts[at[i] + 1], inputs, values, weights, out[i])
        _cut_off(out[i])


@compiled
def by_input(
    at: Array, starts: Array, inputs: Array, values: Array, ends: Array, rows: Array, numbers: Array
) -> None:
    """The numbers of the steps `at` by input: where those of each input end, which of the steps has each, the numbers."""
    ends[:] = 0
    for i in range(len(at)):
        for place in range(starts[at[i]], starts[at[i] + 1]):
            ends[inputs[place]] += 1
    total = 0
    for k in range(len(ends)):
        total += ends[k]
        ends[k] = total - ends[k]
    # Each end is where its input begins until all its numbers are there.
    for i in range(len(at)):
        for place in range(starts[at[i]], starts[at[i] + 1]):
            spot = ends[inputs[place]]
            rows[spot] = i
            numbers[spot] = values[place]
            ends[inputs[place]] = spot + 1


@compiled
def first_layer_gradient(ends: Array, rows: Array, numbers: Array, back: Array, gradient: Array) -> None:
    """The gradient of the first weights of some hidden units, from the numbers by input."""
    low = 0
    for k in range(len(ends)):
        gradient[k] = 0
        _add_rows(low, ends[k], rows, numbers, back, gradient[k])
        low = ends[k]


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
