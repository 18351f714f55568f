"""The seats of a new room, and the bots that are available for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from repulse.bots import bot_names, default_bot, tempered_bots
from repulse.engine.contract import Seat
from repulse.engine.display.lesson import Lesson
from repulse.table.entries import Created, SeatPlan
from repulse.table.refusals import RefusalCode, RefusalError
from repulse.table.room_state import RoomState
from repulse.table.wire.rooms import WantedSeat


def bots_for(game: str) -> dict[str, str]:
    """Return the bots that come with a game: the name each is chosen by, and the name it is created by."""
    return {name: name for name in [*bot_names(game), *tempered_bots(game)]}


def check_bot(bot: str, bots: Mapping[str, str]) -> None:
    """Raise RefusalError if there is no such bot."""
    if bot not in bots:
        raise RefusalError(RefusalCode.NO_SUCH_BOT, f"There is no bot {bot!r}; there are {', '.join(bots)}.")


def plan_seats(
    requested: Sequence[WantedSeat], players: int, person: SeatPlan, *, bots: Mapping[str, str]
) -> list[SeatPlan]:
    """Return the seats of a new room; by default one for its creator, the others open.

    Args:
        requested: The requested occupants.
        players: The number of seats of the game.
        person: The seat of the creator.
        bots: The bots that may play.

    Raises:
        RefusalError: These are not seats for that many players.
    """
    plan = requested or [WantedSeat("me"), *[WantedSeat("open") for _ in range(players - 1)]]
    if len(plan) != players:
        raise RefusalError(RefusalCode.BAD_SEATS, f"This game has {players} seats, not {len(plan)}.")
    if sum(seat.kind == "me" for seat in plan) > 1:
        raise RefusalError(RefusalCode.BAD_SEATS, "Only one seat can be yours.")
    return [person if seat.kind == "me" else _plan(seat, bots) for seat in plan]


def plan_lesson_seats(lesson: Lesson, person: SeatPlan) -> list[SeatPlan]:
    """Return the seats of a lesson that is taught to a person."""
    return [person if seat.me else SeatPlan("bot", seat.name, seat.bot) for seat in lesson.seats]


def _plan(seat: WantedSeat, bots: Mapping[str, str]) -> SeatPlan:
    if seat.kind == "open":
        return SeatPlan("open")
    bot = seat.bot or default_bot(bots)
    check_bot(bot, bots)
    return SeatPlan("bot", "", bot)


def seats_of_rematch(room: RoomState, host: str, here: frozenset[Seat] = frozenset()) -> Created:
    """Return the first entry of the next room: the same people with the same tokens.

    Among several people everybody moves one seat on; a single person keeps the seat, and with it the color. A bot that sits in for somebody who is away still does there; people who are `here` play.
    """
    seats: list[SeatPlan] = []
    for number, seat in enumerate(room.seats):
        bot = "" if seat.owner and number in here else seat.bot
        seats.append(SeatPlan(seat.kind, seat.name, bot, seat.owner, seat.avatar))
    if room.seating.has_company():
        seats = seats[-1:] + seats[:-1]
    return Created(host=host, seats=seats, before=room.id)
