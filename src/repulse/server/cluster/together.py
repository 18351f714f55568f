"""What is known only by all processes together: the list of rooms, somebody's tables, what is counted."""

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
from repulse.server.cluster.peers import PeerAway, ask, ask_all
from repulse.server.listing import LIST_SECONDS
from repulse.server.lobby import Lobby
from repulse.server.readiness import Readiness
from repulse.server.storage import NOT_WRITTEN, StorageError
from repulse.server.wire import Reader, encode
from repulse.table.messages import Message
from repulse.table.protocol import HeldTable, TablesRequest, TableState


@dataclass(slots=True)
class Load(Message):
    """What one process has to do."""

    worker: str
    """Its name; empty for the only one."""
    rooms: dict[str, int]
    """The rooms in its memory, and how many look at each."""
    bot_queue: int
    ready: bool


_LOAD: Final = Reader[Load](Load)


class Together:
    """This process and the others as one."""

    def __init__(self, lobby: Lobby, readiness: Readiness, cluster: Cluster | None) -> None:
        self.lobby = lobby
        self.readiness = readiness
        self.cluster = cluster
        self._listed: tuple[float, list[Any]] = (-LIST_SECONDS, [])

    def _peers(self) -> list[Peer]:
        return [] if self.cluster is None else list(self.cluster.leases.peers.values())

    # --- for players ---

    async def listed(self) -> list[Any]:
        """The rooms that are open to all."""
        if self.cluster is None:
            return list(await self.lobby.listing.entries())
        if not self.lobby.listing.is_stale(self._listed[0]):
            return self._listed[1]
        asked = time.monotonic()
        found: dict[str, Any] = {}
        for data in (await ask_all(self._peers(), "/cluster/listed")).values():
            found |= {entry["room"]: entry for entry in msgspec.json.decode(data)}
        made: list[Any] = []
        for room in await self.lobby.storage.listed():
            entry = found.get(room) or await self._own_entry(room)
            if entry is not None:
                made.append(entry)
        self._listed = (asked, made)
        return made

    async def _own_entry(self, room: str) -> Any:
        """A line of the list for a room that no other process has told of: ours, or nobody's until now."""
        assert self.cluster is not None
        try:
            return None if await self.cluster.place(room) else await self.lobby.listing.entry_of(room)
        except StorageError:
            return None

    async def tables(self, tables: Sequence[HeldTable]) -> list[Any]:
        """How somebody's tables stand, in the same order."""
        there = await self._elsewhere(tables, "/api/tables", "tables")
        made: list[Any] = []
        for held in tables:
            made.append(there.get(held.room) or await self._state(held))
        return made

    async def _state(self, held: HeldTable) -> TableState:
        try:
            return await self.lobby.state_of(held)
        except StorageError:
            if self.cluster is None:
                raise
            # It is just being taken over: it will be shown when it is asked for again.
            return TableState(held.room, stage="playing")

    async def exported(self, tables: Sequence[HeldTable]) -> list[Any]:
        """Somebody's games."""
        there = await self._elsewhere(tables, "/api/export", "games")
        made = [there.get(held.room) or await self.lobby.exported(held) for held in tables]
        return [game for game in made if game is not None]

    async def _elsewhere(self, tables: Sequence[HeldTable], path: str, key: str) -> dict[str, Any]:
        """What other processes say of the tables that they have, by room."""
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
            *(ask(peer, "POST", path, encode(TablesRequest(some))) for peer, some in asked.items()),
            return_exceptions=True,
        )
        for reply in replies:
            if isinstance(reply, Exception) and not isinstance(reply, PeerAway):
                raise reply
        found = [each for reply in replies if isinstance(reply, bytes) for each in _list(reply, key)]
        return {each["room"]: each for each in found}

    async def part(self, room: str, holder: str) -> None:
        """Somebody is never to be heard of again in a room, whichever process has it."""
        peer = None if self.cluster is None else await self.cluster.place(room)
        if peer is None:
            await self.lobby.part(room, holder)
            return
        try:
            await ask(peer, "POST", "/cluster/part", encode([room, holder]))
        except PeerAway as error:
            raise StorageError(NOT_WRITTEN) from error

    # --- for the operator ---

    async def load(self) -> Load:
        """What this process has to do."""
        name = "" if self.cluster is None else self.cluster.leases.name
        rooms = {room: len(live.viewers) for room, live in self.lobby.rooms.live.items()}
        return Load(name, rooms, self.lobby.bot_queue(), not await self.readiness.why_not())

    async def loads(self) -> list[Load]:
        """What all have to do."""
        replies = (await ask_all(self._peers(), "/cluster/load")).values()
        loads = [await self.load(), *[_LOAD.read(data) for data in replies]]
        return sorted(loads, key=lambda load: load.worker)

    async def own_metrics(self) -> bytes:
        """What this process counts, for Prometheus."""
        rooms = self.lobby.rooms.live.values()
        metrics.ROOMS.set(len(rooms))
        metrics.UNFINISHED.set(self.lobby.unfinished)
        metrics.VIEWERS.labels("seat").set(sum(len(live.here()) for live in rooms))
        metrics.VIEWERS.labels("spectator").set(sum(live.spectators() for live in rooms))
        metrics.BOT_QUEUE.set(self.lobby.bot_queue())
        metrics.BOT_HOSTS.set(0 if self.lobby.far is None else len(self.lobby.far.there()))
        metrics.READY.set(not await self.readiness.why_not())
        return metrics.exposition()

    async def metrics(self) -> bytes:
        """What all count; with a label `worker` where there are several."""
        own = await self.own_metrics()
        if self.cluster is None:
            return own
        replies = await ask_all(self._peers(), "/cluster/metrics")
        texts = {self.cluster.leases.name: own} | {name_of(each): data for each, data in replies.items()}
        return labelled({name: data.decode() for name, data in sorted(texts.items())})

    # --- what other processes may ask ---

    async def private(self, name: str, body: bytes) -> tuple[bytes, str] | None:
        """The reply to a question of another process."""
        if name == "part":
            room, holder = msgspec.json.decode(body, type=tuple[str, str])
            with contextlib.suppress(RepulseError):
                await self.lobby.part(room, holder)
            return b"", "text/plain"
        if name == "listed":
            ours = [
                await self.lobby.listing.entry_of(room)
                for room, live in list(self.lobby.rooms.live.items())
                if live.room.stored.listed and live.room.stage != "over" and not live.broken
            ]
            return encode([entry for entry in ours if entry is not None]), "application/json"
        if name == "load":
            return encode(await self.load()), "application/json"
        if name == "metrics":
            return await self.own_metrics(), "text/plain"
        return None


def _list(data: bytes, key: str) -> list[Any]:
    found: list[Any] = msgspec.json.decode(data)[key]
    return found


class _Collected:
    """What several processes count, as one."""

    def __init__(self, texts: dict[str, str]) -> None:
        self.families: dict[str, Metric] = {}
        for worker, text in texts.items():
            for family in text_string_to_metric_families(text):
                known = self.families.setdefault(
                    family.name, Metric(family.name, family.documentation, family.type)
                )
                for sample in family.samples:
                    known.samples.append(sample._replace(labels={**sample.labels, "worker": worker}))

    def collect(self) -> list[Metric]:
        """All of it."""
        return list(self.families.values())


def labelled(texts: dict[str, str]) -> bytes:
    """The metrics of several processes in one text, each with the name of its process."""
    registry = CollectorRegistry()
    registry.register(_Collected(texts))
    made: bytes = generate_latest(registry)
    return made
