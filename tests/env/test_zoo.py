"""The PettingZoo environments: PettingZoo's own tests, and what those do not look at."""

from __future__ import annotations

import copy
import pickle
import re
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from gymnasium import spaces
from pettingzoo.test.api_test import api_test
from pettingzoo.test.max_cycles_test import max_cycles_test
from pettingzoo.test.parallel_test import parallel_api_test
from pettingzoo.test.seed_test import parallel_seed_test, seed_test
from tests.env.learners import CONFIGURATIONS, Picks, play_aec

import repulse.env
from repulse.engine.contract import BadOptions, IllegalChoice
from repulse.engine.picks.space import DONE
from repulse.env import AecEnvironment, ParallelEnvironment
from repulse.env.core import ILLEGAL_REWARD

# PettingZoo's test knows the names of its own environments that have a mask in their observations, and warns of all others.
MASKED = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
]
NAMES = [pytest.param(name, marks=MASKED, id=name) for name in repulse.env.environment_names()]
MODES = [name for name in repulse.env.environment_names() if not re.search(r"_\dp_", name)]


def named(name: str) -> repulse.env.NamedEnvironment:
    environment_type: repulse.env.NamedEnvironment = getattr(repulse.env, name)
    return environment_type


# --- PettingZoo's own tests ---


@pytest.mark.parametrize("name", NAMES)
def test_pettingzoo_accepts_the_aec_environment(name: str) -> None:
    api_test(named(name).env(), num_cycles=150)


@pytest.mark.parametrize("name", [pytest.param(name, marks=MASKED, id=name) for name in MODES])
def test_pettingzoo_accepts_the_environment_with_bytes_and_words(name: str) -> None:
    api_test(named(name).env(scaled=False, texts=True), num_cycles=20)


@pytest.mark.parametrize("name", NAMES)
def test_pettingzoo_accepts_the_parallel_environment(name: str) -> None:
    parallel_api_test(named(name).parallel_env(), num_cycles=300)


@pytest.mark.parametrize("name", NAMES)
def test_pettingzoo_finds_that_seeds_decide_everything(name: str) -> None:
    seed_test(named(name).env, num_cycles=60)
    # This one knows no masks, so its first step is likely to forfeit the game.
    parallel_seed_test(lambda: named(name).parallel_env(forfeit=True))


class OpenActions(spaces.Discrete[Any]):
    """A space that samples what is open to an agent: PettingZoo's test of cycles knows no masks."""

    def __init__(self, env: AecEnvironment | ParallelEnvironment, agent: str) -> None:
        super().__init__(env.core.actions.size, seed=1)
        self.env, self.agent = env, agent

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        return super().sample(self.env.observe(self.agent)["action_mask"])


def sampling(env: Any) -> Any:
    """The environment with spaces that sample open actions alone, and the same deal every time."""
    env._action_spaces = {agent: OpenActions(env, agent) for agent in env.possible_agents}
    env.reset = partial(env.reset, seed=1)
    return env


@pytest.mark.parametrize("name", [name for name in MODES if not name.startswith("earth")])
def test_pettingzoo_finds_that_cycles_are_counted(name: str) -> None:
    """It wants every agent to act equally often, as all do at the beginning of galaxy; in earth they take turns."""
    max_cycles_test(
        SimpleNamespace(
            env=lambda max_cycles: sampling(named(name).raw_env(max_cycles=max_cycles)),
            parallel_env=lambda max_cycles: sampling(named(name).parallel_env(max_cycles=max_cycles)),
        )
    )


# --- every mode and number of players ---


@pytest.mark.parametrize(("game", "options"), CONFIGURATIONS)
def test_a_whole_game_of_every_configuration(game: str, options: dict[str, Any]) -> None:
    env = repulse.env.aec(game, **options)
    rewards = play_aec(env, seed=3)
    assert sum(rewards.values()) == pytest.approx(0 if env.core.truncated() else 1)
    assert set(rewards) == set(env.possible_agents)


