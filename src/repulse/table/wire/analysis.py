"""The bodies of HTTP requests about finished games and advice, and their replies."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from repulse.engine.display.screen import Ask, LogLine
from repulse.table.wire.base import Message, Screen


@dataclass(slots=True)
class ReplayRequest(Message):
    """A position of an uploaded record."""

    record: str
    """The text of the record file."""
    step: int = -1
    """After this many choices; -1 for all."""
    viewer: int = -2
    """The viewer: a seat, -1 for a spectator, -2 for everything."""
    language: str = "en"


@dataclass(slots=True)
class ReplayStep(Message):
    """One position of a finished game (or, in a game still in progress, as the viewer saw it)."""

    step: int
    steps: int
    """The number of choices."""
    game: str
    players: int
    names: list[str]
    viewer: int
    next_seat: int
    """The seat that chose next; -1 at the end."""
    next_words: list[str]
    """The next choice, if the viewer may see it."""
    screen: Screen
    ask: Ask | None
    lines: list[LogLine]
    """The whole log up to here."""
    scores: list[int]
    over: bool = True
    """Whether the record goes to the end of its game."""
    bots: list[str] = field(default_factory=list)
    """The bot of each seat, as far as the record says; empty for a person."""


@dataclass(slots=True)
class Hint(Message):
    """An option of a question, as a strong player sees it."""

    words: list[str]
    """The answer that chooses it."""
    text: str
    win: float
    """The chance of winning with it, from 0 to 1."""
    score: float
    """The final score to expect."""
    reasons: list[str]
    by_points: bool = False
    """Whether the options are compared by points, because there is next to no chance of winning with any."""


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
    """A line of a review that is being made: the number of choices examined."""

    type: Literal["progress"] = field(default="progress", init=False)
    done: int
    total: int


@dataclass(slots=True)
class JudgedChoice(Message):
    """A decision that had an alternative, and what it cost."""

    number: int
    """The number of choices before."""
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
"""The lines that a review sends."""
