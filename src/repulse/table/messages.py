"""Everything that goes over the wire, as types: the page's own types are generated from these (`schema.py`).

Messages are JSON objects told apart by their `type`. What a table looks like is a *screen*, made by the game's
`Display`; answers go back as the stable words of the options, so no client ever handles a number of the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from repulse.engine.display.screen import Ask, LogLine, ScorePart

Stage: TypeAlias = Literal["lobby", "playing", "over"]
SeatKind: TypeAlias = Literal["open", "person", "bot"]
Screen: TypeAlias = Annotated[Mapping[str, Any], Meta(extra_json_schema={"x-screen": True})]
"""The table of a game, told apart by `game`; `schema.py` puts the types of the games in its place."""


class Message(Struct, forbid_unknown_fields=True, omit_defaults=False):
    """Anything on the wire. Keys that are not known are refused, so that a typing error is never silent."""


# --- what a room looks like ---


class SeatInfo(Message):
    """A seat of a room."""

    seat: int
    kind: SeatKind
    name: str = ""
    bot: str = ""
    """Which bot, if it is one."""
    host: bool = False
    here: bool = False
    """Whether anybody is connected for it just now (bots always are)."""


class RoomInfo(Message):
    """What everybody in a room may know about it."""

    room: str
    name: str
    game: str
    mode: str
    """Which of the game's modes the options make."""
    options: dict[str, Any]
    stage: Stage
    seats: list[SeatInfo]
    listed: bool
    locked: bool
    """Whether a password is asked for."""
    chosen_seed: bool
    """Whether the host chose the seed, and so may know more than others."""
    spectators: int
    next: str = ""
    """The room of the rematch, if there is one."""


class RoundPoints(Message):
    """The scores of all seats when a round was over."""

    round: int
    scores: list[int]


class Result(Message):
    """How a game ended."""

    scores: list[int]
    winners: list[int]
    breakdown: list[list[ScorePart]]
    """For each seat: where the points are from."""
    rounds: list[RoundPoints]


class Event(Message, tag="event"):
    """The room as one viewer sees it, after everything up to `n`; it follows on event `since`, with nothing between."""

    n: int
    since: int
    """-1 for a viewer who has seen nothing yet."""
    room: RoomInfo
    seat: int
    """The viewer's own seat; -1 for a spectator."""
    host: bool
    log_from: int
    """The log of the viewer is cut to this length (0 or more), and `lines` are added."""
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


# --- replies ---


class Done(Message, tag="done"):
    """A command was taken, written down, and is shown by event `n`. The same command again gets the same reply."""

    id: str
    n: int


class Refused(Message, tag="refused"):
    """A command or message was not taken, and nothing changed."""

    code: str
    """A stable id: `illegal`, `stale`, `not-owing`, `not-yours`, `bad-message`, `too-large`, ..."""
    words: str
    """The reason in a sentence."""
    reason: str = ""
    """For `illegal`: the rules' own id of the reason."""
    id: str = ""
    """The command that was refused, if it had an id."""
    event: Event | None = None
    """The room as it is now, where the command shows that the client does not know it."""


# --- commands ---


class Answer(Message, tag="answer"):
    """The answer to the question `ask` of the viewer's own seat."""

    id: str
    """Chosen by the client; the same id again is the same command, and is done once."""
    ask: int
    """The number of the question that is answered, from `Ask.number`."""
    words: list[str]


class Undo(Message, tag="undo"):
    """Take back the last answer."""

    id: str


class Start(Message, tag="start"):
    """Begin the game (host only). Seats that are still open are given to this bot."""

    id: str
    fill: str = ""


class SetSeat(Message, tag="seat"):
    """Make a seat open or a bot's (host only). In a game that is going on, a person may be replaced by a bot."""

    id: str
    seat: int
    kind: Literal["open", "bot"]
    bot: str = ""


class Leave(Message, tag="leave"):
    """Give up one's seat; in the lobby it is open again, in a game a bot takes it over."""

    id: str
    bot: str = ""


class Rematch(Message, tag="rematch"):
    """A new room with the same people and settings, once the game is over."""

    id: str


Command: TypeAlias = Answer | Undo | Start | SetSeat | Leave | Rematch