@pytest.mark.parametrize(("game", "options"), CONFIGURATIONS)
def test_observations_of_every_seat_are_within_their_space(game: str, options: dict[str, Any]) -> None:
    """In the parallel environment, where waiting seats are given something to see too."""
    env = repulse.env.parallel(game, **options)
    seen, _ = env.reset(seed=5)
    picks = Picks(5)
    for _ in range(60):
        for agent, observation in seen.items():
            assert env.observation_space(agent).contains(observation)
        if not env.agents:
            break
        seen = env.step({agent: picks.of(seen[agent]["action_mask"]) for agent in env.agents})[0]


# --- simultaneous choices ---


def test_all_seats_that_owe_an_answer_act_at_once() -> None:
    env = repulse.env.parallel("galaxy", players=3)
    seen, _ = env.reset(seed=1)
    picks = Picks(1)
    together = waiting = 0
    while env.agents:
        owing = env.core.owing()
        together += len(owing) > 1
        for agent in env.agents:
            mask = seen[agent]["action_mask"]
            if env.possible_agents.index(agent) not in owing:
                waiting += 1
                assert np.flatnonzero(mask).tolist() == [DONE]
        seen = env.step({agent: picks.of(seen[agent]["action_mask"]) for agent in env.agents})[0]
    assert together > 20
    assert waiting > 20


def test_no_agent_sees_an_answer_given_at_the_same_time() -> None:
    """Return regardless of the first seat's discards, the second sees the same."""
    seen = []
    for last in (False, True):
        env = repulse.env.aec("galaxy", players=2)
        env.reset(seed=1)
        asked = env.agent_selection
        assert env.core.owing() == [0, 1]
        while env.agent_selection == asked:
            env.step(int(np.flatnonzero(env.observe(asked)["action_mask"])[-1 if last else 0]))
            if env.core.owing() == [1]:
                break
        seen.append((env.core.state.data(), env.observe("seat_1")["observation"]))
    assert seen[0][0] != seen[1][0]
    assert np.array_equal(seen[0][1], seen[1][1])


def test_aec_and_parallel_are_the_same_game() -> None:
    """The same picks lead to the same result, whether they are given one after another or at once."""
    ends = []
    for at_once in (False, True):
        env = repulse.env.parallel("galaxy", game="invasion", players=3)
        env.reset(seed=8)
        picks = [Picks(seat) for seat in range(3)]
        play = env.core
        while owing := play.owing():
            for seats in [owing] if at_once else [[seat] for seat in owing]:
                play.pick({seat: picks[seat].of(play.mask(seat)) for seat in seats})
        ends.append(play.state.data())
    assert ends[0] == ends[1]


def test_parallel_wants_an_action_of_every_seat_that_owes_one() -> None:
    env = repulse.env.parallel("galaxy", players=2)
    seen, _ = env.reset(seed=1)
    with pytest.raises(ValueError, match="seat_1 is missing"):
        env.step({"seat_0": Picks(1).of(seen["seat_0"]["action_mask"])})


# --- rewards, endings, seeds ---


def test_winners_share_one_point() -> None:
    for seed in range(4):
        env = repulse.env.aec("earth", players=3)
        rewards = play_aec(env, seed)
        winners = env.core.state.winners()
        shares = [1 / len(winners) if seat in winners else 0 for seat in range(3)]
        assert list(rewards.values()) == pytest.approx(shares)


def test_a_game_past_its_round_limit_is_truncated(monkeypatch: pytest.MonkeyPatch) -> None:
    env = repulse.env.aec("galaxy", players=2)
    monkeypatch.setattr(env.core, "rounds", 2)
    rewards = play_aec(env, seed=1)
    assert env.core.truncated()
    assert not env.core.terminated()
    assert set(rewards.values()) == {0.0}


