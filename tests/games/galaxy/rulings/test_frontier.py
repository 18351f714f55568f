"""Rulings on the Frontier game: its decks, and the Frontier Settle action."""

from __future__ import annotations

import pytest
from tests.games.galaxy import dsl as g
from tests.games.galaxy.rulings.frontier_positions import FAR_THREE, FRONTIER, GAME, THREE, keep_something

from repulse.games.galaxy.rules.frontier import FAR, NEAR
from repulse.games.galaxy.rules.state import GalaxyState


def to_the_frontier(**about: int) -> GalaxyState:
    """Seat 0 does a Frontier settle with some cards in hand."""
    return g.settle(tableau=["Old Earth"], spare=about.get("spare", 3), picks=FRONTIER, near=THREE, game=GAME)


# --- what the game is made of ---


def test_the_worked_example_of_explore() -> None:
    """Ann, with 4 cards and two powers to draw one more, calls Explore +1: draws 5, discards 3, ends with 6."""
    s = g.explore(
        tableau=["Old Earth", "Expedition Force", "Star Nomad Lair"],
        spare=4,
        picks="Explore +1/+1",
        game=GAME,
        xeno_invasion=False,
    )
    assert len(g.hand(s, 0)) == 4 + 5
    assert g.must_discard(s, 0) == 3
    assert set(g.offered(s, 0)) == set(g.hand(s, 0)), "from any of the cards in hand"
    g.discard_first(s, 0, 1)
    assert len(g.hand(s, 0)) == 6


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_pool_is_15_a_player_and_the_decks_are_18_and_28(players: int) -> None:
    s = g.new_round(players=players, game=GAME)
    assert s.pool == 15 * players
    assert len(g.frontier_deck(s, NEAR)) == 18
    assert len(g.frontier_deck(s, FAR)) == 28
    assert s.war is None


# --- the action ---


def test_r_fro_01_every_player_has_one_frontier_settle() -> None:
    s = g.new_round(players=3, game=GAME)
    for player in range(3):
        assert g.offered(s, player).count(FRONTIER) == 1
    s = g.new_round(game=GAME, experienced=True)
    assert g.offered(s, 0).count(FRONTIER) == 1


def test_r_fro_01_it_makes_the_settle_phase_happen_once() -> None:
    rival = g.seat(hand=["Artist Colony"], spare=3)
    s = g.new_round(rivals=[rival], near=THREE, game=GAME)
    g.answer(s, 0, FRONTIER)
    g.answer(s, 1, "Settle")
    keep_something(s, 0)
    g.answer(s, 1, "Artist Colony")
    g.pay_somehow(s, 1)
    assert g.question(s, 0) == "action"


def test_r_fro_01_other_games_have_none() -> None:
    assert FRONTIER not in g.offered(g.new_round(game="invasion"), 0)
    assert FRONTIER not in g.offered(g.new_round(game="xeno-invasion"), 0)


def test_r_fro_02_three_cards_are_drawn_and_one_is_settled_or_kept() -> None:
    s = to_the_frontier()
    assert g.question(s, 0) == "frontier.settle"
    assert g.looked(s, 0) == THREE
    assert g.offered(s, 0) == [*THREE[:2], *[f"keep {world}" for world in THREE]], "no Military for the third"


def test_r_fro_02_nothing_can_be_settled_from_hand_instead() -> None:
    s = g.settle(tableau=["Old Earth"], hand=["Pilgrimage World"], picks=FRONTIER, near=THREE, game=GAME)
    assert "Pilgrimage World" not in g.offered(s, 0)
    assert "pass" not in g.offered(s, 0)


@pytest.mark.parametrize(("cards", "open_"), [(4, False), (5, True)])
def test_r_fro_02_far_needs_five_cards_in_tableau(cards: int, open_: bool) -> None:
    s = g.settle(tableau=g.QUIET_TABLEAU[:cards], picks=FRONTIER, near=THREE, far=FAR_THREE, game=GAME)
    if open_:
        assert g.offered(s, 0) == ["Near Frontier", "Far Frontier"]
        g.answer(s, 0, "Far Frontier")
        assert g.looked(s, 0) == FAR_THREE
    else:
        assert g.looked(s, 0) == THREE


def test_r_fro_02_damaged_worlds_are_cards_in_tableau() -> None:
    s = g.settle(tableau=g.QUIET_TABLEAU[:5], damaged=["Gem World"], picks=FRONTIER, game="counterstrike")
    assert g.question(s, 0) == "frontier.deck"


def test_r_fro_02_the_deck_may_be_near_with_any_tableau() -> None:
    s = g.settle(tableau=g.QUIET_TABLEAU[:5], picks=FRONTIER, near=THREE, game=GAME)
    g.answer(s, 0, "Near Frontier")
    assert g.looked(s, 0) == THREE


