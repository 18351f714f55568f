"""Rulings on the Frontier game: the Frontier settle, its decks, and what its cards do that no others did."""

from __future__ import annotations

import pytest
from tests.games.galaxy.positions import (
    GAME as RULES,
)
from tests.games.galaxy.positions import (
    QUIET_TABLEAU,
    answer,
    answer_alone,
    consume,
    develop,
    discard_first,
    discards,
    end_of_round,
    explore,
    frontier_deck,
    frontier_discards,
    goods,
    hand,
    looked,
    must_discard,
    must_pay,
    new_round,
    offered,
    pay_somehow,
    produce,
    question,
    score,
    seat,
    settle,
    tableau,
)

from repulse.games.galaxy.display.display import GalaxyDisplay
from repulse.games.galaxy.rules.frontier import FAR, NEAR
from repulse.games.galaxy.rules.state import GalaxyState

GAME = "frontier"
FRONTIER = "Frontier Settle"
THREE = ["Scavenger World", "Monastery World", "Pirate Lair"]
"""Near worlds: cost 1, cost 3, defense 3."""
FAR_THREE = ["Frontier Surveyors", "Mega-Exclusive Resort", "Xeno Hidden Command"]


def to_the_frontier(**about: int) -> GalaxyState:
    """Seat 0 does a Frontier settle with so many cards in hand."""
    return settle(tableau=["Old Earth"], spare=about.get("spare", 3), picks=FRONTIER, near=THREE, game=GAME)


def keep_something(s: GalaxyState, *seats: int) -> None:
    """Frontier settlers keep the first card that they drew."""
    for player in seats:
        answer(s, player, "keep " + looked(s, player)[0])


# --- what the game is made of ---


def test_the_worked_example_of_explore() -> None:
    """Ann, with 4 cards and two powers to draw one more, calls Explore +1: draws 5, discards 3, ends with 6."""
    s = explore(
        tableau=["Old Earth", "Expedition Force", "Star Nomad Lair"],
        spare=4,
        picks="Explore +1/+1",
        game=GAME,
        xeno_invasion=False,
    )
    assert len(hand(s, 0)) == 4 + 5
    assert must_discard(s, 0) == 3
    assert set(offered(s, 0)) == set(hand(s, 0)), "from any of the cards in hand"
    discard_first(s, 0, 1)
    assert len(hand(s, 0)) == 6


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_pool_is_15_a_player_and_the_decks_are_18_and_28(players: int) -> None:
    s = new_round(players=players, game=GAME)
    assert s.pool == 15 * players
    assert len(frontier_deck(s, NEAR)) == 18
    assert len(frontier_deck(s, FAR)) == 28
    assert s.war is None


# --- the action ---


def test_r_fro_01_every_player_has_one_frontier_settle() -> None:
    s = new_round(players=3, game=GAME)
    for player in range(3):
        assert offered(s, player).count(FRONTIER) == 1
    s = new_round(game=GAME, experienced=True)
    assert offered(s, 0).count(FRONTIER) == 1


def test_r_fro_01_it_makes_the_settle_phase_happen_once() -> None:
    rival = seat(hand=["Artist Colony"], spare=3)
    s = new_round(rivals=[rival], near=THREE, game=GAME)
    answer(s, 0, FRONTIER)
    answer(s, 1, "Settle")
    keep_something(s, 0)
    answer(s, 1, "Artist Colony")
    pay_somehow(s, 1)
    assert question(s, 0) == "action"


def test_r_fro_01_other_games_have_none() -> None:
    assert FRONTIER not in offered(new_round(game="invasion"), 0)
    assert FRONTIER not in offered(new_round(game="xeno-invasion"), 0)


def test_r_fro_02_three_cards_are_drawn_and_one_is_settled_or_kept() -> None:
    s = to_the_frontier()
    assert question(s, 0) == "frontier.settle"
    assert looked(s, 0) == THREE
    assert offered(s, 0) == [*THREE[:2], *[f"keep {world}" for world in THREE]], "no Military for the third"


def test_r_fro_02_nothing_can_be_settled_from_hand_instead() -> None:
    s = settle(tableau=["Old Earth"], hand=["Pilgrimage World"], picks=FRONTIER, near=THREE, game=GAME)
    assert "Pilgrimage World" not in offered(s, 0)
    assert "pass" not in offered(s, 0)


@pytest.mark.parametrize(("cards", "open_"), [(4, False), (5, True)])
def test_r_fro_02_far_needs_five_cards_in_tableau(cards: int, open_: bool) -> None:
    s = settle(tableau=QUIET_TABLEAU[:cards], picks=FRONTIER, near=THREE, far=FAR_THREE, game=GAME)
    if open_:
        assert offered(s, 0) == ["Near Frontier", "Far Frontier"]
        answer(s, 0, "Far Frontier")
        assert looked(s, 0) == FAR_THREE
    else:
        assert looked(s, 0) == THREE


def test_r_fro_02_damaged_worlds_are_cards_in_tableau() -> None:
    s = settle(tableau=QUIET_TABLEAU[:5], damaged=["Gem World"], picks=FRONTIER, game="counterstrike")
    assert question(s, 0) == "frontier.deck"


def test_r_fro_02_the_deck_may_be_near_with_any_tableau() -> None:
    s = settle(tableau=QUIET_TABLEAU[:5], picks=FRONTIER, near=THREE, game=GAME)
    answer(s, 0, "Near Frontier")
    assert looked(s, 0) == THREE


@pytest.mark.parametrize(
    ("cards", "count"),
    [(["Frontier Miners"], 4), (["Frontier Surveyors"], 6), (["Frontier Miners", "Frontier Surveyors"], 7)],
)
def test_r_fro_02_frontier_draw_powers_add_up(cards: list[str], count: int) -> None:
    assert len(looked(settle(tableau=cards, picks=FRONTIER, game=GAME), 0)) == count


def test_r_fro_02_everybody_else_may_settle_from_hand_in_the_same_phase() -> None:
    rivals = [seat(hand=["Artist Colony"], spare=1), seat(hand=["Gem World"], spare=2, picks="Settle")]
    s = settle(tableau=["Old Earth"], spare=1, rivals=rivals, picks=FRONTIER, near=THREE, game=GAME)
    assert s.seats_owing() == [0, 1, 2]
    answer(s, 1, "Artist Colony")
    answer(s, 2, "Gem World")
    answer(s, 0, "Scavenger World")
    assert [tableau(s, player)[-1] for player in range(3)] == [
        "Scavenger World",
        "Artist Colony",
        "Gem World",
    ]
    assert [len(hand(s, player)) for player in range(3)] == [0, 0, 1], "the bonus only for who picked Settle"


