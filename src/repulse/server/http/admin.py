"""The operator's functions, behind a token: list, inspect and close rooms, statistics, bans and metrics."""

from __future__ import annotations

import hmac
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import func, select
from starlette.responses import Response

from repulse.engine.contract import SPECTATOR
from repulse.server.cluster.view import ClusterView
from repulse.server.db.tables import ENTRIES, ROOMS
from repulse.server.guard.bans import Ban, Bans, listed
from repulse.server.rooms.lobby import Lobby
from repulse.table.refusals import RefusalCode, RefusalError
from repulse.table.wire.base import Message

MAX_ROOMS = 500


@dataclass(slots=True)
class AdminRoom(Message):
    """A room as the operator sees it, without hidden information."""

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
    """The load of one process of a cluster."""

    worker: str
    rooms: int
    viewers: int
    bot_queue: int
    ready: bool


@dataclass(slots=True)
class Statistics(Message):
    """Statistics of the server."""

    rooms: dict[str, int]
    """By stage."""
    games: dict[str, int]
    entries: int
    loaded: int
    viewers: int
    bot_queue: int
    workers: list[WorkerStatistics] = field(default_factory=list)
    """The same per process, in a cluster."""


@dataclass(slots=True)
class BanList(Message):
    """The bans."""

    bans: list[Ban] = field(default_factory=list)


@dataclass(slots=True)
class NewBan(Message):
    """An address or a network to ban."""

    network: str
    why: str = ""


class Admin:
    """An operator's view of a lobby."""

    def __init__(self, lobby: Lobby, view: ClusterView, bans: Bans, *, token: str) -> None:
        self.lobby = lobby
        self.view = view
        self.bans = bans
        self._token = token

    def check(self, token: str) -> None:
        """Check the operator's token.

        Raises:
            RefusalError: It is wrong, or the server has none.
        """
        if not self._token or not token:
            raise RefusalError(RefusalCode.NOT_FOUND, "There is nothing at this address.")
        if not hmac.compare_digest(token.encode(), self._token.encode()):
            raise RefusalError(RefusalCode.BAD_TOKEN, "This is not the operator's token.")

    async def metrics(self) -> Response:
        """Return the metrics of all processes."""
        data = await self.view.metrics()
        return Response(data, media_type="text/plain; version=0.0.4; charset=utf-8")

    async def rooms(self) -> AdminRooms:
        """Return the rooms that were used last."""
        async with self.lobby.storage.reading() as connection:
            query = select(ROOMS).order_by(ROOMS.c.touched.desc()).limit(MAX_ROOMS)
            rows = (await connection.execute(query)).all()
        viewers: dict[str, int] = {}
        for load in await self.view.loads():
            viewers |= load.rooms
        listed_rooms = []
        for row in rows:
            listed_rooms.append(
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
        return AdminRooms(listed_rooms)

    async def look(self, room: str, language: str) -> bytes:
        """Return a room as a spectator sees it, without asking for its password."""
        session = await self.lobby.rooms.find(room)
        async with session.lock:
            return session.events.encoded(SPECTATOR, language=session.events.language(language))

    async def close(self, room: str) -> None:
        """End a game or remove a lobby, and notify everybody."""
        session = await self.lobby.rooms.find(room)
        await session.end("operator")

    async def statistics(self) -> Statistics:
        """Return the statistics of the server."""
        stages: Counter[str] = Counter()
        games: Counter[str] = Counter()
        async with self.lobby.storage.reading() as connection:
            counted = select(ROOMS.c.stage, ROOMS.c.game, func.count()).group_by(ROOMS.c.stage, ROOMS.c.game)
            for stage, game, count in (await connection.execute(counted)).all():
                stages[stage] += count
                games[game] += count
            entries: Any = (await connection.execute(select(func.count()).select_from(ENTRIES))).scalar()
        loads = await self.view.loads()
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
        """Return the bans."""
        return BanList(await listed(self.lobby.storage))
