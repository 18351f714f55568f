"""Ways of asking that several phases share."""

from __future__ import annotations

from repulse.engine.contract import Seat
from repulse.engine.steps import SecretStep, Step
from repulse.games.galaxy.rules.position import Position


class HandHoldersStep(SecretStep[Position]):
    """A secret choice by everybody who holds a card; everyone can see that the others have none."""

    def asked(self, state: Position, arg: int) -> int:
        """Return the seats with cards in hand."""
        seats = 0
        for seat in range(state.players):
            if state.hand[seat]:
                seats |= 1 << seat
        return seats


class HandCardStep(Step[Position]):
    """Discard one card from hand."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Ask if there is a choice."""
        hand = state.hand[seat]
        if len(hand) == 1:
            self.answer(state, seat, arg, hand[:])
        else:
            state.ask_seat(seat)
