"""Train an agent with MaskablePPO of sb3-contrib. It needs the extra `env` and sb3-contrib: python examples/maskable_ppo.py.

It plays the base game for two against bots, in eight games at once, and learns from winning and losing alone.
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

import repulse.env  # noqa: F401  (registers the environments)

ENVIRONMENT = "repulse/galaxy-base-v0"


def win_rate(model: MaskablePPO, games: int, *, bots: str, seed: int = 1_000_000) -> float:
    """Return how many of its games the agent wins, in both seats in turn; a tie counts half."""
    won = 0.0
    for seat in (0, 1):
        env: Any = gymnasium.make(ENVIRONMENT, players=2, seat=seat, bots=bots)
        for game in range(games // 2):
            seen, info = env.reset(seed=seed + game)
            over, reward = False, 0.0
            while not over:
                action, _ = model.predict(seen, action_masks=info["action_mask"])
                seen, reward, terminated, truncated, info = env.step(int(action))
                over = terminated or truncated
            won += reward
    return won / (games // 2 * 2)


def train(steps: int, *, bots: str = "random", seed: int = 1) -> MaskablePPO:
    """Return an agent trained for a number of steps against bots."""
    envs = make_vec_env(
        ENVIRONMENT, n_envs=8, seed=seed, env_kwargs={"players": 2, "bots": bots, "render_mode": None}
    )
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=512,
        batch_size=512,
        n_epochs=4,
        gamma=1.0,
        ent_coef=0.01,
        learning_rate=1e-3,
        seed=seed,
    )
    return model.learn(steps)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--games", type=int, default=400, help="to measure the agent by")
    parser.add_argument("--bots", default="random")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    print(
        f"before: {win_rate(train(0, bots=chosen.bots, seed=chosen.seed), chosen.games, bots=chosen.bots):.1%} won"
    )
    agent = train(chosen.steps, bots=chosen.bots, seed=chosen.seed)
    print(f"after {chosen.steps:,} steps: {win_rate(agent, chosen.games, bots=chosen.bots):.1%} won")
    agent.save("agent")