def test_a_game_is_truncated_after_the_maximum_of_cycles() -> None:
    one_by_one = repulse.env.aec("galaxy", players=2, max_cycles=5)
    assert set(play_aec(one_by_one, seed=1).values()) == {0.0}
    assert one_by_one.core.truncated()
    assert not one_by_one.core.terminated()
    assert max(one_by_one._picks) == 5
    at_once = repulse.env.parallel("earth", players=3, max_cycles=5)
    seen, _ = at_once.reset(seed=1)
    picks, steps = Picks(1), 0
    ends: list[Any] = []
    while at_once.agents:
        seen, *ends = at_once.step({agent: picks.of(seen[agent]["action_mask"]) for agent in at_once.agents})
        steps += 1
    rewards, terminations, truncations, infos = ends
    assert steps == 5
    assert all(truncations.values())
    assert not any(terminations.values())
    assert not any(rewards.values())
    assert infos["seat_0"]["winners"] == []
    for again in (pickle.loads(pickle.dumps(at_once)), copy.deepcopy(at_once)):
        assert again.core.truncated()
        assert not again.core.owing()
        again.reset(seed=1)
        assert again.agents
        assert not again.core.truncated()
    with pytest.raises(BadOptions, match="max_cycles must be at least 1"):
        repulse.env.aec("galaxy", max_cycles=0)


def test_a_game_that_ends_with_the_last_cycle_is_not_truncated() -> None:
    whole = repulse.env.aec("galaxy", players=2)
    rewards = play_aec(whole, seed=3)
    assert play_aec(repulse.env.aec("galaxy", players=2, max_cycles=max(whole._picks)), seed=3) == rewards


def test_infos_at_the_end_have_scores_winners_and_seed() -> None:
    env = repulse.env.parallel("galaxy", players=2)
    seen, infos = env.reset(seed=11)
    assert infos == {"seat_0": {}, "seat_1": {}}
    picks = Picks(1)
    ended: dict[str, bool] = {}
    while env.agents:
        agents = env.agents
        seen, _, ended, _, infos = env.step({agent: picks.of(seen[agent]["action_mask"]) for agent in agents})
    assert all(ended.values())
    state = env.core.state
    assert infos["seat_1"] == {"scores": state.scores(), "winners": state.winners(), "seed": 11}


def test_resets_without_a_seed_follow_from_the_last_seed() -> None:
    def seeds(first: int) -> list[int]:
        env = repulse.env.aec("earth", players=3)
        dealt = []
        for seed in (first, None, None):
            env.reset(seed=seed)
            dealt.append(env.core.seed)
        return dealt

    assert seeds(4) == seeds(4)
    assert seeds(4)[0] == 4
    assert len({*seeds(4), *seeds(5)}) == 6


def test_an_environment_can_be_pickled_and_copied() -> None:
    env = repulse.env.aec("galaxy", players=2)
    env.reset(seed=3)
    env.step(Picks(1).of(env.observe(env.agent_selection)["action_mask"]))
    for again in (pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):
        agent = env.agent_selection
        assert again.agent_selection == agent
        assert np.array_equal(again.observe(agent)["observation"], env.observe(agent)["observation"])
        again.step(Picks(2).of(again.observe(agent)["action_mask"]))
        assert again.core.picked(0) != env.core.picked(0) or again.core.state != env.core.state


# --- actions that are not open ---


def first_closed(observation: dict[str, Any]) -> int:
    return int(np.flatnonzero(observation["action_mask"] == 0)[0])


def test_an_action_that_is_not_open_is_refused_and_changes_nothing() -> None:
    env = repulse.env.aec("galaxy", players=2)
    env.reset(seed=1)
    before = env.core.state.clone()
    with pytest.raises(IllegalChoice, match="is not open to seat 0 at"):
        env.step(first_closed(env.observe("seat_0")))
    assert env.core.state == before
    with pytest.raises(IllegalChoice, match="no such action"):
        env.step(10**6)
    env.step(Picks(1).of(env.observe("seat_0")["action_mask"]))


def test_parallel_takes_no_pick_if_one_is_not_open() -> None:
    env = repulse.env.parallel("galaxy", players=2)
    seen, _ = env.reset(seed=1)
    legal = Picks(1).of(seen["seat_0"]["action_mask"])
    with pytest.raises(IllegalChoice):
        env.step({"seat_0": legal, "seat_1": first_closed(seen["seat_1"])})
    assert np.array_equal(env.observe("seat_0")["action_mask"], seen["seat_0"]["action_mask"])


