"""What can happen to a room, as it is written down. A room is what follows from its entries, in their order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

By: TypeAlias = Literal["person", "bot", "forced", "default"]
"""Who gave an answer: a person (or a program of theirs), a bot, nobody since there was but one, or the server in place
of a bot that failed."""


@dataclass(frozen=True)
class StoredRoom:
    """A room as it lies in the database, without its entries."""

    room: str
    created: float
    stage: str
    listed: bool
    game: str
    seed: int
    settings: dict[str, Any]


class Entry(Struct, omit_defaults=True):
    """Anything that happens to a room; which command of whom it came from, so that none is done twice."""

    who: str = ""
    """The hash of the token of whoever gave the command."""
    command: str = ""
    """The id that the client gave the command."""
    content: str = ""
    """A hash of what the command said: another command under the same id is a mistake of the client's."""


class SeatPlan(Struct):
    """A seat as the room was made."""

    kind: Literal["open", "person", "bot"]
    name: str = ""
    bot: str = ""
    holder: str = ""
    """The hash of the token that holds it."""


class Created(Entry, tag="created", kw_only=True):
    """The first entry of every room."""

    host: str
    seats: list[SeatPlan]
    before: str = ""
    """The room that this one is the rematch of."""


class Sat(Entry, tag="sat", kw_only=True):
    """Somebody took an open seat."""

    seat: int
    name: str
    holder: str


class SeatChanged(Entry, tag="seat", kw_only=True):
    """A seat was opened, or given to a bot."""

    seat: int
    kind: Literal["open", "bot"]
    bot: str = ""
    left: bool = False
    """Whether its holder left of his own accord."""


class Started(Entry, tag="started", kw_only=True):
    """The game began."""


class Trouble(Struct, omit_defaults=True):
    """What was wrong with a bot: an id of the server's words (`failed.…`), and facts for it."""

    id: str
    bot: str
    facts: dict[str, str] = {}


class Answered(Entry, tag="answer", kw_only=True):
    """A seat's answer was taken."""

    seat: int
    words: list[str]
    by: By = "person"
    trouble: Trouble | None = None
    """What was wrong with the bot, if the server answered in its place."""
    why: str = ""
    """The same as an English sentence, in entries of an older server."""


class Undone(Entry, tag="undo", kw_only=True):
    """A seat took back its last answers."""

    seat: int
    back: int = 0
    """How many; 0, before it is done: up to the last that was a choice at all."""


class Rematched(Entry, tag="rematch", kw_only=True):
    """There is a next room."""

    room: str


AnyEntry: TypeAlias = Created | Sat | SeatChanged | Started | Answered | Undone | Rematched

_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final[msgspec.json.Decoder[AnyEntry]] = msgspec.json.Decoder(AnyEntry)


def encode_entry(entry: AnyEntry) -> str:
    """An entry as text."""
    return _ENCODER.encode(entry).decode()


def decode_entry(data: str) -> AnyEntry:
    """The entry that a text holds."""
    return _DECODER.decode(data)
