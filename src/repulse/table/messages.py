"""What goes to and from a table, as plain classes: commands, replies, and the events of each viewer.

A message is a JSON object identified by its `type`: `to_json` writes it, and a server reads it (`repulse.server.wire`).
The position itself is a *screen*, made by the display of the game; answers go back as the stable words of the options,
so no client ever handles the rules' internal numbers.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from hashlib import sha256
from typing import Annotated, Any, Final, Literal, TypeAlias

from repulse.engine.display.screen import Ask, LogLine, ScorePart
from repulse.engine.display.segments import Text

Stage: TypeAlias = Literal["lobby", "playing", "over"]
SeatKind: TypeAlias = Literal["open", "person", "bot"]
ANY_SCREEN: Final = "the screen of any game"
Screen: TypeAlias = Annotated[Mapping[str, Any], ANY_SCREEN]
"""The table of a game, identified by `game`; the schema has each game's own type in its place."""


@dataclass(slots=True)
class Message:
    """Anything that is sent; a `type`, if it has one, identifies it."""


def to_json(message: Message) -> str:
    """A message as JSON."""
    return json.dumps(message, default=_data, ensure_ascii=False, separators=(",", ":"))


def _data(message: object) -> dict[str, Any]:
    if not isinstance(message, Message):
        raise TypeError(f"{message!r} cannot be sent.")
    return {each.name: getattr(message, each.name) for each in fields(message)}


# --- what a room looks like ---


@dataclass(slots=True)
class Clock(Message):
    """How long a person may think about an answer: at one sitting, or over days."""

    kind: Literal["none", "live", "days"] = "none"
    seconds: int = 0


@dataclass(slots=True)
class ChatLine(Message):
    """Something that somebody said."""

    n: int
    """The event that it is."""
    seat: int
    """-1 for a spectator."""
    name: str
    """What a spectator is called."""
    text: str
    reaction: str
    """In place of a text: one of a few things that each reader is shown in their own language."""
    at: int
    """When, in milliseconds since 1970; 0 if unknown."""


@dataclass(slots=True)
class SeatInfo(Message):
    """A seat of a room."""

    seat: int
    kind: SeatKind
    name: str = ""
    bot: str = ""
    """Which bot plays, if one does. In a person's seat it sits in until the person takes the seat back."""
    host: bool = False
    here: bool = False
    """Whether anybody is connected for it now (bots always are)."""
    face: str = ""
    """The seed of the face that the person wears."""


@dataclass(slots=True)
class RoomInfo(Message):
    """What everybody in a room may know about it."""

    room: str
    name: str
    game: str
    mode: str
    """The game's mode under these options."""
    options: dict[str, Any]
    stage: Stage
    seats: list[SeatInfo]
    listed: bool
    locked: bool
    """Whether a password is required."""
    chosen_seed: bool
    """Whether the host chose the seed, and so may know more than others."""
    spectators: int
    next: str = ""
    """The room of the rematch, if there is one."""
    clock: Clock = field(default_factory=Clock)
    chat: bool = False
    """Whether people may talk here."""
    hints: bool = True
    """Whether people may ask for hints here."""
    lesson: str = ""
    """The lesson that is taught here, if one is."""


@dataclass(slots=True)
class RoundPoints(Message):
    """The scores of all seats when a round was over."""

    round: int
    scores: list[int]


@dataclass(slots=True)
class Result(Message):
    """How a game ended."""

    scores: list[int]
    winners: list[int]
    breakdown: list[list[ScorePart]]
    """For each seat: where its points come from."""
    rounds: list[RoundPoints]


@dataclass(slots=True)
class Coach(Message):
    """What a lesson says to its player now."""

    lesson: str
    title: str
    step: int
    """How many steps are done."""
    steps: int
    say: Text
    waits: Literal["next", "answer", "play", "over"]
    """For what: that the player has read it (the command `next`), that they answer, that they have played on for a while;
    nothing, when all steps are done."""
    prompt: str = ""
    """The question that is to be answered."""
    accept: list[list[str]] = field(default_factory=list)
    """The answers that are taken; any, if there are none."""
    point: list[str] = field(default_factory=list)
    """What to point at: parts of the screen as `kind` or `kind:name`."""


@dataclass(slots=True)
class Event(Message):
    """The room as one viewer sees it, after everything up to `n`; it directly follows event `since`."""

    type: Literal["event"] = field(default="event", init=False)
    n: int
    since: int
    """-1 for a viewer who has seen nothing yet."""
    room: RoomInfo
    seat: int
    """The viewer's own seat; -1 for a spectator."""
    host: bool
    log_from: int
    """The viewer's log is cut to this length (0 or more), then `lines` are added."""
    lines: list[LogLine]
    screen: Screen | None
    """The table; null while the room is still in the lobby."""
    ask: Ask | None
    """What the viewer is asked now."""
    can_undo: bool
    thinking: list[int]
    """The seats that owe an answer."""
    result: Result | None
    """Only when the game is over."""
    deadlines: list[int] = field(default_factory=list)
    """For each seat: when its time for an answer is up, in milliseconds since 1970; 0 if no time runs. Empty in a room
    without a clock."""
    chat: list[ChatLine] = field(default_factory=list)
    """What was said since."""
    coach: Coach | None = None
    """What the lesson says, for its player."""


# --- replies ---


@dataclass(slots=True)
class Done(Message):
    """A command was accepted, stored, and is shown by event `n`. The same command again gets the same reply."""

    type: Literal["done"] = field(default="done", init=False)
    id: str
    n: int


@dataclass(slots=True)
class Refused(Message):
    """A command or message was refused, and nothing changed."""

    type: Literal["refused"] = field(default="refused", init=False)
    code: str
    """A stable id: `illegal`, `stale`, `not-owing`, `not-yours`, `bad-message`, `too-large`, ..."""
    words: str
    """The reason in a sentence."""
    reason: str = ""
    """For `illegal`: the rules' own id of the reason."""
    id: str = ""
    """The command that was refused, if it had an id."""
    event: Event | None = None
    """The room as it is now, if the command shows that the client is out of date."""


# --- commands ---


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
    """What a spectator wants to be called."""


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


@dataclass(slots=True)
class WantedSeat(Message):
    """A seat of a room being created."""

    kind: Literal["me", "open", "bot"]
    bot: str = ""


Command: TypeAlias = Answer | Undo | Start | SetSeat | Leave | Return | Say | SetChat | Rematch | Next


def content_of(command: Command) -> str:
    """A hash of a command's content, to tell a repeated command from a different one under the same id."""
    return sha256(to_json(command).encode()).hexdigest()[:16]
