"""Ways of asking that several phases share."""

from __future__ import annotations

from repulse.engine.contract import Seat
from repulse.games.galaxy.rules.state import GalaxyState, SecretStep, Step


class HandHoldersStep(SecretStep):
    """A secret choice by everybody who holds a card; everyone can see that the others have none."""

    def asked(self, s: GalaxyState, arg: int) -> int:
        """The seats with cards in hand."""
        seats = 0
        for seat in range(s.players):
            if s.hand[seat]:
                seats |= 1 << seat
        return seats


class HandCardStep(Step):
    """Discard one card from hand."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Ask if there is a choice."""
        hand = s.hand[seat]
        if len(hand) == 1:
            self.answer(s, seat, arg, hand[:])
        else:
            s.ask_seat(seat)
