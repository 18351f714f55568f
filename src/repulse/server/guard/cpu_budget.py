"""A CPU budget per address for the one thread that serves all clients: an address above its share waits.

CPU time is measured, requests are not counted: showing a long game costs more than a move. An address that has used up its
share is served later; a move is never refused.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from repulse.server.guard.rates import MAX_SOURCES, TokenBucket

SOURCE: Final[ContextVar[str]] = ContextVar("SOURCE", default="")
"""The address that the running task works for; empty for none. Tasks inherit it."""

TURN_SECONDS: Final = 0.001
"""CPU time charged for every request besides the measured one: reading it, and writing the reply."""


MAX_TURN_S: Final = 2.0
"""A read-only request is refused if it would wait longer than this for its turn."""


class DisconnectNotice:
    """Notifies a request that waits for its turn when its client disconnects."""

    KEY: ClassVar = "repulse.departure"
    """Its place among the extensions of an ASGI scope."""

    def __init__(self) -> None:
        self._gone = False
        self._waiting: asyncio.Task[Any] | None = None

    @classmethod
    def of(cls, scope: Mapping[str, Any]) -> DisconnectNotice:
        """Return the departure of a request; one that never happens where the server below announces none."""
        departure = (scope.get("extensions") or {}).get(cls.KEY, {}).get("departure")
        return departure if isinstance(departure, DisconnectNotice) else DisconnectNotice()

    def extension(self) -> dict[str, dict[object, object]]:
        """Return this as an extension of an ASGI scope."""
        return {self.KEY: {"departure": self}}

    def is_disconnected(self) -> bool:
        """Return whether the client has disconnected."""
        return self._gone

    def announce(self) -> None:
        """Cancel the waiting of a request whose client has disconnected."""
        self._gone = True
        if self._waiting is not None:
            self._waiting.cancel()

    async def unless_disconnected(self, turn: Callable[[], Awaitable[object]]) -> bool:
        """Wait for a turn as long as the client does.

        Returns:
            Whether the client is still connected.
        """
        if self.is_disconnected():
            return False
        task = asyncio.current_task()
        assert task is not None
        self._waiting = task
        try:
            await turn()
        except asyncio.CancelledError:
            if not self.is_disconnected() or task.uncancel() > 0:
                raise
        finally:
            self._waiting = None
        return not self.is_disconnected()


class ThrottledQueue:
    """A queue in which callers wait until their token bucket has something left."""

    def __init__(self, allowance: TokenBucket) -> None:
        self.allowance = allowance
        self._queue = asyncio.Lock()

    async def take(self, amount: float) -> None:
        """Wait for a turn, and use `amount` of the allowance."""
        async with self._queue:
            while (wait := self.allowance.wait()) > 0:
                await asyncio.sleep(wait)
            self.allowance.spend(amount)


@dataclass
class CpuBudget:
    """The CPU time used by each address: `share` of the time on average, and `burst_seconds` at once."""

    share: float
    burst_seconds: float
    clock: Callable[[], float] = time.monotonic
    meter: Callable[[], float] = time.thread_time
    """Measures CPU time, not wall time."""
    _turns: OrderedDict[str, ThrottledQueue] = field(default_factory=OrderedDict)

    def _of(self, source: str) -> ThrottledQueue:
        turns = self._turns.get(source)
        if turns is None:
            turns = self._turns[source] = ThrottledQueue(
                TokenBucket(self.share, self.burst_seconds, self.clock)
            )
        self._turns.move_to_end(source)
        if len(self._turns) > MAX_SOURCES:
            self._turns.popitem(last=False)
        return turns

    def wait(self, source: str) -> float:
        """Return the seconds until an address has some of its share again."""
        return self._of(source).allowance.wait()

    async def turn(self, source: str) -> None:
        """Wait until an address has some of its share left."""
        if source:
            await self._of(source).take(TURN_SECONDS)

    @contextlib.contextmanager
    def charged(self) -> Iterator[None]:
        """Charge the CPU time of the block, which must not await anything, to an address."""
        begun = self.meter()
        try:
            yield
        finally:
            self.charge(self.meter() - begun)

    def charge(self, seconds: float) -> None:
        """Charge work that was done elsewhere."""
        source = SOURCE.get()
        if source:
            self._of(source).allowance.spend(seconds)
