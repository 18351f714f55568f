"""The learner: gradients of the net in numpy and Numba, and steps of Adam.

The weights belong to names of inputs and actions. Each configuration uses those of its own names, so training on any
configuration trains the same net. Steps of all configurations share a batch.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from repulse.bots.neural.net import SCORE, VALUE, WIN, Floats, Net, positions_of, shared_name, sigmoid
from repulse.bots.neural.returns import SCORE_SCALE
from repulse.bots.neural.rollouts import Configuration
from repulse.engine.contract import RepulseError
from repulse.learn import kernels
from repulse.learn.experience import Experience

PARTS: Final = 2
"""A batch is split into this many parts for the threads; the sums do not depend on the number of cores."""
MAX_GRADIENT_NORM: Final = 0.5
"""Longer gradients are scaled down to this norm, so that one unusual batch does little harm."""
POLICY: Final = "policy"

Rows: TypeAlias = npt.NDArray[np.intp]
"""Indices of steps."""


@dataclass(frozen=True, kw_only=True)
class TrainingSteps:
    """Steps of any configurations, by the nonzero inputs and the legal actions of the net."""

    starts: npt.NDArray[np.int64]
    """Offsets of the inputs of each step, and the total at the end."""
    inputs: npt.NDArray[np.uint16]
    values: Floats
    """The values of the inputs."""
    open_starts: npt.NDArray[np.int64]
    """Offsets of the legal actions of each step, and the total at the end."""
    open_actions: npt.NDArray[np.uint16]
    action: npt.NDArray[np.uint16]
    log_prob: Floats
    advantage: Floats
    target: Floats
    """The target of the value head."""
    won: Floats
    score: Floats

    def __len__(self) -> int:
        return len(self.action)


class Layout(NamedTuple):
    """The inputs and actions of the net that a configuration has."""

    rows: npt.NDArray[np.uint16]
    """The input of each feature; features of different seats share inputs, and add up."""
    scales: Floats
    """The factor of each feature."""
    columns: npt.NDArray[np.uint16]
    """The action of the net for each action of the configuration."""


def layout_for(net: Net, configuration: Configuration) -> Layout:
    """Return how the positions of a configuration map to the net.

    Raises:
        RepulseError: The net lacks a name of the configuration.
    """
    rows = positions_of([shared_name(name) for name in configuration.inputs], net.inputs)
    columns = positions_of(configuration.space.names, net.actions)
    for names, indices in ((configuration.inputs, rows), (configuration.space.names, columns)):
        if indices.min() < 0:
            raise RepulseError(f"The net has no input or action named {names[indices.argmin()]!r}.")
    scales = np.array(configuration.scales, np.float32)
    return Layout(rows.astype(np.uint16), scales, columns.astype(np.uint16))


def training_steps(
    layout: Layout, experience: Experience, *, advantage: Floats, target: Floats
) -> TrainingSteps:
    """Return the experience of a configuration as steps to learn from.

    Args:
        layout: The inputs of the net for the configuration.
        experience: The steps of finished games.
        advantage: The advantage of each step.
        target: The target of the value of each step.
    """
    return TrainingSteps(
        starts=experience.starts,
        inputs=layout.rows[experience.features],
        values=experience.numbers * layout.scales[experience.features],
        open_starts=experience.open_starts,
        open_actions=layout.columns[experience.open_actions],
        action=layout.columns[experience.action],
        log_prob=experience.log_prob,
        advantage=advantage,
        target=target,
        won=experience.won,
        score=experience.score,
    )


def concatenate(parts: Sequence[TrainingSteps]) -> TrainingSteps:
    """Return several sets of steps as one."""
    columns = {
        field.name: np.concatenate([getattr(part, field.name) for part in parts])
        for field in fields(TrainingSteps)
        if field.name not in ("starts", "open_starts")
    }
    return TrainingSteps(
        starts=_concatenate_offsets([part.starts for part in parts]),
        open_starts=_concatenate_offsets([part.open_starts for part in parts]),
        **columns,
    )


def _concatenate_offsets(parts: Sequence[npt.NDArray[np.int64]]) -> npt.NDArray[np.int64]:
    """Return the row offsets of the concatenation of several ragged arrays."""
    totals = np.cumsum([0, *[part[-1] for part in parts]])
    shifted = [part[:-1] + total for part, total in zip(parts, totals, strict=False)]
    return np.concatenate([*shifted, totals[-1:]])


@dataclass(frozen=True)
class LossWeights:
    """The clip range of PPO, and the weight of each part of the loss."""

    clip: float = 0.2
    entropy: float = 0.01
    value: float = 0.5
    win: float = 0.1
    score: float = 0.1


@dataclass
class AdamState:
    """The moments of Adam, per tensor."""

    steps: int
    mean: dict[str, Floats]
    """The running mean of the gradients."""
    square: dict[str, Floats]
    """The running mean of their squares."""


class Gradients(NamedTuple):
    """The gradients of a part of a batch."""

    tensors: dict[str, Floats]
    """The gradients of all tensors but `w1`."""
    grad_hidden: Floats
    """The gradient at the first hidden layer, per step: `w1` needs those of the whole batch."""
    metrics: npt.NDArray[np.float64]
    """Sums of the policy loss, the entropy, the KL divergence and the value loss."""


class Learner:
    """The weights of a net in training, and the state of its optimizer."""

    def __init__(self, weights: dict[str, Floats], adam: AdamState | None, *, threads: int) -> None:
        """Take the weights of a net.

        Args:
            weights: The tensors of the net; they are copied.
            adam: The state of the optimizer to resume with; None starts it at zero.
            threads: The number of threads.
        """
        # The policy is transposed: the weights of one action are adjacent, and only those of legal actions are read.
        self._weights = {
            name: np.array(_transpose_policy(name, array), order="C") for name, array in weights.items()
        }
        self.adam = adam or AdamState(
            0,
            {name: np.zeros_like(array) for name, array in self._weights.items()},
            {name: np.zeros_like(array) for name, array in self._weights.items()},
        )
        self._threads = ThreadPoolExecutor(threads)

    @property
    def weights(self) -> dict[str, Floats]:
        """A copy of the weights, in the layout of a net."""
        return {name: np.array(_transpose_policy(name, array)) for name, array in self._weights.items()}

    def reset_optimizer(self) -> None:
        """Set the moments of Adam to zero, for a new kind of loss."""
        self.adam.steps = 0
        for moments in (self.adam.mean, self.adam.square):
            for array in moments.values():
                array[:] = 0

    def close(self) -> None:
        """Stop the threads."""
        self._threads.shutdown()

    def learn(
        self, steps: TrainingSteps, rows: Rows, *, learning_rate: float, loss: LossWeights, imitation: bool
    ) -> dict[str, float]:
        """Make one step of the optimizer.

        Args:
            steps: The steps to learn from.
            rows: The indices of those in this batch.
            learning_rate: The learning rate of Adam.
            loss: The weights of the parts of the loss.
            imitation: Whether to imitate the actions rather than to improve on them.

        Returns:
            The means over the batch of the policy loss, the entropy, the KL divergence and the value loss.
        """
        gradients, metrics = self.gradients(steps, rows, loss=loss, imitation=imitation)
        self._apply(gradients, learning_rate)
        return metrics

    def gradients(
        self, steps: TrainingSteps, rows: Rows, *, loss: LossWeights, imitation: bool
    ) -> tuple[dict[str, Floats], dict[str, float]]:
        """Return the gradient of the mean loss for every tensor, and the metrics of `learn`.

        Args:
            steps: The steps.
            rows: The rows of the steps to use.
            loss: The weights of the parts of the loss.
            imitation: Whether to imitate the actions instead of improving on them.
        """
        share = 1 / len(rows)
        parts = list(
            self._threads.map(
                lambda part: self._backward(steps, part, share=share, loss=loss, imitation=imitation),
                np.array_split(rows, PARTS),
            )
        )
        gradients = {
            name: np.sum([part.tensors[name] for part in parts], axis=0) for name in parts[0].tensors
        }
        grad_hidden = np.concatenate([part.grad_hidden for part in parts])
        gradients["w1"] = self._first_layer_gradient(steps, rows, grad_hidden)
        totals = np.sum([part.metrics for part in parts], axis=0)
        names = ("policy", "entropy", "kl", "value_loss")
        return gradients, dict(zip(names, totals.tolist(), strict=True))

    def _backward(
        self, steps: TrainingSteps, rows: Rows, *, share: float, loss: LossWeights, imitation: bool
    ) -> Gradients:
        """Return the gradients of a part of a batch, in which every step has the weight `share`."""
        weights = self._weights
        first = np.empty((len(rows), len(weights["b1"])), np.float32)
        kernels.first_layer_of(
            rows, steps.starts, steps.inputs, steps.values, weights["w1"], weights["b1"], first
        )
        second: Floats = first @ weights["w2"] + weights["b2"]
        np.maximum(second, 0, out=second)
        gradient = {name: np.zeros_like(weights[name]) for name in (POLICY, "policy_bias")}
        grad_second = np.zeros_like(second)
        metrics = np.zeros(4)
        kernels.policy_gradient(
            rows,
            kernels.PolicySteps(
                steps.open_starts, steps.open_actions, steps.action, steps.log_prob, steps.advantage
            ),
            kernels.PolicyLayer(second, weights[POLICY], weights["policy_bias"]),
            kernels.PolicyLoss(imitation, loss.clip, 0.0 if imitation else loss.entropy, share),
            kernels.PolicyLayer(grad_second, gradient[POLICY], gradient["policy_bias"]),
            metrics,
        )
        errors = head_errors(second @ weights["heads"] + weights["heads_bias"], steps, rows)
        metrics[3] = share * float((errors[:, VALUE] ** 2).sum())
        errors *= np.array([2 * loss.value, loss.win, 2 * loss.score], np.float32) * np.float32(share)
        grad_second += errors @ weights["heads"].T
        grad_second *= second > 0
        gradient["heads"] = second.T @ errors
        gradient["heads_bias"] = errors.sum(axis=0)
        gradient["w2"] = first.T @ grad_second
        gradient["b2"] = grad_second.sum(axis=0)
        grad_first: Floats = grad_second @ weights["w2"].T
        grad_first *= first > 0
        gradient["b1"] = grad_first.sum(axis=0)
        return Gradients(gradient, grad_first, metrics)

    def _first_layer_gradient(self, steps: TrainingSteps, rows: Rows, grad_hidden: Floats) -> Floats:
        """Return the gradient of `w1`."""
        # All steps share the inputs, so each thread has hidden units of its own, in an array of its own: cores that
        # write to adjacent memory slow each other down.
        count = int((steps.starts[rows + 1] - steps.starts[rows]).sum())
        ends, step_indices = np.empty(len(self._weights["w1"]), np.int64), np.empty(count, np.int32)
        values = np.empty(count, np.float32)
        kernels.group_by_input(rows, steps.starts, steps.inputs, steps.values, ends, step_indices, values)

        def gradient_of(part: Floats) -> Floats:
            gradient = np.empty((len(ends), part.shape[1]), np.float32)
            kernels.first_layer_gradient(ends, step_indices, values, np.ascontiguousarray(part), gradient)
            return gradient

        parts = np.array_split(grad_hidden, PARTS, axis=1)
        return np.concatenate(list(self._threads.map(gradient_of, parts)), axis=1)

    def _apply(self, gradients: dict[str, Floats], learning_rate: float) -> None:
        """Move the weights by a step of Adam, after clipping the norm of the gradient."""
        norm = float(np.sqrt(sum(np.vdot(gradient, gradient) for gradient in gradients.values())))
        scale = min(1.0, MAX_GRADIENT_NORM / max(norm, 1e-12))
        adam = self.adam
        adam.steps += 1

        def update(name: str, part: int) -> None:
            arrays = (self._weights[name], gradients[name], adam.mean[name], adam.square[name])
            weights, gradient, mean, square = (
                np.array_split(array.reshape(-1), PARTS)[part] for array in arrays
            )
            kernels.adam(
                weights,
                gradient,
                mean,
                square,
                learning_rate,
                scale,
                1 - 0.9**adam.steps,
                1 - 0.999**adam.steps,
            )

        parts = [(name, part) for name in gradients for part in range(PARTS)]
        list(self._threads.map(update, *zip(*parts, strict=True)))


def _transpose_policy(name: str, array: Floats) -> Floats:
    return array.T if name == POLICY else array


def head_errors(heads: Floats, steps: TrainingSteps, rows: Rows) -> Floats:
    """Return the errors of the heads, per step and head.

    Args:
        heads: The outputs of the heads.
        steps: The steps.
        rows: The rows of the steps to use.
    """
    errors = np.empty_like(heads)
    errors[:, VALUE] = heads[:, VALUE] - steps.target[rows]
    errors[:, WIN] = sigmoid(heads[:, WIN]) - steps.won[rows]
    errors[:, SCORE] = heads[:, SCORE] - steps.score[rows] / np.float32(SCORE_SCALE)
    return errors
