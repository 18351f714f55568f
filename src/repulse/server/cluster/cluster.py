"""One process among several: it stays alive in the eyes of the others, knows where rooms are, and takes over those of the dead."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter, OrderedDict
from typing import Any, Final

from repulse.engine.contract import RepulseError
from repulse.server.bans import Bans
from repulse.server.cluster.channel import Channel
from repulse.server.cluster.leases import BEAT_SECONDS, Leases, Peer
from repulse.server.limits import Connections
from repulse.server.lobby import Lobby
from repulse.server.storage import MOVED, LeaseLost, StorageError

_LOG: Final = logging.getLogger("repulse.server")

ADOPTED_AT_ONCE: Final = 4
"""Games of dead processes that are taken over at a time: those whose players come back are taken at once anyway."""

MOST_OWNERS: Final = 20_000
"""Rooms of others of which we remember where they are."""


class Cluster:
    """This process and the others."""

    def __init__(self, leases: Leases, lobby: Lobby, connections: Connections, bans: Bans) -> None:
        self.leases = leases
        self.lobby = lobby
        self.connections = connections
        self.bans = bans
        self.channel = Channel(lobby.storage, self.hear)
        self.owners: OrderedDict[str, str] = OrderedDict()
        """Which process has a room, as far as we know."""
        self._gone: dict[str, asyncio.Event] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._adopting: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Join the others."""
        await self.leases.beat(self.usage())
        await self.channel.listen()
        self._run(self._live())

    async def close(self) -> None:
        """Leave them; nobody need wait for our rooms."""
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
        return task

    # --- staying alive ---

    async def _live(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                await self.beat()
            except Exception as error:
                _LOG.warning("this process could not tell the others that it lives: %s", error)

    def usage(self) -> dict[str, Any]:
        """What the others should know about us."""
        return {"connections": self.connections.many()}

    async def beat(self) -> None:
        """Renew our row, hear what the others say, and take over what a dead one left."""
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
        """Go on with games of dead processes, those with people first: bots and clocks wait for nobody."""
        while rooms := await self.leases.orphans(ADOPTED_AT_ONCE):
            for room in rooms:
                try:
                    await self.lobby.rooms.find(room)
                except LeaseLost:
                    continue
                except RepulseError as error:
                    _LOG.warning(
                        "a room cannot be taken over: %s", type(error).__name__, extra={"room": room}
                    )
                    await self.leases.release([room])

    # --- what others tell ---

    def hear(self, message: dict[str, Any]) -> None:
        """Another process, or this one, tells of a change."""
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
        """Remember where a room is."""
        self.owners[room] = owner
        self.owners.move_to_end(room)
        if len(self.owners) > MOST_OWNERS:
            self.owners.popitem(last=False)

    def gone(self, peer: str) -> asyncio.Event:
        """Set as soon as a process is not alive any more."""
        event = self._gone.setdefault(peer, asyncio.Event())
        if peer not in self.leases.peers:
            event.set()
        return event

    def _miss(self, peers: set[str]) -> None:
        for peer in peers:
            event = self._gone.pop(peer, None)
            if event is not None:
                event.set()

    async def suspect(self, peer: Peer) -> None:
        """Nobody listens there: take the process for dead, without waiting until its row expires."""
        if peer.id in self.leases.peers:
            await self.leases.suspect(peer.id)
            self._miss({peer.id})

    async def place(self, room: str) -> Peer | None:
        """The process that has a room; None if it is ours, now at the latest, or does not exist.

        LeaseLost if it is being taken over just now.
        """
        live = self.lobby.rooms.live.get(room)
        if live is not None and not live.broken:
            return None
        if live is None and room in self.leases.held:
            return None
        known = self.leases.peers.get(self.owners.get(room, ""))
        if known is not None:
            return known
        if live is not None and self.leases.held.get(room) == live.fence:
            del self.leases.held[room]
        owner = await self.leases.owner(room)
        if owner not in self.leases.peers:
            if await self.leases.take(room):
                return None
            owner = await self.leases.owner(room)
            if not owner:
                return None
            if owner not in self.leases.peers:
                # It is newer than what we know.
                await self.beat()
        if owner == self.leases.id:
            return None
        peer = self.leases.peers.get(owner)
        if peer is None:
            raise LeaseLost(MOVED)
        self.remember(room, owner)
        return peer
