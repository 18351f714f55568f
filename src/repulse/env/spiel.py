"""OpenSpiel: every game as a Python game, such as `repulse_galaxy(mode=invasion,players=3)`.

    import repulse.env.spiel  # registers them
    game = pyspiel.load_game("repulse_galaxy(mode=base,players=2)")

The one chance node, at the start, picks the seed, which determines the deal and all later draws. Seats with a simultaneous
decision act one after another, and do not see the choices of the others before. It needs the extra `spiel`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, ClassVar, Final

import numpy as np
import pyspiel

from repulse.engine.contract import Data, Memory, RepulseError, Seat
from repulse.engine.features import FeatureLayout
from repulse.env.core import EnvCore
from repulse.games import entries

DEFAULT_DEALS: Final = 1024
"""The number of seeds of the chance node; the parameter `deals` overrides it."""

MAX_GAME_LENGTH: Final = 100_000
"""An upper bound on the number of picks of a game."""

SEED_BITS: Final = 63


def game_type(name: str, mode: str, players: list[int]) -> Any:
    """Return the type of a game for OpenSpiel.

    Args:
        name: The name of the game.
        mode: One of its modes.
        players: The number of players.
    """
    return pyspiel.GameType(
        short_name=f"repulse_{name}",
        long_name=f"Repulse {name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players[-1],
        min_num_players=players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"mode": mode, "players": players[0], "deals": DEFAULT_DEALS},
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A mode of a game for a number of players; each game has a derived class."""

    kind: ClassVar[Any]
    """The type of the game for OpenSpiel."""
    name: ClassVar[str]
    modes: ClassVar[dict[str, Data]]
    """The options of each mode."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        name, modes = self.name, self.modes
        parameters = params or {}
        mode = parameters.get("mode", next(iter(modes)))
        if mode not in modes:
            raise RepulseError(f"There is no mode {mode!r} of {name}; there are {', '.join(modes)}.")
        players = parameters.get("players", self.kind.min_num_players)
        self.deals: int = parameters.get("deals", DEFAULT_DEALS)
        self.template = EnvCore(name, {**modes[mode], "players": players}, scaled=True)
        """A game to copy; it is never played."""
        info = pyspiel.GameInfo(
            num_distinct_actions=self.template.actions.size,
            max_chance_outcomes=self.deals,
            num_players=players,
            min_utility=0.0,
            max_utility=1.0,
            max_game_length=MAX_GAME_LENGTH,
        )
        super().__init__(self.kind, info, parameters)

    def new_initial_state(self) -> SpielState:
        """Return the state before the deal."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """Return an observer, which turns positions into numbers and strings.

        Raises:
            RepulseError: The observer is asked for something other than what a player sees.
        """
        if params:
            raise RepulseError(f"Observers take no parameters, not {params}.")
        return SpielObserver(self.template, iig_obs_type is not None and iig_obs_type.perfect_recall)


class SpielState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A position of a game, or the state before the deal."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.core: EnvCore | None = None
        """The game, after the deal."""
        self.picks: list[list[int]] = [[] for _ in range(game.num_players())]
        """All picks of each seat."""
        self.memories: list[Memory] = []
        """The memory of each seat, beyond its current view."""

    def current_player(self) -> int:
        """Return the lowest seat with a pending decision."""
        if self.core is None:
            return int(pyspiel.PlayerId.CHANCE)
        owing = self.core.owing()
        return owing[0] if owing else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        """Return whether the game has ended, or was truncated."""
        return self.core is not None and not self.core.owing()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the seeds, all equally likely."""
        deals = self.get_game().deals
        return [(seed, 1 / deals) for seed in range(deals)]

    def returns(self) -> list[float]:
        """Return 1 for the winner, or equal shares of it for several."""
        if self.core is None or not self.is_terminal():
            return [0.0] * len(self.picks)
        return self.core.rewards()

    def _legal_actions(self, player: int) -> list[int]:
        if self.core is None or player != self.current_player():
            return []
        actions: list[int] = np.flatnonzero(self.core.mask(player)).tolist()
        return actions

    def _apply_action(self, action: int) -> None:
        if self.core is None:
            self.core = self.get_game().template.clone()
            self.core.deal(action, log=[])
            self.memories = [self.core.game.memory() for _ in self.picks]
            self._update_memories()
            return
        seat = self.current_player()
        decision = self.core.decision(seat)
        self.core.pick({seat: action})
        self.picks[seat].append(action)
        if self.core.decision(seat) is not decision:
            self._update_memories()

    def _update_memories(self) -> None:
        """Add the current view of every seat to its memory."""
        assert self.core is not None
        for seat, memory in enumerate(self.memories):
            memory.see(self.core.state.view(seat))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"seed {action}"
        names: list[str] = self.get_game().template.actions.names
        return names[action]

    def __str__(self) -> str:
        return "before the deal" if self.core is None else self.core.table_text()

    def resample_from_infostate(
        self, player_id: Seat, probability_sampler: Callable[[], float]
    ) -> SpielState:
        """Return another state that this player cannot distinguish from this one, state from its view and memory alone.

        The other players have no memory of the past. The history is still that of the true game.
        """
        state: SpielState = self.clone()
        if state.core is not None:
            own = state.memories[player_id]
            state.core.redeal(player_id, int(probability_sampler() * 2**SEED_BITS), own)
            state.memories = [state.core.game.memory() for _ in state.memories]
            state._update_memories()
            state.memories[player_id] = own
        return state


