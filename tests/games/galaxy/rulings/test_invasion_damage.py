"""Rulings on the Invasion game: damage, war contributions and the end."""

from __future__ import annotations

import pytest
from tests.games.galaxy.positions import (
    QUIET_TABLEAU,
    answer,
    damaged,
    discards,
    end_of_round,
    goods,
    hand,
    invasion,
    offered,
    produce,
    question,
    score,
    seat,
    settle,
    tableau,
    war,
)
from tests.games.galaxy.rulings.invasion_positions import ARMY, GAME

from repulse.games.galaxy.rules.state import GalaxyState

# --- damage ---


def test_r_inv_18_the_player_chooses_an_undamaged_world_and_its_good_is_lost() -> None:
    s = invasion(
        tableau=["Old Earth", "Public Works", "Gem World", "Spice World"],
        goods=["Gem World"],
        damaged=["Spice World"],
        attacks=[9, 9],
    )
    assert offered(s, 0) == ["Old Earth", "Gem World"], "the start world too, no development, nothing damaged"
    answer(s, 0, "Gem World")
    assert damaged(s, 0) == ["Gem World", "Spice World"]
    assert goods(s, 0) == []
    assert len(discards(s)) == 1


def test_r_inv_18_with_no_undamaged_world_nothing_happens() -> None:
    s = invasion(tableau=["Old Earth", "Public Works"], damaged=["Old Earth"], attacks=[9, 9])
    assert damaged(s, 0) == ["Old Earth"]
    assert tableau(s, 0) == ["Old Earth", "Public Works"]


def test_r_inv_19_a_damaged_world_counts_towards_twelve_cards() -> None:
    assert end_of_round(tableau=QUIET_TABLEAU[:12], damaged=["Gem World"], game=GAME).over


def worth(tableau_: list[str], damaged_: list[str]) -> int:
    """Return the score without the bonuses of the war: the rival is the greater admiral, nobody has contributed."""
    rival = seat(tableau=["New Sparta", *ARMY])
    return score(end_of_round(tableau=tableau_, damaged=damaged_, rivals=[rival], game=GAME), 0) - 5


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
    s = settle(tableau=["New Sparta"], damaged=["New Sparta"], hand=["Former Penal Colony"], game=GAME)
    assert offered(s, 0) == ["pass"]
    assert goods(produce(tableau=["Artist Colony"], damaged=["Artist Colony"], game=GAME), 0) == []


def test_r_inv_19_it_cannot_get_a_good() -> None:
    s = produce(tableau=["Pirate World"], damaged=["Pirate World"], picks="Produce", game=GAME)
    assert goods(s, 0) == []


def test_r_inv_19_it_is_in_no_count() -> None:
    s = produce(tableau=["Anti-Xeno League", "New Sparta", "Rebel Base"], damaged=["New Sparta"], game=GAME)
    assert hand(s, 0) == []


def test_r_inv_19_its_discount_and_its_military_are_gone_in_settle() -> None:
    cards = ["New Sparta", "Imperium Munitions, Inc.", "Alien Archives"]
    hand_ = ["Pirate World", "Alien Robotic Factory"]
    s = settle(tableau=cards, hand=hand_, spare=3, game=GAME)
    assert offered(s, 0) == [*hand_, "pass"], "4 Military against 3; 4 cards for 6 less 2"
    s = settle(tableau=cards, damaged=cards[1:], hand=hand_, spare=3, game=GAME)
    assert offered(s, 0) == ["pass"]


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
    rivals = [seat(tableau=cards) for cards in tableaus[1:]]
    s = invasion(tableau=tableaus[0], rivals=rivals, attacks=[0, 0, -1, -1, 0][:players])
    assert war(s).awards == awards


def test_r_inv_20_awards_are_points_but_no_chips() -> None:
    rival = seat(tableau=["Old Earth", "Galactic Renaissance", *ARMY])
    s = invasion(tableau=["New Sparta", "Galactic Renaissance"][:1], rivals=[rival], attacks=[1, 9])
    before = score(end_of_round(tableau=["New Sparta"], rivals=[rival], game=GAME), 0)
    assert war(s).awards[0] == 2
    assert score(s, 0) == before + 2
    assert s.chips[0] == 0
    assert s.pool == 24


