"""The core of all environments: a game played pick by pick, with arrays in place of views and decisions."""

from __future__ import annotations

import copy
import secrets
from collections.abc import Mapping
from typing import Any, Final, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from repulse.engine.bot import NO_ANSWER, Bot, answer_of, bot_error
from repulse.engine.contract import (
    SOME,
    SPECTATOR,
    BadOptions,
    Choice,
    Data,
    Decision,
    Event,
    Game,
    Memory,
    Seat,
    State,
    check_seed,
)
from repulse.engine.display.display import Display
from repulse.engine.features import MAX_VALUE
from repulse.engine.picks.session import GAME_OVER, PickSession
from repulse.games import entry_of

Numbers: TypeAlias = NDArray[Any]
"""An observation: float32 if it is scaled, otherwise uint8."""
Mask: TypeAlias = NDArray[np.int8]

RENDER_MODES: Final = ("ansi",)

SEED_BITS: Final = 63

ILLEGAL_REWARD: Final = -1.0
"""The reward of a seat that forfeits the game by an illegal action."""


def check_render_mode(mode: str | None) -> str | None:
    """Return a render mode.

    Raises:
        BadOptions: There is no such mode.
    """
    if mode is not None and mode not in RENDER_MODES:
        raise BadOptions(f"render_mode must be None or one of {', '.join(RENDER_MODES)}, not {mode!r}.")
    return mode


class SeedStream:
    """The seeds of the games that follow a seeded one. The generator is made when the first of them is dealt."""

    def __init__(self, seed: int | None) -> None:
        self._seed = seed
        self._rng: np.random.Generator | None = None

    def draw(self) -> int:
        """Return the next seed."""
        if self._rng is None:
            self._rng = np.random.default_rng(self._seed)
        return int(self._rng.integers(2**SEED_BITS))

    def clone(self) -> SeedStream:
        """Return an independent copy, which continues as this one would."""
        if self._rng is None and self._seed is None:
            self._seed = secrets.randbits(SEED_BITS)
        clone = SeedStream(self._seed)
        clone._rng = copy.deepcopy(self._rng)
        return clone


