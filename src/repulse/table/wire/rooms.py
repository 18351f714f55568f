"""The bodies of HTTP requests about rooms, and their replies."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from repulse.table.wire.base import Message, Stage
from repulse.table.wire.views import Clock, OverlayInfo, SeatInfo


@dataclass(slots=True)
class WantedSeat(Message):
    """A seat of a room being created."""

    kind: Literal["me", "open", "bot"]
    bot: str = ""


@dataclass(slots=True)
class CreateRoom(Message):
    """A new room."""

    game: str
    options: dict[str, Any] = field(default_factory=dict)
    seats: list[WantedSeat] = field(default_factory=list)
    """By default: you, then open seats for everybody else."""
    name: str = ""
    my_name: str = ""
    my_face: str = ""
    """The seed of the face that you wear: up to 16 letters and digits."""
    password: str = ""
    listed: bool = False
    clock: Clock = field(default_factory=Clock)
    chat: bool | None = None
    """Whether people may chat; by default, they may unless the room is listed."""
    hints: bool = True
    """Whether people may ask for hints."""
    free_undo: bool = True
    """Whether somebody who plays against bots alone may take back anything; the game is not rated then."""
    start: bool = False
    """Begin immediately; only if no seat is open."""
    seed: str | int | None = None
    """A whole number from 0 to 2**64 - 1, as text (clients of protocol 2 send a number); random by default.
    Everybody can see that the seed was chosen."""
    lesson: str = ""
    """A lesson of the game, which begins at once; it says itself who sits where and how it is dealt."""
    deal: str = ""
    """A deal of the day, such as `2026-11-19/galaxy/invasion`, which begins at once; players and cards follow from it."""
    puzzle: str = ""
    """A puzzle, whose game goes on from its position: you in the seat that decides, bots in the others."""
    rated_try: bool = True
    """Whether to play the rated try of the deal, as long as it can be played: on its own day, once."""


@dataclass(slots=True)
class Seated(Message):
    """A seat, or the host's place, in a room. The token is sent only this once."""

    room: str
    seat: int
    """-1 for a host without a seat."""
    token: str
    link: str
    """Where others can join or watch."""


@dataclass(slots=True)
class Join(Message):
    """Take an open seat; any of them if none is named."""

    seat: int = -1
    name: str = ""
    face: str = ""
    password: str = ""


@dataclass(slots=True)
class PlayOn(Message):
    """A new room that begins from a position of a game that is over: you in one of its seats, bots in the others."""

    step: int
    """After this many choices."""
    seat: int
    bot: str = ""
    """The bot that plays the others; by default the bots that did, and the usual one in place of people."""
    my_name: str = ""
    my_face: str = ""


@dataclass(slots=True)
class HeldTable(Message):
    """A table that somebody holds a token of."""

    room: str
    token: str


@dataclass(slots=True)
class TablesRequest(Message):
    """How do my tables stand?"""

    tables: list[HeldTable]


@dataclass(slots=True)
class TableState(Message):
    """The state of a table for one of its people."""

    room: str
    gone: bool = False
    """Whether there is no such room (any more), or the token holds nothing there: then nothing else is said."""
    stage: Stage = "lobby"
    name: str = ""
    game: str = ""
    mode: str = ""
    seat: int = -1
    seats: list[SeatInfo] = field(default_factory=list)
    your_turn: bool = False
    """Whether you are asked something."""
    thinking: list[int] = field(default_factory=list)
    """The seats that owe an answer, as you may know."""
    deadline: int = 0
    """When your time is up, in milliseconds since 1970; 0 if none runs."""
    scores: list[int] = field(default_factory=list)
    """When the game is over."""
    winners: list[int] = field(default_factory=list)
    next: str = ""
    """The room of the rematch, if there is one."""


@dataclass(slots=True)
class Tables(Message):
    """The tables that were asked about, in that order."""

    tables: list[TableState]


@dataclass(slots=True)
class RoomEntry(Message):
    """A line of the list of rooms."""

    room: str
    name: str
    game: str
    mode: str
    options: dict[str, Any]
    stage: Stage
    seats: list[SeatInfo]
    locked: bool
    chosen_seed: bool
    overlays: list[OverlayInfo] = field(default_factory=list)


@dataclass(slots=True)
class OverlayDetails(Message):
    """The changes of an overlay, a line for each change."""

    name: str
    lines: list[str]


@dataclass(slots=True)
class RoomOverlays(Message):
    """The overlays of a room in words."""

    overlays: list[OverlayDetails]


@dataclass(slots=True)
class RoomList(Message):
    """The rooms that are listed."""

    rooms: list[RoomEntry]


@dataclass(slots=True)
class TableText(Message):
    """The table in words, as its viewer sees it."""

    n: int
    """The event after which it is so."""
    text: str
    """Line by line, one for each thing; an empty line begins another part."""
