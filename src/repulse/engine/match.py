"""A match: one game being played, with its record, its log and undo."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Generic

from repulse.engine import mypyc_attr
from repulse.engine.contract import (
    Choice,
    Data,
    Decision,
    Event,
    Game,
    IllegalChoice,
    RepulseError,
    S,
    Seat,
    check_seed,
)
from repulse.engine.record import Answer, BadRecord, Record
from repulse.engine.tokens import read_tokens


class _Recent:
    """An answer given since something was last revealed, and the step in which it was given."""

    def __init__(self, seat: Seat, choice: Choice, step_id: int) -> None:
        self.seat = seat
        self.choice = choice
        self.step_id = step_id


MAX_CHECKPOINTS: Final = 4
"""Number of positions kept for rewinding: the first, and those at the beginning of the latest rounds."""


class _Checkpoint(Generic[S]):
    """The position when a round began, or soon after: where `rewind` starts from."""

    def __init__(self, state: S, round_number: int, choices: int, *, log: int) -> None:
        self.state = state
        self.round_number = round_number
        self.choices = choices
        """The number of choices that led to it."""
        self.log = log
        """The length of the log."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Match(Generic[S]):
    """A game in progress. Every change goes through `answer` and `undo`.

    It is pure: no files, no words for people, no bots. `repulse.Match` adds those.
    """

    def __init__(self, game: Game[S], options: Data, seed: int) -> None:
        self.game = game
        self.options = game.check_options(options)
        self.round_limit = game.round_limit(self.options)
        self.seed = check_seed(seed)
        self._log: list[Event] = []
        self.state: S = game.start(self.options, seed, self._log)
        self.choices: list[Answer] = []
        self._recent: list[_Recent] = []
        self._base: S = self.state.clone()
        self._base_log = len(self._log)
        self._checkpoints: list[_Checkpoint[S]] = []
        self._add_checkpoint()

    def answer(self, seat: Seat, choice: Choice) -> None:
        """Apply the answer of a seat.

        Raises:
            IllegalChoice: The rules refuse it; nothing has changed.
        """
        state = self.state
        decision = state.decision(seat)
        tokens = [
            self.game.token(state, decision.domain, value) for value in choice if value in decision.options
        ]
        self._answer(seat, choice, tokens)

    def _answer(self, seat: Seat, choice: Choice, tokens: list[str]) -> None:
        state = self.state
        step_id = state.step_id
        reveal_count = state.reveal_count
        state.apply(seat, choice)
        self.choices.append((seat, tokens))
        if state.reveal_count == reveal_count:
            self._recent.append(_Recent(seat, choice[:], step_id))
        else:
            self._recent = []
            self._base = state.clone()
            self._base_log = len(self._log)
            if state.round_number() != self._checkpoints[-1].round_number:
                self._add_checkpoint()

    def _add_checkpoint(self) -> None:
        """Keep the base, which never changes, for rewinding."""
        base = self._base
        self._checkpoints.append(
            _Checkpoint(base, base.round_number(), len(self.choices), log=self._base_log)
        )
        if len(self._checkpoints) > MAX_CHECKPOINTS:
            del self._checkpoints[1]

    def answer_tokens(self, seat: Seat, tokens: list[str]) -> None:
        """Apply an answer given as record tokens, in any order.

        Raises:
            IllegalChoice: The rules refuse it; nothing has changed.
            RepulseError: A token is unknown.
        """
        values = read_tokens(self.game, self.state, self.state.decision(seat), tokens=tokens)
        pairs = sorted(zip(values, tokens, strict=True))
        self._answer(seat, [value for value, _ in pairs], [token for _, token in pairs])

    def advance_forced(self, policy: Callable[[Seat, Decision], bool]) -> list[Answer]:
        """Play the answers that have no alternative, until every pending decision is a real one.

        Args:
            policy: Whether to play the forced answer to this decision; the others are left pending.

        Returns:
            The answers that were played.
        """
        first = len(self.choices)
        while True:
            for seat in self.state.seats_owing():
                decision = self.state.decision(seat)
                if decision.forced() and policy(seat, decision):
                    self.answer(seat, decision.forced_choice())
                    break
            else:
                return self.choices[first:]

    def answer_all(self, answers: list[Answer]) -> None:
        """Apply the answers of a record.

        Raises:
            BadRecord: A choice cannot be played; the message names it.
        """
        for number, (seat, tokens) in enumerate(answers):
            try:
                self.answer_tokens(seat, tokens)
            except RepulseError as error:
                raise BadRecord(f"Choice {number} of this record cannot be played: {error}") from error

    def called_off(self) -> bool:
        """Return whether the game has passed its round limit (`Game.round_limit`), where it ends without a winner."""
        return self.state.owing != 0 and self.state.round_number() > self.round_limit

    def is_over(self) -> bool:
        """Return whether no more answers are expected: the game has ended or was abandoned."""
        return self.state.owing == 0 or self.called_off()

    def can_undo(self, seat: Seat) -> bool:
        """Return whether the seat's last answer can be undone: nothing was revealed since, and play has not moved on."""
        return self._undo_index(seat) >= 0

    def undo(self, seat: Seat) -> None:
        """Undo the seat's last answer.

        Raises:
            IllegalChoice: The seat has not answered, or has seen something new since.
        """
        index = self._undo_index(seat)
        if index < 0:
            raise IllegalChoice("no-undo", message="There is nothing to take back.")
        back = len(self._recent) - index
        del self.choices[-back]
        kept = self._recent[:index] + self._recent[index + 1 :]
        del self._log[self._base_log :]
        state = self._base.clone()
        state.log = self._log
        for answer in kept:
            state.apply(answer.seat, answer.choice)
        self._recent = kept
        self.state = state

    def last_choice(self, seat: Seat) -> int:
        """Return the number of the seat's last answer that had an alternative; -1 if there is none."""
        last = -1
        again = Match(self.game, self.options, self.seed)
        for number, (answering, tokens) in enumerate(self.choices):
            if answering == seat and not again.state.decision(seat).forced():
                last = number
            again.answer_tokens(answering, tokens)
        return last

    def rewind(self, length: int) -> None:
        """Go back to the position after the first `length` choices, regardless of what has been seen since.

        Among people only `undo` is fair; against bots alone anything may be taken back.

        Raises:
            IllegalChoice: There are no such choices to go back to.
        """
        if not 0 <= length <= len(self.choices):
            raise IllegalChoice(
                "no-undo", message=f"This game has {len(self.choices)} choices, not {length}."
            )
        while self._checkpoints[-1].choices > length:
            self._checkpoints.pop()
        start = self._checkpoints[-1]
        again = self.choices[start.choices : length]
        del self.choices[start.choices :]
        del self._log[start.log :]
        self._recent = []
        self._base = start.state
        self._base_log = start.log
        self.state = start.state.clone()
        self.state.log = self._log
        for seat, tokens in again:
            self.answer_tokens(seat, tokens)

    def _undo_index(self, seat: Seat) -> int:
        for index in range(len(self._recent) - 1, -1, -1):
            answer = self._recent[index]
            if answer.seat == seat:
                return index if all(later.step_id == answer.step_id for later in self._recent[index:]) else -1
        return -1

    def events(self, viewer: Seat) -> list[Event]:
        """Return the log as a viewer may see it."""
        return [self.state.visible_event(event, viewer) for event in self._log]

    def all_events(self) -> list[Event]:
        """Return the log with nothing hidden: for saves and studies, never for a viewer."""
        return self._log

    def __reduce__(self) -> tuple[Any, ...]:
        return replay, (self.game, self.record())

    def __repr__(self) -> str:
        return f"<match of {self.game.name}, seed {self.seed}, {len(self.choices)} choices: {self.state!r}>"

    def record(self) -> Record:
        """Return the match so far, as a record."""
        return Record(
            self.game.name, self.game.rules, self.seed, options=self.options, choices=list(self.choices)
        )


def replay(game: Game[S], record: Record, length: int = -1) -> Match[S]:
    """Return the match of a record, after its first `length` choices (all by default).

    Args:
        game: The rules.
        record: The record.
        length: The number of choices to play.
    """
    check_record(game, record)
    match = Match(game, record.options, record.seed)
    match.answer_all(record.choices if length < 0 else record.choices[:length])
    return match


def check_record(game: Game, record: Record) -> None:
    """Check that a record belongs to this game and this version of its rules.

    Raises:
        BadRecord: It belongs to another game or another version of the rules.
    """
    if record.game != game.name:
        raise BadRecord(f"This record is of {record.game}, not of {game.name}.")
    if record.rules != game.rules:
        raise BadRecord(
            f"This record was made by rules {record.rules}; this program plays rules {game.rules}."
        )
