"""Rulings that hold in every phase: when powers count, what a payment is, how the deck runs out."""

from __future__ import annotations

import pytest
from tests.games.galaxy import dsl as g

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
    s = g.settle(hand=["Terraforming Colonists"], spare=2, new_worlds=True)
    g.answer(s, 0, "Terraforming Colonists")
    assert g.hand(s, 0) == [], "its own draw after settling came too early"


def test_r_gen_01_a_card_placed_in_this_phase_adds_no_count_in_it() -> None:
    """One Military per Rebel military world: the Rebel world that is being placed is not one of them yet."""
    s = g.settle(
        tableau=["Old Earth", "Anti-Xeno Rebel Force"],
        hand=["Rebel Fuel Cache"],
        spare=3,
        game="xeno-invasion",
    )
    assert g.offered(s, 0) == ["pass"]


def test_r_gen_01_the_card_counts_from_the_next_phase_on() -> None:
    s = g.new_round(tableau=["New Sparta"], hand=["Outlaw World", "Pirate World"], rivals=[g.seat()])
    g.answer(s, 0, "Settle")
    g.answer(s, 1, "Settle")
    assert g.offered(s, 0) == ["Outlaw World", "pass"]
    g.answer(s, 0, "Outlaw World")
    g.answer(s, 0, "Settle")
    g.answer(s, 1, "Settle")
    assert "Pirate World" in g.offered(s, 0)


def test_r_gen_02_a_discarded_card_cannot_be_discarded_again() -> None:
    s = g.settle(tableau=["Old Earth", "New Military Tactics"], hand=["Outlaw World"], spare=1)
    g.answer(s, 0, "Outlaw World")
    assert g.tableau(s, 0) == ["Old Earth", "Outlaw World"]
    assert g.discards(s) == ["New Military Tactics"]
    assert g.question(s, 0) == "action"


def test_r_gen_02_its_other_powers_count_to_the_end_of_the_phase() -> None:
    s = g.settle(
        tableau=["Old Earth", "Colony Ship"], hand=["New Earth"], deck=["Gem World"], overlay=SHIP_WITH_CREW
    )
    g.answer(s, 0, "New Earth")
    assert g.tableau(s, 0) == ["Old Earth", "New Earth"]
    assert g.hand(s, 0) == ["Gem World"]


def test_r_gen_02_but_not_in_the_next_phase() -> None:
    s = g.new_round(
        tableau=["Old Earth", "Colony Ship"], hand=["New Earth", "Pilgrimage World"], overlay=SHIP_WITH_CREW
    )
    for world in ("New Earth", "Pilgrimage World"):
        g.answer(s, 0, "Produce")
        g.answer(s, 1, "Settle")
        g.answer(s, 0, world)
    assert g.tableau(s, 0) == ["Old Earth", "New Earth", "Pilgrimage World"]
    assert len(g.hand(s, 0)) == 1, "one card for New Earth, none for Pilgrimage World"


# --- no duplicates ---


def test_r_gen_03_no_second_copy_of_a_card_in_the_tableau() -> None:
    s = g.develop(tableau=["Old Earth", "Public Works"], hand=["Public Works"], spare=3)
    assert g.offered(s, 0) == ["pass"]
    assert g.refused(s, 0, "Public Works")


def test_r_gen_03_two_copies_in_hand_are_one_choice() -> None:
    s = g.develop(hand=["Public Works", "Public Works"], spare=1)
    assert g.offered(s, 0) == ["Public Works", "pass"]


def test_r_gen_03_a_copy_discarded_earlier_does_not_block() -> None:
    s = g.new_round(
        tableau=["Old Earth", "New Military Tactics"], hand=["Pirate World", "New Military Tactics"], spare=1
    )
    g.answer(s, 0, "Settle")
    g.answer(s, 1, "Settle")
    g.answer(s, 0, "Pirate World")
    assert g.tableau(s, 0) == ["Old Earth", "Pirate World"]
    g.answer(s, 0, "Develop")
    g.answer(s, 1, "Develop")
    g.answer(s, 0, "New Military Tactics")
    assert "New Military Tactics" in g.tableau(s, 0)


