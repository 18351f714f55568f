"""The messages about puzzles: the list, a position to look at, and the verdict on an answer."""

from __future__ import annotations

from dataclasses import dataclass

from repulse.engine.display.screen import Ask, LogLine
from repulse.table.wire.base import Message, Screen


@dataclass(slots=True)
class PuzzleInfo(Message):
    """A puzzle in a list."""

    puzzle: str
    """The id."""
    game: str
    mode: str
    players: int
    rating: int
    """The strength of a player who finds the answer half of the time, on the scale of the league."""
    themes: list[str]


@dataclass(slots=True)
class PuzzleList(Message):
    """All puzzles, and the one of the day."""

    puzzles: list[PuzzleInfo]
    today: str
    """The id of the puzzle of the day; empty if there are no puzzles."""


@dataclass(slots=True)
class PuzzlePosition(Message):
    """A puzzle as its seat sees it."""

    puzzle: PuzzleInfo
    seat: int
    round: int
    names: list[str]
    screen: Screen
    ask: Ask | None
    question: str
    answers: list[str]
    """The answers to choose from, in words, in an order that says nothing."""
    lines: list[LogLine]


@dataclass(slots=True)
class PuzzleTry(Message):
    """An answer to a puzzle: its number in the list of answers."""

    answer: int


@dataclass(slots=True)
class AnswerVerdict(Message):
    """An answer of a puzzle with what two searches found."""

    text: str
    win: float
    """The chance of winning by the first search."""
    check: float
    """The chance of winning by the second search, with other seeds."""
    score: float
    """The expected final score."""
    reasons: list[str]


@dataclass(slots=True)
class PuzzleVerdict(Message):
    """The verdict on an answer."""

    right: bool
    best: int
    """The number of the best answer."""
    answers: list[AnswerVerdict]
    """In the order of the position."""
    found_by: dict[str, float]
    """The share of tries in which each level finds the best answer."""
