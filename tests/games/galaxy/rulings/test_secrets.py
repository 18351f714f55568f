"""Rulings that hold in every phase: who sees what, and the hand limit."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.games.galaxy import dsl as g

from repulse.engine.contract import SPECTATOR, Event
from repulse.games.galaxy.codes import events
from repulse.games.galaxy.rules.card_table import FACE_DOWN
from repulse.games.galaxy.rules.state import GalaxyState

# --- secrets ---


def at_actions() -> GalaxyState:
    return g.new_round(spare=2, rivals=[g.seat(spare=2)])


def at_developing() -> GalaxyState:
    return g.develop(
        hand=["Public Works", "Space Marines"], spare=2, rivals=[g.seat(hand=["Drop Ships"], spare=5)]
    )


def at_settling() -> GalaxyState:
    return g.settle(hand=["Gem World", "Spice World"], spare=2, rivals=[g.seat(hand=["Comet Zone"], spare=5)])


def at_exploring() -> GalaxyState:
    return g.explore(deck=["Gem World", "Spice World"])


def at_hand_limit() -> GalaxyState:
    return g.end_of_round(hand=["Gem World", "Spice World"], spare=9, rivals=[g.seat(spare=11)])


def at_setup() -> GalaxyState:
    return g.GAME.start({"game": "xeno-invasion", "players": 2}, seed=3)


SECRET_CHOICES = [at_actions, at_developing, at_settling, at_exploring, at_hand_limit, at_setup]


@pytest.mark.parametrize("position", SECRET_CHOICES)
def test_r_gen_08_a_secret_choice_shows_nobody_what_it_is(position: Callable[[], GalaxyState]) -> None:
    first, other = position(), position()
    decision = first.decision(0)
    least = decision.least
    first.apply(0, sorted(decision.options[:least]))
    other.apply(0, sorted(decision.options[-least:]))
    assert first.data() != other.data()
    assert first.view(1).data() == other.view(1).data()
    assert first.view(SPECTATOR).data() == other.view(SPECTATOR).data()


@pytest.mark.parametrize("position", SECRET_CHOICES)
def test_r_gen_08_secret_choices_may_come_in_any_order(position: Callable[[], GalaxyState]) -> None:
    first, other = position(), position()
    g.discard_first(first, 0, 1)
    g.discard_first(other, 1, 0)
    assert first.data() == other.data()


def test_r_gen_08_payments_run_in_player_order_with_all_revealed() -> None:
    s = at_developing()
    g.answer(s, 1, "Drop Ships")
    assert "Drop Ships" not in g.tableau(s, 1)
    g.answer(s, 0, "Public Works")
    assert g.tableau(s, 0)[-1] == "Public Works"
    assert g.tableau(s, 1)[-1] == "Drop Ships"
    assert s.seats_owing() == [0]
    g.pay_somehow(s, 0)
    assert s.seats_owing() == [1]


def test_r_gen_08_player_order_goes_clockwise_from_the_lowest_start_number() -> None:
    rivals = [g.seat(hand=["Space Marines"], spare=4), g.seat(hand=["Drop Ships"], spare=6)]
    s = g.develop(hand=["Public Works"], spare=3, rivals=rivals, first=2)
    g.answer(s, 0, "Public Works")
    g.answer(s, 1, "Space Marines")
    g.answer(s, 2, "Drop Ships")
    order = []
    while g.question(s, s.seats_owing()[0]) == "develop.pay":
        order += s.seats_owing()
        g.pay_somehow(s, order[-1])
    assert order == [2, 0, 1]


def test_r_gen_08_consume_and_produce_run_in_player_order() -> None:
    both = ["Earth's Lost Colony", "Gem World", "Expanding Colony", "Old Earth"]
    rival = g.seat(
        tableau=["Epsilon Eridani", "New Earth", "Rebel Miners"], goods=["New Earth", "Rebel Miners"]
    )
    s = g.consume(tableau=both, goods=both[:2], rivals=[rival], first=1)
    assert s.seats_owing() == [1]
    while s.seats_owing() == [1]:
        g.answer(s, 1, g.offered(s, 1)[0])
    assert s.seats_owing() == [0]


def test_r_gen_09_others_see_only_the_number_of_cards_paid() -> None:
    s = g.develop(hand=["Space Marines", "Gem World", "Spice World", "New Earth"])
    log: list[Event] = []
    s.log = log
    g.answer(s, 0, "Space Marines")
    g.answer(s, 0, "Gem World", "New Earth")
    paid = next(event for event in log if event[0] == events.PAY)
    names = [s.cards.names[card] for card in s.visible_event(paid, 0)[3:]]
    assert sorted(names) == ["Gem World", "New Earth"]
    assert s.visible_event(paid, 1)[3:] == [FACE_DOWN, FACE_DOWN]
    assert s.view(1).discards == [FACE_DOWN, FACE_DOWN]
    assert s.view(0).discards == [FACE_DOWN, FACE_DOWN]


def test_r_gen_09_goods_lie_face_down_for_everybody() -> None:
    s = g.consume(tableau=["Gem World", "New Earth"], goods=["Gem World", "New Earth"])
    for viewer in (0, 1, SPECTATOR):
        assert s.view(viewer).goods[0] == [FACE_DOWN, FACE_DOWN]


def test_r_gen_09_hand_sizes_goods_and_chips_are_public() -> None:
    s = g.consume(tableau=["Gem World", "New Earth"], goods=["Gem World", "New Earth"], spare=3, chips=4)
    for viewer in (1, SPECTATOR):
        view = s.view(viewer)
        assert len(view.hand[0]) == 3
        assert view.hand[0] == [FACE_DOWN] * 3
        assert view.chips[0] == 4
        assert g.tableau(view, 0) == ["Gem World", "New Earth"]


# --- the hand limit ---


def test_r_gen_10_more_than_ten_cards_are_discarded_at_the_end_of_a_round() -> None:
    s = g.end_of_round(spare=12)
    assert g.must_discard(s, 0) == 2
    g.discard_first(s, 0)
    assert len(g.hand(s, 0)) == 10
    assert g.question(s, 0) == "action"


def test_r_gen_10_ten_cards_are_within_the_limit() -> None:
    assert g.question(g.end_of_round(spare=10), 0) == "action"


def test_r_gen_10_both_discard_down_at_once() -> None:
    s = g.end_of_round(spare=12, rivals=[g.seat(spare=11)])
    assert s.seats_owing() == [0, 1]
    g.discard_first(s, 1)
    assert s.seats_owing() == [0]
    assert len(g.hand(s, 1)) == 11, "nothing happens before all have chosen"
    g.discard_first(s, 0)
    assert [len(g.hand(s, player)) for player in (0, 1)] == [10, 10]


def test_r_gen_10_there_is_no_limit_during_a_round() -> None:
    s = g.new_round(spare=10)
    g.answer(s, 0, "Explore +1/+1")
    g.answer(s, 1, "Settle")
    assert len(g.hand(s, 0)) == 13
    g.discard_first(s, 0, 1)
    assert len(g.hand(s, 0)) == 12
    assert g.question(s, 0) == "settle.place"


def test_r_gen_10_the_limit_holds_in_the_last_round_too() -> None:
    s = g.end_of_round(spare=12, pool=0)
    assert not s.over
    assert g.must_discard(s, 0) == 2
    g.discard_first(s, 0)
    assert s.over


def test_the_data_of_a_position_does_not_change_with_it() -> None:
    s = g.develop(
        hand=["Public Works", "Gem World", "Spice World"], rivals=[g.seat(hand=["Drop Ships"], spare=5)]
    )
    g.answer(s, 0, "Public Works")
    g.answer(s, 1, "Drop Ships")
    before = s.data()
    words = repr(before)
    g.pay_somehow(s, 0)
    assert repr(before) == words
