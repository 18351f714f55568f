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
from repulse.engine.picks.session import GAME_OVER
from repulse.env.core import SEED_BITS, EnvCore
from repulse.games import entries

DEFAULT_DEALS: Final = 1024
"""The number of seeds of the chance node; the parameter `deals` overrides it."""

PICKS_PER_ROUND: Final = 60
"""The picks of a seat in a round, on average over a game, that no game is expected to exceed; a game that does is truncated."""

CHANCE: Final = int(pyspiel.PlayerId.CHANCE)
TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)


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
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
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
        deals: int = parameters.get("deals", DEFAULT_DEALS)
        self.outcomes = [(seed, 1 / deals) for seed in range(deals)]
        """The seeds of the chance node, with their probabilities."""
        self.template = EnvCore(name, {**modes[mode], "players": players}, scaled=True)
        """A game to copy; it is never played."""
        self.longest = self.template.rounds * players * PICKS_PER_ROUND
        """The largest number of picks of a game, after which it is truncated."""
        info = pyspiel.GameInfo(
            num_distinct_actions=self.template.actions.size,
            max_chance_outcomes=deals,
            num_players=players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            # The deal is an action, too.
            max_game_length=self.longest + 1,
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


class _Play:
    """A game in play, with what follows from its position; OpenSpiel copies it with its state."""

    def __init__(self, core: EnvCore) -> None:
        self.core = core
        self.picks: list[tuple[int, ...]] = [()] * core.players
        """All picks of each seat."""
        self.pick_count = 0
        self.memories: list[Memory] = [core.game.memory() for _ in range(core.players)]
        """The memory of each seat, beyond its current view."""
        self._owns_memories = True
        """Whether no copy shares the memories."""
        self.player = 0
        """The seat that is to act, or TERMINAL."""
        self._legal: list[int] | None = None
        self.refresh()

    def __deepcopy__(self, memo: object) -> _Play:
        clone = _Play.__new__(_Play)
        clone.__dict__.update(self.__dict__)
        clone.core = self.core.clone()
        clone.picks = self.picks[:]
        clone._owns_memories = self._owns_memories = False
        return clone

    def refresh(self) -> None:
        """Find out whose turn it is."""
        seat = self.core.session.seat
        self.player = TERMINAL if seat == GAME_OVER else seat
        self._legal = None

    def legal_actions(self) -> list[int]:
        """Return the legal actions of the seat that is to act."""
        if self._legal is None:
            self._legal = self.core.session.legal_actions(self.player)
        return self._legal

    def pick(self, action: int, limit: int) -> None:
        """Take a pick of the seat that is to act; the last one within `limit` ends the game."""
        seat = self.player
        session = self.core.session
        decision = session.decision(seat)
        session.pick(seat, action)
        self.picks[seat] = (*self.picks[seat], action)
        self.pick_count += 1
        if session.decision(seat) is not decision:
            self.update_memories()
        if self.pick_count >= limit and session.seat != GAME_OVER:
            self.core.stop()
        self.refresh()

    def update_memories(self) -> None:
        """Add what every seat sees now to its memory."""
        if not self._owns_memories:
            self.memories = [memory.clone() for memory in self.memories]
            self._owns_memories = True
        state = self.core.state
        for seat, memory in enumerate(self.memories):
            memory.see_position(state, seat)

    def redeal(self, player: Seat, seed: int) -> None:
        """Resample what is hidden from a player. The other players have no memory of the past."""
        own = self.memories[player].clone()
        self.core.redeal(player, seed, own)
        self.memories = [self.core.game.memory() for _ in self.memories]
        self._owns_memories = True
        self.update_memories()
        self.memories[player] = own
        self.refresh()


class SpielState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A position of a game, or the state before the deal."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        # OpenSpiel clones a state by copying its attributes deeply, so there are only two.
        self.play: _Play | None = None
        """The game, after the deal."""
        self.player = CHANCE
        """The seat that is to act, CHANCE or TERMINAL."""

    @property
    def core(self) -> EnvCore | None:
        """The core of the game, after the deal."""
        return None if self.play is None else self.play.core

    def current_player(self) -> int:
        """Return the lowest seat with a pending decision."""
        return self.player

    def is_terminal(self) -> bool:
        """Return whether the game has ended, or was truncated."""
        return self.player == TERMINAL

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the seeds, all equally likely."""
        outcomes: list[tuple[int, float]] = self.get_game().outcomes
        return outcomes

    def returns(self) -> list[float]:
        """Return the shares of the win: 1 for the winner, equal shares of it for several; a truncated game is a tie of all."""
        play = self.play
        if play is None or self.player != TERMINAL:
            return [0.0] * self.num_players()
        if play.core.truncated():
            return [1 / play.core.players] * play.core.players
        return play.core.rewards()

    def _legal_actions(self, player: int) -> list[int]:
        play = self.play
        return play.legal_actions() if play is not None and player == self.player else []

    def _apply_action(self, action: int) -> None:
        game: SpielGame = self.get_game()
        if self.play is None:
            core = game.template.clone()
            core.deal(action, log=[])
            self.play = _Play(core)
            self.play.update_memories()
        else:
            self.play.pick(action, game.longest)
        self.player = self.play.player

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return f"seed {action}"
        names: list[str] = self.get_game().template.actions.names
        return names[action]

    def __str__(self) -> str:
        return "before the deal" if self.play is None else self.play.core.table_text()

    def resample_from_infostate(
        self, player_id: Seat, probability_sampler: Callable[[], float]
    ) -> SpielState:
        """Return another state that this player cannot distinguish from this one, state from its view and memory alone.

        The other players have no memory of the past. The history is still that of the true game.
        """
        state: SpielState = self.clone()
        if state.play is not None:
            state.play.redeal(player_id, int(probability_sampler() * 2**SEED_BITS))
            state.player = state.play.player
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
        play = state.play
        if play is None:
            self.tensor.fill(0)
            return
        core = play.core
        core.write_observation(player, self.dict["observation"])
        if self._remembered:
            core.learning.write_memory(play.memories[player], core.state.view(player), self._remembered)
            self.dict["memory"][:] = np.frombuffer(self._remembered, np.uint8) * self._memory_factors

    def string_from(self, state: SpielState, player: Seat) -> str:
        """Return the view of a seat as JSON."""
        play = state.play
        if play is None:
            return f"seat {player} before the deal"
        core = play.core
        view = core.state.view(player).data()
        # Whether another seat still owes its answer depends on whether that answer is forced, which nobody else knows.
        view["owing"] = core.state.owing & 1 << player
        seen: Data = {"seat": player, "picked": core.picked(player), "view": view}
        if self._perfect_recall:
            seen["picks"] = play.picks[player]
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
