"""From commands to entries: what a command asks for, or the reason why it is refused."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from repulse.bots import default_bot
from repulse.engine.contract import Seat
from repulse.table.chat import MAX_LINE_CHARS, REACTIONS
from repulse.table.entries import (
    Answered,
    AnyEntry,
    ChatSent,
    ChatSwitched,
    LessonStepRead,
    Rematched,
    SeatChanged,
    SeatReclaimed,
    Started,
    Undone,
)
from repulse.table.names import clean, person_name
from repulse.table.refusals import RefusalCode, RefusalError
from repulse.table.room_state import RoomState
from repulse.table.seats import check_bot
from repulse.table.wire.commands import (
    Answer,
    Command,
    Leave,
    Next,
    Rematch,
    Return,
    Say,
    SetChat,
    SetSeat,
    Start,
    Undo,
)


@dataclass(frozen=True)
class Sender:
    """The sender of a command, and what the command may refer to."""

    room: RoomState
    owner: str
    """The hash of the sender's token; empty for a spectator."""
    bots: Mapping[str, str]
    """The bots that may play here: the name each is chosen by, and the name it is created by."""
    next_room: str
    """The id of the new room, if the command is a rematch."""
    connected: Collection[Seat]

    @property
    def seat(self) -> Seat:
        """The sender's seat; -1 for none."""
        return self.room.seat_of(self.owner)

    def own_seat(self) -> Seat:
        """Return the sender's seat.

        Raises:
            RefusalError: The sender has no seat.
        """
        if self.seat < 0:
            raise RefusalError(RefusalCode.NOT_YOURS, "You have no seat here.")
        return self.seat

    def check_host(self) -> None:
        """Raise RefusalError if the sender is not the host."""
        if self.owner != self.room.host:
            raise RefusalError(RefusalCode.HOST_ONLY, "Only the host of the room can do that.")


def entries_for(
    room: RoomState,
    owner: str,
    command: Command,
    *,
    bots: Mapping[str, str],
    next_room: str = "",
    here: Collection[Seat] = (),
) -> list[AnyEntry]:
    """Return the entries that a command asks for; none if it would change nothing.

    Args:
        room: The room as it is now.
        owner: The hash of the sender's token.
        command: The command.
        bots: The bots that may play here.
        next_room: The id of the new room, if the command is a rematch.
        here: The seats that somebody is connected for.

    Raises:
        RefusalError: It cannot be done.
    """
    if not isinstance(command, Say):
        _check_known(room, owner)
    handler = _HANDLERS[type(command)]
    return handler(Sender(room, owner, bots, next_room, here), command)


def check_rematch(room: RoomState, owner: str) -> None:
    """Raise RefusalError if there can be no rematch now."""
    _check_known(room, owner)
    if room.stage != "over":
        raise RefusalError(RefusalCode.NOT_NOW, "The game is not over yet.")
    if room.rematch_id:
        raise RefusalError(RefusalCode.STALE, "There is a rematch already.")
    if room.progress is not None:
        raise RefusalError(RefusalCode.NOT_NOW, "A lesson has no rematch: start it again.")


def _check_known(room: RoomState, owner: str) -> None:
    if not room.is_known(owner):
        raise RefusalError(RefusalCode.NOT_YOURS, "Spectators cannot do that: it takes a seat.")


def _check_not_over(room: RoomState) -> None:
    if room.stage == "over":
        raise RefusalError(RefusalCode.STALE, "The game is over.")


def _answer(sender: Sender, command: Answer) -> list[AnyEntry]:
    room, seat = sender.room, sender.own_seat()
    _check_not_over(room)
    if room.stage != "playing":
        raise RefusalError(RefusalCode.STALE, "The game has not started yet.")
    if room.seats[seat].bot:
        raise RefusalError(RefusalCode.NOT_NOW, "A bot sits in for you: take your seat back first.")
    question = room.questions.get(seat)
    if question is None or not room.pending.is_asked(seat):
        raise RefusalError(RefusalCode.STALE, "You have no pending decision.")
    if question.number != command.ask:
        raise RefusalError(RefusalCode.STALE, "This game has moved on, perhaps in another tab.")
    return [Answered(seat=seat, tokens=command.words)]


def _undo(sender: Sender, command: Undo) -> list[AnyEntry]:
    room, seat = sender.room, sender.seat
    if seat >= 0 and not room.seats[seat].bot:
        if room.can_undo_unseen(seat):
            return [Undone(seat=seat)]
        if (length := room.undo_length(seat)) >= 0:
            return [Undone(seat=seat, length=length)]
    raise RefusalError(RefusalCode.NO_UNDO, "There is nothing to take back.")


