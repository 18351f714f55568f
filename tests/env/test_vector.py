"""Many games at once: the same games as one at a time, wherever they begin and end."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, VectorEnv
from tests.env.learners import CONFIGURATIONS, Picks

import repulse.env
from repulse.engine.contract import BadOptions, IllegalChoice


@pytest.mark.parametrize(("game", "options"), CONFIGURATIONS)
def test_a_row_is_the_game_that_the_aec_environment_plays(game: str, options: dict[str, Any]) -> None:
    rows = repulse.env.vector(game, 2, scaled=False, **options)
    alone = repulse.env.aec(game, scaled=False, **options)
    numbers, info = rows.reset(seed=5)
    alone.reset(seed=6)
    picks, other = Picks(1), Picks(2)
    steps = 0
    while True:
        seen, _, terminated, truncated, _ = alone.last()
        if terminated or truncated:
            break
        assert seen is not None
        assert alone.possible_agents[info["seat"][1]] == alone.agent_selection
        if steps % 7 == 0:
            assert np.array_equal(numbers[1], seen["observation"])
        assert np.array_equal(info["action_mask"][1], seen["action_mask"])
        pick = picks.of(seen["action_mask"])
        alone.step(pick)
        numbers, rewards, ended, cut, info = rows.step(np.array([other.of(info["action_mask"][0]), pick]))
        steps += 1
    assert (ended[1], cut[1]) == (terminated, truncated)
    assert rewards[1].tolist() == pytest.approx(list(alone.rewards.values()))
    assert info["final_info"]["scores"][1].tolist() == alone.core.state.scores()
    assert info["final_info"]["seed"][1] == 6


def test_a_new_game_begins_where_one_has_ended() -> None:
    env = repulse.env.vector("earth", 3, players=3)
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    _, info = env.reset(seed=1)
    first = list(env.seeds)
    picks = Picks(1)
    games = 0
    while games < 6:
        numbers, rewards, ended, cut, info = env.step([picks.of(mask) for mask in info["action_mask"]])
        assert env.observation_space.contains(numbers)
        games += int(ended.sum())
        assert rewards.sum() == pytest.approx(ended.sum())
        assert not cut.any()
        assert ("final_info" in info) == bool(ended.any())
        assert (info["seat"] >= 0).all()
    assert not set(first) & set(env.seeds)


def test_the_same_seed_plays_the_same_games() -> None:
    def scores() -> list[Any]:
        env = repulse.env.vector("galaxy", 4, players=2)
        _, info = env.reset(seed=3)
        picks = Picks(4)
        all_scores: list[Any] = []
        while len(all_scores) < 6:
            _, _, _, _, info = env.step([picks.of(mask) for mask in info["action_mask"]])
            if "final_info" in info:
                final = info["final_info"]
                all_scores += final["scores"][final["_scores"]].tolist()
        return all_scores

    assert scores() == scores()


def test_nothing_is_picked_if_one_pick_is_not_open() -> None:
    env = repulse.env.vector("galaxy", 2, players=2)
    _, info = env.reset(seed=3)
    masks = info["action_mask"]
    with pytest.raises(IllegalChoice, match="is not open to seat 0") as refused:
        env.step([Picks(1).of(masks[0]), int(np.flatnonzero(masks[1] == 0)[0])])
    assert refused.value.__notes__ == ["This is game 1 of 2."]
    env.step([Picks(1).of(mask) for mask in masks])
    assert len(env.render()) == 2


def test_games_past_their_round_limit_are_truncated_and_won_by_nobody() -> None:
    env = repulse.env.vector("galaxy", 1, players=2)
    env.rows.plays[0].last_round = 2
    _, info = env.reset(seed=1)
    picks = Picks(1)
    while True:
        _, rewards, ended, cut, info = env.step([picks.of(info["action_mask"][0])])
        if ended[0] or cut[0]:
            break
    assert cut[0]
    assert not ended[0]
    assert not rewards.any()


def test_a_mode_by_its_name() -> None:
    env = repulse.env.galaxy_invasion_v0.vector_env(2, players=3)
    assert env.reset(seed=1)[0].shape == (2, env.example.layout.size)


def test_there_is_at_least_one_game() -> None:
    with pytest.raises(BadOptions, match="at least 1"):
        repulse.env.vector("galaxy", 0)


# --- one seat against bots ---


def test_gymnasium_makes_the_vector_form_for_one_seat() -> None:
    env: Any = gymnasium.make_vec("repulse/galaxy-base-v0", num_envs=3, players=2, bots="random")
    assert isinstance(env.unwrapped, VectorEnv)
    numbers, info = env.reset(seed=4)
    alone = repulse.env.SeatEnvironment("galaxy", players=2, bots="random")
    expected, _ = alone.reset(seed=5)
    assert np.array_equal(numbers[1], expected)
    picks = [Picks(row) for row in range(3)]
    games = 0
    while games < 3:
        masks = info["action_mask"]
        actions = np.array([pick.of(mask) for pick, mask in zip(picks, masks, strict=True)])
        numbers, rewards, ended, _, info = env.step(actions)
        assert env.observation_space.contains(numbers)
        for row in np.flatnonzero(ended):
            games += 1
            assert 0 <= rewards[row] <= 1
            assert info["final_obs"][row].shape == numbers[row].shape
    env.close()


def test_a_row_against_bots_is_the_game_of_the_seat_environment() -> None:
    rows = repulse.env.SeatVectorEnvironment("galaxy", 1, players=3, seat=1, bots="sensible")
    alone = repulse.env.SeatEnvironment("galaxy", players=3, seat=1, bots="sensible")
    _, info = rows.reset(seed=8)
    seen, single = alone.reset(seed=8)
    picks = Picks(8)
    while True:
        assert np.array_equal(info["action_mask"][0], single["action_mask"])
        action = picks.of(single["action_mask"])
        seen, reward, over, _, single = alone.step(action)
        _, rewards, _, _, info = rows.step(np.array([action]))
        if over:
            break
    assert rewards[0] == pytest.approx(reward)
    assert np.array_equal(info["final_obs"][0], seen)
    assert info["final_info"]["scores"][0].tolist() == single["scores"]


def test_the_learner_may_sit_everywhere() -> None:
    env = repulse.env.SeatVectorEnvironment("earth", 4, players=3, seat=None, bots="random")
    assert env.seats == [0, 1, 2, 0]
    _, info = env.reset(seed=1)
    env.step(np.array([Picks(1).of(mask) for mask in info["action_mask"]]))
    assert np.array_equal(env.action_masks().sum(axis=1) > 1, [True] * 4)
    with pytest.raises(BadOptions, match="no seat 3"):
        repulse.env.SeatVectorEnvironment("earth", 1, players=3, seat=3)
