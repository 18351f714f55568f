"""The messages about deals of the day: the deals, one's tries, par, and the board of a server."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from repulse.table.wire.base import Message


@dataclass(slots=True)
class DealInfo(Message):
    """A deal of the day. Its seed is left out: it would reveal every card."""

    deal: str
    """The id, such as `2026-11-19/galaxy/invasion`."""
    day: str
    game: str
    mode: str
    players: int
    seat: int
    """Your seat."""
    rivals: list[str]
    """The bots in the other seats, in their order."""
    series: str = ""
    """The title of the series; empty for the standard one."""


@dataclass(slots=True)
class DealTry(Message):
    """The rated try of a deal by a person with an identity."""

    deal: str
    day: str
    game: str
    mode: str
    players: int
    room: str
    over: bool
    score: int = 0
    place: int = 0
    """1 for a winner; 0 for a game that was ended before its end."""
    par: int | None = None
    """Par of the deal; null as long as it has not been played."""
    better_than: int | None = None
    """The percentage of plays that the score beats."""


@dataclass(slots=True)
class DailyDeals(Message):
    """The deals of a day, and the requester's tries of all days."""

    today: str
    """The date in UTC."""
    first: str
    """The first day of the standard series."""
    day: str
    deals: list[DealInfo]
    tries: list[DealTry] = field(default_factory=list)
    """The rated tries of a person with an identity, the latest first."""


@dataclass(slots=True)
class ParRequest(Message):
    """A request for par of a deal."""

    deal: str


@dataclass(slots=True)
class ParProgress(Message):
    """A line of a par that is being played: the number of finished plays."""

    type: Literal["progress"] = field(default="progress", init=False)
    done: int
    total: int


@dataclass(slots=True)
class DealPar(Message):
    """The last line of a par: what the strong bot made of your seat."""

    type: Literal["par"] = field(default="par", init=False)
    deal: str
    points: int
    scores: list[int]
    wins: float
    """The number of plays that it won; a shared win counts in part."""


@dataclass(slots=True)
class ParFailed(Message):
    """The last line of a par that could not be played."""

    type: Literal["failed"] = field(default="failed", init=False)
    words: str


ParLine: TypeAlias = ParProgress | DealPar | ParFailed
"""The lines that a request for par gets."""


@dataclass(slots=True)
class BoardRow(Message):
    """A person on the board of a game."""

    name: str
    face: str
    deals: int
    """The number of finished rated tries in this time."""
    points: int
    """Points above par, all deals together."""
    better_than: int
    """The percentage of plays that the scores beat, on average."""
    you: bool
    room: str = ""
    """The room of the try, to watch its replay: of a single day, once your own try is over or the day has passed."""


@dataclass(slots=True)
class DealBoard(Message):
    """The best results of identified people at the deals of a game, best first."""

    game: str
    mode: str
    span: Literal["day", "week", "all"]
    day: str
    """The last day of the time."""
    rows: list[BoardRow]
