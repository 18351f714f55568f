"""Rulings on the Frontier game: several settlers, and decks with few cards."""

from __future__ import annotations

import pytest
from tests.games.galaxy.positions import (
    GAME as RULES,
)
from tests.games.galaxy.positions import (
    QUIET_TABLEAU,
    answer,
    answer_alone,
    frontier_deck,
    frontier_discards,
    hand,
    looked,
    new_round,
    offered,
    pay_somehow,
    question,
    seat,
    settle,
    tableau,
)
from tests.games.galaxy.rulings.frontier_positions import FAR_THREE, FRONTIER, GAME, THREE, keep_something

from repulse.games.galaxy.display.display import GalaxyDisplay
from repulse.games.galaxy.rules.frontier import NEAR
from repulse.games.galaxy.rules.state import GalaxyState

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
