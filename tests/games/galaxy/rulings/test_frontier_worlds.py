"""Rulings on the Frontier game: Frontier worlds, chips in Settle, the end, and the order of powers."""

from __future__ import annotations

import pytest
from tests.games.galaxy import dsl as g
from tests.games.galaxy.rulings.frontier_positions import FRONTIER, GAME, THREE

from repulse.games.galaxy.rules.state import GalaxyState

# --- Frontier worlds ---


@pytest.mark.parametrize(
    ("worlds", "damaged", "value"),
    [
        (["Frontier Settlement"], [], 2),
        (["Mega-Exclusive Resort"], [], 2),
        (["Frontier Settlement", "Mega-Exclusive Resort"], [], 4),
        (["Frontier Settlement", "Mega-Exclusive Resort"], ["Frontier Settlement"], 2),
    ],
)
def test_r_fro_11_near_and_far_worlds_in_tableau_count_unless_damaged(
    worlds: list[str], damaged: list[str], value: int
) -> None:
    """Imperium Expansionists: +1 Military and +1 vs. Xenos for each Frontier world; one in hand is none."""
    s = g.settle(
        tableau=["Imperium Expansionists", *worlds],
        damaged=damaged,
        hand=["Pirate Lair"],
        game="counterstrike",
        round=3,
        attacks=[9, 9],
        rivals=[g.seat(tableau=["Epsilon Eridani"])],
    )
    g.answer(s, 0, "pass")
    assert s.war is not None
    assert s.war.spaces[0] == value


# --- chips in Settle ---

COLONY = ["Old Earth", "Xeno-Embattled Colony"]


def test_r_fro_12_the_embattled_colony_gains_a_chip_in_every_settle_phase() -> None:
    s = g.settle(tableau=COLONY, game=GAME)
    assert s.chips == [1, 0]
    assert s.pool == 30 - 1


def test_r_fro_12_not_in_the_phase_in_which_it_is_placed() -> None:
    army = ["Lost Alien Battle Fleet", "Drop Ships", "New Galactic Order"]
    s = g.settle(tableau=army, hand=["Xeno-Embattled Colony"], game=GAME)
    g.answer(s, 0, "Xeno-Embattled Colony")
    assert s.chips[0] == 0
    assert g.goods(s, 0) == []


def test_r_fro_12_an_empty_pool_in_settle_ends_the_game_after_the_round() -> None:
    s = g.new_round(tableau=COLONY, rivals=[g.seat(tableau=["Artist Colony"])], pool=1, game=GAME)
    g.answer(s, 0, "Settle")
    g.answer(s, 1, "Produce")
    assert s.over
    assert g.goods(s, 1) == ["Artist Colony"], "the round is finished"


def test_r_fro_12_chips_beyond_the_pool_are_paid() -> None:
    s = g.settle(
        tableau=["Deep Space Terraforming", "Scavenger World"], hand=["Tourist World"], pool=2, game=GAME
    )
    g.answer(s, 0, "Tourist World")
    assert s.chips[0] == 5
    assert s.over


def at_headquarters(**about: int) -> GalaxyState:
    """Seat 0 has Federation Frontier HQ; seat 1 goes to the frontier."""
    rival = g.seat(tableau=["Old Earth"], spare=1, picks=FRONTIER)
    return g.settle(
        tableau=["Federation Frontier HQ"], rivals=[rival], near=THREE, game=GAME, spare=about.get("spare", 0)
    )


def test_r_fro_13_a_frontier_world_placed_by_anyone_gains_a_chip() -> None:
    s = at_headquarters()
    g.answer(s, 1, "Scavenger World")
    assert s.chips == [1, 0]


def test_r_fro_13_none_placed_gains_none() -> None:
    s = at_headquarters()
    g.answer(s, 1, "keep Scavenger World")
    assert s.chips == [0, 0]


def test_r_fro_13_several_worlds_gain_one_chip() -> None:
    s = g.settle(
        tableau=["Federation Frontier HQ"],
        hand=["Frontier Settlement"],
        spare=2,
        picks="Settle",
        rivals=[g.seat(tableau=["Old Earth"], spare=1, picks=FRONTIER)],
        near=THREE,
        game=GAME,
    )
    g.answer(s, 0, "Frontier Settlement")
    g.answer(s, 1, "Scavenger World")
    assert s.chips == [1, 0]