class EnvCore:
    """One game at a time, in which every seat with a pending decision answers pick by pick.

    Forced decisions and forced picks are played automatically, as they are for bots. A seat without a pending decision may
    only pick DONE, which does nothing.
    """

    def __init__(self, name: str, options: Mapping[str, object], *, scaled: bool) -> None:
        """Create the core of a game; `deal` starts it.

        Args:
            name: The name of the game.
            options: Its options.
            scaled: Whether observations are floats of about 1 at most, rather than bytes.

        Raises:
            BadOptions: The options do not describe a game.
        """
        entry = entry_of(name)
        self.game: Game = entry.game
        self.learning = entry.learning_part
        self.display: Display = entry.display_in()
        self.options = self.game.check_options(options)
        self.seed = 0
        self.rounds = self.game.round_limit(self.options)
        """A game is truncated after this many rounds."""
        state = self.game.start(self.options, 0)
        self.players = state.players
        self.actions = self.learning.action_space(state)
        self.layout = self.learning.feature_layout(state)
        self.forfeited: Seat | None = None
        """The seat that ended the game by an illegal action."""
        self.stopped = False
        """Whether the game was stopped from outside."""
        self.session = PickSession(self.learning, state, self.rounds)
        self._scaled = scaled
        self._factors = 1 / np.array(self.layout.scales, np.float32)
        self._seeds = SeedStream(None)
        self._scratch = bytearray(self.layout.size)
        self._prompt_block = [block for block in self.layout.blocks if block.name == "prompt"]

    @property
    def state(self) -> State:
        """The complete position."""
        return self.session.state

    # --- spaces ---

    def observation_space(self) -> spaces.Box:
        """Return the space that `observation` belongs to."""
        if not self._scaled:
            return spaces.Box(0, MAX_VALUE, (self.layout.size,), np.uint8)
        return spaces.Box(np.zeros_like(self._factors), self._factors * MAX_VALUE, dtype=np.float32)

    def mask_space(self) -> spaces.Box:
        """Return the space that `mask` belongs to."""
        return spaces.Box(0, 1, (self.actions.size,), np.int8)

    def action_space(self) -> spaces.Discrete[np.int64]:
        """Return the space of all actions."""
        return spaces.Discrete(self.actions.size)

    # --- playing ---

    def deal(self, seed: int | None, log: list[Event] | None = None) -> None:
        """Start a game.

        Args:
            seed: Its seed; None continues the sequence that the last seed started.
            log: Receives the events of the game.
        """
        if seed is None:
            seed = self._seeds.draw()
        else:
            self._seeds = SeedStream(seed)
        self.seed = check_seed(seed)
        self.forfeited = None
        self.stopped = False
        self.session = PickSession(self.learning, self.game.start(self.options, seed, log), self.rounds)

    def clone(self) -> EnvCore:
        """Return an independent copy, log included."""
        # Not copy.copy, which would go through __reduce__ and look everything up again.
        clone = EnvCore.__new__(EnvCore)
        clone.__dict__.update(self.__dict__)
        clone.session = self.session.clone()
        clone.state.log = None if self.state.log is None else self.state.log[:]
        clone._seeds = self._seeds.clone()
        clone._scratch = bytearray(self.layout.size)
        return clone

    def __deepcopy__(self, memo: object) -> EnvCore:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        picked = [self.session.picked(seat) for seat in range(self.players)]
        arguments = (self.game.name, self.options, self._scaled)
        position = self.seed, self.state, self.state.log
        progress = picked, self.forfeited, self.stopped, self._seeds
        return _restore, (arguments, position, progress)

    def redeal(self, seat: Seat, seed: int, memory: Memory | None = None) -> None:
        """Resample the information hidden from `seat`, consistent with its view; its own picks stay."""
        state = self.state
        picked = self.picked(seat)
        log = None if state.log is None else [state.visible_event(event, seat) for event in state.log]
        resampled = self.game.determinize(state.view(seat), seed, memory)
        resampled.log = log
        self.session = PickSession(self.learning, resampled, self.rounds)
        self.session.restore(seat, picked)

    def owing(self) -> list[Seat]:
        """Return the seats that have to pick, lowest first; none when the game has ended."""
        return self.session.owing()

    def decision(self, seat: Seat) -> Decision | None:
        """Return the pending decision of a seat, if any."""
        return self.session.decision(seat)

    def picked(self, seat: Seat) -> list[int]:
        """Return the picks of a seat towards its answer."""
        return self.session.picked(seat)

    def is_legal(self, seat: Seat, action: int) -> bool:
        """Return whether an action is legal for a seat."""
        return self.session.is_legal(seat, action)

    def pick(self, picks: Mapping[Seat, int]) -> None:
        """Apply one pick each of some seats, simultaneously.

        Raises:
            IllegalChoice: A pick is illegal; nothing has changed.
        """
        session = self.session
        for seat, action in picks.items():
            if not session.is_legal(seat, action):
                raise session.illegal_action(seat, action)
        finished = sorted([seat for seat, action in picks.items() if session.push(seat, action)])
        if finished:
            session.commit(finished)

    def answer(self, seat: Seat, choice: Choice) -> None:
        """Apply a whole answer, such as that of a bot.

        Raises:
            IllegalChoice: The rules refuse it; nothing has changed.
        """
        self.session.answer(seat, choice)

    def forfeit(self, seat: Seat) -> None:
        """End the game because of the illegal action of a seat."""
        self.forfeited = seat
        self.session.stop()

    def stop(self) -> None:
        """Stop the game; nobody wins."""
        self.stopped = True
        self.session.stop()

    # --- status ---

    def terminated(self) -> bool:
        """Return whether the game was played to its end, or forfeited."""
        return self.state.owing == 0 or self.forfeited is not None

    def truncated(self) -> bool:
        """Return whether the game was stopped, after too many rounds or from outside."""
        return self.stopped or (self.state.owing != 0 and self.state.round_number() > self.rounds)

    def rewards(self) -> list[float]:
        """Return the rewards of a game that has ended: 1 for the winner, or equal shares of it for several."""
        if self.forfeited is None:
            return self.state.win_shares()
        return [ILLEGAL_REWARD if seat == self.forfeited else 0.0 for seat in range(self.players)]

    def observation(self, seat: Seat) -> Numbers:
        """Return the position from the view of a seat; `EnvCore.layout` describes the numbers.

        The block of the prompt is zero for a seat without a pending decision.
        """
        if self.session.decision(seat) is None:
            return self.observation_of(self.state, seat)
        self.session.features(seat, self._scratch)
        return self._numbers(self._scratch)

    def write_observation(self, seat: Seat, out: Numbers) -> None:
        """Write the scaled observation of a seat into a float32 array, as `observation` returns it."""
        if self.session.decision(seat) is None:
            out[:] = self.observation_of(self.state, seat)
            return
        self.session.features(seat, self._scratch)
        np.multiply(np.frombuffer(self._scratch, np.uint8), self._factors, out=out)

    def observation_of(self, state: State, seat: Seat) -> Numbers:
        """Return a position of the same configuration from the view of a seat without a pending decision."""
        out = bytearray(self.layout.size)
        self.learning.features(state.view(seat), self._no_question(seat), [], out)
        for block in self._prompt_block:
            out[block.start : block.start + len(block.entries)] = bytes(len(block.entries))
        return self._numbers(out)

    def _numbers(self, out: bytearray) -> Numbers:
        if self._scaled:
            return np.frombuffer(out, np.uint8) * self._factors
        return np.frombuffer(out[:], np.uint8)

    def _no_question(self, seat: Seat) -> Decision:
        """Return a decision without options, since features need one; the caller clears the block of its prompt."""
        prompt = self.game.prompts()[0]
        return Decision(seat, prompt.ident, SOME, prompt.domain, [], 0, 0, -1)

    def mask(self, seat: Seat) -> Mask:
        """Return 1 for every legal action of a seat, 0 for the others."""
        out = bytearray(self.actions.size)
        self.session.mask(seat, out)
        return np.frombuffer(out, np.int8)

    # --- for people ---

    def texts(self, seat: Seat) -> dict[str, Any]:
        """Return the pending decision of a seat, the scores and the round as texts for people."""
        texts: dict[str, Any] = {"scores": self.state.scores(), "round": self.state.round_number()}
        decision = self.decision(seat)
        if decision is not None:
            view = self.state.view(seat)
            names = self.actions.names
            texts["question"] = self.display.question_text(view, decision)
            texts["options"] = [self.display.option_text(view, decision, value) for value in decision.options]
            texts["keeps"] = self.display.keeping(view, decision) is not None
            texts["actions"] = {int(action): names[action] for action in np.flatnonzero(self.mask(seat))}
            texts["picked"] = [names[action] for action in self.picked(seat)]
        return texts

    def info(self, seat: Seat, *, texts: bool) -> dict[str, Any]:
        """Return the info of a seat: the result once there is one, and texts on request."""
        info = self.texts(seat) if texts else {}
        if self.session.seat == GAME_OVER:
            info["scores"] = self.state.scores()
            info["winners"] = self.state.winners() if self.state.owing == 0 else []
            info["seed"] = self.seed
            if self.forfeited is not None:
                info["forfeited"] = self.forfeited
        return info

    def table_text(self) -> str:
        """Return the table as plain text, from the view of a spectator."""
        return self.display.table_text(self.state.view(SPECTATOR), SPECTATOR, plain=True)