def _start(sender: Sender, command: Start) -> list[AnyEntry]:
    sender.check_host()
    if sender.room.stage != "lobby":
        raise RefusalError(RefusalCode.STALE, "The game has started already.")
    open_seats = sender.room.seating.open_seats()
    if open_seats and not command.fill:
        raise RefusalError(RefusalCode.SEATS_OPEN, "Some seats are still open: wait, or let bots take them.")
    if open_seats:
        check_bot(command.fill, sender.bots)
    return [*[SeatChanged(seat=seat, kind="bot", bot=command.fill) for seat in open_seats], Started()]


def _check_not_deal(room: RoomState) -> None:
    """Raise RefusalError in a room of a deal of the day, whose players are the same for everybody."""
    if room.stored.settings.deal:
        raise RefusalError(RefusalCode.NOT_NOW, "The seats of a deal of the day stay as they are.")


def _set_seat(sender: Sender, command: SetSeat) -> list[AnyEntry]:
    sender.check_host()
    room = sender.room
    _check_not_deal(room)
    if not 0 <= command.seat < len(room.seats):
        raise RefusalError(
            RefusalCode.NO_SUCH_SEAT,
            f"There is no seat {command.seat}: the seats are 0 to {len(room.seats) - 1}.",
        )
    bot = command.bot or default_bot(sender.bots) if command.kind == "bot" else ""
    if bot:
        check_bot(bot, sender.bots)
    _check_not_over(room)
    is_playing = room.stage == "playing"
    if is_playing and command.kind == "open":
        raise RefusalError(
            RefusalCode.NOT_NOW, "While a game is in progress, a seat can only be given to a bot."
        )
    seat = room.seats[command.seat]
    if seat.owner == room.host:
        raise RefusalError(RefusalCode.NOT_NOW, "This is your own seat: use 'leave' instead.")
    is_sitting_in = is_playing and seat.until < 0
    if seat.bot == bot and (seat.kind == command.kind or (bot and is_sitting_in)):
        return []
    is_present = is_playing and command.seat in sender.connected
    return [SeatChanged(seat=command.seat, kind=command.kind, bot=bot, present=is_present)]


def _leave(sender: Sender, command: Leave) -> list[AnyEntry]:
    room, seat = sender.room, sender.own_seat()
    _check_not_over(room)
    _check_not_deal(room)
    if room.stage == "lobby":
        return [SeatChanged(seat=seat, kind="open", left=True)]
    if room.seats[seat].bot:
        raise RefusalError(RefusalCode.NOT_NOW, "A bot sits in for you already.")
    bot = command.bot or default_bot(sender.bots)
    check_bot(bot, sender.bots)
    return [SeatChanged(seat=seat, kind="bot", bot=bot, left=True)]


def _return(sender: Sender, command: Return) -> list[AnyEntry]:
    seat = sender.own_seat()
    _check_not_over(sender.room)
    if not sender.room.seats[seat].bot:
        raise RefusalError(RefusalCode.NOT_NOW, "No bot sits in for you.")
    return [SeatReclaimed(seat=seat)]


def _set_chat(sender: Sender, command: SetChat) -> list[AnyEntry]:
    sender.check_host()
    return [ChatSwitched(on=command.on)] if command.on != sender.room.chat.on else []


def _next(sender: Sender, command: Next) -> list[AnyEntry]:
    progress = sender.room.progress
    if progress is None or sender.seat != progress.lesson.seat or not progress.waits_for_reader():
        raise RefusalError(RefusalCode.STALE, "No lesson waits for you to read on.")
    return [LessonStepRead()]


def _say(sender: Sender, command: Say) -> list[AnyEntry]:
    if not sender.room.chat.on:
        raise RefusalError(RefusalCode.NO_CHAT, "There is no chat in this room: the host can allow it.")
    text = clean(command.text, "A line", MAX_LINE_CHARS)
    name = person_name(command.name) if sender.seat < 0 else ""
    if bool(text) == bool(command.reaction):
        raise RefusalError(RefusalCode.BAD_MESSAGE, "Say either a text or a reaction.")
    if command.reaction and command.reaction not in REACTIONS:
        raise RefusalError(RefusalCode.BAD_MESSAGE, f"The reactions are {', '.join(REACTIONS)}.")
    return [ChatSent(seat=sender.seat, name=name, text=text, reaction=command.reaction)]


def _rematch(sender: Sender, command: Rematch) -> list[AnyEntry]:
    check_rematch(sender.room, sender.owner)
    if not sender.next_room:
        raise RefusalError(RefusalCode.NOT_NOW, "There are no rematches here.")
    return [Rematched(room=sender.next_room)]


_HANDLERS: Final[dict[Any, Callable[[Sender, Any], list[AnyEntry]]]] = {
    Answer: _answer,
    Undo: _undo,
    Start: _start,
    SetSeat: _set_seat,
    Leave: _leave,
    Return: _return,
    Say: _say,
    SetChat: _set_chat,
    Next: _next,
    Rematch: _rematch,
}
"""The function that makes the entries of each kind of command."""
