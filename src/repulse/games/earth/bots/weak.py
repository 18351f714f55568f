"""Weaker players of earth: the sensible bot with the mistakes that people make before they know the game."""

from __future__ import annotations

from repulse.engine import mypyc_attr
from repulse.engine.contract import Choice, Decision
from repulse.games.earth.bots.sensible.bot import EarthSensible
from repulse.games.earth.rules.codes.action import USE_GADGET
from repulse.games.earth.rules.state import EarthState


@mypyc_attr(allow_interpreted_subclasses=True)
class EarthCasual(EarthSensible):
    """Saves its Energy: it bids little, and uses Gadgets only when it has plenty."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.plenty = 14
        """The Energy it wants to have before it uses a Gadget."""

    def choose(self, view: EarthState, decision: Decision) -> Choice:
        """Return the answer to a decision, by what the seat may see."""
        energy = view.energy[decision.seat]
        if decision.prompt == "bid":
            return [self.stream.below(min(energy // 4, 3) + 1)]
        if decision.prompt == "action" and energy < self.plenty:
            plain = [option for option in decision.options if option < USE_GADGET]
            decision = Decision(
                decision.seat, decision.prompt, decision.kind, decision.domain, plain, 1, 1, decision.about
            )
        return super().choose(view, decision)


@mypyc_attr(allow_interpreted_subclasses=True)
class EarthBeginner(EarthCasual):
    """Hardly ever dares to use a Gadget."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.plenty = 24
