"""Rules 5.3: Portals and Action Points."""

from __future__ import annotations

import pytest
from tests.games.earth.positions import (
    answer,
    earth,
    end_turns,
    region_number,
    ships_in,
)

from repulse.engine.contract import IllegalChoice
from repulse.engine.match import Match
from repulse.games.earth.rules.codes import step
from repulse.games.earth.rules.codes.board import REGIONS
from repulse.games.earth.rules.components import SHIPPED
from repulse.games.earth.rules.game import EarthGame
from repulse.games.earth.rules.state import EarthState, new_state


def offered(state: EarthState) -> list[str]:
    """Return the options of the actor."""
    decision = state.decision(state.actor())
    return [EarthGame().token(state, decision.domain, value) for value in decision.options]


def to_first_turns(players: int, seed: int) -> EarthState:
    """The first turn of the game, bids and cards done."""
    state = new_state(players, seed)
    while state.current_step() < step.PORTAL:
        seat = state.seats_owing()[0]
        state.apply(seat, [state.decision(seat).options[0]])
    return state


def test_r_ear_14_the_lowest_turn_order_card_plays_first() -> None:
    state = earth(players=4, cards=[9, 16, 2, 5], actor=2)
    order = [2]
    while state.turn == 2:
        answer(state, state.actor(), "end turn")
        order.append(state.actor())
    assert order[:4] == [2, 3, 0, 1]


def test_r_ear_15_a_portal_places_mothership_and_two_ships() -> None:
    state = to_first_turns(3, 1)
    seat = state.actor()
    portal = state.portal_row[0]
    state.apply(seat, [portal])
    assert state.mothership[seat] == SHIPPED.portal_mothership[portal]
    for region in SHIPPED.portal_ships[portal]:
        assert state.ships[REGIONS * seat + region] == 1
    assert state.supply[seat] == 22
    assert portal not in state.portal_row


def test_r_ear_15_the_last_portal_is_taken_without_asking() -> None:
    state = to_first_turns(3, 1)
    for _ in range(2):
        state.apply(state.actor(), [state.portal_row[0]])
        answer(state, state.actor(), "end turn")
    assert not state.portal_row
    assert state.decision(state.actor()).prompt == "action"
    assert -1 not in state.mothership


def test_r_ear_16_a_ship_is_deployed_at_the_mothership_for_one_star() -> None:
    state = answer(earth(motherships=["Asia", "Europe", "Africa"], points=3), 0, "deploy")
    assert ships_in(state, "Asia") == [1, 0, 0]
    assert state.points == 2
    assert state.supply[0] == 23


def test_r_ear_17_a_ship_moves_to_an_adjacent_region_for_one_star() -> None:
    state = answer(earth(ships={"Europe": [2, 0, 0]}, points=3), 0, "move Europe > Africa")
    assert ships_in(state, "Europe") == [1, 0, 0]
    assert ships_in(state, "Africa") == [1, 0, 0]
    assert state.points == 2


def test_r_ear_17_asia_and_north_pacific_are_adjacent() -> None:
    assert "move Asia > North Pacific" in offered(earth(ships={"Asia": [1, 0, 0]}))
    assert "move North Pacific > Asia" in offered(earth(ships={"North Pacific": [1, 0, 0]}))


def test_r_ear_18_a_mothership_moves_for_two_stars() -> None:
    state = answer(earth(motherships=["Asia", "Europe", "Africa"], points=3), 0, "mothership > North Pacific")
    assert state.mothership[0] == region_number("North Pacific")
    assert state.points == 1
    assert not [action for action in offered(state) if action.startswith("mothership")]


def test_r_ear_18_motherships_may_share_a_region() -> None:
    state = answer(earth(motherships=["Asia", "Europe", "Africa"]), 0, "mothership > Europe")
    assert state.mothership[:2] == [region_number("Europe")] * 2


def test_r_ear_19_action_points_are_not_saved() -> None:
    state = answer(earth(players=3, cards=[1, 2, 3], points=4), 0, "end turn")
    assert state.actor() == 1
    assert state.points == SHIPPED.stars[2]


def test_r_ear_20_a_turn_ends_when_its_player_says_so() -> None:
    state = answer(earth(ships={"Asia": [1, 0, 0]}, points=1), 0, "move Asia > Europe")
    assert state.actor() == 0
    assert offered(state) == ["end turn"]
    assert answer(state, 0, "end turn").actor() == 1


def test_r_ear_20_the_last_action_before_scoring_can_be_undone() -> None:
    match = Match(EarthGame(), {"players": 3}, 0)
    match.state = state = earth(actor=2, points=2, motherships=["Asia", "Europe", "Africa"])
    match._base = state.clone()
    match.answer_tokens(2, ["deploy"])
    match.answer_tokens(2, ["deploy"])
    match.undo(2)
    match.undo(2)
    assert match.state.data() == earth(actor=2, points=2, motherships=["Asia", "Europe", "Africa"]).data()


def test_r_ear_25_without_ships_in_supply_nothing_is_deployed() -> None:
    state = earth(ships={"Asia": [24, 0, 0]}, motherships=["Asia", "Europe", "Africa"])
    assert "deploy" not in offered(state)
    with pytest.raises(IllegalChoice, match="All your ships are on the board"):
        answer(state, 0, "deploy")


def test_r_ear_67_there_is_no_action_to_trade() -> None:
    kinds = {
        action.split()[0] for action in offered(earth(ships={"Asia": [1, 1, 1]}, gadgets=["Jump Drive"]))
    }
    assert kinds == {"end", "deploy", "move", "mothership", "gadget"}


def test_an_action_can_be_undone_until_somebody_else_has_acted() -> None:
    match = Match(EarthGame(), {"players": 3}, 4)
    while not (match.state.owing and match.state.decision(match.state.seats_owing()[0]).prompt == "action"):
        seat = match.state.seats_owing()[0]
        match.answer(seat, [match.state.decision(seat).options[0]])
    first = match.state.seats_owing()[0]
    match.answer_tokens(first, ["deploy"])
    match.answer_tokens(first, ["deploy"])
    match.answer_tokens(first, ["end turn"])
    second = match.state.seats_owing()[0]
    assert second != first
    assert match.can_undo(first)
    match.answer(second, [match.state.decision(second).options[0]])
    assert not match.can_undo(first)
    assert match.can_undo(second)


def test_scoring_comes_after_the_last_turn() -> None:
    state = end_turns(earth(ships={"Atlantic": [1, 0, 0]}, scoring=["Atlantic", "Europe", "Asia", "Africa"]))
    assert state.vp == [4, 0, 0]
    assert state.turn == 3
