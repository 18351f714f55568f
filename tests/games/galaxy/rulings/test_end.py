"""Rulings on the end of the game: when it ends, and who has won."""

from __future__ import annotations

import pytest
from tests.games.galaxy import dsl as g


@pytest.mark.parametrize(("pool", "over"), [(1, False), (0, True), (-3, True)])
def test_r_end_01_the_game_ends_when_the_pool_is_empty(pool: int, over: bool) -> None:
    assert g.end_of_round(pool=pool).over == over


@pytest.mark.parametrize(("cards", "over"), [(11, False), (12, True), (13, True)])
def test_r_end_01_the_game_ends_with_twelve_cards_in_a_tableau(cards: int, over: bool) -> None:
    full = g.QUIET_TABLEAU[:cards]
    assert g.end_of_round(tableau=full).over == over
    assert g.end_of_round(rivals=[g.seat(tableau=full)]).over == over


def test_r_end_01_the_test_comes_after_the_hand_limit() -> None:
    s = g.end_of_round(tableau=g.QUIET_TABLEAU[:12], spare=11)
    assert not s.over
    assert g.question(s, 0) == "hand_limit"
    g.discard_first(s, 0)
    assert s.over


def test_r_end_01_the_round_is_finished() -> None:
    s = g.new_round(tableau=g.QUIET_TABLEAU[:11], hand=["Pilgrimage World"])
    g.answer(s, 0, "Settle")
    g.answer(s, 1, "Produce")
    g.answer(s, 0, "Pilgrimage World")
    assert s.over
    assert len(g.tableau(s, 0)) == 12
    assert s.produced[0], "Produce came after the twelfth card"


def test_r_end_01_a_finished_game_asks_nothing() -> None:
    s = g.end_of_round(pool=0)
    assert s.seats_owing() == []


def test_the_most_points_win() -> None:
    s = g.end_of_round(tableau=["Old Earth"], rivals=[g.seat(tableau=["New Sparta"], spare=9)], pool=0)
    assert g.score(s, 0) > g.score(s, 1)
    assert s.winners() == [0]


def test_nobody_has_won_before_the_end() -> None:
    assert g.end_of_round(chips=9).winners() == []


def test_r_end_02_a_tie_goes_to_the_most_hand_cards_and_goods() -> None:
    joe = g.seat(tableau=["Alpha Centauri"], chips=1, spare=1, goods=["Alpha Centauri"])
    s = g.end_of_round(tableau=["Epsilon Eridani"], spare=3, rivals=[joe], pool=0)
    assert g.score(s, 0) == g.score(s, 1)
    assert s.winners() == [0]
    s = g.end_of_round(tableau=["Epsilon Eridani"], spare=1, rivals=[joe], pool=0)
    assert s.winners() == [1]


def test_r_end_02_still_tied_they_share_the_win() -> None:
    joe = g.seat(tableau=["Alpha Centauri"], chips=1, spare=1, goods=["Alpha Centauri"])
    s = g.end_of_round(tableau=["Epsilon Eridani"], spare=2, rivals=[joe], pool=0)
    assert s.winners() == [0, 1]


def test_r_end_02_cards_are_counted_after_the_last_discards() -> None:
    joe = g.seat(tableau=["New Sparta"], spare=10)
    s = g.end_of_round(tableau=["Epsilon Eridani"], spare=14, rivals=[joe], pool=0)
    g.discard_first(s, 0)
    assert s.winners() == [0, 1]


def test_r_end_02_a_third_player_may_share_too() -> None:
    s = g.end_of_round(
        tableau=["Epsilon Eridani"],
        rivals=[g.seat(tableau=["New Sparta"]), g.seat(tableau=["Earth's Lost Colony"])],
        pool=0,
    )
    assert s.winners() == [0, 1, 2]


def test_r_end_03_no_number_of_rounds_ends_the_game() -> None:
    s = g.new_round(pool=500)
    for _ in range(40):
        g.answer(s, 0, "Consume: Trade")
        g.answer(s, 1, "Consume: Trade")
    assert s.round > 40
    assert not s.over


def test_consuming_the_last_chip_ends_the_game() -> None:
    s = g.consume(tableau=["Public Works", "Gem World"], goods=["Gem World"], pool=1)
    assert s.over
    assert s.chips[0] == 1
