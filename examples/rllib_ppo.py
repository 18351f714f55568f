"""Train an agent with PPO of RLlib and its action-masking module. It needs the extra `env`, torch and ray[rllib].

    python examples/rllib_ppo.py --iterations 20

It plays the base game for two against bots, and learns from winning and losing alone.
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
import numpy as np
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

import repulse.env  # noqa: F401  (registers the environments)


class MaskInObservation(gymnasium.Wrapper[Any, Any, Any, Any]):
    """The form that RLlib's module wants: the mask beside the numbers, in one dictionary."""

    def __init__(self, config: dict[str, Any]) -> None:
        super().__init__(gymnasium.make("repulse/galaxy-base-v0", **config))
        actions = self.env.action_space.n  # type: ignore[attr-defined]
        self.observation_space = gymnasium.spaces.Dict(
            {
                "action_mask": gymnasium.spaces.Box(0.0, 1.0, (actions,), np.float32),
                "observations": self.env.observation_space,
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        seen, info = self.env.reset(seed=seed, options=options)
        return self._with_mask(seen, info), {}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        seen, reward, terminated, truncated, info = self.env.step(action)
        return self._with_mask(seen, info), float(reward), terminated, truncated, {}

    def _with_mask(self, seen: Any, info: dict[str, Any]) -> dict[str, Any]:
        return {"action_mask": info["action_mask"].astype(np.float32), "observations": seen}


def config(bots: str, *, runners: int, seed: int) -> PPOConfig:
    """Return the settings of the algorithm; `runners` processes play, 0 for this one."""
    return (
        PPOConfig()
        .environment(MaskInObservation, env_config={"players": 2, "bots": bots})
        .env_runners(num_env_runners=runners, num_envs_per_env_runner=16)
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                model_config={"fcnet_hiddens": [256, 128], "fcnet_activation": "relu"},
            )
        )
        .training(
            gamma=1.0,
            lr=1e-3,
            entropy_coeff=0.01,
            num_epochs=3,
            minibatch_size=1024,
            train_batch_size_per_learner=8192,
        )
        .debugging(seed=seed)
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iterations", type=int, default=20)
    parser.add_argument("--bots", default="random")
    parser.add_argument("--runners", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    algorithm = config(chosen.bots, runners=chosen.runners, seed=chosen.seed).build_algo()
    for iteration in range(1, chosen.iterations + 1):
        played = algorithm.train()["env_runners"]
        print(
            f"iteration {iteration}: {played['episode_return_mean']:.1%} won, {played['num_env_steps_sampled_lifetime']:,.0f} steps"
        )
    algorithm.stop()
