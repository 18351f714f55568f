"""Weaker players of galaxy: the sensible bot with the mistakes that people make before they know the game."""

from __future__ import annotations

from typing import Final

from repulse.engine import mypyc_attr
from repulse.games.galaxy.bots.sensible.bot import GalaxySensible
from repulse.games.galaxy.bots.sensible.weights import Weights


def _short_sighted(powers: float, cycles: float, card: float) -> Weights:
    """Return the weights of someone who plays for the points on the cards.

    Of what powers bring in rounds to come they see only a part, and they do not expect the others to call a phase.
    """
    weights = Weights()
    weights.free_rider = 0.0
    weights.plan_in_hand = 0.0
    weights.growth = 0.0
    weights.waiting_world = 0.0
    weights.double = 1.0
    weights.cycles = cycles
    weights.explores *= powers
    weights.develops *= powers
    weights.settles *= powers
    weights.trades *= powers
    weights.produces *= powers
    weights.card = card
    return weights


_CASUAL: Final = _short_sighted(0.31, 0.03, 0.8)
_BEGINNER: Final = _short_sighted(0.1, 0.0, 0.9)


@mypyc_attr(allow_interpreted_subclasses=True)
class GalaxyCasual(GalaxySensible):
    """Knows what most powers are for, but neither plans for "?" cards nor watches the others."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.weights = _CASUAL


@mypyc_attr(allow_interpreted_subclasses=True)
class GalaxyBeginner(GalaxySensible):
    """Places what has many points on it, hardly sees what powers are worth, and hoards cards."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.weights = _BEGINNER
