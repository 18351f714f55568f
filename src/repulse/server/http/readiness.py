"""The readiness probe of a server."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Final

from repulse.server.db.storage import StorageError
from repulse.server.rooms.lobby import Lobby
from repulse.table.wire.base import Message

FRESH_SECONDS: Final = 1.0
"""The time a readiness result is cached, so that frequent probes do not load the database."""


@dataclass(slots=True)
class Ready(Message):
    """Whether games can be played."""

    ok: bool
    why: str
    """If not, why: `storage`, `closing`, or `alone` for a process that the others consider dead."""


class Readiness:
    """Checks whether the database accepts writes."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self._asking = asyncio.Lock()
        self._at = -FRESH_SECONDS
        self._why = ""

    async def refusal_reason(self) -> str:
        """Return why no games can be played; empty if they can."""
        if self.lobby.closing.is_set():
            return "closing"
        if self.lobby.leases is not None and not self.lobby.leases.is_alive():
            return "alone"
        async with self._asking:
            if time.monotonic() - self._at >= FRESH_SECONDS:
                try:
                    await self.lobby.storage.check()
                    self._why = ""
                except StorageError:
                    self._why = "storage"
                self._at = time.monotonic()
            return self._why