class SpielObserver:
    """Positions as numbers and strings: the current view of a seat or, with perfect recall, everything it has seen and done."""

    def __init__(self, core: EnvCore, perfect_recall: bool) -> None:
        self._perfect_recall = perfect_recall
        size = core.layout.size
        memory = core.learning.memory_layout(core.state) if perfect_recall else FeatureLayout()
        self.tensor = np.zeros(size + memory.size, np.float32)
        self.dict = {"observation": self.tensor[:size]}
        self._remembered = bytearray(memory.size)
        self._memory_factors = 1 / np.array(memory.scales, np.float32)
        if memory.size:
            self.dict["memory"] = self.tensor[size:]

    def set_from(self, state: SpielState, player: Seat) -> None:
        """Write the numbers of docs/reference/features.md, divided by their scales; with perfect recall, also the memory."""
        core = state.core
        if core is None:
            self.tensor.fill(0)
            return
        self.dict["observation"][:] = core.observation(player)
        if self._remembered:
            core.learning.write_memory(state.memories[player], core.state.view(player), self._remembered)
            self.dict["memory"][:] = np.frombuffer(self._remembered, np.uint8) * self._memory_factors

    def string_from(self, state: SpielState, player: Seat) -> str:
        """Return the view of a seat as JSON."""
        core = state.core
        if core is None:
            return f"seat {player} before the deal"
        picked = core.picked(player)
        seen: Data = {"seat": player, "picked": picked, "view": core.state.view(player).data()}
        if self._perfect_recall:
            seen["picks"] = state.picks[player]
            seen["events"] = [core.state.visible_event(event, player) for event in core.state.log or []]
        return json.dumps(seen, sort_keys=True)


def register() -> None:
    """Register every game with OpenSpiel."""
    for entry in entries():
        try:
            modes = entry.game.modes()
        except RepulseError:
            continue
        players = sorted({count for mode in modes for count in mode.players})
        kind = game_type(entry.name, modes[0].name, players)
        if kind.short_name not in pyspiel.registered_names():
            options = {mode.name: mode.options for mode in modes}
            # A class: OpenSpiel releases what is registered after the interpreter has ended. Freeing a function then is
            # fatal; a class refers to itself and is not freed.
            pyspiel.register_game(
                kind, type(kind.long_name, (SpielGame,), {"kind": kind, "name": entry.name, "modes": options})
            )


register()
