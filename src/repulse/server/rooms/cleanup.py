"""Periodic clean-up: remove abandoned lobbies, end idle games, delete expired ones."""

from __future__ import annotations

import contextlib
import logging
from typing import Final

from repulse.engine.contract import RepulseError
from repulse.server import steady_time
from repulse.server.guard.quotas import Quotas
from repulse.server.people.results import settle, unsettled
from repulse.server.rooms.loaded_rooms import LoadedRooms
from repulse.server.rooms.retention import (
    abandoned_lobbies,
    compact_all,
    idle_games,
    remove_finished,
    remove_lobby,
)

_LOG: Final = logging.getLogger("repulse.server")


async def clean_up_rooms(rooms: LoadedRooms, quotas: Quotas) -> None:
    """Compact and remove finished games, end idle ones, and settle results that could not be stored before."""
    storage = rooms.storage
    for room in await idle_games(storage, quotas.idle_days):
        with contextlib.suppress(RepulseError):
            await (await rooms.find(room)).end("idle")
    for room in await remove_finished(storage, quotas.finished_days):
        await rooms.drop(room, "deleted")
        if rooms.leases is not None:
            await rooms.leases.notify(gone=room)
    await compact_all(storage, quotas.compact_hours)
    for room in await unsettled(storage):
        with contextlib.suppress(RepulseError):
            await settle(storage, (await rooms.find(room)).room)


async def remove_abandoned_lobbies(rooms: LoadedRooms, hours: float) -> int:
    """Remove lobbies unused for `hours`, which would count as unfinished forever; return the number removed."""
    before = steady_time.now() - 3600 * hours
    removed = 0
    for room in await abandoned_lobbies(rooms.storage, before):
        session = rooms.sessions.get(room)
        if session is not None and (session.presence.viewers or session.lock.locked()):
            continue
        if rooms.leases is not None and not await rooms.leases.take(room):
            continue
        async with rooms.alone(room):
            await rooms.drop(room, "deleted")
            removed += await remove_lobby(rooms.storage, room, before)
            if rooms.leases is not None:
                await rooms.leases.release([room])
    if removed:
        _LOG.info("%d abandoned lobbies removed", removed)
    return removed
