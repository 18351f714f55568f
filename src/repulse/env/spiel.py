"""OpenSpiel: every game as a Python game, such as `repulse_galaxy(mode=invasion,players=3)`.

    import repulse.env.spiel  # registers them
    game = pyspiel.load_game("repulse_galaxy(mode=base,players=2)")

The one chance node, at the beginning, picks the seed; the deal and all that is drawn later follow from it. Seats that owe
an answer at once are asked one after another, and do not see what the others chose before. It needs the extra `spiel`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, ClassVar, Final

import numpy as np
import pyspiel

from repulse.engine.contract import Data, Memory, RepulseError, Seat
from repulse.engine.features import FeatureLayout
from repulse.env.picking import PickedGame
from repulse.games import entries

DEALS: Final = 1024
"""How many seeds the chance node has, unless the parameter `deals` says otherwise."""

LONGEST: Final = 100_000
"""More picks than any game takes before it is called off."""

SEED_BITS: Final = 63


def game_type(name: str, mode: str, players: list[int]) -> Any:
    """What OpenSpiel is to know of a game, whatever its parameters."""
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
        parameter_specification={"mode": mode, "players": players[0], "deals": DEALS},
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A mode of a game for a number of players; each game has a class derived from this."""

    kind: ClassVar[Any]
    """What OpenSpiel knows of the game."""
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
        self.deals: int = parameters.get("deals", DEALS)
        self.table = PickedGame(name, {**modes[mode], "players": players}, scaled=True)
        """A game to copy from; it is never played."""
        facts = pyspiel.GameInfo(
            num_distinct_actions=self.table.actions.size,
            max_chance_outcomes=self.deals,
            num_players=players,
            min_utility=0.0,
            max_utility=1.0,
            max_game_length=LONGEST,
        )
        super().__init__(self.kind, facts, parameters)

    def new_initial_state(self) -> SpielState:
        """Before the deal."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """What sees positions as numbers and strings."""
        if params:
            raise RepulseError(f"Observers have no parameters, so these mean nothing: {params}.")
        return SpielObserver(self.table, iig_obs_type is not None and iig_obs_type.perfect_recall)


class SpielState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A position of a game, or the moment before the deal."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.play: PickedGame | None = None
        """The game, once it is dealt."""
        self.picks: list[list[int]] = [[] for _ in range(game.num_players())]
        """All picks of each seat."""
        self.memories: list[Memory] = []
        """What each seat remembers beyond what it sees."""

    def current_player(self) -> int:
        """The lowest seat that owes an answer."""
        if self.play is None:
            return int(pyspiel.PlayerId.CHANCE)
        owing = self.play.owing()
        return owing[0] if owing else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        """Whether the game has ended, or was called off."""
        return self.play is not None and not self.play.owing()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The seeds, all equally likely."""
        deals = self.get_game().deals
        return [(seed, 1 / deals) for seed in range(deals)]

    def returns(self) -> list[float]:
        """The winner's point, shared if several win."""
        if self.play is None or not self.is_terminal():
            return [0.0] * len(self.picks)
        return self.play.rewards()

    def _legal_actions(self, player: int) -> list[int]:
        if self.play is None or player != self.current_player():
            return []
        actions: list[int] = np.flatnonzero(self.play.mask(player)).tolist()
        return actions

    def _apply_action(self, action: int) -> None:
        if self.play is None:
            self.play = self.get_game().table.clone()
            self.play.deal(action, log=[])
            self.memories = [self.play.game.memory() for _ in self.picks]
            self._see()
            return
        seat = self.current_player()
        asked = self.play.decision(seat)
        self.play.pick({seat: action})
        self.picks[seat].append(action)
        if self.play.decision(seat) is not asked:
            self._see()

    def _see(self) -> None:
        """Let every seat take in what it sees now."""
        assert self.play is not None
        for seat, memory in enumerate(self.memories):
            memory.see(self.play.state.view(seat))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"seed {action}"
        names: list[str] = self.get_game().table.actions.names
        return names[action]

    def __str__(self) -> str:
        return "before the deal" if self.play is None else self.play.table_text()

    def resample_from_infostate(
        self, player_id: Seat, probability_sampler: Callable[[], float]
    ) -> SpielState:
        """Another state that this player cannot tell from this one, made from its view and its memory alone.

        The others remember nothing of what came before. Its history is still that of the true game.
        """
        made: SpielState = self.clone()
        if made.play is not None:
            own = made.memories[player_id]
            made.play.redeal(player_id, int(probability_sampler() * 2**SEED_BITS), own)
            made.memories = [made.play.game.memory() for _ in made.memories]
            made._see()
            made.memories[player_id] = own
        return made


class SpielObserver:
    """Numbers and strings of positions: what a seat sees now, or (with perfect recall) all that it ever saw and did."""

    def __init__(self, table: PickedGame, perfect_recall: bool) -> None:
        self._perfect_recall = perfect_recall
        seen = table.layout.size
        memory = table.game.memory_layout(table.state) if perfect_recall else FeatureLayout()
        self.tensor = np.zeros(seen + memory.size, np.float32)
        self.dict = {"observation": self.tensor[:seen]}
        self._remembered = bytearray(memory.size)
        self._memory_factors = 1 / np.array(memory.scales, np.float32)
        if memory.size:
            self.dict["memory"] = self.tensor[seen:]

    def set_from(self, state: SpielState, player: Seat) -> None:
        """Write the numbers of docs/features.md, divided by their scales; with perfect recall, what is remembered too."""
        play = state.play
        if play is None:
            self.tensor.fill(0)
            return
        self.dict["observation"][:] = play.observation(player)
        if self._remembered:
            state.memories[player].write(play.state.view(player), self._remembered)
            self.dict["memory"][:] = np.frombuffer(self._remembered, np.uint8) * self._memory_factors

    def string_from(self, state: SpielState, player: Seat) -> str:
        """What a seat sees, as JSON."""
        play = state.play
        if play is None:
            return f"seat {player} before the deal"
        picker = play.picked(player)
        seen: Data = {"seat": player, "picked": picker, "view": play.state.view(player).data()}
        if self._perfect_recall:
            seen["picks"] = state.picks[player]
            seen["events"] = [play.state.visible_event(event, player) for event in play.state.log or []]
        return json.dumps(seen, sort_keys=True)


def register() -> None:
    """Make every game known to OpenSpiel."""
    for entry in entries():
        try:
            modes = entry.game.modes()
        except RepulseError:
            continue
        players = sorted({count for mode in modes for count in mode.players})
        kind = game_type(entry.name, modes[0].name, players)
        if kind.short_name not in pyspiel.registered_names():
            options = {mode.name: mode.options for mode in modes}
            # A class, since OpenSpiel lets go of what is registered when the interpreter is already gone. A function
            # would be freed there, which is fatal; a class refers to itself and is not.
            pyspiel.register_game(
                kind, type(kind.long_name, (SpielGame,), {"kind": kind, "name": entry.name, "modes": options})
            )


register()
