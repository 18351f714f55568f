"""Leases: each room has one process that plays it, and a process that was declared dead can no longer write.

A process keeps a row of its own alive (`beat`); a room's lease names the process and has a fencing number, higher than all
before. A process that takes a room over gets a new number, and every write compares it in its own transaction (`storage.py`). So a
lease may be taken from a process too early without harm: what that one still wants to write is refused. All times are the
database's, so the clocks of the machines do not matter.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import bindparam, text

from repulse.server.db.storage import Storage
from repulse.server.tasks import wait_for

_LOG: Final = logging.getLogger("repulse.server")

LEASE_SECONDS: Final = 4.0
"""A process that has not renewed its row for this long is considered dead."""

HEARTBEAT_SECONDS: Final = 0.5
"""Interval of heartbeats."""

CHANNEL: Final = "repulse"
"""The channel on which processes notify each other of changes (LISTEN and NOTIFY)."""

NOW: Final = "extract(epoch from clock_timestamp())"
_ALIVE: Final = f"exists (select 1 from worker w where w.id = lease.worker and w.expires > {NOW})"

_BEAT: Final = text(
    f"insert into worker (id, url, secret, expires, usage) values (:id, :url, :secret, {NOW} + :seconds, :usage) "
    "on conflict (id) do update set expires = excluded.expires, usage = excluded.usage"
)
_OTHERS: Final = text(f"select id, url, secret, usage from worker where id <> :id and expires > {NOW}")
_TAKE: Final = text(
    "insert into lease (room, worker, fence, people) "
    "select room.id, :id, nextval('fence'), true from room where room.id = :room "
    "on conflict (room) do update set worker = :id, fence = nextval('fence') "
    f"where lease.worker = :id or not {_ALIVE} returning fence"
)
_RESERVE: Final = text(
    "insert into lease (room, worker, fence, people) values (:room, :id, nextval('fence'), :people) returning fence"
)
_OWNER: Final = text("select worker from lease where room = :room")
_HELD: Final = text("select room, fence from lease where worker = :id")
_RELEASE: Final = text("delete from lease where worker = :id and room in :rooms").bindparams(
    bindparam("rooms", expanding=True)
)
_ORPHANS: Final = text(
    "select lease.room from lease join room on room.id = lease.room "
    f"where room.stage = 'playing' and not {_ALIVE} "
    "order by lease.people desc, random() limit :most"
)
_SWEEP: Final = text(
    f"delete from lease where not {_ALIVE} and not exists "
    "(select 1 from room where room.id = lease.room and room.stage = 'playing')"
)
_BURY: Final = text(f"delete from worker where expires < {NOW} - 60")
_SUSPECT: Final = text("update worker set expires = 0 where id = :id")
_PEOPLE: Final = text("update lease set people = :people where room = :room and worker = :id")
_NOTIFY: Final = text(f"select pg_notify('{CHANNEL}', :message)")


def name_of(worker: str) -> str:
    """Return the name of a process, which stays the same when the process is restarted with another id."""
    return worker.rpartition("-")[0] or worker


@dataclass(frozen=True)
class Peer:
    """Another process of the server."""

    id: str
    url: str
    """Where it listens for the others: `http://127.0.0.1:4711`."""
    secret: str
    """The secret that requests to this process must carry."""


@dataclass
class Leases:
    """The rooms of this process, and the other processes."""

    storage: Storage
    url: str = ""
    id: str = field(default_factory=lambda: secrets.token_hex(8))
    secret: str = field(default_factory=lambda: secrets.token_hex(16), repr=False)
    seconds: float = LEASE_SECONDS
    held: dict[str, int] = field(default_factory=dict)
    """The fencing numbers of this process's rooms."""
    peers: dict[str, Peer] = field(default_factory=dict)
    """The other processes that are alive, as of the last beat."""
    usage: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The usage that each of them reports."""
    renewed: float = -LEASE_SECONDS
    """When our row was last renewed, by our own clock."""
    _taking: dict[str, asyncio.Task[int]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name that operators see: the id without its unique suffix."""
        return name_of(self.id)

    def is_alive(self) -> bool:
        """Return whether the other processes consider this one alive."""
        return time.monotonic() - self.renewed < self.seconds

    async def beat(self, usage: dict[str, Any] | None = None) -> list[str]:
        """Send a heartbeat and read who else is alive.

        Returns:
            The rooms that were lost because the heartbeat was late.
        """
        late = not self.is_alive()
        begun = time.monotonic()
        async with self.storage.writing() as connection:
            await connection.execute(_BEAT, self._row(json.dumps(usage or {})))
            others = (await connection.execute(_OTHERS, {"id": self.id})).all()
            rows = (await connection.execute(_HELD, {"id": self.id})).all() if late else []
        self.renewed = begun
        self.peers = {other.id: Peer(other.id, other.url, other.secret) for other in others}
        self.usage = {other.id: json.loads(other.usage) for other in others}
        if not late:
            return []
        kept = {row.room: row.fence for row in rows}
        lost = [room for room, fence in self.held.items() if kept.get(room) != fence]
        for room in lost:
            del self.held[room]
        return lost

    def _row(self, usage: str) -> dict[str, Any]:
        return {
            "id": self.id,
            "url": self.url,
            "secret": self.secret,
            "seconds": self.seconds,
            "usage": usage,
        }

    async def take(self, room: str) -> int:
        """Take a room that no live process has. Returns its fencing number, 0 if it is taken or does not exist."""
        if room in self.held:
            return self.held[room]
        # Once for all concurrent requests: a second number would invalidate the first one.
        task = self._taking.get(room)
        if task is None:
            task = self._taking[room] = asyncio.create_task(self._take(room))
            task.add_done_callback(lambda _task: self._taking.pop(room, None))
        return await wait_for(task)

    async def _take(self, room: str) -> int:
        async with self.storage.writing() as connection:
            values = {"id": self.id, "room": room}
            fence = int((await connection.execute(_TAKE, values)).scalar() or 0)
            if fence:
                await connection.execute(_NOTIFY, {"message": self._message(room=room, owner=self.id)})
        if fence:
            self.held[room] = fence
        return fence

    async def reserve(self, room: str, people: bool) -> int:
        """Take a room that is about to be created. Returns its fencing number."""
        async with self.storage.writing() as connection:
            if not self.is_alive():
                # On a very busy machine the heartbeat may be late; the next one finds out which rooms were lost.
                await connection.execute(_BEAT, self._row("{}"))
            values = {"id": self.id, "room": room, "people": people}
            fence = int((await connection.execute(_RESERVE, values)).scalar() or 0)
        self.held[room] = fence
        return fence

    async def owner(self, room: str) -> str:
        """Return the id of the process that the lease of a room names, alive or not; empty for no lease."""
        async with self.storage.reading() as connection:
            return str((await connection.execute(_OWNER, {"room": room})).scalar() or "")

    async def release(self, rooms: Iterable[str]) -> None:
        """Release rooms, so that any process may take them."""
        ours = [room for room in rooms if self.held.pop(room, 0)]
        if ours:
            async with self.storage.writing() as connection:
                await connection.execute(_RELEASE, {"id": self.id, "rooms": ours})

    async def note_people(self, room: str, people: bool) -> None:
        """Store whether people sit in a room of this process: such rooms are taken over first."""
        async with self.storage.writing() as connection:
            await connection.execute(_PEOPLE, {"id": self.id, "room": room, "people": people})

    async def orphans(self, most: int) -> list[str]:
        """Return games whose process is dead, those with people first; clear the leases of other dead rooms."""
        async with self.storage.writing() as connection:
            rooms = (await connection.execute(_ORPHANS, {"most": most})).scalars().all()
            if not rooms:
                await connection.execute(_SWEEP)
                await connection.execute(_BURY)
            return [str(room) for room in rooms]

    async def suspect(self, peer: str) -> None:
        """Declare a process dead because it does not accept connections. If it is alive, it will notice."""
        _LOG.warning("worker %s does not listen any more: its rooms are taken over", peer)
        async with self.storage.writing() as connection:
            await connection.execute(_SUSPECT, {"id": peer})
        self.peers.pop(peer, None)

    async def leave(self) -> None:
        """Release everything, so that the others need not wait."""
        self.held.clear()
        async with self.storage.writing() as connection:
            await connection.execute(text("delete from lease where worker = :id"), {"id": self.id})
            await connection.execute(text("delete from worker where id = :id"), {"id": self.id})
            await connection.execute(_NOTIFY, {"message": self._message(left=self.id)})

    async def notify(self, **facts: Any) -> None:
        """Notify all processes, including this one, of a change."""
        async with self.storage.writing() as connection:
            await connection.execute(_NOTIFY, {"message": self._message(**facts)})

    def _message(self, **facts: Any) -> str:
        return json.dumps({"from": self.id, **facts})
