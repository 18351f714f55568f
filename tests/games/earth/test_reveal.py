"""Rules 3 and 5.1: the setup, and what is revealed at the beginning of a turn."""

from __future__ import annotations

import pytest
from tests.games.earth.positions import (
    answer,
    earth,
    end_turns,
    region_number,
)

from repulse.engine.contract import SPECTATOR
from repulse.engine.match import Match
from repulse.games.earth.display.display import EarthDisplay
from repulse.games.earth.rules.codes.board import REGIONS
from repulse.games.earth.rules.components import SHIPPED
from repulse.games.earth.rules.game import EarthGame
from repulse.games.earth.rules.state import EarthState, new_state


def scoring(state: EarthState) -> set[int]:
    return {region for region in range(REGIONS) if state.scoring >> region & 1}


@pytest.mark.parametrize("players", [3, 4, 5])
def test_r_ear_01_everybody_begins_with_24_ships_ten_energy_and_no_vp(players: int) -> None:
    state = new_state(players, 1)
    assert state.supply == [24] * players
    assert state.energy == [10] * players
    assert state.vp == [0] * players
    assert state.mothership == [-1] * players


@pytest.mark.parametrize("players", [3, 4, 5])
def test_r_ear_02_first_turn_reveals_a_portal_per_player_and_no_gadget(players: int) -> None:
    state = new_state(players, 2)
    assert len(set(state.portal_row)) == players
    assert not state.gadget_row


def test_r_ear_02_portals_leave_after_the_first_turn() -> None:
    state = new_state(3, 3)
    while state.turn == 1:
        seat = state.seats_owing()[0]
        state.apply(seat, [state.decision(seat).options[0]])
    assert not state.portal_row


def test_r_ear_03_unused_gadgets_are_discarded_and_one_per_player_revealed() -> None:
    state = end_turns(earth(players=4, gadgets=["Death Ray", "Wormhole", "Overdrive"]))
    assert state.turn == 3
    assert sorted(SHIPPED.gadget_names[face >> 1] for face in state.gadget_discards) == [
        "Death Ray",
        "Overdrive",
        "Wormhole",
    ]
    assert len(state.gadget_row) == 4


def test_r_ear_04_turn_order_cards_are_sorted() -> None:
    for seed in range(20):
        row = new_state(5, seed).card_row
        assert len(row) == 5
        assert row == sorted(row)


def test_r_ear_05_first_turn_scores_four_regions_at_random() -> None:
    seen = set()
    for seed in range(60):
        regions = scoring(new_state(3, seed))
        assert len(regions) == 4
        seen |= regions
    assert seen == set(range(REGIONS))


def test_r_ear_06_two_of_the_rested_regions_score_and_two_of_the_other_six() -> None:
    before = {0, 1, 2, 3}
    again = []
    for seed in range(300):
        now = scoring(end_turns(earth(seed=seed)))
        assert len(now) == 4
        assert len(now - before) >= 2
        again.append(len(now & before))
    # Two of six, four of which were used: 1/15, 8/15, 6/15 for none, one, two of them again.
    assert set(again) == {0, 1, 2}
    assert again.count(0) < again.count(2) < again.count(1)


def test_r_ear_07_regions_that_do_not_score_get_a_harvest_token() -> None:
    state = new_state(4, 5)
    assert [state.harvest[region] for region in range(REGIONS)] == [
        0 if region in scoring(state) else 1 for region in range(REGIONS)
    ]


def test_r_ear_07_harvest_tokens_pile_up() -> None:
    state = end_turns(earth(harvest={"Europe": 2, "Africa": 1}))
    for name, before in (("Europe", 2), ("Africa", 1)):
        region = region_number(name)
        assert state.harvest[region] == before + (0 if region in scoring(state) else 1)


def test_r_ear_08_harvest_tokens_have_no_limit() -> None:
    state = end_turns(earth(harvest={"Europe": 9, "Africa": 9, "Asia": 9, "Australia": 9}))
    assert sum(state.harvest) == 36 + 4


def test_r_ear_09_turn_order_deck_deals_its_last_card_and_is_reshuffled() -> None:
    state = earth(players=3, cards=[1, 2, 3])
    last = state.card_deck[0]
    state.card_discards = state.card_deck[1:]
    state.card_deck = [last]
    end_turns(state)
    assert last in state.card_row
    assert len(state.card_row) == 3
    assert not state.card_discards
    assert len(state.card_deck) == 13


def test_r_ear_09_gadget_deck_is_reshuffled_from_its_discards() -> None:
    state = earth(players=3, gadgets=["Death Ray"])
    state.gadget_discards = state.gadget_deck[:-1]
    state.gadget_deck = state.gadget_deck[-1:]
    end_turns(state)
    assert len(state.gadget_row) == 3
    assert len(state.gadget_deck) == 30 - 3
    assert not state.gadget_discards


def test_r_ear_64_turn_order_cards_are_discarded_after_the_turn() -> None:
    state = end_turns(earth(players=3, cards=[5, 9, 12]))
    assert sorted(state.card_discards) == [5, 9, 12]
    assert state.card == [0, 0, 0]


def test_r_ear_66_a_redirected_tile_is_the_one_that_was_used() -> None:
    state = earth(
        gadgets=["Redirected Landing"],
        scoring=["Asia", "Europe", "Africa", "Atlantic"],
        energy=[5, 0, 0],
    )
    answer(state, 0, "gadget Redirected Landing")
    answer(state, 0, "Asia")
    answer(state, 0, "Australia")
    end_turns(state)
    used = {SHIPPED.region_names[region] for region in range(REGIONS) if state.scored_before >> region & 1}
    assert used == {"Australia", "Europe", "Africa", "Atlantic"}


def test_the_log_begins_with_what_the_first_turn_reveals() -> None:
    game = EarthGame()
    match = Match(game, {"players": 3}, 3)
    display = EarthDisplay(game)
    lines = [display.log_text(match.state, event) for event in match.events(SPECTATOR)]
    assert lines[0] == "Turn 1 begins."
    assert [line.partition(":")[0] for line in lines[1:]] == [
        "Portals revealed",
        "Turn Order cards revealed",
        "Scoring this turn",
    ]
