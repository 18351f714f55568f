"""The log of a room: the events of the game, and the notes of the room among them."""

from __future__ import annotations

from dataclasses import dataclass, field

from repulse.engine.contract import Event, Seat
from repulse.table.entries import Trouble


@dataclass(frozen=True)
class Note:
    """A line of the room's own in the log, without its text: each viewer reads it in their own language."""

    event: str
    """The stable id that clients get."""
    text: str
    """The id of its text."""
    seat: Seat
    name: str
    """The name of the seat at that time; empty if it had none."""
    trouble: Trouble | None = None
    """The fault, if the note is about a bot that failed."""
    bot: str = ""
    """The bot that plays on in the seat, if the note is about one."""
    seating: tuple[str, ...] = ()
    """The name of every seat, in a note about who sits where; empty for none."""


@dataclass
class RoomLog:
    """The lines of a room, in order, and what each entry changed of them."""

    lines: list[int | Note] = field(default_factory=list)
    """Events of the game, by their index in the log of the match, and notes."""
    watermarks: list[int] = field(default_factory=list)
    """For each entry: how many of the first lines it left unchanged."""

    def __len__(self) -> int:
        return len(self.lines)

    def add(self, note: Note) -> None:
        """Append a note."""
        self.lines.append(note)

    def append_events(self, count: int, first: int = -1) -> None:
        """Append the events of the game that are not in the log yet.

        Args:
            count: The number of events of the match.
            first: The first that is missing; by default the one after the last in the log.
        """
        if first < 0:
            first = 0
            for line in reversed(self.lines):
                if isinstance(line, int):
                    first = line + 1
                    break
        self.lines.extend(range(first, count))

    def replace_events(self, old: list[Event], new: list[Event]) -> int:
        """Replace the events of the game after an undo; notes stay.

        Returns:
            The number of first lines that are unchanged.
        """
        same = 0
        while same < min(len(old), len(new)) and old[same] == new[same]:
            same += 1
        floor = len(self.lines)
        for index, line in enumerate(self.lines):
            if isinstance(line, int) and line >= same:
                floor = index
                break
        notes = [line for line in self.lines[floor:] if not isinstance(line, int)]
        del self.lines[floor:]
        self.lines.extend(notes)
        self.append_events(len(new), same)
        return floor

    def close_entry(self, floor: int) -> None:
        """Note that an entry left the first `floor` lines unchanged."""
        self.watermarks.append(min(floor, len(self.lines)))