@pytest.mark.parametrize(
    ("cards", "count"),
    [(["Frontier Miners"], 4), (["Frontier Surveyors"], 6), (["Frontier Miners", "Frontier Surveyors"], 7)],
)
def test_r_fro_02_frontier_draw_powers_add_up(cards: list[str], count: int) -> None:
    assert len(g.looked(g.settle(tableau=cards, picks=FRONTIER, game=GAME), 0)) == count


def test_r_fro_02_everybody_else_may_settle_from_hand_in_the_same_phase() -> None:
    rivals = [g.seat(hand=["Artist Colony"], spare=1), g.seat(hand=["Gem World"], spare=2, picks="Settle")]
    s = g.settle(tableau=["Old Earth"], spare=1, rivals=rivals, picks=FRONTIER, near=THREE, game=GAME)
    assert s.seats_owing() == [0, 1, 2]
    g.answer(s, 1, "Artist Colony")
    g.answer(s, 2, "Gem World")
    g.answer(s, 0, "Scavenger World")
    assert [g.tableau(s, player)[-1] for player in range(3)] == [
        "Scavenger World",
        "Artist Colony",
        "Gem World",
    ]
    assert [len(g.hand(s, player)) for player in range(3)] == [0, 0, 1], (
        "the bonus only for who picked Settle"
    )


def test_r_fro_03_the_other_cards_go_to_that_decks_own_discard_pile() -> None:
    s = to_the_frontier(spare=1)
    g.answer(s, 0, "Scavenger World")
    assert sorted(g.frontier_discards(s, NEAR)) == sorted(THREE[1:])
    assert g.frontier_discards(s, FAR) == []
    assert len(g.discards(s)) == 1, "the payment alone"


def test_r_fro_03_near_and_far_have_separate_piles() -> None:
    s = g.settle(tableau=g.QUIET_TABLEAU[:5], picks=FRONTIER, far=FAR_THREE, game=GAME)
    g.answer(s, 0, "Far Frontier")
    g.answer(s, 0, "keep Frontier Surveyors")
    assert sorted(g.frontier_discards(s, FAR)) == sorted(FAR_THREE[1:])
    assert g.frontier_discards(s, NEAR) == []


def test_r_fro_03_cards_put_back_are_hidden_from_the_others() -> None:
    s = to_the_frontier(spare=1)
    assert g.looked(s.view(1), 0) == ["", "", ""]
    g.answer(s, 0, "keep Pirate Lair")
    assert g.frontier_discards(s.view(1), NEAR) == ["", ""]


def test_r_fro_04_it_is_paid_for_like_any_world_and_without_a_bonus_card() -> None:
    s = to_the_frontier(spare=4)
    g.answer(s, 0, "Monastery World")
    assert g.pay_somehow(s, 0) == 3
    assert g.tableau(s, 0) == ["Old Earth", "Monastery World"]
    assert len(g.hand(s, 0)) == 1


def test_r_fro_04_discounts_apply() -> None:
    s = g.settle(tableau=["Replicant Robots"], spare=2, picks=FRONTIER, near=THREE, game=GAME)
    g.answer(s, 0, "Monastery World")
    assert g.must_pay(s, 0) == 1


def test_r_fro_04_military_conquers_it() -> None:
    s = g.settle(tableau=["Drop Ships"], spare=2, picks=FRONTIER, near=THREE, game=GAME)
    g.answer(s, 0, "Pirate Lair")
    assert g.tableau(s, 0) == ["Drop Ships", "Pirate Lair"]
    assert len(g.hand(s, 0)) == 2


def test_r_fro_04_temporary_military_helps() -> None:
    s = g.settle(tableau=["Old Earth", "New Military Tactics"], picks=FRONTIER, near=THREE, game=GAME)
    g.answer(s, 0, "Pirate Lair")
    assert g.tableau(s, 0) == ["Old Earth", "Pirate Lair"]


def test_r_fro_04_pay_for_military_works_but_not_for_xenos() -> None:
    three = ["Pirate Lair", "Xeno Sentry World", "Xeno Scouting Force"]
    s = g.settle(tableau=["Old Earth", "Contact Specialist"], spare=3, picks=FRONTIER, near=three, game=GAME)
    assert g.offered(s, 0)[:2] == ["Pirate Lair", "keep Pirate Lair"]
    g.answer(s, 0, "Pirate Lair")
    assert g.must_pay(s, 0) == 2


def test_r_fro_04_a_windfall_world_gets_its_good() -> None:
    three = ["Outlaw Claim Jumpers", "Pirate Lair", "Xeno Sentry World"]
    s = g.settle(tableau=["Old Earth"], spare=1, picks=FRONTIER, near=three, game=GAME)
    g.answer(s, 0, "Outlaw Claim Jumpers")
    assert g.goods(s, 0) == ["Outlaw Claim Jumpers"]


