"""The games in TextArena: agents in all seats."""

from __future__ import annotations

import random

import pytest

pytestmark = pytest.mark.assistants
textarena = pytest.importorskip("textarena")

from repulse.env.text.textarena import TextArenaEnvironment  # noqa: E402


@pytest.mark.parametrize(("name", "players"), [("galaxy-base", 3), ("galaxy-invasion", 2), ("earth", 3)])
def test_agents_in_all_seats_play_a_game_to_its_end(name: str, players: int) -> None:
    env = textarena.make(f"Repulse-{name}-v0")
    env.reset(num_players=players, seed=7)
    done, seen = False, set()
    while not done:
        player, observation = env.get_observation()
        assert observation
        seen.add(player)
        done, _ = env.step(f"Answer: {env.table.bot_reply(player, 'sensible')}")
    rewards, info = env.close()
    assert seen == set(range(players))
    assert sum(rewards.values()) == pytest.approx(1)
    assert "VP" in info[0]["reason"]


def test_an_agent_sees_only_its_own_observations() -> None:
    env = TextArenaEnvironment("galaxy")
    env.reset(num_players=2, seed=7)
    _, first = env.get_observation()
    env.step("1, 2")
    player, second = env.get_observation()
    assert player == 1
    hand = next(line for line in str(first).split("\\n") if "is dealt" in line and "Player 1" in line)
    assert hand not in str(second)


def test_wrong_replies_are_corrected_and_then_lose_the_game() -> None:
    env = TextArenaEnvironment("galaxy", error_allowance=2)
    env.reset(num_players=2, seed=7)
    assert env.step("nonsense") == (False, {})
    assert "not one of the options" in str(env.get_observation())
    env.step("nonsense")
    done, _ = env.step("nonsense")
    rewards, _ = env.close()
    assert done
    assert rewards == {0: -1, 1: 1}


def test_a_game_leaves_the_global_random_stream_alone() -> None:
    random.seed(1)
    expected = random.random()
    random.seed(1)
    TextArenaEnvironment("galaxy").reset(num_players=2, seed=7)
    assert random.random() == expected
