"""What an operator sees and does, behind a token: rooms, a look at one, statistics, closing and banning; and the metrics."""

from __future__ import annotations

import hmac
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import func, select
from starlette.responses import Response

from repulse.engine.contract import SPECTATOR
from repulse.server.bans import Ban, Bans, listed
from repulse.server.cluster.together import Together
from repulse.server.lobby import Lobby
from repulse.server.tables import ENTRIES, ROOMS
from repulse.table.messages import Message
from repulse.table.room import Refusal

MOST_ROOMS = 500


@dataclass(slots=True)
class AdminRoom(Message):
    """A room as its operator sees it: nothing of what is hidden in its game."""

    room: str
    game: str
    stage: str
    listed: bool
    created: float
    touched: float
    loaded: bool
    viewers: int = 0


@dataclass(slots=True)
class AdminRooms(Message):
    """The rooms that were used last."""

    rooms: list[AdminRoom]


@dataclass(slots=True)
class WorkerStatistics(Message):
    """What one process of several has to do."""

    worker: str
    rooms: int
    viewers: int
    bot_queue: int
    ready: bool


@dataclass(slots=True)
class Statistics(Message):
    """How much of everything there is."""

    rooms: dict[str, int]
    """By stage."""
    games: dict[str, int]
    entries: int
    loaded: int
    viewers: int
    bot_queue: int
    workers: list[WorkerStatistics] = field(default_factory=list)
    """The same for each process, where there are several."""


@dataclass(slots=True)
class BanList(Message):
    """Who is kept out."""

    bans: list[Ban] = field(default_factory=list)


@dataclass(slots=True)
class NewBan(Message):
    """An address or a network to keep out."""

    network: str
    why: str = ""


class Admin:
    """An operator's view of a lobby."""

    def __init__(self, lobby: Lobby, together: Together, bans: Bans, token: str) -> None:
        self.lobby = lobby
        self.together = together
        self.bans = bans
        self._token = token

    def check(self, given: str) -> None:
        """Refusal unless this is the operator's token; without one there is nothing here."""
        if not self._token or not given:
            raise Refusal("not-found", "There is nothing at this address.")
        if not hmac.compare_digest(given.encode(), self._token.encode()):
            raise Refusal("bad-token", "This is not the operator's token.")

    async def metrics(self) -> Response:
        """Everything that is counted, in all processes."""
        data = await self.together.metrics()
        return Response(data, media_type="text/plain; version=0.0.4; charset=utf-8")

    async def rooms(self) -> AdminRooms:
        """The rooms that were used last."""
        async with self.lobby.storage.reading() as connection:
            query = select(ROOMS).order_by(ROOMS.c.touched.desc()).limit(MOST_ROOMS)
            rows = (await connection.execute(query)).all()
        viewers: dict[str, int] = {}
        for load in await self.together.loads():
            viewers |= load.rooms
        found = []
        for row in rows:
            found.append(
                AdminRoom(
                    row.id,
                    row.game,
                    row.stage,
                    row.listed,
                    row.created,
                    row.touched,
                    row.id in viewers,
                    viewers.get(row.id, 0),
                )
            )
        return AdminRooms(found)

    async def look(self, room: str, language: str) -> bytes:
        """A room as a spectator sees it, whatever its password."""
        live = await self.lobby.rooms.find(room)
        async with live.lock:
            return live.event_bytes(SPECTATOR, False, -1, live.language(language))

    async def close(self, room: str) -> None:
        """End a game or remove a lobby, with everybody told."""
        live = await self.lobby.rooms.find(room)
        await live.end("operator")

    async def statistics(self) -> Statistics:
        """How much of everything there is."""
        stages: Counter[str] = Counter()
        games: Counter[str] = Counter()
        async with self.lobby.storage.reading() as connection:
            counted = select(ROOMS.c.stage, ROOMS.c.game, func.count()).group_by(ROOMS.c.stage, ROOMS.c.game)
            for stage, game, count in (await connection.execute(counted)).all():
                stages[stage] += count
                games[game] += count
            entries: Any = (await connection.execute(select(func.count()).select_from(ENTRIES))).scalar()
        loads = await self.together.loads()
        return Statistics(
            dict(stages),
            dict(games),
            int(entries or 0),
            sum(len(load.rooms) for load in loads),
            sum(sum(load.rooms.values()) for load in loads),
            sum(load.bot_queue for load in loads),
            [
                WorkerStatistics(
                    load.worker, len(load.rooms), sum(load.rooms.values()), load.bot_queue, load.ready
                )
                for load in loads
                if load.worker
            ],
        )

    async def banned(self) -> BanList:
        """Who is kept out."""
        return BanList(await listed(self.lobby.storage))
