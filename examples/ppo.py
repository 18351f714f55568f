"""Train an agent with PPO, in one file. It needs the extra `env`, jax and optax: python examples/ppo.py --updates 60.

It plays the base game for two against random bots in 64 games at once (Gymnasium's vector form), in whichever seat, and
learns from winning and losing alone. Every name of the algorithm is as in CleanRL's single-file implementations.
"""

from __future__ import annotations

import argparse
import time
from functools import partial
from typing import Any, NamedTuple

import gymnasium
import jax
import jax.numpy as jnp
import numpy as np
import optax

import repulse.env  # noqa: F401  (registers the environments)

HIDDEN = 128
GAMMA, GAE_LAMBDA = 1.0, 0.95
CLIP, ENTROPY, VALUE = 0.2, 0.01, 0.5
EPOCHS, MINIBATCHES = 3, 4
CLOSED = -1e9


class Batch(NamedTuple):
    """Steps to learn from, one a row."""

    seen: Any
    mask: Any
    action: Any
    log_prob: Any
    advantage: Any
    result: Any


def new_params(seed: int, numbers: int, actions: int) -> dict[str, jax.Array]:
    keys = jax.random.split(jax.random.PRNGKey(seed), 3)
    return {
        "in": jax.random.normal(keys[0], (numbers, HIDDEN)) / np.sqrt(40),  # some 70 numbers are not 0
        "hidden": jax.random.normal(keys[1], (HIDDEN, HIDDEN)) / np.sqrt(HIDDEN),
        "policy": jax.random.normal(keys[2], (HIDDEN, actions)) * 0.01,
        "value": jnp.zeros((HIDDEN, 1)),
    }


@jax.jit
def forward(params: dict[str, jax.Array], seen: Any, mask: Any) -> tuple[jax.Array, jax.Array]:
    """The log-probability of each action, and the chance of winning."""
    hidden = jax.nn.relu(seen @ params["in"])
    hidden = jax.nn.relu(hidden @ params["hidden"])
    logits = jnp.where(mask == 1, hidden @ params["policy"], CLOSED)
    return jax.nn.log_softmax(logits), (hidden @ params["value"])[:, 0] + 0.5


def loss(params: dict[str, jax.Array], batch: Batch) -> jax.Array:
    log_probs, value = forward(params, batch.seen, batch.mask)
    taken = jnp.take_along_axis(log_probs, batch.action[:, None], 1)[:, 0]
    ratio = jnp.exp(taken - batch.log_prob)
    clipped = jnp.clip(ratio, 1 - CLIP, 1 + CLIP)
    policy = -jnp.minimum(ratio * batch.advantage, clipped * batch.advantage).mean()
    entropy = -jnp.where(batch.mask == 1, jnp.exp(log_probs) * log_probs, 0).sum(1).mean()
    total: jax.Array = policy + VALUE * ((value - batch.result) ** 2).mean() - ENTROPY * entropy
    return total


class Agent:
    """A net that learns."""

    def __init__(self, seed: int, numbers: int, actions: int, *, rate: float) -> None:
        self.params = new_params(seed, numbers, actions)
        self.optimizer = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(rate))
        self.moments = self.optimizer.init(self.params)
        self.chance = np.random.default_rng(seed)

    def act(self, seen: Any, mask: Any) -> tuple[Any, Any, Any]:
        """An action for each row, drawn by its probability; the log of that, and the chance of winning."""
        log_probs, value = (np.asarray(array) for array in forward(self.params, seen, mask))
        gumbel = self.chance.gumbel(size=log_probs.shape).astype(np.float32)
        action = np.where(mask == 1, log_probs + gumbel, -np.inf).argmax(axis=1)
        return action, np.take_along_axis(log_probs, action[:, None], 1)[:, 0], value

    def learn(self, batch: Batch) -> None:
        rows = len(batch.action)
        for _ in range(EPOCHS):
            for part in np.split(self.chance.permutation(rows), MINIBATCHES):
                chosen = Batch(*(column[part] for column in batch))
                self.params, self.moments = self._update(self.params, self.moments, chosen)

    @partial(jax.jit, static_argnums=0)
    def _update(self, params: Any, moments: Any, batch: Batch) -> tuple[Any, Any]:
        gradient = jax.grad(loss)(params, batch)
        change, moments = self.optimizer.update(gradient, moments, params)
        return optax.apply_updates(params, change), moments


def train(
    updates: int, rows: int = 64, steps: int = 128, *, seed: int = 1, rate: float = 1e-3, say: Any = print
) -> list[float]:
    """Train an agent; the share of games that it won in each update."""
    env: Any = gymnasium.make_vec(
        "repulse/galaxy-base-v0", num_envs=rows, players=2, seat=None, bots="random"
    )
    agent = Agent(seed, env.single_observation_space.shape[0], env.single_action_space.n, rate=rate)
    seen, info = env.reset(seed=seed)
    mask = info["action_mask"]
    shares: list[float] = []
    began, played = time.perf_counter(), 0
    for update in range(updates):
        kept: list[tuple[Any, ...]] = []
        wins: list[float] = []
        for _ in range(steps):
            action, log_prob, value = agent.act(seen, mask)
            next_seen, reward, terminated, truncated, info = env.step(action)
            over = terminated | truncated
            kept.append((seen, mask, action, log_prob, value, reward, over))
            wins += reward[over].tolist()
            seen, mask = next_seen, info["action_mask"]
        seens, masks, actions, log_probs, values, rewards, overs = (
            np.stack(steps) for steps in zip(*kept, strict=True)
        )
        advantages = np.zeros_like(rewards)
        ahead, following = np.zeros(rows, np.float32), agent.act(seen, mask)[2]
        for step in reversed(range(steps)):
            goes_on = 1.0 - overs[step]
            error = rewards[step] + GAMMA * following * goes_on - values[step]
            ahead = advantages[step] = error + GAMMA * GAE_LAMBDA * goes_on * ahead
            following = values[step]
        results = advantages + values
        scaled = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        flat = [
            array.reshape(rows * steps, *array.shape[2:])
            for array in (seens, masks, actions, log_probs, scaled, results)
        ]
        agent.learn(Batch(*flat))
        played += rows * steps
        shares.append(float(np.mean(wins)) if wins else float("nan"))
        speed = played / (time.perf_counter() - began)
        say(f"update {update + 1}: {len(wins)} games, {shares[-1]:.0%} won, {speed:,.0f} steps/s")
    env.close()
    return shares


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--updates", type=int, default=60)
    parser.add_argument("--rows", type=int, default=64)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    train(chosen.updates, chosen.rows, seed=chosen.seed)
