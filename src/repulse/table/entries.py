"""The entries of a room, as they are stored. A room is the result of its entries, in order.

Entries are stored as JSON without default values, and stay readable forever: unknown keys (of an older or newer version)
are ignored.
"""

from __future__ import annotations

import json
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, Final, Literal, TypeAlias, get_args

from repulse.engine.contract import RepulseError
from repulse.table.reading import key_of, read, stored_as
from repulse.table.settings import RoomSettings

By: TypeAlias = Literal["person", "bot", "forced", "default", "record"]
"""The author of an answer: a person (or a program of theirs), a bot, nobody since there was only one, the table in place
of a bot that failed and had no stand-in either, or the game that this one began from."""


class BadEntry(RepulseError):
    """A stored text that is not an entry."""


@dataclass(frozen=True)
class StoredRoom:
    """A room as it is stored, without its entries."""

    id: str = field(metadata=stored_as("room"))
    created: float
    stage: str
    listed: bool
    game: str
    seed: int
    settings: RoomSettings


@dataclass(slots=True)
class SeatPlan:
    """A seat as it was when the room was created."""

    kind: Literal["open", "person", "bot"]
    name: str = ""
    bot: str = ""
    owner: str = field(default="", metadata=stored_as("holder"))
    """The hash of the token of its owner."""
    avatar: str = field(default="", metadata=stored_as("face"))
    """The seed of the picture of its owner."""


@dataclass(slots=True)
class Trouble:
    """The fault of a bot: an id of the table's words (`failed.…`), and facts for it."""

    id: str
    bot: str
    facts: dict[str, str] = field(default_factory=dict)
    stand_in: str = ""
    """The bot that answered in its place; empty if the table did, with a legal default."""


@dataclass(slots=True, kw_only=True)
class Entry:
    """Anything that happens to a room, with the command it came from and its sender, so that none is done twice."""

    type: str = field(default="", init=False)
    who: str = ""
    """The hash of the token that sent the command."""
    command: str = ""
    """The id that the client gave the command."""
    content: str = ""
    """A hash of what the command said: a different command under the same id is a client error."""
    at: int = 0
    """When it happened, in milliseconds since 1970; 0 where no clock runs."""


@dataclass(slots=True, kw_only=True)
class Created(Entry):
    """The first entry of every room."""

    type: Literal["created"] = field(default="created", init=False)
    host: str
    seats: list[SeatPlan]
    before: str = ""
    """The room that this one is a rematch of."""


@dataclass(slots=True, kw_only=True)
class SeatTaken(Entry):
    """Somebody took an open seat."""

    type: Literal["sat"] = field(default="sat", init=False)
    seat: int
    name: str
    owner: str = field(metadata=stored_as("holder"))
    avatar: str = field(default="", metadata=stored_as("face"))


@dataclass(slots=True, kw_only=True)
class SeatChanged(Entry):
    """A seat was opened, or given to a bot. In a game, a bot in a person's seat only sits in: the person may return."""

    type: Literal["seat"] = field(default="seat", init=False)
    seat: int
    kind: Literal["open", "bot"]
    bot: str = ""
    left: bool = False
    """Whether its owner chose to leave."""
    clock: bool = False
    """Whether its owner ran out of time."""
    once: bool = False
    """Whether the bot sits in only until the seat owes no more answer of this step."""
    present: bool = False
    """Whether its owner was present when the host gave the seat to a bot."""


@dataclass(slots=True, kw_only=True)
class SeatReclaimed(Entry):
    """A person took back the seat from the bot that sat in."""

    type: Literal["returned"] = field(default="returned", init=False)
    seat: int


@dataclass(slots=True, kw_only=True)
class Resumed(Entry):
    """The table was away for a while; people who owe an answer get the whole time for it again."""

    type: Literal["resumed"] = field(default="resumed", init=False)


@dataclass(slots=True, kw_only=True)
class ChatSent(Entry):
    """Somebody said something."""

    type: Literal["said"] = field(default="said", init=False)
    seat: int
    """-1 for a spectator, and for a host without a seat."""
    name: str = ""
    """The name of a spectator."""
    text: str = ""
    reaction: str = ""
    """One of a few things that are said in every reader's own language, in place of a text."""


@dataclass(slots=True, kw_only=True)
class ChatSwitched(Entry):
    """The host allowed or forbade talk."""

    type: Literal["chat"] = field(default="chat", init=False)
    on: bool


