"""The commands of people in a room."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from typing import Literal, TypeAlias

from repulse.table.wire.base import Message, to_json


@dataclass(slots=True)
class Answer(Message):
    """The answer to the question `ask` of the viewer's own seat."""

    type: Literal["answer"] = field(default="answer", init=False)
    id: str
    """Chosen by the client; the same id again means the same command, which is done once."""
    ask: int
    """The number of the question that is answered, from `Ask.number`."""
    words: list[str]


@dataclass(slots=True)
class Undo(Message):
    """Undo the last answer."""

    type: Literal["undo"] = field(default="undo", init=False)
    id: str


@dataclass(slots=True)
class Start(Message):
    """Begin the game (host only). Seats that are still open are given to this bot."""

    type: Literal["start"] = field(default="start", init=False)
    id: str
    fill: str = ""


@dataclass(slots=True)
class SetSeat(Message):
    """Open a seat or give it to a bot (host only). During a game, a bot may sit in for a person, who can return."""

    type: Literal["seat"] = field(default="seat", init=False)
    id: str
    seat: int
    kind: Literal["open", "bot"]
    bot: str = ""


@dataclass(slots=True)
class Leave(Message):
    """Give up the seat: in the lobby it is open again, in a game a bot sits in."""

    type: Literal["leave"] = field(default="leave", init=False)
    id: str
    bot: str = ""


@dataclass(slots=True)
class Return(Message):
    """Take the seat back from the bot that sits in."""

    type: Literal["return"] = field(default="return", init=False)
    id: str


@dataclass(slots=True)
class Say(Message):
    """Say something to the table; a spectator, to the other spectators."""

    type: Literal["say"] = field(default="say", init=False)
    id: str
    text: str = ""
    reaction: str = ""
    """In place of a text."""
    name: str = ""
    """The name that a spectator wants."""


@dataclass(slots=True)
class SetChat(Message):
    """Allow or forbid talk in the room (host only)."""

    type: Literal["chat"] = field(default="chat", init=False)
    id: str
    on: bool


@dataclass(slots=True)
class Rematch(Message):
    """A new room with the same people and settings, once the game is over."""

    type: Literal["rematch"] = field(default="rematch", init=False)
    id: str


@dataclass(slots=True)
class Next(Message):
    """Go on in a lesson: the player has read what was said."""

    type: Literal["next"] = field(default="next", init=False)
    id: str


Command: TypeAlias = Answer | Undo | Start | SetSeat | Leave | Return | Say | SetChat | Rematch | Next


def content_of(command: Command) -> str:
    """Return a hash of a command's content, to tell a repeated command from a different one under the same id."""
    return sha256(to_json(command).encode()).hexdigest()[:16]
