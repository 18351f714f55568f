"""Train an agent with PPO by self-play, in one file as CleanRL writes it. It needs the extra `env` and torch.

    python examples/ppo_torch.py --steps 2000000

One net plays both seats of 64 games of the base game for two at once (`repulse.env.vector`), and learns from winning and losing
alone. The names of the algorithm are those of CleanRL's ppo.py.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

import repulse
import repulse.env

GAME: dict[str, Any] = {"game": "base", "players": 2}
CLOSED = -1e9


class Agent(nn.Module):  # type: ignore[misc]
    """A policy over the open actions, and the chance of winning of the seat that is asked."""

    def __init__(self, numbers: int, actions: int) -> None:
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(numbers, 256), nn.ReLU(), nn.Linear(256, 128), nn.ReLU())
        self.actor = nn.Linear(128, actions)
        self.critic = nn.Linear(128, 1)
        nn.init.normal_(self.actor.weight, std=0.01)

    def forward(self, obs: torch.Tensor, mask: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        hidden = self.trunk(obs)
        logits = torch.where(mask, self.actor(hidden), torch.full_like(mask, CLOSED, dtype=torch.float32))
        return Categorical(logits=logits), torch.sigmoid(self.critic(hidden)[:, 0])


def advantages_per_seat(
    values: np.ndarray, *, seats: np.ndarray, rewards: np.ndarray, dones: np.ndarray, gae_lambda: float
) -> np.ndarray:
    """Return generalized advantages (gamma 1), where the next step of a *seat* is the next one at which it is asked.

    Args:
        values: The chance of winning that the net gave, by step and game.
        seats: The seat that was asked.
        rewards: The reward of each seat, by step, game and seat; it comes with the last step of a game.
        dones: Whether the game ended with the step.
        gae_lambda: The horizon of advantages, as a decay per step.
    """
    steps, games, players = rewards.shape
    advantages = np.zeros((steps, games), np.float32)
    rows = np.arange(games)
    ahead = np.zeros((games, players), np.float32)  # of each seat: its advantage at its next step
    following = np.zeros(
        (games, players), np.float32
    )  # its value there, or its reward if the game ended before
    has_next = np.zeros((games, players), bool)  # whether it has a next step in this batch
    for step in reversed(range(steps)):
        over = dones[step]
        following[over], ahead[over], has_next[over] = rewards[step][over], 0.0, True
        seat = seats[step]
        # Where the batch ends before the seat is asked again, its own value is the best guess.
        target = np.where(has_next[rows, seat], following[rows, seat], values[step])
        advantages[step] = target - values[step] + gae_lambda * ahead[rows, seat]
        ahead[rows, seat], following[rows, seat], has_next[rows, seat] = advantages[step], values[step], True
    return advantages


def collect(agent: Agent, envs: Any, start: tuple[Any, Any], *, num_steps: int) -> tuple[list[Any], Any]:
    """Play `num_steps` steps of every game from `start`, the observations and infos of the step before.

    Returns:
        The columns of the batch by step and game (observation, mask, action, its log-probability, value, seat, rewards,
        whether the game ended), and where to start next.
    """
    obs, info = start
    batch: list[tuple[Any, ...]] = []
    for _ in range(num_steps):
        mask, seat = info["action_mask"].astype(bool), info["seat"].copy()
        with torch.no_grad():
            policy, value = agent(torch.from_numpy(obs), torch.from_numpy(mask))
            action = policy.sample()
        log_prob = policy.log_prob(action).numpy()
        following, rewards, terminations, truncations, info = envs.step(action.numpy())
        done = terminations | truncations
        batch.append((obs.copy(), mask, action.numpy(), log_prob, value.numpy(), seat, rewards.copy(), done))
        obs = following
    return [np.stack(column) for column in zip(*batch, strict=True)], (obs, info)


def policy_loss(
    agent: Agent, columns: list[torch.Tensor], rows: torch.Tensor, *, clip_coef: float, ent_coef: float
) -> torch.Tensor:
    """Return the loss of PPO on some rows of a batch: of the policy, of the value, minus the entropy."""
    obs, mask, action, old_log_prob, advantage, result = (column[rows] for column in columns)
    policy, value = agent(obs, mask)
    ratio = (policy.log_prob(action) - old_log_prob).exp()
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    clipped = ratio.clamp(1 - clip_coef, 1 + clip_coef)
    pg_loss = -torch.min(advantage * ratio, advantage * clipped).mean()
    v_loss = ((value - result) ** 2).mean()
    loss: torch.Tensor = pg_loss + 0.5 * v_loss - ent_coef * policy.entropy().mean()
    return loss


def train(
    total_steps: int,
    num_envs: int = 64,
    num_steps: int = 128,
    *,
    seed: int = 1,
    learning_rate: float = 1e-3,
    gae_lambda: float = 0.95,
    clip_coef: float = 0.2,
    ent_coef: float = 0.01,
    update_epochs: int = 3,
    num_minibatches: int = 4,
) -> Agent:
    """Return an agent trained by playing against itself."""
    torch.manual_seed(seed)
    envs: Any = repulse.env.vector("galaxy", num_envs, **GAME)
    agent = Agent(envs.single_observation_space.shape[0], int(envs.single_action_space.n))
    optimizer = torch.optim.Adam(agent.parameters(), lr=learning_rate, eps=1e-5)
    start = envs.reset(seed=seed)
    size = num_envs * num_steps
    played, began = 0, time.perf_counter()
    while played < total_steps:
        batch, start = collect(agent, envs, start, num_steps=num_steps)
        *inputs, values, seats, rewards, dones = batch
        advantages = advantages_per_seat(
            values, seats=seats, rewards=rewards, dones=dones, gae_lambda=gae_lambda
        )
        columns = [
            torch.from_numpy(column.reshape(-1, *column.shape[2:]))
            for column in (*inputs, advantages, advantages + values)
        ]
        for _ in range(update_epochs):
            for rows in torch.randperm(size).split(size // num_minibatches):
                loss = policy_loss(agent, columns, rows, clip_coef=clip_coef, ent_coef=ent_coef)
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
                optimizer.step()
        played += size
        if played // size % 20 == 0:
            speed = played / (time.perf_counter() - began)
            print(
                f"{played:,} steps, {int(dones.sum())} games in the last {num_steps}, {speed:,.0f} steps/s",
                flush=True,
            )
    return agent


def win_rate(agent: Agent, bots: str, *, games: int, seed: int = 1_000_000) -> float:
    """Return how many of its games the agent wins, in both seats in turn; a tie counts half."""
    envs = repulse.env.SeatVectorEnvironment("galaxy", 40, seat=None, bots=bots, **GAME)
    obs, info = envs.reset(seed=seed)
    # As many games of each row, since the first games to end would be the short ones.
    results: list[list[float]] = [[] for _ in range(envs.num_envs)]
    while min(map(len, results)) < games // envs.num_envs:
        with torch.no_grad():
            policy, _ = agent(torch.from_numpy(obs), torch.from_numpy(info["action_mask"].astype(bool)))
        obs, rewards, terminations, truncations, info = envs.step(policy.sample().numpy())
        for row in np.flatnonzero(terminations | truncations):
            results[row].append(float(rewards[row]))
    return float(np.mean([row[: games // envs.num_envs] for row in results]))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=1_000_000)
    parser.add_argument("--games", type=int, default=400, help="to measure the agent by")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    agent = train(chosen.steps, seed=chosen.seed)
    for bots in ("random", "beginner", "casual", "sensible"):
        print(f"against {bots}: {win_rate(agent, bots, games=chosen.games):.1%} won")
    torch.save(agent.state_dict(), "agent.pt")
