"""Rulings on the Invasion game: damage, war contributions and the end."""

from __future__ import annotations

import pytest
from tests.games.galaxy import dsl as g
from tests.games.galaxy.rulings.invasion_positions import ARMY, GAME

from repulse.games.galaxy.rules.state import GalaxyState

# --- damage ---


def test_r_inv_18_the_player_chooses_the_world_and_its_good_is_lost() -> None:
    s = g.invasion(
        tableau=["Old Earth", "Public Works", "Gem World", "Spice World"],
        goods=["Gem World"],
        damaged=["Spice World"],
        attacks=[9, 9],
    )
    assert g.offered(s, 0) == ["Old Earth", "Gem World"], (
        "the start world too, no development, nothing damaged"
    )
    g.answer(s, 0, "Gem World")
    assert g.damaged(s, 0) == ["Gem World", "Spice World"]
    assert g.goods(s, 0) == []
    assert len(g.discards(s)) == 1


def test_r_inv_18_with_no_undamaged_world_nothing_happens() -> None:
    s = g.invasion(tableau=["Old Earth", "Public Works"], damaged=["Old Earth"], attacks=[9, 9])
    assert g.damaged(s, 0) == ["Old Earth"]
    assert g.tableau(s, 0) == ["Old Earth", "Public Works"]


def test_r_inv_19_a_damaged_world_counts_towards_twelve_cards() -> None:
    assert g.end_of_round(tableau=g.QUIET_TABLEAU[:12], damaged=["Gem World"], game=GAME).over


def worth(tableau_: list[str], damaged_: list[str]) -> int:
    """Return the score without the bonuses of the war: the rival is the greater admiral, nobody has contributed."""
    rival = g.seat(tableau=["New Sparta", *ARMY])
    return g.score(g.end_of_round(tableau=tableau_, damaged=damaged_, rivals=[rival], game=GAME), 0) - 5


def test_r_inv_19_a_damaged_world_scores_nothing_and_counts_for_nothing() -> None:
    cards = ["Merchant Guild", "Gem World", "Rebel Base", "Galactic Imperium"]
    assert worth(cards, []) == (1 + 2) + (6 + 2)
    assert worth(cards, ["Gem World"]) == 6 + 2
    assert worth(cards, ["Gem World", "Rebel Base"]) == 0


def test_r_inv_19_a_damaged_question_mark_world_scores_nothing() -> None:
    both = ["Uplift Coalition", "Corrosive Uplift World"]
    assert worth(both, []) == 2 + 2
    assert worth(both, ["Uplift Coalition"]) == 1


def test_r_inv_19_its_powers_do_not_work() -> None:
    s = g.settle(tableau=["New Sparta"], damaged=["New Sparta"], hand=["Former Penal Colony"], game=GAME)
    assert g.offered(s, 0) == ["pass"]
    assert g.goods(g.produce(tableau=["Artist Colony"], damaged=["Artist Colony"], game=GAME), 0) == []


def test_r_inv_19_it_cannot_get_a_good() -> None:
    s = g.produce(tableau=["Pirate World"], damaged=["Pirate World"], picks="Produce", game=GAME)
    assert g.goods(s, 0) == []


def test_r_inv_19_it_is_in_no_count() -> None:
    s = g.produce(tableau=["Anti-Xeno League", "New Sparta", "Rebel Base"], damaged=["New Sparta"], game=GAME)
    assert g.hand(s, 0) == []


def test_r_inv_19_its_discount_and_its_military_are_lost_in_settle() -> None:
    cards = ["New Sparta", "Imperium Munitions, Inc.", "Alien Archives"]
    hand_ = ["Pirate World", "Alien Robotic Factory"]
    s = g.settle(tableau=cards, hand=hand_, spare=3, game=GAME)
    assert g.offered(s, 0) == [*hand_, "pass"], "4 Military against 3; 4 cards for 6 less 2"
    s = g.settle(tableau=cards, damaged=cards[1:], hand=hand_, spare=3, game=GAME)
    assert g.offered(s, 0) == ["pass"]


@pytest.mark.parametrize(
    ("players", "awards"), [(2, [1, 2]), (3, [1, 1, 2]), (4, [1, 1, 1, 2]), (5, [1, 1, 1, 2, 2])]
)
def test_r_inv_20_awards_by_rank(players: int, awards: list[int]) -> None:
    """Seats of 5, 4, 3, 2 and 1 Military, who all hold."""
    tableaus = [
        ["New Sparta", "Drop Ships"],
        ["Epsilon Eridani", "Drop Ships"],
        ["Old Earth", "New Galactic Order", "Expedition Force"],
        ["Earth's Lost Colony", "Space Marines"],
        ["Alpha Centauri", "Expedition Force"],
    ][:players]
    rivals = [g.seat(tableau=cards) for cards in tableaus[1:]]
    s = g.invasion(tableau=tableaus[0], rivals=rivals, attacks=[0, 0, -1, -1, 0][:players])
    assert g.war(s).awards == awards


