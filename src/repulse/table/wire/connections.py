"""The messages of a connection: greetings, presence, and the unions of everything that is sent."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from repulse.table.wire.base import Message
from repulse.table.wire.commands import Command
from repulse.table.wire.replies import Done, Refused
from repulse.table.wire.views import Event

PROTOCOL: Final = 3
"""The version of the protocol; it increases with every change that would break a client."""
OLDEST_PROTOCOL: Final = 2
"""The oldest version whose clients are still served. In version 2 the seed of a new room is a number."""


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
    now: int = 0
    """The time of the server in milliseconds since 1970: deadlines are by this clock."""


@dataclass(slots=True)
class Presence(Message):
    """The connected people; not numbered, since nothing depends on it."""

    type: Literal["presence"] = field(default="presence", init=False)
    here: list[bool]
    spectators: int


@dataclass(slots=True)
class Pong(Message):
    """The reply to a ping."""

    type: Literal["pong"] = field(default="pong", init=False)


FromServer: TypeAlias = Welcome | Event | Presence | Done | Refused | Pong
