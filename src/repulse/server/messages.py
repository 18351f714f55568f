"""What goes over the wire besides the messages of a table: greetings, presence, and the bodies of HTTP requests."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from repulse.engine.display.screen import Ask, LogLine
from repulse.table.messages import (
    Command,
    Done,
    Event,
    Message,
    Refused,
    Screen,
    SeatInfo,
    Stage,
    WantedSeat,
)

PROTOCOL: Final = 2
"""Increases with every change that would break clients of the old protocol."""


# --- connections ---


@dataclass(slots=True)
class Hello(Message):
    """The first message of a WebSocket: who is there, and what was seen last."""

    type: Literal["hello"] = field(default="hello", init=False)
    protocol: int = PROTOCOL
    token: str = ""
    """The token of a seat (or of the host); none for a spectator."""
    password: str = ""
    """For a locked room, where there is no token."""
    after: int = -1
    """The last event that the client has seen."""
    language: str = "en"


@dataclass(slots=True)
class Ping(Message):
    """Ask for a sign of life."""

    type: Literal["ping"] = field(default="ping", init=False)


FromClient: TypeAlias = Hello | Command | Ping


@dataclass(slots=True)
class Welcome(Message):
    """The first message of a connection."""

    type: Literal["welcome"] = field(default="welcome", init=False)
    protocol: int
    server: str
    """The program and its version."""
    room: str
    seat: int
    host: bool


@dataclass(slots=True)
class Presence(Message):
    """Who is connected; not numbered, since nothing depends on it."""

    type: Literal["presence"] = field(default="presence", init=False)
    here: list[bool]
    spectators: int


@dataclass(slots=True)
class Pong(Message):
    """The reply to a ping."""

    type: Literal["pong"] = field(default="pong", init=False)


FromServer: TypeAlias = Welcome | Event | Presence | Done | Refused | Pong


# --- HTTP ---


@dataclass(slots=True)
class CreateRoom(Message):
    """A new room."""

    game: str
    options: dict[str, Any] = field(default_factory=dict)
    seats: list[WantedSeat] = field(default_factory=list)
    """By default: you, then open seats for everybody else."""
    name: str = ""
    my_name: str = ""
    password: str = ""
    listed: bool = False
    start: bool = False
    """Begin immediately; only if no seat is open."""
    seed: int | None = None
    """Everybody can see that the seed was chosen."""


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
    password: str = ""


@dataclass(slots=True)
class Mode(Message):
    """A way to play a game."""

    mode: str
    options: dict[str, Any]
    """What to send to play it, besides the number of players."""
    players: list[int]
    deals: list[str]
    flags: list[str]
    """Further options that are true or false."""


@dataclass(slots=True)
class GameInfo(Message):
    """A game with everything that can be chosen."""

    game: str
    rules: str
    modes: list[Mode]
    bots: list[str]
    languages: list[str]


@dataclass(slots=True)
class Games(Message):
    """What can be played."""

    protocol: int
    server: str
    games: list[GameInfo]


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


@dataclass(slots=True)
class RoomList(Message):
    """The rooms that are listed."""

    rooms: list[RoomEntry]


@dataclass(slots=True)
class Problem(Message):
    """What went wrong with a request."""

    code: str
    words: str


@dataclass(slots=True)
class ReplayRequest(Message):
    """A position of an uploaded record."""

    record: str
    """The text of the record file."""
    step: int = -1
    """After this many choices; -1 for all."""
    viewer: int = -2
    """Whose eyes: a seat, -1 for a spectator, -2 for everything."""
    language: str = "en"


@dataclass(slots=True)
class ReplayStep(Message):
    """One position of a finished game (or, in a game still in progress, as the viewer saw it)."""

    step: int
    steps: int
    """How many choices there are."""
    game: str
    players: int
    names: list[str]
    viewer: int
    next_seat: int
    """Who chose next; -1 at the end."""
    next_words: list[str]
    """What was chosen next, if the viewer may see it."""
    screen: Screen
    ask: Ask | None
    lines: list[LogLine]
    """The whole log up to here."""
    scores: list[int]
