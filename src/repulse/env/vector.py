"""Many games at once: arrays in, arrays out, and a new game in every row where one has ended.

In a `VectorEnvironment` the learner plays all seats, for self-play. In a `SeatVectorEnvironment` it plays one seat of each
game against bots, as in the vector environments of Gymnasium.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, TypeAlias

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from repulse.bots import make_bot
from repulse.engine.bot import Bot, bot_seed
from repulse.engine.contract import SPECTATOR, BadOptions, Seat
from repulse.engine.picks.batch import PickBatch
from repulse.engine.picks.session import GAME_OVER
from repulse.env.core import EnvCore, Numbers, SeedStream, play_bot

Info: TypeAlias = dict[str, Any]
Step: TypeAlias = tuple[Numbers, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], Info]
"""Observations, rewards, terminations, truncations, info."""


class _Batch:
    """The common part of both kinds: the games, their spaces, and the arrays made of them."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["ansi"],
        "render_fps": 1,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(self, game: str, num_envs: int, options: Mapping[str, object], *, scaled: bool) -> None:
        if num_envs < 1:
            raise BadOptions(f"num_envs must be at least 1, not {num_envs}.")
        self.example = EnvCore(game, options, scaled=scaled)
        """A game of the same configuration that is never played, for its actions, layout and options."""
        self.num_envs = num_envs
        self.players = self.example.players
        self.rows = PickBatch(self.example.learning, self.example.options, num_envs)
        """The games behind the arrays."""
        self.seeds = [0] * num_envs
        """The seed of the game in each row."""
        self.single_observation_space: spaces.Space[Any] = self.example.observation_space()
        self.single_action_space: spaces.Space[Any] = self.example.action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._scaled = scaled
        self._factors = 1 / np.array(self.example.layout.scales, np.float32)
        self._seeds = SeedStream(None)

    def render(self) -> tuple[str, ...]:
        """Return every table as plain text, from the view of a spectator."""
        table_text = self.example.display.table_text
        return tuple(
            table_text(play.state.view(SPECTATOR), SPECTATOR, plain=True) for play in self.rows.plays
        )

    def _deal_all(self, seed: int | None) -> None:
        """Start all games: those of `seed`, `seed + 1` and so on; None continues the sequence of the last seed."""
        if seed is not None:
            self._seeds = SeedStream(seed)
        for row in range(self.num_envs):
            self._deal(row, None if seed is None else seed + row)

    def _deal(self, row: int, seed: int | None = None) -> None:
        self.seeds[row] = self._seeds.draw() if seed is None else seed
        self.rows.deal(row, self.seeds[row])

    def _observations(self) -> Numbers:
        numbers = np.frombuffer(bytearray().join(self.rows.features), np.uint8).reshape(self.num_envs, -1)
        return numbers * self._factors if self._scaled else numbers

    def _masks(self) -> NDArray[np.int8]:
        return np.frombuffer(bytearray().join(self.rows.masks), np.int8).reshape(self.num_envs, -1)

    def _endings(self, ended: list[int]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Return which games were played to their end, and which were truncated."""
        terminations, truncations = np.zeros((2, self.num_envs), np.bool_)
        for row in ended:
            over = self.rows.plays[row].state.owing == 0
            terminations[row], truncations[row] = over, not over
        return terminations, truncations

    def _final_info(self, ended: list[int]) -> Info:
        """Return the scores and seeds of the games that have ended, with a mask of these games."""
        scores = np.zeros((self.num_envs, self.players), np.int64)
        seeds = np.zeros(self.num_envs, np.int64)
        has_ended = np.zeros(self.num_envs, np.bool_)
        for row in ended:
            scores[row] = self.rows.plays[row].state.scores()
            seeds[row] = self.seeds[row]
        has_ended[ended] = True
        return {"scores": scores, "_scores": has_ended, "seed": seeds, "_seed": has_ended}


class VectorEnvironment(_Batch):
    """Many games at once in which the learner plays all seats.

    In each game the lowest seat with a pending decision picks; the info has this seat (`seat`) and its legal actions
    (`action_mask`). Rewards have a column per seat: they come with the last pick of a game, in whose row the next game
    starts immediately.
    """

    def __init__(
        self, game: str, num_envs: int, options: Mapping[str, object] | None = None, *, scaled: bool = True
    ) -> None:
        super().__init__(game, num_envs, options or {}, scaled=scaled)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, Info]:
        """Start all games, game `n` from `seed + n`; `options` are ignored."""
        self._deal_all(seed)
        return self._observations(), self._info()

    def step(self, actions: NDArray[Any] | Sequence[int]) -> Step:
        """Apply a pick in every game.

        Raises:
            IllegalChoice: A pick is illegal; nothing has changed.
        """
        rows = self.rows
        rows.pick(actions.tolist() if isinstance(actions, np.ndarray) else list(actions))
        rewards = np.zeros((self.num_envs, self.players), np.float32)
        ended = rows.ended()
        terminations, truncations = self._endings(ended)
        final = self._final_info(ended) if ended else None
        for row in ended:
            rewards[row] = rows.plays[row].state.win_shares()
            self._deal(row)
        info = self._info()
        if final is not None:
            info["final_info"] = final
        return self._observations(), rewards, terminations, truncations, info

    def close(self) -> None:
        """Do nothing: no resource is held."""

    def _info(self) -> Info:
        return {"action_mask": self._masks(), "seat": np.array(self.rows.seats(), np.int8)}


class SeatVectorEnvironment(_Batch, VectorEnv[Numbers, Any, Any]):
    """Many games at once, each with one seat for the learner and bots in all others.

    The arguments are those of `SeatEnvironment`, with one name for all bots; with `seat` None, the seat of the learner
    rotates from row to row. An illegal action raises IllegalChoice.
    """

    def __init__(
        self,
        of: str,
        num_envs: int = 1,
        *,
        seat: Seat | None = 0,
        bots: str = "sensible",
        scaled: bool = True,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        _Batch.__init__(self, of, num_envs, options, scaled=scaled)
        self.render_mode = render_mode
        if seat is not None and not 0 <= seat < self.players:
            raise BadOptions(f"There is no seat {seat} in a game for {self.players}.")
        self.seats = [row % self.players if seat is None else seat for row in range(num_envs)]
        """The seat of the learner in each row."""
        self.bots = bots
        self._seated: list[dict[Seat, Bot]] = [{} for _ in range(num_envs)]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, Info]:
        """Start all games, game `n` from `seed + n`, with new bots; `options` are ignored."""
        super().reset(seed=seed)
        self._deal_all(seed)
        return self._observations(), {"action_mask": self._masks()}

    def step(self, actions: Any) -> Step:
        """Apply a pick in every game, and let the bots answer."""
        rows = self.rows
        rows.pick(actions.tolist() if isinstance(actions, np.ndarray) else list(actions))
        for row in range(self.num_envs):
            self._play_bots(row)
        rewards = np.zeros(self.num_envs, np.float32)
        ended = rows.ended()
        terminations, truncations = self._endings(ended)
        info: Info = {}
        if ended:
            info["final_info"] = self._final_info(ended)
            info["final_obs"], info["_final_obs"] = self._final_observations(ended)
        for row in ended:
            rewards[row] = rows.plays[row].state.win_shares()[self.seats[row]]
            while rows.plays[row].seat == GAME_OVER:
                self._deal(row)
        info["action_mask"] = self._masks()
        return self._observations(), rewards, terminations, truncations, info

    def action_masks(self) -> NDArray[np.int8]:
        """Return 1 for every legal action, one game per row; also in the info, as `action_mask`."""
        return self._masks()

    def _deal(self, row: int, seed: int | None = None) -> None:
        super()._deal(row, seed)
        game, options = self.example.game, self.example.options
        seated = self._seated[row] = {
            seat: make_bot(self.bots, game.name, bot_seed(self.seeds[row], seat))
            for seat in range(self.players)
            if seat != self.seats[row]
        }
        for seat, bot in seated.items():
            bot.begin(game, options, seat)
        self._play_bots(row)

    def _play_bots(self, row: int) -> None:
        """Let the bots of a row answer until the learner has a decision, or the game has ended."""
        play, learner = self.rows.plays[row], self.seats[row]
        if play.seat == learner:
            return
        # Simultaneous answers do not depend on each other, so bots in lower seats may answer first.
        while play.seat not in (GAME_OVER, learner):
            bot = self._seated[row][play.seat]
            play_bot(play, play.seat, bot=bot, name=self.bots, seed=self.seeds[row])
        self.rows.write(row)

    def _final_observations(self, ended: list[int]) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        """Return the last observations of the games that have ended, with a mask of these games."""
        observations = np.full(self.num_envs, None, object)
        has_ended = np.zeros(self.num_envs, np.bool_)
        for row in ended:
            observations[row] = self.example.observation_of(self.rows.plays[row].state, self.seats[row])
        has_ended[ended] = True
        return observations, has_ended