def test_r_fro_03_the_other_cards_go_to_that_decks_own_discard_pile() -> None:
    s = to_the_frontier(spare=1)
    answer(s, 0, "Scavenger World")
    assert sorted(frontier_discards(s, NEAR)) == sorted(THREE[1:])
    assert frontier_discards(s, FAR) == []
    assert len(discards(s)) == 1, "the payment alone"


def test_r_fro_03_near_and_far_have_separate_piles() -> None:
    s = settle(tableau=QUIET_TABLEAU[:5], picks=FRONTIER, far=FAR_THREE, game=GAME)
    answer(s, 0, "Far Frontier")
    answer(s, 0, "keep Frontier Surveyors")
    assert sorted(frontier_discards(s, FAR)) == sorted(FAR_THREE[1:])
    assert frontier_discards(s, NEAR) == []


def test_r_fro_03_what_was_put_back_is_hidden_from_the_others() -> None:
    s = to_the_frontier(spare=1)
    assert looked(s.view(1), 0) == ["", "", ""]
    answer(s, 0, "keep Pirate Lair")
    assert frontier_discards(s.view(1), NEAR) == ["", ""]


def test_r_fro_04_it_is_paid_for_like_any_world_and_without_a_bonus_card() -> None:
    s = to_the_frontier(spare=4)
    answer(s, 0, "Monastery World")
    assert pay_somehow(s, 0) == 3
    assert tableau(s, 0) == ["Old Earth", "Monastery World"]
    assert len(hand(s, 0)) == 1


def test_r_fro_04_discounts_apply() -> None:
    s = settle(tableau=["Replicant Robots"], spare=2, picks=FRONTIER, near=THREE, game=GAME)
    answer(s, 0, "Monastery World")
    assert must_pay(s, 0) == 1


def test_r_fro_04_military_conquers_it() -> None:
    s = settle(tableau=["Drop Ships"], spare=2, picks=FRONTIER, near=THREE, game=GAME)
    answer(s, 0, "Pirate Lair")
    assert tableau(s, 0) == ["Drop Ships", "Pirate Lair"]
    assert len(hand(s, 0)) == 2


def test_r_fro_04_temporary_military_helps() -> None:
    s = settle(tableau=["Old Earth", "New Military Tactics"], picks=FRONTIER, near=THREE, game=GAME)
    answer(s, 0, "Pirate Lair")
    assert tableau(s, 0) == ["Old Earth", "Pirate Lair"]


def test_r_fro_04_pay_for_military_works_but_not_for_xenos() -> None:
    three = ["Pirate Lair", "Xeno Sentry World", "Xeno Scouting Force"]
    s = settle(tableau=["Old Earth", "Contact Specialist"], spare=3, picks=FRONTIER, near=three, game=GAME)
    assert offered(s, 0)[:2] == ["Pirate Lair", "keep Pirate Lair"]
    answer(s, 0, "Pirate Lair")
    assert must_pay(s, 0) == 2


def test_r_fro_04_a_windfall_world_gets_its_good() -> None:
    three = ["Outlaw Claim Jumpers", "Pirate Lair", "Xeno Sentry World"]
    s = settle(tableau=["Old Earth"], spare=1, picks=FRONTIER, near=three, game=GAME)
    answer(s, 0, "Outlaw Claim Jumpers")
    assert goods(s, 0) == ["Outlaw Claim Jumpers"]


def test_r_fro_04_draw_after_settling_powers_still_work() -> None:
    s = settle(tableau=["Old Earth", "Terraforming Robots"], spare=1, picks=FRONTIER, near=THREE, game=GAME)
    answer(s, 0, "Scavenger World")
    assert len(hand(s, 0)) == 1


def test_r_fro_05_one_of_the_cards_may_be_kept_even_if_it_could_be_settled() -> None:
    s = to_the_frontier()
    answer(s, 0, "keep Scavenger World")
    assert tableau(s, 0) == ["Old Earth"]
    assert "Scavenger World" in hand(s, 0)
    assert sorted(frontier_discards(s, NEAR)) == sorted(THREE[1:])


def test_r_fro_05_it_may_be_placed_later_by_a_regular_settle_with_its_bonus() -> None:
    s = settle(tableau=["Old Earth"], hand=["Scavenger World"], spare=1, picks="Settle", game=GAME)
    answer(s, 0, "Scavenger World")
    assert tableau(s, 0) == ["Old Earth", "Scavenger World"]
    assert len(hand(s, 0)) == 1


def test_r_fro_05_but_not_by_a_later_frontier_settle() -> None:
    s = settle(
        tableau=["Old Earth"],
        hand=["Scavenger World"],
        spare=3,
        picks=FRONTIER,
        game=GAME,
        near=["Pirate Lair"],
    )
    assert "Scavenger World" not in offered(s, 0)


def test_r_fro_05_spent_it_goes_to_its_own_discard_pile() -> None:
    s = settle(hand=["Artist Colony", "Pirate Lair"], picks="Settle", game=GAME)
    answer(s, 0, "Artist Colony")
    assert frontier_discards(s, NEAR) == ["Pirate Lair"]
    assert discards(s) == []


def test_r_fro_05_discarded_from_hand_it_goes_there_too() -> None:
    s = explore(hand=["Mega-Exclusive Resort"], game=GAME)
    answer(s, 0, "Mega-Exclusive Resort")
    discard_first(s, 1)
    assert frontier_discards(s, FAR) == ["Mega-Exclusive Resort"]
    s = end_of_round(hand=["Pirate Lair"], spare=10, game=GAME)
    answer(s, 0, "Pirate Lair")
    assert frontier_discards(s, NEAR) == ["Pirate Lair"]


def test_r_fro_05_discarded_from_the_tableau_too() -> None:
    s = develop(tableau=["Scorched-Earth Defense", "Mega-Exclusive Resort"], hand=["Drop Ships"], game=GAME)
    answer(s, 0, "Drop Ships")
    assert frontier_discards(s, FAR) == ["Mega-Exclusive Resort"]
    assert discards(s) == []


@pytest.mark.parametrize(("others", "over"), [(9, False), (10, True)])
def test_r_fro_06_a_kept_card_counts_for_the_hand_limit(others: int, over: bool) -> None:
    s = end_of_round(hand=["Pirate Lair"], spare=others, game=GAME)
    assert (question(s, 0) == "hand_limit") == over


