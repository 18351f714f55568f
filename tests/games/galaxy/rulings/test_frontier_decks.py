"""Rulings on the Frontier game: several settlers, and decks with few cards."""

from __future__ import annotations

import pytest
from tests.games.galaxy import dsl as g
from tests.games.galaxy.rulings.frontier_positions import FAR_THREE, FRONTIER, GAME, THREE, keep_something

from repulse.games.galaxy.display.display import GalaxyDisplay
from repulse.games.galaxy.rules.frontier import NEAR
from repulse.games.galaxy.rules.state import GalaxyState

# --- several settlers, few cards ---


def test_r_fro_08_several_settlers_choose_at_once() -> None:
    rivals = [g.seat(picks=FRONTIER), g.seat(picks=FRONTIER)]
    s = g.settle(rivals=rivals, picks=FRONTIER, near=[*THREE, "Xeno Sentry World"], game=GAME)
    assert s.seats_owing() == [0, 1, 2]
    assert g.looked(s, 0) == THREE
    assert g.looked(s, 1)[0] == "Xeno Sentry World"
    keep_something(s, 2)
    assert g.frontier_discards(s, NEAR) == [], "nothing is known of it before all have chosen"
    assert s.seats_owing() == [0, 1]


SEVEN = [*THREE, "Xeno Sentry World", "Xeno Scouting Force", "Xeno Warrior Clutch", "Rebel Mining Outpost"]


def test_r_fro_08_too_few_cards_in_the_deck_serve_them_in_player_order() -> None:
    """Seven cards for three settlers: the third gets the seventh and two of the four put back."""
    rivals = [g.seat(picks=FRONTIER), g.seat(picks=FRONTIER)]
    s = g.settle(rivals=rivals, picks=FRONTIER, near=SEVEN, frontier_unused="removed", game=GAME)
    assert s.seats_owing() == [0]
    keep_something(s, 0)
    assert s.seats_owing() == [1]
    assert g.looked(s, 1) == SEVEN[3:6]
    keep_something(s, 1)
    assert s.seats_owing() == [2]
    assert g.looked(s, 2)[0] == SEVEN[6]
    assert len(g.looked(s, 2)) == 3
    assert set(g.looked(s, 2)[1:]) < {SEVEN[1], SEVEN[2], SEVEN[4], SEVEN[5]}


def test_r_fro_08_it_is_the_deck_that_must_hold_enough_not_the_discards() -> None:
    """Four in the deck, the rest discarded: the second settler waits, and may draw what the first put back."""
    s = g.settle(
        rivals=[g.seat(picks=FRONTIER)], picks=FRONTIER, near=SEVEN[:4], frontier_unused="discards", game=GAME
    )
    assert s.seats_owing() == [0]
    assert len(g.frontier_discards(s, NEAR)) == 14
    keep_something(s, 0)
    assert g.looked(s, 1)[0] == SEVEN[3]
    assert len(g.looked(s, 1)) == 3
    assert len(g.frontier_deck(s, NEAR)) == 14 + 2 - 2


def test_r_fro_08_player_order_begins_with_the_lowest_start_number() -> None:
    s = g.settle(
        rivals=[g.seat(picks=FRONTIER)],
        picks=FRONTIER,
        near=SEVEN[:4],
        first=1,
        frontier_unused="removed",
        game=GAME,
    )
    assert s.seats_owing() == [1]
    assert g.looked(s, 1) == SEVEN[:3]


def test_r_fro_08_settlers_of_different_decks_do_not_wait_for_each_other() -> None:
    s = g.settle(
        tableau=g.QUIET_TABLEAU[:5],
        rivals=[g.seat(picks=FRONTIER)],
        picks=FRONTIER,
        near=THREE,
        far=FAR_THREE,
        frontier_unused="removed",
        game=GAME,
    )
    g.answer(s, 0, "Far Frontier")
    assert s.seats_owing() == [0, 1]


def test_r_fro_08_the_earlier_settle_is_paid_before_the_next_draw() -> None:
    """Seat 0 pays with a Frontier card, which is in the reshuffle for seat 1: three cards, not two."""
    s = g.settle(
        tableau=["Old Earth"],
        hand=["Pirate Lair"],
        rivals=[g.seat(picks=FRONTIER)],
        picks=FRONTIER,
        near=["Scavenger World", "Monastery World", "Xeno Sentry World"],
        frontier_unused="removed",
        game=GAME,
    )
    assert s.seats_owing() == [0]
    g.answer(s, 0, "Scavenger World")
    assert g.tableau(s, 0) == ["Old Earth", "Scavenger World"]
    assert g.hand(s, 0) == []
    assert sorted(g.looked(s, 1)) == ["Monastery World", "Pirate Lair", "Xeno Sentry World"]


