"""What people say at a table: players to everybody, spectators among themselves while the game goes on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from repulse.table.entries import Said
from repulse.table.messages import ChatLine, Stage

REACTIONS: Final = ("hello", "luck", "nice", "wow", "oops", "thanks", "think", "bye")
"""What can be said with one click, in every reader's own language."""

LONGEST_LINE: Final = 300
MOST_LINES: Final = 200
"""So many of the latest lines are kept for those who come later."""


class Chat:
    """The talk of a room."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        # Strangers meet in listed rooms and in those made before there was talk: there the host has to allow it.
        self.on = bool(settings.get("chat", False))
        self.count = 0
        """How many lines there ever were."""
        self.lines: list[ChatLine] = []

    def add(self, n: int, said: Said) -> None:
        """Take a line, which is event `n`."""
        self.count += 1
        self.lines.append(ChatLine(n, said.seat, said.name, said.text, said.reaction, said.at))
        del self.lines[:-MOST_LINES]

    def heard(self, viewer: int, since: int, stage: Stage) -> list[ChatLine]:
        """What a viewer has not heard yet. Players hear spectators only before and after the game."""
        everything = viewer < 0 or stage != "playing"
        return [line for line in self.lines if line.n > since and (everything or line.seat >= 0)]
