"""PettingZoo: every seat is an agent, `seat_0` to `seat_4`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from repulse.engine.contract import BadOptions, Seat
from repulse.engine.picked_play import NOBODY
from repulse.env.naming import environment_name
from repulse.env.picking import PickedGame

Observation: TypeAlias = dict[str, Any]
"""`observation`: the numbers; `action_mask`: 1 for every action that is open."""


class _Agents:
    """What both kinds of environment have: the agents, their spaces and what they see."""

    metadata: dict[str, Any]
    agents: list[str]
    possible_agents: list[str]

    def __init__(
        self,
        game: str,
        options: Mapping[str, object],
        *,
        scaled: bool,
        words: bool,
        forfeit: bool,
        render_mode: str | None,
        max_cycles: int | None,
    ) -> None:
        if max_cycles is not None and max_cycles < 1:
            raise BadOptions(f"A game has at least one cycle, not {max_cycles}.")
        self.play = PickedGame(game, options, scaled)
        """The game behind the arrays, for inspection."""
        self.metadata = {
            "name": environment_name(game, self.play.options),
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.play.players)]
        self.agents = []
        self._seats: dict[str, Seat] = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._words = words
        self._forfeit = forfeit
        self._max_cycles = max_cycles
        numbers, mask = self.play.observation_space(), self.play.mask_space()
        self._observation_spaces = {
            agent: spaces.Dict({"observation": numbers, "action_mask": mask})
            for agent in self.possible_agents
        }
        self._action_spaces = {agent: self.play.action_space() for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        """What an agent sees: the numbers and the mask."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        """All actions, open or not."""
        return self._action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        """What an agent sees now."""
        seat = self._seats[agent]
        return {"observation": self.play.observation(seat), "action_mask": self.play.mask(seat)}

    def words(self, agent: str) -> dict[str, Any]:
        """What an agent is asked, in words for people."""
        return self.play.words(self._seats[agent])

    def render(self) -> str:
        """The table in plain words, as a spectator sees it."""
        return self.play.table_text()

    def close(self) -> None:
        """Nothing is held open."""

    def _info(self, agent: str) -> dict[str, Any]:
        return self.play.info(self._seats[agent], self._words)


class AecEnvironment(_Agents, AECEnv[str, Observation, int | None]):
    """One agent after another.

    Of several seats that owe an answer at once the lowest is asked first. The others do not see its answer before they
    have given theirs.
    """

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the game of a seed; `options` are ignored."""
        self.play.deal(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._picks = [0] * self.play.players
        self._select()

    def step(self, action: int | None) -> None:
        """Take the next pick of the agent that is asked."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is still playing, so its action cannot be None.")
        seat, pick, play = self._seats[agent], int(action), self.play.play
        if self._forfeit and not play.is_open(seat, pick):
            self.play.forfeit(seat)
        else:
            play.pick(seat, pick)
        self._cumulative_rewards[agent] = 0.0
        self._picks[seat] += 1
        self._select()

    def _select(self) -> None:
        """Ask the next agent, or end the game."""
        seat = self.play.play.seat
        if seat != NOBODY and self._picks[seat] == self._max_cycles:
            self.play.call_off()
            seat = NOBODY
        if seat != NOBODY:
            agent = self.agent_selection = self.possible_agents[seat]
            if self._words:
                self.infos[agent] = self._info(agent)
            return
        terminated, truncated = self.play.terminated(), self.play.truncated()
        for agent, reward in zip(self.possible_agents, self.play.rewards(), strict=True):
            self.terminations[agent] = terminated
            self.truncations[agent] = truncated
            self.rewards[agent] = reward
            self.infos[agent] = self._info(agent)
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]


class ParallelEnvironment(_Agents, ParallelEnv[str, Observation, int]):
    """All agents at once: every seat that owes an answer gives its next pick; for the others DONE alone is open."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Deal the game of a seed; `options` are ignored."""
        self.play.deal(seed)
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
        """Take a pick of every seat that owes an answer; the others may leave theirs out."""
        if not self.agents:
            return {}, {}, {}, {}, {}
        missing = [seat for seat in self.play.owing() if self.possible_agents[seat] not in actions]
        if missing:
            raise ValueError(f"An action of {self.possible_agents[missing[0]]} is missing.")
        picks = {self._seats[agent]: int(action) for agent, action in actions.items()}
        closed = [seat for seat, action in picks.items() if not self.play.is_open(seat, action)]
        if self._forfeit and closed:
            self.play.forfeit(closed[0])
        else:
            self.play.pick(picks)
        self._steps += 1
        if self._steps == self._max_cycles and self.play.owing():
            self.play.call_off()
        over = not self.play.owing()
        given = self.play.rewards() if over else [0.0] * self.play.players
        rewards = dict(zip(self.possible_agents, given, strict=True))
        terminations = dict.fromkeys(self.agents, over and self.play.terminated())
        truncations = dict.fromkeys(self.agents, over and self.play.truncated())
        answer = self._observations(), rewards, terminations, truncations, self._infos()
        if over:
            self.agents = []
        return answer

    def _observations(self) -> dict[str, Observation]:
        return {agent: self.observe(agent) for agent in self.agents}

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {agent: self._info(agent) for agent in self.agents}