@pytest.mark.parametrize("choice", ["Scavenger World", "keep Scavenger World"])
def test_r_fro_07_it_may_not_be_chosen_in_the_next_round_but_in_the_one_after(choice: str) -> None:
    s = new_round(spare=1, near=THREE, game=GAME)
    answer(s, 0, FRONTIER)
    answer(s, 1, "Consume: Trade")
    answer(s, 0, choice)
    assert FRONTIER not in offered(s, 0)
    assert FRONTIER in offered(s, 1)
    for player in (0, 1):
        answer(s, player, "Consume: Trade")
    assert FRONTIER in offered(s, 0)


def test_r_fro_07_the_tucked_card_lies_face_up() -> None:
    s = new_round(tucked=[1], game=GAME)
    assert FRONTIER in offered(s, 0)
    assert FRONTIER not in offered(s, 1)
    frontier = s.view(0).frontier
    assert frontier is not None
    assert frontier.tucked == 1 << 1


def test_r_fro_07_not_so_in_the_experienced_game() -> None:
    s = new_round(near=THREE, experienced=True, game=GAME)
    answer(s, 0, FRONTIER, "Consume: Trade")
    answer(s, 1, "Consume: 2x VPs", "Consume: Trade")
    keep_something(s, 0)
    assert FRONTIER in offered(s, 0)


# --- several settlers, few cards ---


def test_r_fro_08_several_settlers_choose_at_once() -> None:
    rivals = [seat(picks=FRONTIER), seat(picks=FRONTIER)]
    s = settle(rivals=rivals, picks=FRONTIER, near=[*THREE, "Xeno Sentry World"], game=GAME)
    assert s.seats_owing() == [0, 1, 2]
    assert looked(s, 0) == THREE
    assert looked(s, 1)[0] == "Xeno Sentry World"
    keep_something(s, 2)
    assert frontier_discards(s, NEAR) == [], "nothing is known of it before all have chosen"
    assert s.seats_owing() == [0, 1]


SEVEN = [*THREE, "Xeno Sentry World", "Xeno Scouting Force", "Xeno Warrior Clutch", "Rebel Mining Outpost"]


def test_r_fro_08_too_few_cards_in_the_deck_serve_them_in_player_order() -> None:
    """Seven cards for three settlers: the third gets the seventh and two of the four put back."""
    rivals = [seat(picks=FRONTIER), seat(picks=FRONTIER)]
    s = settle(rivals=rivals, picks=FRONTIER, near=SEVEN, frontier_rest="away", game=GAME)
    assert s.seats_owing() == [0]
    keep_something(s, 0)
    assert s.seats_owing() == [1]
    assert looked(s, 1) == SEVEN[3:6]
    keep_something(s, 1)
    assert s.seats_owing() == [2]
    assert looked(s, 2)[0] == SEVEN[6]
    assert len(looked(s, 2)) == 3
    assert set(looked(s, 2)[1:]) < {SEVEN[1], SEVEN[2], SEVEN[4], SEVEN[5]}


def test_r_fro_08_it_is_the_deck_that_must_hold_enough_not_the_discards() -> None:
    """Four in the deck, the rest discarded: the second settler waits, and may draw what the first put back."""
    s = settle(
        rivals=[seat(picks=FRONTIER)], picks=FRONTIER, near=SEVEN[:4], frontier_rest="discards", game=GAME
    )
    assert s.seats_owing() == [0]
    assert len(frontier_discards(s, NEAR)) == 14
    keep_something(s, 0)
    assert looked(s, 1)[0] == SEVEN[3]
    assert len(looked(s, 1)) == 3
    assert len(frontier_deck(s, NEAR)) == 14 + 2 - 2


def test_r_fro_08_player_order_begins_with_the_lowest_start_number() -> None:
    s = settle(
        rivals=[seat(picks=FRONTIER)],
        picks=FRONTIER,
        near=SEVEN[:4],
        first=1,
        frontier_rest="away",
        game=GAME,
    )
    assert s.seats_owing() == [1]
    assert looked(s, 1) == SEVEN[:3]


def test_r_fro_08_settlers_of_different_decks_do_not_wait_for_each_other() -> None:
    s = settle(
        tableau=QUIET_TABLEAU[:5],
        rivals=[seat(picks=FRONTIER)],
        picks=FRONTIER,
        near=THREE,
        far=FAR_THREE,
        frontier_rest="away",
        game=GAME,
    )
    answer(s, 0, "Far Frontier")
    assert s.seats_owing() == [0, 1]


def test_r_fro_08_the_earlier_settle_is_placed_and_paid_before_the_next_one_draws() -> None:
    """Seat 0 pays with a Frontier card, which is in the reshuffle for seat 1: three cards, not two."""
    s = settle(
        tableau=["Old Earth"],
        hand=["Pirate Lair"],
        rivals=[seat(picks=FRONTIER)],
        picks=FRONTIER,
        near=["Scavenger World", "Monastery World", "Xeno Sentry World"],
        frontier_rest="away",
        game=GAME,
    )
    assert s.seats_owing() == [0]
    answer(s, 0, "Scavenger World")
    assert tableau(s, 0) == ["Old Earth", "Scavenger World"]
    assert hand(s, 0) == []
    assert sorted(looked(s, 1)) == ["Monastery World", "Pirate Lair", "Xeno Sentry World"]


def test_r_fro_08_those_who_settle_from_hand_have_placed_before() -> None:
    rivals = [seat(picks=FRONTIER), seat(hand=["Artist Colony"], spare=1)]
    s = settle(rivals=rivals, picks=FRONTIER, near=SEVEN[:4], frontier_rest="away", game=GAME)
    assert s.seats_owing() == [2]
    assert looked(s, 0) == []
    answer(s, 2, "Artist Colony")
    assert tableau(s, 2)[-1] == "Artist Colony"
    assert s.seats_owing() == [0]
    assert looked(s, 0) == SEVEN[:3]


def test_r_fro_08_one_short_deck_puts_all_settlers_into_player_order() -> None:
    """Near lacks a card for seat 1, so the Far settler, who comes first, settles first too."""
    s = settle(
        tableau=QUIET_TABLEAU[:5],
        rivals=[seat(picks=FRONTIER)],
        picks=FRONTIER,
        near=THREE[:2],
        far=FAR_THREE,
        frontier_rest="away",
        game=GAME,
    )
    assert s.seats_owing() == [0]
    answer(s, 0, "Far Frontier")
    assert looked(s, 0) == FAR_THREE
    assert looked(s, 1) == []


