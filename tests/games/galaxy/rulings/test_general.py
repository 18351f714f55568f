"""Rulings that hold in every phase: when powers count, what a payment is, how the deck runs out, who sees what."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.games.galaxy.positions import (
    GAME,
    answer,
    consume,
    deck,
    develop,
    discard_first,
    discards,
    end_of_round,
    explore,
    goods,
    hand,
    must_discard,
    new_round,
    offered,
    pay_somehow,
    produce,
    question,
    refused,
    seat,
    settle,
    tableau,
)

from repulse.engine.contract import SPECTATOR, Event
from repulse.games.galaxy.codes import events
from repulse.games.galaxy.rules.card_table import FACE_DOWN
from repulse.games.galaxy.rules.state import GalaxyState

SHIP_WITH_CREW = """
name = "house"
[[change]]
name = "Colony Ship"
power = [
  { phase = "settle", do = "cost_zero", not = ["alien"], discard = "self" },
  { phase = "settle", do = "draw_after", amount = 1 },
]
"""


# --- powers as the phase began ---


def test_r_gen_01_a_card_placed_in_this_phase_gives_no_power_in_it() -> None:
    s = settle(hand=["Terraforming Colonists"], spare=2, new_worlds=True)
    answer(s, 0, "Terraforming Colonists")
    assert hand(s, 0) == [], "its own draw after settling came too early"


def test_r_gen_01_a_card_placed_in_this_phase_adds_no_count_in_it() -> None:
    """One Military per Rebel military world: the Rebel world that is being placed is not one of them yet."""
    s = settle(
        tableau=["Old Earth", "Anti-Xeno Rebel Force"],
        hand=["Rebel Fuel Cache"],
        spare=3,
        game="xeno-invasion",
    )
    assert offered(s, 0) == ["pass"]


def test_r_gen_01_the_card_counts_from_the_next_phase_on() -> None:
    s = new_round(tableau=["New Sparta"], hand=["Outlaw World", "Pirate World"], rivals=[seat()])
    answer(s, 0, "Settle")
    answer(s, 1, "Settle")
    assert offered(s, 0) == ["Outlaw World", "pass"]
    answer(s, 0, "Outlaw World")
    answer(s, 0, "Settle")
    answer(s, 1, "Settle")
    assert "Pirate World" in offered(s, 0)


def test_r_gen_02_a_discarded_card_cannot_be_discarded_again() -> None:
    s = settle(tableau=["Old Earth", "New Military Tactics"], hand=["Outlaw World"], spare=1)
    answer(s, 0, "Outlaw World")
    assert tableau(s, 0) == ["Old Earth", "Outlaw World"]
    assert discards(s) == ["New Military Tactics"]
    assert question(s, 0) == "action"


def test_r_gen_02_its_other_powers_count_to_the_end_of_the_phase() -> None:
    s = settle(
        tableau=["Old Earth", "Colony Ship"], hand=["New Earth"], deck=["Gem World"], overlay=SHIP_WITH_CREW
    )
    answer(s, 0, "New Earth")
    assert tableau(s, 0) == ["Old Earth", "New Earth"]
    assert hand(s, 0) == ["Gem World"]


def test_r_gen_02_but_not_in_the_next_phase() -> None:
    s = new_round(
        tableau=["Old Earth", "Colony Ship"], hand=["New Earth", "Pilgrimage World"], overlay=SHIP_WITH_CREW
    )
    for world in ("New Earth", "Pilgrimage World"):
        answer(s, 0, "Produce")
        answer(s, 1, "Settle")
        answer(s, 0, world)
    assert tableau(s, 0) == ["Old Earth", "New Earth", "Pilgrimage World"]
    assert len(hand(s, 0)) == 1, "one card for New Earth, none for Pilgrimage World"


# --- no duplicates ---


def test_r_gen_03_no_second_copy_of_a_card_in_the_tableau() -> None:
    s = develop(tableau=["Old Earth", "Public Works"], hand=["Public Works"], spare=3)
    assert offered(s, 0) == ["pass"]
    assert refused(s, 0, "Public Works")


def test_r_gen_03_two_copies_in_hand_are_one_choice() -> None:
    s = develop(hand=["Public Works", "Public Works"], spare=1)
    assert offered(s, 0) == ["Public Works", "pass"]


def test_r_gen_03_a_copy_discarded_earlier_does_not_block() -> None:
    s = new_round(
        tableau=["Old Earth", "New Military Tactics"], hand=["Pirate World", "New Military Tactics"], spare=1
    )
    answer(s, 0, "Settle")
    answer(s, 1, "Settle")
    answer(s, 0, "Pirate World")
    assert tableau(s, 0) == ["Old Earth", "Pirate World"]
    answer(s, 0, "Develop")
    answer(s, 1, "Develop")
    answer(s, 0, "New Military Tactics")
    assert "New Military Tactics" in tableau(s, 0)


# --- payments ---


def test_r_gen_04_no_cost_falls_below_nothing() -> None:
    s = develop(
        tableau=["Old Earth", "Galactic Federation"], hand=["Public Works", "Gem World"], picks="Develop"
    )
    answer(s, 0, "Public Works")
    assert hand(s, 0) == ["Gem World"]
    assert discards(s) == []


def test_r_gen_04_a_payment_is_neither_more_nor_less_than_the_cost() -> None:
    s = develop(hand=["Drop Ships", "Gem World", "Spice World", "New Earth", "Space Port", "Comet Zone"])
    answer(s, 0, "Drop Ships")
    assert refused(s, 0, "Gem World", "Spice World", "New Earth") == "too-few"
    assert refused(s, 0, "Gem World", "Spice World", "New Earth", "Space Port", "Comet Zone") == "too-many"
    answer(s, 0, "Gem World", "Spice World", "New Earth", "Space Port")
    assert hand(s, 0) == ["Comet Zone"]
    assert sorted(discards(s)) == ["Gem World", "New Earth", "Space Port", "Spice World"]


def test_r_gen_04_what_cannot_be_paid_for_cannot_be_chosen() -> None:
    s = develop(hand=["Drop Ships", "Space Marines"], spare=2)
    assert offered(s, 0) == ["Space Marines", "pass"]


def test_r_gen_05_any_other_card_may_be_spent() -> None:
    s = develop(hand=["Space Marines", "Gem World", "Rebel Base", "Drop Ships"])
    answer(s, 0, "Space Marines")
    assert sorted(offered(s, 0)) == ["Drop Ships", "Gem World", "Rebel Base"]


def test_r_gen_05_the_second_copy_may_pay_for_the_first() -> None:
    s = develop(hand=["Public Works", "Public Works", "Gem World"])
    answer(s, 0, "Public Works")
    answer(s, 0, "Public Works")
    assert hand(s, 0) == ["Gem World"]
    assert tableau(s, 0)[-1] == "Public Works"
    assert discards(s) == ["Public Works"]


def test_r_gen_05_a_card_drawn_in_this_phase_may_be_spent() -> None:
    s = develop(tableau=["Old Earth", "Interstellar Bank"], hand=["Public Works"], deck=["Gem World"])
    assert offered(s, 0) == ["Public Works", "pass"]
    answer(s, 0, "Public Works")
    assert discards(s) == ["Gem World"]


def test_r_gen_05_a_card_drawn_in_this_round_may_be_spent() -> None:
    s = new_round(hand=["Expanding Colony"], deck=["Gem World", "Spice World"], game="xeno-invasion")
    answer(s, 0, "Settle")
    answer(s, 1, "Explore +5")
    answer(s, 0, "Spice World")
    discard_first(s, 1)
    answer(s, 0, "Expanding Colony")
    answer(s, 1, "pass")
    assert "Gem World" in discards(s)


# --- the deck ---


def test_r_gen_06_the_draw_goes_on_with_the_shuffled_discards() -> None:
    s = explore(deck=["Gem World"], discards=["New Earth", "Spice World"], rest="away", picks="Explore +1/+1")
    assert hand(s, 0)[0] == "Gem World"
    assert sorted(hand(s, 0)) == ["Gem World", "New Earth", "Spice World"]
    assert deck(s) == discards(s) == []


def test_r_gen_06_cards_spent_in_this_phase_are_in_the_shuffle() -> None:
    s = settle(hand=["Expanding Colony", "Rebel Base"], picks="Settle", rest="away")
    answer(s, 1, "pass")
    answer(s, 0, "Expanding Colony")
    assert hand(s, 0) == ["Rebel Base"], "the card that paid is the only one there is to draw"


def test_r_gen_06_a_sold_good_is_in_the_shuffle() -> None:
    s = consume(tableau=["Old Earth", "Gem World"], goods=["Gem World"], picks="Consume: Trade", rest="away")
    assert len(hand(s, 0)) == 1


def test_r_gen_06_goods_come_from_the_shuffled_discards_too() -> None:
    s = produce(
        tableau=["Old Earth", "Gem World", "Space Port", "Artist Colony"],
        deck=["New Earth"],
        discards=["Rebel Base", "Rebel Outpost", "Comet Zone"],
        rest="away",
    )
    assert goods(s, 0) == ["Gem World", "Space Port", "Artist Colony"]
    assert len(hand(s, 0)) == 1, "Gem World draws in the middle of it"
    assert deck(s) == discards(s) == []


def test_r_gen_06_goods_hands_and_tableaus_stay_out_of_the_shuffle() -> None:
    s = explore(
        tableau=["Old Earth", "Gem World"],
        goods=["Gem World"],
        hand=["New Earth"],
        discards=["Comet Zone", "Rebel Base"],
        rest="away",
    )
    assert sorted(hand(s, 0)) == ["Comet Zone", "New Earth", "Rebel Base"]
    assert goods(s, 0) == ["Gem World"]


EMPTY_DRAWS: list[tuple[str, GalaxyState]] = [
    ("Explore", explore(picks="Explore +5", rest="away")),
    ("draw as Develop begins", develop(tableau=["Old Earth", "Interstellar Bank"], rest="away")),
    ("draw in Consume", consume(tableau=["Old Earth", "New Economy"], rest="away")),
    ("draw in Produce", produce(tableau=["Old Earth", "Merchant Guild"], rest="away")),
    ("draw for worlds in Produce", produce(tableau=["Plague World", "Pan-Galactic League"], rest="away")),
]


@pytest.mark.parametrize(("what", "s"), EMPTY_DRAWS)
def test_r_gen_07_with_both_piles_empty_a_draw_gives_nothing(what: str, s: GalaxyState) -> None:
    assert hand(s, 0) == [], what


def test_r_gen_07_no_card_after_developing_for_nothing() -> None:
    tableau_ = ["Old Earth", "Public Works", "Investment Credits"]
    s = develop(tableau=tableau_, hand=["Export Duties"], rest="away")
    answer(s, 1, "pass")
    answer(s, 0, "Export Duties")
    assert hand(s, 0) == []


def test_r_gen_07_no_bonus_card_for_a_free_world() -> None:
    s = settle(
        tableau=["Old Earth", "Terraforming Robots"], hand=["Pilgrimage World"], picks="Settle", rest="away"
    )
    answer(s, 1, "pass")
    answer(s, 0, "Pilgrimage World")
    assert hand(s, 0) == []


def test_r_gen_07_a_sale_draws_what_there_is() -> None:
    s = consume(
        tableau=["Old Earth", "Lost Alien Battle Fleet"],
        goods=["Lost Alien Battle Fleet"],
        deck=["Gem World"],
        rest="away",
        picks="Consume: Trade",
    )
    assert len(hand(s, 0)) == 2, "one from the deck, and the good that was sold"


def test_r_gen_07_a_windfall_world_may_come_without_a_good() -> None:
    s = settle(hand=["Refugee World"], rest="away")
    answer(s, 1, "pass")
    answer(s, 0, "Refugee World")
    assert goods(s, 0) == []


def test_r_gen_07_a_world_that_gets_no_good_has_not_produced() -> None:
    s = produce(
        tableau=["Plague World", "Comet Zone", "Gem World"], deck=["New Earth", "Rebel Base"], rest="away"
    )
    assert goods(s, 0) == ["Gem World"], "the other card went to Gem World's draw"
    assert s.produced[0] == [s.cards.ids["Gem World"]]


def test_r_gen_07_gambling_with_no_card_left_wins_nothing() -> None:
    s = consume(tableau=["Old Earth", "Gambling World"], rest="away")
    answer(s, 0, "3")
    assert hand(s, 0) == []


# --- secrets ---


def at_actions() -> GalaxyState:
    return new_round(spare=2, rivals=[seat(spare=2)])


def at_developing() -> GalaxyState:
    return develop(
        hand=["Public Works", "Space Marines"], spare=2, rivals=[seat(hand=["Drop Ships"], spare=5)]
    )


def at_settling() -> GalaxyState:
    return settle(hand=["Gem World", "Spice World"], spare=2, rivals=[seat(hand=["Comet Zone"], spare=5)])


def at_exploring() -> GalaxyState:
    return explore(deck=["Gem World", "Spice World"])


def at_hand_limit() -> GalaxyState:
    return end_of_round(hand=["Gem World", "Spice World"], spare=9, rivals=[seat(spare=11)])


def at_setup() -> GalaxyState:
    return GAME.start({"game": "xeno-invasion", "players": 2}, seed=3)


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
    discard_first(first, 0, 1)
    discard_first(other, 1, 0)
    assert first.data() == other.data()


def test_r_gen_08_payments_run_in_player_order_with_all_revealed() -> None:
    s = at_developing()
    answer(s, 1, "Drop Ships")
    assert "Drop Ships" not in tableau(s, 1)
    answer(s, 0, "Public Works")
    assert tableau(s, 0)[-1] == "Public Works"
    assert tableau(s, 1)[-1] == "Drop Ships"
    assert s.seats_owing() == [0]
    pay_somehow(s, 0)
    assert s.seats_owing() == [1]


def test_r_gen_08_player_order_goes_clockwise_from_the_lowest_start_number() -> None:
    rivals = [seat(hand=["Space Marines"], spare=4), seat(hand=["Drop Ships"], spare=6)]
    s = develop(hand=["Public Works"], spare=3, rivals=rivals, first=2)
    answer(s, 0, "Public Works")
    answer(s, 1, "Space Marines")
    answer(s, 2, "Drop Ships")
    order = []
    while question(s, s.seats_owing()[0]) == "develop.pay":
        order += s.seats_owing()
        pay_somehow(s, order[-1])
    assert order == [2, 0, 1]


def test_r_gen_08_consume_and_produce_run_in_player_order() -> None:
    both = ["Earth's Lost Colony", "Gem World", "Expanding Colony", "Old Earth"]
    rival = seat(
        tableau=["Epsilon Eridani", "New Earth", "Rebel Miners"], goods=["New Earth", "Rebel Miners"]
    )
    s = consume(tableau=both, goods=both[:2], rivals=[rival], first=1)
    assert s.seats_owing() == [1]
    while s.seats_owing() == [1]:
        answer(s, 1, offered(s, 1)[0])
    assert s.seats_owing() == [0]


def test_r_gen_09_others_see_only_the_number_of_cards_paid() -> None:
    s = develop(hand=["Space Marines", "Gem World", "Spice World", "New Earth"])
    log: list[Event] = []
    s.log = log
    answer(s, 0, "Space Marines")
    answer(s, 0, "Gem World", "New Earth")
    paid = next(event for event in log if event[0] == events.PAY)
    names = [s.cards.names[card] for card in s.visible_event(paid, 0)[3:]]
    assert sorted(names) == ["Gem World", "New Earth"]
    assert s.visible_event(paid, 1)[3:] == [FACE_DOWN, FACE_DOWN]
    assert s.view(1).discards == [FACE_DOWN, FACE_DOWN]
    assert s.view(0).discards == [FACE_DOWN, FACE_DOWN]


def test_r_gen_09_goods_lie_face_down_for_everybody() -> None:
    s = consume(tableau=["Gem World", "New Earth"], goods=["Gem World", "New Earth"])
    for viewer in (0, 1, SPECTATOR):
        assert s.view(viewer).goods[0] == [FACE_DOWN, FACE_DOWN]


def test_r_gen_09_hand_sizes_goods_and_chips_are_public() -> None:
    s = consume(tableau=["Gem World", "New Earth"], goods=["Gem World", "New Earth"], spare=3, chips=4)
    for viewer in (1, SPECTATOR):
        view = s.view(viewer)
        assert len(view.hand[0]) == 3
        assert view.hand[0] == [FACE_DOWN] * 3
        assert view.chips[0] == 4
        assert tableau(view, 0) == ["Gem World", "New Earth"]


# --- the hand limit ---


def test_r_gen_10_more_than_ten_cards_are_discarded_at_the_end_of_a_round() -> None:
    s = end_of_round(spare=12)
    assert must_discard(s, 0) == 2
    discard_first(s, 0)
    assert len(hand(s, 0)) == 10
    assert question(s, 0) == "action"


def test_r_gen_10_ten_cards_are_within_the_limit() -> None:
    assert question(end_of_round(spare=10), 0) == "action"


def test_r_gen_10_both_discard_down_at_once() -> None:
    s = end_of_round(spare=12, rivals=[seat(spare=11)])
    assert s.seats_owing() == [0, 1]
    discard_first(s, 1)
    assert s.seats_owing() == [0]
    assert len(hand(s, 1)) == 11, "nothing happens before all have chosen"
    discard_first(s, 0)
    assert [len(hand(s, player)) for player in (0, 1)] == [10, 10]


def test_r_gen_10_there_is_no_limit_during_a_round() -> None:
    s = new_round(spare=10)
    answer(s, 0, "Explore +1/+1")
    answer(s, 1, "Settle")
    assert len(hand(s, 0)) == 13
    discard_first(s, 0, 1)
    assert len(hand(s, 0)) == 12
    assert question(s, 0) == "settle.place"


def test_r_gen_10_the_limit_holds_in_the_last_round_too() -> None:
    s = end_of_round(spare=12, pool=0)
    assert not s.over
    assert must_discard(s, 0) == 2
    discard_first(s, 0)
    assert s.over


def test_the_data_of_a_position_does_not_change_with_it() -> None:
    s = develop(
        hand=["Public Works", "Gem World", "Spice World"], rivals=[seat(hand=["Drop Ships"], spare=5)]
    )
    answer(s, 0, "Public Works")
    answer(s, 1, "Drop Ships")
    before = s.data()
    words = repr(before)
    pay_somehow(s, 0)
    assert repr(before) == words
