"""Chat at a table: players to everybody, spectators among themselves while the game goes on."""

from __future__ import annotations

from typing import Final

from repulse.table.entries import ChatSent
from repulse.table.wire.base import Stage
from repulse.table.wire.views import ChatLine

REACTIONS: Final = ("hello", "luck", "nice", "wow", "oops", "thanks", "think", "bye")
"""The lines that can be sent with one click, in every reader's own language."""

MAX_LINE_CHARS: Final = 300
MAX_LINES: Final = 200
"""The number of latest lines kept for people who join later."""


class Chat:
    """The talk of a room."""

    def __init__(self, is_on: bool) -> None:
        self.on = is_on
        self.count = 0
        """The number of all lines so far."""
        self.lines: list[ChatLine] = []

    def add(self, n: int, said: ChatSent) -> None:
        """Take a line, which is event `n`."""
        self.count += 1
        self.lines.append(ChatLine(n, said.seat, said.name, said.text, said.reaction, said.at))
        del self.lines[:-MAX_LINES]

    def lines_for(self, viewer: int, since: int, stage: Stage) -> list[ChatLine]:
        """Return the lines that a viewer has not seen. Players see those of spectators only before and after the game."""
        everything = viewer < 0 or stage != "playing"
        return [line for line in self.lines if line.n > since and (everything or line.seat >= 0)]
