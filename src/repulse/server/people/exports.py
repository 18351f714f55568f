"""Exported games, and replies to deletion requests."""

from __future__ import annotations

from dataclasses import dataclass

from repulse.table.wire.base import Message


@dataclass(slots=True)
class ExportedGame(Message):
    """A game of the owner of one of its seats."""

    room: str
    name: str
    game: str
    stage: str
    created: float
    seat: int
    names: list[str]
    record: str
    """The text of the record file; empty while the game is in progress, since it would reveal every card."""


@dataclass(slots=True)
class Export(Message):
    """The games of a visitor."""

    games: list[ExportedGame]


@dataclass(slots=True)
class Deleted(Message):
    """The reply to a deletion request: a game is deleted once all its players ask for it."""

    missing: int
    """Number of players who have not asked yet; 0 if it was deleted."""
