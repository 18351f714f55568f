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
    IllegalChoice,
    Seat,
    State,
    check_seed,
)
from repulse.engine.display.display import Display
from repulse.engine.features import MOST
from repulse.engine.picks import DONE, Picker
from repulse.games import entry_of

Numbers: TypeAlias = NDArray[Any]
"""Of float32 if they are scaled, of uint8 if not."""
Mask: TypeAlias = NDArray[np.int8]

ILLEGAL_REWARD: Final = -1.0
"""What a seat gets that forfeits the game by an action that is not open."""


class PickedGame:
    """One game at a time, in which every seat that owes an answer gives it pick by pick.

    Decisions with only one possible answer are answered at once, as they are for bots. A seat that owes nothing may only
    pick DONE, which does nothing.
    """

    def __init__(self, name: str, options: Mapping[str, object], scaled: bool) -> None:
        entry = entry_of(name)
        self.game: Game = entry.game
        self.display: Display = entry.display_in()
        self.options = self.game.check_options(options)
        self.seed = 0
        self.state: State = self.game.start(self.options, 0)
        self.players = self.state.players
        self.actions = self.game.action_space(self.state)
        self.layout = self.game.feature_layout(self.state)
        self.forfeited: Seat | None = None
        """The seat that ended the game by an action that was not open."""
        self._scaled = scaled
        self._factors = 1 / np.array(self.layout.scales, np.float32)
        self._round_limit = self.game.round_limit(self.options)
        self._random = np.random.default_rng()
        self._pickers: dict[Seat, Picker] = {}
        self._views: dict[Seat, State] = {}
        self._prompt_block = [block for block in self.layout.blocks if block.name == "prompt"]

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
        self.state = self.game.start(self.options, seed, log)
        self.forfeited = None
        self._pickers = {}
        self._views = {}
        self._ask()

    def clone(self) -> PickedGame:
        """An independent copy, log included."""
        made = copy.copy(self)
        made.state = self.state.clone()
        made.state.log = None if self.state.log is None else self.state.log[:]
        made._random = copy.deepcopy(self._random)
        made._pickers = {}
        for seat, picker in self._pickers.items():
            copied = made._pickers[seat] = Picker(self.actions, picker.decision)
            copied.picked = picker.picked[:]
        made._views = {}
        return made

    def __deepcopy__(self, memo: object) -> PickedGame:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        picked = {seat: picker.picked for seat, picker in self._pickers.items()}
        made = (self.game.name, self.options, self._scaled)
        return _restored, (made, self.seed, self.state, self.state.log, picked, self.forfeited, self._random)

    def redeal(self, seat: Seat, seed: int) -> None:
        """Deal what a seat cannot see anew, so that the position fits its view; its own picks stay."""
        state = self.state
        picked = self.picked(seat)
        log = None if state.log is None else [state.visible_event(event, seat) for event in state.log]
        self.state = self.game.determinize(state.view(seat), seed)
        self.state.log = log
        self._pickers = {}
        self._ask()
        if seat in self._pickers:
            self._pickers[seat].picked = picked

    def owing(self) -> list[Seat]:
        """The seats that are to pick, lowest first; none when the game has ended."""
        return sorted(self._pickers)

    def decision(self, seat: Seat) -> Decision | None:
        """What a seat is asked, if anything."""
        picker = self._pickers.get(seat)
        return None if picker is None else picker.decision

    def picked(self, seat: Seat) -> list[int]:
        """The picks of the answer that a seat is giving."""
        picker = self._pickers.get(seat)
        return [] if picker is None else picker.picked[:]

    def is_open(self, seat: Seat, action: int) -> bool:
        """Whether a seat may pick an action."""
        picker = self._pickers.get(seat)
        if picker is None:
            return action == DONE
        try:
            self.actions.finished(picker.decision, [*picker.picked, action])
        except IllegalChoice:
            return False
        return True

    def pick(self, picks: Mapping[Seat, int]) -> None:
        """Take one pick each of some seats, at once; IllegalChoice, and no change, if one of them is not open."""
        # A single one is checked when it is pushed.
        if len(picks) > 1:
            for seat, action in picks.items():
                if not self.is_open(seat, action):
                    raise self._not_open(seat, action)
        finished: list[Seat] = []
        for seat, action in picks.items():
            picker = self._pickers.get(seat)
            if picker is None:
                if action != DONE:
                    raise self._not_open(seat, action)
                continue
            try:
                picker.push(action)
            except IllegalChoice as error:
                raise self._not_open(seat, action) from error
            if picker.finished():
                finished.append(seat)
        for seat in sorted(finished):
            self.state.apply(seat, self._pickers.pop(seat).choice())
        if finished:
            self._ask()

    def answer(self, seat: Seat, choice: Choice) -> None:
        """Take a whole answer, such as a bot gives; IllegalChoice, and no change, if the rules refuse it."""
        self.state.apply(seat, choice)
        del self._pickers[seat]
        self._ask()

    def forfeit(self, seat: Seat) -> None:
        """End the game because of a seat that picked what is not open."""
        self.forfeited = seat
        self._pickers = {}

    def _ask(self) -> None:
        """Put the next questions, after answering those that have only one answer."""
        self._views = {}
        state = self.state
        pickers = self._pickers
        asking = True
        while asking:
            asking = False
            if state.owing == 0 or self.truncated():
                pickers.clear()
                return
            for seat in state.seats_owing():
                if seat not in pickers:
                    decision = state.decision(seat)
                    if decision.forced():
                        state.apply(seat, decision.forced_choice())
                        asking = True
                        break
                    pickers[seat] = Picker(self.actions, decision)

    def _not_open(self, seat: Seat, action: int) -> IllegalChoice:
        decision = self.decision(seat)
        when = f"at {decision.prompt!r}" if decision else "while it is asked nothing"
        name = self.actions.names[action] if 0 <= action < self.actions.size else "there is no such action"
        return IllegalChoice("not-offered", f"Action {action} ({name}) is not open to seat {seat} {when}.")

    # --- how it stands ---

    def terminated(self) -> bool:
        """Whether the game was played to its end, or forfeited."""
        return self.state.owing == 0 or self.forfeited is not None

    def truncated(self) -> bool:
        """Whether the game was called off after too many rounds."""
        return self.state.owing != 0 and self.state.round_number() > self._round_limit

    def rewards(self) -> list[float]:
        """What each seat has won of a game that has ended: the winner 1, or the winners equal shares of it."""
        rewards = [0.0] * self.players
        if self.forfeited is not None:
            rewards[self.forfeited] = ILLEGAL_REWARD
        elif self.state.owing == 0:
            winners = self.state.winners()
            for seat in winners:
                rewards[seat] = 1 / len(winners)
        return rewards

    def observation(self, seat: Seat) -> Numbers:
        """The position as a seat sees it; `PickedGame.layout` says what the numbers are.

        For a seat that is asked nothing, those that say which question it is are 0.
        """
        out = bytearray(self.layout.size)
        view = self._views.get(seat)
        if view is None:
            view = self._views[seat] = self.state.view(seat)
        picker = self._pickers.get(seat)
        if picker is not None:
            self.game.features(view, picker.decision, picker.picked, out)
        else:
            self.game.features(view, self._no_question(seat), [], out)
            for block in self._prompt_block:
                out[block.start : block.start + len(block.entries)] = bytes(len(block.entries))
        numbers = np.frombuffer(out, np.uint8)
        return numbers * self._factors if self._scaled else numbers

    def _no_question(self, seat: Seat) -> Decision:
        """A decision without options, since features need one; which prompt it has is wiped out afterwards."""
        prompt = self.game.prompts()[0]
        return Decision(seat, prompt.ident, SOME, prompt.domain, [], 0, 0, -1)

    def mask(self, seat: Seat) -> Mask:
        """1 for every action that is open to a seat."""
        out = bytearray(self.actions.size)
        picker = self._pickers.get(seat)
        if picker is None:
            out[DONE] = 1
        else:
            picker.mask(out)
        return np.frombuffer(out, np.int8)

    # --- for people ---

    def words(self, seat: Seat) -> dict[str, Any]:
        """What a seat is asked, in words, and how the game stands."""
        words: dict[str, Any] = {"scores": self.state.scores(), "round": self.state.round_number()}
        picker = self._pickers.get(seat)
        if picker is not None:
            view = self.state.view(seat)
            decision = picker.decision
            names = self.actions.names
            words["question"] = self.display.question_text(view, decision)
            words["options"] = [self.display.option_text(view, decision, value) for value in decision.options]
            words["actions"] = {int(action): names[action] for action in np.flatnonzero(self.mask(seat))}
            words["picked"] = [names[action] for action in picker.picked]
        return words

    def info(self, seat: Seat, words: bool) -> dict[str, Any]:
        """The info of a seat: the result once there is one, and words if they are wanted."""
        info = self.words(seat) if words else {}
        if not self._pickers:
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
    made: tuple[str, Data, bool],
    seed: int,
    state: State,
    log: list[Event] | None,
    picked: dict[Seat, list[int]],
    forfeited: Seat | None,
    random: np.random.Generator,
) -> PickedGame:
    """A game that was pickled: all that can be looked up again is left out."""
    play = PickedGame(*made)
    play.seed = seed
    play.state = state
    state.log = log
    play.forfeited = forfeited
    play._random = random
    for seat, picks in picked.items():
        picker = play._pickers[seat] = Picker(play.actions, state.decision(seat))
        picker.picked = picks
    return play
