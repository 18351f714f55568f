"""The room as one viewer sees it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from repulse.engine.display.screen import Ask, LogLine, ScorePart
from repulse.engine.display.segments import Text
from repulse.table.wire.base import Message, Screen, SeatKind, Stage


@dataclass(slots=True)
class Clock(Message):
    """The time a person may think about an answer: at one sitting, or over days."""

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
    """The name of the spectator."""
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
    """The bot that plays, if one does. In a person's seat it sits in until the person takes the seat back."""
    host: bool = False
    here: bool = False
    """Whether anybody is connected for it now (bots always are)."""
    face: str = ""
    """The seed of the face that the person wears."""


@dataclass(slots=True)
class OverlayInfo(Message):
    """An overlay that a room plays with; what it changes is asked for separately."""

    name: str
    changes: int
    """The number of changed cards, components or numbers."""


@dataclass(slots=True)
class RoomInfo(Message):
    """The public facts about a room."""

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
    overlays: list[OverlayInfo] = field(default_factory=list)
    """The changes of the cards or components; `options` names them without their texts."""
    taken_back: bool = False
    """Whether moves were taken back after something new had been seen, in a game against bots: it is not rated."""
    deal: str = ""
    """The deal of the day that is played here, if one is."""
    rated_try: bool = False
    """Whether this is the rated try of the deal."""
    advice: bool = False
    """Whether there are hints and reviews for the game here."""


@dataclass(slots=True)
class RoundPoints(Message):
    """The scores of all seats when a round was over."""

    round: int
    scores: list[int]


@dataclass(slots=True)
class Result(Message):
    """The end of a game."""

    scores: list[int]
    winners: list[int]
    breakdown: list[list[ScorePart]]
    """For each seat: where its points come from."""
    rounds: list[RoundPoints]


@dataclass(slots=True)
class Coach(Message):
    """The words of a lesson to its player now."""

    lesson: str
    title: str
    step: int
    """The number of steps done."""
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
    """The targets to point at: parts of the screen as `kind` or `kind:name`."""


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
    """The question to the viewer."""
    can_undo: bool
    thinking: list[int]
    """The seats that owe an answer."""
    result: Result | None
    """Only when the game is over."""
    deadlines: list[int] = field(default_factory=list)
    """For each seat: when its time for an answer is up, in milliseconds since 1970; 0 if no time runs. Empty in a room
    without a clock."""
    chat: list[ChatLine] = field(default_factory=list)
    """The log since then."""
    coach: Coach | None = None
    """The words of the lesson, for its player."""
    bot_answered: bool = False
    """Whether the viewer's latest answer was given by a bot that sat in for them."""
    undo_unrates: bool = False
    """Whether taking back would go behind something new that was seen, so that the game is not rated any more."""