def play_bot(play: EnvCore | PickSession, seat: Seat, *, bot: Bot, name: str, seed: int) -> None:
    """Let a bot answer for a seat.

    Args:
        play: The game in play.
        seat: The seat that owes an answer.
        bot: The bot that sits there.
        name: The name of the bot, for errors.
        seed: The seed of the game, for errors.

    Raises:
        BotError: The bot failed, or its answer is not legal.
    """
    decision = play.state.decision(seat)
    answer: object = NO_ANSWER
    try:
        answer = choice = answer_of(bot, play.state, decision)
        play.answer(seat, sorted(choice))
    except (Exception, SystemExit) as error:
        raise bot_error(name, decision, answer, error=error, where=f" (seed {seed})") from error


def _restore(
    arguments: tuple[str, Data, bool],
    position: tuple[int, State, list[Event] | None],
    progress: tuple[list[list[int]], Seat | None, bool, SeedStream],
) -> EnvCore:
    """Restore a pickled game; everything that can be looked up again was left out."""
    name, options, scaled = arguments
    core = EnvCore(name, options, scaled=scaled)
    core.seed, state, log = position
    state.log = log
    core.session = PickSession(core.learning, state, core.rounds)
    picked, forfeited, stopped, core._seeds = progress
    for seat, picks in enumerate(picked):
        core.session.restore(seat, picks)
    if forfeited is not None:
        core.forfeit(forfeited)
    if stopped:
        core.stop()
    return core
