"""Bots with a net that answer the same on every machine: in numpy, and in a browser without it.

Sums in 32 bits depend on the order in which a machine adds them. These bots add in 64 bits and round each logit to
`LOGIT_DIGITS` before they compare or sample, so that machines agree; random numbers come from Python's own generator.
Nothing here needs numpy: `exact_net.py` evaluates the net with it, `repulse.browser.nets` in JavaScript.
"""

from __future__ import annotations

from abc import abstractmethod
from math import log
from random import Random
from typing import Final, Protocol

from repulse.bots.neural.rollouts import Configuration
from repulse.bots.neural.stand_in import stand_in
from repulse.engine.bot import Bot
from repulse.engine.contract import Choice, Data, Decision, Game, Seat, State

LOGIT_DIGITS: Final = 6
"""Decimals of a logit that count: many fewer than sums in 64 bits have."""

TINY: Final = 1e-300
"""In place of a random number of 0, which has no logarithm."""


class LogitsNet(Protocol):
    """A net for one configuration."""

    def logits(self, features: bytearray, mask: bytearray) -> list[float]:
        """Return the logits of the actions that the mask allows, in their order."""


class ExactPolicyBot(Bot[State]):
    """Takes the action with the highest logit, pick by pick; above a temperature of 0 it samples by the policy."""

    temperature = 0.0

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._rng = Random(seed)
        self._stand_in: Bot | None = None
        self._temperament = ""

    def adopt(self, temperament: str) -> None:
        """Take a temperament of the game."""
        self._temperament = temperament

    @abstractmethod
    def bound(self, view: State) -> tuple[Configuration, LogitsNet]:
        """Return the configuration of a view, and the net for it."""

    def begin(self, game: Game, options: Data, seat: Seat) -> None:
        """Check whether the net knows the cards of this game."""
        self._stand_in = stand_in(game, options, self.seed)

    def choose(self, view: State, decision: Decision) -> Choice:
        """Return the answer, pick by pick."""
        if self._stand_in is not None:
            return self._stand_in.choose(view, decision)
        configuration, net = self.bound(view)
        if idle := configuration.learning.idle_answer(view, decision):
            return idle
        space, learning = configuration.space, configuration.learning
        bias = learning.policy_bias(self._temperament, view, decision) if self._temperament else []
        features, mask = bytearray(len(configuration.inputs)), bytearray(space.size)
        picked: list[int] = []
        while not space.finished(decision, picked):
            if space.mask(decision, picked, mask) == 1:
                picked.append(mask.index(1))
                continue
            learning.features(view, decision, picked, features)
            logits = [round(logit, LOGIT_DIGITS) for logit in net.logits(features, mask)]
            open_actions = [action for action, allowed in enumerate(mask) if allowed]
            if bias:
                logits = [logit + bias[action] for logit, action in zip(logits, open_actions, strict=True)]
            if self.temperature:
                # The maximum of logits with Gumbel noise is a sample of the softmax.
                logits = [logit + self.temperature * self._gumbel() for logit in logits]
            best = max(range(len(logits)), key=logits.__getitem__)
            picked.append(open_actions[best])
        return space.choice(decision, picked)

    def _gumbel(self) -> float:
        return -log(-log(self._rng.random() or TINY))
