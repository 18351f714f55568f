"""The rated tries of people at deals of the day, par of deals, and the boards made of both.

A person has one rated try per deal: the first. Opening the deal again, in another tab or on another device, leads to the same
room. How a try ended is among the results of the person (`results.py`); what it is worth against par follows when it is asked for.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any, Final, Literal, TypeAlias

from sqlalchemy import RowMapping, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from repulse.daily import Deal, Par, day_of, parse_day
from repulse.server import steady_time
from repulse.server.db.storage import Storage
from repulse.server.db.tables import DEAL_PARS, DEAL_TRIES, PEOPLE, RESULTS
from repulse.table.wire.daily import BoardRow, DealBoard, DealTry

Span: TypeAlias = Literal["day", "week", "all"]

MAX_TRIES: Final = 2500
"""The number of tries of a person that are shown: those of more than a year."""
MAX_ROWS: Final = 100
MAX_READ: Final = 50_000
"""The number of tries that a board is made of, the latest first."""
MIN_DEALS: Final = 5
"""The number of finished deals for a place on the board of all time."""
WEEK_DAYS: Final = 7
CLAIM_SECONDS: Final = 60.0
"""A try whose room is not there after this long was never begun."""
CACHE_SECONDS: Final = 20.0
"""A board is read again after this long."""


def today() -> date:
    """Return the date in UTC, by the clock of the server."""
    return day_of(steady_time.now())


@dataclass(frozen=True)
class BoardStanding:
    """A person on a board."""

    person: str
    name: str
    face: str
    is_listed: bool
    deals: int
    points: int
    better_than: float
    room: str


@dataclass
class DealBook:
    """The tries and pars of a server."""

    storage: Storage
    _boards: dict[tuple[str, str, Span, date], tuple[float, list[BoardStanding]]] = field(
        default_factory=dict
    )

    # --- tries ---

    async def claim(self, person: str, deal: Deal) -> str | None:
        """Reserve the rated try of a person; return None if it is theirs now, else the room of the earlier one.

        The room is empty while another request creates it.
        """
        now = steady_time.now()
        row = {
            "person": person,
            "deal": deal.id,
            "day": deal.day.isoformat(),
            "game": deal.game,
            "mode": deal.mode,
            "room": "",
            "at": now,
        }
        mine = _try_of(person, deal.id)
        async with self.storage.writing() as connection:
            try:
                async with connection.begin_nested():
                    await connection.execute(insert(DEAL_TRIES), row)
            except IntegrityError:
                stale = mine & (DEAL_TRIES.c.room == "") & (DEAL_TRIES.c.at < now - CLAIM_SECONDS)
                taken = await connection.execute(update(DEAL_TRIES).where(stale).values(at=now))
                if taken.rowcount:
                    return None
                return str((await connection.execute(select(DEAL_TRIES.c.room).where(mine))).scalar() or "")
        return None

    async def begin(self, person: str, deal: Deal, room: str) -> None:
        """Store the room of a reserved try."""
        async with self.storage.writing() as connection:
            await connection.execute(
                update(DEAL_TRIES).where(_try_of(person, deal.id)).values(room=room, at=steady_time.now())
            )

    async def release(self, person: str, deal: Deal) -> None:
        """Give up a reserved try that has no room."""
        async with self.storage.writing() as connection:
            await connection.execute(
                delete(DEAL_TRIES).where(_try_of(person, deal.id), DEAL_TRIES.c.room == "")
            )

    async def tries_of(self, person: str) -> list[DealTry]:
        """Return the rated tries of a person, the latest first."""
        async with self.storage.reading() as connection:
            query = (
                select(DEAL_TRIES, RESULTS.c.score, RESULTS.c.place, RESULTS.c.players)
                .join(RESULTS, _ended_here(), isouter=True)
                .where(DEAL_TRIES.c.person == person, DEAL_TRIES.c.room != "")
                .order_by(DEAL_TRIES.c.day.desc(), DEAL_TRIES.c.at.desc())
                .limit(MAX_TRIES)
            )
            rows = (await connection.execute(query)).mappings().all()
            pars = await _pars(connection, {str(row["deal"]) for row in rows})
        return [_try_message(row, pars.get(str(row["deal"]))) for row in rows]

    # --- par ---

    async def par(self, deal: str, version: str) -> Par | None:
        """Return par of a deal, if it was played by this version of rules and bots."""
        async with self.storage.reading() as connection:
            query = select(DEAL_PARS).where(DEAL_PARS.c.deal == deal, DEAL_PARS.c.version == version)
            row = (await connection.execute(query)).mappings().first()
        return None if row is None else _par(row)

    async def keep_par(self, deal: str, version: str, par: Par) -> None:
        """Store par of a deal in place of that of another version."""
        row = {
            "deal": deal,
            "version": version,
            "scores": json.dumps(par.scores, separators=(",", ":")),
            "wins": par.wins,
            "at": steady_time.now(),
        }
        async with self.storage.writing() as connection:
            await connection.execute(delete(DEAL_PARS).where(DEAL_PARS.c.deal == deal))
            await connection.execute(insert(DEAL_PARS), row)
        self._boards.clear()

    # --- boards ---

    async def board(self, game: str, mode: str, span: Span, *, day: date, person: str) -> DealBoard:
        """Return the board of a game, as a person may see it.

        Args:
            game: The game.
            mode: Its mode.
            span: The time: a day, the week that ends on it, or everything up to it.
            day: The last day of the time.
            person: The id of the requester; empty for a stranger.
        """
        standings = await self._standings(game, mode, span, day=day)
        may_watch = span == "day" and (day < today() or any(row.person == person for row in standings))
        shown = [row for row in standings if row.is_listed or row.person == person][:MAX_ROWS]
        rows = [
            BoardRow(
                row.name,
                row.face,
                row.deals,
                row.points,
                round(row.better_than),
                row.person == person,
                row.room if may_watch else "",
            )
            for row in shown
        ]
        return DealBoard(game, mode, span, day.isoformat(), rows)

    async def _standings(self, game: str, mode: str, span: Span, *, day: date) -> list[BoardStanding]:
        key, now = (game, mode, span, day), steady_time.now()
        cached = self._boards.get(key)
        if cached is not None and now - cached[0] < CACHE_SECONDS:
            return cached[1]
        first = {"day": day, "week": day - timedelta(days=WEEK_DAYS - 1), "all": date.min}[span]
        async with self.storage.reading() as connection:
            query = (
                select(DEAL_TRIES, RESULTS.c.score, PEOPLE.c.name, PEOPLE.c.face, PEOPLE.c.listed)
                .join(RESULTS, _ended_here())
                .join(PEOPLE, PEOPLE.c.id == DEAL_TRIES.c.person)
                .where(
                    DEAL_TRIES.c.game == game,
                    DEAL_TRIES.c.mode == mode,
                    DEAL_TRIES.c.day >= first.isoformat(),
                    DEAL_TRIES.c.day <= day.isoformat(),
                    RESULTS.c.place > 0,
                )
                .order_by(DEAL_TRIES.c.day.desc(), RESULTS.c.at)
                .limit(MAX_READ)
            )
            rows = (await connection.execute(query)).mappings().all()
            pars = await _pars(connection, {str(row["deal"]) for row in rows})
        standings = rank(rows, pars, span)
        if len(self._boards) >= MAX_ROWS:
            self._boards.clear()
        self._boards[key] = (now, standings)
        return standings


def rank(rows: Sequence[RowMapping], pars: Mapping[str, Par], span: Span) -> list[BoardStanding]:
    """Return the people of a board, best first: by points above par on a day, by the share of plays beaten otherwise.

    Of a week the shares are added up, so that each further deal helps; of all time the mean counts, after `MIN_DEALS` deals.
    """
    of_person: dict[str, list[RowMapping]] = {}
    for row in rows:
        if str(row["deal"]) in pars:
            of_person.setdefault(str(row["person"]), []).append(row)
    standings = []
    for person, own in of_person.items():
        scored = [(int(row["score"]), pars[str(row["deal"])]) for row in own]
        better = sum(par.better_than(score) for score, par in scored) / len(own)
        points = sum(par.above(score) for score, par in scored)
        name, face = str(own[0]["name"]), str(own[0]["face"])
        is_listed = bool(own[0]["listed"]) and bool(name)
        room = str(own[0]["room"]) if span == "day" else ""
        standings.append(BoardStanding(person, name, face, is_listed, len(own), points, better, room))
    if span == "all":
        standings = [row for row in standings if row.deals >= MIN_DEALS]
    # Sorting is stable: of two equal results of a day the earlier one comes first.
    keys: dict[Span, Any] = {
        "day": lambda row: -row.points,
        "week": lambda row: -row.better_than * row.deals,
        "all": lambda row: -row.better_than,
    }
    return sorted(standings, key=keys[span])


def _try_of(person: str, deal: str) -> Any:
    return (DEAL_TRIES.c.person == person) & (DEAL_TRIES.c.deal == deal)


def _ended_here() -> Any:
    return (RESULTS.c.room == DEAL_TRIES.c.room) & (RESULTS.c.person == DEAL_TRIES.c.person)


def _par(row: RowMapping) -> Par:
    return Par(tuple(json.loads(row["scores"])), float(row["wins"]))


async def _pars(connection: AsyncConnection, deals: set[str]) -> dict[str, Par]:
    """Return par of some deals, as far as it is known, of whichever version."""
    pars: dict[str, Par] = {}
    names = sorted(deals)
    for first in range(0, len(names), 500):
        query = select(DEAL_PARS).where(DEAL_PARS.c.deal.in_(names[first : first + 500]))
        for row in (await connection.execute(query)).mappings():
            pars[str(row["deal"])] = _par(row)
    return pars


def _try_message(row: RowMapping, par: Par | None) -> DealTry:
    is_over = row["score"] is not None
    score = int(row["score"]) if is_over else 0
    is_scored = is_over and par is not None and int(row["place"]) > 0
    return DealTry(
        str(row["deal"]),
        parse_day(row["day"]).isoformat(),
        str(row["game"]),
        str(row["mode"]),
        int(row["players"] or 0),
        str(row["room"]),
        is_over,
        score,
        int(row["place"] or 0),
        par.points if is_scored and par else None,
        par.better_than(score) if is_scored and par else None,
    )
