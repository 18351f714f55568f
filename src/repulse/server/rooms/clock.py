"""The clock of a room: an alarm for the next deadline of its players."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from repulse.server.rooms.presence import PresenceTracker
from repulse.table.clock import running
from repulse.table.room_driver import RoomDriver


class RoomClock:
    """Calls back when the time of a player is up. Only the players whose turn it is have a running clock."""

    def __init__(
        self, table: RoomDriver, presence: PresenceTracker, on_timeout: Callable[[], object]
    ) -> None:
        """Prepare a clock; `on_timeout` is called when the next deadline has passed, and must call `schedule` when it is done."""
        self._table = table
        self._presence = presence
        self._on_timeout = on_timeout
        self._alarm: asyncio.TimerHandle | None = None

    def schedule(self) -> None:
        """Set the alarm for the next deadline, if there is one."""
        self.cancel()
        deadlines = running(self._table.room, self._presence.connected_seats())
        if deadlines:
            delay_s = max(0, min(deadlines.values()) - self._table.now()) / 1000
            self._alarm = asyncio.get_running_loop().call_later(delay_s, self._on_alarm)

    def cancel(self) -> None:
        """Cancel the alarm."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _on_alarm(self) -> None:
        self._alarm = None
        self._on_timeout()
