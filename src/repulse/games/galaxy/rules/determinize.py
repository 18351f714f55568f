"""Complete positions consistent with a view: each hidden card is dealt from the cards it could be."""

from __future__ import annotations

from typing import Final

from repulse.engine.answers import random_answer
from repulse.engine.contract import EVERYTHING, RepulseError, Seat
from repulse.engine.random import FOR_DETERMINIZE, Stream, seeded
from repulse.games.galaxy.rules.card_table import CardId
from repulse.games.galaxy.rules.codes import deck, step
from repulse.games.galaxy.rules.frontier import FAR, NEAR, SYSTEMS, Frontier
from repulse.games.galaxy.rules.memory import GalaxyMemory, count_visible
from repulse.games.galaxy.rules.state import DAMAGED, STEPS, GalaxyState
from repulse.games.galaxy.rules.war import check_war, deal_war

_AMISS: Final = "This view cannot be determinized: its cards do not add up."


def determinize(view: GalaxyState, seed: int, memory: GalaxyMemory | None = None) -> GalaxyState:
    """A complete position consistent with `view`, with its own random stream; cards known to `memory` stay put.

    A view shows the back of every hidden card, so each kind of back is dealt separately. Secret answers already given
    are replaced by random ones, from the cards their seats now hold.
    """
    viewer = view.viewer
    if viewer == EVERYTHING:
        raise RepulseError("Only a view can be determinized; this is the whole position.")
    s = view.clone()
    s.viewer = EVERYTHING
    stream = seeded(seed, FOR_DETERMINIZE)
    s.stream = stream
    unseen = _unseen(s, viewer)
    known = _known_discards(s, memory, unseen)
    if s.offered[0]:
        _deal_offered(s, viewer, unseen, stream)
    piles = _by_back(s, unseen, stream)
    _deal_hands(s, viewer, piles)
    if s.frontier is not None:
        _deal_frontier(s, s.frontier, viewer, piles, known)
        s.frontier.backs = []
    _deal_main(s, piles[deck.MAIN], known[0])
    if s.war is not None:
        deal_war(s.war, stream)
    _answer_anew(s, viewer, stream)
    return s


def _unseen(s: GalaxyState, viewer: Seat) -> list[int]:
    """How many of each card the viewer does not see."""
    unseen = s.cards.copies[:]
    seen = count_visible(s, viewer)
    for card in range(len(unseen)):
        unseen[card] -= seen[card]
    return unseen


def _known_discards(s: GalaxyState, memory: GalaxyMemory | None, unseen: list[int]) -> list[list[CardId]]:
    """The cards known to be in each discard pile; they are removed from the unseen ones."""
    if memory is None:
        return [[], [], [], []]
    known: list[list[CardId]] = []
    for cards in memory.discards_known(s):
        there: list[CardId] = []
        for card in cards:
            if unseen[card]:
                unseen[card] -= 1
                there.append(card)
        known.append(there)
    return known


def _by_back(s: GalaxyState, unseen: list[int], stream: Stream) -> list[list[CardId]]:
    """The unseen cards by what their backs show, shuffled; start worlds in the deck look like the other cards."""
    piles: list[list[CardId]] = [[], [], [], [], []]
    backs = s.cards.deck
    main = piles[deck.MAIN]
    for card in range(1, len(unseen)):
        pile = main if backs[card] < deck.NEAR else piles[backs[card]]
        for _ in range(unseen[card]):
            pile.append(card)
    for pile in piles:
        stream.shuffle(pile)
    return piles


def _take(pile: list[CardId], count: int) -> list[CardId]:
    """Take cards off a shuffled pile."""
    at = len(pile) - count
    if at < 0 or count < 0:
        raise RepulseError(_AMISS)
    taken = pile[at:]
    del pile[at:]
    return taken


def _deal_offered(s: GalaxyState, viewer: Seat, unseen: list[int], stream: Stream) -> None:
    """One red and one blue start world for each of the others (R-SUP-02)."""
    red: list[CardId] = []
    blue: list[CardId] = []
    for card in range(1, len(unseen)):
        if s.cards.deck[card] == deck.START and unseen[card]:
            (red if s.cards.start_number[card] % 2 else blue).append(card)
    stream.shuffle(red)
    stream.shuffle(blue)
    for seat in range(s.players):
        if seat != viewer:
            s.offered[seat] = _take(red, 1) + _take(blue, 1)
            for card in s.offered[seat]:
                unseen[card] -= 1


def _deal_frontier(
    s: GalaxyState, frontier: Frontier, viewer: Seat, piles: list[list[CardId]], known: list[list[CardId]]
) -> None:
    """The cards settlers are looking at, and the frontier decks."""
    for seat in range(s.players):
        if seat != viewer and frontier.looked[seat]:
            pile = piles[deck.NEAR + frontier.target[seat]]
            frontier.looked[seat] = _take(pile, len(frontier.looked[seat]))
    for side in (NEAR, FAR):
        cards = piles[deck.NEAR + side]
        frontier.decks[side] = _take(cards, len(frontier.decks[side]))
        frontier.discards[side] = _lay_discards(cards, frontier.discards[side], known[1 + side])
    _deal_systems(s, frontier, piles[deck.SYSTEM], known[1 + SYSTEMS])


