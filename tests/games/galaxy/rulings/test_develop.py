"""Rulings on phase II, Develop."""

from __future__ import annotations

import pytest
from tests.games.galaxy import dsl as g


def test_r_dev_01_the_card_drawn_as_the_phase_begins_may_be_placed() -> None:
    s = g.develop(tableau=["Old Earth", "Interstellar Bank"], spare=1, deck=["Export Duties"])
    assert g.offered(s, 0) == ["Export Duties", "pass"]


def test_r_dev_01_it_may_be_spent() -> None:
    s = g.develop(tableau=["Old Earth", "Interstellar Bank"], hand=["Export Duties"], deck=["Gem World"])
    g.answer(s, 0, "Export Duties")
    assert g.tableau(s, 0)[-1] == "Export Duties"
    assert g.hand(s, 0) == []


def test_r_dev_01_all_draw_in_player_order_before_anyone_chooses() -> None:
    bank = g.seat(tableau=["Epsilon Eridani", "Interstellar Bank"])
    s = g.develop(
        tableau=["Old Earth", "Interstellar Bank"], rivals=[bank], deck=["Gem World", "Spice World"], first=1
    )
    assert g.hand(s, 1) == ["Gem World"]
    assert g.hand(s, 0) == ["Spice World"]
    assert s.seats_owing() == [0, 1]


def test_r_dev_02_the_chooser_pays_one_less() -> None:
    for picks, cost in (("", 4), ("Develop", 3)):
        s = g.develop(hand=["Drop Ships"], spare=5, picks=picks)
        g.answer(s, 0, "Drop Ships")
        assert g.must_pay(s, 0) == cost


def test_r_dev_02_the_bonus_and_all_discounts_add_up() -> None:
    s = g.develop(
        tableau=["Old Earth", "Investment Credits", "Galactic Federation", "Construction Corps"],
        hand=["New Economy"],
        spare=6,
        picks="Develop",
        game="xeno-invasion",
    )
    g.answer(s, 0, "New Economy")
    assert g.hand(s, 0) != []
    assert len(g.hand(s, 0)) == 6 - max(0, 6 - 1 - 1 - 2 - 2)


@pytest.mark.parametrize(
    ("card", "discount"),
    [("Investment Credits", 1), ("Galactic Federation", 2), ("Construction Corps", 2)],
)
def test_r_dev_02_discounts_of_the_cards(card: str, discount: int) -> None:
    s = g.develop(tableau=["Old Earth", card], hand=["New Economy"], spare=7, game="xeno-invasion")
    g.answer(s, 0, "New Economy")
    assert g.must_pay(s, 0) == 6 - discount


def test_r_dev_02_a_development_gives_itself_no_discount() -> None:
    s = g.develop(hand=["Galactic Federation"], spare=7)
    g.answer(s, 0, "Galactic Federation")
    assert g.must_pay(s, 0) == 6


def test_r_dev_02_a_development_draws_nothing_for_itself() -> None:
    s = g.develop(hand=["Public Works", "Gem World"])
    g.answer(s, 0, "Public Works")
    assert g.hand(s, 0) == []


def test_r_dev_03_the_draw_comes_right_after_the_payment() -> None:
    rival = g.seat(hand=["Space Marines"], spare=3)
    s = g.develop(
        tableau=["Old Earth", "Public Works"],
        hand=["Export Duties", "Gem World", "Spice World"],
        rivals=[rival],
        deck=["New Earth"],
    )
    g.answer(s, 0, "Export Duties")
    g.answer(s, 1, "Space Marines")
    g.answer(s, 0, "Gem World")
    assert g.hand(s, 0) == ["Spice World", "New Earth"]
    assert g.question(s, 1) == "develop.pay"


def test_r_dev_03_the_card_drawn_cannot_pay_for_what_was_placed() -> None:
    s = g.develop(tableau=["Old Earth", "Public Works"], hand=["Export Duties"], deck=["New Earth"])
    assert g.offered(s, 0) == ["pass"]


def test_r_dev_03_several_powers_draw_each() -> None:
    s = g.develop(
        tableau=["Industrial Robots", "Public Works"],
        hand=["Export Duties", "Gem World"],
        deck=["New Earth", "Comet Zone"],
        new_worlds=True,
    )
    g.answer(s, 0, "Export Duties")
    assert g.hand(s, 0) == ["New Earth", "Comet Zone"]


def test_r_dev_04_passing_earns_no_draw() -> None:
    s = g.develop(tableau=["Old Earth", "Public Works"], hand=["Export Duties"], spare=1)
    g.answer(s, 0, "pass")
    assert len(g.hand(s, 0)) == 2


def test_r_dev_04_the_draw_as_the_phase_began_is_kept() -> None:
    s = g.develop(tableau=["Old Earth", "Interstellar Bank"], deck=["Gem World"])
    g.answer(s, 0, "pass")
    assert g.hand(s, 0) == ["Gem World"]


def test_a_world_cannot_be_developed() -> None:
    s = g.develop(hand=["Pilgrimage World", "Gem World"], spare=3)
    assert g.offered(s, 0) == ["pass"]


def test_all_reveal_together() -> None:
    s = g.develop(hand=["Space Marines"], spare=3, rivals=[g.seat(hand=["Space Marines"], spare=3)])
    g.answer(s, 0, "Space Marines")
    assert "Space Marines" not in g.tableau(s, 0)
    g.answer(s, 1, "Space Marines")
    assert "Space Marines" in g.tableau(s, 0)
    assert "Space Marines" in g.tableau(s, 1)
    g.pay_somehow(s, 0)
    g.pay_somehow(s, 1)
    assert g.question(s, 0) == "action"
