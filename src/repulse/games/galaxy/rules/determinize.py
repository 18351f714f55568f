"""Complete positions consistent with a view: each hidden card is dealt from the cards it could be."""

from __future__ import annotations

from typing import Final

from repulse.engine.answers import random_answer
from repulse.engine.contract import EVERYTHING, RepulseError, Seat
from repulse.engine.random import FOR_DETERMINIZE, Stream, seeded
from repulse.games.galaxy.codes import deck, step
from repulse.games.galaxy.rules.card_table import CardId
from repulse.games.galaxy.rules.frontier import FAR, NEAR, PILES, SYSTEMS, Frontier
from repulse.games.galaxy.rules.memory import GalaxyMemory, count_visible
from repulse.games.galaxy.rules.state import GalaxyState
from repulse.games.galaxy.rules.war import check_war, deal_war

_AMISS: Final = "This view cannot be determinized: its cards do not add up."


def determinize(view: GalaxyState, seed: int, memory: GalaxyMemory | None = None) -> GalaxyState:
    """Return a complete position consistent with `view`, with its own random stream; cards known to `memory` stay put.

    A view shows the back of every hidden card, so each kind of back is dealt separately. Secret answers already given
    are replaced by random ones, from the cards their seats now hold.
    """
    viewer = view.viewer
    if viewer == EVERYTHING:
        raise RepulseError("Only a view can be determinized; this is the whole position.")
    state = view.clone()
    state.viewer = EVERYTHING
    stream = seeded(seed, FOR_DETERMINIZE)
    state.stream = stream
    unseen = _unseen(state, viewer)
    known_discards = _known_discards(state, memory, unseen)
    if state.offered[0]:
        _deal_offered(state, viewer, unseen, stream)
    piles = _by_back(state, unseen, stream)
    _deal_hands(state, viewer, piles)
    if state.frontier is not None:
        _deal_frontier(state, state.frontier, viewer, piles, known_discards)
        state.frontier.backs = []
    _deal_main(state, piles[deck.MAIN], known_discards[0])
    if state.war is not None:
        deal_war(state.war, stream)
    _answer_anew(state, viewer, stream)
    return state


def _unseen(state: GalaxyState, viewer: Seat) -> list[int]:
    """Return how many of each card the viewer does not see."""
    unseen = state.cards.copies[:]
    seen = count_visible(state, viewer)
    for card in range(len(unseen)):
        unseen[card] -= seen[card]
    return unseen


def _known_discards(state: GalaxyState, memory: GalaxyMemory | None, unseen: list[int]) -> list[list[CardId]]:
    """Return the cards known to be in each discard pile; they are removed from the unseen ones."""
    if memory is None:
        return [[] for _ in range(1 + PILES)]  # the main one, and those of the frontier
    known_discards: list[list[CardId]] = []
    for cards in memory.discards_known(state):
        there: list[CardId] = []
        for card in cards:
            if unseen[card]:
                unseen[card] -= 1
                there.append(card)
        known_discards.append(there)
    return known_discards


def _by_back(state: GalaxyState, unseen: list[int], stream: Stream) -> list[list[CardId]]:
    """Return the unseen cards by what their backs show, shuffled; start worlds in the deck look like the other cards."""
    piles: list[list[CardId]] = [[] for _ in deck.NAMES]
    backs = state.cards.deck
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
    start = len(pile) - count
    if start < 0 or count < 0:
        raise RepulseError(_AMISS)
    taken = pile[start:]
    del pile[start:]
    return taken


def _deal_offered(state: GalaxyState, viewer: Seat, unseen: list[int], stream: Stream) -> None:
    """Deal one red and one blue start world for each of the others (R-SUP-02)."""
    red: list[CardId] = []
    blue: list[CardId] = []
    for card in range(1, len(unseen)):
        if state.cards.deck[card] == deck.START and unseen[card]:
            (red if state.cards.start_number[card] % 2 else blue).append(card)
    stream.shuffle(red)
    stream.shuffle(blue)
    for seat in range(state.players):
        if seat != viewer:
            state.offered[seat] = _take(red, 1) + _take(blue, 1)
            for card in state.offered[seat]:
                unseen[card] -= 1


def _deal_frontier(
    state: GalaxyState,
    frontier: Frontier,
    viewer: Seat,
    piles: list[list[CardId]],
    known_discards: list[list[CardId]],
) -> None:
    """Deal the cards settlers are looking at, and the frontier decks."""
    for seat in range(state.players):
        if seat != viewer and frontier.looked[seat]:
            pile = piles[deck.NEAR + frontier.target[seat]]
            frontier.looked[seat] = _take(pile, len(frontier.looked[seat]))
    for side in (NEAR, FAR):
        cards = piles[deck.NEAR + side]
        frontier.decks[side] = _take(cards, len(frontier.decks[side]))
        frontier.discards[side] = _lay_discards(cards, frontier.discards[side], known_discards[1 + side])
    _deal_systems(state, frontier, piles[deck.SYSTEM], known_discards[1 + SYSTEMS])