def test_r_fro_08_those_who_settle_from_hand_have_placed_before() -> None:
    rivals = [g.seat(picks=FRONTIER), g.seat(hand=["Artist Colony"], spare=1)]
    s = g.settle(rivals=rivals, picks=FRONTIER, near=SEVEN[:4], frontier_unused="removed", game=GAME)
    assert s.seats_owing() == [2]
    assert g.looked(s, 0) == []
    g.answer(s, 2, "Artist Colony")
    assert g.tableau(s, 2)[-1] == "Artist Colony"
    assert s.seats_owing() == [0]
    assert g.looked(s, 0) == SEVEN[:3]


def test_r_fro_08_one_short_deck_puts_all_settlers_into_player_order() -> None:
    """Near lacks a card for seat 1, so the Far settler, who comes first, settles first too."""
    s = g.settle(
        tableau=g.QUIET_TABLEAU[:5],
        rivals=[g.seat(picks=FRONTIER)],
        picks=FRONTIER,
        near=THREE[:2],
        far=FAR_THREE,
        frontier_unused="removed",
        game=GAME,
    )
    assert s.seats_owing() == [0]
    g.answer(s, 0, "Far Frontier")
    assert g.looked(s, 0) == FAR_THREE
    assert g.looked(s, 1) == []


OTHER_FIVE = [*g.QUIET_TABLEAU[5:9], "New Sparta"]


def short_decks(near: int, far: int, game: str = GAME) -> GalaxyState:
    """Two settlers who may choose either deck, with `near` and `far` cards in them."""
    return g.settle(
        tableau=g.QUIET_TABLEAU[:5],
        rivals=[g.seat(tableau=OTHER_FIVE, picks=FRONTIER)],
        picks=FRONTIER,
        near=SEVEN[:near],
        far=FAR_THREE[:far],
        frontier_unused="removed",
        game=game,
    )


def test_r_fro_08_in_short_decks_each_chooses_the_deck_on_their_turn() -> None:
    """Both want the three Near cards: the second sees what is left, and may go to the three Far cards instead."""
    s = short_decks(3, 3)
    g.answer(s, 0, "Near Frontier")
    g.answer(s, 1, "Near Frontier")
    assert s.seats_owing() == [0]
    assert g.question(s, 0) == "frontier.deck"
    g.answer(s, 0, "Near Frontier")
    keep_something(s, 0)
    assert s.seats_owing() == [1]
    assert g.question(s, 1) == "frontier.deck"
    g.answer(s, 1, "Far Frontier")
    assert g.looked(s, 1) == FAR_THREE


def test_r_fro_08_decks_named_before_the_order_begins_stay_secret() -> None:
    views = []
    for deck in ("Near Frontier", "Far Frontier"):
        s = short_decks(7, 2)
        g.answer(s, 0, "Far Frontier")
        g.answer(s, 1, deck)
        assert g.question(s, 0) == "frontier.deck"
        views.append(s.view(0).data())
    assert views[0] == views[1]


def test_r_fro_08_without_a_choice_nobody_is_asked_before_their_turn() -> None:
    s = short_decks(5, 2)
    assert s.seats_owing() == [0]
    g.answer(s, 0, "Near Frontier")
    assert g.looked(s, 0) == THREE


def test_r_fro_08_decks_that_serve_all_choices_are_chosen_once() -> None:
    s = short_decks(3, 3)
    g.answer(s, 0, "Near Frontier")
    g.answer(s, 1, "Far Frontier")
    assert s.seats_owing() == [0, 1]
    assert (g.looked(s, 0), g.looked(s, 1)) == (THREE, FAR_THREE)


@pytest.mark.parametrize("game", ["frontier", "counterstrike"])
def test_r_fro_08_the_question_says_why_it_comes_in_player_order(game: str) -> None:
    s = short_decks(2, 2, game)
    text = GalaxyDisplay(g.GAME).question_text(s, s.decision(0))
    assert text.startswith("The frontier decks do not have enough cards for all settlers")


def test_r_fro_09_a_deck_that_runs_dry_leaves_the_other() -> None:
    """One Near card for two settlers: the second has five cards, and draws from Far instead."""
    s = g.settle(
        rivals=[g.seat(tableau=g.QUIET_TABLEAU[:5], picks=FRONTIER)],
        picks=FRONTIER,
        near=THREE[:1],
        far=FAR_THREE,
        frontier_unused="removed",
        game=GAME,
    )
    assert g.looked(s, 0) == THREE[:1]
    keep_something(s, 0)
    assert g.looked(s, 1) == FAR_THREE


