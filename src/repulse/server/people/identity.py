"""The messages about identities, results and ratings."""

from __future__ import annotations

from dataclasses import dataclass

from repulse.server.people.exports import ExportedGame
from repulse.table.wire.base import Message
from repulse.table.wire.daily import DealTry
from repulse.table.wire.rooms import TableState


@dataclass(slots=True)
class PersonWish(Message):
    """The requested name and avatar of a person."""

    name: str = ""
    face: str = ""
    listed: bool = True
    """Whether to be in the table of ratings, by this name; one without a name never is."""


@dataclass(slots=True)
class RatingInfo(Message):
    """The strength of a person at a game, on the scale of the league."""

    game: str
    mode: str
    rating: int
    reach: int
    """The true rating lies this far to either side, with 95% certainty."""
    games: int


@dataclass(slots=True)
class Profile(Message):
    """The profile of a person, as only they may see it."""

    name: str
    face: str
    listed: bool
    created: float
    devices: int
    """On how many devices they are signed in."""
    tables: int
    ratings: list[RatingInfo]


@dataclass(slots=True)
class SignedIn(Message):
    """A device that is signed in. The keys are sent only this once."""

    key: str
    """The key of this device, which replaces the tokens of the person's seats."""
    link: str
    """The key with which another device signs in; empty if a link exists already."""
    profile: Profile


@dataclass(slots=True)
class NewLink(Message):
    """A new private link; the previous one no longer works."""

    link: str


@dataclass(slots=True)
class ResultInfo(Message):
    """The end of a game for a person."""

    room: str
    name: str
    """The name of the room."""
    game: str
    mode: str
    seat: int
    players: int
    place: int
    """1 for a winner; 0 if the game was ended before its end."""
    score: int
    best: int
    """The best score at the table."""
    rated: bool
    at: float


@dataclass(slots=True)
class MyTables(Message):
    """The rooms of a person: unfinished ones, and the results of the others."""

    tables: list[TableState]
    results: list[ResultInfo]


@dataclass(slots=True)
class Taken(Message):
    """The number of seats taken along into an identity."""

    taken: int


@dataclass(slots=True)
class KeyInfo(Message):
    """A key of a person, without the key itself."""

    kind: str
    """`device` or `link`."""
    created: float
    used: float


@dataclass(slots=True)
class PersonExport(Message):
    """Everything that is stored about a person."""

    profile: Profile
    keys: list[KeyInfo]
    results: list[ResultInfo]
    games: list[ExportedGame]
    deals: list[DealTry]


@dataclass(slots=True)
class Ranked(Message):
    """A line of a table of ratings."""

    name: str
    face: str
    bot: str
    """The name of the bot; empty for a person."""
    rating: int
    reach: int
    games: int
    you: bool


@dataclass(slots=True)
class RatingTable(Message):
    """The ratings at a game, best first."""

    game: str
    mode: str
    players: list[Ranked]
