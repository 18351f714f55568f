"""Reading and closing of connections below Uvicorn: reads are charged, closed connections do not linger."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from typing import Final

from repulse.server.guard.cpu_budget import SOURCE, CpuBudget

MAX_PAUSE_S: Final = 1.0
"""Longest pause before a connection is read again."""

LINGER_SECONDS: Final = 5.0
"""Maximum time for a closing connection to read its pending data."""


class Meter:
    """Charges what is read from a connection to its address, and reads no further while the address owes work."""

    def __init__(self, work: CpuBudget, proxies: frozenset[str], loop: asyncio.AbstractEventLoop) -> None:
        self.work = work
        self.proxies = proxies
        self.loop = loop
        self.source = ""
        self.waiting = False

    def connected(self, address: str) -> None:
        """Set the address of the client. Behind a proxy, only the application knows it."""
        self.source = "" if address in self.proxies else address

    @contextlib.contextmanager
    def reading(self) -> Iterator[None]:
        """Charge what is done inside."""
        SOURCE.set(self.source)
        with self.work.charged():
            yield

    def pause(self, transport: asyncio.Transport, is_paused: Callable[[], bool]) -> None:
        """Stop reading while the address owes work or Uvicorn asks for a pause (`is_paused`)."""
        wait = self.work.wait(self.source) if self.source else 0.0
        if wait <= 0 or self.waiting or transport.is_closing():
            return
        transport.pause_reading()
        self.waiting = True

        def resume() -> None:
            self.waiting = False
            if transport.is_closing():
                return
            self.pause(transport, is_paused)
            if not self.waiting and not is_paused():
                transport.resume_reading()

        self.loop.call_later(min(wait, MAX_PAUSE_S), resume)


class Closing:
    """Closes a connection even if its other end reads nothing any more."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.timer: asyncio.TimerHandle | None = None

    def close(self, transport: asyncio.Transport) -> None:
        """Send what is written, for a while at most, then close."""
        transport.close()
        if self.timer is None:
            self.timer = self.loop.call_later(LINGER_SECONDS, transport.abort)

    def closed(self) -> None:
        """Cancel the forced close of a connection that has ended."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
