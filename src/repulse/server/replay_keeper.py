"""Keeps finished games as they were shown, so that they can be watched whatever becomes of the rules."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from sqlalchemy import delete, exists, insert, select

from repulse.games import entry_of
from repulse.server.live_room import LiveRoom
from repulse.server.storage import LeaseLost, Storage, StorageError
from repulse.server.tables import ROOMS, SHOWN
from repulse.server.worker_jobs import Keep, KeptShow
from repulse.server.worker_pool import HelperFailed, Helpers

_LOG: Final = logging.getLogger("repulse.server")

AT_ONCE: Final = 20
KEEP_SECONDS: Final = 120.0
"""How long it may take to keep a game in one language."""
LAST_SECONDS: Final = 3.0
"""How long it may take to keep games when the server is about to close."""
NONE: Final = ""
"""The language of the row that says that there is nothing to keep of a game."""


class ReplayKeeper:
    """Has games shown once more as soon as they are over, in a process that is there for that alone, and keeps that."""

    def __init__(
        self, storage: Storage, helpers: Helpers, find: Callable[[str], Awaitable[LiveRoom]]
    ) -> None:
        self.storage = storage
        self.helpers = helpers
        self.find = find
        self.wake = asyncio.Event()
        self._failed: set[str] = set()
        """The games that could not be kept."""

    async def run(self, seconds: float) -> None:
        """Keep what is missing whenever a game is over, and now and then."""
        while True:
            try:
                async with asyncio.timeout(seconds):
                    await self.wake.wait()
            except TimeoutError:
                pass
            self.wake.clear()
            try:
                await self.keep_missing()
            except asyncio.CancelledError:
                self.wake.set()
                raise
            except Exception:
                _LOG.exception("games could not be kept for replay")

    async def finish(self) -> None:
        """Keep what ended just before the server does, as far as that takes no longer than a moment."""
        if self.wake.is_set():
            try:
                async with asyncio.timeout(LAST_SECONDS):
                    await self.keep_missing()
            except (TimeoutError, StorageError):
                # They are kept when the server is started again.
                pass

    async def keep_missing(self) -> int:
        """Keep the games that are over and not kept yet, the latest first; how many were tried."""
        rooms = await self._missing()
        for room in rooms:
            try:
                await self._keep(room)
            except LeaseLost:
                # Another process has the room, and keeps it.
                continue
            except StorageError:
                # It is not the room's fault, and all are tried again.
                break
            except Exception as error:
                # Its turn comes again when the server is started anew: meanwhile it would keep others from theirs.
                self._failed.add(room)
                _LOG.warning(
                    "a game could not be kept for replay: %s", type(error).__name__, extra={"room": room}
                )
        if rooms:
            # It is needed seldom, and takes memory.
            await self.helpers.close()
        return len(rooms)

    async def _missing(self) -> list[str]:
        async with self.storage.reading() as connection:
            query = (
                select(ROOMS.c.id)
                .where(ROOMS.c.stage == "over", ~exists().where(SHOWN.c.room == ROOMS.c.id))
                .order_by(ROOMS.c.touched.desc())
                .limit(AT_ONCE + len(self._failed))
            )
            rooms = [str(room) for room in (await connection.execute(query)).scalars()]
        return [room for room in rooms if room not in self._failed][:AT_ONCE]

    async def _keep(self, room: str) -> None:
        live = await self.find(room)
        shown: dict[str, bytes] = {}
        if live.room.match is not None:
            record = live.room.record().to_json()
            for language in entry_of(live.room.stored.game).display_class.languages():
                try:
                    report = await self.helpers.do("", Keep(record, language), KEEP_SECONDS, urgent=False)
                except HelperFailed as error:
                    if not error.fault:
                        raise
                    break
                assert isinstance(report, KeptShow)
                shown[language] = report.data
        rows = [{"room": room, "language": language, "data": data} for language, data in shown.items()]
        async with self.storage.writing() as connection:
            await connection.execute(delete(SHOWN).where(SHOWN.c.room == room))
            await connection.execute(insert(SHOWN), rows or [{"room": room, "language": NONE, "data": b""}])


async def load_shown(storage: Storage, room: str, language: str) -> bytes | None:
    """A game as it was shown in a language, or in English; None if it was not kept."""
    async with storage.reading() as connection:
        query = select(SHOWN.c.language, SHOWN.c.data).where(
            SHOWN.c.room == room, SHOWN.c.language.in_((language, "en"))
        )
        found = {str(row.language): bytes(row.data) for row in await connection.execute(query)}
    return found.get(language) or found.get("en")
