"""Rules 5.2: blind bids for the Turn Order cards, and taking the cards."""

from __future__ import annotations

from repulse.engine.contract import Decision, Seat, ask_one
from repulse.games.earth.rules.codes import events, prompts, step
from repulse.games.earth.rules.position import Position


def ask_bids(p: Position) -> None:
    """Everybody bids simultaneously; a seat without Energy bids nothing and is not asked (R-EAR-10)."""
    p.asking = step.BID
    owing = 0
    for seat in range(p.players):
        if p.energy[seat] > 0:
            owing |= 1 << seat
        else:
            p.bids[seat] = 0
    p.owing = owing
    if owing == 0:
        reveal_bids(p)


def bid_decision(p: Position, seat: Seat) -> Decision:
    """How much Energy to bid."""
    return ask_one(prompts.BID, seat, list(range(p.energy[seat] + 1)))


def take_bid(p: Position, seat: Seat, bid: int) -> None:
    """Keep a bid secret until all are in."""
    p.bids[seat] = bid
    p.owing &= ~(1 << seat)
    if p.owing == 0:
        reveal_bids(p)


def reveal_bids(p: Position) -> None:
    """Pay all bids (R-EAR-11) and line the seats up to take cards (R-EAR-12, R-EAR-13)."""
    p.news += 1
    players = p.players
    for seat in range(players):
        p.energy[seat] -= p.bids[seat]
        if p.log is not None:
            p.tell([events.BID, seat, p.bids[seat]])
    line = list(range(players))
    # A random order first, which the stable sort then keeps among true ties.
    p.stream.shuffle(line)
    for i in range(1, players):
        seat = line[i]
        j = i
        while j > 0 and _bids_better(p, line[j - 1], seat):
            line[j] = line[j - 1]
            j -= 1
        line[j] = seat
    p.line = line


def _bids_better(p: Position, one: Seat, other: Seat) -> bool:
    """Whether `one` chooses before `other`: the higher bid, then fewer VP."""
    if p.bids[one] != p.bids[other]:
        return p.bids[one] > p.bids[other]
    return p.vp[one] < p.vp[other]


def ask_card(p: Position) -> None:
    """The next seat in line takes a card; the last card is taken without asking."""
    p.actor = p.line.pop()
    p.moment += 1
    if len(p.card_row) == 1:
        take_card(p, p.card_row[0])
    else:
        p.ask_actor(step.TAKE_CARD)


def card_decision(p: Position, seat: Seat) -> Decision:
    """Which Turn Order card to take."""
    return ask_one(prompts.TAKE_CARD, seat, p.card_row[:])


def take_card(p: Position, card: int) -> None:
    """Take a card; when all are taken, line the seats up by their cards (R-EAR-14)."""
    seat = p.actor
    p.card_row.remove(card)
    p.card[seat] = card
    if p.log is not None:
        p.tell([events.TAKE_CARD, seat, card])
    if not p.card_row:
        line: list[Seat] = []
        for number in sorted(p.card, reverse=True):
            line.append(p.card.index(number))
        p.line = line
