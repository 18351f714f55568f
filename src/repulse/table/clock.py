"""The clock of a room: how long a person may think about an answer, and who has thought too long.

The time of day comes with the entries, so that a room that is loaded again has the same deadlines. The time is for each
answer: a store of time for the whole game would show by what it loses who had no choice to make. For the same reason
everybody who owes an answer is treated alike when the time is up, whether or not there was anything to choose.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Final

from repulse.engine.contract import Seat
from repulse.table.entries import SeatChanged
from repulse.table.wire.views import Clock

if TYPE_CHECKING:
    from repulse.table.room_state import RoomState

SECONDS: Final = {"live": (2, 3600), "days": (3600, 30 * 86400)}
"""The shortest and the longest time for an answer, by kind of clock."""

MAX_MISSED: Final = 2
"""A player who is present but lets this many answers in a row go to a bot is taken to be away."""


def wrong_clock(clock: Clock) -> str:
    """Return what is wrong with a clock, in a sentence; empty for nothing."""
    if clock.kind == "none":
        return "" if clock.seconds == 0 else "Where there is no clock, it has 0 seconds."
    least, most = SECONDS[clock.kind]
    if least <= clock.seconds <= most:
        return ""
    return f"This clock gives {least} to {most} seconds for an answer, not {clock.seconds}."


def deadline(room: RoomState, seat: Seat) -> int:
    """Return when a seat's time for its answer is up, in milliseconds since 1970; 0 if no time runs."""
    asked = room.question_book.asked_at(seat)
    if room.clock.kind == "none" or not asked or room.seats[seat].bot:
        return 0
    return asked + 1000 * room.clock.seconds


def running(room: RoomState, here: Collection[Seat]) -> dict[Seat, int]:
    """Return the deadlines that count now, per seat; `here` are the seats that somebody is connected for.

    With a live clock nobody is hurried unless another person is waiting.
    """
    if room.stage != "playing" or room.clock.kind == "none":
        return {}
    people = {seat for seat in here if room.seats[seat].kind == "person"}
    return {
        seat: due
        for seat in room.questions
        if (room.clock.kind == "days" or people - {seat}) and (due := deadline(room, seat))
    }


def overdue(room: RoomState, here: Collection[Seat], now: int, *, bot: str) -> list[SeatChanged]:
    """Return a bot for each person whose time is up: for one answer if they are connected, else until they return."""
    return [
        SeatChanged(
            seat=seat,
            kind="bot",
            bot=bot,
            clock=True,
            once=seat in here and room.seats[seat].missed + 1 < MAX_MISSED,
        )
        for seat, due in running(room, here).items()
        if due <= now
    ]
