"""What lies hidden: dealing it anew for a viewer, and checking that nothing is lost."""

from __future__ import annotations

from repulse.engine.answers import random_answer
from repulse.engine.contract import Seat
from repulse.engine.random import Stream, seeded
from repulse.games.galaxy.rules.card_table import CardId
from repulse.games.galaxy.rules.codes import deck, step
from repulse.games.galaxy.rules.state import (
    DAMAGED,
    STEPS,
    GalaxyState,
)
from repulse.games.galaxy.rules.war import check_war, shuffle_war


def shuffle_hidden(state: GalaxyState, viewer: Seat, seed: int) -> GalaxyState:
    """A copy in which every card that `viewer` cannot see is dealt anew among those he cannot see.

    Cards stay with cards of their own back: a Frontier card in a hand can only be another Frontier card.
    """
    copy = state.clone()
    stream = seeded(seed)
    piles = _hidden_piles(copy, viewer)
    backs = sorted({_back(copy, card) for pile in piles for card in pile if card >= 0})
    for back in backs:
        _shuffle_among(copy, piles, back, stream)
    starts = [copy.offered[seat] for seat in range(copy.players) if seat != viewer]
    dealt = [card for pile in starts for card in pile]
    stream.shuffle(dealt)
    for seat in range(copy.players):
        if seat != viewer and copy.offered[seat]:
            copy.offered[seat] = [dealt.pop() for _ in copy.offered[seat]]
    if copy.war is not None:
        shuffle_war(copy.war, stream)
    _answer_anew(copy, viewer, stream)
    copy.stream = seeded(seed + 1)
    copy.forget_asked()
    return copy


def _answer_anew(s: GalaxyState, viewer: Seat, stream: Stream) -> None:
    """Secret answers that are in are given anew, at random, with the cards that their seats now hold."""
    asking = s.current_step()
    if not STEPS[asking].simultaneous:
        return
    if asking == step.ACTION_ORDER:
        _pick_anew(s, viewer, stream)
        return
    for seat in range(s.players):
        if seat == viewer:
            continue
        if not s.secret[seat]:
            continue
        s.secret[seat] = []
        half = s.owing >> seat & 1
        s.owing |= 1 << seat
        while s.owing >> seat & 1:
            decision = STEPS[asking].decide(s, seat, s.current_arg())
            STEPS[asking].answer(s, seat, s.current_arg(), random_answer(decision, stream))
            if half:
                break


def _pick_anew(s: GalaxyState, viewer: Seat, stream: Stream) -> None:
    """The same for action cards that lie face down while they are being stacked."""
    for seat in range(s.players):
        if seat != viewer:
            picked = random_answer(STEPS[step.ROUND].decide(s, seat, 0), stream)
            if not s.owing >> seat & 1:
                stream.shuffle(picked)
            s.secret[seat] = picked


def _back(s: GalaxyState, card: CardId) -> int:
    """What the back of a card shows: start worlds in the deck look like the other cards."""
    back = s.cards.deck[card]
    return back if back >= deck.NEAR else 0


def _hidden_piles(s: GalaxyState, viewer: Seat) -> list[list[CardId]]:
    """Every list that holds cards unseen by a viewer (goods lists hold negative numbers too)."""
    piles = [s.deck, s.discards, *s.goods]
    piles.extend(s.hand[seat] for seat in range(s.players) if seat != viewer)
    if s.frontier is not None:
        piles.extend([*s.frontier.decks, *s.frontier.discards, s.frontier.unused])
        piles.extend(s.frontier.looked[seat] for seat in range(s.players) if seat != viewer)
    return piles


def _shuffle_among(s: GalaxyState, piles: list[list[CardId]], back: int, stream: Stream) -> None:
    cards = [card for pile in piles for card in pile if card >= 0 and _back(s, card) == back]
    stream.shuffle(cards)
    for pile in piles:
        for i in range(len(pile)):
            if pile[i] >= 0 and _back(s, pile[i]) == back:
                pile[i] = cards.pop()


def check_state(s: GalaxyState) -> None:
    """Cards are conserved, nothing is negative that cannot be, no tableau has a card twice."""
    seen = sorted(s.all_cards())
    total = [card for card in range(1, s.cards.size) for _ in range(s.cards.copies[card])]
    assert seen == total, "cards are not conserved"
    for seat in range(s.players):
        assert len(s.goods[seat]) == len(s.tableau[seat]), "goods stand beside a tableau of another size"
        assert len(set(s.tableau[seat])) == len(s.tableau[seat]), "a card stands twice in a tableau"
        assert s.chips[seat] >= 0, "negative chips"
        assert s.damaged[seat] == s.goods[seat].count(DAMAGED), "damage is miscounted"
        for world, good in zip(s.tableau[seat], s.goods[seat], strict=True):
            assert good < 0 or s.cards.kind[world], "a good on a card that holds none"
            assert good < 0 or _back(s, good) == 0, "a good that is no card of the main deck"
    if s.war is not None:
        check_war(s.war)
    assert s.over == (s.owing == 0), "the game stands still"
