"""Rulings on phase I, Explore."""

from __future__ import annotations

import pytest
from tests.games.galaxy import dsl as g

TOP = [
    "Gem World",
    "Spice World",
    "New Earth",
    "Mining World",
    "Plague World",
    "Comet Zone",
    "Space Port",
    "Rebel Base",
]


def test_everybody_draws_two_and_keeps_one() -> None:
    s = g.explore(deck=TOP)
    assert g.hand(s, 0) == ["Gem World", "Spice World"]
    assert g.hand(s, 1) == ["New Earth", "Mining World"]
    assert g.must_discard(s, 0) == g.must_discard(s, 1) == 1


def test_explore_5_draws_seven_and_keeps_one() -> None:
    s = g.explore(deck=TOP, picks="Explore +5")
    assert g.hand(s, 0) == TOP[:7]
    assert g.must_discard(s, 0) == 6


def test_explore_1_1_draws_three_and_keeps_two() -> None:
    s = g.explore(deck=TOP, picks="Explore +1/+1")
    assert g.hand(s, 0) == TOP[:3]
    assert g.must_discard(s, 0) == 1


def test_r_exp_01_base_discards_come_from_the_cards_just_drawn() -> None:
    s = g.explore(hand=["Old Earth", "Rebel Miners"], deck=TOP)
    assert g.offered(s, 0) == ["Gem World", "Spice World"]


def test_r_exp_01_base_a_second_copy_just_drawn_goes_and_the_old_one_stays() -> None:
    s = g.explore(hand=["Public Works"], deck=["Public Works", "Gem World"])
    g.answer(s, 0, "Public Works")
    g.discard_first(s, 1)
    assert sorted(g.hand(s, 0)) == ["Gem World", "Public Works"]


def test_r_exp_01_with_xeno_invasion_discards_come_from_the_whole_hand() -> None:
    s = g.explore(hand=["Old Earth", "Rebel Miners"], deck=TOP, game="xeno-invasion")
    assert g.offered(s, 0) == ["Old Earth", "Rebel Miners", "Gem World", "Spice World"]
    assert g.must_discard(s, 0) == 1
    g.answer(s, 0, "Old Earth")
    g.discard_first(s, 1)
    assert g.hand(s, 0) == ["Rebel Miners", "Gem World", "Spice World"]


def test_r_exp_02_worked_example_of_the_rulebook() -> None:
    """Ann holds 5 cards and has two draw+1 powers; when Joe explores she draws 4, discards 3, ends with 6."""
    joe = g.seat(picks="Explore +5")
    s = g.explore(
        tableau=["Alien First Contact Team", "Expedition Force"], spare=5, rivals=[joe], game="xeno-invasion"
    )
    assert len(g.hand(s, 0)) == 5 + 4
    assert g.must_discard(s, 0) == 3
    g.discard_first(s, 0, 1)
    assert len(g.hand(s, 0)) == 6


def test_r_exp_02_powers_add_to_draws_and_keeps() -> None:
    s = g.explore(tableau=["Old Earth", "Galactic Renaissance", "Research Labs"], picks="Explore +1/+1")
    assert len(g.hand(s, 0)) == 2 + 1 + 2
    assert g.must_discard(s, 0) == 5 - (1 + 1 + 1 + 1)


def test_r_exp_02_keeping_all_there_is_asks_nothing() -> None:
    s = g.explore(tableau=["Old Earth", "Research Labs"])
    assert len(g.hand(s, 0)) == 2
    assert g.question(s, 0) == ""


def test_r_exp_03_both_explores_draw_eight_and_keep_two() -> None:
    s = g.explore(picks=["Explore +5", "Explore +1/+1"], experienced=True)
    assert len(g.hand(s, 0)) == 8
    assert g.must_discard(s, 0) == 6


def test_r_exp_03_both_explores_add_powers_on_top() -> None:
    s = g.explore(
        tableau=["Old Earth", "Galactic Renaissance"], picks=["Explore +5", "Explore +1/+1"], experienced=True
    )
    assert len(g.hand(s, 0)) == 8 + 2
    assert g.must_discard(s, 0) == 10 - 3


def test_r_exp_04_rebel_resistance_draws_for_every_rebel_military_world() -> None:
    s = g.explore(tableau=["Old Earth", "Rebel Resistance"], game="xeno-invasion")
    assert len(g.hand(s, 0)) == 2 + 1
    s = g.explore(
        tableau=["Rebel Cadre", "Rebel Resistance", "Rebel Miners", "Pirate World"], game="xeno-invasion"
    )
    assert len(g.hand(s, 0)) == 2 + 3


def test_r_exp_04_a_rebel_development_is_no_rebel_world() -> None:
    s = g.explore(tableau=["Old Earth", "Rebel Resistance", "Anti-Xeno Rebel Force"], game="xeno-invasion")
    assert len(g.hand(s, 0)) == 2 + 1


def test_r_exp_05_all_draw_in_player_order_before_anyone_discards() -> None:
    s = g.explore(deck=TOP, players=3, first=1)
    assert [g.hand(s, player) for player in (1, 2, 0)] == [TOP[0:2], TOP[2:4], TOP[4:6]]
    assert s.seats_owing() == [0, 1, 2]
    assert g.discards(s) == []


def test_r_exp_05_discards_of_this_explore_cannot_be_drawn_in_it() -> None:
    """Cards given up in an Explore come too late for that Explore, even when the deck runs out."""
    s = g.explore(deck=TOP[:3], unused="removed", rivals=[g.seat(), g.seat()])
    assert g.hand(s, 0) == TOP[:2]
    assert g.hand(s, 1) == TOP[2:3]
    assert g.deck(s) == []


def test_r_exp_06_a_short_draw_keeps_the_usual_number_of_cards() -> None:
    """R-EXP-06: with three cards left of seven, one is kept and two are discarded."""
    s = g.explore(deck=TOP[:3], unused="removed", picks="Explore +5")
    assert g.hand(s, 0) == TOP[:3]
    assert g.must_discard(s, 0) == 2


@pytest.mark.parametrize("game", ["base", "xeno-invasion"])
def test_r_exp_06_nothing_drawn_nothing_discarded(game: str) -> None:
    s = g.explore(hand=["Gem World", "Spice World"], unused="removed", picks="Explore +5", game=game)
    assert g.hand(s, 0) == ["Gem World", "Spice World"]
    assert g.question(s, 0) == ""
