"""Notifications between processes through the database: LISTEN and NOTIFY of PostgreSQL."""

from __future__ import annotations

import contextlib
import json
import logging
from collections.abc import Callable
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncConnection

from repulse.server.cluster.leases import CHANNEL
from repulse.server.db.storage import Storage

_LOG: Final = logging.getLogger("repulse.server")


class Channel:
    """A connection that listens, and is opened again when it is lost."""

    def __init__(self, storage: Storage, on_message: Callable[[dict[str, Any]], None]) -> None:
        self.storage = storage
        self.on_message = on_message
        """Is given every message, those of this process included."""
        self._session: AsyncConnection | None = None
        self._driver: Any = None

    async def listen(self) -> bool:
        """Make sure that notifications are received.

        Returns:
            Whether the connection is new, so that notifications may have been missed.
        """
        if self._driver is not None and not self._driver.is_closed():
            return False
        await self.close()
        self._session = await self.storage.engine.connect()
        self._driver = (await self._session.get_raw_connection()).driver_connection
        await self._driver.add_listener(CHANNEL, self._on_notification)
        return True

    def _on_notification(self, _connection: object, _process: int, _channel: str, words: str) -> None:
        try:
            self.on_message(json.loads(words))
        except Exception:
            _LOG.exception("malformed notification from another process")

    async def close(self) -> None:
        """Stop listening."""
        session, self._session, self._driver = self._session, None, None
        if session is not None:
            with contextlib.suppress(Exception):
                await session.invalidate()
                await session.close()
