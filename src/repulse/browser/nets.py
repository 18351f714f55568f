"""Players that ask a net where there is no numpy: the sums are done outside, by the worker of the page.

They answer as `repulse.bots.neural.learned` does; a test compares the two on recorded positions.
"""

from __future__ import annotations

import json
from math import log
from random import Random
from typing import Final, Protocol

from repulse.bots import EXPERT_TEMPERATURE
from repulse.engine.bot import Bot
from repulse.engine.contract import Choice, Data, Decision, Game, RepulseError, Seat, State
from repulse.engine.picks import ActionSpace
from repulse.table.seats import bots_for


class BoundBrain(Protocol):
    """A net for one configuration."""

    def likings(self, features: str, mask: str) -> str:
        """How much it likes each action that the mask allows, as a list in JSON; a character is a number."""


class Brain(Protocol):
    """A net of a game, outside of Python: only strings go in and out."""

    def bind(self, inputs: str, scales: str, actions: str) -> BoundBrain:
        """The net for the inputs (by name, with their factors) and actions of a configuration; lists in JSON."""


_BRAINS: Final[dict[str, Brain]] = {}


def install(game: str, brain: Brain) -> None:
    """There is a net for a game."""
    _BRAINS[game] = brain


def bots_here(game: str) -> dict[str, str]:
    """The bots for a game, with those that ask a net if there is one."""
    asking = {"expert": f"{__name__}:Expert", "learned": f"{__name__}:Learned"}
    return bots_for(game) | (asking if game in _BRAINS else {})


class Learned(Bot[State]):
    """Takes what its net prefers; one look at the position for each pick."""

    temperature = 0.0

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._dice = Random(seed)
        self._game: Game | None = None
        self._space: ActionSpace | None = None
        self._brain: BoundBrain | None = None
        self._inputs = 0

    def begin(self, game: Game, options: Data, seat: Seat) -> None:
        """Learn which game it is."""
        self._game = game

    def choose(self, view: State, decision: Decision) -> Choice:
        """The answer, pick by pick."""
        game = self._game
        assert game is not None
        space = game.action_space(view)
        if self._brain is None or space is not self._space:
            if game.name not in _BRAINS:
                raise RepulseError(f"There is no net for {game.name} here.")
            layout = game.feature_layout(view)
            scales = [1 / scale for scale in layout.scales]
            brain = _BRAINS[game.name].bind(
                json.dumps(layout.names), json.dumps(scales), json.dumps(space.names)
            )
            self._brain, self._space, self._inputs = brain, space, len(layout.names)
        features, mask = bytearray(self._inputs), bytearray(space.size)
        picked: list[int] = []
        while not space.finished(decision, picked):
            if space.mask(decision, picked, mask) == 1:
                picked.append(mask.index(1))
                continue
            game.features(view, decision, picked, features)
            liking = json.loads(self._brain.likings(features.decode("latin-1"), mask.decode("latin-1")))
            if self.temperature:
                liking = [
                    each - self.temperature * log(-log(self._dice.random() or 1e-300)) for each in liking
                ]
            best = max(range(len(liking)), key=liking.__getitem__)
            picked.append([action for action, allowed in enumerate(mask) if allowed][best])
        return space.choice(decision, picked)


class Expert(Learned):
    """Takes other answers too, the likelier the better its net thinks of them."""

    temperature = EXPERT_TEMPERATURE
