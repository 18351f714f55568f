"""The rooms in memory: loaded from the database when somebody comes, unloaded when long unused.

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
from repulse.server.live_room import BANNED, LiveRoom
from repulse.server.logs import Seldom
from repulse.server.replay_keeper import load_shown
from repulse.server.shown_games import shown_result
from repulse.server.storage import MOVED, LeaseLost, Storage
from repulse.server.work import Work
from repulse.table.entries import AnyEntry, BadEntry, Ended, StoredRoom, decode_entry, encode_entry
from repulse.table.old_games import old_room
from repulse.table.room import Refusal, Room

IDLE_SECONDS: Final = 15 * 60.0
"""A room nobody has used for this long is unloaded from memory."""

NO_LEASE: Final = -1
"""A fencing number that no lease has."""

AT_A_TIME: Final = 50
"""Entries that are applied before somebody else has a turn."""


_LOG: Final = logging.getLogger("repulse.server")
_SELDOM: Final = Seldom()


@contextlib.contextmanager
def readable(room: str) -> Iterator[None]:
    """Whatever is wrong with what is stored of a room is a BadEntry: those who read many rooms go on with the next."""
    try:
        yield
    except RepulseError:
        raise
    except Exception as error:
        if _SELDOM.again(room) >= 0:
            # Its text may tell what is stored, such as the seed.
            _LOG.error("a room cannot be read: %s", type(error).__name__, extra={"room": room})
        raise BadEntry("This room cannot be read.") from error


class LoadedRooms:
    """The rooms in memory, by their ids."""

    def __init__(
        self,
        storage: Storage,
        most: int,
        work: Work,
        leases: Leases | None,
        game: Callable[[str], Game],
        make_live: Callable[[Room, int], LiveRoom],
    ) -> None:
        """At most so many rooms, unless people are connected to more; `make_live` is given a room and its fencing number."""
        self.storage = storage
        self.most = most
        self.work = work
        self.leases = leases
        """Our leases of rooms; None if we are the only process."""
        self.game = game
        self.make_live = make_live
        self.live: dict[str, LiveRoom] = {}
        self._loading: dict[str, asyncio.Lock] = {}

    # --- finding ---

    async def find(self, room: str) -> LiveRoom:
        """A room by its id, from memory or from the database; Refusal if there is none, BadEntry if it cannot be read."""
        live = self.live.get(room)
        if live is not None and not live.broken:
            return live
        async with self.alone(room):
            live = self.live.get(room)
            if live is not None and not live.broken:
                return live
            with readable(room):
                return await self._load(room)

    async def look(self, room: str) -> LiveRoom:
        """A room to look at only: if another process has it, as it is stored just now. Refusal if there is none."""
        with contextlib.suppress(LeaseLost):
            return await self.find(room)
        with readable(room):
            loaded = await self.storage.load(room)
            if loaded is None:
                raise Refusal("no-such-room", "There is no such room.")
            stored, entries = loaded
            made = self._old(*loaded) if self._is_old(stored) else await self._played(stored, entries)
            return self.make_live(made, NO_LEASE)

    @contextlib.asynccontextmanager
    async def alone(self, room: str) -> AsyncIterator[None]:
        """Nobody else loads or removes a room meanwhile."""
        lock = self._loading.setdefault(room, asyncio.Lock())
        try:
            async with lock:
                yield
        finally:
            if not lock.locked():
                self._loading.pop(room, None)

    async def _load(self, room: str) -> LiveRoom:
        known = room.isalnum() and len(room) <= 32
        fence = await self._lease(room) if known else 0
        loaded = await self.storage.load(room) if known else None
        if loaded is None:
            raise Refusal("no-such-room", "There is no such room.")
        if self.leases is not None and not fence:
            raise LeaseLost(MOVED)
        stored, entries = loaded
        if self._is_old(stored):
            return await self._load_old(stored, entries, fence)
        live = self.make_live(await self._played(stored, entries), fence)
        old = self.live.get(room)
        if old is not None:
            await old.close()
        self.live[room] = live
        if self.leases is not None and not live.has_people():
            await self.leases.note_people(room, people=False)
        await live.resume()
        await self.make_space()
        return live

    async def _lease(self, room: str) -> int:
        """The fencing number of our lease of a room; 0 if another process has it, or leases are not needed."""
        if self.leases is None:
            return 0
        live = self.live.get(room)
        if live is not None and live.broken and self.leases.held.get(room) == live.fence:
            # A write failed: perhaps the lease was lost.
            del self.leases.held[room]
        return await self.leases.take(room)

    async def apply(self, room: Room, entries: Iterable[AnyEntry]) -> None:
        """Bring a room to where its entries lead, without keeping everybody else waiting."""
        for number, entry in enumerate(entries, 1):
            with self.work.charged():
                room.apply(entry)
            if number % AT_A_TIME == 0:
                await asyncio.sleep(0)

    async def _played(self, stored: StoredRoom, entries: list[str]) -> Room:
        """A room as its entries made it."""
        made = Room(stored)
        await self.apply(made, map(decode_entry, entries))
        return made

    # --- rooms by other rules ---

    def _is_old(self, stored: StoredRoom) -> bool:
        """Whether the rules of a room are not played any more."""
        return bool(stored.settings["rules"] != self.game(stored.game).rules)

    @staticmethod
    def _old(stored: StoredRoom, entries: list[str]) -> Room:
        return old_room(stored, [decode_entry(data) for data in entries])

    async def _load_old(self, stored: StoredRoom, entries: list[str], fence: int) -> LiveRoom:
        """A room whose rules are not played any more: it is over, if it was not, and everybody is told why."""
        made = self._old(stored, entries)
        if made.stage != "over":
            ended = Ended(why="rules")
            made.apply(ended)
            await self.storage.append(stored.room, [(made.n, encode_entry(ended))], "over", None, fence)
        kept = await load_shown(self.storage, stored.room, "en")
        made.kept_result = shown_result(kept) if kept else None
        live = self.live[stored.room] = self.make_live(made, fence)
        return live

    # --- adding and unloading ---

    async def add(self, live: LiveRoom) -> None:
        """A room that was just created."""
        self.live[live.room.room] = live
        await self.make_space()

    async def drop(self, room: str, why: str) -> None:
        """Forget a room that is not ours any more, or not there any more; its clients are told to connect again."""
        live = self.live.pop(room, None)
        if live is not None:
            live.broken = True
            live.dismiss(why)
            await live.close()

    async def _let_go(self, rooms: list[str]) -> None:
        """Unload rooms; whoever is asked for one next loads it."""
        for room in rooms:
            await self.live.pop(room).close()
        if self.leases is not None:
            await self.leases.release(rooms)

    async def make_space(self) -> None:
        """Unload the rooms that were not used for the longest time, if there are too many."""
        over = len(self.live) - self.most
        if over <= 0:
            return
        idle = sorted((live.used, room) for room, live in self.live.items() if live.is_idle())
        await self._let_go([room for _used, room in idle[: over + self.most // 10]])

    async def unload_unused(self) -> None:
        """Unload rooms that nobody has used for a long time; they are reloaded when somebody comes."""
        now = time.monotonic()
        unused = [
            room for room, live in self.live.items() if now - live.used > IDLE_SECONDS and live.is_idle()
        ]
        await self._let_go(unused)

    def dismiss(self, why: str) -> None:
        """Close all connections."""
        for live in self.live.values():
            live.dismiss(why)

    def expel(self, is_banned: Callable[[str], bool]) -> None:
        """Close the connections of those who are kept out."""
        for live in self.live.values():
            live.dismiss(BANNED, lambda viewer: is_banned(viewer.address))

    async def close(self) -> None:
        """Close all rooms; nothing needs to be saved."""
        for live in list(self.live.values()):
            live.dismiss("closing")
            await live.close()
