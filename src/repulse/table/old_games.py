"""Games under rules that are no longer played: their record can still be downloaded, but not continued."""

from __future__ import annotations

from collections.abc import Iterable

from repulse.engine.contract import RepulseError
from repulse.engine.record import Answer, Record
from repulse.table.entries import Answered, AnyEntry, Started, StoredRoom, Undone
from repulse.table.room_state import RoomState


def old_room(stored: StoredRoom, entries: Iterable[AnyEntry]) -> RoomState:
    """Return a room without its game: its seats, its chat, and the record of all answers that were not taken back."""
    room = RoomState(stored)
    choices: list[Answer] = []
    for entry in entries:
        if isinstance(entry, Answered):
            choices.append((entry.seat, entry.tokens))
        elif isinstance(entry, Undone):
            for _ in range(max(1, entry.back)):
                _drop_last(choices, entry.seat)
        elif isinstance(entry, Started):
            room.stage = "playing"
        elif _try_apply(room, entry):
            continue
        room.n += 1
        room.log.close_entry(len(room.log))
        if entry.command:
            room.processed_commands[(entry.who, entry.command)] = (room.n, entry.content)
    if stored.stage == "over":
        room.stage = "over"
        room.ended = room.ended or "rules"
    room.legacy_record = Record(
        stored.game, stored.settings.rules, stored.seed, options=room.options, choices=choices
    )
    return room


def _drop_last(choices: list[Answer], seat: int) -> None:
    """Remove the last answer of a seat."""
    for index in range(len(choices) - 1, -1, -1):
        if choices[index][0] == seat:
            del choices[index]
            return


def _try_apply(room: RoomState, entry: AnyEntry) -> bool:
    """Apply an entry; return False, with nothing changed, if it needs the game."""
    length, n = len(room.log), room.n
    try:
        room.apply(entry)
    except RepulseError:
        del room.log.lines[length:]
        room.n = n
        return False
    return True