OTHER_FIVE = [*QUIET_TABLEAU[5:9], "New Sparta"]


def short_decks(near: int, far: int, game: str = GAME) -> GalaxyState:
    """Two settlers who may choose either deck, with `near` and `far` cards in them."""
    return settle(
        tableau=QUIET_TABLEAU[:5],
        rivals=[seat(tableau=OTHER_FIVE, picks=FRONTIER)],
        picks=FRONTIER,
        near=SEVEN[:near],
        far=FAR_THREE[:far],
        frontier_rest="away",
        game=game,
    )


def test_r_fro_08_in_short_decks_each_chooses_the_deck_on_their_turn() -> None:
    """Both want the three Near cards: the second sees what is left, and may go to the three Far cards instead."""
    s = short_decks(3, 3)
    answer(s, 0, "Near Frontier")
    answer(s, 1, "Near Frontier")
    assert s.seats_owing() == [0]
    assert question(s, 0) == "frontier.deck"
    answer(s, 0, "Near Frontier")
    keep_something(s, 0)
    assert s.seats_owing() == [1]
    assert question(s, 1) == "frontier.deck"
    answer(s, 1, "Far Frontier")
    assert looked(s, 1) == FAR_THREE


def test_r_fro_08_decks_named_before_the_order_begins_stay_secret() -> None:
    views = []
    for deck in ("Near Frontier", "Far Frontier"):
        s = short_decks(7, 2)
        answer(s, 0, "Far Frontier")
        answer(s, 1, deck)
        assert question(s, 0) == "frontier.deck"
        views.append(s.view(0).data())
    assert views[0] == views[1]


def test_r_fro_08_where_no_choice_can_be_served_nobody_is_asked_before_their_turn() -> None:
    s = short_decks(5, 2)
    assert s.seats_owing() == [0]
    answer(s, 0, "Near Frontier")
    assert looked(s, 0) == THREE


def test_r_fro_08_decks_that_serve_all_choices_are_chosen_once() -> None:
    s = short_decks(3, 3)
    answer(s, 0, "Near Frontier")
    answer(s, 1, "Far Frontier")
    assert s.seats_owing() == [0, 1]
    assert (looked(s, 0), looked(s, 1)) == (THREE, FAR_THREE)


@pytest.mark.parametrize("game", ["frontier", "counterstrike"])
def test_r_fro_08_the_question_says_why_it_comes_in_player_order(game: str) -> None:
    s = short_decks(2, 2, game)
    text = GalaxyDisplay(RULES).question_text(s, s.decision(0))
    assert text.startswith("The frontier decks do not have enough cards for all settlers")


def test_r_fro_09_a_deck_that_runs_dry_before_a_turn_comes_leaves_the_other() -> None:
    """One Near card for two settlers: the second has five cards, and draws from Far instead."""
    s = settle(
        rivals=[seat(tableau=QUIET_TABLEAU[:5], picks=FRONTIER)],
        picks=FRONTIER,
        near=THREE[:1],
        far=FAR_THREE,
        frontier_rest="away",
        game=GAME,
    )
    assert looked(s, 0) == THREE[:1]
    keep_something(s, 0)
    assert looked(s, 1) == FAR_THREE


def test_r_fro_09_a_deck_that_runs_dry_before_a_turn_comes_makes_it_a_normal_settle() -> None:
    s = settle(
        rivals=[seat(hand=["Artist Colony"], spare=1, picks=FRONTIER)],
        picks=FRONTIER,
        near=THREE[:1],
        frontier_rest="away",
        game=GAME,
    )
    keep_something(s, 0)
    assert offered(s, 1) == ["Artist Colony", "pass"]
    answer(s, 1, "Artist Colony")
    assert len(hand(s, 1)) == 1, "the bonus card"


def test_r_fro_09_fewer_cards_than_needed_are_all_drawn() -> None:
    s = settle(picks=FRONTIER, near=THREE[:2], frontier_rest="away", game=GAME)
    assert looked(s, 0) == THREE[:2]


def test_r_fro_09_after_a_reshuffle() -> None:
    s = settle(picks=FRONTIER, near=THREE[:1], frontier_rest="discards", game=GAME)
    assert looked(s, 0)[0] == THREE[0]
    assert len(looked(s, 0)) == 3
    assert frontier_discards(s, NEAR) == []


@pytest.mark.parametrize("cards", [1, 5])
def test_r_fro_09_with_no_card_in_any_open_deck_it_is_a_normal_settle_with_its_bonus(cards: int) -> None:
    far = FAR_THREE if cards < 5 else []
    s = settle(
        tableau=QUIET_TABLEAU[:cards],
        hand=["Artist Colony"],
        spare=1,
        picks=FRONTIER,
        far=far,
        frontier_rest="away",
        game=GAME,
    )
    assert offered(s, 0) == ["Artist Colony", "pass"]
    answer(s, 0, "Artist Colony")
    assert len(hand(s, 0)) == 1


def test_r_fro_09_if_near_is_empty_far_may_be_left() -> None:
    s = settle(tableau=QUIET_TABLEAU[:5], picks=FRONTIER, far=FAR_THREE, frontier_rest="away", game=GAME)
    assert looked(s, 0) == FAR_THREE


def test_r_fro_09_the_action_card_is_tucked_all_the_same() -> None:
    s = new_round(frontier_rest="away", game=GAME)
    answer(s, 0, FRONTIER)
    answer(s, 1, "Consume: Trade")
    assert question(s, 0) == "action"
    assert FRONTIER not in offered(s, 0)


@pytest.mark.parametrize("first", [FRONTIER, "Settle"])
def test_r_fro_10_both_settle_cards_make_two_phases_in_the_order_of_the_stack(first: str) -> None:
    s = new_round(hand=["Artist Colony"], spare=1, near=THREE, experienced=True, game=GAME)
    answer(s, 0, "Settle", FRONTIER)
    answer(s, 1, "Consume: 2x VPs", "Consume: Trade")
    assert question(s, 0) == "actions.order"
    answer(s, 0, first)
    for action in [FRONTIER, "Settle"] if first == FRONTIER else ["Settle", FRONTIER]:
        if action == FRONTIER:
            answer(s, 0, "keep Pirate Lair")
        else:
            answer(s, 0, "Artist Colony")
            if question(s, 0) == "settle.pay":
                pay_somehow(s, 0)
    assert tableau(s, 0)[-1] == "Artist Colony"
    assert "Pirate Lair" in hand(s, 0) + frontier_discards(s, NEAR)
    assert question(s, 0) == "actions"


