"""The searching player with its net in numpy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic

import numpy as np
import numpy.typing as npt

from repulse.bots.neural.lanes import Configuration
from repulse.bots.neural.learned import bind, net_for
from repulse.bots.neural.net import SCORE, WIN, WORTH, BoundNet, Floats, Net, log_softmax, rows, sigmoid
from repulse.bots.neural.search import MOST_DETERMINIZATIONS, SECONDS, Mind, Searcher
from repulse.bots.neural.worth import SCORE_SCALE
from repulse.engine.contract import State
from repulse.engine.features import FeatureLayout


def drawn(log_probs: Floats, points: npt.ArrayLike) -> npt.NDArray[np.intp]:
    """An action for each row, drawn by its probability; the points, from 0 to 1, are the luck."""
    reached = np.exp(log_probs).cumsum(axis=1)
    wanted = np.asarray(points)[:, None] * reached[:, -1:]
    found: npt.NDArray[np.intp] = (reached > wanted).argmax(axis=1)
    return found


class NumpyMind:
    """A net for one configuration, as a search asks it."""

    def __init__(self, net: BoundNet) -> None:
        self.net = net

    def picks(
        self, features: Sequence[bytearray], masks: Sequence[bytearray], points: Sequence[float]
    ) -> list[int]:
        """An action for each position, drawn by its probability; the points, from 0 to 1, are the luck."""
        logits = self.net.logits(self.net.hidden(rows(features)), rows(masks))
        found: list[int] = drawn(log_softmax(logits), points).tolist()
        return found

    def log_probs(self, features: bytearray, mask: bytearray) -> list[float]:
        """The log-probabilities of the actions that the mask allows, in their order."""
        allowed = rows([mask])
        log_probs = log_softmax(self.net.logits(self.net.hidden(rows([features])), allowed))
        found: list[float] = log_probs[allowed == 1].tolist()
        return found

    def values(self, features: Sequence[bytearray]) -> list[tuple[float, float, float]]:
        """For each position: what it is worth, the chance of winning, and the final score to expect."""
        values = self.net.values(self.net.hidden(rows(features)))
        chances = sigmoid(values[:, WIN])
        return [
            (float(value[WORTH]), float(chance), float(value[SCORE]) * SCORE_SCALE)
            for value, chance in zip(values, chances, strict=True)
        ]


class SearchBot(Searcher):
    """Looks ahead with a net from a file, or the one that comes with the package."""

    def __init__(
        self,
        seed: int,
        game: str,
        net: Net | None = None,
        seconds: float = SECONDS,
        most: int = MOST_DETERMINIZATIONS,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        super().__init__(seed, game, seconds, most, clock)
        self.net = net or net_for(game)
        self._layout: FeatureLayout | None = None
        self._bound: tuple[Configuration, Mind] | None = None

    def bound(self, view: State) -> tuple[Configuration, Mind]:
        """The configuration of a view, and the net for it."""
        layout = self.game.feature_layout(view)
        if self._bound is None or self._layout is not layout:
            configuration, net = bind(self.net, self.game.name, view)
            self._bound, self._layout = (configuration, NumpyMind(net)), layout
        return self._bound
