"""Commits of a room: entries are stored first and shown afterwards, never the other way round."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from repulse.server.db.storage import StorageError
from repulse.server.rooms.services import RoomServices
from repulse.table.entries import encode_entry
from repulse.table.room_driver import Commit, RoomDriver

STORE_SECONDS: Final = 0.002
"""CPU time charged for storing entries: they are written for many rooms together, so it cannot be measured for one."""


class Committer:
    """Stores what a table has accepted, and only then has it shown.

    After a failed write the room is broken: memory and database may differ, and it has to be loaded again.
    """

    def __init__(
        self,
        table: RoomDriver,
        services: RoomServices,
        *,
        fence: int,
        on_stored: Callable[[Commit], None],
        on_broken: Callable[[], None],
    ) -> None:
        """Prepare a committer.

        Args:
            table: The table whose entries are stored.
            services: Storage and the account of CPU time.
            fence: The fencing number of the lease of the room; 0 if one process has all rooms.
            on_stored: Called with every commit as soon as it is stored.
            on_broken: Called when the room breaks.
        """
        self.lock = asyncio.Lock()
        """Held from the check of a command until its entries are stored."""
        self.fence = fence
        self.is_broken = False
        self._is_closed = False
        self._table = table
        self._services = services
        self._on_stored = on_stored
        self._on_broken = on_broken

    async def commit(self, commit: Commit) -> None:
        """Store the entries of a commit and have them shown. The lock must be held.

        Raises:
            StorageError: They could not be written; the room is broken from now on.
        """
        if not commit.entries:
            return
        self._services.work.charge(STORE_SECONDS)
        room = self._table.room
        rows = [(commit.first + index, encode_entry(entry)) for index, entry in enumerate(commit.entries)]
        # A lobby is marked as used each time, so that it does not count as abandoned.
        stage = commit.stage or ("lobby" if room.stage == "lobby" else "")
        try:
            await self._services.storage.append(room.id, rows, stage, fence=self.fence)
        except BaseException:
            self.mark_broken()
            raise
        self._on_stored(commit)

    def is_open(self) -> bool:
        """Return whether the room takes commits: it is neither broken nor closed."""
        return not self.is_broken and not self._is_closed

    def check(self) -> None:
        """Check that memory and database agree.

        Raises:
            StorageError: The database failed: nothing in memory may be sent to anybody.
        """
        if self.is_broken:
            raise StorageError("The database failed: the room is being reloaded. Please try again.")

    def check_table(self) -> None:
        """Break the room if entries were applied in part: memory must be reloaded from the database."""
        if self._table.broken:
            self.mark_broken()

    def mark_broken(self) -> None:
        """Note that memory and database may differ; the room is reloaded when it is next needed."""
        self.is_broken = True
        self._on_broken()

    def close(self) -> None:
        """Take no more commits of bots and clocks."""
        self._is_closed = True