def test_r_fro_10_the_order_is_as_secret_as_the_actions() -> None:
    """Whatever his opponent picked, each sees the same until all is revealed."""
    seen = []
    for picks in (["Settle", FRONTIER], ["Settle", "Develop"]):
        s = new_round(near=THREE, experienced=True, game=GAME)
        answer_alone(s, 0, *picks)
        views = [s.view(1).data()]
        answer_alone(s, 1, "Consume: 2x VPs", "Consume: Trade")
        views.append(s.view(1).data())
        assert s.seats_owing() == [0, 1]
        assert s.decision(1).forced()
        assert s.decision(0).forced() == (FRONTIER not in picks)
        answer_alone(s, 0, offered(s, 0)[0])
        views.append(s.view(1).data())
        assert s.seats_owing() == [1]
        seen.append(views)
    assert seen[0] == seen[1]


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
    s = settle(
        tableau=["Imperium Expansionists", *worlds],
        damaged=damaged,
        hand=["Pirate Lair"],
        game="counterstrike",
        round=3,
        attacks=[9, 9],
        rivals=[seat(tableau=["Epsilon Eridani"])],
    )
    answer(s, 0, "pass")
    assert s.war is not None
    assert s.war.spaces[0] == value


# --- chips in Settle ---

COLONY = ["Old Earth", "Xeno-Embattled Colony"]


def test_r_fro_12_the_embattled_colony_gains_a_chip_in_every_settle_phase() -> None:
    s = settle(tableau=COLONY, game=GAME)
    assert s.chips == [1, 0]
    assert s.pool == 30 - 1


def test_r_fro_12_not_in_the_phase_in_which_it_is_placed() -> None:
    army = ["Lost Alien Battle Fleet", "Drop Ships", "New Galactic Order"]
    s = settle(tableau=army, hand=["Xeno-Embattled Colony"], game=GAME)
    answer(s, 0, "Xeno-Embattled Colony")
    assert s.chips[0] == 0
    assert goods(s, 0) == []


def test_r_fro_12_emptying_the_pool_in_settle_ends_the_game_after_the_round() -> None:
    s = new_round(tableau=COLONY, rivals=[seat(tableau=["Artist Colony"])], pool=1, game=GAME)
    answer(s, 0, "Settle")
    answer(s, 1, "Produce")
    assert s.over
    assert goods(s, 1) == ["Artist Colony"], "the round is finished"


def test_r_fro_12_chips_beyond_the_pool_are_paid() -> None:
    s = settle(
        tableau=["Deep Space Terraforming", "Scavenger World"], hand=["Tourist World"], pool=2, game=GAME
    )
    answer(s, 0, "Tourist World")
    assert s.chips[0] == 5
    assert s.over


def at_headquarters(**about: int) -> GalaxyState:
    """Seat 0 has Federation Frontier HQ; seat 1 goes to the frontier."""
    rival = seat(tableau=["Old Earth"], spare=1, picks=FRONTIER)
    return settle(
        tableau=["Federation Frontier HQ"], rivals=[rival], near=THREE, game=GAME, spare=about.get("spare", 0)
    )


def test_r_fro_13_a_frontier_world_placed_by_anyone_gains_a_chip() -> None:
    s = at_headquarters()
    answer(s, 1, "Scavenger World")
    assert s.chips == [1, 0]


def test_r_fro_13_none_placed_gains_none() -> None:
    s = at_headquarters()
    answer(s, 1, "keep Scavenger World")
    assert s.chips == [0, 0]


def test_r_fro_13_several_worlds_gain_one_chip() -> None:
    s = settle(
        tableau=["Federation Frontier HQ"],
        hand=["Frontier Settlement"],
        spare=2,
        picks="Settle",
        rivals=[seat(tableau=["Old Earth"], spare=1, picks=FRONTIER)],
        near=THREE,
        game=GAME,
    )
    answer(s, 0, "Frontier Settlement")
    answer(s, 1, "Scavenger World")
    assert s.chips == [1, 0]


def test_r_fro_13_a_kept_frontier_world_placed_from_hand_counts() -> None:
    s = settle(tableau=["Federation Frontier HQ"], hand=["Scavenger World"], spare=1, game=GAME)
    answer(s, 0, "Scavenger World")
    assert s.chips[0] == 1


def test_r_fro_13_a_world_of_the_main_deck_does_not() -> None:
    s = settle(tableau=["Federation Frontier HQ"], hand=["Artist Colony"], spare=1, game=GAME)
    answer(s, 0, "Artist Colony")
    assert s.chips[0] == 0


def test_r_fro_13_not_in_the_round_in_which_it_is_placed() -> None:
    """Also not in a second Settle phase of that round."""
    hq = ["Federation Frontier HQ", "Scavenger World"]
    s = new_round(hand=hq, spare=9, experienced=True, game=GAME)
    s.apply(0, [3, 3])
    answer(s, 1, "Develop", "Produce")
    answer(s, 0, "pass")
    for world in hq:
        answer(s, 0, world)
        answer(s, 0, *[card for card in offered(s, 0) if card not in hq][: must_pay(s, 0)])
    assert tableau(s, 0)[1:] == ["Federation Frontier HQ", "Scavenger World"]
    assert s.chips[0] == 0


# --- powers that take worlds ---


def terraforming(world: str, *more: str, spare: int = 0) -> GalaxyState:
    return settle(
        tableau=["Deep Space Terraforming", "Scavenger World", *more],
        goods=["Scavenger World"],
        hand=[world],
        spare=spare,
        game=GAME,
    )


def test_r_fro_14_a_near_world_is_discarded_to_place_a_world_for_nothing_and_five_chips() -> None:
    s = terraforming("Terraformed World")
    answer(s, 0, "Terraformed World")
    assert tableau(s, 0) == ["Deep Space Terraforming", "Terraformed World"]
    assert s.chips[0] == 5
    assert frontier_discards(s, NEAR) == ["Scavenger World"]
    assert len(discards(s)) == 1, "the good that lay on it"


def test_r_fro_14_the_player_may_pay_instead() -> None:
    s = terraforming("Terraformed World", spare=5)
    answer(s, 0, "Terraformed World")
    assert offered(s, 0) == ["Deep Space Terraforming + Scavenger World", "pass"]
    answer(s, 0, "pass")
    assert hand(s, 0) == []
    assert s.chips[0] == 0