def test_r_fro_13_a_kept_frontier_world_placed_from_hand_counts() -> None:
    s = g.settle(tableau=["Federation Frontier HQ"], hand=["Scavenger World"], spare=1, game=GAME)
    g.answer(s, 0, "Scavenger World")
    assert s.chips[0] == 1


def test_r_fro_13_a_world_of_the_main_deck_does_not() -> None:
    s = g.settle(tableau=["Federation Frontier HQ"], hand=["Artist Colony"], spare=1, game=GAME)
    g.answer(s, 0, "Artist Colony")
    assert s.chips[0] == 0


def test_r_fro_13_not_in_the_round_in_which_it_is_placed() -> None:
    """Also not in a second Settle phase of that round."""
    hq = ["Federation Frontier HQ", "Scavenger World"]
    s = g.new_round(hand=hq, spare=9, experienced=True, game=GAME)
    s.apply(0, [3, 3])
    g.answer(s, 1, "Develop", "Produce")
    g.answer(s, 0, "pass")
    for world in hq:
        g.answer(s, 0, world)
        g.answer(s, 0, *[card for card in g.offered(s, 0) if card not in hq][: g.must_pay(s, 0)])
    assert g.tableau(s, 0)[1:] == ["Federation Frontier HQ", "Scavenger World"]
    assert s.chips[0] == 0


# --- the end ---


def test_r_fro_22_the_game_ends_with_15_cards_in_a_tableau() -> None:
    assert not g.end_of_round(tableau=g.QUIET_TABLEAU[:14], game=GAME).over
    assert g.end_of_round(tableau=g.QUIET_TABLEAU[:15], game=GAME).over


def test_r_fro_22_or_with_an_empty_pool() -> None:
    assert not g.end_of_round(pool=1, game=GAME).over
    assert g.end_of_round(pool=0, game=GAME).over


def test_r_fro_22_at_the_end_of_the_round() -> None:
    s = g.new_round(
        tableau=g.QUIET_TABLEAU[:14],
        hand=["Pilgrimage World"],
        rivals=[g.seat(tableau=["Artist Colony"])],
        game=GAME,
    )
    g.answer(s, 0, "Settle")
    g.answer(s, 1, "Produce")
    g.answer(s, 0, "Pilgrimage World")
    assert s.over
    assert g.goods(s, 1) == ["Artist Colony"]


# --- the order of powers ---


def test_r_fro_23_a_good_may_be_spent_before_the_world_it_lies_on_is_taken() -> None:
    """Pirate Lair's good gives 1, then the world itself 2: a defense of 3."""
    s = g.settle(
        tableau=["Scorched-Earth Defense", "Pirate Lair"],
        goods=["Pirate Lair"],
        hand=["Xeno Sentry World"],
        game=GAME,
    )
    assert "Xeno Sentry World" in g.offered(s, 0)
    g.answer(s, 0, "Xeno Sentry World")
    assert g.tableau(s, 0) == ["Scorched-Earth Defense", "Xeno Sentry World"]


def test_r_fro_23_the_other_order_is_not_offered_where_it_would_fail() -> None:
    s = g.settle(
        tableau=["Scorched-Earth Defense", "Pirate Lair", "New Military Tactics"],
        goods=["Pirate Lair"],
        hand=["Xeno-Held Populous World", "Xeno Warrior Colony"],
        game=GAME,
    )
    assert g.offered(s, 0) == ["Xeno Warrior Colony", "pass"], "1 + 2 + 3 are 6"
    g.answer(s, 0, "Xeno Warrior Colony")
    assert "Scorched-Earth Defense + Pirate Lair" not in g.offered(s, 0)


def test_r_fro_23_each_power_that_takes_a_world_needs_one_of_its_own() -> None:
    cards = ["Scorched-Earth Defense", "Run-Amok Robots"]
    s = g.settle(tableau=cards, hand=["Xeno Staging Point"], game=GAME)
    assert g.offered(s, 0) == ["pass"], "one world for two powers: 6 of the 8"
    s = g.settle(tableau=[*cards, "Gem World"], hand=["Xeno Staging Point"], game=GAME)
    assert g.offered(s, 0) == ["Xeno Staging Point", "pass"]
