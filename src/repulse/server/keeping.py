"""How long rooms are kept: finished games in short, old ones removed, games deleted by those who played them."""

from __future__ import annotations

import json
import logging
import time
import zlib
from typing import Final

from sqlalchemy import ColumnElement, delete, exists, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from repulse.server.storage import Storage, unpacked
from repulse.server.tables import ARCHIVE, CREATORS, ENTRIES, FAREWELLS, HELD, LEASES, ROOMS, SHOWN
from repulse.table.entries import BadEntry

_LOG: Final = logging.getLogger("repulse.server")

AT_ONCE: Final = 50
"""Rooms that are put in order at a time, lest others wait."""

LOBBIES_AT_ONCE: Final = 500
"""Abandoned lobbies that are removed at a time: faster than anybody may create them."""


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
            _LOG.error("a room with gaps is left as it is", extra={"room": room})
            return
        packed = zlib.compress(json.dumps(whole).encode(), 9)
        await connection.execute(delete(ARCHIVE).where(ARCHIVE.c.room == room))
        await connection.execute(insert(ARCHIVE).values(room=room, data=packed))
        await connection.execute(delete(ENTRIES).where(ENTRIES.c.room == room, ENTRIES.c.n <= entries[-1].n))


async def compact_all(storage: Storage, hours: float) -> int:
    """Compact games that were over so long ago; how many."""
    before = time.time() - 3600 * hours
    async with storage.reading() as connection:
        has_entries = exists().where(ENTRIES.c.room == ROOMS.c.id)
        rooms = await _find(connection, _untouched("over", before) & has_entries)
    for room in rooms:
        try:
            await compact(storage, room)
        except BadEntry:
            _LOG.error("a game that cannot be read is left as it is", extra={"room": room})
    return len(rooms)


def _untouched(stage: str, before: float) -> ColumnElement[bool]:
    """Rooms at a stage in which nothing was stored since a time."""
    return (ROOMS.c.stage == stage) & (ROOMS.c.touched < before)


async def _find(connection: AsyncConnection, where: ColumnElement[bool], most: int = AT_ONCE) -> list[str]:
    """Some rooms that fit, those first in which nothing was stored for the longest time."""
    query = select(ROOMS.c.id).where(where).order_by(ROOMS.c.touched).limit(most)
    return [str(room) for room in (await connection.execute(query)).scalars()]


async def _remove(connection: AsyncConnection, rooms: list[str]) -> None:
    for table in (ENTRIES, ARCHIVE, SHOWN, FAREWELLS, LEASES, CREATORS, HELD):
        await connection.execute(delete(table).where(table.c.room.in_(rooms)))
    await connection.execute(delete(ROOMS).where(ROOMS.c.id.in_(rooms)))


async def remove_finished(storage: Storage, days: float) -> list[str]:
    """Remove games that were over so long ago, for good; which."""
    async with storage.writing() as connection:
        rooms = await _find(connection, _untouched("over", time.time() - 86400 * days))
        if rooms:
            await _remove(connection, rooms)
    return rooms


async def idle_games(storage: Storage, days: float) -> list[str]:
    """Games in which nothing was stored for so long."""
    async with storage.reading() as connection:
        return await _find(connection, _untouched("playing", time.time() - 86400 * days))


async def abandoned_lobbies(storage: Storage, before: float) -> list[str]:
    """Lobbies that nothing has happened in since a time."""
    async with storage.reading() as connection:
        return await _find(connection, _untouched("lobby", before), LOBBIES_AT_ONCE)


async def remove_lobby(storage: Storage, room: str, before: float) -> bool:
    """Remove an abandoned lobby for good; False if something has happened in it after all."""
    async with storage.writing() as connection:
        gone = delete(ROOMS).where(ROOMS.c.id == room, _untouched("lobby", before))
        if not (await connection.execute(gone)).rowcount:
            return False
        await _remove(connection, [room])
        return True


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