# --- payments ---


def test_r_gen_04_no_cost_falls_below_nothing() -> None:
    s = g.develop(
        tableau=["Old Earth", "Galactic Federation"], hand=["Public Works", "Gem World"], picks="Develop"
    )
    g.answer(s, 0, "Public Works")
    assert g.hand(s, 0) == ["Gem World"]
    assert g.discards(s) == []


def test_r_gen_04_a_payment_is_neither_more_nor_less_than_the_cost() -> None:
    s = g.develop(hand=["Drop Ships", "Gem World", "Spice World", "New Earth", "Space Port", "Comet Zone"])
    g.answer(s, 0, "Drop Ships")
    assert g.refused(s, 0, "Gem World", "Spice World", "New Earth") == "too-few"
    assert g.refused(s, 0, "Gem World", "Spice World", "New Earth", "Space Port", "Comet Zone") == "too-many"
    g.answer(s, 0, "Gem World", "Spice World", "New Earth", "Space Port")
    assert g.hand(s, 0) == ["Comet Zone"]
    assert sorted(g.discards(s)) == ["Gem World", "New Earth", "Space Port", "Spice World"]


def test_r_gen_04_unaffordable_cards_cannot_be_chosen() -> None:
    s = g.develop(hand=["Drop Ships", "Space Marines"], spare=2)
    assert g.offered(s, 0) == ["Space Marines", "pass"]


def test_r_gen_05_any_other_card_may_be_spent() -> None:
    s = g.develop(hand=["Space Marines", "Gem World", "Rebel Base", "Drop Ships"])
    g.answer(s, 0, "Space Marines")
    assert sorted(g.offered(s, 0)) == ["Drop Ships", "Gem World", "Rebel Base"]


def test_r_gen_05_the_second_copy_may_pay_for_the_first() -> None:
    s = g.develop(hand=["Public Works", "Public Works", "Gem World"])
    g.answer(s, 0, "Public Works")
    g.answer(s, 0, "Public Works")
    assert g.hand(s, 0) == ["Gem World"]
    assert g.tableau(s, 0)[-1] == "Public Works"
    assert g.discards(s) == ["Public Works"]


def test_r_gen_05_a_card_drawn_in_this_phase_may_be_spent() -> None:
    s = g.develop(tableau=["Old Earth", "Interstellar Bank"], hand=["Public Works"], deck=["Gem World"])
    assert g.offered(s, 0) == ["Public Works", "pass"]
    g.answer(s, 0, "Public Works")
    assert g.discards(s) == ["Gem World"]


def test_r_gen_05_a_card_drawn_in_this_round_may_be_spent() -> None:
    s = g.new_round(hand=["Expanding Colony"], deck=["Gem World", "Spice World"], game="xeno-invasion")
    g.answer(s, 0, "Settle")
    g.answer(s, 1, "Explore +5")
    g.answer(s, 0, "Spice World")
    g.discard_first(s, 1)
    g.answer(s, 0, "Expanding Colony")
    g.answer(s, 1, "pass")
    assert "Gem World" in g.discards(s)


# --- the deck ---


def test_r_gen_06_the_draw_goes_on_with_the_shuffled_discards() -> None:
    s = g.explore(
        deck=["Gem World"], discards=["New Earth", "Spice World"], unused="removed", picks="Explore +1/+1"
    )
    assert g.hand(s, 0)[0] == "Gem World"
    assert sorted(g.hand(s, 0)) == ["Gem World", "New Earth", "Spice World"]
    assert g.deck(s) == g.discards(s) == []


def test_r_gen_06_cards_spent_in_this_phase_are_in_the_shuffle() -> None:
    s = g.settle(hand=["Expanding Colony", "Rebel Base"], picks="Settle", unused="removed")
    g.answer(s, 1, "pass")
    g.answer(s, 0, "Expanding Colony")
    assert g.hand(s, 0) == ["Rebel Base"], "the card that paid is the only one there is to draw"


def test_r_gen_06_a_sold_good_is_in_the_shuffle() -> None:
    s = g.consume(
        tableau=["Old Earth", "Gem World"], goods=["Gem World"], picks="Consume: Trade", unused="removed"
    )
    assert len(g.hand(s, 0)) == 1