def test_r_inv_20_awards_are_points_but_no_chips() -> None:
    rival = g.seat(tableau=["Old Earth", "Galactic Renaissance", *ARMY])
    s = g.invasion(tableau=["New Sparta", "Galactic Renaissance"][:1], rivals=[rival], attacks=[1, 9])
    before = g.score(g.end_of_round(tableau=["New Sparta"], rivals=[rival], game=GAME), 0)
    assert g.war(s).awards[0] == 2
    assert g.score(s, 0) == before + 2
    assert s.chips[0] == 0
    assert s.pool == 24


def test_r_inv_21_all_failing_twice_is_the_empires_defeat() -> None:
    s = g.invasion(tableau=["Old Earth"], attacks=[9, 9, 8, 8])
    assert g.war(s).defeats == 1
    for player in (0, 1):
        g.answer(s, player, "Consume: Trade")
    assert s.over
    assert g.war(s).defeats == 2


def test_r_inv_21_successes_in_between_do_not_help() -> None:
    s = g.invasion(tableau=["Old Earth", "Gem World", "Spice World"], attacks=[9, 9, -1, -1, 8, 8])
    while not s.over:
        for player in s.seats_owing():
            words = g.offered(s, player)
            g.answer(s, player, "Consume: Trade" if "Consume: Trade" in words else words[0])
    assert s.round == 5
    assert g.war(s).defeats == 2
    assert sum(g.war(s).awards) > 0


def test_r_inv_21_one_success_is_enough_for_the_empire() -> None:
    s = g.invasion(tableau=["Old Earth"], rivals=[g.seat(tableau=["Epsilon Eridani", *ARMY])], attacks=[4, 5])
    assert g.war(s).defeats == 0


def test_r_inv_21_that_steps_damage_is_dealt_first() -> None:
    s = g.invasion(
        tableau=["Old Earth"], attacks=[9, 9, 8, 8], rivals=[g.seat(tableau=["New Sparta", "Gem World"])]
    )
    g.answer(s, 1, "Gem World")
    for player in (0, 1):
        g.answer(s, player, "Consume: Trade")
    assert s.over
    assert g.damaged(s, 1) == ["New Sparta", "Gem World"]


# --- war contributions ---


def giving(**about: int) -> GalaxyState:
    return g.produce(
        tableau=["Gem World", "Comet Zone", "Public Works"],
        goods=["Gem World", "Comet Zone"],
        game=GAME,
        repulse=about.get("repulse", 22),
        pool=about.get("pool", 24),
        picks=[] if not about.get("twice") else ["Consume: 2x VPs"],
    )


def test_r_inv_22_each_good_lowers_the_repulse_value_and_earns_a_chip() -> None:
    s = giving()
    assert g.question(s, 0) == "produce.contribute"
    assert g.goods(s, 0) == ["Gem World", "Comet Zone"], "before production"
    g.answer(s, 0, "Gem World", "Comet Zone")
    assert g.war(s).repulse == 20
    assert g.war(s).contributed[0] == 2


def test_r_inv_22_none_need_be_given() -> None:
    s = giving()
    g.answer(s, 0)
    assert g.war(s).repulse == 22
    assert g.war(s).contributed[0] == 0


def test_r_inv_22_at_value_zero_goods_still_earn_chips() -> None:
    s = giving(repulse=1)
    g.answer(s, 0, "Gem World", "Comet Zone")
    assert g.war(s).repulse == 0
    assert g.war(s).contributed[0] == 2


def test_r_inv_22_goods_produced_in_this_phase_cannot_be_given() -> None:
    s = g.produce(tableau=["Gem World"], game=GAME)
    assert g.question(s, 0) == "action"
    assert g.war(s).contributed[0] == 0


def test_r_inv_22_it_comes_before_repairs() -> None:
    s = g.produce(
        tableau=["Gem World", "Spice World"], goods=["Gem World"], damaged=["Spice World"], game=GAME
    )
    assert g.question(s, 0) == "produce.contribute"


