"""Fair shares of the one thread that serves everybody: an address that asks for much waits, so that others need not.

Work is measured, not counted: to show a long game from its beginning costs more than a move. Who has used up its share is
served later, never refused a move.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Final

from repulse.server.limits import MOST_SOURCES, Allowance

SOURCE: Final[ContextVar[str]] = ContextVar("SOURCE", default="")
"""The address that the running task works for; empty for nobody in particular. Tasks hand it on to those they start."""

TURN_SECONDS: Final = 0.001
"""What any request costs besides what is measured: reading it, and writing the reply."""


class Turns:
    """A queue in which everybody waits until the allowance suffices."""

    def __init__(self, allowance: Allowance) -> None:
        self.allowance = allowance
        self._queue = asyncio.Lock()

    async def take(self, amount: float) -> None:
        """Wait for one's turn, and use up so much of the allowance."""
        async with self._queue:
            while (wait := self.allowance.wait()) > 0:
                await asyncio.sleep(wait)
            self.allowance.spend(amount)


@dataclass
class Work:
    """The work done for each address: a share of the time on average, and so many seconds at once."""

    share: float
    at_once: float
    clock: Callable[[], float] = time.monotonic
    meter: Callable[[], float] = time.thread_time
    """Measures work: on a busy machine less is done than time goes by."""
    _turns: OrderedDict[str, Turns] = field(default_factory=OrderedDict)

    def _of(self, source: str) -> Turns:
        turns = self._turns.get(source)
        if turns is None:
            turns = self._turns[source] = Turns(Allowance(self.share, self.at_once, self.clock))
        self._turns.move_to_end(source)
        if len(self._turns) > MOST_SOURCES:
            self._turns.popitem(last=False)
        return turns

    def wait(self, source: str) -> float:
        """How long it will be until an address has some of its share again."""
        return self._of(source).allowance.wait()

    async def turn(self, source: str) -> None:
        """Wait until an address has some of its share left."""
        if source:
            await self._of(source).take(TURN_SECONDS)

    @contextlib.contextmanager
    def charged(self) -> Iterator[None]:
        """Charge what is done inside, without waiting for anything, to the address it is done for."""
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
