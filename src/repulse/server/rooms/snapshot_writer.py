"""Writes snapshots of finished games, so that they can be replayed after the rules have changed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from sqlalchemy import delete, exists, insert, select

from repulse.games import entry_of
from repulse.server.db.storage import LeaseLostError, Storage, StorageError
from repulse.server.db.tables import REPLAY_SNAPSHOTS, ROOMS
from repulse.server.helpers.jobs import SnapshotTaken, TakeSnapshot
from repulse.server.helpers.pool import HelperError, HelperPool
from repulse.server.rooms.session import RoomSession

_LOG: Final = logging.getLogger("repulse.server")

AT_ONCE: Final = 20
KEEP_SECONDS: Final = 120.0
"""Time limit for the snapshot of a game in one language."""
LAST_SECONDS: Final = 3.0
"""Time limit for snapshots at shutdown."""
NONE: Final = ""
"""The language of the row that marks a game without a snapshot."""


class SnapshotWriter:
    """Writes a snapshot of every game as soon as it is over, with a helper process of its own."""

    def __init__(
        self, storage: Storage, helpers: HelperPool, find: Callable[[str], Awaitable[RoomSession]]
    ) -> None:
        self.storage = storage
        self.helpers = helpers
        self.find = find
        self.wake = asyncio.Event()
        self._failed: set[str] = set()
        """The games whose snapshot failed."""

    async def run(self, seconds: float) -> None:
        """Write missing snapshots whenever a game ends, and periodically."""
        while True:
            try:
                async with asyncio.timeout(seconds):
                    await self.wake.wait()
            except TimeoutError:
                pass
            self.wake.clear()
            try:
                await self.write_missing()
            except asyncio.CancelledError:
                self.wake.set()
                raise
            except StorageError:
                # The storage has logged it, and all are tried again.
                pass
            except Exception:
                _LOG.exception("snapshots of finished games could not be written")

    async def finish(self) -> None:
        """Write the snapshots of games that ended just before the shutdown, within a time limit."""
        if self.wake.is_set():
            try:
                async with asyncio.timeout(LAST_SECONDS):
                    await self.write_missing()
            except (TimeoutError, StorageError):
                # They are written when the server is started again.
                pass

    async def write_missing(self) -> int:
        """Write the missing snapshots, the latest games first; return the number of attempts."""
        rooms = await self._missing()
        for room in rooms:
            try:
                await self._keep(room)
            except LeaseLostError:
                # Another process has the room, and writes its snapshot.
                continue
            except StorageError:
                # The database failed; all are retried later.
                break
            except Exception as error:
                # Retried after a restart: until then it would block the others.
                self._failed.add(room)
                _LOG.warning(
                    "snapshot of a finished game failed: %s", type(error).__name__, extra={"room": room}
                )
        if rooms:
            # It is rarely needed, and takes memory.
            await self.helpers.close()
        return len(rooms)

    async def _missing(self) -> list[str]:
        async with self.storage.reading() as connection:
            query = (
                select(ROOMS.c.id)
                .where(ROOMS.c.stage == "over", ~exists().where(REPLAY_SNAPSHOTS.c.room == ROOMS.c.id))
                .order_by(ROOMS.c.touched.desc())
                .limit(AT_ONCE + len(self._failed))
            )
            rooms = [str(room) for room in (await connection.execute(query)).scalars()]
        return [room for room in rooms if room not in self._failed][:AT_ONCE]

    async def _keep(self, room: str) -> None:
        session = await self.find(room)
        shown: dict[str, bytes] = {}
        if session.room.match is not None:
            record = session.room.record().to_json()
            for language in entry_of(session.room.stored.game).display_class.languages():
                try:
                    report = await self.helpers.do(
                        "", TakeSnapshot(record, language), KEEP_SECONDS, urgent=False
                    )
                except HelperError as error:
                    if not error.fault:
                        raise
                    break
                assert isinstance(report, SnapshotTaken)
                shown[language] = report.data
        rows = [{"room": room, "language": language, "data": data} for language, data in shown.items()]
        async with self.storage.writing() as connection:
            await connection.execute(delete(REPLAY_SNAPSHOTS).where(REPLAY_SNAPSHOTS.c.room == room))
            await connection.execute(
                insert(REPLAY_SNAPSHOTS), rows or [{"room": room, "language": NONE, "data": b""}]
            )


async def load_snapshot(storage: Storage, room: str, language: str) -> bytes | None:
    """Return the snapshot of a game in a language, or in English; None if there is none."""
    async with storage.reading() as connection:
        query = select(REPLAY_SNAPSHOTS.c.language, REPLAY_SNAPSHOTS.c.data).where(
            REPLAY_SNAPSHOTS.c.room == room, REPLAY_SNAPSHOTS.c.language.in_((language, "en"))
        )
        snapshots = {str(row.language): bytes(row.data) for row in await connection.execute(query)}
    return snapshots.get(language) or snapshots.get("en")