def test_r_fro_14_not_a_world_of_the_alien_kind_nor_one_to_be_conquered() -> None:
    for world in ("Deserted Alien Outpost", "Xeno-Infested Uplift World", "Aquatic Uplift Race"):
        assert offered(terraforming(world), 0) == ["pass"], world
    assert "Alien Rosetta Stone World" in offered(terraforming("Alien Rosetta Stone World"), 0), (
        "no such good"
    )


def test_r_fro_14_with_pay_for_military_it_places_a_military_world() -> None:
    s = terraforming("Aquatic Uplift Race", "Contact Specialist")
    answer(s, 0, "Aquatic Uplift Race")
    while question(s, 0) == "settle.means":
        answer(s, 0, offered(s, 0)[0])
    assert tableau(s, 0)[-1] == "Aquatic Uplift Race"
    assert s.chips[0] == 5


def test_r_fro_14_a_far_world_or_a_damaged_one_does_not_serve() -> None:
    s = settle(
        tableau=["Deep Space Terraforming", "Frontier Surveyors"], hand=["Terraformed World"], game=GAME
    )
    assert offered(s, 0) == ["pass"]
    s = settle(
        tableau=["Deep Space Terraforming", "Scavenger World"],
        damaged=["Scavenger World"],
        hand=["Terraformed World"],
        game="counterstrike",
    )
    assert offered(s, 0) == ["pass"]


def test_r_fro_14_the_world_just_drawn_cannot_pay_for_itself() -> None:
    s = settle(tableau=["Deep Space Terraforming"], picks=FRONTIER, near=THREE, game=GAME)
    assert "Monastery World" not in offered(s, 0)


def test_r_fro_15_run_amok_robots_discard_a_world_in_the_frontier_game() -> None:
    s = settle(tableau=["Run-Amok Robots", "Gem World", "Public Works"], hand=["Rebel Base"], game=GAME)
    answer(s, 0, "Rebel Base")
    assert offered(s, 0) == ["Run-Amok Robots + Run-Amok Robots", "Run-Amok Robots + Gem World"]
    answer(s, 0, "Run-Amok Robots + Gem World")
    assert tableau(s, 0) == ["Run-Amok Robots", "Public Works", "Rebel Base"]
    assert discards(s) == ["Gem World"]


def test_r_fro_15_in_the_counterstrike_game_they_damage_it() -> None:
    s = settle(
        tableau=["Run-Amok Robots", "Gem World", "Spice World"],
        goods=["Gem World"],
        damaged=["Spice World"],
        hand=["Rebel Base"],
        game="counterstrike",
    )
    answer(s, 0, "Rebel Base")
    assert offered(s, 0) == ["Run-Amok Robots + Run-Amok Robots", "Run-Amok Robots + Gem World"], (
        "it must be undamaged"
    )
    answer(s, 0, "Run-Amok Robots + Gem World")
    assert tableau(s, 0) == ["Run-Amok Robots", "Gem World", "Spice World", "Rebel Base"]
    assert goods(s, 0) == []
    assert s.count_damaged(0) == 2


def test_r_fro_15_scorched_earth_defense_gives_two_against_xenos_only() -> None:
    cards = ["Scorched-Earth Defense", "Gem World"]
    s = settle(tableau=cards, hand=["Xeno-Infested Uplift World", "Aquatic Uplift Race"], game=GAME)
    assert offered(s, 0) == ["Xeno-Infested Uplift World", "pass"]
    answer(s, 0, "Xeno-Infested Uplift World")
    assert tableau(s, 0) == ["Scorched-Earth Defense", "Xeno-Infested Uplift World"]
    assert "Gem World" in discards(s)
    s = settle(tableau=cards, hand=["Xeno-Infested Uplift World"], game="counterstrike")
    answer(s, 0, "Xeno-Infested Uplift World")
    assert tableau(s, 0) == [*cards, "Xeno-Infested Uplift World"]
    assert s.count_damaged(0) == 1


def test_r_fro_15_a_world_given_up_counts_to_the_end_of_the_phase() -> None:
    """Outlaw World gives its Military though it is discarded: 6 + 1 conquer a defense of 7."""
    s = settle(tableau=["Run-Amok Robots", "Outlaw World"], hand=["Rebel Homeworld"], game=GAME)
    answer(s, 0, "Rebel Homeworld")
    answer(s, 0, "Run-Amok Robots + Outlaw World")
    assert tableau(s, 0) == ["Run-Amok Robots", "Rebel Homeworld"]


def test_r_fro_16_a_development_replaces_a_world_free() -> None:
    s = develop(tableau=["Scorched-Earth Defense", "Gem World"], hand=["Consumer Markets"], game=GAME)
    assert question(s, 0) == "develop.replace"
    answer(s, 0, "Consumer Markets")
    assert tableau(s, 0) == ["Scorched-Earth Defense", "Consumer Markets"]
    assert discards(s) == ["Gem World"]


def test_r_fro_16_its_printed_cost_must_be_under_6() -> None:
    s = develop(
        tableau=["Scorched-Earth Defense", "Galactic Federation", "Gem World"],
        hand=["New Economy", "Consumer Markets", "Anti-Xeno Alien Warships"],
        picks="Develop",
        game=GAME,
    )
    assert offered(s, 0) == ["Consumer Markets", "pass"], "no discount makes a 6 a 5"


def test_r_fro_16_also_a_damaged_world() -> None:
    s = develop(
        tableau=["Scorched-Earth Defense", "Gem World", "Spice World"],
        damaged=["Gem World"],
        hand=["Drop Ships"],
        game="counterstrike",
    )
    assert offered(s, 0) == ["Gem World", "Spice World", "pass"]
    answer(s, 0, "Gem World")
    answer(s, 0, "Drop Ships")
    assert tableau(s, 0) == ["Scorched-Earth Defense", "Spice World", "Drop Ships"]
    assert s.count_damaged(0) == 0


def replacing_with_a_rival() -> GalaxyState:
    return develop(
        tableau=["Scorched-Earth Defense", "Gem World", "Spice World"],
        hand=["Drop Ships", "New Economy"],
        game=GAME,
    )


