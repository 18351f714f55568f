"""The list of rooms that are open to all, made anew now and then rather than for everybody who asks."""

from __future__ import annotations

import math
import time
from collections.abc import Awaitable, Callable
from typing import Final

from repulse.engine.contract import RepulseError
from repulse.server.live_room import LiveRoom
from repulse.server.loaded_rooms import readable
from repulse.server.storage import Storage
from repulse.table.protocol import RoomEntry
from repulse.table.viewer_events import seat_infos

LIST_SECONDS: Final = 1.0
"""The list of rooms is made anew after so long."""


class Listing:
    """The list of rooms, as far as this process knows them."""

    def __init__(self, storage: Storage, find: Callable[[str], Awaitable[LiveRoom]]) -> None:
        self.storage = storage
        self.find = find
        self._made: tuple[float, list[RoomEntry]] = (-math.inf, [])
        self._changed = -math.inf

    def forget(self) -> None:
        """Make the list anew when it is next asked for."""
        self._changed = time.monotonic()

    def is_stale(self, made: float) -> bool:
        """Whether a list that was made at a time must be made anew."""
        return time.monotonic() - made >= LIST_SECONDS or made < self._changed

    async def entries(self) -> list[RoomEntry]:
        """The rooms that are open to all, as they were a moment ago at most."""
        at, known = self._made
        if not self.is_stale(at):
            return known
        asked = time.monotonic()
        found = [entry for room in await self.storage.listed() if (entry := await self.entry_of(room))]
        self._made = (asked, found)
        return found

    async def entry_of(self, room: str) -> RoomEntry | None:
        """A room of ours as a line of the list; None if it cannot be read, or is not ours."""
        try:
            with readable(room):
                return room_entry(await self.find(room))
        except RepulseError:
            return None


def room_entry(live: LiveRoom) -> RoomEntry:
    """A room as a line of a list."""
    room = live.room
    settings = room.stored.settings
    return RoomEntry(
        room.room,
        settings["name"],
        room.stored.game,
        room.mode,
        room.options,
        room.stage,
        seat_infos(room, live.here()),
        bool(settings["password"]),
        settings["chosen_seed"],
    )