def test_an_action_that_is_not_open_can_forfeit_the_game() -> None:
    env = repulse.env.aec("galaxy", players=3, forfeit=True)
    env.reset(seed=1)
    env.step(first_closed(env.observe("seat_0")))
    assert all(env.terminations.values())
    assert env.rewards == {"seat_0": ILLEGAL_REWARD, "seat_1": 0.0, "seat_2": 0.0}
    assert env.infos["seat_1"]["forfeited"] == 0


# --- words and names ---


def test_infos_can_have_words_for_people() -> None:
    env = repulse.env.aec("galaxy", players=2, texts=True)
    env.reset(seed=1)
    info = env.infos["seat_0"]
    assert info == env.texts("seat_0")
    assert info["question"].endswith(".")
    assert all(isinstance(option, str) for option in info["options"])
    assert list(info["actions"]) == np.flatnonzero(env.observe("seat_0")["action_mask"]).tolist()
    assert info["scores"] == env.core.state.scores()


def test_words_are_only_for_the_seat_that_is_asked() -> None:
    env = repulse.env.aec("galaxy", players=2, texts=True)
    env.reset(seed=1)
    assert env.infos["seat_1"] == {}


def test_observations_may_be_bytes_or_scaled() -> None:
    scaled, plain = (repulse.env.aec("earth", players=3, scaled=scaled) for scaled in (True, False))
    for env in (scaled, plain):
        env.reset(seed=2)
    numbers = plain.observe("seat_0")["observation"]
    assert numbers.dtype == np.uint8
    expected = numbers / np.array(plain.core.layout.scales, np.float32)
    assert np.allclose(scaled.observe("seat_0")["observation"], expected)


def test_a_waiting_seat_is_shown_the_table_but_no_question() -> None:
    env = repulse.env.parallel("earth", players=3, scaled=False)
    env.reset(seed=2)
    picks = Picks(2)
    while len(env.core.owing()) == 3:
        env.core.pick({env.core.owing()[0]: picks.of(env.core.mask(env.core.owing()[0]))})
    waiting = next(seat for seat in range(3) if seat not in env.core.owing())
    numbers = env.core.observation(waiting)
    prompts = [index for index, name in enumerate(env.core.layout.names) if name.startswith("prompt/")]
    assert prompts
    assert not numbers[prompts].any()
    assert numbers.any()


def test_every_mode_has_a_versioned_name() -> None:
    assert {"galaxy_base_v0", "galaxy_invasion_v0", "galaxy_xeno_invasion_v0", "earth_v0"} <= set(
        repulse.env.environment_names()
    )
    for name in repulse.env.environment_names():
        in_full = str(named(name).raw_env())
        assert in_full.replace(f"_{named(name).raw_env().core.players}p_", "_") == re.sub(r"_\dp_", "_", name)
        assert named(in_full).parallel_env().metadata["name"] == in_full
    with pytest.raises(AttributeError):
        named("chess_v0")


def test_a_named_environment_enforces_the_order_of_calls() -> None:
    env = repulse.env.galaxy_base_v0.env(players=2)
    with pytest.raises(AssertionError, match="reset"):
        env.step(0)
    with pytest.raises(AssertionError, match="reset"):
        env.observe("seat_0")


@pytest.mark.parametrize("make", [repulse.env.aec, repulse.env.parallel])
def test_a_render_mode_that_does_not_exist_is_refused(make: Any) -> None:
    with pytest.raises(BadOptions, match="None or one of ansi, not 'human'"):
        make("galaxy", players=2, render_mode="human")


def test_rendering_shows_the_table_as_a_spectator_sees_it() -> None:
    env = repulse.env.aec("galaxy", players=2, render_mode="ansi")
    env.reset(seed=1)
    assert "Player 1" in env.render()
