"""What is done now and then: lobbies that nobody came back to go, games that nobody goes on with end, old ones go."""

from __future__ import annotations

import contextlib
import logging
import time
from typing import Final

from repulse.engine.contract import RepulseError
from repulse.server.keeping import abandoned_lobbies, compact_all, idle_games, remove_finished, remove_lobby
from repulse.server.limits import Quotas
from repulse.server.loaded_rooms import LoadedRooms
from repulse.server.results import settle, unsettled

_LOG: Final = logging.getLogger("repulse.server")


async def put_in_order(rooms: LoadedRooms, quotas: Quotas) -> None:
    """Compact and remove finished games, end those that nobody goes on with, settle what could not be."""
    storage = rooms.storage
    for room in await idle_games(storage, quotas.idle_days):
        with contextlib.suppress(RepulseError):
            await (await rooms.find(room)).end("idle")
    for room in await remove_finished(storage, quotas.finished_days):
        await rooms.drop(room, "deleted")
        if rooms.leases is not None:
            await rooms.leases.tell(gone=room)
    await compact_all(storage, quotas.compact_hours)
    for room in await unsettled(storage):
        with contextlib.suppress(RepulseError):
            await settle(storage, (await rooms.find(room)).room)


async def remove_abandoned(rooms: LoadedRooms, hours: float) -> int:
    """Remove lobbies that nobody came back to for so long: they would count as unfinished games forever. How many."""
    before = time.time() - 3600 * hours
    removed = 0
    for room in await abandoned_lobbies(rooms.storage, before):
        live = rooms.live.get(room)
        if live is not None and (live.viewers or live.lock.locked()):
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
