"""Whether a server can be used just now, for whoever watches over it."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Final

from repulse.server.lobby import Lobby
from repulse.server.storage import StorageError
from repulse.table.messages import Message

FRESH_SECONDS: Final = 1.0
"""An answer is good for so long, lest whoever asks often keeps the database busy."""


@dataclass(slots=True)
class Ready(Message):
    """Whether games can be played."""

    ok: bool
    why: str
    """If not, why: `storage`, `closing`, or `alone` for a process that the others take for dead."""


class Readiness:
    """Knows whether the database takes what is written."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self._asking = asyncio.Lock()
        self._at = -FRESH_SECONDS
        self._why = ""

    async def why_not(self) -> str:
        """Why no games can be played; empty if they can."""
        if self.lobby.leaving.is_set():
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
