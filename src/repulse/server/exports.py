"""What players take away from a server: their games, and their wish to have one deleted."""

from __future__ import annotations

from dataclasses import dataclass

from repulse.table.messages import Message


@dataclass(slots=True)
class ExportedGame(Message):
    """A game of one who holds a token of it."""

    room: str
    name: str
    game: str
    stage: str
    created: float
    seat: int
    names: list[str]
    record: str
    """The text of the record file; empty while the game goes on, since it would reveal every card."""


@dataclass(slots=True)
class Export(Message):
    """The games of a visitor."""

    games: list[ExportedGame]


@dataclass(slots=True)
class Deleted(Message):
    """A game is deleted when everybody who played it wants that."""

    missing: int
    """How many have not said so yet; 0: it is gone."""