def test_r_inv_23_those_chips_come_from_the_pool_and_are_not_doubled() -> None:
    s = giving(twice=1)
    g.answer(s, 0, "Gem World", "Comet Zone")
    assert s.pool == 22
    assert s.chips[0] == 0
    assert g.war(s).contributed[0] == 2


def test_r_inv_23_they_can_empty_the_pool() -> None:
    s = giving(pool=2)
    g.answer(s, 0, "Gem World", "Comet Zone")
    assert s.over


def test_r_inv_23_a_world_whose_good_was_given_may_produce() -> None:
    s = giving()
    g.answer(s, 0, "Gem World", "Comet Zone")
    assert g.goods(s, 0) == ["Gem World", "Comet Zone"]
    assert len(g.hand(s, 0)) == 2


# --- the end ---


def test_r_inv_28_the_four_ways_to_end_the_game() -> None:
    assert g.end_of_round(pool=0, game=GAME).over
    assert g.end_of_round(tableau=g.QUIET_TABLEAU[:12], game=GAME).over
    assert g.invasion(repulse=0).over
    assert not g.end_of_round(game=GAME).over


def test_r_inv_29_the_greatest_admiral_and_contributor_have_five_each() -> None:
    rival = g.seat(tableau=["Epsilon Eridani"])
    s = g.produce(tableau=["New Sparta", "Gem World"], goods=["Gem World"], rivals=[rival], game=GAME, pool=1)
    g.answer(s, 0, "Gem World")
    assert s.over
    assert g.score(s, 0) == 1 + 1 + 1 + 5 + 5
    assert g.score(s, 1) == 1


def test_r_inv_29_tied_players_have_the_full_five_each() -> None:
    rival = g.seat(tableau=["Epsilon Eridani", "Expedition Force"])
    s = g.end_of_round(tableau=["New Sparta"], rivals=[rival], game=GAME, pool=0)
    assert g.score(s, 0) == 1 + 5 + 5
    assert g.score(s, 1) == 1 + 1 + 5 + 5


def test_r_inv_29_these_are_no_chips() -> None:
    s = g.end_of_round(tableau=["New Sparta", "Galactic Renaissance"], game=GAME, pool=0)
    assert g.score(s, 0) == 1 + 0 + 5 + 5


def test_r_inv_29_contributions_count_for_galactic_renaissance() -> None:
    """Three chips in all, one of them a war contribution."""
    s = g.produce(
        tableau=["Galactic Renaissance", "Gem World"],
        goods=["Gem World"],
        chips=2,
        rivals=[g.seat(tableau=["New Sparta"])],
        game=GAME,
    )
    before = g.score(s, 0)
    g.answer(s, 0, "Gem World")
    assert g.score(s, 0) == before + 1 + 1


def test_r_inv_30_after_empire_defeat_only_the_bonuses_fall_away() -> None:
    s = g.invasion(tableau=["Old Earth", "Public Works"], attacks=[9, 9, 8, 8], chips=4)
    for player in (0, 1):
        g.answer(s, player, "Consume: Trade")
    assert s.over
    assert g.score(s, 0) == 4 + 1
    assert g.score(s, 1) == 0
    assert s.winners() == [0]


def test_r_inv_30_defeat_in_the_round_of_an_empty_pool_is_still_defeat() -> None:
    s = g.invasion(tableau=["Old Earth", "Public Works"], attacks=[9, 9, 8, 8], chips=4)
    s.pool = 0
    for player in (0, 1):
        g.answer(s, player, "Consume: Trade")
    assert s.over
    assert g.score(s, 0) == 4 + 1, "no bonus for anybody"


def test_r_inv_31_the_score_is_chips_undamaged_tableau_awards_and_bonuses() -> None:
    rival = g.seat(tableau=["Old Earth", *ARMY], damaged=["Old Earth"])
    s = g.invasion(
        tableau=["New Sparta", "Gem World"],
        damaged=["Gem World"],
        rivals=[rival],
        attacks=[1, 9],
        chips=3,
        pool=0,
    )
    assert s.over
    assert g.score(s, 0) == 3 + 1 + 2 + 5, "greatest contributors are both, with nothing"


def test_r_inv_31_a_tie_goes_to_the_most_hand_cards_and_goods() -> None:
    rival = g.seat(tableau=["Epsilon Eridani", "Alien Robot Sentry"][:1], spare=3, chips=5)
    s = g.end_of_round(tableau=["New Sparta"], spare=2, rivals=[rival], game=GAME, pool=0)
    assert g.score(s, 0) == g.score(s, 1)
    assert s.winners() == [1]