def test_r_inv_21_all_failing_twice_is_the_empires_defeat() -> None:
    s = invasion(tableau=["Old Earth"], attacks=[9, 9, 8, 8])
    assert war(s).defeats == 1
    for player in (0, 1):
        answer(s, player, "Consume: Trade")
    assert s.over
    assert war(s).defeats == 2


def test_r_inv_21_successes_in_between_do_not_help() -> None:
    s = invasion(tableau=["Old Earth", "Gem World", "Spice World"], attacks=[9, 9, -1, -1, 8, 8])
    while not s.over:
        for player in s.seats_owing():
            words = offered(s, player)
            answer(s, player, "Consume: Trade" if "Consume: Trade" in words else words[0])
    assert s.round == 5
    assert war(s).defeats == 2
    assert sum(war(s).awards) > 0


def test_r_inv_21_one_success_is_enough_for_the_empire() -> None:
    s = invasion(tableau=["Old Earth"], rivals=[seat(tableau=["Epsilon Eridani", *ARMY])], attacks=[4, 5])
    assert war(s).defeats == 0


def test_r_inv_21_that_steps_damage_is_dealt_first() -> None:
    s = invasion(
        tableau=["Old Earth"], attacks=[9, 9, 8, 8], rivals=[seat(tableau=["New Sparta", "Gem World"])]
    )
    answer(s, 1, "Gem World")
    for player in (0, 1):
        answer(s, player, "Consume: Trade")
    assert s.over
    assert damaged(s, 1) == ["New Sparta", "Gem World"]


# --- war contributions ---


def giving(**about: int) -> GalaxyState:
    return produce(
        tableau=["Gem World", "Comet Zone", "Public Works"],
        goods=["Gem World", "Comet Zone"],
        game=GAME,
        repulse=about.get("repulse", 22),
        pool=about.get("pool", 24),
        picks=[] if not about.get("twice") else ["Consume: 2x VPs"],
    )


def test_r_inv_22_each_good_given_lowers_the_repulse_value_and_earns_a_chip() -> None:
    s = giving()
    assert question(s, 0) == "produce.contribute"
    assert goods(s, 0) == ["Gem World", "Comet Zone"], "before production"
    answer(s, 0, "Gem World", "Comet Zone")
    assert war(s).repulse == 20
    assert war(s).contributed[0] == 2


def test_r_inv_22_none_need_be_given() -> None:
    s = giving()
    answer(s, 0)
    assert war(s).repulse == 22
    assert war(s).contributed[0] == 0


def test_r_inv_22_the_value_does_not_fall_below_nothing_but_chips_are_earned() -> None:
    s = giving(repulse=1)
    answer(s, 0, "Gem World", "Comet Zone")
    assert war(s).repulse == 0
    assert war(s).contributed[0] == 2


def test_r_inv_22_goods_produced_in_this_phase_cannot_be_given() -> None:
    s = produce(tableau=["Gem World"], game=GAME)
    assert question(s, 0) == "action"
    assert war(s).contributed[0] == 0


def test_r_inv_22_it_comes_before_repairs() -> None:
    s = produce(tableau=["Gem World", "Spice World"], goods=["Gem World"], damaged=["Spice World"], game=GAME)
    assert question(s, 0) == "produce.contribute"


def test_r_inv_23_those_chips_come_from_the_pool_and_are_not_doubled() -> None:
    s = giving(twice=1)
    answer(s, 0, "Gem World", "Comet Zone")
    assert s.pool == 22
    assert s.chips[0] == 0
    assert war(s).contributed[0] == 2


def test_r_inv_23_they_can_empty_the_pool() -> None:
    s = giving(pool=2)
    answer(s, 0, "Gem World", "Comet Zone")
    assert s.over


