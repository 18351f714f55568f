"""The questions of a room: which seats owe an answer, and since when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from repulse.engine.contract import Seat


@dataclass
class SeatQuestion:
    """The question of a seat, by number: another question has another number."""

    number: int
    key: tuple[int, int]
    """The step of the game and how often the seat has moved: what makes it another question."""


@dataclass
class QuestionBook:
    """The questions of all seats."""

    pending: dict[Seat, SeatQuestion] = field(default_factory=dict)
    asked_since: dict[Seat, tuple[int, int]] = field(default_factory=dict)
    """For each seat: the step of the game at which it was last asked, and the time since when its clock runs."""

    def asked_at(self, seat: Seat) -> int:
        """Return since when the clock of a seat runs, in milliseconds since 1970; 0 if it does not run."""
        return self.asked_since[seat][1] if seat in self.pending else 0

    def restart(self, seats: Sequence[Seat], now: int) -> None:
        """Give seats the whole time for their answers again."""
        for seat in seats:
            if seat in self.asked_since:
                self.asked_since[seat] = (self.asked_since[seat][0], now)

    def update(self, keys: dict[Seat, tuple[int, int]], *, n: int, now: int, is_undo: bool) -> None:
        """Update the questions to those of the seats that owe an answer.

        Args:
            keys: For each of these seats, what makes its question another one.
            n: The number of the latest event.
            now: The time in milliseconds since 1970.
            is_undo: Whether an answer was taken back, which gives no more time for it.
        """
        for seat in [seat for seat in self.pending if seat not in keys]:
            del self.pending[seat]
        for seat, key in keys.items():
            if seat not in self.pending or self.pending[seat].key != key:
                self.pending[seat] = SeatQuestion(n, key)
                step_id = key[0]
                if not (is_undo and self.asked_since.get(seat, (-1, 0))[0] == step_id):
                    self.asked_since[seat] = (step_id, now)
