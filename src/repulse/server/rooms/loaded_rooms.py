"""The rooms in memory: loaded from the database on demand, unloaded when unused.

Where several processes share the database, a room is loaded under a lease (`cluster/leases.py`): the lease comes first, so
that what is read after it is all that was ever written.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from typing import Final

from repulse.engine.contract import Game, RepulseError
from repulse.server.cluster.leases import Leases
from repulse.server.db.storage import MOVED, LeaseLostError
from repulse.server.logs import LogThrottle
from repulse.server.rooms.replay_snapshots import snapshot_result
from repulse.server.rooms.services import RoomServices
from repulse.server.rooms.session import BANNED, RoomSession
from repulse.server.rooms.snapshot_writer import load_snapshot
from repulse.table.entries import AnyEntry, BadEntry, Ended, StoredRoom, decode_entry, encode_entry
from repulse.table.old_games import old_room
from repulse.table.refusals import RefusalCode, RefusalError
from repulse.table.room_state import RoomState

IDLE_SECONDS: Final = 15 * 60.0
"""A room unused for this long is unloaded from memory."""

NO_LEASE: Final = -1
"""A fencing number that no lease has."""

AT_A_TIME: Final = 50
"""Entries that are applied before other tasks have a turn."""


_LOG: Final = logging.getLogger("repulse.server")
_THROTTLE: Final = LogThrottle()


@contextlib.contextmanager
def readable(room: str) -> Iterator[None]:
    """Raise BadEntry for any fault in the stored data of a room, so that readers of many rooms can skip it."""
    try:
        yield
    except RepulseError:
        raise
    except Exception as error:
        if _THROTTLE.record(room) >= 0:
            # Only the type: the message may contain stored data, such as the seed.
            _LOG.error("room cannot be read: %s", type(error).__name__, extra={"room": room})
        raise BadEntry("This room cannot be read.") from error


class LoadedRooms:
    """The rooms in memory, by their ids."""

    def __init__(
        self,
        services: RoomServices,
        *,
        leases: Leases | None,
        find_game: Callable[[str], Game],
        make_session: Callable[[RoomState, int], RoomSession],
    ) -> None:
        """Keep rooms in memory: at most `quotas.loaded_rooms`, and more only while they are in use.

        Args:
            services: Storage, quotas and the account of CPU time.
            leases: The leases of this process; None if it is the only one.
            find_game: Returns a game by its name.
            make_session: Opens the session of a room, given its fencing number.
        """
        self.storage = services.storage
        self.max_rooms = services.quotas.loaded_rooms
        self.work = services.work
        self.leases = leases
        self.find_game = find_game
        self.make_session = make_session
        self.sessions: dict[str, RoomSession] = {}
        self._loading: dict[str, asyncio.Lock] = {}

    # --- finding ---

    async def find(self, room: str) -> RoomSession:
        """Return a room from memory or from the database.

        Raises:
            RefusalError: It does not exist.
            BadEntry: It cannot be read.
        """
        session = self.sessions.get(room)
        if session is not None and not session.is_broken:
            return session
        async with self.alone(room):
            session = self.sessions.get(room)
            if session is not None and not session.is_broken:
                return session
            with readable(room):
                return await self._load(room)

    async def look(self, room: str) -> RoomSession:
        """Return a room to read only: if another process has it, as it is currently stored.

        Raises:
            RefusalError: It does not exist.
        """
        with contextlib.suppress(LeaseLostError):
            return await self.find(room)
        with readable(room):
            loaded = await self.storage.load(room)
            if loaded is None:
                raise RefusalError(RefusalCode.NO_SUCH_ROOM, "This room does not exist.")
            stored, entries = loaded
            state = self._old(*loaded) if self._is_old(stored) else await self._played(stored, entries)
            return self.make_session(state, NO_LEASE)

    @contextlib.asynccontextmanager
    async def alone(self, room: str) -> AsyncIterator[None]:
        """Lock a room against being loaded or removed by others."""
        lock = self._loading.setdefault(room, asyncio.Lock())
        try:
            async with lock:
                yield
        finally:
            if not lock.locked():
                self._loading.pop(room, None)

    async def _load(self, room: str) -> RoomSession:
        is_valid = room.isalnum() and len(room) <= 32
        fence = await self._lease(room) if is_valid else 0
        loaded = await self.storage.load(room) if is_valid else None
        if loaded is None:
            raise RefusalError(RefusalCode.NO_SUCH_ROOM, "This room does not exist.")
        if self.leases is not None and not fence:
            raise LeaseLostError(MOVED)
        stored, entries = loaded
        if self._is_old(stored):
            return await self._load_old(stored, entries, fence)
        session = self.make_session(await self._played(stored, entries), fence)
        old = self.sessions.get(room)
        if old is not None:
            await old.close()
        self.sessions[room] = session
        if self.leases is not None and not session.bots.has_people():
            await self.leases.note_people(room, people=False)
        await session.resume()
        await self.make_space()
        return session

    async def _lease(self, room: str) -> int:
        """Take the lease of a room.

        Returns:
            Its fencing number; 0 if another process has it, or leases are not used.
        """
        if self.leases is None:
            return 0
        session = self.sessions.get(room)
        if (
            session is not None
            and session.is_broken
            and self.leases.held.get(room) == session.committer.fence
        ):
            # A write failed: perhaps the lease was lost.
            del self.leases.held[room]
        return await self.leases.take(room)

    async def apply(self, room: RoomState, entries: Iterable[AnyEntry]) -> None:
        """Apply entries to a room, and let other tasks run in between."""
        for number, entry in enumerate(entries, 1):
            with self.work.charged():
                room.apply(entry)
            if number % AT_A_TIME == 0:
                await asyncio.sleep(0)

    async def _played(self, stored: StoredRoom, entries: list[str]) -> RoomState:
        """Return a room with its entries applied."""
        room = RoomState(stored)
        await self.apply(room, map(decode_entry, entries))
        return room

    # --- rooms by other rules ---

    def _is_old(self, stored: StoredRoom) -> bool:
        """Return whether a room was played by rules that are no longer supported."""
        return stored.settings.rules != self.find_game(stored.game).rules

    @staticmethod
    def _old(stored: StoredRoom, entries: list[str]) -> RoomState:
        return old_room(stored, [decode_entry(data) for data in entries])

    async def _load_old(self, stored: StoredRoom, entries: list[str], fence: int) -> RoomSession:
        """Load a room with old rules: its game ends, if it was not over, and its players see why."""
        room = self._old(stored, entries)
        if room.stage != "over":
            ended = Ended(why="rules")
            room.apply(ended)
            await self.storage.append(stored.id, [(room.n, encode_entry(ended))], "over", fence=fence)
        kept = await load_snapshot(self.storage, stored.id, "en")
        room.kept_result = snapshot_result(kept) if kept else None
        session = self.sessions[stored.id] = self.make_session(room, fence)
        return session

    # --- adding and unloading ---

    async def add(self, session: RoomSession) -> None:
        """Add a room that was just created."""
        self.sessions[session.room.id] = session
        await self.make_space()

    async def drop(self, room: str, why: str) -> None:
        """Drop a room that was moved or removed; its clients are asked to connect again."""
        session = self.sessions.pop(room, None)
        if session is not None:
            await session.discard(why)

    def forget_lease(self, room: str) -> None:
        """Forget the lease of a room that was deleted."""
        if self.leases is not None:
            self.leases.held.pop(room, None)

    async def _let_go(self, rooms: list[str]) -> None:
        """Unload rooms and release their leases."""
        for room in rooms:
            await self.sessions.pop(room).close()
        if self.leases is not None:
            await self.leases.release(rooms)

    async def make_space(self) -> None:
        """Unload the least recently used rooms, if there are too many."""
        over = len(self.sessions) - self.max_rooms
        if over <= 0:
            return
        idle = sorted(
            (session.last_used, room) for room, session in self.sessions.items() if session.is_idle()
        )
        await self._let_go([room for _used, room in idle[: over + self.max_rooms // 10]])

    async def unload_unused(self) -> None:
        """Unload rooms unused for `IDLE_SECONDS`; they are reloaded on demand."""
        now = time.monotonic()
        unused = [
            room
            for room, session in self.sessions.items()
            if now - session.last_used > IDLE_SECONDS and session.is_idle()
        ]
        await self._let_go(unused)

    def disconnect_all(self, reason: str) -> None:
        """Close all connections."""
        for session in self.sessions.values():
            session.presence.disconnect(reason)

    def expel(self, is_banned: Callable[[str], bool]) -> None:
        """Close the connections of banned addresses."""
        for session in self.sessions.values():
            session.presence.disconnect(BANNED, lambda viewer: is_banned(viewer.address))

    async def close(self) -> None:
        """Close all rooms; nothing needs to be saved."""
        for session in list(self.sessions.values()):
            session.presence.disconnect("closing")
            await session.close()
