"""The OpenSpiel games: OpenSpiel's own test, and what it does not look at."""

from __future__ import annotations

import random
import unittest
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.bots import uniform_random
from tests.env.learners import Picks

import repulse.env.spiel
from repulse.engine.contract import RepulseError
from repulse.games import game_named

MODES = [
    pytest.param(f"repulse_{game}(mode={mode.name},players={players})", id=f"{game} {mode.name}, {players}")
    for game in ("galaxy", "earth")
    for mode in game_named(game).modes()
    for players in mode.players
]

SMALLEST = [
    pytest.param(
        f"repulse_{game}(mode={mode.name},players={mode.players[0]},deals=8)", id=f"{game} {mode.name}"
    )
    for game in ("galaxy", "earth")
    for mode in game_named(game).modes()
]


def moved_on(name: str, picks: int, seed: int = 5) -> Any:
    """A position after the deal and some random picks."""
    state = pyspiel.load_game(name).new_initial_state()
    state.apply_action(seed)
    chosen = Picks(seed)
    for _ in range(picks):
        state.apply_action(chosen.of(state.legal_actions_mask()))
    return state


def played_out(name: str) -> Any:
    """A game played to its end by random picks."""
    state = moved_on(name, picks=0)
    stream = random.Random(1)
    while not state.is_terminal():
        state.apply_action(stream.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("name", ["repulse_galaxy(players=2)", "repulse_earth(players=3)"])
def test_openspiel_accepts_the_game_and_its_serialized_positions(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", MODES)
def test_openspiel_accepts_every_mode_and_number_of_players(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


def test_a_seed_deals_the_same_game_as_anywhere_else() -> None:
    state = moved_on("repulse_galaxy(players=2)", picks=0, seed=9)
    env = repulse.env.aec("galaxy", players=2)
    env.reset(seed=9)
    picks = Picks(1)
    while not state.is_terminal():
        mask = env.core.mask(state.current_player())
        assert state.legal_actions() == np.flatnonzero(mask).tolist()
        seen = env.core.observation(state.current_player())
        assert np.array_equal(state.observation_tensor(), seen)
        action = picks.of(mask)
        state.apply_action(action)
        env.step(action)
    assert state.returns() == list(env.rewards.values())
    assert sum(state.returns()) == pytest.approx(1)


def test_a_copy_is_independent() -> None:
    state = moved_on("repulse_galaxy(players=2)", picks=40)
    before = state.information_state_string(0)
    copied = state.clone()
    while not copied.is_terminal():
        copied.apply_action(copied.legal_actions()[0])
    assert state.information_state_string(0) == before
    assert not state.is_terminal()


def test_a_position_can_be_serialized_in_the_middle_of_an_answer() -> None:
    state = next(
        state
        for picks in range(5, 60)
        if (state := moved_on("repulse_galaxy(players=2)", picks)).core.picked(state.current_player())
    )
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    for player in range(2):
        assert again.information_state_string(player) == state.information_state_string(player)
    assert again.legal_actions() == state.legal_actions()


@pytest.mark.parametrize("name", ["repulse_galaxy(mode=invasion,players=3)", "repulse_earth(players=4)"])
def test_a_resampled_position_has_the_same_view_and_can_be_played(name: str) -> None:
    stream = random.Random(3)
    differ = 0
    for picks in range(5, 65, 12):
        state = moved_on(name, picks)
        player = state.current_player()
        resampled = state.resample_from_infostate(player, stream.random)
        assert resampled.current_player() == player
        assert resampled.legal_actions() == state.legal_actions()
        assert resampled.information_state_string(player) == state.information_state_string(player)
        differ += resampled.core.state != state.core.state
        while not resampled.is_terminal():
            resampled.apply_action(stream.choice(resampled.legal_actions()))
    assert differ


def test_a_resampled_position_hides_whether_others_have_a_choice() -> None:
    """In the resampled position the answer of another seat may be forced, and so be given already."""
    stream = random.Random(7)
    state = moved_on("repulse_galaxy(players=2)", picks=0, seed=7)
    forced = 0
    while not state.is_terminal():
        resampled = state.resample_from_infostate(state.current_player(), stream.random)
        assert resampled.information_state_string() == state.information_state_string()
        forced += resampled.core.state.owing != state.core.state.owing
        state.apply_action(stream.choice(state.legal_actions()))
    assert forced


def test_secrets_are_not_in_the_messages_to_others() -> None:
    """Return regardless of the first seat's answer, the second sees the same while it owes its own."""
    texts = []
    for index in (0, -1):
        state = moved_on("repulse_galaxy(players=2)", picks=0)
        while state.current_player() == 0:
            state.apply_action(state.legal_actions()[index])
        seen = state.information_state_tensor(1)
        texts.append((state.information_state_string(1), state.observation_string(1), seen))
    assert texts[0] == texts[1]


def test_the_information_state_tensor_has_observation_and_memory() -> None:
    """One's own discards are no longer in sight, but not forgotten."""
    state = moved_on("repulse_galaxy(players=2)", picks=0)
    hand = list(state.core.state.hand[0])
    while state.current_player() == 0:
        state.apply_action(state.legal_actions()[0])
    state.apply_action(state.legal_actions()[0])
    while state.current_player() == 1:
        state.apply_action(state.legal_actions()[0])
    gone = [card for card in hand if card not in state.core.state.hand[0]]
    assert len(gone) == 2
    size = len(state.observation_tensor(0))
    tensor = np.array(state.information_state_tensor(0))
    assert np.array_equal(tensor[:size], state.observation_tensor(0))
    names = state.core.learning.memory_layout(state.core.state).names
    names_seen = [names[index] for index in np.flatnonzero(tensor[size:])]
    assert names_seen == [f"known_discards/{state.core.state.cards.names[card]}" for card in sorted(gone)]


def test_a_resampled_position_does_not_deal_discarded_cards() -> None:
    state = moved_on("repulse_galaxy(players=2)", picks=40)
    player = state.current_player()
    before = state.information_state_tensor(player)
    resampled = state.resample_from_infostate(player, random.Random(1).random)
    assert resampled.information_state_tensor(player) == before
    cards_seen = [
        card for pile in state.play.memories[player].discards_known(resampled.core.state) for card in pile
    ]
    assert cards_seen
    for card in cards_seen:
        assert card in resampled.core.state.discards


@pytest.mark.parametrize("name", SMALLEST)
def test_no_game_is_longer_than_its_maximum(name: str) -> None:
    """A game that reaches the number of picks that OpenSpiel was told of is truncated, and a tie of all."""
    game = pyspiel.load_game(name)
    state = played_out(name)
    assert len(state.history()) < game.max_game_length() / 4
    assert sum(state.returns()) == pytest.approx(1)
    state = moved_on(name, picks=0)
    state.play.pick_count = game.max_game_length() - 2
    assert not state.is_terminal()
    state.apply_action(state.legal_actions()[0])
    assert state.is_terminal()
    assert state.returns() == pytest.approx([1 / game.num_players()] * game.num_players())


@pytest.mark.parametrize("name", ["repulse_galaxy(mode=counterstrike,players=3)", "repulse_earth(players=3)"])
def test_utilities_are_a_constant_sum(name: str) -> None:
    game = pyspiel.load_game(name)
    assert game.get_type().utility == pyspiel.GameType.Utility.CONSTANT_SUM
    assert sum(played_out(name).returns()) == pytest.approx(game.utility_sum())


def play_with(bots: list[Any], name: str) -> Any:
    """Play a game of OpenSpiel's own bots to its end."""
    state = pyspiel.load_game(name).new_initial_state()
    state.apply_action(4)
    while not state.is_terminal():
        action = bots[state.current_player()].step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
    return state


def test_mcts_of_openspiel_plays_a_whole_game() -> None:
    name = "repulse_galaxy(mode=base,players=2)"
    game = pyspiel.load_game(name)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    searching = mcts.MCTSBot(game, 2.0, 4, evaluator, random_state=np.random.RandomState(2))
    state = play_with([searching, uniform_random.UniformRandomBot(1, np.random.RandomState(3))], name)
    assert sum(state.returns()) == pytest.approx(1)


def test_information_set_mcts_of_openspiel_plays_a_whole_game() -> None:
    name = "repulse_galaxy(mode=base,players=2)"
    game = pyspiel.load_game(name)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    searching = ismcts.ISMCTSBot(game, evaluator, 2.0, 4, random_state=np.random.RandomState(2))
    state = play_with([searching, uniform_random.UniformRandomBot(1, np.random.RandomState(3))], name)
    assert sum(state.returns()) == pytest.approx(1)


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALLEST)
def test_openspiel_finds_nothing_wrong_with_the_interface(name: str) -> None:
    """OpenSpiel's own test of what any game has to do, on positions of random games."""
    game = pyspiel.load_game(name)
    case = type(name, (api_test.EnforceAPIOnPartialTreeBase,), {"game_name": name, "game": game})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 5
    assert [text for _, text in result.errors + result.failures] == []


def test_the_information_state_remembers_what_the_observation_does_not() -> None:
    state = moved_on("repulse_galaxy(players=2)", picks=30)
    player = state.current_player()
    assert '"events"' in state.information_state_string(player)
    assert '"events"' not in state.observation_string(player)


def test_a_mode_that_does_not_exist_is_named() -> None:
    game_class = type(pyspiel.load_game("repulse_galaxy"))
    with pytest.raises(RepulseError, match="no mode 'chess' of galaxy"):
        game_class({"mode": "chess"})