def test_r_fro_16_the_development_is_a_secret_until_it_is_laid_down() -> None:
    """Whatever seat 0 holds and means to place, its rival sees the same, and any other hand can go on."""
    s = replacing_with_a_rival()
    seen: list[object] = []
    for world in ("", "Gem World"):
        if world:
            answer(s, 0, world)
        for seed in range(20):
            other = RULES.determinize(s.view(1), seed)
            assert other.view(1).data() == s.view(1).data()
            other.apply(0, [other.decision(0).options[0]])
            RULES.check_state(other)
        seen.append(s.view(1).data())
    answer(s, 0, "Drop Ships")
    assert tableau(s, 0) == ["Scorched-Earth Defense", "Spice World", "Drop Ships"]
    assert s.view(1).data() not in seen


def test_r_fro_16_it_may_be_dropped_after_the_choice_of_a_world() -> None:
    s = replacing_with_a_rival()
    answer(s, 0, "Gem World")
    assert offered(s, 0) == ["Drop Ships", "pass"]
    answer(s, 0, "pass")
    assert question(s, 0) == "develop.place"
    assert tableau(s, 0) == ["Scorched-Earth Defense", "Gem World", "Spice World"]


def test_r_fro_16_without_a_fitting_development_no_world_is_offered() -> None:
    s = develop(
        tableau=["Scorched-Earth Defense", "Gem World", "Spice World"], hand=["New Economy"], game=GAME
    )
    assert question(s, 0) == "develop.replace_world", "who is asked is no secret"
    assert offered(s, 0) == ["pass"]


def test_r_fro_16_not_a_development_that_stands_there_already() -> None:
    s = develop(tableau=["Scorched-Earth Defense", "Gem World", "Drop Ships"], hand=["Drop Ships"], game=GAME)
    assert offered(s, 0) == ["pass"]


def test_r_fro_16_it_earns_no_draw_after() -> None:
    s = develop(
        tableau=["Scorched-Earth Defense", "Gem World", "Public Works"], hand=["Drop Ships"], game=GAME
    )
    answer(s, 0, "Drop Ships")
    assert hand(s, 0) == []


def test_r_fro_16_the_normal_placement_is_open_after_it() -> None:
    s = develop(
        tableau=["Scorched-Earth Defense", "Gem World", "Public Works"],
        hand=["Drop Ships", "Investment Credits"],
        spare=1,
        game=GAME,
    )
    answer(s, 0, "Drop Ships")
    answer(s, 0, "Investment Credits")
    assert tableau(s, 0) == ["Scorched-Earth Defense", "Public Works", "Drop Ships", "Investment Credits"]
    assert len(hand(s, 0)) == 1, "Public Works draws for the placement"
    assert question(s, 0) == "action", "and the power is used up"


def test_r_fro_16_or_before_it() -> None:
    s = develop(
        tableau=["Scorched-Earth Defense", "Gem World"],
        hand=["Drop Ships", "Investment Credits"],
        spare=1,
        game=GAME,
    )
    answer(s, 0, "pass")
    answer(s, 0, "Investment Credits")
    pay_with_world(s)
    assert question(s, 0) == "develop.replace"
    answer(s, 0, "Drop Ships")
    assert tableau(s, 0) == ["Scorched-Earth Defense", "Investment Credits", "Drop Ships"]


def pay_with_world(s: GalaxyState) -> None:
    """Pay with what is no development."""
    if question(s, 0) == "develop.pay":
        worlds = [word for word in offered(s, 0) if not s.cards.development[s.cards.ids[word]]]
        answer(s, 0, *worlds[: must_pay(s, 0)])


def test_r_fro_16_the_new_development_does_nothing_in_this_phase() -> None:
    s = develop(
        tableau=["Scorched-Earth Defense", "Gem World"],
        hand=["Construction Corps", "Space Marines"],
        spare=3,
        game=GAME,
    )
    answer(s, 0, "Construction Corps")
    answer(s, 0, "Space Marines")
    assert must_pay(s, 0) == 2


# --- the other new powers ---


@pytest.mark.parametrize(
    ("card", "draws"),
    [
        ("Expedition Force", True),
        ("Space Marines", True),
        ("New Galactic Order", True),
        ("Anti-Xeno Militia", True),
        ("Anti-Xeno Armada", True),
        ("Anti-Xeno Arsenal", True),
        ("Imperium Expansionists", True),
        ("Uplift Pioneers", True),
        ("Anti-Xeno Rebel Force", True),
        ("Contact Specialist", False),
        ("Pan-Galactic League", False),
        ("New Military Tactics", False),
        ("Imperium Arms Factory", False),
        ("Alien Weapon Plans", False),
        ("Galactic Imperium", False),
        ("Anti-Xeno League", False),
        ("Scorched-Earth Defense", False),
        ("Frontier Isolationists", False),
        ("Public Works", False),
    ],
)
def test_r_fro_17_defense_systems_draw_for_developments_that_give_military(card: str, draws: bool) -> None:
    """Permanent and unqualified, counted or not; never specific or temporary."""
    table = new_round(game=GAME).cards
    cost = table.cost[table.ids[card]]
    s = develop(tableau=["Defense Systems, Inc."], hand=[card], spare=cost, game=GAME)
    answer(s, 0, card)
    assert tableau(s, 0)[-1] == card
    assert len(hand(s, 0)) == (2 if draws else 0)


def test_r_fro_17_worlds_earn_nothing() -> None:
    s = settle(tableau=["Defense Systems, Inc."], hand=["Outlaw World"], game=GAME)
    answer(s, 0, "Outlaw World")
    assert hand(s, 0) == []


def test_r_fro_18_galactic_federation_scores_1_for_developments_dearer_than_6() -> None:
    federation = ["Galactic Federation"]
    alone = score(end_of_round(tableau=federation, game=GAME), 0)
    assert alone == 2
    for card, vp in (("Anti-Xeno Armada", 7), ("Anti-Xeno Alien Warships", 5)):
        assert score(end_of_round(tableau=[*federation, card], game=GAME), 0) == alone + vp + 1
    assert score(end_of_round(tableau=[*federation, "Consumer Markets"], game=GAME), 0) == alone + 3 + 1


def test_r_fro_18_the_anti_xeno_fleets_of_the_rulebook_are_the_alien_warships() -> None:
    cards = new_round(game=GAME, xeno_invasion=True).cards
    warships = cards.ids["Anti-Xeno Alien Warships"]
    assert (cards.cost[warships], cards.vp[warships]) == (7, 5)
    assert "Anti-Xeno Fleets" not in cards.ids


