"""The inner loops of training, compiled by Numba.

One in ten inputs of a position is nonzero, and only a few actions are legal: the loops visit only these. No loop needs
the interpreter's lock, so threads share a batch.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, log
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

import numpy as np

Array: TypeAlias = Any
"""A numpy array; Numba compiles each loop for the types of its arguments."""

if TYPE_CHECKING:
    F = TypeVar("F", bound=Callable[..., Any])

    def compiled(function: F) -> F:
        """Compile a function at its first call."""
else:
    from numba import njit

    compiled = njit(nogil=True, cache=True, fastmath=True)


# --- playing ---


@compiled
def find_nonzero(words: Array, table: Array, starts: Array, indices: Array, numbers: Array) -> None:
    """Find the nonzero bytes of some rows.

    Args:
        words: The same bytes as `table`, eight at a time; most of them are zero.
        table: The bytes, one row per position.
        starts: Receives the offset of each row, and the total at the end.
        indices: Receives the columns of the nonzero bytes.
        numbers: Receives their values.
    """
    count, width = words.shape
    total = 0
    for row in range(count):
        starts[row] = total
        for word in range(width):
            if words[row, word] != 0:
                for column in range(8 * word, 8 * word + 8):
                    if table[row, column] != 0:
                        indices[total] = column
                        numbers[total] = table[row, column]
                        total += 1
    starts[count] = total


@compiled
def _add_rows(low: int, high: int, indices: Array, numbers: Array, weights: Array, sums: Array) -> None:
    """Add the rows of `weights` with the indices from `low` to `high` to the sums, each times its number."""
    i = low
    # Four at a time: the sums are read and written less often.
    while i + 4 <= high:
        a, b = weights[indices[i]], weights[indices[i + 1]]
        c, d = weights[indices[i + 2]], weights[indices[i + 3]]
        p, q = np.float32(numbers[i]), np.float32(numbers[i + 1])
        r, s = np.float32(numbers[i + 2]), np.float32(numbers[i + 3])
        for k in range(len(sums)):
            sums[k] += p * a[k] + q * b[k] + r * c[k] + s * d[k]
        i += 4
    while i < high:
        a, p = weights[indices[i]], np.float32(numbers[i])
        for k in range(len(sums)):
            sums[k] += p * a[k]
        i += 1


@compiled
def _relu(sums: Array) -> None:
    """Set negative sums to zero."""
    for k in range(len(sums)):
        sums[k] = max(sums[k], np.float32(0))


@compiled
def first_layer(
    starts: Array, indices: Array, numbers: Array, weights: Array, bias: Array, out: Array
) -> None:
    """Compute the first hidden layer of some positions, one per row, from their nonzero inputs."""
    for row in range(len(out)):
        out[row] = bias
        _add_rows(starts[row], starts[row + 1], indices, numbers, weights, out[row])
        _relu(out[row])


@compiled
def sample_actions(
    hidden: Array,
    masks: Array,
    policy: Array,
    bias: Array,
    uniforms: Array,
    greedy: bool,
    actions: Array,
    log_probs: Array,
) -> None:
    """Pick a legal action per row: the likeliest if `greedy`, otherwise one sampled with the help of `uniforms`."""
    count, size = masks.shape
    logits = np.empty(size, np.float32)
    for row in range(count):
        best = -1
        for action in range(size):
            if masks[row, action] != 0:
                total = bias[action]
                weight = policy[action]
                for k in range(len(weight)):
                    total += hidden[row, k] * weight[k]
                logits[action] = total
                if best < 0 or total > logits[best]:
                    best = action
        top = logits[best]
        normalizer = np.float32(0)
        for action in range(size):
            if masks[row, action] != 0:
                normalizer += exp(logits[action] - top)
        if not greedy:
            remaining = uniforms[row] * normalizer
            for action in range(size):
                if masks[row, action] != 0:
                    remaining -= exp(logits[action] - top)
                    if remaining < 0:
                        best = action
                        break
        actions[row] = best
        log_probs[row] = logits[best] - top - log(normalizer)


# --- learning ---


@compiled
def first_layer_of(
    rows: Array, starts: Array, inputs: Array, values: Array, weights: Array, bias: Array, out: Array
) -> None:
    """Compute the first hidden layer of the steps `rows` from their nonzero inputs."""
    for i in range(len(rows)):
        out[i] = bias
        _add_rows(starts[rows[i]], starts[rows[i] + 1], inputs, values, weights, out[i])
        _relu(out[i])


@compiled
def group_by_input(
    rows: Array,
    starts: Array,
    inputs: Array,
    values: Array,
    ends: Array,
    step_indices: Array,
    numbers: Array,
) -> None:
    """Group the nonzero inputs of the steps `rows` by input.

    Args:
        rows: The steps.
        starts: Offsets of the inputs of each step.
        inputs: The inputs of all steps.
        values: Their values.
        ends: Receives the end of the group of each input.
        step_indices: Receives, per group, the positions in `rows` of the steps that have the input.
        numbers: Receives the values.
    """
    ends[:] = 0
    for i in range(len(rows)):
        for entry in range(starts[rows[i]], starts[rows[i] + 1]):
            ends[inputs[entry]] += 1
    total = 0
    for k in range(len(ends)):
        total += ends[k]
        ends[k] = total - ends[k]
    # Each end is the start of its group until all values are in place.
    for i in range(len(rows)):
        for entry in range(starts[rows[i]], starts[rows[i] + 1]):
            slot = ends[inputs[entry]]
            step_indices[slot] = i
            numbers[slot] = values[entry]
            ends[inputs[entry]] = slot + 1


@compiled
def first_layer_gradient(
    ends: Array, step_indices: Array, numbers: Array, grad_hidden: Array, gradient: Array
) -> None:
    """Compute the gradient of the first weights of some hidden units from the groups of `group_by_input`."""
    low = 0
    for k in range(len(ends)):
        gradient[k] = 0
        _add_rows(low, ends[k], step_indices, numbers, grad_hidden, gradient[k])
        low = ends[k]


class PolicySteps(NamedTuple):
    """The steps that a policy learns from."""

    starts: Array
    """Offsets of the legal actions of each step."""
    open_actions: Array
    taken: Array
    """The action that was taken."""
    log_prob: Array
    """Its log-probability when it was taken."""
    advantage: Array


class PolicyLayer(NamedTuple):
    """The input of the policy layer (one row per step of the batch), its weights and its bias; or their gradients."""

    hidden: Array
    weights: Array
    """One row per action."""
    bias: Array


class PolicyLoss(NamedTuple):
    """The loss of a policy."""

    imitation: bool
    """Cross-entropy with the actions taken, instead of PPO."""
    clip: float
    """The clip range of PPO."""
    entropy: float
    """The weight of the entropy bonus."""
    share: float
    """The weight of each step."""


@compiled
def _log_softmax_of(row: int, hidden: Array, steps: Any, layer: Any, logs: Array) -> Any:
    """Write the log-probabilities of the legal actions of a step; return their entropy."""
    low, high = steps.starts[row], steps.starts[row + 1]
    top = np.float32(-1e30)
    for entry in range(low, high):
        action = steps.open_actions[entry]
        weight = layer.weights[action]
        total = layer.bias[action]
        for k in range(len(hidden)):
            total += hidden[k] * weight[k]
        logs[entry - low] = total
        top = max(top, total)
    normalizer = np.float32(0)
    for entry in range(high - low):
        normalizer += exp(logs[entry] - top)
    log_normalizer = top + log(normalizer)
    entropy = np.float32(0)
    for entry in range(high - low):
        logs[entry] -= log_normalizer
        entropy -= exp(logs[entry]) * logs[entry]
    return entropy


@compiled
def _ppo_gradient(row: int, log_prob: Any, steps: Any, loss: Any, metrics: Array) -> Any:
    """Return the gradient at the log-probability of the action taken; add to the metrics."""
    share = loss.share
    if loss.imitation:
        metrics[0] -= share * log_prob
        return np.float32(-share)
    log_ratio = log_prob - steps.log_prob[row]
    ratio = exp(log_ratio)
    advantage = steps.advantage[row]
    metrics[2] += share * (ratio - 1 - log_ratio)
    if (advantage > 0 and ratio > 1 + loss.clip) or (advantage < 0 and ratio < 1 - loss.clip):
        metrics[0] -= share * advantage * (1 + loss.clip if advantage > 0 else 1 - loss.clip)
        return np.float32(0)
    metrics[0] -= share * advantage * ratio
    return np.float32(-advantage * ratio * share)


@compiled
def policy_gradient(rows: Array, steps: Any, layer: Any, loss: Any, gradients: Any, metrics: Array) -> None:
    """Accumulate the clipped PPO (or imitation) policy gradient over the steps `rows`.

    Args:
        rows: The steps of the batch.
        steps: All steps (`PolicySteps`).
        layer: The policy (`PolicyLayer`).
        loss: The loss (`PolicyLoss`).
        gradients: The gradients to add to (`PolicyLayer`).
        metrics: The sums of the loss, the entropy and the KL divergence to add to.
    """
    logs = np.empty(len(layer.bias), np.float32)
    for i in range(len(rows)):
        row = rows[i]
        low = steps.starts[row]
        count = steps.starts[row + 1] - low
        hidden = layer.hidden[i]
        entropy = _log_softmax_of(row, hidden, steps, layer, logs)
        log_prob = np.float32(0)
        for entry in range(count):
            if steps.open_actions[low + entry] == steps.taken[row]:
                log_prob = logs[entry]
        grad_log_prob = _ppo_gradient(row, log_prob, steps, loss, metrics)
        metrics[1] += loss.share * entropy
        grad_hidden = gradients.hidden[i]
        for entry in range(count):
            action = steps.open_actions[low + entry]
            probability = exp(logs[entry])
            grad_logit = np.float32(
                loss.entropy * loss.share * probability * (logs[entry] + entropy)
                - grad_log_prob * probability
            )
            if action == steps.taken[row]:
                grad_logit += grad_log_prob
            weight = layer.weights[action]
            grad_weight = gradients.weights[action]
            gradients.bias[action] += grad_logit
            for k in range(len(hidden)):
                grad_hidden[k] += grad_logit * weight[k]
                grad_weight[k] += grad_logit * hidden[k]


@compiled
def adam(
    weights: Array,
    gradient: Array,
    mean: Array,
    square: Array,
    learning_rate: float,
    scale: float,
    mean_correction: float,
    square_correction: float,
) -> None:
    """Make one step of Adam; the corrections make up for moments that start at zero."""
    step, factor = np.float32(learning_rate / mean_correction), np.float32(scale)
    inverse = np.float32(1 / square_correction)
    for k in range(len(weights)):
        g = gradient[k] * factor
        mean[k] = np.float32(0.9) * mean[k] + np.float32(0.1) * g
        square[k] = np.float32(0.999) * square[k] + np.float32(0.001) * g * g
        weights[k] -= step * mean[k] / (np.sqrt(square[k] * inverse) + np.float32(1e-5))