def test_r_fro_04_draw_after_settling_powers_still_work() -> None:
    s = g.settle(tableau=["Old Earth", "Terraforming Robots"], spare=1, picks=FRONTIER, near=THREE, game=GAME)
    g.answer(s, 0, "Scavenger World")
    assert len(g.hand(s, 0)) == 1


def test_r_fro_05_one_of_the_cards_may_be_kept_even_if_it_could_be_settled() -> None:
    s = to_the_frontier()
    g.answer(s, 0, "keep Scavenger World")
    assert g.tableau(s, 0) == ["Old Earth"]
    assert "Scavenger World" in g.hand(s, 0)
    assert sorted(g.frontier_discards(s, NEAR)) == sorted(THREE[1:])


def test_r_fro_05_it_may_be_placed_later_by_a_settle_with_its_bonus() -> None:
    s = g.settle(tableau=["Old Earth"], hand=["Scavenger World"], spare=1, picks="Settle", game=GAME)
    g.answer(s, 0, "Scavenger World")
    assert g.tableau(s, 0) == ["Old Earth", "Scavenger World"]
    assert len(g.hand(s, 0)) == 1


def test_r_fro_05_but_not_by_a_later_frontier_settle() -> None:
    s = g.settle(
        tableau=["Old Earth"],
        hand=["Scavenger World"],
        spare=3,
        picks=FRONTIER,
        game=GAME,
        near=["Pirate Lair"],
    )
    assert "Scavenger World" not in g.offered(s, 0)


def test_r_fro_05_spent_it_goes_to_its_own_discard_pile() -> None:
    s = g.settle(hand=["Artist Colony", "Pirate Lair"], picks="Settle", game=GAME)
    g.answer(s, 0, "Artist Colony")
    assert g.frontier_discards(s, NEAR) == ["Pirate Lair"]
    assert g.discards(s) == []


def test_r_fro_05_discarded_from_hand_it_goes_there_too() -> None:
    s = g.explore(hand=["Mega-Exclusive Resort"], game=GAME)
    g.answer(s, 0, "Mega-Exclusive Resort")
    g.discard_first(s, 1)
    assert g.frontier_discards(s, FAR) == ["Mega-Exclusive Resort"]
    s = g.end_of_round(hand=["Pirate Lair"], spare=10, game=GAME)
    g.answer(s, 0, "Pirate Lair")
    assert g.frontier_discards(s, NEAR) == ["Pirate Lair"]


def test_r_fro_05_discarded_from_the_tableau_too() -> None:
    s = g.develop(tableau=["Scorched-Earth Defense", "Mega-Exclusive Resort"], hand=["Drop Ships"], game=GAME)
    g.answer(s, 0, "Drop Ships")
    assert g.frontier_discards(s, FAR) == ["Mega-Exclusive Resort"]
    assert g.discards(s) == []


@pytest.mark.parametrize(("others", "over"), [(9, False), (10, True)])
def test_r_fro_06_a_kept_card_counts_for_the_hand_limit(others: int, over: bool) -> None:
    s = g.end_of_round(hand=["Pirate Lair"], spare=others, game=GAME)
    assert (g.question(s, 0) == "hand_limit") == over


@pytest.mark.parametrize("choice", ["Scavenger World", "keep Scavenger World"])
def test_r_fro_07_it_may_be_chosen_again_after_one_round(choice: str) -> None:
    s = g.new_round(spare=1, near=THREE, game=GAME)
    g.answer(s, 0, FRONTIER)
    g.answer(s, 1, "Consume: Trade")
    g.answer(s, 0, choice)
    assert FRONTIER not in g.offered(s, 0)
    assert FRONTIER in g.offered(s, 1)
    for player in (0, 1):
        g.answer(s, player, "Consume: Trade")
    assert FRONTIER in g.offered(s, 0)


def test_r_fro_07_the_tucked_card_lies_face_up() -> None:
    s = g.new_round(tucked=[1], game=GAME)
    assert FRONTIER in g.offered(s, 0)
    assert FRONTIER not in g.offered(s, 1)
    frontier = s.view(0).frontier
    assert frontier is not None
    assert frontier.tucked == 1 << 1


def test_r_fro_07_not_so_in_the_experienced_game() -> None:
    s = g.new_round(near=THREE, experienced=True, game=GAME)
    g.answer(s, 0, FRONTIER, "Consume: Trade")
    g.answer(s, 1, "Consume: 2x VPs", "Consume: Trade")
    keep_something(s, 0)
    assert FRONTIER in g.offered(s, 0)
