"""The results between the seats of a game that count for ratings (docs/play/ratings.md has the rule in words).

Ratings mean something only if the players of a game are different people who played it. The server knows only identities, which anyone
can create, so it looks for signs: the addresses from which seats were used, who gave the answers, how long an identity has been around, and
how often two of them have met.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import RowMapping, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from repulse.engine.contract import Seat
from repulse.server.db.tables import PEOPLE, RATINGS, RESULTS
from repulse.table.room_state import RoomState

MAX_BOT_SHARE: Final = 0.25
"""A seat was played by its person if bots made no larger share of its choices."""

MIN_GAMES: Final = 5
MIN_AGE_S: Final = 86400.0
"""A newcomer has fewer rated games at this game, or an identity younger than this."""

MAX_PAIR_GAMES: Final = 3
PAIR_SECONDS: Final = 86400.0
"""Two people are rated against each other this often within this time."""

MAX_SOURCES: Final = 16
ANY_SOURCE: Final = "*"
"""Stands for more addresses than MAX_SOURCES: such a seat may share one with any other."""


def source_mark(room: str, address: str) -> str:
    """Return 16 bits of a hash of an address and a room.

    They suffice to see that two seats of a room were used from the same address. Thousands of addresses have the same mark, so none can be
    found out from it, and in another room an address has another mark.
    """
    return hashlib.blake2b(f"{room} {address}".encode(), digest_size=2).hexdigest()


def add_source(sources: str, mark: str) -> str:
    """Return the marks of a seat (separated by spaces) with one more."""
    marks = sources.split()
    if mark in marks or ANY_SOURCE in marks:
        return sources
    return ANY_SOURCE if len(marks) >= MAX_SOURCES else " ".join([*marks, mark])


@dataclass(frozen=True)
class SeatFacts:
    """Facts about a seat when a game is over."""

    person: str = ""
    """The id of the person; empty for a bot."""
    sources: frozenset[str] = frozenset()
    """The marks of the addresses from which the seat was used; empty if unknown."""
    is_absent: bool = False
    """Whether bots made too many of its choices."""
    is_newcomer: bool = False
    is_replaced: bool = False
    """Whether the host gave the seat to a bot although the person was present."""
    recent: frozenset[str] = frozenset()
    """The rooms of the rated games of the last day."""

    def shares_source(self, other: SeatFacts) -> bool:
        """Return whether both seats were used from the same address."""
        if not (self.sources and other.sources):
            return False
        return ANY_SOURCE in self.sources | other.sources or bool(self.sources & other.sources)


def counts(players: Sequence[SeatFacts], places: Sequence[int], first: Seat, *, other: Seat) -> bool:
    """Return whether the result against seat `other` changes the rating of seat `one`."""
    mine, theirs = players[first], players[other]
    if first == other or mine.is_replaced:
        return False
    if theirs.is_absent and places[first] <= places[other]:
        # Nobody gains against an absent player. A loss against the bot in their seat counts: otherwise a host could put one there.
        return False
    if mine.person and any(
        player.person and mine.shares_source(player) for seat, player in enumerate(players) if seat != first
    ):
        return False
    if theirs.is_newcomer and not mine.is_newcomer:
        return False
    if mine.person and theirs.person:
        return len(mine.recent & theirs.recent) < MAX_PAIR_GAMES
    return True


async def players_of(
    connection: AsyncConnection, room: RoomState, people: Mapping[Seat, RowMapping], *, now: float
) -> list[SeatFacts]:
    """Return what is known of the seats of a game that is over."""
    players: list[SeatFacts] = []
    for seat in range(len(room.seats)):
        if seat not in people:
            players.append(SeatFacts())
            continue
        row = people[seat]
        person = str(row["person"])
        players.append(
            SeatFacts(
                person,
                frozenset(row["sources"].split()),
                is_absent=room.history.bot_share(seat) > MAX_BOT_SHARE,
                is_newcomer=await _is_newcomer(connection, person, room.stored.game, now=now),
                is_replaced=seat in room.seating.replaced,
                recent=await _recent_rooms(connection, person, now),
            )
        )
    return players


async def _is_newcomer(connection: AsyncConnection, person: str, game: str, *, now: float) -> bool:
    created = (await connection.execute(select(PEOPLE.c.created).where(PEOPLE.c.id == person))).scalar()
    if created is None or now - float(created) < MIN_AGE_S:
        return True
    games = select(func.sum(RATINGS.c.games)).where(RATINGS.c.who == person, RATINGS.c.game == game)
    return int((await connection.execute(games)).scalar() or 0) < MIN_GAMES


async def _recent_rooms(connection: AsyncConnection, person: str, now: float) -> frozenset[str]:
    query = select(RESULTS.c.room).where(
        RESULTS.c.person == person, RESULTS.c.rated, RESULTS.c.at > now - PAIR_SECONDS
    )
    return frozenset(str(room) for room in (await connection.execute(query)).scalars())
