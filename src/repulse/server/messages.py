"""What goes over the wire besides the messages of a table: greetings, presence, and the bodies of HTTP requests."""

from __future__ import annotations

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
)

PROTOCOL: Final = 2
"""Grows with every change that a client of the old protocol would not survive."""


# --- connections ---


class Hello(Message, tag="hello"):
    """The first message of a WebSocket: who is there, and what was seen last."""

    protocol: int = PROTOCOL
    token: str = ""
    """The token of a seat (or of the host); none for a spectator."""
    password: str = ""
    """For a locked room, where there is no token."""
    after: int = -1
    """The last event that the client has seen."""
    language: str = "en"


class Ping(Message, tag="ping"):
    """Ask for a sign of life."""


FromClient: TypeAlias = Hello | Command | Ping


class Welcome(Message, tag="welcome"):
    """The first message of a connection."""

    protocol: int
    server: str
    """The program and its version."""
    room: str
    seat: int
    host: bool


class Presence(Message, tag="presence"):
    """Who is connected; not numbered, since nothing depends on it."""

    here: list[bool]
    spectators: int


class Pong(Message, tag="pong"):
    """The reply to a ping."""


FromServer: TypeAlias = Welcome | Event | Presence | Done | Refused | Pong


# --- HTTP ---


class WantedSeat(Message):
    """A seat of a room that is being made."""

    kind: Literal["me", "open", "bot"]
    bot: str = ""


class CreateRoom(Message):
    """A new room."""

    game: str
    options: dict[str, Any] = {}  # noqa: RUF012
    seats: list[WantedSeat] = []  # noqa: RUF012
    """By default: you, then open seats for everybody else."""
    name: str = ""
    my_name: str = ""
    password: str = ""
    listed: bool = False
    start: bool = False
    """Begin at once; only where no seat is open."""
    seed: int | None = None
    """Everybody is told that it was chosen."""


class Seated(Message):
    """A seat, or the host's place, in a room. The token is told this once only."""

    room: str
    seat: int
    """-1 for a host without a seat."""
    token: str
    link: str
    """Where others can join or watch."""


class Join(Message):
    """Take an open seat; any of them if none is named."""

    seat: int = -1
    name: str = ""
    password: str = ""


class Mode(Message):
    """A sort of game."""

    mode: str
    options: dict[str, Any]
    """What to send to play it, besides the number of players."""
    players: list[int]
    deals: list[str]
    flags: list[str]
    """Further options that are true or false."""


class GameInfo(Message):
    """A game with all that can be chosen."""

    game: str
    rules: str
    modes: list[Mode]
    bots: list[str]
    languages: list[str]


class Games(Message):
    """What there is to play."""

    protocol: int
    server: str
    games: list[GameInfo]


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


class RoomList(Message):
    """The rooms that are listed."""

    rooms: list[RoomEntry]


class Problem(Message):
    """What went wrong with a request."""

    code: str
    words: str


class ReplayRequest(Message):
    """A position of an uploaded record."""

    record: str
    """The text of the record file."""
    step: int = -1
    """After so many choices; -1 for all."""
    viewer: int = -2
    """Whose eyes: a seat, -1 for a spectator, -2 for everything."""
    language: str = "en"


class ReplayStep(Message):
    """One position of a game that is over (or, of one that goes on, as oneself saw it)."""

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
    """What was chosen next, if these eyes may see it."""
    screen: Screen
    ask: Ask | None
    lines: list[LogLine]
    """The whole log up to here."""
    scores: list[int]
