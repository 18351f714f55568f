"""The speed of environments, ours and PettingZoo's own classic games, with observations and masks.

All AEC environments are stepped by the same loop: `last`, a random choice among the open actions, `step`.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Mapping
from time import process_time
from typing import Any

import numpy as np

from bench.peers import draw

ROWS = (16, 256)
"""The numbers of games that the vector form plays at once: few, which stay in the cache of a core, and as many as
learners take."""


def aec_steps_per_second(env: Any, seconds: float, seed: int) -> float:
    """Return the random steps per second of processor time, including the choice of an action."""
    chance = random.Random(seed)
    steps = games = 0
    start = process_time()
    spent = 0.0
    while spent < seconds:
        # A seed for the first game alone: some environments are made again for every seed.
        env.reset(seed=None if games else seed)
        games += 1
        while env.agents:
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                break
            open_actions = seen["action_mask"].nonzero()[0]
            env.step(int(open_actions[int(chance.random() * len(open_actions))]))
            steps += 1
        spent = process_time() - start
    return steps / spent


def vector_steps_per_second(env: Any, seconds: float, seed: int) -> tuple[float, float]:
    """Return the same for many games at once: with the choice of actions, and without it."""
    chance = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    steps = 0
    choosing = spent = 0.0
    start = process_time()
    while spent < seconds:
        for _ in range(10):
            began = process_time()
            masks = info["action_mask"]
            actions = (chance.random(masks.shape, np.float32) * masks).argmax(axis=1)
            choosing += process_time() - began
            info = env.step(actions)[4]
            steps += len(actions)
        spent = process_time() - start
    return steps / spent, steps / (spent - choosing)


def spiel_steps_per_second(name: str, seconds: float, seed: int) -> float:
    """Return the random steps per second of processor time of a game of OpenSpiel, each with tensor and mask."""
    import pyspiel
    from open_spiel.python.observation import make_observation

    game = pyspiel.load_game(name)
    observation = make_observation(game)
    chance = random.Random(seed)
    steps = 0
    start = process_time()
    spent = 0.0
    while spent < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(draw(state, chance))
                continue
            player = state.current_player()
            observation.set_from(state, player)
            state.legal_actions_mask(player)
            actions = state.legal_actions()
            state.apply_action(actions[int(chance.random() * len(actions))])
            steps += 1
        spent = process_time() - start
    return steps / spent


def our_steps(game: str, options: Mapping[str, Any], seconds: float, *, seed: int) -> dict[str, float]:
    """Return the steps per second of our environments."""
    import repulse.env.spiel  # noqa: F401  # registers the games
    from repulse.env import aec, vector

    share = seconds / (2 + len(ROWS))
    figures = {"AEC": aec_steps_per_second(aec(game, **options), share, seed)}
    for rows in ROWS:
        env = vector(game, rows, scaled=False, **options)
        _, figures[f"vector of {rows}"] = vector_steps_per_second(env, share, seed)
    mode = f"mode={options['game']}," if "game" in options else ""
    name = f"repulse_{game}({mode}players={options['players']})"
    figures["OpenSpiel"] = spiel_steps_per_second(name, share, seed)
    return figures


def classic_steps(name: str, seconds: float, seed: int) -> dict[str, float]:
    """Return the steps per second of a classic game of PettingZoo."""
    warnings.simplefilter("ignore")
    from pettingzoo.classic import texas_holdem_v4
    from pettingzoo.classic.rlcard_envs.rlcard_base import RLCardBase

    env: Any
    if name == "gin_rummy":
        # PettingZoo 1.27 no longer has the module; this is the class that it was made of.
        env = RLCardBase("gin-rummy", 2, (5, 52))
        env.render_mode = None
    else:
        # The raw environment: the usual wrappers only check the order of calls.
        env = texas_holdem_v4.raw_env()
    return {"AEC": aec_steps_per_second(env, seconds, seed)}
