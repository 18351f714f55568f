"""Positions as numbers."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.engine.toy import ToyGame, ToyLearning, ToyState

from repulse.engine.conformance import ConformanceError, Rates, check_game
from repulse.engine.contract import Decision, Memory
from repulse.engine.features import FeatureLayout, small, table_of
from repulse.engine.learning import Learning
from repulse.games import game_named, learning_of

FEATURES_ALONE = Rates(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, picks=0, features=3)


def named(learning: Learning, options: dict[str, object], seed: int = 1) -> dict[str, int]:
    """Return the features of a first position by their names, those that are not 0."""
    state = learning.game.start(options, seed)
    layout = learning.feature_layout(state)
    out = bytearray(layout.size)
    seat = state.seats_owing()[0]
    learning.features(state.view(seat), state.decision(seat), [], out)
    return {name: number for name, number in zip(layout.names, out, strict=True) if number}


def test_a_game_says_itself_what_its_numbers_are() -> None:
    values = named(ToyLearning(ToyGame()), {"players": 2})
    hand = {name for name in values if name.startswith("me/hand/")}
    assert values.keys() - hand == {"prompt/bid", "round"}
    assert sum(values[name] for name in hand) == 3


def test_a_game_without_features_of_its_own_has_plain_ones() -> None:
    values = named(Learning(ToyGame()), {"players": 2})
    assert values == {"prompt/bid": 1, "ask/least": 1, "ask/most": 1, "round": 1}


def test_plain_actions_and_features_keep_the_contract() -> None:
    rates = replace(FEATURES_ALONE, picks=1, features=1)
    for options in ToyGame().configurations():
        assert check_game(ToyGame(), options, range(3), rates=rates).finished == 3


def test_numbers_that_do_not_fit_are_written_as_the_nearest_that_does() -> None:
    assert [small(-3), small(7), small(300)] == [0, 7, 255]


def test_the_table_of_a_layout_has_a_row_for_each_block() -> None:
    layout = FeatureLayout()
    layout.number("round", "the round", 20)
    layout.block("hand", [f"card {number}" for number in range(9)], "cards in hand")
    assert table_of(layout)[2:] == [
        "| 0 | 1 | `round` | 20 | the round |",
        "| 1 | 9 | `hand/card 0 ... card 8` | 1 | cards in hand |",
    ]


@pytest.mark.parametrize("name", ["galaxy", "earth"])
def test_features_depend_only_on_the_view(name: str) -> None:
    game = game_named(name)
    for options in game.configurations():
        report = check_game(game, options, [2], depth=60, rates=FEATURES_ALONE, learning=learning_of(game))
        assert report.checks["features"], options


@pytest.mark.parametrize("name", ["galaxy", "earth"])
def test_the_same_number_has_the_same_name_in_all_configurations(name: str) -> None:
    game = game_named(name)
    layouts = [learning_of(game).feature_layout(game.start(options, 1)) for options in game.configurations()]
    largest = max(layouts, key=lambda layout: layout.size)
    scales = dict(zip(largest.names, largest.scales, strict=True))
    shared = [entry for entry in zip(layouts[0].names, layouts[0].scales, strict=True) if entry[0] in scales]
    assert len(shared) > 0.95 * layouts[0].size
    assert all(scales[name] == scale for name, scale in shared)


# --- what the conformance suite finds ---


def fault_of(learning: Learning) -> str:
    with pytest.raises(ConformanceError) as caught:
        check_game(learning.game, {"players": 3}, range(5), rates=FEATURES_ALONE, learning=learning)
    return caught.value.check


def test_features_that_look_at_hidden_cards_are_found_out() -> None:
    class Peeking(ToyGame):
        """Its views tell it what they should not."""

        def determinize(self, view: ToyState, seed: int, memory: Memory[ToyState] | None = None) -> ToyState:
            other = super().determinize(view, seed)
            other.coins[(view.viewer + 1) % other.players] += seed % 7 + 1
            return other

    assert fault_of(ToyLearning(Peeking())) == "features"


def test_features_that_leave_something_in_the_buffer_are_found_out() -> None:
    class Sloppy(ToyLearning):
        def features(self, view: ToyState, decision: Decision, picked: list[int], out: bytearray) -> None:
            kept = out[0]
            super().features(view, decision, picked, out)
            out[0] = kept

    assert fault_of(Sloppy(ToyGame())) == "features"
