"""The printed figures are the measured ones: whole games, and forced answers apart."""

from __future__ import annotations

import pytest
from tests.engine.toy import ToyGame

from repulse.arena.bench import (
    clone_for,
    determinize_for,
    learning_microseconds,
    play_for,
    random_games,
    sample_positions,
    view_for,
)
from repulse.engine.contract import RepulseError

MOMENT = 1e-9


def test_at_least_one_whole_game_is_played() -> None:
    result = play_for(ToyGame(), {"players": 3}, MOMENT, seed=5)
    assert result.games == 1
    assert result.decisions > 0
    assert result.seconds > 0


def test_same_seed_same_games() -> None:
    first = play_for(ToyGame(), {"players": 2}, MOMENT, seed=5)
    second = play_for(ToyGame(), {"players": 2}, MOMENT, seed=5)
    assert (first.decisions, first.forced) == (second.decisions, second.forced)


def test_positions_are_sampled_and_copied() -> None:
    positions = sample_positions(ToyGame(), {"players": 2}, 10, seed=1)
    assert len(positions) == 10
    assert clone_for(positions, MOMENT) > 0


def test_interfaces_for_learners_are_measured() -> None:
    figures = learning_microseconds("earth", {"players": 3}, MOMENT, seed=1)
    assert set(figures) == {"features", "mask", "picks"}
    assert min(figures.values()) > 0


def test_views_and_determinizations_are_timed_where_somebody_is_asked() -> None:
    positions = sample_positions(ToyGame(), {"players": 2}, 10, seed=1)
    assert all(state.owing for state in positions)
    assert view_for(positions, MOMENT) > 0
    assert determinize_for(ToyGame(), positions, MOMENT) > 0


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(RepulseError, match="tiddlywinks"):
        random_games("tiddlywinks", {}, MOMENT, seed=1)
