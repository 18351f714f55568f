"""The people in a room: its open connections, and players who were active a moment ago."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final

from repulse.engine.contract import SPECTATOR, Seat
from repulse.table.room_state import RoomState
from repulse.table.wire.connections import Presence

PRESENT_SECONDS: Final = 30.0
"""A disconnected player counts as present for this many seconds after the last request."""


class Viewer:
    """One connection to a room: its seat, its language, and the last event that was sent."""

    def __init__(
        self,
        owner: str,
        seat: Seat,
        *,
        is_host: bool = False,
        language: str = "en",
        after: int = -1,
        source: str = "",
        address: str = "",
    ) -> None:
        self.owner = owner
        self.source = source
        """The address of the client as limits count it (`counted_address`)."""
        self.address = address
        """The exact address of the client, for bans and the log."""
        self.seat = seat
        self.is_host = is_host
        self.language = language
        self.seen = after
        self.is_greeted = False
        """Whether the connection has received an event: the first is sent even if nothing is new."""
        self.wake = asyncio.Event()
        self.presence_changed = False
        self.close_reason = ""
        """Why the connection must be closed; empty if it need not be."""


class PresenceTracker:
    """The connections of a room, and when each seat was last active."""

    def __init__(self, room: RoomState) -> None:
        self._room = room
        self.viewers: set[Viewer] = set()
        self._last_seen: dict[Seat, float] = {}
        """When each seat was last active, by the monotonic clock."""

    def add(self, viewer: Viewer) -> None:
        """Register a connection."""
        self.viewers.add(viewer)

    def remove(self, viewer: Viewer) -> None:
        """Forget a connection. Its seat is absent at once unless it has another one."""
        self.viewers.discard(viewer)
        if viewer.seat not in self.connected_seats():
            self._last_seen.pop(viewer.seat, None)

    def touch(self, seat: Seat) -> bool:
        """Record activity of a seat.

        Returns:
            Whether the player was absent before.
        """
        was_absent = not self.is_present(seat)
        self._last_seen[seat] = time.monotonic()
        return was_absent

    def is_present(self, seat: Seat) -> bool:
        """Return whether the player of a seat could answer now: connected, or active a moment ago."""
        last_seen = self._last_seen.get(seat, -PRESENT_SECONDS)
        return time.monotonic() - last_seen < PRESENT_SECONDS or seat in self.connected_seats()

    def connected_seats(self) -> frozenset[Seat]:
        """Return the seats that have a connection."""
        return frozenset(viewer.seat for viewer in self.viewers if viewer.seat >= 0)

    def spectators(self) -> int:
        """Return the number of connections without a seat."""
        return sum(viewer.seat == SPECTATOR for viewer in self.viewers)

    def message(self) -> Presence:
        """Return who is connected, as a message."""
        connected = self.connected_seats()
        seats = self._room.seats
        return Presence(
            [seats[seat].kind == "bot" or seat in connected for seat in range(len(seats))], self.spectators()
        )

    def notify_presence(self) -> None:
        """Have every connection sent who is connected."""
        for viewer in self.viewers:
            viewer.presence_changed = True
            viewer.wake.set()

    def notify_event(self) -> None:
        """Have every connection sent what is new; seats and hosts may have changed with it."""
        for viewer in self.viewers:
            viewer.seat = self._room.seat_of(viewer.owner)
            viewer.is_host = bool(viewer.owner) and viewer.owner == self._room.host
            viewer.wake.set()

    def disconnect(self, reason: str, matches: Callable[[Viewer], bool] = lambda _viewer: True) -> None:
        """Close all connections that match."""
        for viewer in self.viewers:
            if matches(viewer):
                viewer.close_reason = reason
                viewer.wake.set()
