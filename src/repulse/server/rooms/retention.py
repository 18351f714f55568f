"""Retention of rooms: finished games are compacted, expired ones removed, and games deleted by their players."""

from __future__ import annotations

import json
import logging
import zlib
from typing import Final

from sqlalchemy import ColumnElement, delete, exists, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from repulse.server import steady_time
from repulse.server.db.storage import Storage, unpacked
from repulse.server.db.tables import (
    ARCHIVE,
    CREATORS,
    DELETE_REQUESTS,
    ENTRIES,
    LEASES,
    REPLAY_SNAPSHOTS,
    ROOMS,
    SEAT_CLAIMS,
)
from repulse.table.entries import BadEntry

_LOG: Final = logging.getLogger("repulse.server")

AT_ONCE: Final = 50
"""Batch size of the clean-up job, so that it does not block players."""

LOBBIES_AT_ONCE: Final = 500
"""Batch size for abandoned lobbies: they are removed faster than an address may create them."""


async def compact(storage: Storage, room: str) -> None:
    """Compress the entries of a finished game into one; more may follow."""
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
            _LOG.error("room has missing entries; not compacted", extra={"room": room})
            return
        packed = zlib.compress(json.dumps(whole).encode(), 9)
        await connection.execute(delete(ARCHIVE).where(ARCHIVE.c.room == room))
        await connection.execute(insert(ARCHIVE).values(room=room, data=packed))
        await connection.execute(delete(ENTRIES).where(ENTRIES.c.room == room, ENTRIES.c.n <= entries[-1].n))


async def compact_all(storage: Storage, hours: float) -> int:
    """Compact games finished more than `hours` ago; return the number."""
    before = steady_time.now() - 3600 * hours
    async with storage.reading() as connection:
        has_entries = exists().where(ENTRIES.c.room == ROOMS.c.id)
        rooms = await _find(connection, _untouched("over", before) & has_entries)
    for room in rooms:
        try:
            await compact(storage, room)
        except BadEntry:
            _LOG.error("game cannot be read; not compacted", extra={"room": room})
    return len(rooms)


def _untouched(stage: str, before: float) -> ColumnElement[bool]:
    """Return the condition for rooms at a stage that have not changed since a time."""
    return (ROOMS.c.stage == stage) & (ROOMS.c.touched < before)


async def _find(connection: AsyncConnection, where: ColumnElement[bool], most: int = AT_ONCE) -> list[str]:
    """Return some rooms that match, the longest unchanged first."""
    query = select(ROOMS.c.id).where(where).order_by(ROOMS.c.touched).limit(most)
    return [str(room) for room in (await connection.execute(query)).scalars()]


async def _remove(connection: AsyncConnection, rooms: list[str]) -> None:
    for table in (ENTRIES, ARCHIVE, REPLAY_SNAPSHOTS, DELETE_REQUESTS, LEASES, CREATORS, SEAT_CLAIMS):
        await connection.execute(delete(table).where(table.c.room.in_(rooms)))
    await connection.execute(delete(ROOMS).where(ROOMS.c.id.in_(rooms)))


async def remove_finished(storage: Storage, days: float) -> list[str]:
    """Remove games finished more than `days` ago; return their ids."""
    async with storage.writing() as connection:
        rooms = await _find(connection, _untouched("over", steady_time.now() - 86400 * days))
        if rooms:
            await _remove(connection, rooms)
    return rooms


async def idle_games(storage: Storage, days: float) -> list[str]:
    """Return games that have not changed for `days`."""
    async with storage.reading() as connection:
        return await _find(connection, _untouched("playing", steady_time.now() - 86400 * days))


async def abandoned_lobbies(storage: Storage, before: float) -> list[str]:
    """Return lobbies that have not changed since a time."""
    async with storage.reading() as connection:
        return await _find(connection, _untouched("lobby", before), LOBBIES_AT_ONCE)


async def remove_lobby(storage: Storage, room: str, before: float) -> bool:
    """Remove an abandoned lobby for good; return False if it has changed meanwhile."""
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


async def request_deletion(storage: Storage, room: str, owner: str, *, players: set[str]) -> int:
    """Store that a player asks for the deletion of a game, and delete it once all have.

    Returns:
        The number of players who have not asked yet.
    """
    async with storage.writing() as connection:
        said = (DELETE_REQUESTS.c.room == room) & (DELETE_REQUESTS.c.holder == owner)
        await connection.execute(delete(DELETE_REQUESTS).where(said))
        await connection.execute(insert(DELETE_REQUESTS).values(room=room, holder=owner))
        agreed = select(func.count()).where(
            DELETE_REQUESTS.c.room == room, DELETE_REQUESTS.c.holder.in_(players)
        )
        missing = len(players) - int((await connection.execute(agreed)).scalar() or 0)
        if missing <= 0:
            await _remove(connection, [room])
        return max(0, missing)
