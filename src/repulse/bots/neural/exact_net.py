"""Nets for bots that answer the same on every machine, evaluated by numpy in 64 bits."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from repulse.bots.neural.exact import ExactPolicyBot
from repulse.bots.neural.net import Net
from repulse.bots.neural.rollouts import Configuration, configuration_of
from repulse.engine.contract import State
from repulse.engine.features import FeatureLayout
from repulse.games import game_named, learning_of

Doubles: TypeAlias = npt.NDArray[np.float64]

MAX_BOUND_NETS: Final = 8
"""The number of cached nets that are bound to configurations."""


class ExactNet:
    """A net for one configuration, in 64 bits (a `LogitsNet`)."""

    def __init__(self, net: Net, configuration: Configuration) -> None:
        scales = configuration.scales
        bound = net.bind(configuration.inputs, [1.0] * len(scales), configuration.space.names)
        self._w1: Doubles = bound.w1.astype(np.float64) * np.asarray(scales)[:, None]
        self._b1, self._w2, self._b2, self._policy, self._bias = (
            array.astype(np.float64)
            for array in (bound.b1, bound.w2, bound.b2, bound.policy, bound.policy_bias)
        )

    def logits(self, features: bytearray, mask: bytearray) -> list[float]:
        """Return the logits of the actions that the mask allows, in their order."""
        inputs = np.frombuffer(features, np.uint8)
        nonzero = np.flatnonzero(inputs)
        allowed = np.flatnonzero(np.frombuffer(mask, np.uint8))
        first = np.maximum(inputs[nonzero].astype(np.float64) @ self._w1[nonzero] + self._b1, 0)
        second = np.maximum(first @ self._w2 + self._b2, 0)
        logits: list[float] = (second @ self._policy[:, allowed] + self._bias[allowed]).tolist()
        return logits


_BOUND: Final[OrderedDict[tuple[int, int], tuple[Net, FeatureLayout, Configuration, ExactNet]]] = (
    OrderedDict()
)


class ExactBot(ExactPolicyBot):
    """A bot with a net that answers the same on every machine."""

    def __init__(self, seed: int, game: str, net: Net, *, temperature: float = 0.0) -> None:
        super().__init__(seed)
        self.game = game_named(game)
        self.learning = learning_of(self.game)
        self.net = net
        self.temperature = temperature

    def bound(self, view: State) -> tuple[Configuration, ExactNet]:
        """Return the configuration of a view, and the net for it; all bots of this process share both."""
        layout = self.learning.feature_layout(view)
        key = (id(self.net), id(layout))
        entry = _BOUND.get(key)
        # The cache keeps net and layout alive, so no other object can get their ids.
        if entry is None:
            configuration = configuration_of(self.game, view)
            entry = _BOUND[key] = (self.net, layout, configuration, ExactNet(self.net, configuration))
            if len(_BOUND) > MAX_BOUND_NETS:
                _BOUND.popitem(last=False)
        return entry[2], entry[3]