def _deal_systems(
    state: GalaxyState, frontier: Frontier, cards: list[CardId], known_discards: list[CardId]
) -> None:
    """Deal as many satellites as hives were laid out, one of each per player (R-CST-13)."""
    hidden = len(frontier.decks[SYSTEMS]) + len(frontier.discards[SYSTEMS]) - len(known_discards)
    if hidden == 0:
        frontier.discards[SYSTEMS] = known_discards
        frontier.unused = cards
        return
    hives_left_out = 0
    satellites_left_out = 0
    for card in range(1, state.cards.size):
        if state.cards.deck[card] == deck.SYSTEM:
            if state.cards.hive[card]:
                hives_left_out += 1
            else:
                satellites_left_out += 1
    hives_left_out = max(0, hives_left_out - state.players)
    satellites_left_out = max(0, satellites_left_out - state.players)
    unused: list[CardId] = []
    in_play: list[CardId] = []
    for card in cards:
        if state.cards.hive[card] and hives_left_out:
            hives_left_out -= 1
            unused.append(card)
        elif not state.cards.hive[card] and satellites_left_out:
            satellites_left_out -= 1
            unused.append(card)
        else:
            in_play.append(card)
    frontier.unused = unused
    frontier.decks[SYSTEMS] = _take(in_play, len(frontier.decks[SYSTEMS]))
    frontier.discards[SYSTEMS] = _lay_discards(in_play, frontier.discards[SYSTEMS], known_discards)


def _lay_discards(cards: list[CardId], pile: list[CardId], known_discards: list[CardId]) -> list[CardId]:
    """Return a discard pile of the same size as `pile`: the known cards, then others."""
    return _take(cards, len(pile) - len(known_discards)) + known_discards


def _deal_hands(state: GalaxyState, viewer: Seat, piles: list[list[CardId]]) -> None:
    for seat in range(state.players):
        if seat == viewer:
            continue
        cards: list[CardId] = []
        if state.frontier is not None:
            backs = state.frontier.backs[seat]
            for pile in (NEAR, FAR):
                if backs[pile]:
                    cards += _take(piles[deck.NEAR + pile], backs[pile])
        # The cards drawn in this Explore are the last ones of the hand, and none of them is a frontier card.
        drawn = state.drawn_count[seat]
        older = _take(piles[deck.MAIN], len(state.hand[seat]) - len(cards) - drawn)
        if cards:
            older += cards
            state.stream.shuffle(older)
        state.hand[seat] = older + _take(piles[deck.MAIN], drawn)


def _deal_main(state: GalaxyState, cards: list[CardId], known_discards: list[CardId]) -> None:
    """Deal goods, discards and the deck."""
    for goods in state.goods:
        for i in range(len(goods)):
            if goods[i] >= 0:
                goods[i] = _take(cards, 1)[0]
    state.discards = _lay_discards(cards, state.discards, known_discards)
    if len(cards) != len(state.deck):
        raise RepulseError(_AMISS)
    state.deck = cards


def _answer_anew(state: GalaxyState, viewer: Seat, stream: Stream) -> None:
    """Fill in the secret answers already given; exactly the seats that still owe one go on owing it."""
    asking = state.asking()
    arg = state.current_arg()
    answered = asking.asked(state, arg) & ~state.owing
    for seat in range(state.players):
        if seat == viewer:
            continue
        if state.current_step() == step.ACTION_ORDER:
            state.secret[seat] = random_answer(state.steps()[step.ROUND].decide(state, seat, 0), stream)
        if answered >> seat & 1:
            state.owing |= 1 << seat
            while state.owing >> seat & 1:
                asking.answer(state, seat, arg, random_answer(asking.decide(state, seat, arg), stream))


def reopen(state: GalaxyState, viewer: Seat) -> None:
    """Let the others are asked again what they have answered in secret in the running step."""
    asking = state.asking()
    if not asking.simultaneous or state.owing == 0:
        return
    answered = asking.asked(state, state.current_arg()) & ~state.owing
    for seat in range(state.players):
        if seat != viewer and answered >> seat & 1:
            state.owing |= 1 << seat
            # Here the answer is about the cards picked in the step before, which stay (R-FRO-10).
            if state.current_step() != step.ACTION_ORDER:
                state.secret[seat] = []
    state.forget_decisions()


def check_state(state: GalaxyState) -> None:
    """Check that cards are conserved, counts are not negative, and no tableau has a card twice."""
    seen = sorted(state.all_cards())
    total = [card for card in range(1, state.cards.size) for _ in range(state.cards.copies[card])]
    assert seen == total, "cards are not conserved"
    for seat in range(state.players):
        assert len(state.goods[seat]) == len(state.tableau[seat]), (
            "goods stand beside a tableau of another size"
        )
        assert len(set(state.tableau[seat])) == len(state.tableau[seat]), "a card is twice in a tableau"
        assert state.chips[seat] >= 0, "negative chips"
        assert state.damaged[seat] >> len(state.tableau[seat]) == 0, "damage on a card that is not there"
        assert state.working(seat) == state.working_now(seat), "a card has begun or ceased to work unnoticed"
        for index, (world, good) in enumerate(zip(state.tableau[seat], state.goods[seat], strict=True)):
            assert good < 0 or not state.is_damaged_at(seat, index), "a good on a damaged world"
            assert good < 0 or state.cards.kind[world], "a good on a card that holds none"
            assert good < 0 or state.cards.deck[good] < deck.NEAR, "a good that is no card of the main deck"
    if state.war is not None:
        check_war(state.war)
    assert state.over == (state.owing == 0), "the game stands still"
