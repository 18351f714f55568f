"""Complete positions consistent with a view: decks reshuffled, and new bids where they are still hidden."""

from __future__ import annotations

from repulse.engine.contract import EVERYTHING, RepulseError, Seat
from repulse.engine.random import FOR_DETERMINIZE, seeded
from repulse.games.earth.rules.state import EarthState


def determinize(view: EarthState, seed: int) -> EarthState:
    """Return a complete position consistent with `view`, with its own random stream.

    Revealed cards stay visible, so no memory of the game is needed.

    Raises:
        RepulseError: `view` is no view.
    """
    if view.viewer == EVERYTHING:
        raise RepulseError("Only a view can be determinized; this is the whole position.")
    state = view.clone()
    state.viewer = EVERYTHING
    stream = seeded(seed, FOR_DETERMINIZE)
    state.stream = stream
    cards = list(range(1, state.table.cards() + 1))
    for card in state.card_row + state.card_discards + state.card:
        if card > 0:
            cards.remove(card)
    stream.shuffle(cards)
    state.card_deck = cards
    gadgets = state.table.gadget_faces[:]
    for face in state.gadget_row + state.gadget_discards + state.set_aside:
        gadgets.remove(face)
    stream.shuffle(gadgets)
    state.gadget_deck = gadgets
    if state.is_bidding():
        for seat in range(state.players):
            if seat != view.viewer and not state.owing >> seat & 1:
                bid = stream.below(state.energy[seat] + 1)
                if state.energy[seat] > 0:
                    state.secret[seat] = [bid]
    return state


def reopen(state: EarthState, viewer: Seat) -> None:
    """Reopen the secret bids of every seat except `viewer`."""
    if not state.is_bidding():
        return
    answered = state.asking().asked(state, state.current_arg()) & ~state.owing
    for seat in range(state.players):
        if seat != viewer and answered >> seat & 1:
            state.owing |= 1 << seat
            state.secret[seat] = []
    state.forget_decisions()
