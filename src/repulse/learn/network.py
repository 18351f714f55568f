"""The network as it is trained: its weights for all configurations, and one step of training, in numpy.

The weights belong to names of inputs and actions; each configuration uses those of its own, so training on any
configuration trains the one net. Steps of all configurations learn together.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from repulse.bots.neural.lanes import Configuration
from repulse.bots.neural.net import (
    HEADS,
    SCORE,
    WIN,
    WORTH,
    Floats,
    Net,
    places,
    shared_name,
    sigmoid,
)
from repulse.bots.neural.worth import SCORE_SCALE
from repulse.engine.contract import RepulseError
from repulse.learn import kernels
from repulse.learn.selfplay import Experience

PARTS: Final = 2
"""A batch is learned from in so many parts at once; the sums do not depend on how many cores there are."""
LONGEST_GRADIENT: Final = 0.5
"""Longer ones are shortened: one strange batch should not undo what was learned."""
POLICY: Final = "policy"
INPUTS_AT_A_TIME: Final = 150
"""About so many inputs are not zero at a time."""


@dataclass(frozen=True)
class Steps:
    """Steps of any configurations to learn from, each given by the inputs that are not zero and the actions that are open."""

    starts: npt.NDArray[np.int64]
    """Where the inputs of each step begin; one more at the end."""
    inputs: npt.NDArray[np.uint16]
    values: Floats
    open_starts: npt.NDArray[np.int64]
    open_actions: npt.NDArray[np.uint16]
    action: npt.NDArray[np.uint16]
    log_prob: Floats
    advantage: Floats
    target: Floats
    won: Floats
    score: Floats

    def __len__(self) -> int:
        return len(self.action)


class Layout(NamedTuple):
    """Which inputs and actions of the net a configuration has."""

    rows: npt.NDArray[np.uint16]
    """The input of the net that each feature is; what several seats have goes to the same inputs, and adds up."""
    scales: Floats
    """What each feature is multiplied with."""
    columns: npt.NDArray[np.uint16]
    """The action of the net that each action is."""


def layout_for(net: Net, configuration: Configuration) -> Layout:
    """How the positions of a configuration are laid out for the net."""
    rows = places(net.inputs, [shared_name(name) for name in configuration.inputs])
    columns = places(net.actions, configuration.space.names)
    for named, found in ((configuration.inputs, rows), (configuration.space.names, columns)):
        if found.min() < 0:
            raise RepulseError(f"The net has never heard of {named[found.argmin()]!r}.")
    scales = np.array(configuration.scales, np.float32)
    return Layout(rows.astype(np.uint16), scales, columns.astype(np.uint16))


def steps_of(layout: Layout, part: Experience, advantage: Floats, target: Floats) -> Steps:
    """What was played in a configuration, to learn from."""
    return Steps(
        part.starts,
        layout.rows[part.places],
        part.numbers * layout.scales[part.places],
        part.open_starts,
        layout.columns[part.open_actions],
        layout.columns[part.action],
        part.log_prob,
        advantage,
        target,
        part.won,
        part.score,
    )


def together(parts: Sequence[Steps]) -> Steps:
    """Steps from several places as one."""
    columns = {
        field.name: np.concatenate([getattr(part, field.name) for part in parts])
        for field in fields(Steps)
        if field.name not in ("starts", "open_starts")
    }
    return Steps(
        starts=_joined([part.starts for part in parts]),
        open_starts=_joined([part.open_starts for part in parts]),
        **columns,
    )


def _joined(starts: Sequence[npt.NDArray[np.int64]]) -> npt.NDArray[np.int64]:
    """Where rows begin that begin here and there in parts which stand one after the other."""
    before = np.cumsum([0, *[each[-1] for each in starts]])
    pieces = [each[:-1] + offset for each, offset in zip(starts, before, strict=False)]
    return np.concatenate([*pieces, before[-1:]])


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

    weights = {
        "w1": he(len(inputs), first, INPUTS_AT_A_TIME),
        "b1": np.zeros(first, np.float32),
        "w2": he(first, second, first),
        "b2": np.zeros(second, np.float32),
        "policy": he(second, len(actions), second) * np.float32(0.05),
        "policy_bias": np.zeros(len(actions), np.float32),
        "heads": he(second, HEADS, second) * np.float32(0.1),
        "heads_bias": np.zeros(HEADS, np.float32),
    }
    return Net(game, inputs, actions, weights)


def widened(net: Net, hidden: tuple[int, int], seed: int) -> Net:
    """The net with more hidden units, if there are to be more; nothing listens to the new ones yet, so it plays as before."""
    first, second = net.weights["w2"].shape
    more, further = max(0, hidden[0] - first), max(0, hidden[1] - second)
    fresh = new_net(net.game, [], (first + more, second + further), seed)
    chance = np.random.default_rng(seed)
    weights = dict(net.weights)
    news = chance.standard_normal((len(net.inputs), more)) * np.sqrt(2 / INPUTS_AT_A_TIME)
    weights["w1"] = np.concatenate([weights["w1"], news.astype(np.float32)], axis=1)
    weights["b1"] = np.concatenate([weights["b1"], np.zeros(more, np.float32)])
    middle = fresh.weights["w2"]
    middle[:first, :second] = weights["w2"]
    middle[first:, :second] = 0
    weights["w2"] = middle
    weights["b2"] = np.concatenate([weights["b2"], np.zeros(further, np.float32)])
    for name in (POLICY, "heads"):
        deaf = np.zeros((further, weights[name].shape[1]), np.float32)
        weights[name] = np.concatenate([weights[name], deaf])
    return Net(net.game, net.inputs, net.actions, weights, net.notes)


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


class Learner:
    """A net that learns: its weights, and the moments of Adam."""

    def __init__(self, weights: dict[str, Floats], memory: dict[str, Any] | None, threads: int) -> None:
        # The weights of an action lie side by side: only those of open actions are read.
        self._weights = {name: np.array(_turned(name, array), order="C") for name, array in weights.items()}
        self._memory = memory or {
            "count": 0,
            "first": {name: np.zeros_like(array) for name, array in self._weights.items()},
            "second": {name: np.zeros_like(array) for name, array in self._weights.items()},
        }
        self._threads = ThreadPoolExecutor(threads)

    @property
    def weights(self) -> dict[str, Floats]:
        """A copy of the weights, as a net has them."""
        return {name: np.array(_turned(name, array)) for name, array in self._weights.items()}

    @property
    def memory(self) -> dict[str, Any]:
        """What has to be kept besides the weights to learn on."""
        return self._memory

    def forget(self) -> None:
        """Begin anew with the moments: what is learned from now on is of another kind."""
        self._memory["count"] = 0
        for moments in (self._memory["first"], self._memory["second"]):
            for array in moments.values():
                array[:] = 0

    def close(self) -> None:
        """End the threads."""
        self._threads.shutdown()

    def learn(
        self, steps: Steps, at: npt.NDArray[np.intp], rate: float, parts: Coefficients, imitation: bool
    ) -> dict[str, float]:
        """One step of the optimiser, on the steps with these numbers; what was lost."""
        share = 1 / len(at)
        pieces = list(
            self._threads.map(
                lambda rows: self._backward(steps, rows, share, parts, imitation), np.array_split(at, PARTS)
            )
        )
        gradients = {
            name: np.sum([gradient[name] for _, gradient, _ in pieces], axis=0) for name in pieces[0][1]
        }
        gradients["w1"] = self._first_gradient(steps, at, np.concatenate([back for back, _, _ in pieces]))
        self._move(gradients, rate)
        told = np.sum([facts for _, _, facts in pieces], axis=0)
        return dict(zip(("policy", "entropy", "kl", "worth"), told.tolist(), strict=True))

    def _backward(
        self, steps: Steps, at: npt.NDArray[np.intp], share: float, parts: Coefficients, imitation: bool
    ) -> tuple[Floats, dict[str, Floats], npt.NDArray[np.float64]]:
        """The gradients of all but the first weights, and what the first hidden layer should have been."""
        weights = self._weights
        first = np.empty((len(at), len(weights["b1"])), np.float32)
        kernels.first_layer_of(
            at, steps.starts, steps.inputs, steps.values, weights["w1"], weights["b1"], first
        )
        second: Floats = first @ weights["w2"] + weights["b2"]
        np.maximum(second, 0, out=second)
        told = np.zeros(4)
        gradient = {name: np.zeros_like(weights[name]) for name in (POLICY, "policy_bias")}
        back = np.zeros_like(second)
        kernels.policy_gradient(
            at,
            steps.open_starts,
            steps.open_actions,
            steps.action,
            steps.log_prob,
            steps.advantage,
            second,
            weights[POLICY],
            weights["policy_bias"],
            imitation,
            parts.clip,
            0.0 if imitation else parts.entropy,
            share,
            back,
            gradient[POLICY],
            gradient["policy_bias"],
            told,
        )
        errors = head_errors(second @ weights["heads"] + weights["heads_bias"], steps, at)
        told[3] = share * float((errors[:, WORTH] ** 2).sum())
        errors *= np.array([2 * parts.value, parts.win, 2 * parts.score], np.float32) * np.float32(share)
        back += errors @ weights["heads"].T
        back *= second > 0
        gradient["heads"] = second.T @ errors
        gradient["heads_bias"] = errors.sum(axis=0)
        gradient["w2"] = first.T @ back
        gradient["b2"] = back.sum(axis=0)
        back = back @ weights["w2"].T
        back *= first > 0
        gradient["b1"] = back.sum(axis=0)
        return back, gradient, told

    def _first_gradient(self, steps: Steps, at: npt.NDArray[np.intp], back: Floats) -> Floats:
        """The gradient of the first weights."""
        # All steps share the inputs, so each thread has hidden units of its own, in an array of its own: cores that write
        # side by side slow each other down.
        count = int((steps.starts[at + 1] - steps.starts[at]).sum())
        ends, rows = np.empty(len(self._weights["w1"]), np.int64), np.empty(count, np.int32)
        numbers = np.empty(count, np.float32)
        kernels.by_input(at, steps.starts, steps.inputs, steps.values, ends, rows, numbers)

        def part(errors: Floats) -> Floats:
            gradient = np.empty((len(ends), errors.shape[1]), np.float32)
            kernels.first_layer_gradient(ends, rows, numbers, np.ascontiguousarray(errors), gradient)
            return gradient

        return np.concatenate(list(self._threads.map(part, np.array_split(back, PARTS, axis=1))), axis=1)

    def _move(self, gradients: dict[str, Floats], rate: float) -> None:
        """Adam, with gradients that are not longer than they may be."""
        length = float(np.sqrt(sum(np.vdot(each, each) for each in gradients.values())))
        shrink = min(1.0, LONGEST_GRADIENT / max(length, 1e-12))
        self._memory["count"] += 1
        count = self._memory["count"]
        memory = self._memory

        def move(name: str, part: int) -> None:
            arrays = (self._weights[name], gradients[name], memory["first"][name], memory["second"][name])
            weights, gradient, first, second = (
                np.array_split(array.reshape(-1), PARTS)[part] for array in arrays
            )
            kernels.adam(
                weights,
                gradient,
                first,
                second,
                rate,
                shrink,
                1 - 0.9**count,
                1 - 0.999**count,
            )

        names = [(name, part) for name in gradients for part in range(PARTS)]
        list(self._threads.map(move, *zip(*names, strict=True)))


def _turned(name: str, array: Floats) -> Floats:
    return array.T if name == POLICY else array


def head_errors(heads: Floats, steps: Steps, at: npt.NDArray[np.intp]) -> Floats:
    """How far off the heads are, by step and head."""
    errors = np.empty_like(heads)
    errors[:, WORTH] = heads[:, WORTH] - steps.target[at]
    errors[:, WIN] = sigmoid(heads[:, WIN]) - steps.won[at]
    errors[:, SCORE] = heads[:, SCORE] - steps.score[at] / np.float32(SCORE_SCALE)
    return errors