def test_r_inv_23_a_world_whose_good_was_given_may_produce() -> None:
    s = giving()
    answer(s, 0, "Gem World", "Comet Zone")
    assert goods(s, 0) == ["Gem World", "Comet Zone"]
    assert len(hand(s, 0)) == 2


# --- the end ---


def test_r_inv_28_the_game_ends_by_an_empty_pool_twelve_cards_repulse_or_defeat() -> None:
    assert end_of_round(pool=0, game=GAME).over
    assert end_of_round(tableau=QUIET_TABLEAU[:12], game=GAME).over
    assert invasion(repulse=0).over
    assert not end_of_round(game=GAME).over


def test_r_inv_29_the_greatest_admiral_and_contributor_have_five_each() -> None:
    rival = seat(tableau=["Epsilon Eridani"])
    s = produce(tableau=["New Sparta", "Gem World"], goods=["Gem World"], rivals=[rival], game=GAME, pool=1)
    answer(s, 0, "Gem World")
    assert s.over
    assert score(s, 0) == 1 + 1 + 1 + 5 + 5
    assert score(s, 1) == 1


def test_r_inv_29_tied_players_have_the_full_five_each() -> None:
    rival = seat(tableau=["Epsilon Eridani", "Expedition Force"])
    s = end_of_round(tableau=["New Sparta"], rivals=[rival], game=GAME, pool=0)
    assert score(s, 0) == 1 + 5 + 5
    assert score(s, 1) == 1 + 1 + 5 + 5


def test_r_inv_29_these_are_no_chips() -> None:
    s = end_of_round(tableau=["New Sparta", "Galactic Renaissance"], game=GAME, pool=0)
    assert score(s, 0) == 1 + 0 + 5 + 5


def test_r_inv_29_contributions_count_for_galactic_renaissance() -> None:
    """Three chips in all, one of them a war contribution."""
    s = produce(
        tableau=["Galactic Renaissance", "Gem World"],
        goods=["Gem World"],
        chips=2,
        rivals=[seat(tableau=["New Sparta"])],
        game=GAME,
    )
    before = score(s, 0)
    answer(s, 0, "Gem World")
    assert score(s, 0) == before + 1 + 1


def test_r_inv_30_after_empire_defeat_only_the_bonuses_fall_away() -> None:
    s = invasion(tableau=["Old Earth", "Public Works"], attacks=[9, 9, 8, 8], chips=4)
    for player in (0, 1):
        answer(s, player, "Consume: Trade")
    assert s.over
    assert score(s, 0) == 4 + 1
    assert score(s, 1) == 0
    assert s.winners() == [0]


def test_r_inv_30_defeat_in_the_round_of_an_empty_pool_is_still_defeat() -> None:
    s = invasion(tableau=["Old Earth", "Public Works"], attacks=[9, 9, 8, 8], chips=4)
    s.pool = 0
    for player in (0, 1):
        answer(s, player, "Consume: Trade")
    assert s.over
    assert score(s, 0) == 4 + 1, "no bonus for anybody"


def test_r_inv_31_the_score_is_chips_undamaged_tableau_awards_and_bonuses() -> None:
    rival = seat(tableau=["Old Earth", *ARMY], damaged=["Old Earth"])
    s = invasion(
        tableau=["New Sparta", "Gem World"],
        damaged=["Gem World"],
        rivals=[rival],
        attacks=[1, 9],
        chips=3,
        pool=0,
    )
    assert s.over
    assert score(s, 0) == 3 + 1 + 2 + 5, "greatest contributors are both, with nothing"


def test_r_inv_31_a_tie_goes_to_the_most_hand_cards_and_goods() -> None:
    rival = seat(tableau=["Epsilon Eridani", "Alien Robot Sentry"][:1], spare=3, chips=5)
    s = end_of_round(tableau=["New Sparta"], spare=2, rivals=[rival], game=GAME, pool=0)
    assert score(s, 0) == score(s, 1)
    assert s.winners() == [1]
