"""Complete positions consistent with a view: decks reshuffled, and new bids where they are still hidden."""

from __future__ import annotations

from repulse.engine.contract import EVERYTHING, RepulseError, Seat
from repulse.engine.random import FOR_DETERMINIZE, seeded
from repulse.games.earth.rules.components import TABLE
from repulse.games.earth.rules.state import EarthState


def determinize(view: EarthState, seed: int) -> EarthState:
    """A complete position consistent with `view`, with its own random stream. Revealed cards stay visible: no memory needed."""
    if view.viewer == EVERYTHING:
        raise RepulseError("Only a view can be determinized; this is the whole position.")
    p = view.clone()
    p.viewer = EVERYTHING
    stream = seeded(seed, FOR_DETERMINIZE)
    p.stream = stream
    cards = list(range(1, TABLE.cards() + 1))
    for card in p.card_row + p.card_discards + p.card:
        if card > 0:
            cards.remove(card)
    stream.shuffle(cards)
    p.card_deck = cards
    gadgets = TABLE.gadget_faces[:]
    for face in p.gadget_row + p.gadget_discards + p.set_aside:
        gadgets.remove(face)
    stream.shuffle(gadgets)
    p.gadget_deck = gadgets
    if p.bidding():
        for seat in range(p.players):
            if seat != view.viewer and not p.owing >> seat & 1:
                p.bids[seat] = stream.below(p.energy[seat] + 1)
    return p


def reopen(p: EarthState, viewer: Seat) -> None:
    """Let the others owe their bids again."""
    if p.bidding():
        for seat in range(p.players):
            if seat != viewer and p.energy[seat] > 0:
                p.owing |= 1 << seat
