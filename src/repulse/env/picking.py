"""A game that is played pick by pick, with arrays in place of views and decisions: what all environments share."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, Final, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from repulse.engine.contract import (
    SOME,
    SPECTATOR,
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
from repulse.engine.features import MOST
from repulse.engine.picked_play import NOBODY, PickedPlay
from repulse.games import entry_of

Numbers: TypeAlias = NDArray[Any]
"""Of float32 if they are scaled, of uint8 if not."""
Mask: TypeAlias = NDArray[np.int8]

ILLEGAL_REWARD: Final = -1.0
"""What a seat gets that forfeits the game by an action that is not open."""


def won_by(state: State) -> list[float]:
    """What each seat has won of a game that has ended: the winner 1, or the winners equal shares of it."""
    rewards = [0.0] * state.players
    if state.owing == 0:
        winners = state.winners()
        for seat in winners:
            rewards[seat] = 1 / len(winners)
    return rewards


class PickedGame:
    """One game at a time, in which every seat that owes an answer gives it pick by pick.

    Decisions with only one possible answer are answered at once, as they are for bots, and so are picks to which there is
    no alternative. A seat that owes nothing may only pick DONE, which does nothing.
    """

    def __init__(self, name: str, options: Mapping[str, object], scaled: bool) -> None:
        entry = entry_of(name)
        self.game: Game = entry.game
        self.display: Display = entry.display_in()
        self.options = self.game.check_options(options)
        self.seed = 0
        self.rounds = self.game.round_limit(self.options)
        """A game is called off after this many rounds."""
        state = self.game.start(self.options, 0)
        self.players = state.players
        self.actions = self.game.action_space(state)
        self.layout = self.game.feature_layout(state)
        self.forfeited: Seat | None = None
        """The seat that ended the game by an action that was not open."""
        self.called_off = False
        """Whether the game was ended by whoever plays it, before the rules did."""
        self.play = PickedPlay(self.game, state, self.rounds)
        self._scaled = scaled
        self._factors = 1 / np.array(self.layout.scales, np.float32)
        self._random = np.random.default_rng()
        self._scratch = bytearray(self.layout.size)
        self._prompt_block = [block for block in self.layout.blocks if block.name == "prompt"]

    @property
    def state(self) -> State:
        """The complete position."""
        return self.play.state

    # --- spaces ---

    def observation_space(self) -> spaces.Box:
        """Where `observation` is in."""
        if not self._scaled:
            return spaces.Box(0, MOST, (self.layout.size,), np.uint8)
        return spaces.Box(np.zeros_like(self._factors), self._factors * MOST, dtype=np.float32)

    def mask_space(self) -> spaces.Box:
        """Where `mask` is in."""
        return spaces.Box(0, 1, (self.actions.size,), np.int8)

    def action_space(self) -> spaces.Discrete[np.int64]:
        """All actions."""
        return spaces.Discrete(self.actions.size)

    # --- playing ---

    def deal(self, seed: int | None, log: list[Event] | None = None) -> None:
        """Begin a game: that of a seed, or the next one of the sequence that the last seed began.

        Events are written into `log` if there is one.
        """
        if seed is None:
            seed = int(self._random.integers(2**63))
        else:
            self._random = np.random.default_rng(seed)
        self.seed = check_seed(seed)
        self.forfeited = None
        self.called_off = False
        self.play = PickedPlay(self.game, self.game.start(self.options, seed, log), self.rounds)

    def clone(self) -> PickedGame:
        """An independent copy, log included."""
        made = copy.copy(self)
        made.play = self.play.clone()
        if self.forfeited is not None or self.called_off:
            made.play.stop()
        made.state.log = None if self.state.log is None else self.state.log[:]
        made._random = copy.deepcopy(self._random)
        made._scratch = self._scratch[:]
        return made

    def __deepcopy__(self, memo: object) -> PickedGame:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        picked = [self.play.picked(seat) for seat in range(self.players)]
        made = (self.game.name, self.options, self._scaled)
        ended = self.forfeited, self.called_off
        return _restored, (made, self.seed, self.state, self.state.log, picked, ended, self._random)

    def redeal(self, seat: Seat, seed: int, memory: Memory | None = None) -> None:
        """Deal what a seat cannot see anew, so that the position fits its view; its own picks stay."""
        state = self.state
        picked = self.picked(seat)
        log = None if state.log is None else [state.visible_event(event, seat) for event in state.log]
        made = self.game.determinize(state.view(seat), seed, memory)
        made.log = log
        self.play = PickedPlay(self.game, made, self.rounds)
        self.play.resume(seat, picked)

    def owing(self) -> list[Seat]:
        """The seats that are to pick, lowest first; none when the game has ended."""
        return self.play.owing()

    def decision(self, seat: Seat) -> Decision | None:
        """What a seat is asked, if anything."""
        return self.play.decision(seat)

    def picked(self, seat: Seat) -> list[int]:
        """The picks of the answer that a seat is giving."""
        return self.play.picked(seat)

    def is_open(self, seat: Seat, action: int) -> bool:
        """Whether a seat may pick an action."""
        return self.play.is_open(seat, action)

    def pick(self, picks: Mapping[Seat, int]) -> None:
        """Take one pick each of some seats, at once; IllegalChoice, and no change, if one of them is not open."""
        play = self.play
        for seat, action in picks.items():
            if not play.is_open(seat, action):
                raise play.not_open(seat, action)
        finished = sorted([seat for seat, action in picks.items() if play.push(seat, action)])
        if finished:
            play.close(finished)

    def answer(self, seat: Seat, choice: Choice) -> None:
        """Take a whole answer, such as a bot gives; IllegalChoice, and no change, if the rules refuse it."""
        self.play.answer(seat, choice)

    def forfeit(self, seat: Seat) -> None:
        """End the game because of a seat that picked what is not open."""
        self.forfeited = seat
        self.play.stop()

    def call_off(self) -> None:
        """End the game where it stands; nobody wins."""
        self.called_off = True
        self.play.stop()

    # --- how it stands ---

    def terminated(self) -> bool:
        """Whether the game was played to its end, or forfeited."""
        return self.state.owing == 0 or self.forfeited is not None

    def truncated(self) -> bool:
        """Whether the game was called off, after too many rounds or because it was wanted."""
        return self.called_off or (self.state.owing != 0 and self.state.round_number() > self.rounds)

    def rewards(self) -> list[float]:
        """What each seat has won of a game that has ended: the winner 1, or the winners equal shares of it."""
        if self.forfeited is None:
            return won_by(self.state)
        return [ILLEGAL_REWARD if seat == self.forfeited else 0.0 for seat in range(self.players)]

    def observation(self, seat: Seat) -> Numbers:
        """The position as a seat sees it; `PickedGame.layout` says what the numbers are.

        For a seat that is asked nothing, those that say which question it is are 0.
        """
        if self.play.decision(seat) is None:
            return self.observation_of(self.state, seat)
        self.play.features(seat, self._scratch)
        return self._numbers(self._scratch)

    def observation_of(self, state: State, seat: Seat) -> Numbers:
        """A position of the same configuration as a seat sees it that is asked nothing."""
        out = bytearray(self.layout.size)
        self.game.features(state.view(seat), self._no_question(seat), [], out)
        for block in self._prompt_block:
            out[block.start : block.start + len(block.entries)] = bytes(len(block.entries))
        return self._numbers(out)

    def _numbers(self, out: bytearray) -> Numbers:
        if self._scaled:
            return np.frombuffer(out, np.uint8) * self._factors
        return np.frombuffer(out[:], np.uint8)

    def _no_question(self, seat: Seat) -> Decision:
        """A decision without options, since features need one; which prompt it has is wiped out afterwards."""
        prompt = self.game.prompts()[0]
        return Decision(seat, prompt.ident, SOME, prompt.domain, [], 0, 0, -1)

    def mask(self, seat: Seat) -> Mask:
        """1 for every action that is open to a seat."""
        out = bytearray(self.actions.size)
        self.play.mask(seat, out)
        return np.frombuffer(out, np.int8)

    # --- for people ---

    def words(self, seat: Seat) -> dict[str, Any]:
        """What a seat is asked, in words, and how the game stands."""
        words: dict[str, Any] = {"scores": self.state.scores(), "round": self.state.round_number()}
        decision = self.decision(seat)
        if decision is not None:
            view = self.state.view(seat)
            names = self.actions.names
            words["question"] = self.display.question_text(view, decision)
            words["options"] = [self.display.option_text(view, decision, value) for value in decision.options]
            words["actions"] = {int(action): names[action] for action in np.flatnonzero(self.mask(seat))}
            words["picked"] = [names[action] for action in self.picked(seat)]
        return words

    def info(self, seat: Seat, words: bool) -> dict[str, Any]:
        """The info of a seat: the result once there is one, and words if they are wanted."""
        info = self.words(seat) if words else {}
        if self.play.seat == NOBODY:
            info["scores"] = self.state.scores()
            info["winners"] = self.state.winners() if self.state.owing == 0 else []
            info["seed"] = self.seed
            if self.forfeited is not None:
                info["forfeited"] = self.forfeited
        return info

    def table_text(self) -> str:
        """The table in plain words, as a spectator sees it."""
        return self.display.table_text(self.state.view(SPECTATOR), SPECTATOR, plain=True)


def _restored(
    of: tuple[str, Data, bool],
    seed: int,
    state: State,
    log: list[Event] | None,
    picked: list[list[int]],
    ended: tuple[Seat | None, bool],
    random: np.random.Generator,
) -> PickedGame:
    """A game that was pickled: all that can be looked up again is left out."""
    made = PickedGame(*of)
    made.seed = seed
    made.play = PickedPlay(made.game, state, made.rounds)
    state.log = log
    for seat, picks in enumerate(picked):
        made.play.resume(seat, picks)
    made._random = random
    forfeited, called_off = ended
    if forfeited is not None:
        made.forfeit(forfeited)
    if called_off:
        made.call_off()
    return made