@dataclass(slots=True, kw_only=True)
class Started(Entry):
    """The game began."""

    type: Literal["started"] = field(default="started", init=False)


@dataclass(slots=True, kw_only=True)
class Answered(Entry):
    """A seat's answer was taken."""

    type: Literal["answer"] = field(default="answer", init=False)
    seat: int
    tokens: list[str] = field(metadata=stored_as("words"))
    by: By = "person"
    trouble: Trouble | None = None
    """The fault of the bot, if another bot or the table answered in its place."""


@dataclass(slots=True, kw_only=True)
class Undone(Entry):
    """A seat undid its last answers."""

    type: Literal["undo"] = field(default="undo", init=False)
    seat: int
    back: int = 0
    """The number of answers; 0 in a request: back to the last one that had an alternative."""
    length: int = -1
    """The number of answers of the whole game that remain, if the seat took back answers that others had already
    reacted to, which it may in a game against bots; -1 if nothing new had been seen since."""


@dataclass(slots=True, kw_only=True)
class LessonStepRead(Entry):
    """The player of a lesson has read a step."""

    type: Literal["read"] = field(default="read", init=False)


@dataclass(slots=True, kw_only=True)
class Ended(Entry):
    """The game was ended before its end: by the operator, or because its rules are no longer played."""

    type: Literal["ended"] = field(default="ended", init=False)
    why: Literal["operator", "rules", "idle"]


@dataclass(slots=True, kw_only=True)
class Rematched(Entry):
    """There is a next room."""

    type: Literal["rematch"] = field(default="rematch", init=False)
    room: str


AnyEntry: TypeAlias = (
    Created
    | SeatTaken
    | SeatChanged
    | SeatReclaimed
    | Resumed
    | ChatSent
    | ChatSwitched
    | Started
    | Answered
    | Undone
    | Ended
    | Rematched
    | LessonStepRead
)


_PARTS: Final[tuple[Any, ...]] = (*get_args(AnyEntry), SeatPlan, Trouble)
_DEFAULTS: Final[dict[Any, dict[str, Any]]] = {
    kind: {
        item.name: item.default if item.default_factory is MISSING else item.default_factory()
        for item in fields(kind)
    }
    for kind in _PARTS
}
"""The fields of each class with their defaults; MISSING for a required field."""
_KEYS: Final[dict[Any, dict[str, str]]] = {
    kind: {item.name: key_of(item) for item in fields(kind)} for kind in _PARTS
}
"""The names under which the fields of each class are stored."""


# --- writing ---


def encode_entry(entry: AnyEntry) -> str:
    """Return an entry as text."""
    return json.dumps(entry, default=_data, ensure_ascii=False, separators=(",", ":"))


def _data(thing: object) -> dict[str, Any]:
    if not isinstance(thing, Entry | Trouble | SeatPlan):
        raise TypeError(f"{thing!r} is not part of an entry.")
    # Seats have always been written in full, but for what was added later.
    whole = isinstance(thing, SeatPlan)
    return {
        _KEYS[type(thing)][name]: value
        for name, default in _DEFAULTS[type(thing)].items()
        if (value := getattr(thing, name)) != default or (whole and name != "avatar") or name == "type"
    }


def encode_room(stored: StoredRoom) -> str:
    """Return the settings of a room as text."""
    data = {key_of(item): getattr(stored, item.name) for item in fields(stored)}
    return json.dumps(data | {"seed": str(stored.seed), "settings": stored.settings.to_data()})


# --- reading ---


def decode_room(data: str) -> StoredRoom:
    """Return the settings of a room from text written by `encode_room`, by this version or an older one."""
    parts = json.loads(data)
    # Older versions wrote the seed as a number.
    return StoredRoom(
        id=parts["room"],
        created=parts["created"],
        stage=parts["stage"],
        listed=parts["listed"],
        game=parts["game"],
        seed=int(parts["seed"]),
        settings=RoomSettings.from_data(parts["settings"]),
    )


def decode_entry(data: str) -> AnyEntry:
    """Return the entry in a text.

    Raises:
        BadEntry: It is not an entry.
    """
    try:
        entry: AnyEntry = read(AnyEntry, json.loads(data))
    except (ValueError, TypeError, KeyError) as error:
        # Its content may be secret, and the error may be shown to anybody.
        raise BadEntry("An entry of this room cannot be read.") from error
    return entry