def test_r_gen_06_goods_come_from_the_shuffled_discards_too() -> None:
    s = g.produce(
        tableau=["Old Earth", "Gem World", "Space Port", "Artist Colony"],
        deck=["New Earth"],
        discards=["Rebel Base", "Rebel Outpost", "Comet Zone"],
        unused="removed",
    )
    assert g.goods(s, 0) == ["Gem World", "Space Port", "Artist Colony"]
    assert len(g.hand(s, 0)) == 1, "Gem World draws in the middle of it"
    assert g.deck(s) == g.discards(s) == []


def test_r_gen_06_goods_hands_and_tableaus_stay_out_of_the_shuffle() -> None:
    s = g.explore(
        tableau=["Old Earth", "Gem World"],
        goods=["Gem World"],
        hand=["New Earth"],
        discards=["Comet Zone", "Rebel Base"],
        unused="removed",
    )
    assert sorted(g.hand(s, 0)) == ["Comet Zone", "New Earth", "Rebel Base"]
    assert g.goods(s, 0) == ["Gem World"]


EMPTY_DRAWS: list[tuple[str, GalaxyState]] = [
    ("Explore", g.explore(picks="Explore +5", unused="removed")),
    ("draw as Develop begins", g.develop(tableau=["Old Earth", "Interstellar Bank"], unused="removed")),
    ("draw in Consume", g.consume(tableau=["Old Earth", "New Economy"], unused="removed")),
    ("draw in Produce", g.produce(tableau=["Old Earth", "Merchant Guild"], unused="removed")),
    (
        "draw for worlds in Produce",
        g.produce(tableau=["Plague World", "Pan-Galactic League"], unused="removed"),
    ),
]


@pytest.mark.parametrize(("what", "s"), EMPTY_DRAWS)
def test_r_gen_07_with_both_piles_empty_a_draw_gives_nothing(what: str, s: GalaxyState) -> None:
    assert g.hand(s, 0) == [], what


def test_r_gen_07_no_card_after_developing_for_nothing() -> None:
    tableau_ = ["Old Earth", "Public Works", "Investment Credits"]
    s = g.develop(tableau=tableau_, hand=["Export Duties"], unused="removed")
    g.answer(s, 1, "pass")
    g.answer(s, 0, "Export Duties")
    assert g.hand(s, 0) == []


def test_r_gen_07_no_bonus_card_for_a_free_world() -> None:
    s = g.settle(
        tableau=["Old Earth", "Terraforming Robots"],
        hand=["Pilgrimage World"],
        picks="Settle",
        unused="removed",
    )
    g.answer(s, 1, "pass")
    g.answer(s, 0, "Pilgrimage World")
    assert g.hand(s, 0) == []


def test_r_gen_07_a_sale_draws_what_there_is() -> None:
    s = g.consume(
        tableau=["Old Earth", "Lost Alien Battle Fleet"],
        goods=["Lost Alien Battle Fleet"],
        deck=["Gem World"],
        unused="removed",
        picks="Consume: Trade",
    )
    assert len(g.hand(s, 0)) == 2, "one from the deck, and the good that was sold"


def test_r_gen_07_a_windfall_world_may_come_without_a_good() -> None:
    s = g.settle(hand=["Refugee World"], unused="removed")
    g.answer(s, 1, "pass")
    g.answer(s, 0, "Refugee World")
    assert g.goods(s, 0) == []


def test_r_gen_07_a_world_that_gets_no_good_has_not_produced() -> None:
    s = g.produce(
        tableau=["Plague World", "Comet Zone", "Gem World"],
        deck=["New Earth", "Rebel Base"],
        unused="removed",
    )
    assert g.goods(s, 0) == ["Gem World"], "the other card went to Gem World's draw"
    assert s.produced[0] == [s.cards.ids["Gem World"]]


def test_r_gen_07_gambling_with_no_card_left_wins_nothing() -> None:
    s = g.consume(tableau=["Old Earth", "Gambling World"], unused="removed")
    g.answer(s, 0, "3")
    assert g.hand(s, 0) == []
