"""Lobbies for tests, without a server around them."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from repulse.server.db.storage import Storage
from repulse.server.guard.quotas import Quotas
from repulse.server.helpers.pool import HelperPool
from repulse.server.rooms.lobby import Lobby


@contextlib.asynccontextmanager
async def lobby_on(
    database: str, quotas: Quotas | None = None, helpers: HelperPool | None = None
) -> AsyncIterator[Lobby]:
    """Open a lobby on a database."""
    storage = Storage(database)
    await storage.open()
    lobby = Lobby(storage, helpers or HelperPool(1), quotas)
    await lobby.open()
    try:
        yield lobby
    finally:
        await lobby.close()
        await storage.close()


def open_lobby(
    folder: Path, quotas: Quotas | None = None, helpers: HelperPool | None = None
) -> contextlib.AbstractAsyncContextManager[Lobby]:
    """Open a lobby on an empty database."""
    return lobby_on(str(folder / "table.db"), quotas, helpers)
