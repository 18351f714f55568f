"""The bodies of HTTP replies about games: modes, bots, lessons and rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from repulse.table.wire.base import Message


@dataclass(slots=True)
class Mode(Message):
    """A way to play a game."""

    mode: str
    options: dict[str, Any]
    """The options to send to play it, besides the number of players."""
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
    """The subject of the lesson, in a sentence, by language."""


@dataclass(slots=True)
class GameInfo(Message):
    """A game with everything that can be chosen."""

    game: str
    rules: str
    modes: list[Mode]
    bots: list[str]
    """The levels of its bots, weakest first, and those that the operator of the server added."""
    languages: list[str]
    temperaments: list[str] = field(default_factory=list)
    """The temperaments of its levels: the bot `expert@trader` is an expert that prefers to trade."""
    advice: bool = False
    """Whether there are hints and reviews for it here."""
    lessons: list[LessonInfo] = field(default_factory=list)
    """In the order in which they should be taken."""


@dataclass(slots=True)
class Games(Message):
    """Everything that can be played."""

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
    """Around (0, 0), 16 high or a little more, in the colors of the page."""
    text: str
    """Its meaning."""


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