def test_r_fro_09_the_last_deck_running_dry_makes_it_a_normal_settle() -> None:
    s = g.settle(
        rivals=[g.seat(hand=["Artist Colony"], spare=1, picks=FRONTIER)],
        picks=FRONTIER,
        near=THREE[:1],
        frontier_unused="removed",
        game=GAME,
    )
    keep_something(s, 0)
    assert g.offered(s, 1) == ["Artist Colony", "pass"]
    g.answer(s, 1, "Artist Colony")
    assert len(g.hand(s, 1)) == 1, "the bonus card"


def test_r_fro_09_fewer_cards_than_needed_are_all_drawn() -> None:
    s = g.settle(picks=FRONTIER, near=THREE[:2], frontier_unused="removed", game=GAME)
    assert g.looked(s, 0) == THREE[:2]


def test_r_fro_09_after_a_reshuffle() -> None:
    s = g.settle(picks=FRONTIER, near=THREE[:1], frontier_unused="discards", game=GAME)
    assert g.looked(s, 0)[0] == THREE[0]
    assert len(g.looked(s, 0)) == 3
    assert g.frontier_discards(s, NEAR) == []


@pytest.mark.parametrize("cards", [1, 5])
def test_r_fro_09_without_cards_in_open_decks_it_is_a_normal_settle(cards: int) -> None:
    far = FAR_THREE if cards < 5 else []
    s = g.settle(
        tableau=g.QUIET_TABLEAU[:cards],
        hand=["Artist Colony"],
        spare=1,
        picks=FRONTIER,
        far=far,
        frontier_unused="removed",
        game=GAME,
    )
    assert g.offered(s, 0) == ["Artist Colony", "pass"]
    g.answer(s, 0, "Artist Colony")
    assert len(g.hand(s, 0)) == 1


def test_r_fro_09_if_near_is_empty_far_may_be_left() -> None:
    s = g.settle(
        tableau=g.QUIET_TABLEAU[:5], picks=FRONTIER, far=FAR_THREE, frontier_unused="removed", game=GAME
    )
    assert g.looked(s, 0) == FAR_THREE


def test_r_fro_09_the_action_card_is_tucked_all_the_same() -> None:
    s = g.new_round(frontier_unused="removed", game=GAME)
    g.answer(s, 0, FRONTIER)
    g.answer(s, 1, "Consume: Trade")
    assert g.question(s, 0) == "action"
    assert FRONTIER not in g.offered(s, 0)


@pytest.mark.parametrize("first", [FRONTIER, "Settle"])
def test_r_fro_10_both_settle_cards_make_two_phases_in_stack_order(first: str) -> None:
    s = g.new_round(hand=["Artist Colony"], spare=1, near=THREE, experienced=True, game=GAME)
    g.answer(s, 0, "Settle", FRONTIER)
    g.answer(s, 1, "Consume: 2x VPs", "Consume: Trade")
    assert g.question(s, 0) == "actions.order"
    g.answer(s, 0, first)
    for action in [FRONTIER, "Settle"] if first == FRONTIER else ["Settle", FRONTIER]:
        if action == FRONTIER:
            g.answer(s, 0, "keep Pirate Lair")
        else:
            g.answer(s, 0, "Artist Colony")
            if g.question(s, 0) == "settle.pay":
                g.pay_somehow(s, 0)
    assert g.tableau(s, 0)[-1] == "Artist Colony"
    assert "Pirate Lair" in g.hand(s, 0) + g.frontier_discards(s, NEAR)
    assert g.question(s, 0) == "actions"


def test_r_fro_10_the_order_is_as_secret_as_the_actions() -> None:
    """Return regardless of the opponent's pick, each sees the same until all is revealed."""
    seen = []
    for picks in (["Settle", FRONTIER], ["Settle", "Develop"]):
        s = g.new_round(near=THREE, experienced=True, game=GAME)
        g.answer_alone(s, 0, *picks)
        views = [s.view(1).data()]
        g.answer_alone(s, 1, "Consume: 2x VPs", "Consume: Trade")
        views.append(s.view(1).data())
        assert s.seats_owing() == [0, 1]
        assert s.decision(1).forced()
        assert s.decision(0).forced() == (FRONTIER not in picks)
        g.answer_alone(s, 0, g.offered(s, 0)[0])
        views.append(s.view(1).data())
        assert s.seats_owing() == [1]
        seen.append(views)
    assert seen[0] == seen[1]
