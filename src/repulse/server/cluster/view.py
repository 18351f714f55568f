"""Cluster-wide queries: the list of rooms, the rooms of a player, metrics."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import Metric
from prometheus_client.parser import text_string_to_metric_families

from repulse.engine.contract import RepulseError
from repulse.server import metrics
from repulse.server.cluster.cluster import Cluster
from repulse.server.cluster.leases import Peer, name_of
from repulse.server.cluster.peers import PeerUnavailableError, ask, ask_all
from repulse.server.db.storage import NOT_WRITTEN, StorageError
from repulse.server.http.readiness import Readiness
from repulse.server.http.wire import Reader, encode
from repulse.server.rooms.listing import LIST_SECONDS
from repulse.server.rooms.lobby import Lobby
from repulse.table.wire.base import Message
from repulse.table.wire.rooms import HeldTable, TablesRequest, TableState


@dataclass(slots=True)
class Load(Message):
    """The load of one process."""

    worker: str
    """Its name; empty for a single process."""
    rooms: dict[str, int]
    """The rooms in its memory, with their number of viewers."""
    bot_queue: int
    ready: bool


_LOAD: Final = Reader[Load](Load)


class ClusterView:
    """Cluster-wide queries over all processes."""

    def __init__(self, lobby: Lobby, readiness: Readiness, cluster: Cluster | None) -> None:
        self.lobby = lobby
        self.readiness = readiness
        self.cluster = cluster
        self._listed: tuple[float, list[Any]] = (-LIST_SECONDS, [])

    def _peers(self) -> list[Peer]:
        return [] if self.cluster is None else list(self.cluster.leases.peers.values())

    # --- for players ---

    async def listed(self) -> list[Any]:
        """Return the public rooms."""
        if self.cluster is None:
            return list(await self.lobby.listing.entries())
        if not self.lobby.listing.is_stale(self._listed[0]):
            return self._listed[1]
        asked = time.monotonic()
        remote_entries: dict[str, Any] = {}
        for data in (await ask_all(self._peers(), "/cluster/listed")).values():
            remote_entries |= {entry["room"]: entry for entry in msgspec.json.decode(data)}
        listed_rooms: list[Any] = []
        for room in await self.lobby.storage.listed():
            entry = remote_entries.get(room) or await self._own_entry(room)
            if entry is not None:
                listed_rooms.append(entry)
        self._listed = (asked, listed_rooms)
        return listed_rooms

    async def _own_entry(self, room: str) -> Any:
        """Return the list entry of a room that no other process has reported."""
        assert self.cluster is not None
        try:
            return None if await self.cluster.place(room) else await self.lobby.listing.entry_of(room)
        except StorageError:
            return None

    async def tables(self, tables: Sequence[HeldTable]) -> list[Any]:
        """Return the state of a player's rooms, in the same order."""
        there = await self._elsewhere(tables, "/api/tables", "tables")
        states: list[Any] = []
        for held in tables:
            states.append(there.get(held.room) or await self._state(held))
        return states

    async def _state(self, held: HeldTable) -> TableState:
        try:
            return await self.lobby.state_of(held)
        except StorageError:
            if self.cluster is None:
                raise
            # It is being taken over; the next request will show it.
            return TableState(held.room, stage="playing")

    async def exported(self, tables: Sequence[HeldTable]) -> list[Any]:
        """Return the games of a player."""
        there = await self._elsewhere(tables, "/api/export", "games")
        games = [there.get(held.room) or await self.lobby.exported(held) for held in tables]
        return [game for game in games if game is not None]

    async def _elsewhere(self, tables: Sequence[HeldTable], path: str, key: str) -> dict[str, Any]:
        """Return what other processes report about rooms that they have, by room."""
        if self.cluster is None:
            return {}
        asked: dict[Peer, list[HeldTable]] = {}
        for held in tables:
            try:
                peer = await self.cluster.place(held.room) if held.room.isalnum() else None
            except StorageError:
                continue
            if peer is not None:
                asked.setdefault(peer, []).append(held)
        replies: list[Any] = await asyncio.gather(
            *(ask(peer, "POST", path, body=encode(TablesRequest(some))) for peer, some in asked.items()),
            return_exceptions=True,
        )
        for reply in replies:
            if isinstance(reply, Exception) and not isinstance(reply, PeerUnavailableError):
                raise reply
        reported = [item for reply in replies if isinstance(reply, bytes) for item in _list(reply, key)]
        return {item["room"]: item for item in reported}

    async def part(self, room: str, owner: str) -> None:
        """Erase a player from a room of any process (account deletion)."""
        peer = None if self.cluster is None else await self.cluster.place(room)
        if peer is None:
            await self.lobby.deletion.erase_player(room, owner)
            return
        try:
            await ask(peer, "POST", "/cluster/part", body=encode([room, owner]))
        except PeerUnavailableError as error:
            raise StorageError(NOT_WRITTEN) from error

    # --- for the operator ---

    async def load(self) -> Load:
        """Return the load of this process."""
        name = "" if self.cluster is None else self.cluster.leases.name
        rooms = {room: len(session.presence.viewers) for room, session in self.lobby.rooms.sessions.items()}
        return Load(name, rooms, self.lobby.bot_queue(), not await self.readiness.refusal_reason())

    async def loads(self) -> list[Load]:
        """Return the load of every process."""
        replies = (await ask_all(self._peers(), "/cluster/load")).values()
        loads: list[Load] = [await self.load(), *[_LOAD.read(data) for data in replies]]
        return sorted(loads, key=lambda load: load.worker)

    async def own_metrics(self) -> bytes:
        """Return the metrics of this process, for Prometheus."""
        rooms = self.lobby.rooms.sessions.values()
        metrics.ROOMS.set(len(rooms))
        metrics.UNFINISHED.set(self.lobby.creator.unfinished)
        metrics.VIEWERS.labels("seat").set(sum(len(session.presence.connected_seats()) for session in rooms))
        metrics.VIEWERS.labels("spectator").set(sum(session.presence.spectators() for session in rooms))
        metrics.BOT_QUEUE.set(self.lobby.bot_queue())
        metrics.BOT_HOSTS.set(
            0 if self.lobby.services.bot_hosts is None else len(self.lobby.services.bot_hosts.available())
        )
        metrics.READY.set(not await self.readiness.refusal_reason())
        return metrics.exposition()

    async def metrics(self) -> bytes:
        """Return the metrics of all processes, with a label `worker` if there are several."""
        own = await self.own_metrics()
        if self.cluster is None:
            return own
        replies = await ask_all(self._peers(), "/cluster/metrics")
        texts = {self.cluster.leases.name: own} | {name_of(peer): data for peer, data in replies.items()}
        return merge_labeled({name: data.decode() for name, data in sorted(texts.items())})

    # --- requests of other processes ---

    async def private(self, name: str, body: bytes) -> tuple[bytes, str] | None:
        """Return the reply to a request of another process; None for an unknown request."""
        if name == "part":
            room, owner = msgspec.json.decode(body, type=tuple[str, str])
            with contextlib.suppress(RepulseError):
                await self.lobby.deletion.erase_player(room, owner)
            return b"", "text/plain"
        if name == "listed":
            ours = [
                await self.lobby.listing.entry_of(room)
                for room, session in list(self.lobby.rooms.sessions.items())
                if session.room.stored.listed and session.room.stage != "over" and not session.is_broken
            ]
            return encode([entry for entry in ours if entry is not None]), "application/json"
        if name == "load":
            return encode(await self.load()), "application/json"
        if name == "metrics":
            return await self.own_metrics(), "text/plain"
        return None


def _list(data: bytes, key: str) -> list[Any]:
    items: list[Any] = msgspec.json.decode(data)[key]
    return items


class _Collected:
    """The metrics of several processes, merged."""

    def __init__(self, texts: dict[str, str]) -> None:
        self.families: dict[str, Metric] = {}
        for worker, text in texts.items():
            for family in text_string_to_metric_families(text):
                merged = self.families.setdefault(
                    family.name, Metric(family.name, family.documentation, family.type)
                )
                for sample in family.samples:
                    merged.samples.append(sample._replace(labels={**sample.labels, "worker": worker}))

    def collect(self) -> list[Metric]:
        """Return all metrics."""
        return list(self.families.values())


def merge_labeled(texts: dict[str, str]) -> bytes:
    """Merge the metrics of several processes into one text, each labeled with the name of its process."""
    registry = CollectorRegistry()
    registry.register(_Collected(texts))
    text: bytes = generate_latest(registry)
    return text
