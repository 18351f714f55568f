"""Writes snapshots of finished games, so that they can be replayed after the rules have changed."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from sqlalchemy import delete, exists, insert, select

from repulse.games import entry_of
from repulse.server.db.storage import LeaseLostError, Storage, StorageError
from repulse.server.db.tables import REPLAY_SNAPSHOTS, ROOMS
from repulse.server.helpers.jobs import SnapshotTaken, TakeSnapshot
from repulse.server.helpers.pool import HelperError, HelperPool
from repulse.server.rooms.session import RoomSession
from repulse.server.tasks import wait_for

_LOG: Final = logging.getLogger("repulse.server")

AT_ONCE: Final = 20
KEEP_SECONDS: Final = 120.0
"""Time limit for the snapshot of a game in one language at the first attempt; it doubles with every further one."""
MAX_KEEP_SECONDS: Final = 1920.0
RETRY_SECONDS: Final = 60.0
"""Pause before the second attempt; it doubles up to MAX_RETRY_SECONDS."""
MAX_RETRY_SECONDS: Final = 3600.0
LAST_SECONDS: Final = 8.0
"""Time limit for snapshots at shutdown."""
NONE: Final = ""
"""The language of the row that marks a game without a snapshot."""


@dataclass
class Failure:
    """A game whose snapshot failed."""

    attempts: int
    retry_at: float
    """When it is tried again, by the monotonic clock; infinity for a fault that only a restart can mend."""


class SnapshotWriter:
    """Writes a snapshot of every game as soon as it is over, with a helper process of its own."""

    def __init__(
        self, storage: Storage, helpers: HelperPool, find: Callable[[str], Awaitable[RoomSession]]
    ) -> None:
        self.storage = storage
        self.helpers = helpers
        self.find = find
        self.wake = asyncio.Event()
        self.clock: Callable[[], float] = time.monotonic
        self._failures: dict[str, Failure] = {}
        self._writing: asyncio.Task[int] | None = None
        """The task of `write_missing`; it outlives `run`, so that what it has begun is finished at shutdown."""

    async def run(self, seconds: float) -> None:
        """Write missing snapshots whenever a game ends, and periodically."""
        while True:
            try:
                async with asyncio.timeout(seconds):
                    await self.wake.wait()
            except TimeoutError:
                pass
            self.wake.clear()
            self._writing = asyncio.create_task(self.write_missing())
            try:
                await wait_for(self._writing)
            except StorageError:
                # The storage has logged it, and all are tried again.
                pass
            except Exception:
                _LOG.exception("snapshots of finished games could not be written")

    async def finish(self) -> None:
        """Write the snapshots that are missing at the shutdown, within a time limit.

        Games whose snapshot failed are tried once more: after an update to other rules, none could be made of them.
        """
        for failure in self._failures.values():
            if failure.attempts:
                failure.retry_at = self.clock()
        writing, self._writing = self._writing, None
        try:
            async with asyncio.timeout(LAST_SECONDS):
                if writing is not None:
                    await asyncio.wait({writing})
                await self.write_missing()
        except StorageError:
            # The storage has logged it.
            pass
        except TimeoutError:
            _LOG.warning("some finished games have no replay snapshot yet: they get it at the next start")
        finally:
            if writing is not None and not writing.done():
                writing.cancel()
                await asyncio.gather(writing, return_exceptions=True)

    async def write_missing(self) -> int:
        """Write the missing snapshots, the latest games first; return the number of attempts."""
        rooms = await self._missing()
        for room in rooms:
            try:
                await self._keep(room)
                self._failures.pop(room, None)
            except LeaseLostError:
                # Another process has the room, and writes its snapshot.
                continue
            except StorageError:
                # The database failed; all are retried later.
                break
            except Exception as error:
                self._note_failure(room, error)
        if rooms:
            # It is rarely needed, and takes memory.
            await self.helpers.close()
        return len(rooms)

    def _note_failure(self, room: str, error: Exception) -> None:
        """Have a game tried again, later and later; until then it must not block the others."""
        earlier = self._failures.get(room)
        attempts = 1 + (earlier.attempts if earlier else 0)
        pause = min(MAX_RETRY_SECONDS, RETRY_SECONDS * 2.0 ** min(attempts - 1, 20))
        if not isinstance(error, HelperError):
            # The room cannot be read: the same would happen again.
            attempts, pause = 0, math.inf
        self._failures[room] = Failure(attempts, self.clock() + pause)
        reason = error.ident if isinstance(error, HelperError) else type(error).__name__
        when = f"in {pause:g} s" if attempts else "after a restart"
        line = "snapshot of a finished game failed (%s): it is tried again %s"
        _LOG.warning(line, reason, when, extra={"room": room})

    async def _missing(self) -> list[str]:
        now = self.clock()
        waiting = {room for room, failure in self._failures.items() if failure.retry_at > now}
        async with self.storage.reading() as connection:
            query = (
                select(ROOMS.c.id)
                .where(ROOMS.c.stage == "over", ~exists().where(REPLAY_SNAPSHOTS.c.room == ROOMS.c.id))
                .order_by(ROOMS.c.touched.desc())
                .limit(AT_ONCE + len(waiting))
            )
            rooms = [str(room) for room in (await connection.execute(query)).scalars()]
        return [room for room in rooms if room not in waiting][:AT_ONCE]

    async def _keep(self, room: str) -> None:
        session = await self.find(room)
        failure = self._failures.get(room)
        limit = min(MAX_KEEP_SECONDS, KEEP_SECONDS * 2.0 ** min(failure.attempts if failure else 0, 20))
        shown: dict[str, bytes] = {}
        if session.room.match is not None:
            record = session.room.record().to_json()
            for language in entry_of(session.room.stored.game).display_class.languages():
                try:
                    report = await self.helpers.do("", TakeSnapshot(record, language), limit, urgent=False)
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
