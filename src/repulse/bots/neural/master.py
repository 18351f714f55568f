"""The searching bot with its net in numpy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic

import numpy as np
import numpy.typing as npt

from repulse.bots.neural.candidates import Evaluator
from repulse.bots.neural.learned import bind, net_for
from repulse.bots.neural.net import SCORE, VALUE, WIN, BoundNet, Floats, Net, log_softmax, sigmoid, stack_rows
from repulse.bots.neural.returns import SCORE_SCALE
from repulse.bots.neural.rollouts import Configuration
from repulse.bots.neural.search import MAX_DETERMINIZATIONS, SECONDS, Searcher
from repulse.engine.contract import State
from repulse.engine.features import FeatureLayout


def sample_actions(log_probs: Floats, uniforms: npt.ArrayLike) -> npt.NDArray[np.intp]:
    """Return an action per row, sampled by its probability with a random number from 0 to 1 per row."""
    cumulative = np.exp(log_probs).cumsum(axis=1)
    thresholds = np.asarray(uniforms)[:, None] * cumulative[:, -1:]
    actions: npt.NDArray[np.intp] = (cumulative > thresholds).argmax(axis=1)
    return actions


class NumpyEvaluator:
    """A net for one configuration, evaluated with numpy (an `Evaluator`)."""

    def __init__(self, net: BoundNet) -> None:
        self.net = net

    def picks(
        self, features: Sequence[bytearray], masks: Sequence[bytearray], uniforms: Sequence[float]
    ) -> list[int]:
        """Return an action for each position, sampled from the policy."""
        logits = self.net.logits(self.net.hidden(stack_rows(features)), stack_rows(masks))
        actions: list[int] = sample_actions(log_softmax(logits), uniforms).tolist()
        return actions

    def log_probs(self, features: bytearray, mask: bytearray) -> list[float]:
        """Return the log-probabilities of the legal actions of a position, in their order."""
        legal = stack_rows([mask])
        log_probs = log_softmax(self.net.logits(self.net.hidden(stack_rows([features])), legal))
        legal_log_probs: list[float] = log_probs[legal == 1].tolist()
        return legal_log_probs

    def values(self, features: Sequence[bytearray]) -> list[tuple[float, float, float]]:
        """Return the value, the chance of winning and the expected final score of each position."""
        values = self.net.values(self.net.hidden(stack_rows(features)))
        chances = sigmoid(values[:, WIN])
        return [
            (float(value[VALUE]), float(chance), float(value[SCORE]) * SCORE_SCALE)
            for value, chance in zip(values, chances, strict=True)
        ]


class SearchBot(Searcher):
    """A searching bot with a net from a file, or the one that comes with the package."""

    def __init__(
        self,
        seed: int,
        game: str,
        net: Net | None = None,
        *,
        seconds: float = SECONDS,
        max_determinizations: int = MAX_DETERMINIZATIONS,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        super().__init__(seed, game, seconds=seconds, max_determinizations=max_determinizations, clock=clock)
        self.net = net or net_for(game)
        self._layout: FeatureLayout | None = None
        self._bound: tuple[Configuration, Evaluator] | None = None

    def bound(self, view: State) -> tuple[Configuration, Evaluator]:
        """Return the configuration of a view, and the net for it."""
        layout = self.learning.feature_layout(view)
        if self._bound is None or self._layout is not layout:
            configuration, net = bind(self.net, self.game.name, view)
            self._bound, self._layout = (configuration, NumpyEvaluator(net)), layout
        return self._bound
