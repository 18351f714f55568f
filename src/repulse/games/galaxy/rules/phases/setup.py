"""Setup: start worlds and opening hands."""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import (
    Choice,
    Decision,
    Seat,
    ask_one,
    ask_some,
)
from repulse.engine.steps import SecretStep
from repulse.games.galaxy.codes import events, prompts, step
from repulse.games.galaxy.rules.card_table import CardId
from repulse.games.galaxy.rules.position import Position

OPENING_HAND: Final = 6
OPENING_DISCARDS: Final = 2


def give_start_world(state: Position, seat: Seat, world: CardId) -> None:
    """Put a start world into a tableau."""
    state.add_to_tableau(seat, world)
    if state.log is not None:
        state.log.append([events.START_WORLD, seat, world])


def find_first(state: Position) -> None:
    """Find the owner of the lowest start number, with whom player order begins."""
    numbers = [state.cards.start_number[state.tableau[seat][0]] for seat in range(state.players)]
    state.first = numbers.index(min(numbers))


def stock_start_worlds(state: Position) -> None:
    """Put a good on each windfall start world before round 1 (R-SUP-03)."""
    for seat in state.player_order():
        world = state.tableau[seat][0]
        if state.cards.good_when_placed[world] and state.put_good(seat, world) and state.log is not None:
            state.log.append([events.GOOD_PLACED, seat, world])


class Setup(SecretStep[Position]):
    """Choose a start world, where two were dealt, and discard two of six cards (R-SUP-01)."""

    def asked(self, state: Position, arg: int) -> int:
        """Return all seats."""
        return (1 << state.players) - 1

    def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
        """Ask first which start world, then which cards."""
        if state.offered[seat] and not state.secret[seat]:
            return ask_one(prompts.SETUP_START_WORLD, seat, state.offered[seat][:])
        return ask_some(prompts.SETUP_DISCARD, seat, state.hand[seat][:], OPENING_DISCARDS, OPENING_DISCARDS)

    def answer(self, state: Position, seat: Seat, arg: int, choice: Choice) -> None:
        """Remember the start world; the same seat then chooses its discards."""
        if state.offered[seat] and not state.secret[seat]:
            state.secret[seat] = choice[:]
            return
        super().answer(state, seat, arg, state.secret[seat] + choice)

    def reveal(self, state: Position) -> None:
        """Place the start worlds, discard the rest, begin round 1."""
        for seat in range(state.players):
            chosen = state.secret[seat]
            if state.offered[seat]:
                for world in state.offered[seat]:
                    if world != chosen[0]:
                        state.discards.append(world)
                give_start_world(state, seat, chosen[0])
                chosen = chosen[1:]
                state.offered[seat] = []
            state.discard_from_hand(seat, chosen)
            if state.log is not None:
                state.log.append([events.SETUP_DISCARD, seat, *chosen])
        find_first(state)
        stock_start_worlds(state)
        state.then(step.ROUND)
