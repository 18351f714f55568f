"""One process of a cluster: it sends heartbeats, knows where rooms are, and takes over those of dead processes."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter, OrderedDict
from typing import Any, Final

from repulse.engine.contract import RepulseError
from repulse.server.cluster.channel import Channel
from repulse.server.cluster.leases import HEARTBEAT_SECONDS, Leases, Peer
from repulse.server.db.storage import MOVED, LeaseLostError, StorageError
from repulse.server.guard.bans import Bans
from repulse.server.guard.connection_counts import Connections
from repulse.server.logs import Outages
from repulse.server.rooms.lobby import Lobby
from repulse.server.tasks import log_fault

_LOG: Final = logging.getLogger("repulse.server")

ADOPTED_AT_ONCE: Final = 4
"""Batch size for games of dead processes; games whose players return are taken over immediately anyway."""

MAX_OWNERS: Final = 20_000
"""Rooms of other processes whose location is cached."""


class Cluster:
    """This process and its view of the others."""

    def __init__(self, leases: Leases, lobby: Lobby, *, connections: Connections, bans: Bans) -> None:
        self.leases = leases
        self.lobby = lobby
        self.connections = connections
        self.bans = bans
        self.channel = Channel(lobby.storage, self.on_message)
        self.owners: OrderedDict[str, str] = OrderedDict()
        """The process that has a room, as far as this one knows."""
        self._down: dict[str, asyncio.Event] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._adopting: asyncio.Task[None] | None = None
        self._outages = Outages("the lease of this process", _LOG)

    async def open(self) -> None:
        """Join the cluster."""
        await self.leases.beat(self.usage())
        await self.channel.listen()
        self._run(self._live())

    async def close(self) -> None:
        """Leave the cluster and release our rooms at once."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.channel.close()
        with contextlib.suppress(StorageError):
            await self.leases.leave()

    def _run(self, work: Any) -> asyncio.Task[None]:
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(log_fault)
        return task

    # --- staying alive ---

    async def _live(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            try:
                await self.beat()
                self._outages.worked()
            except StorageError:
                # The storage has logged it.
                pass
            except Exception as error:
                self._outages.failed("heartbeat", error)

    def usage(self) -> dict[str, Any]:
        """Return the usage that this process reports to the others."""
        return {"connections": self.connections.many()}

    async def beat(self) -> None:
        """Send a heartbeat, read those of the others, and take over rooms of dead processes."""
        before = set(self.leases.peers)
        for room in await self.leases.beat(self.usage()):
            _LOG.warning("room %s has been taken over by another process", room, extra={"room": room})
            await self.lobby.rooms.drop(room, "moved")
        self._miss(before - set(self.leases.peers))
        elsewhere: Counter[str] = Counter()
        for usage in self.leases.usage.values():
            elsewhere.update(usage.get("connections", {}))
        self.connections.elsewhere = elsewhere
        self.lobby.share_background(1 + len(self.leases.peers))
        if await self.channel.listen():
            # We may have missed something.
            self.owners.clear()
            self.lobby.listing.forget()
            await self._read_bans()
        if self._adopting is None or self._adopting.done():
            self._adopting = self._run(self._adopt())

    async def _adopt(self) -> None:
        """Take over games of dead processes, those with people first: their bots and clocks must continue."""
        while rooms := await self.leases.orphans(ADOPTED_AT_ONCE):
            for room in rooms:
                try:
                    await self.lobby.rooms.find(room)
                except LeaseLostError:
                    continue
                except RepulseError as error:
                    _LOG.warning(
                        "a room cannot be taken over: %s", type(error).__name__, extra={"room": room}
                    )
                    await self.leases.release([room])

    # --- notifications ---

    def on_message(self, message: dict[str, Any]) -> None:
        """Handle the notification of a change, from another process or this one."""
        source = message["from"]
        if source == self.leases.id:
            return
        if "owner" in message:
            room = message["room"]
            self.remember(room, message["owner"])
            if self.leases.held.pop(room, 0):
                self._run(self.lobby.rooms.drop(room, "moved"))
        if "gone" in message:
            self.leases.held.pop(message["gone"], 0)
            self._run(self.lobby.rooms.drop(message["gone"], "deleted"))
        if "left" in message:
            self.leases.peers.pop(source, None)
            self._miss({source})
        if "listed" in message:
            self.lobby.listing.forget()
        if "bans" in message:
            self._run(self._load_bans())

    async def _load_bans(self) -> None:
        with contextlib.suppress(StorageError):
            await self._read_bans()

    async def _read_bans(self) -> None:
        await self.bans.load(self.lobby.storage)
        self.lobby.rooms.expel(self.bans.is_banned)

    # --- the others ---

    def remember(self, room: str, owner: str) -> None:
        """Store which process has a room."""
        self.owners[room] = owner
        self.owners.move_to_end(room)
        if len(self.owners) > MAX_OWNERS:
            self.owners.popitem(last=False)

    def when_down(self, peer: str) -> asyncio.Event:
        """Set as soon as a process is not alive any more."""
        event = self._down.setdefault(peer, asyncio.Event())
        if peer not in self.leases.peers:
            event.set()
        return event

    def _miss(self, peers: set[str]) -> None:
        for peer in peers:
            event = self._down.pop(peer, None)
            if event is not None:
                event.set()

    async def suspect(self, peer: Peer) -> None:
        """Declare a process dead that does not accept connections, without waiting until its row expires."""
        if peer.id in self.leases.peers:
            await self.leases.suspect(peer.id)
            self._miss({peer.id})

    async def place(self, room: str) -> Peer | None:
        """Return the process that has a room; None if it is this one (from now on, if it had none), or if the room does not exist.

        LeaseLost if it is being taken over at the moment.
        """
        session = self.lobby.rooms.sessions.get(room)
        if session is not None and not session.is_broken:
            return None
        if session is None and room in self.leases.held:
            return None
        peer_of_room = self.leases.peers.get(self.owners.get(room, ""))
        if peer_of_room is not None:
            return peer_of_room
        if session is not None and self.leases.held.get(room) == session.committer.fence:
            del self.leases.held[room]
        owner = await self.leases.owner(room)
        if owner not in self.leases.peers:
            if await self.leases.take(room):
                return None
            owner = await self.leases.owner(room)
            if not owner:
                return None
            if owner not in self.leases.peers:
                # It joined after our last heartbeat.
                await self.beat()
        if owner == self.leases.id:
            return None
        peer = self.leases.peers.get(owner)
        if peer is None:
            raise LeaseLostError(MOVED)
        self.remember(room, owner)
        return peer
