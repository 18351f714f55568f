"""PettingZoo: every seat is an agent, `seat_0` to `seat_4`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from repulse.engine.contract import BadOptions, Seat
from repulse.engine.picks.session import GAME_OVER
from repulse.env.core import RENDER_MODES, EnvCore, check_render_mode
from repulse.env.naming import environment_name

Observation: TypeAlias = dict[str, Any]
"""`observation`: the numbers; `action_mask`: 1 for every legal action."""


class _Agents:
    """The common part of both kinds of environment: agents, spaces and observations."""

    metadata: dict[str, Any]
    agents: list[str]
    possible_agents: list[str]

    def __init__(
        self,
        game: str,
        options: Mapping[str, object],
        *,
        scaled: bool,
        texts: bool,
        forfeit: bool,
        render_mode: str | None,
        max_cycles: int | None,
    ) -> None:
        if max_cycles is not None and max_cycles < 1:
            raise BadOptions(f"max_cycles must be at least 1, not {max_cycles}.")
        self.core = EnvCore(game, options, scaled=scaled)
        """The game behind the arrays."""
        self.metadata = {
            "name": environment_name(game, self.core.options),
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self.render_mode = check_render_mode(render_mode)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.core.players)]
        self.agents = []
        self._seats: dict[str, Seat] = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._texts = texts
        self._forfeit = forfeit
        self._max_cycles = max_cycles
        numbers, mask = self.core.observation_space(), self.core.mask_space()
        self._observation_spaces = {
            agent: spaces.Dict({"observation": numbers, "action_mask": mask})
            for agent in self.possible_agents
        }
        self._action_spaces = {agent: self.core.action_space() for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations: the numbers and the mask."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        """Return the space of all actions, legal or not."""
        return self._action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        """Return the current observation of an agent."""
        seat = self._seats[agent]
        return {"observation": self.core.observation(seat), "action_mask": self.core.mask(seat)}

    def texts(self, agent: str) -> dict[str, Any]:
        """Return the pending decision of an agent as texts for people."""
        return self.core.texts(self._seats[agent])

    def render(self) -> str:
        """Return the table as plain text, from the view of a spectator."""
        return self.core.table_text()

    def close(self) -> None:
        """Do nothing: no resource is held."""

    def _info(self, agent: str) -> dict[str, Any]:
        return self.core.info(self._seats[agent], texts=self._texts)


class AecEnvironment(_Agents, AECEnv[str, Observation, int | None]):
    """One agent acts after another.

    Of several seats with a simultaneous decision, the lowest acts first. The others do not see its answer before they have
    given theirs.
    """

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start the game of a seed; `options` are ignored."""
        self.core.deal(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._picks = [0] * self.core.players
        self._select()

    def step(self, action: int | None) -> None:
        """Apply the pick of the agent whose turn it is.

        Raises:
            ValueError: The game is over for the agent, and the action is not None.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is still playing, so its action cannot be None.")
        seat, pick, session = self._seats[agent], int(action), self.core.session
        if self._forfeit and not session.is_legal(seat, pick):
            self.core.forfeit(seat)
        else:
            session.pick(seat, pick)
        self._cumulative_rewards[agent] = 0.0
        self._picks[seat] += 1
        self._select()

    def _select(self) -> None:
        """Select the next agent, or end the game."""
        seat = self.core.session.seat
        if seat != GAME_OVER and self._picks[seat] == self._max_cycles:
            self.core.stop()
            seat = GAME_OVER
        if seat != GAME_OVER:
            agent = self.agent_selection = self.possible_agents[seat]
            if self._texts:
                self.infos[agent] = self._info(agent)
            return
        terminated, truncated = self.core.terminated(), self.core.truncated()
        for agent, reward in zip(self.possible_agents, self.core.rewards(), strict=True):
            self.terminations[agent] = terminated
            self.truncations[agent] = truncated
            self.rewards[agent] = reward
            self.infos[agent] = self._info(agent)
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]


class ParallelEnvironment(_Agents, ParallelEnv[str, Observation, int]):
    """All agents act at once: every seat with a pending decision picks; for the others only DONE is legal."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Start the game of a seed; `options` are ignored."""
        self.core.deal(seed)
        self.agents = self.possible_agents[:]
        self._steps = 0
        return self._observations(), self._infos()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Apply a pick of every seat with a pending decision; the other seats may be left out.

        Raises:
            ValueError: A seat with a pending decision has no pick.
        """
        if not self.agents:
            return {}, {}, {}, {}, {}
        missing = [seat for seat in self.core.owing() if self.possible_agents[seat] not in actions]
        if missing:
            raise ValueError(f"An action of {self.possible_agents[missing[0]]} is missing.")
        picks = {self._seats[agent]: int(action) for agent, action in actions.items()}
        illegal = [seat for seat, action in picks.items() if not self.core.is_legal(seat, action)]
        if self._forfeit and illegal:
            self.core.forfeit(illegal[0])
        else:
            self.core.pick(picks)
        self._steps += 1
        if self._steps == self._max_cycles and self.core.owing():
            self.core.stop()
        over = not self.core.owing()
        seat_rewards = self.core.rewards() if over else [0.0] * self.core.players
        rewards = dict(zip(self.possible_agents, seat_rewards, strict=True))
        terminations = dict.fromkeys(self.agents, over and self.core.terminated())
        truncations = dict.fromkeys(self.agents, over and self.core.truncated())
        result = self._observations(), rewards, terminations, truncations, self._infos()
        if over:
            self.agents = []
        return result

    def _observations(self) -> dict[str, Observation]:
        return {agent: self.observe(agent) for agent in self.agents}

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {agent: self._info(agent) for agent in self.agents}
