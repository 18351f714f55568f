"""Games that were begun by rules that are not played any more: their record can still be had, but not be played on."""

from __future__ import annotations

from collections.abc import Iterable

from repulse.engine.contract import RepulseError
from repulse.engine.record import Answer, Record
from repulse.table.entries import Answered, AnyEntry, Started, StoredRoom, Undone
from repulse.table.room import Room


def old_room(stored: StoredRoom, entries: Iterable[AnyEntry]) -> Room:
    """A room without its game: who sat there, what was said, and the record of all answers that were not taken back."""
    room = Room(stored)
    choices: list[Answer] = []
    for entry in entries:
        if isinstance(entry, Answered):
            choices.append((entry.seat, entry.words))
        elif isinstance(entry, Undone):
            for _ in range(max(1, entry.back)):
                _take_back(choices, entry.seat)
        elif isinstance(entry, Started):
            room.stage = "playing"
        elif _applied(room, entry):
            continue
        room.n += 1
        room.floors.append(len(room.log))
        if entry.command:
            room.done[(entry.who, entry.command)] = (room.n, entry.content)
    if stored.stage == "over":
        room.stage = "over"
        room.ended = room.ended or "rules"
    room.old = Record(stored.game, stored.settings["rules"], stored.seed, room.options, choices)
    return room


def _take_back(choices: list[Answer], seat: int) -> None:
    """Remove the last answer of a seat."""
    for index in range(len(choices) - 1, -1, -1):
        if choices[index][0] == seat:
            del choices[index]
            return


def _applied(room: Room, entry: AnyEntry) -> bool:
    """Apply an entry that needs no game; False if it does."""
    before = len(room.log), room.n
    try:
        room.apply(entry)
    except RepulseError:
        del room.log[before[0] :]
        room.n = before[1]
        return False
    return True
