"""What goes over the wire besides the messages of a table: greetings, presence, and the bodies of HTTP requests."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from repulse.engine.display.screen import Ask, LogLine
from repulse.table.messages import (
    Clock,
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
    now: int = 0
    """The time of the server in milliseconds since 1970: deadlines are by this clock."""


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
    my_face: str = ""
    """The seed of the face that you wear: up to 16 letters and digits."""
    password: str = ""
    listed: bool = False
    clock: Clock = field(default_factory=Clock)
    chat: bool | None = None
    """Whether people may talk; if not said, they may unless the room is listed."""
    hints: bool = True
    """Whether people may ask for hints."""
    start: bool = False
    """Begin immediately; only if no seat is open."""
    seed: int | None = None
    """Everybody can see that the seed was chosen."""
    lesson: str = ""
    """A lesson of the game, which begins at once; it says itself who sits where and how it is dealt."""


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
    """Who plays the others; if not said, the bots that did, and the usual one in place of people."""
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
    """How a table stands for one of its people."""

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
class LessonInfo(Message):
    """A guided game."""

    lesson: str
    mode: str
    minutes: int
    """About how long it takes."""
    title: dict[str, str]
    """By language."""
    about: dict[str, str]
    """What it teaches, in a sentence, by language."""


@dataclass(slots=True)
class GameInfo(Message):
    """A game with everything that can be chosen."""

    game: str
    rules: str
    modes: list[Mode]
    bots: list[str]
    """The levels of its bots, weakest first, and those that the operator of the server added."""
    languages: list[str]
    advice: bool = False
    """Whether there are hints and reviews for it here."""
    lessons: list[LessonInfo] = field(default_factory=list)
    """In the order in which they should be taken."""


@dataclass(slots=True)
class Games(Message):
    """What can be played."""

    protocol: int
    server: str
    games: list[GameInfo]
    address: str = ""
    """Where other devices find this server, if it knows."""


@dataclass(slots=True)
class RulesSection(Message):
    """A heading of the rules and the text under it."""

    id: str
    level: int
    """1 for a part, 2 for a section of it."""
    heading: str
    paragraphs: list[str]
    """Paragraphs, and list items that begin with a hyphen."""
    prompts: list[str]
    """The questions that it is about."""


@dataclass(slots=True)
class Symbol(Message):
    """A symbol on the cards or the map."""

    width: float
    svg: str
    """Around (0, 0), 16 high or a little more, in the colours of the page."""
    text: str
    """What it means."""


@dataclass(slots=True)
class Rules(Message):
    """The rules of a mode in a language, for people."""

    game: str
    mode: str
    title: str
    text: str
    """The mode in a sentence."""
    sections: list[RulesSection]
    legend: list[Symbol]


@dataclass(slots=True)
class TableText(Message):
    """The table in words, as its viewer sees it."""

    n: int
    """The event after which it is so."""
    text: str
    """Line by line, one for each thing; an empty line begins another part."""


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


@dataclass(slots=True)
class Hint(Message):
    """An option of a question, as a strong player sees it."""

    words: list[str]
    """What to answer, to choose it."""
    text: str
    win: float
    """The chance of winning with it, from 0 to 1."""
    score: float
    """The final score to expect."""
    reasons: list[str]


@dataclass(slots=True)
class Hints(Message):
    """Hints for what the viewer is asked now, the best option first. They come from the viewer's own sight alone."""

    ask: int
    """The number of the question."""
    hints: list[Hint]


@dataclass(slots=True)
class ReviewRequest(Message):
    """A review of an uploaded record."""

    record: str
    """The text of the record file."""
    language: str = "en"


@dataclass(slots=True)
class ReviewProgress(Message):
    """A line of a review that is being made: how many choices have been looked at."""

    type: Literal["progress"] = field(default="progress", init=False)
    done: int
    total: int


@dataclass(slots=True)
class JudgedChoice(Message):
    """A decision that had an alternative, and what it cost."""

    number: int
    """How many choices came before."""
    seat: int
    round: int
    question: str
    chosen: str
    win: float
    best: str
    best_win: float
    cost: float
    """The chance of winning that was given away; 0 if nothing better was found."""


@dataclass(slots=True)
class GameReview(Message):
    """The last line of a review."""

    type: Literal["review"] = field(default="review", init=False)
    game: str
    players: list[str]
    winners: list[int]
    scores: list[int]
    chances: list[list[float]]
    """The chance of winning of each seat: before the first choice, then after each."""
    rounds: list[int]
    decisions: list[JudgedChoice]
    costliest: list[list[int]]
    """By seat: the numbers of the decisions that cost most."""


@dataclass(slots=True)
class ReviewFailed(Message):
    """The last line of a review that could not be made."""

    type: Literal["failed"] = field(default="failed", init=False)
    words: str


ReviewLine: TypeAlias = ReviewProgress | GameReview | ReviewFailed
"""What a review sends, one line each."""
