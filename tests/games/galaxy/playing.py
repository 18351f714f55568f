"""Asking, answering and looking, in words: the part of the position DSL that plays on (see `dsl`)."""

from __future__ import annotations

import re

import pytest
from tests.games.galaxy.positions import GAME, attack_word

from repulse.engine.contract import Decision, IllegalChoice
from repulse.games.galaxy.rules.state import GalaxyState
from repulse.games.galaxy.rules.war import (
    War,
)

# --- asking and answering ---


def question(s: GalaxyState, seat: int) -> str:
    """Return the id of what a seat is asked; empty if it is asked nothing."""
    return s.decision(seat).prompt if s.owing >> seat & 1 else ""


def offered(s: GalaxyState, seat: int) -> list[str]:
    """Return the options of a seat in words; a power goes by the name of its card unless that is ambiguous."""
    return list(_words(s, s.decision(seat)))


def answer(s: GalaxyState, seat: int, *words: str) -> None:
    """Answer by words, as `offered` has them; action cards that stack in only one way are stacked without asking."""
    answer_alone(s, seat, *words)
    for owing in s.seats_owing():
        decision = s.decision(owing)
        if decision.prompt == "actions.order" and decision.forced():
            s.apply(owing, decision.forced_choice())


def answer_alone(s: GalaxyState, seat: int, *words: str) -> None:
    """The same, and nothing is done for anybody else."""
    decision = s.decision(seat)
    values = _words(s, decision)
    for word in words:
        assert word in values, f"{word!r} is not offered: {list(values)} ({decision.prompt})"
    s.apply(seat, sorted(values[word] for word in words))
    GAME.check_state(s)


def refused(s: GalaxyState, seat: int, *words: str) -> str:
    """Return the reason for which an answer by words is refused; it must change nothing."""
    decision = s.decision(seat)
    values = _words(s, decision)
    before = s.data()
    choice = sorted(values[word] if word in values else s.cards.ids[word] for word in words)
    with pytest.raises(IllegalChoice) as caught:
        s.apply(seat, choice)
    assert s.data() == before
    return caught.value.reason


def _words(s: GalaxyState, decision: Decision) -> dict[str, int]:
    """Return the options by their words; of several with one plain word, each keeps the number of its power."""
    full = {GAME.token(s, decision.domain, value): value for value in decision.options}
    plain = [_plain(word) for word in full]
    return {word if plain.count(_plain(word)) > 1 else _plain(word): value for word, value in full.items()}


def _plain(word: str) -> str:
    return re.sub(r" #\d+", "", word)


def must_pay(s: GalaxyState, seat: int) -> int:
    """Return how many cards a seat that is paying has to pay."""
    decision = s.decision(seat)
    assert decision.prompt in ("develop.pay", "settle.pay"), decision.prompt
    assert decision.least == decision.most
    return decision.least


def must_discard(s: GalaxyState, seat: int) -> int:
    """Return how many cards a seat that is discarding has to discard."""
    decision = s.decision(seat)
    assert decision.domain == "card"
    assert decision.least == decision.most
    return decision.least


def discard_first(s: GalaxyState, *seats: int) -> None:
    """Seats that must choose cards choose the first ones that they may."""
    for seat in seats:
        decision = s.decision(seat)
        s.apply(seat, sorted(decision.options[: decision.least]))
    GAME.check_state(s)


def pay_somehow(s: GalaxyState, seat: int) -> int:
    """Pay with the first cards that fit; how many they were."""
    cost = must_pay(s, seat)
    discard_first(s, seat)
    return cost


# --- looking ---


def hand(s: GalaxyState, seat: int) -> list[str]:
    """Return the cards in hand, oldest first."""
    return [s.cards.names[card] for card in s.hand[seat]]


def tableau(s: GalaxyState, seat: int) -> list[str]:
    """Return the tableau, oldest first."""
    return [s.cards.names[card] for card in s.tableau[seat]]


def goods(s: GalaxyState, seat: int) -> list[str]:
    """Return the worlds that hold a good, oldest first."""
    pairs = zip(s.tableau[seat], s.goods[seat], strict=True)
    return [s.cards.names[world] for world, good in pairs if good >= 0]


def damaged(s: GalaxyState, seat: int) -> list[str]:
    """Return the damaged worlds, oldest first."""
    return [s.cards.names[world] for world in s.damaged_worlds(seat)]


def deck(s: GalaxyState) -> list[str]:
    """Return the deck, top card first."""
    return [s.cards.names[card] for card in reversed(s.deck)]


def discards(s: GalaxyState) -> list[str]:
    """Return the discard pile, oldest first."""
    return [s.cards.names[card] for card in s.discards]


def looked(s: GalaxyState, seat: int) -> list[str]:
    """Return what a Frontier settler has drawn to choose from, first one first."""
    assert s.frontier is not None
    return [s.cards.names[card] for card in s.frontier.looked[seat]]


def frontier_deck(s: GalaxyState, pile: int) -> list[str]:
    """Return the Near, Far or Xeno system deck, top card first."""
    assert s.frontier is not None
    return [s.cards.names[card] for card in reversed(s.frontier.decks[pile])]


def frontier_discards(s: GalaxyState, pile: int) -> list[str]:
    """Return the discard pile of the Near, Far or Xeno system deck, oldest first."""
    assert s.frontier is not None
    return [s.cards.names[card] for card in s.frontier.discards[pile]]


def war(s: GalaxyState) -> War:
    """Return the war of a game that has one."""
    assert s.war is not None
    return s.war


def attack(s: GalaxyState, seat: int) -> int | str:
    """Return the strength of the invasion or retaliation card that a seat was given: 4, "M+4" or "M+X+4"."""
    return attack_word(war(s).assigned[seat])


def score(s: GalaxyState, seat: int) -> int:
    """Return the score of a seat if the game ended now."""
    return s.scores()[seat]
