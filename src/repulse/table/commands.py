"""What a command results in: the entries it asks for, or the reason why it cannot be done."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from repulse.bots import default_bot
from repulse.engine.contract import Seat
from repulse.table.chat import LONGEST_LINE, REACTIONS
from repulse.table.entries import (
    Answered,
    AnyEntry,
    ChatSwitched,
    Read,
    Rematched,
    Returned,
    Said,
    SeatChanged,
    Started,
    Undone,
)
from repulse.table.messages import Answer, Command, Leave, Next, Return, Say, SetChat, SetSeat, Start, Undo
from repulse.table.names import clean, person_name
from repulse.table.room import Refusal, Room
from repulse.table.seats import check_bot


def entries_for(
    room: Room,
    bots: Mapping[str, str],
    holder: str,
    command: Command,
    next_room: str = "",
    here: Collection[Seat] = (),
) -> list[AnyEntry]:
    """The entries that a command of a holder asks for, none if all is so already; Refusal if it cannot be done.

    `bots` are those that may play here; `next_room` is the id of the new room, if the command is a rematch; `here` are the
    seats that anybody is connected for.
    """
    seat = room.seat_of(holder)
    if isinstance(command, Say):
        return [_say(room, seat, command)]
    if not room.is_known(holder):
        raise Refusal("not-yours", "Spectators cannot do that: it takes a seat.")
    if isinstance(command, Answer):
        return [_answer(room, seat, command)]
    if isinstance(command, Undo):
        return [_undo(room, seat)]
    if isinstance(command, Start):
        return _start(room, bots, holder, command)
    if isinstance(command, SetSeat):
        return _set_seat(room, bots, holder, command, here)
    if isinstance(command, Leave):
        return [_leave(room, bots, seat, command)]
    if isinstance(command, Return):
        return [_return(room, seat)]
    if isinstance(command, SetChat):
        _host_only(room, holder)
        return [ChatSwitched(on=command.on)] if command.on != room.chat.on else []
    if isinstance(command, Next):
        return [_next(room, seat)]
    check_rematch(room, holder)
    if not next_room:
        raise Refusal("not-now", "There are no rematches here.")
    return [Rematched(room=next_room)]


def check_rematch(room: Room, holder: str) -> None:
    """Raise Refusal if there can be no rematch now."""
    if not room.is_known(holder):
        raise Refusal("not-yours", "Spectators cannot do that: it takes a seat.")
    if room.stage != "over":
        raise Refusal("not-now", "The game is not over yet.")
    if room.next:
        raise Refusal("stale", "There is a rematch already.")
    if room.progress is not None:
        raise Refusal("not-now", "A lesson has no rematch: begin it again.")


def _answer(room: Room, seat: Seat, command: Answer) -> Answered:
    _seat_only(seat)
    if room.stage != "playing":
        raise Refusal("stale", "The game is over." if room.stage == "over" else "The game has not begun yet.")
    question = room.questions.get(seat)
    if room.seats[seat].bot:
        raise Refusal("not-now", "A bot sits in for you: take your seat back first.")
    if question is None or not room.is_asked(seat):
        raise Refusal("stale", "No answer is awaited from you now.")
    if question.number != command.ask:
        raise Refusal("stale", "That question is not the one you are asked now.")
    return Answered(seat=seat, words=command.words)


def _undo(room: Room, seat: Seat) -> Undone:
    if seat < 0 or room.seats[seat].bot or not room.can_undo(seat):
        raise Refusal("no-undo", "There is nothing to take back.")
    return Undone(seat=seat)


def _start(room: Room, bots: Mapping[str, str], holder: str, command: Start) -> list[AnyEntry]:
    _host_only(room, holder)
    if room.stage != "lobby":
        raise Refusal("stale", "The game has begun already.")
    free = room.open_seats()
    if free and not command.fill:
        raise Refusal("seats-open", "Some seats are still open: wait, or let bots take them.")
    if free:
        check_bot(command.fill, bots)
    return [*[SeatChanged(seat=seat, kind="bot", bot=command.fill) for seat in free], Started()]


def _set_seat(
    room: Room, bots: Mapping[str, str], holder: str, command: SetSeat, here: Collection[Seat]
) -> list[AnyEntry]:
    _host_only(room, holder)
    if not 0 <= command.seat < len(room.seats):
        last = len(room.seats) - 1
        raise Refusal("no-such-seat", f"There is no seat {command.seat}: the seats are 0 to {last}.")
    bot = command.bot or default_bot(bots) if command.kind == "bot" else ""
    if bot:
        check_bot(bot, bots)
    if room.stage == "over":
        raise Refusal("stale", "The game is over.")
    if room.stage == "playing" and command.kind == "open":
        raise Refusal("not-now", "In a game that is going on, a seat can only be given to a bot.")
    old = room.seats[command.seat]
    if old.holder == room.host:
        raise Refusal("not-now", "This is your own seat: leave it, if you like.")
    sits_in = room.stage == "playing" and old.until < 0
    if old.bot == bot and (old.kind == command.kind or (bot and sits_in)):
        return []
    present = room.stage == "playing" and command.seat in here
    return [SeatChanged(seat=command.seat, kind=command.kind, bot=bot, present=present)]


def _leave(room: Room, bots: Mapping[str, str], seat: Seat, command: Leave) -> SeatChanged:
    _seat_only(seat)
    if room.stage == "over":
        raise Refusal("stale", "The game is over.")
    if room.stage == "lobby":
        return SeatChanged(seat=seat, kind="open", left=True)
    if room.seats[seat].bot:
        raise Refusal("not-now", "A bot sits in for you already.")
    bot = command.bot or default_bot(bots)
    check_bot(bot, bots)
    return SeatChanged(seat=seat, kind="bot", bot=bot, left=True)


def _return(room: Room, seat: Seat) -> Returned:
    _seat_only(seat)
    if room.stage == "over":
        raise Refusal("stale", "The game is over.")
    if not room.seats[seat].bot:
        raise Refusal("not-now", "No bot sits in for you.")
    return Returned(seat=seat)


def _next(room: Room, seat: Seat) -> Read:
    if room.progress is None or seat != room.progress.lesson.seat or not room.progress.waits_for_reader():
        raise Refusal("stale", "No lesson waits for you to read on.")
    return Read()


def _say(room: Room, seat: Seat, command: Say) -> Said:
    if not room.chat.on:
        raise Refusal("no-chat", "There is no talk in this room: the host can allow it.")
    text = clean(command.text, "A line", LONGEST_LINE)
    name = person_name(command.name) if seat < 0 else ""
    if bool(text) == bool(command.reaction):
        raise Refusal("bad-message", "Say either a text or a reaction.")
    if command.reaction and command.reaction not in REACTIONS:
        raise Refusal("bad-message", f"The reactions are {', '.join(REACTIONS)}.")
    return Said(seat=seat, name=name, text=text, reaction=command.reaction)


def _seat_only(seat: Seat) -> None:
    if seat < 0:
        raise Refusal("not-yours", "You have no seat here.")


def _host_only(room: Room, holder: str) -> None:
    if holder != room.host:
        raise Refusal("host-only", "Only the host of the room can do that.")
