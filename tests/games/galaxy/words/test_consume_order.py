"""Consume questions that need not be asked: every way comes to the same."""

from __future__ import annotations

import pytest
from tests.games.galaxy import dsl as g

from repulse.games.galaxy.rules.consume_order import sure_use
from repulse.games.galaxy.rules.state import GalaxyState

NOVELTY, RARE, GENES = "Gem World", "Comet Zone", "Distant World"


def sure(s: GalaxyState) -> list[str]:
    """Return what may be answered without asking, in words."""
    view = s.view(0)
    decision = view.decision(0)
    chosen = sure_use(view, decision)
    return [g.offered(s, 0)[decision.options.index(option)] for option in chosen]


@pytest.mark.parametrize("worlds", [[RARE], [NOVELTY, RARE, GENES]])
def test_powers_that_give_the_same_for_goods_that_all_go(worlds: list[str]) -> None:
    s = g.consume(tableau=["Old Earth", "Public Works", *worlds], goods=worlds)
    assert sure(s) == ["Old Earth"]


def test_the_player_chooses_the_goods_that_stay() -> None:
    s = g.consume(tableau=["Public Works", NOVELTY, RARE], goods=[NOVELTY, RARE])
    assert g.offered(s, 0) == [NOVELTY, RARE]
    assert sure(s) == []


def test_so_is_whether_a_good_brings_points_or_cards() -> None:
    s = g.consume(tableau=["Public Works", "New Vinland"], goods=["New Vinland"])
    assert sure(s) == []


def test_a_sale_is_for_the_player_to_say() -> None:
    s = g.consume(tableau=["Old Earth", "Trade League", RARE], goods=[RARE])
    assert sure(s) == []


def test_a_power_that_takes_nothing_comes_first() -> None:
    s = g.consume(tableau=["Old Earth", "Trade League", "New Economy", RARE], goods=[RARE])
    assert sure(s) == ["New Economy"]


def test_cards_that_would_be_drawn_stay_face_down() -> None:
    s = g.consume(tableau=["Epsilon Eridani", "Terraforming Robots", RARE], goods=[RARE])
    assert sure(s) != []
    assert g.hand(s, 0) == []
    assert len(s.view(0).deck) == len(s.deck)


def test_the_power_that_gives_more_is_used_on_the_last_good() -> None:
    s = g.consume(tableau=["Public Works", "Terraforming Robots", RARE], goods=[RARE])
    assert g.offered(s, 0) == ["Public Works", "Terraforming Robots"]
    assert sure(s) == ["Terraforming Robots"]


def test_but_not_when_the_chips_run_low() -> None:
    s = g.consume(tableau=["Public Works", "Galactic Trendsetters", RARE], goods=[RARE])
    assert sure(s) == ["Galactic Trendsetters"]
    s.pool = 3
    assert sure(s) == []


def test_cards_of_the_hand_are_spent_last_and_as_the_player_likes() -> None:
    s = g.consume(
        tableau=["Deficit Spending", "Old Earth", "Public Works", RARE], goods=[RARE], hand=["Gem World"]
    )
    assert "Deficit Spending" in g.offered(s, 0)
    assert sure(s) == ["Old Earth"]
    alone = g.consume(tableau=["Deficit Spending", RARE], goods=[], hand=["Gem World"])
    assert "Deficit Spending" in g.offered(alone, 0)
    assert sure(alone) == []


def test_the_order_of_powers_does_not_matter_where_each_takes_any_good() -> None:
    worlds = [NOVELTY, RARE, GENES]
    s = g.consume(tableau=["Epsilon Eridani", "Public Works", *worlds], goods=worlds)
    assert sure(s) == ["Epsilon Eridani"]


def test_it_does_where_the_good_of_one_may_go_to_another() -> None:
    worlds = [NOVELTY, RARE]
    s = g.consume(tableau=["Terraforming Robots", "Consumer Markets", "Public Works", *worlds], goods=worlds)
    assert g.offered(s, 0) == ["Terraforming Robots", "Consumer Markets", "Public Works"]
    assert sure(s) != ["Public Works"]
