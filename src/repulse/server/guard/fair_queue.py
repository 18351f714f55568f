"""Fair queues for serial resources: addresses take turns, and none of them occupies all slots."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from typing import Literal

from repulse.server.helpers.jobs import Job, Report
from repulse.server.helpers.pool import HelperPool, Queue


class FairQueue:
    """One at a time; the addresses take turns, however many wait at each of them."""

    def __init__(self) -> None:
        self._turns = Queue()
        """The first request of each address."""
        self._of_address: dict[str, Queue] = {}
        """The requests of each address."""
        self._waiting: Counter[str] = Counter()

    def waiting(self, source: str) -> int:
        """Return how many of an address wait or have their turn."""
        return self._waiting.get(source, 0)

    @contextlib.asynccontextmanager
    async def turn(self, source: str) -> AsyncIterator[None]:
        """Wait for a turn of an address, and keep it."""
        self._waiting[source] += 1
        try:
            queue = self._of_address.setdefault(source, Queue())
            async with queue.turn(urgent=False), self._turns.turn(urgent=False):
                yield
        finally:
            self._waiting[source] -= 1
            if not self._waiting[source]:
                del self._waiting[source], self._of_address[source]


class Slots:
    """Bounds how many requests of one kind are under way, per address and in total."""

    def __init__(self, max_total: int, max_per_address: int) -> None:
        self.max_total = max_total
        self.max_per_address = max_per_address
        self._taken: Counter[str] = Counter()

    def full(self, source: str) -> Literal["", "address", "total"]:
        """Return what leaves no place for one more request of an address; empty if there is a place."""
        if self._taken[source] >= self.max_per_address:
            return "address"
        return "total" if self._taken.total() >= self.max_total else ""

    @contextlib.contextmanager
    def take(self, source: str) -> Iterator[None]:
        """Take a place."""
        self._taken[source] += 1
        try:
            yield
        finally:
            self._taken[source] -= 1
            if not self._taken[source]:
                del self._taken[source]


class FairHelpers:
    """Helper processes for requests of all clients: addresses take turns.

    A job that has begun is finished even if its client disconnects. To end it, its process would have to be killed, and with
    it the caches for requests of others. A job that has not begun is dropped.
    """

    def __init__(self, helpers: HelperPool) -> None:
        self.helpers = helpers
        self._queue = FairQueue()
        self._running: set[asyncio.Task[Report]] = set()

    async def do(self, source: str, job: Job, limit: float) -> Report:
        """Return the report of a job for an address, which may take `limit` seconds once it has its turn.

        Raises:
            HelperError: There is no report.
        """
        async with contextlib.AsyncExitStack() as stack:
            await stack.enter_async_context(self._queue.turn(source))
            turn = stack.pop_all()
        running = asyncio.create_task(self._finish(turn, job, limit))
        self._running.add(running)
        running.add_done_callback(self._forget)
        return await asyncio.shield(running)

    async def _finish(self, turn: contextlib.AsyncExitStack, job: Job, limit: float) -> Report:
        async with turn:
            return await self.helpers.do("", job, limit)

    def _forget(self, task: asyncio.Task[Report]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            # The requester may be gone; retrieve the error so that asyncio does not log it.
            task.exception()
