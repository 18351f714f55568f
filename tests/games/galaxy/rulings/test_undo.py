"""Undo: a payment may be undone; an answer that revealed something hidden may not."""

from __future__ import annotations

import pytest
from tests.games.galaxy import dsl as g

from repulse.engine.contract import IllegalChoice
from repulse.engine.match import Match, replay
from repulse.engine.record import read_record
from repulse.games.galaxy.rules.state import GalaxyState


def match(first: str, second: str, pile: list[str] | None = None) -> Match:
    """Return a game with preset hands, and what lies on top of the deck."""
    arrangement = {"starts": [first, second], "piles": [pile or []]}
    return Match(g.GAME, {"game": "base", "players": 2, "deal": "preset", "arrangement": arrangement}, seed=1)


def cards(state: object, seat: int) -> tuple[list[str], list[str]]:
    """Return the hand and the tableau of a seat."""
    assert isinstance(state, GalaxyState)
    names = state.cards.names
    return sorted(names[card] for card in state.hand[seat]), [names[card] for card in state.tableau[seat]]


def developing() -> Match:
    """Epsilon Eridani has placed Colony Ship, Alpha Centauri Mining Robots; both are to pay, in that order."""
    m = match("Epsilon Eridani", "Alpha Centauri")
    m.answer_tokens(0, ["Develop"])
    m.answer_tokens(1, ["Develop"])
    m.answer_tokens(0, ["Colony Ship"])
    m.answer_tokens(1, ["Mining Robots"])
    return m


def test_a_payment_may_be_undone() -> None:
    m = developing()
    before = m.state.data()
    m.answer_tokens(0, ["Gem World"])
    assert cards(m.state, 0)[0] == ["Public Works", "Rebel Fuel Cache"]
    assert m.can_undo(0)
    m.undo(0)
    assert m.state.data() == before
    m.answer_tokens(0, ["Public Works"])
    assert cards(m.state, 0)[0] == ["Gem World", "Rebel Fuel Cache"]


def test_a_payment_stays_once_another_has_paid_after_it() -> None:
    m = developing()
    m.answer_tokens(0, ["Gem World"])
    m.answer_tokens(1, ["Rebel Miners"])
    assert not m.can_undo(0)
    assert m.can_undo(1)
    m.undo(1)
    assert m.can_undo(0)


def test_a_revealed_choice_stays() -> None:
    m = developing()
    assert not m.can_undo(0)
    with pytest.raises(IllegalChoice) as caught:
        m.undo(0)
    assert caught.value.reason == "no-undo"


def test_a_payment_that_drew_a_card_stays() -> None:
    """Public Works draws after the payment: who has seen the card cannot pay otherwise."""
    m = match("Epsilon Eridani", "Alpha Centauri", pile=["New Earth", "Rebel Base"])
    m.answer_tokens(0, ["Develop"])
    m.answer_tokens(1, ["Settle"])
    m.answer_tokens(0, ["Public Works"])
    m.answer_tokens(1, ["pass"])
    m.answer_tokens(0, ["pass"])
    m.answer_tokens(1, ["pass"])
    for seat in (0, 1):
        m.answer_tokens(seat, ["Develop"])
    m.answer_tokens(0, ["Colony Ship"])
    m.answer_tokens(1, ["pass"])
    m.answer_tokens(0, ["Gem World"])
    assert not m.can_undo(0)


def test_each_optional_power_of_one_settlement_may_be_undone_in_turn() -> None:
    """New Sparta uses New Military Tactics on a world it could conquer anyway, thinks again, and again."""
    m = match("New Sparta", "Epsilon Eridani")
    for action in ("Develop", "Settle"):
        m.answer_tokens(0, [action])
        m.answer_tokens(1, [action])
        if action == "Develop":
            m.answer_tokens(0, ["New Military Tactics"])
            m.answer_tokens(1, ["pass"])
    m.answer_tokens(0, ["Former Penal Colony"])
    m.answer_tokens(1, ["pass"])
    before = m.state.data()
    assert cards(m.state, 0)[1] == ["New Sparta", "New Military Tactics", "Former Penal Colony"]
    m.answer_tokens(0, ["New Military Tactics #1"])
    assert not m.can_undo(0), "the world is conquered and the Settle bonus drawn"
    assert m.state.data() != before


def test_a_secret_choice_may_be_undone_until_all_have_chosen() -> None:
    m = match("Epsilon Eridani", "Alpha Centauri")
    m.answer_tokens(0, ["Settle"])
    m.undo(0)
    m.answer_tokens(0, ["Develop"])
    m.answer_tokens(1, ["Develop"])
    assert not m.can_undo(0)


def test_undone_choices_are_not_in_the_record() -> None:
    m = developing()
    m.answer_tokens(0, ["Gem World"])
    m.undo(0)
    m.answer_tokens(0, ["Public Works"])
    again = replay(g.GAME, read_record(m.record().to_json()))
    assert again.state.data() == m.state.data()
    assert again.all_events() == m.all_events()
