"""A lock that allows one server per database: two would show their clients different games.

The processes of `repulse serve --workers` are one server: they share the database with each other only.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
from typing import Final

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from repulse.server.db.storage import Storage, StorageError

_LOG: Final = logging.getLogger("repulse.server")

KEY: Final = 0x7265_7075_6C73_65
"""The number of our advisory lock in PostgreSQL; such locks are per database."""

LOCK_TIMEOUT_S: Final = 3.0
"""Seconds to wait for a server that is just closing, or was killed a moment ago."""

IN_USE: Final = (
    "Another server uses this database already. Stop that one first, or use another database (--db); "
    "several processes share a PostgreSQL database if all of them are started with --workers."
)


class DatabaseLock:
    """The lock of a server on its database. Released automatically when the process exits."""

    def __init__(self, storage: Storage, shared: bool = False) -> None:
        """Prepare a lock: `shared` with other processes that lease rooms from each other, or exclusive."""
        self.storage = storage
        self.shared = shared
        self._file: sqlite3.Connection | None = None
        self._session: AsyncConnection | None = None

    async def acquire(self, timeout_s: float = LOCK_TIMEOUT_S) -> None:
        """Acquire the lock.

        Raises:
            StorageError: Another server holds it.
        """
        until = asyncio.get_running_loop().time() + timeout_s
        while not await self._try():
            if asyncio.get_running_loop().time() >= until:
                raise StorageError(IN_USE)
            await asyncio.sleep(0.2)

    async def _try(self) -> bool:
        if self.storage.sqlite:
            return self._try_file()
        try:
            session = await self.storage.engine.connect()
            lock = "pg_try_advisory_lock_shared" if self.shared else "pg_try_advisory_lock"
            taken = (await session.execute(text(f"select {lock}({KEY})"))).scalar()
            # The lock belongs to the session, not to the transaction.
            await session.commit()
        except Exception as error:
            raise StorageError(f"The database cannot be opened: {error}") from error
        if taken:
            self._session = session
        else:
            await session.close()
        return bool(taken)

    def _try_file(self) -> bool:
        """Lock a small database beside ours: SQLite has locks on every system, and they end with the process."""
        database = self.storage.engine.url.database
        if not database:
            return True
        connection = sqlite3.connect(f"{database}.server", timeout=0, isolation_level=None)
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            connection.close()
            return False
        self._file = connection
        return True

    async def renew(self) -> None:
        """Make sure that the lock is still held: PostgreSQL releases it when it is restarted.

        Raises:
            StorageError: Another server has taken it.
        """
        if self.storage.sqlite:
            return
        if self._session is not None:
            try:
                await self._session.execute(text("select 1"))
                await self._session.commit()
                return
            except Exception:
                _LOG.info("the connection that holds the database lock was lost; acquiring it again")
                await self.release()
        if not await self._try():
            raise StorageError(IN_USE)

    async def release(self) -> None:
        """Release the lock."""
        if self._file is not None:
            self._file.close()
            self._file = None
        session, self._session = self._session, None
        if session is not None:
            with contextlib.suppress(Exception):
                await session.invalidate()
                await session.close()
