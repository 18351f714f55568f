"""A match: one game being played, with its record, its log and undo."""

from __future__ import annotations

from typing import Any, Generic

from repulse.engine import mypyc_attr
from repulse.engine.contract import (
    Choice,
    Data,
    Event,
    Game,
    IllegalChoice,
    RepulseError,
    S,
    Seat,
    check_seed,
    read_choice,
)
from repulse.engine.record import Answer, BadRecord, Record


class _Recent:
    """An answer given since the last news, and the step in which it was given."""

    def __init__(self, seat: Seat, choice: Choice, moment: int) -> None:
        self.seat = seat
        self.choice = choice
        self.moment = moment


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

    def answer(self, seat: Seat, choice: Choice) -> None:
        """Take the answer of a seat; IllegalChoice, and no change, if the rules refuse it."""
        state = self.state
        decision = state.decision(seat)
        words = [
            self.game.token(state, decision.domain, value) for value in choice if value in decision.options
        ]
        moment = state.moment
        news = state.news
        state.apply(seat, choice)
        self.choices.append((seat, words))
        if state.news == news:
            self._recent.append(_Recent(seat, choice[:], moment))
        else:
            self._recent = []
            self._base = state.clone()
            self._base_log = len(self._log)

    def answer_tokens(self, seat: Seat, words: list[str]) -> None:
        """Take an answer given as record tokens."""
        self.answer(seat, read_choice(self.game, self.state, self.state.decision(seat), words))

    def answer_all(self, answers: list[Answer]) -> None:
        """Take the answers of a record; BadRecord, naming the choice, if one cannot be played."""
        for number, (seat, words) in enumerate(answers):
            try:
                self.answer_tokens(seat, words)
            except RepulseError as error:
                raise BadRecord(f"Choice {number} of this record cannot be played: {error}") from error

    def called_off(self) -> bool:
        """Whether the game has passed its round limit (`Game.round_limit`): it ends there, and nobody wins."""
        return self.state.owing != 0 and self.state.round_number() > self.round_limit

    def is_over(self) -> bool:
        """Whether no more answers are expected: the game has ended or was abandoned."""
        return self.state.owing == 0 or self.called_off()

    def can_undo(self, seat: Seat) -> bool:
        """Whether the seat's last answer can be undone: no news since, and play has not moved on."""
        return self._undo_index(seat) >= 0

    def undo(self, seat: Seat) -> None:
        """Undo the seat's last answer."""
        index = self._undo_index(seat)
        if index < 0:
            raise IllegalChoice("no-undo", "There is nothing to take back.")
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

    def _undo_index(self, seat: Seat) -> int:
        for index in range(len(self._recent) - 1, -1, -1):
            answer = self._recent[index]
            if answer.seat == seat:
                return index if all(later.moment == answer.moment for later in self._recent[index:]) else -1
        return -1

    def events(self, viewer: Seat) -> list[Event]:
        """The log as a viewer may see it."""
        return [self.state.visible_event(event, viewer) for event in self._log]

    def all_events(self) -> list[Event]:
        """The log with nothing hidden: for saves and studies, never for a viewer."""
        return self._log

    def __reduce__(self) -> tuple[Any, ...]:
        return replay, (self.game, self.record())

    def __repr__(self) -> str:
        return f"<match of {self.game.name}, seed {self.seed}, {len(self.choices)} choices: {self.state!r}>"

    def record(self) -> Record:
        """The match so far, as a record."""
        return Record(self.game.name, self.game.rules, self.seed, self.options, list(self.choices))


def replay(game: Game[S], record: Record, length: int = -1) -> Match[S]:
    """The match of a record, after its first `length` choices (all by default)."""
    check_record(game, record)
    match = Match(game, record.options, record.seed)
    match.answer_all(record.choices if length < 0 else record.choices[:length])
    return match


def check_record(game: Game, record: Record) -> None:
    """Raise BadRecord if a record belongs to another game or another version of the rules."""
    if record.game != game.name:
        raise BadRecord(f"This record is of {record.game}, not of {game.name}.")
    if record.rules != game.rules:
        raise BadRecord(
            f"This record was made by rules {record.rules}; this program plays rules {game.rules}."
        )
