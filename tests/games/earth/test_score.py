"""Rules 5.4: scoring and the counterattack."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.earth.positions import (
    earth,
    end_turns,
    region_number,
    ships_in,
)

from repulse.games.earth.rules.score import forecast, score_breakdown
from repulse.games.earth.rules.state import EarthState

SCORING = ["Asia", "Europe", "Africa", "Atlantic"]
AWAY = "South America"


def scored(
    counts: list[int], tokens: int = 0, at_home: list[int] | None = None, region: str = "Asia"
) -> EarthState:
    """The position after scoring a region with these ships; `at_home` seats have their motherships there."""
    players = len(counts)
    homes = [region if seat in (at_home or []) else AWAY for seat in range(players)]
    state = earth(
        players,
        ships={region: counts},
        motherships=homes,
        scoring=SCORING,
        harvest={region: tokens},
        energy=[0] * players,
    )
    return end_turns(state)


@pytest.mark.parametrize(("tokens", "vp"), [(0, 4), (1, 6), (3, 10)])
def test_r_ear_41_most_ships_give_4_vp_and_2_for_each_token(tokens: int, vp: int) -> None:
    assert scored([3, 2, 0], tokens).vp == [vp, 0, 0]


@pytest.mark.parametrize(("tokens", "energy"), [(0, 4), (1, 6), (3, 10)])
def test_r_ear_42_second_most_give_4_energy_and_2_for_each_token(tokens: int, energy: int) -> None:
    assert scored([3, 2, 0], tokens).energy == [0, energy, 0]


@pytest.mark.parametrize(("tokens", "energy"), [(0, 2), (1, 3), (3, 5)])
def test_r_ear_43_third_most_give_2_energy_and_1_for_each_token(tokens: int, energy: int) -> None:
    assert scored([3, 2, 1, 0], tokens).energy[2] == energy
    assert scored([4, 3, 2, 1, 0], tokens).energy[2] == energy


def test_r_ear_43_no_third_place_with_three_players() -> None:
    assert scored([3, 2, 1], 2).energy == [0, 8, 0]


def test_r_ear_43_with_three_players_a_three_way_tie_shares_two_places() -> None:
    state = scored([1, 1, 1], 1)
    assert state.vp == [2, 2, 2]
    assert state.energy == [2, 2, 2]


def test_r_ear_44_the_example_of_the_rulebook() -> None:
    state = scored([3, 3, 1, 0], 1)
    assert state.vp == [3, 3, 0, 0]
    assert state.energy == [3, 3, 3, 0]


def test_r_ear_44_three_tied_for_first_share_everything_rounded_down() -> None:
    state = scored([2, 2, 2, 0])
    assert state.vp == [1, 1, 1, 0]
    assert state.energy == [2, 2, 2, 0]


def test_r_ear_44_tied_for_second_share_second_and_third() -> None:
    assert scored([3, 1, 1, 0], 1).energy == [0, 4, 4, 0]


def test_r_ear_44_three_tied_for_second() -> None:
    assert scored([3, 1, 1, 1]).energy == [0, 2, 2, 2]


def test_r_ear_44_tied_for_third_share_the_third_place() -> None:
    assert scored([4, 3, 1, 1, 0], 1).energy == [0, 6, 1, 1, 0]


def test_r_ear_45_after_two_tied_for_first_comes_the_third_place() -> None:
    assert scored([3, 3, 2, 1]).energy == [2, 2, 2, 0]


def test_r_ear_45_after_three_tied_for_first_there_is_nothing() -> None:
    assert scored([3, 3, 3, 2]).energy == [2, 2, 2, 0]


def test_r_ear_46_the_own_mothership_halves_rewards_rounded_down() -> None:
    state = scored([3, 2, 1, 0], 1, at_home=[0, 1, 2])
    assert state.vp == [3, 0, 0, 0]
    assert state.energy == [0, 3, 1, 0]


def test_r_ear_46_motherships_of_others_do_not() -> None:
    state = scored([3, 2, 0], 0, at_home=[1, 2])
    assert state.vp == [4, 0, 0]


def test_r_ear_46_the_mothership_halves_in_its_own_region_only() -> None:
    state = earth(
        ships={"Asia": [1, 0, 0], "Europe": [1, 0, 0]},
        motherships=["Asia", AWAY, AWAY],
        scoring=SCORING,
    )
    assert end_turns(state).vp[0] == 2 + 4


def test_r_ear_47_first_the_tie_is_divided_then_the_mothership_halves() -> None:
    # Three share 4 VP and 6 Energy: 1 and 2 each; half of that is 0 and 1.
    state = scored([2, 2, 2, 0], at_home=[0])
    assert state.vp == [0, 1, 1, 0]
    assert state.energy == [1, 2, 2, 0]


def test_r_ear_48_without_ships_no_reward() -> None:
    state = scored([0, 0, 1, 0], at_home=[0])
    assert state.vp == [0, 0, 4, 0]
    assert state.energy == [0, 0, 0, 0]


@pytest.mark.parametrize(("ships", "left"), [(1, 0), (2, 1), (3, 1), (5, 2), (8, 4)])
def test_r_ear_49_the_winner_loses_half_rounded_up(ships: int, left: int) -> None:
    assert ships_in(scored([ships, 0, 0]), "Asia")[0] == left


def test_r_ear_50_tied_winners_all_lose_half() -> None:
    assert ships_in(scored([5, 5, 4]), "Asia") == [2, 2, 3]


@pytest.mark.parametrize("tokens", [0, 4])
def test_r_ear_51_everybody_else_loses_one(tokens: int) -> None:
    assert ships_in(scored([9, 8, 3, 1], tokens), "Asia") == [4, 7, 2, 0]


def test_r_ear_52_regions_that_do_not_score_have_no_counterattack() -> None:
    state = earth(ships={AWAY: [5, 3, 1]}, scoring=SCORING, harvest={AWAY: 2})
    end_turns(state)
    assert ships_in(state, AWAY) == [5, 3, 1]
    assert state.vp == [0, 0, 0]
    assert state.harvest[region_number(AWAY)] >= 2


def test_r_ear_53_destroyed_ships_return_to_supply_and_motherships_stay() -> None:
    state = scored([5, 2, 0], at_home=[0, 1])
    assert state.supply == [24 - 2, 24 - 1, 24]
    assert state.mothership[:2] == [region_number("Asia")] * 2


def test_r_ear_54_regions_that_scored_lose_their_tokens() -> None:
    state = scored([2, 1, 0], 3)
    scores_again = state.scoring >> region_number("Asia") & 1
    assert state.harvest[region_number("Asia")] == (0 if scores_again else 1)


def rewards_by_hand(counts: list[int], tokens: int) -> tuple[list[int], list[int]]:
    """VP and Energy as a person at the table works them out: line up, hand out place by place, share ties."""
    players = len(counts)
    rewards = [(4 + 2 * tokens, 0), (0, 4 + 2 * tokens), (0, 2 + tokens if players > 3 else 0)]
    rewards += [(0, 0)] * players
    vp, energy = [0] * players, [0] * players
    for count in sorted(set(counts) - {0}, reverse=True):
        tied = [seat for seat in range(players) if counts[seat] == count]
        shared = [rewards.pop(0) for _ in tied]
        for seat in tied:
            vp[seat] = sum(reward[0] for reward in shared) // len(tied)
            energy[seat] = sum(reward[1] for reward in shared) // len(tied)
    return vp, energy


@given(st.lists(st.integers(0, 4), min_size=3, max_size=5), st.integers(0, 4))
def test_rewards_are_those_a_person_works_out(counts: list[int], tokens: int) -> None:
    state = scored(counts, tokens)
    assert (state.vp, state.energy) == rewards_by_hand(counts, tokens)


def test_the_forecast_is_what_happens() -> None:
    for seed in range(12):
        counts = [[(seed * 7 + seat * 3 + place) % 4 for seat in range(4)] for place in range(4)]
        state = earth(
            4,
            ships=dict(zip(SCORING, counts, strict=True)),
            motherships=SCORING,
            scoring=SCORING,
            harvest={"Asia": seed % 3},
            energy=[0] * 4,
        )
        shares = forecast(state)
        end_turns(state)
        for seat in range(4):
            mine = [share for share in shares if share.seat == seat]
            assert state.vp[seat] == sum(share.vp for share in mine)
            assert state.energy[seat] == sum(share.energy for share in mine)
        for share in shares:
            left = share.ships - share.lost
            assert state.ships[8 * share.seat + share.region] == left


def test_the_breakdown_says_where_vp_came_from() -> None:
    state = earth(ships={"Asia": [2, 1, 0], "Europe": [0, 2, 0]}, motherships=[AWAY] * 3, scoring=SCORING)
    end_turns(state)
    assert score_breakdown(state, 0) == [(region_number("Asia"), 4)]
    assert score_breakdown(state, 1) == [(region_number("Europe"), 4)]
    assert score_breakdown(state, 2) == []
