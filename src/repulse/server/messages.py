"""Everything that goes over the wire, as types: the page's own types are generated from these (`schema.py`).

Messages are JSON objects told apart by their `type`. What a table looks like is a *screen*, made by the game's own
`present` module; answers go back as the stable words of the options, so no client ever handles a number of the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from repulse.engine.display.screen import Ask, LogLine, ScorePart

PROTOCOL: Final = 1
"""Grows with every change that a client of the old protocol would not survive."""

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


class RoomEntry(Message):
    """A line of the list of rooms."""

    room: str
    name: str
    game: str
    options: dict[str, Any]
    stage: Stage
    seats: list[SeatInfo]
    locked: bool


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


# --- from the server ---


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


class Pong(Message, tag="pong"):
    """The reply to a ping."""


FromServer: TypeAlias = Welcome | Event | Presence | Done | Refused | Pong


# --- from clients ---


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


class Ping(Message, tag="ping"):
    """Ask for a sign of life."""


Command: TypeAlias = Answer | Undo | Start | SetSeat | Leave | Rematch
FromClient: TypeAlias = Hello | Command | Ping


# --- HTTP ---


class WantedSeat(Message):
    """A seat of a room that is being made."""

    kind: Literal["me", "open", "bot"]
    bot: str = ""


class CreateRoom(Message):
    """A new room."""

    game: str
    options: dict[str, Any] = {}
    seats: list[WantedSeat] = []
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


class BotInfo(Message):
    """A bot that can be given a seat."""

    bot: str
    games: list[str]


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
