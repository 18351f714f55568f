"""The answers of a game: who gave them, which may be taken back, and what bots answered in positions taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from repulse.engine.contract import Seat
from repulse.engine.record import Answer
from repulse.table.entries import By


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """An answer of the game, without its content."""

    seat: Seat
    step_id: int
    """The step of the game."""
    by: By
    had_choice: bool
    """Whether there was an alternative; a person may also be asked to give the only possible answer."""

    @property
    def is_chosen(self) -> bool:
        """Whether somebody chose it: it was neither forced nor copied from another game."""
        return self.by not in ("forced", "record")


@dataclass
class AnswerHistory:
    """All answers of a game that were not taken back, in the order of the choices of the match."""

    answers: list[GivenAnswer] = field(default_factory=list)
    moves: list[int] = field(default_factory=list)
    """For each seat: how often it has answered or taken back."""
    remembered: dict[int, list[str]] = field(default_factory=dict)
    """The answers of bots in positions that were taken back, by `position_key`: there they answer the same again."""

    def add(self, answer: GivenAnswer) -> None:
        """Append an answer."""
        self.answers.append(answer)
        self.moves[answer.seat] += 1

    def drop_last(self, seat: Seat, count: int) -> None:
        """Drop the last answers of a seat."""
        own = [number for number, answer in enumerate(self.answers) if answer.seat == seat]
        for number in reversed(own[-count:]):
            del self.answers[number]

    def rewind(self, length: int, choices: Sequence[Answer], bots: Sequence[str]) -> None:
        """Drop all answers but the first `length`, and remember those of bots.

        Args:
            length: The number of answers that stay.
            choices: The choices of the match, before the rewind.
            bots: The bot in each seat.
        """
        for number in range(length, len(self.answers)):
            answer = self.answers[number]
            if answer.by == "bot":
                key = self.position_key(number, answer.seat, answer.step_id, choices=choices, bots=bots)
                self.remembered[key] = choices[number][1]
        del self.answers[length:]

    def position_key(
        self, length: int, seat: Seat, step_id: int, *, choices: Sequence[Answer], bots: Sequence[str]
    ) -> int:
        """Identify the position in which a seat is asked after `length` answers, as far as its bot can know it.

        The order of simultaneous answers does not matter, and those of others in the same step are not known yet.
        """
        past = [
            (answer.step_id, answer.seat, tuple(tokens))
            for answer, (_, tokens) in zip(self.answers[:length], choices, strict=False)
            if answer.step_id != step_id or answer.seat == seat
        ]
        past.sort(key=lambda answer: answer[:2])
        return hash((seat, bots[seat], step_id, tuple(past)))

    def bot_share(self, seat: Seat) -> float:
        """Return the share of a seat's choices that bots made; forced answers are no choices."""
        answers = [answer.by for answer in self.answers if answer.seat == seat]
        by_bots = sum(by in ("bot", "default") for by in answers)
        chosen = by_bots + sum(by == "person" for by in answers)
        return by_bots / chosen if chosen else 0.0

    def chose_in_last_step(self, seat: Seat) -> bool:
        """Return whether a choice was made for a seat in the step of its last answer."""
        own = [answer for answer in self.answers if answer.seat == seat]
        return any(answer.is_chosen for answer in own if answer.step_id == own[-1].step_id)

    def last_choice(self, seat: Seat) -> int:
        """Return the number of a seat's last answer that had an alternative; -1 for none."""
        for number in range(len(self.answers) - 1, -1, -1):
            answer = self.answers[number]
            if answer.seat == seat and answer.is_chosen and answer.had_choice:
                return number
        return -1
