"""Rules 5.1: Portals or Gadgets, Turn Order cards, scoring tiles and harvest tokens for a new turn."""

from __future__ import annotations

from repulse.games.earth.rules.codes import events, step
from repulse.games.earth.rules.codes.board import HIDDEN, REGIONS
from repulse.games.earth.rules.components import TABLE
from repulse.games.earth.rules.position import Position


def set_up(p: Position) -> None:
    """Rules 3: shuffle the decks (R-EAR-01)."""
    p.card_deck = list(range(1, TABLE.cards() + 1))
    p.stream.shuffle(p.card_deck)
    p.gadget_deck = TABLE.gadget_faces[:]
    p.stream.shuffle(p.gadget_deck)


def begin_turn(p: Position) -> None:
    """Reveal this turn's cards and tiles, and plan its steps."""
    p.turn += 1
    p.news += 1
    p.moment += 1
    p.actor = -1
    if p.log is not None:
        p.tell([events.TURN, -1, p.turn])
    if p.turn == 1:
        _reveal_portals(p)
    else:
        _reveal_gadgets(p)
    _reveal_cards(p)
    _choose_tiles(p)
    players = p.players
    for seat in range(players):
        p.bids[seat] = HIDDEN
    agenda = p.agenda
    agenda.append(step.CHECK_END)
    agenda.append(step.SCORE)
    for _ in range(players):
        agenda.append(step.TURN)
    for _ in range(players):
        agenda.append(step.TAKE_CARD)
    agenda.append(step.BID)


def _reveal_portals(p: Position) -> None:
    """One Portal card per player; the others are not used in this game (R-EAR-02)."""
    portals = list(range(len(TABLE.portal_mothership)))
    p.stream.shuffle(portals)
    p.portal_row = sorted(portals[: p.players])
    if p.log is not None:
        p.tell([events.PORTALS, -1, *p.portal_row])


def _reveal_gadgets(p: Position) -> None:
    """Gadgets nobody used are discarded; one new card per player (R-EAR-03)."""
    p.gadget_discards.extend(p.gadget_row)
    row: list[int] = []
    for _ in range(p.players):
        row.append(draw_gadget(p))
    row.sort()
    p.gadget_row = row
    if p.log is not None:
        p.tell([events.GADGETS, -1, *[face >> 1 for face in row]])


def draw_gadget(p: Position) -> int:
    """The top card of the Gadget deck, reshuffled from the discards if it has run out (R-EAR-09)."""
    if not p.gadget_deck:
        p.gadget_deck = p.gadget_discards
        p.gadget_discards = []
        p.stream.shuffle(p.gadget_deck)
        if p.log is not None:
            p.tell([events.RESHUFFLE_GADGETS, -1])
    return p.gadget_deck.pop()


def _reveal_cards(p: Position) -> None:
    """Last turn's Turn Order cards are discarded (R-EAR-64); one new card per player, in order (R-EAR-04)."""
    for seat in range(p.players):
        if p.card[seat] > 0:
            p.card_discards.append(p.card[seat])
            p.card[seat] = 0
    row: list[int] = []
    for _ in range(p.players):
        if not p.card_deck:
            p.card_deck = p.card_discards
            p.card_discards = []
            p.stream.shuffle(p.card_deck)
            if p.log is not None:
                p.tell([events.RESHUFFLE_CARDS, -1])
        row.append(p.card_deck.pop())
    row.sort()
    p.card_row = row
    if p.log is not None:
        p.tell([events.CARDS, -1, *row])


def _choose_tiles(p: Position) -> None:
    """Four scoring tiles (R-EAR-05, R-EAR-06); a harvest token in each of the other regions (R-EAR-07)."""
    scoring = 0
    if p.turn == 1:
        tiles = list(range(REGIONS))
        p.stream.shuffle(tiles)
        for i in range(4):
            scoring |= 1 << tiles[i]
    else:
        rested: list[int] = []
        others: list[int] = []
        for region in range(REGIONS):
            if p.scored_before >> region & 1:
                others.append(region)
            else:
                rested.append(region)
        p.stream.shuffle(rested)
        others.append(rested.pop())
        others.append(rested.pop())
        for region in rested:
            scoring |= 1 << region
        p.stream.shuffle(others)
        scoring |= 1 << others[0] | 1 << others[1]
    p.scoring = scoring
    for region in range(REGIONS):
        if not scoring >> region & 1:
            p.harvest[region] += 1
    if p.log is not None:
        p.tell([events.SCORING, -1, *[region for region in range(REGIONS) if scoring >> region & 1]])
