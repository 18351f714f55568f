"""The Gymnasium environments: Gymnasium's own check, and games against bots."""

from __future__ import annotations

import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from tests.env.learners import CONFIGURATIONS, Picks

import repulse.env
from repulse.engine.bot import BotError
from repulse.engine.contract import BadOptions, Choice, Decision, IllegalChoice, RepulseError, State
from repulse.env.core import ILLEGAL_REWARD

REGISTERED = sorted(name for name in gymnasium.registry if name.startswith("repulse/"))
NAMES = [name for name in REGISTERED if "p-v" not in name]
"""Those that leave the number of players open."""


def play(env: gymnasium.Env[Any, Any], seed: int) -> tuple[list[Any], float, dict[str, Any]]:
    """Play a game to its end; what was seen, the last reward and the last info."""
    seen, info = env.reset(seed=seed)
    picks = Picks(seed)
    all_seen, reward, over = [seen], 0.0, False
    while not over:
        assert reward == 0
        seen, gained, terminated, truncated, info = env.step(picks.of(info["action_mask"]))
        all_seen.append(seen)
        reward, over = float(gained), terminated or truncated
    return all_seen, reward, info


@pytest.mark.filterwarnings("ignore:.*render_mode")
def test_a_render_mode_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadOptions, match="not 'human'"):
        gymnasium.make("repulse/galaxy-base-v0", players=2, render_mode="human")


def test_a_bot_that_does_not_exist_is_refused_when_the_game_is_made() -> None:
    with pytest.raises(RepulseError, match="sensibel"):
        gymnasium.make("repulse/galaxy-base-v0", players=2, bots="sensibel")


def test_every_mode_is_registered() -> None:
    assert "repulse/galaxy-xeno-invasion-v0" in NAMES
    assert len(REGISTERED) == len(repulse.env.environment_names())
    counts = {name for name in REGISTERED if name.startswith("repulse/galaxy-base-")}
    assert counts == {f"repulse/galaxy-base{players}-v0" for players in ("", "-2p", "-3p", "-4p")}
    env: Any = gymnasium.make("repulse/earth-5p-v0", bots="random").unwrapped
    assert env.core.players == 5


@pytest.mark.parametrize("name", NAMES)
def test_gymnasium_accepts_the_environment(name: str) -> None:
    check_env(gymnasium.make(name, bots="random").unwrapped)
    check_env(gymnasium.make(name, bots="random", scaled=False, texts=True).unwrapped)


@pytest.mark.parametrize(("game", "options"), CONFIGURATIONS)
def test_a_whole_game_of_every_configuration(game: str, options: dict[str, Any]) -> None:
    players = options["players"]
    assert isinstance(players, int)
    env = repulse.env.SeatEnvironment(game, seat=players - 1, bots="random", **options)
    seen, reward, info = play(env, seed=2)
    assert all(
        env.observation_space.contains(observation) for observation in seen[:: max(1, len(seen) // 20)]
    )
    assert reward == (1 / len(info["winners"]) if players - 1 in info["winners"] else 0)


def test_the_same_seed_plays_the_same_game() -> None:
    first, other = (play(gymnasium.make("repulse/galaxy-base-v0", players=3), seed=6) for _ in range(2))
    assert np.array_equal(first[0], other[0])
    assert first[2]["scores"] == other[2]["scores"]


def test_each_other_seat_can_have_its_own_bot() -> None:
    env = repulse.env.SeatEnvironment("earth", players=3, seat=1, bots=["random", "sensible"])
    assert env.bots == {0: "random", 2: "sensible"}
    play(env, seed=1)


def test_seats_and_bots_are_checked() -> None:
    with pytest.raises(BadOptions, match="no seat 3"):
        repulse.env.SeatEnvironment("earth", players=3, seat=3)
    with pytest.raises(BadOptions, match="2 other seats, not 1"):
        repulse.env.SeatEnvironment("earth", players=3, bots=["random"])


class Stubborn(repulse.Bot[State]):
    """A bot that always answers the same, legal or not."""

    def choose(self, view: State, decision: Decision) -> Choice:
        return [-99]


class Silent(repulse.Bot[State]):
    def choose(self, view: State, decision: Decision) -> Choice:
        return None  # type: ignore[return-value]


class Leaver(repulse.Bot[State]):
    def choose(self, view: State, decision: Decision) -> Choice:
        sys.exit("enough")


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        (Stubborn, r"answered .* with \[-99\]"),
        (Silent, "answered .* with None|got None"),
        (Leaver, "failed at .*SystemExit: enough"),
    ],
)
def test_a_bot_that_breaks_the_rules_is_named(bot: type[repulse.Bot[State]], words: str) -> None:
    name = f"{__name__}:{bot.__name__}"
    with pytest.raises(BotError, match=rf"{bot.__name__}.*({words})"):
        play(repulse.env.SeatEnvironment("galaxy", players=2, bots=name), seed=1)
    with pytest.raises(BotError, match=rf"{bot.__name__}.*({words})"):
        repulse.env.SeatVectorEnvironment("galaxy", 2, players=2, seat=1, bots=name).reset(seed=1)


def test_an_action_that_is_not_open_forfeits_the_game() -> None:
    env = repulse.env.SeatEnvironment("galaxy", players=2)
    _, info = env.reset(seed=1)
    closed = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, terminated, truncated, info = env.step(closed)
    assert (reward, terminated, truncated) == (ILLEGAL_REWARD, True, False)
    assert info["forfeited"] == 0


def test_an_action_that_is_not_open_can_be_an_error() -> None:
    env = repulse.env.SeatEnvironment("galaxy", players=2, forfeit=False)
    _, info = env.reset(seed=1)
    with pytest.raises(IllegalChoice):
        env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))


def test_the_masks_of_maskable_learners_are_those_of_the_infos() -> None:
    env = repulse.env.SeatEnvironment("galaxy", players=2)
    _, info = env.reset(seed=1)
    assert np.array_equal(env.action_masks(), info["action_mask"])
    assert env.texts()["question"]


def test_a_game_past_its_round_limit_is_truncated(monkeypatch: pytest.MonkeyPatch) -> None:
    env = repulse.env.SeatEnvironment("galaxy", players=2)
    monkeypatch.setattr(env.core, "rounds", 2)
    _, reward, info = play(env, seed=1)
    assert env.core.truncated()
    assert reward == 0
    assert info["winners"] == []
