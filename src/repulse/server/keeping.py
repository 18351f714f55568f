"""How long rooms are kept: finished games in short, old ones removed, games deleted by those who played them."""

from __future__ import annotations

import json
import logging
import time
import zlib
from typing import Final

from sqlalchemy import delete, exists, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from repulse.server.storage import Storage, unpacked
from repulse.server.tables import ARCHIVE, CREATORS, ENTRIES, FAREWELLS, HELD, LEASES, ROOMS, SHOWN

_LOG: Final = logging.getLogger("repulse.server")

AT_ONCE: Final = 50
"""Rooms that are put in order at a time, lest others wait."""


async def compact(storage: Storage, room: str) -> None:
    """Keep all entries of a finished game as one, compressed; nothing is lost, and more may follow."""
    async with storage.writing() as connection:
        kept = await connection.execute(select(ARCHIVE.c.data).where(ARCHIVE.c.room == room))
        rows = await connection.execute(
            select(ENTRIES.c.n, ENTRIES.c.data).where(ENTRIES.c.room == room).order_by(ENTRIES.c.n)
        )
        entries = rows.all()
        if not entries:
            return
        whole = [*unpacked(kept.scalar()), *[str(entry.data) for entry in entries]]
        if entries[-1].n != len(whole):
            _LOG.error("room %s has gaps and is left as it is", room, extra={"room": room})
            return
        packed = zlib.compress(json.dumps(whole).encode(), 9)
        await connection.execute(delete(ARCHIVE).where(ARCHIVE.c.room == room))
        await connection.execute(insert(ARCHIVE).values(room=room, data=packed))
        await connection.execute(delete(ENTRIES).where(ENTRIES.c.room == room, ENTRIES.c.n <= entries[-1].n))


async def compact_all(storage: Storage, hours: float) -> int:
    """Compact games that were over so long ago; how many."""
    before = time.time() - 3600 * hours
    async with storage.reading() as connection:
        query = (
            select(ROOMS.c.id)
            .where(
                ROOMS.c.stage == "over",
                ROOMS.c.touched < before,
                exists().where(ENTRIES.c.room == ROOMS.c.id),
            )
            .limit(AT_ONCE)
        )
        rooms = [str(room) for room in (await connection.execute(query)).scalars()]
    for room in rooms:
        await compact(storage, room)
    return len(rooms)


async def _remove(connection: AsyncConnection, rooms: list[str]) -> None:
    for table, column in (
        (ENTRIES, ENTRIES.c.room),
        (ARCHIVE, ARCHIVE.c.room),
        (SHOWN, SHOWN.c.room),
        (FAREWELLS, FAREWELLS.c.room),
        (LEASES, LEASES.c.room),
        (CREATORS, CREATORS.c.room),
        (HELD, HELD.c.room),
    ):
        await connection.execute(delete(table).where(column.in_(rooms)))
    await connection.execute(delete(ROOMS).where(ROOMS.c.id.in_(rooms)))


async def remove_finished(storage: Storage, days: float) -> list[str]:
    """Remove games that were over so long ago, for good; which."""
    before = time.time() - 86400 * days
    async with storage.writing() as connection:
        query = select(ROOMS.c.id).where(ROOMS.c.stage == "over", ROOMS.c.touched < before).limit(AT_ONCE)
        rooms = [str(room) for room in (await connection.execute(query)).scalars()]
        if rooms:
            await _remove(connection, rooms)
    return rooms


async def idle_games(storage: Storage, days: float) -> list[str]:
    """Games in which nothing was stored for so long."""
    before = time.time() - 86400 * days
    async with storage.reading() as connection:
        query = select(ROOMS.c.id).where(ROOMS.c.stage == "playing", ROOMS.c.touched < before).limit(AT_ONCE)
        return [str(room) for room in (await connection.execute(query)).scalars()]


async def remove_room(storage: Storage, room: str) -> None:
    """Remove a room for good."""
    async with storage.writing() as connection:
        await _remove(connection, [room])


async def say_farewell(storage: Storage, room: str, holder: str, players: set[str]) -> int:
    """One of its players wants a game deleted: it goes when all of them have said so. How many have not yet."""
    async with storage.writing() as connection:
        said = (FAREWELLS.c.room == room) & (FAREWELLS.c.holder == holder)
        await connection.execute(delete(FAREWELLS).where(said))
        await connection.execute(insert(FAREWELLS).values(room=room, holder=holder))
        agreed = select(func.count()).where(FAREWELLS.c.room == room, FAREWELLS.c.holder.in_(players))
        missing = len(players) - int((await connection.execute(agreed)).scalar() or 0)
        if missing <= 0:
            await _remove(connection, [room])
        return max(0, missing)