def test_r_fro_19_the_good_of_the_bio_engineers_cannot_be_sold_by_trade() -> None:
    s = consume(
        tableau=["Terraforming Bio-Engineers"],
        goods=["Terraforming Bio-Engineers"],
        picks="Consume: Trade",
        game=GAME,
    )
    assert goods(s, 0) == ["Terraforming Bio-Engineers"]
    assert hand(s, 0) == []


def test_r_fro_19_other_goods_are_sold_meanwhile() -> None:
    s = consume(
        tableau=["Terraforming Bio-Engineers", "Gem World"],
        goods=["Terraforming Bio-Engineers", "Gem World"],
        picks="Consume: Trade",
        game=GAME,
    )
    assert goods(s, 0) == ["Terraforming Bio-Engineers"]
    assert len(hand(s, 0)) == 2


def test_r_fro_19_consume_powers_that_sell_may_take_it() -> None:
    """Genes for 4, and 1 more for Trade League's own $ power."""
    s = consume(
        tableau=["Terraforming Bio-Engineers", "Trade League"],
        goods=["Terraforming Bio-Engineers"],
        picks="Consume: Trade",
        game=GAME,
    )
    assert goods(s, 0) == []
    assert len(hand(s, 0)) == 4 + 1


def test_r_fro_19_it_is_a_trade_power_for_the_score_of_trade_league() -> None:
    """Trade League counts itself for 2 and the world, which is worth 1, for 1."""
    s = end_of_round(tableau=["Trade League", "Terraforming Bio-Engineers"], game=GAME)
    assert score(s, 0) == 2 + 1 + 1


def trapped(*cards: str, picks: str = "") -> GalaxyState:
    return produce(tableau=["Anti-Xeno Alien Trap", *cards], picks=picks, game=GAME)


def test_r_fro_20_no_good_is_produced_on_the_alien_trap() -> None:
    assert goods(trapped(picks="Produce"), 0) == []
    assert goods(trapped("Alien Rosetta Stone World"), 0) == []
    assert goods(trapped("Galactic Engineers"), 0) == []


def test_r_fro_20_so_the_bonus_goes_elsewhere() -> None:
    assert goods(trapped("Asteroid Belt", picks="Produce"), 0) == ["Asteroid Belt"]


def test_r_fro_20_but_it_comes_with_a_good() -> None:
    s = settle(tableau=["New Sparta"], hand=["Anti-Xeno Alien Trap"], game=GAME)
    answer(s, 0, "Anti-Xeno Alien Trap")
    assert goods(s, 0) == ["Anti-Xeno Alien Trap"]


WITH_A_GOOD = [
    "Anti-Xeno Pioneers",
    "Rare Elements Outcropping",
    "Alien Shimmer Disk Cache",
    "Pirate Lair",
    "Xeno-Occupied Rebel Supply",
    "Scavenger World",
    "Outlaw Uplift Geneticists",
    "Hidden Imperium Slave Mines",
    "Alien Anti-Xeno Stockpile",
    "Alien Ruins Settlement",
]


@pytest.mark.parametrize("world", WITH_A_GOOD)
def test_r_fro_21_some_production_worlds_come_with_a_good(world: str) -> None:
    army = ["Lost Alien Battle Fleet", "Drop Ships", "New Galactic Order", "Space Marines"]
    s = settle(tableau=army, hand=[world], spare=7, game=GAME)
    answer(s, 0, world)
    if question(s, 0) == "settle.pay":
        pay_somehow(s, 0)
    assert goods(s, 0) == [world]


def test_r_fro_21_no_others_do() -> None:
    cards = [card for card in new_round(game=GAME).cards.cards if card is not None]
    assert {card.name for card in cards if card.good_when_placed} == set(WITH_A_GOOD)
    s = settle(tableau=["Old Earth"], hand=["Frontier Settlement"], spare=2, game=GAME)
    answer(s, 0, "Frontier Settlement")
    assert goods(s, 0) == []


# --- the end ---


def test_r_fro_22_the_game_ends_with_15_cards_in_a_tableau() -> None:
    assert not end_of_round(tableau=QUIET_TABLEAU[:14], game=GAME).over
    assert end_of_round(tableau=QUIET_TABLEAU[:15], game=GAME).over


def test_r_fro_22_or_with_an_empty_pool() -> None:
    assert not end_of_round(pool=1, game=GAME).over
    assert end_of_round(pool=0, game=GAME).over


def test_r_fro_22_at_the_end_of_the_round() -> None:
    s = new_round(
        tableau=QUIET_TABLEAU[:14],
        hand=["Pilgrimage World"],
        rivals=[seat(tableau=["Artist Colony"])],
        game=GAME,
    )
    answer(s, 0, "Settle")
    answer(s, 1, "Produce")
    answer(s, 0, "Pilgrimage World")
    assert s.over
    assert goods(s, 1) == ["Artist Colony"]


# --- the order of powers ---


def test_r_fro_23_a_good_may_be_spent_before_the_world_it_lies_on_is_taken() -> None:
    """Pirate Lair's good gives 1, then the world itself 2: a defense of 3."""
    s = settle(
        tableau=["Scorched-Earth Defense", "Pirate Lair"],
        goods=["Pirate Lair"],
        hand=["Xeno Sentry World"],
        game=GAME,
    )
    assert "Xeno Sentry World" in offered(s, 0)
    answer(s, 0, "Xeno Sentry World")
    assert tableau(s, 0) == ["Scorched-Earth Defense", "Xeno Sentry World"]


def test_r_fro_23_the_other_order_is_not_offered_where_it_would_fail() -> None:
    s = settle(
        tableau=["Scorched-Earth Defense", "Pirate Lair", "New Military Tactics"],
        goods=["Pirate Lair"],
        hand=["Xeno-Held Populous World", "Xeno Warrior Colony"],
        game=GAME,
    )
    assert offered(s, 0) == ["Xeno Warrior Colony", "pass"], "1 + 2 + 3 are 6"
    answer(s, 0, "Xeno Warrior Colony")
    assert "Scorched-Earth Defense + Pirate Lair" not in offered(s, 0)


def test_r_fro_23_each_power_that_takes_a_world_needs_one_of_its_own() -> None:
    cards = ["Scorched-Earth Defense", "Run-Amok Robots"]
    s = settle(tableau=cards, hand=["Xeno Staging Point"], game=GAME)
    assert offered(s, 0) == ["pass"], "one world for two powers: 6 of the 8"
    s = settle(tableau=[*cards, "Gem World"], hand=["Xeno Staging Point"], game=GAME)
    assert offered(s, 0) == ["Xeno Staging Point", "pass"]
