"""The public list of rooms, cached and refreshed periodically."""

from __future__ import annotations

import math
import time
from collections.abc import Awaitable, Callable
from typing import Final

from repulse.engine.contract import RepulseError
from repulse.engine.overlays import name_overlays
from repulse.server.db.storage import Storage
from repulse.server.rooms.loaded_rooms import readable
from repulse.server.rooms.session import RoomSession
from repulse.table.overlays import overlays_in
from repulse.table.viewer_events import seat_infos
from repulse.table.wire.rooms import RoomEntry

LIST_SECONDS: Final = 1.0
"""The time the list of rooms is cached."""


class Listing:
    """The public rooms of this process."""

    def __init__(self, storage: Storage, find: Callable[[str], Awaitable[RoomSession]]) -> None:
        self.storage = storage
        self.find = find
        self._made: tuple[float, list[RoomEntry]] = (-math.inf, [])
        self._changed = -math.inf

    def forget(self) -> None:
        """Refresh the list at the next request."""
        self._changed = time.monotonic()

    def is_stale(self, refreshed: float) -> bool:
        """Return whether a list of the time `made` must be refreshed."""
        return time.monotonic() - refreshed >= LIST_SECONDS or refreshed < self._changed

    async def entries(self) -> list[RoomEntry]:
        """Return the public rooms, at most a moment old."""
        refreshed, cached = self._made
        if not self.is_stale(refreshed):
            return cached
        asked = time.monotonic()
        listed_rooms = [entry for room in await self.storage.listed() if (entry := await self.entry_of(room))]
        self._made = (asked, listed_rooms)
        return listed_rooms

    async def entry_of(self, room: str) -> RoomEntry | None:
        """Return a room as an entry of the list; None if it cannot be read, or another process has it."""
        try:
            with readable(room):
                return room_entry(await self.find(room))
        except RepulseError:
            return None


def room_entry(session: RoomSession) -> RoomEntry:
    """Return a room as an entry of the list."""
    room = session.room
    settings = room.stored.settings
    return RoomEntry(
        room.id,
        settings.name,
        room.stored.game,
        room.mode,
        name_overlays(room.options),
        room.stage,
        seat_infos(room, session.presence.connected_seats()),
        bool(settings.password),
        settings.chosen_seed,
        overlays_in(room.stored.game, room.options),
    )
