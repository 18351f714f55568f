"""The answers that a room waits for, and those that the table gives itself.

A person whose question has a single possible answer need not be asked. The answer is given automatically: at once if
nobody could learn from it, otherwise when the person might have answered (`automatic_seats`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from repulse.engine.contract import Decision, Seat, State
from repulse.table.entries import Answered

if TYPE_CHECKING:
    from repulse.table.room_state import RoomState


@dataclass(frozen=True, slots=True)
class Turn:
    """An answer that the table owes on behalf of a seat, and who gives it.

    It is fixed when the answer is requested, and compared with `PendingAnswers.turn` before the answer is applied: if
    the person has returned in the meantime, or another bot has come, they differ, and the answer must be dropped.
    """

    seat: Seat
    question: int
    """The number of the question."""
    bot: str
    """The bot that answers; empty for a person without a choice, whose only possible answer is given."""
    since: int
    """The number of the event since which this one answers (`SeatState.since`)."""


class PendingAnswers:
    """The answers that a room waits for."""

    def __init__(self, room: RoomState) -> None:
        self._room = room

    def _decision(self, seat: Seat) -> Decision:
        decision: Decision = self._room.playing.state.decision(seat)
        return decision

    def is_asked(self, seat: Seat) -> bool:
        """Return whether the person in a seat is asked something now."""
        room = self._room
        return seat in room.questions and not room.seats[seat].bot and not self.is_automatic(seat)

    def is_awaited(self, seat: Seat) -> bool:
        """Return whether the table waits for the person in a seat.

        A person without a choice counts, if others could notice the difference.
        """
        return self.is_asked(seat) or seat in self.automatic_seats()

    def is_automatic(self, seat: Seat) -> bool:
        """Return whether a seat's question has a single answer, given automatically once that reveals nothing."""
        decision = self._decision(seat)
        return decision.forced() and (
            bool(self._room.seats[seat].bot) or not self.is_last_chance(seat, decision)
        )

    def is_last_chance(self, seat: Seat, decision: Decision) -> bool:
        """Return whether giving the only possible answer would make an earlier one impossible to undo."""
        if not self._room.can_undo_unseen(seat):
            return False
        state: State = self._room.playing.state
        after = state.clone()
        after.apply(seat, decision.forced_choice())
        return after.step_id != state.step_id or after.reveal_count != state.reveal_count

    def is_watched(self, seat: Seat) -> bool:
        """Return whether another person plays or watches, who could learn from when a seat answers."""
        return self._room.has_spectators or self._room.seating.has_others(seat)

    def forced(self) -> list[Answered]:
        """Return the forced answers that nobody can learn anything from, once nobody has a choice left to make."""
        room = self._room
        if room.match is None or room.stage != "playing":
            return []
        owing = room.match.state.seats_owing()
        if not all(self.is_automatic(seat) and not self.is_watched(seat) for seat in owing):
            return []
        return [self.forced_answer(seat) for seat in owing]

    def forced_answer(self, seat: Seat) -> Answered:
        """Return the only possible answer to a seat's question."""
        decision = self._decision(seat)
        tokens = self._room.tokens(decision, decision.forced_choice())
        return Answered(seat=seat, tokens=tokens, by="forced")

    def automatic_seats(self) -> list[Seat]:
        """Return the people whose questions have a single answer, and who are watched by others.

        Each is answered for when it might have answered itself: at once, others would see that it had no choice.
        """
        room = self._room
        if room.stage != "playing":
            return []
        return [
            seat
            for seat in room.questions
            if not room.seats[seat].bot and self.is_watched(seat) and self.is_automatic(seat)
        ]

    def turn(self, seat: Seat) -> Turn | None:
        """Return who must be made to answer for a seat now: its bot, or the table where a person has no choice.

        None for a seat that is not asked anything, and for a person who answers in person.
        """
        room = self._room
        question = room.questions.get(seat)
        if room.stage != "playing" or question is None:
            return None
        state = room.seats[seat]
        if not state.bot and not (self.is_watched(seat) and self.is_automatic(seat)):
            return None
        return Turn(seat, question.number, state.bot, state.since)