def _deal_systems(s: GalaxyState, frontier: Frontier, cards: list[CardId], known: list[CardId]) -> None:
    """As many satellites as hives were laid out, one of each per player (R-CST-13)."""
    hidden = len(frontier.decks[SYSTEMS]) + len(frontier.discards[SYSTEMS]) - len(known)
    if hidden == 0:
        frontier.discards[SYSTEMS] = known
        frontier.unused = cards
        return
    hives_left_out = 0
    satellites_left_out = 0
    for card in range(1, s.cards.size):
        if s.cards.deck[card] == deck.SYSTEM:
            if s.cards.hive[card]:
                hives_left_out += 1
            else:
                satellites_left_out += 1
    hives_left_out = max(0, hives_left_out - s.players)
    satellites_left_out = max(0, satellites_left_out - s.players)
    unused: list[CardId] = []
    in_play: list[CardId] = []
    for card in cards:
        if s.cards.hive[card] and hives_left_out:
            hives_left_out -= 1
            unused.append(card)
        elif not s.cards.hive[card] and satellites_left_out:
            satellites_left_out -= 1
            unused.append(card)
        else:
            in_play.append(card)
    frontier.unused = unused
    frontier.decks[SYSTEMS] = _take(in_play, len(frontier.decks[SYSTEMS]))
    frontier.discards[SYSTEMS] = _lay_discards(in_play, frontier.discards[SYSTEMS], known)


def _lay_discards(cards: list[CardId], pile: list[CardId], known: list[CardId]) -> list[CardId]:
    """A discard pile of the same size as `pile`: the known cards, then others."""
    return _take(cards, len(pile) - len(known)) + known


def _deal_hands(s: GalaxyState, viewer: Seat, piles: list[list[CardId]]) -> None:
    for seat in range(s.players):
        if seat == viewer:
            continue
        cards: list[CardId] = []
        if s.frontier is not None:
            backs = s.frontier.backs[seat]
            for pile in (NEAR, FAR):
                if backs[pile]:
                    cards += _take(piles[deck.NEAR + pile], backs[pile])
        # The cards drawn in this Explore are the last ones of the hand, and none of them is a frontier card.
        drawn = s.drew[seat]
        older = _take(piles[deck.MAIN], len(s.hand[seat]) - len(cards) - drawn)
        if cards:
            older += cards
            s.stream.shuffle(older)
        s.hand[seat] = older + _take(piles[deck.MAIN], drawn)


def _deal_main(s: GalaxyState, cards: list[CardId], known: list[CardId]) -> None:
    """Goods, discards and the deck."""
    for goods in s.goods:
        for i in range(len(goods)):
            if goods[i] >= 0:
                goods[i] = _take(cards, 1)[0]
    s.discards = _lay_discards(cards, s.discards, known)
    if len(cards) != len(s.deck):
        raise RepulseError(_AMISS)
    s.deck = cards


def _answer_anew(s: GalaxyState, viewer: Seat, stream: Stream) -> None:
    """Fill in the secret answers already given; exactly the seats that still owe one go on owing it."""
    asking = STEPS[s.current_step()]
    arg = s.current_arg()
    answered = asking.asked(s, arg) & ~s.owing
    for seat in range(s.players):
        if seat == viewer:
            continue
        if s.current_step() == step.ACTION_ORDER:
            s.secret[seat] = random_answer(STEPS[step.ROUND].decide(s, seat, 0), stream)
        if answered >> seat & 1:
            s.owing |= 1 << seat
            while s.owing >> seat & 1:
                asking.answer(s, seat, arg, random_answer(asking.decide(s, seat, arg), stream))


def reopen(s: GalaxyState, viewer: Seat) -> None:
    """Let the others owe again what they have answered in secret in the running step."""
    asking = STEPS[s.current_step()]
    if not asking.simultaneous or s.owing == 0:
        return
    answered = asking.asked(s, s.current_arg()) & ~s.owing
    for seat in range(s.players):
        if seat != viewer and answered >> seat & 1:
            s.owing |= 1 << seat
            # Here the answer is about the cards picked in the step before, which stay (R-FRO-10).
            if s.current_step() != step.ACTION_ORDER:
                s.secret[seat] = []
    s.forget_asked()


def check_state(s: GalaxyState) -> None:
    """Check that cards are conserved, counts are not negative, and no tableau has a card twice."""
    seen = sorted(s.all_cards())
    total = [card for card in range(1, s.cards.size) for _ in range(s.cards.copies[card])]
    assert seen == total, "cards are not conserved"
    for seat in range(s.players):
        assert len(s.goods[seat]) == len(s.tableau[seat]), "goods stand beside a tableau of another size"
        assert len(set(s.tableau[seat])) == len(s.tableau[seat]), "a card is twice in a tableau"
        assert s.chips[seat] >= 0, "negative chips"
        assert s.damaged[seat] == s.goods[seat].count(DAMAGED), "damage is miscounted"
        assert s.working(seat) == s.working_now(seat), "a card has begun or ceased to work unnoticed"
        for world, good in zip(s.tableau[seat], s.goods[seat], strict=True):
            assert good < 0 or s.cards.kind[world], "a good on a card that holds none"
            assert good < 0 or s.cards.deck[good] < deck.NEAR, "a good that is no card of the main deck"
    if s.war is not None:
        check_war(s.war)
    assert s.over == (s.owing == 0), "the game stands still"
