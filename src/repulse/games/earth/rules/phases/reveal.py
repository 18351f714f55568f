"""Rules 5.1: Portals or Gadgets, Turn Order cards, scoring tiles and harvest tokens for a new turn."""

from __future__ import annotations

from repulse.engine.contract import Seat
from repulse.engine.steps import Step
from repulse.games.earth.rules.codes import events, step
from repulse.games.earth.rules.codes.board import HIDDEN, REGIONS
from repulse.games.earth.rules.position import Position


class Reveal(Step[Position]):
    """Reveal the cards and tiles of a new turn, and plan its steps."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Begin the next turn."""
        state.turn += 1
        state.reveal_count += 1
        state.move_on()
        if state.log is not None:
            state.log.append([events.TURN, -1, state.turn])
        if state.turn == 1:
            _reveal_portals(state)
        else:
            _reveal_gadgets(state)
        _reveal_cards(state)
        _choose_tiles(state)
        state.bids = [HIDDEN] * state.players
        state.then(step.CHECK_END)
        state.then(step.SCORE)
        state.then(step.BID)


def set_up(state: Position) -> None:
    """Shuffle the decks (rules 3, R-EAR-01)."""
    state.card_deck = list(range(1, state.table.cards() + 1))
    state.stream.shuffle(state.card_deck)
    state.gadget_deck = state.table.gadget_faces[:]
    state.stream.shuffle(state.gadget_deck)


def draw_gadget(state: Position) -> int:
    """Draw the top card of the Gadget deck, reshuffling the discards if it is empty (R-EAR-09)."""
    if not state.gadget_deck:
        state.gadget_deck = state.gadget_discards
        state.gadget_discards = []
        state.stream.shuffle(state.gadget_deck)
        if state.log is not None:
            state.log.append([events.RESHUFFLE_GADGETS, -1])
    return state.gadget_deck.pop()


def _reveal_portals(state: Position) -> None:
    """Reveal one Portal card per player; the others are not used in this game (R-EAR-02)."""
    portals = list(range(len(state.table.portal_mothership)))
    state.stream.shuffle(portals)
    state.portal_row = sorted(portals[: state.players])
    if state.log is not None:
        state.log.append([events.PORTALS, -1, *state.portal_row])


def _reveal_gadgets(state: Position) -> None:
    """Discard unused Gadgets and reveal one new card per player (R-EAR-03)."""
    state.gadget_discards.extend(state.gadget_row)
    row: list[int] = []
    for _ in range(state.players):
        row.append(draw_gadget(state))
    row.sort()
    state.gadget_row = row
    if state.log is not None:
        state.log.append([events.GADGETS, -1, *[face >> 1 for face in row]])


def _reveal_cards(state: Position) -> None:
    """Discard last turn's Turn Order cards (R-EAR-64) and reveal one per player, in order (R-EAR-04)."""
    for seat in range(state.players):
        if state.card[seat] > 0:
            state.card_discards.append(state.card[seat])
            state.card[seat] = 0
    row: list[int] = []
    for _ in range(state.players):
        if not state.card_deck:
            state.card_deck = state.card_discards
            state.card_discards = []
            state.stream.shuffle(state.card_deck)
            if state.log is not None:
                state.log.append([events.RESHUFFLE_CARDS, -1])
        row.append(state.card_deck.pop())
    row.sort()
    state.card_row = row
    if state.log is not None:
        state.log.append([events.CARDS, -1, *row])


def _choose_tiles(state: Position) -> None:
    """Choose four scoring tiles (R-EAR-05, R-EAR-06) and add a harvest token to each other region (R-EAR-07)."""
    scoring = 0
    if state.turn == 1:
        tiles = list(range(REGIONS))
        state.stream.shuffle(tiles)
        for i in range(4):
            scoring |= 1 << tiles[i]
    else:
        rested: list[int] = []
        others: list[int] = []
        for region in range(REGIONS):
            if state.scored_before >> region & 1:
                others.append(region)
            else:
                rested.append(region)
        state.stream.shuffle(rested)
        others.append(rested.pop())
        others.append(rested.pop())
        for region in rested:
            scoring |= 1 << region
        state.stream.shuffle(others)
        scoring |= 1 << others[0] | 1 << others[1]
    state.scoring = scoring
    for region in range(REGIONS):
        if not scoring >> region & 1:
            state.harvest[region] += 1
    if state.log is not None:
        state.log.append(
            [events.SCORING, -1, *[region for region in range(REGIONS) if scoring >> region & 1]]
        )
