"""The passwords of rooms: hashed and compared off the loop, one at a time, and guessed only so often.

Scrypt takes 16 MB and a tenth of a second on purpose. In a thread of its own it takes them once, however many ask: with one
thread for each, memory that was used once stays with every one of them. Addresses take turns at it, and what it takes is work done
for them.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from repulse.server.limits import LONGEST_PASSWORD, Guesses, Quotas, limit_hit
from repulse.server.live_room import LiveRoom
from repulse.server.tokens import is_password, password_hash
from repulse.server.work import Work
from repulse.server.worker_pool import Queue
from repulse.table.room import Refusal

T = TypeVar("T")


class Passwords:
    """Makes and checks the passwords of all rooms."""

    def __init__(self, quotas: Quotas, work: Work) -> None:
        self._guesses = Guesses(quotas.guesses, quotas.guess_seconds)
        self._thread = ThreadPoolExecutor(1, "passwords")
        self._work = work
        self._most = quotas.waiting_passwords
        self._turns = Queue()
        """For the thread: one of each address."""
        self._near: dict[str, Queue] = {}
        """For a place there: those of the same address."""
        self._waiting: Counter[str] = Counter()

    async def _apart(self, source: str, work: Callable[..., T], *args: str) -> T:
        """Do something in the thread, for an address, when it is its turn."""

        def timed() -> tuple[T, float]:
            begun = time.thread_time()
            return work(*args), time.thread_time() - begun

        if source and self._waiting[source] >= self._most:
            limit_hit("waiting_passwords", source)
            raise Refusal("too-many-requests", "You try many passwords at once. Please wait a little.")
        self._waiting[source] += 1
        try:
            near = self._near.setdefault(source, Queue())
            async with near.turn(urgent=False), self._turns.turn(urgent=False):
                done, seconds = await asyncio.get_running_loop().run_in_executor(self._thread, timed)
        finally:
            self._waiting[source] -= 1
            if not self._waiting[source]:
                del self._waiting[source], self._near[source]
        self._work.charge(seconds)
        return done

    async def hashed(self, password: str, source: str = "") -> str:
        """What is stored of the password of a new room; empty for none. `source` is the address of the client."""
        if len(password) > LONGEST_PASSWORD:
            raise Refusal("too-long", f"A password has at most {LONGEST_PASSWORD} characters.")
        return await self._apart(source, password_hash, password) if password else ""

    async def check(self, live: LiveRoom, password: str, source: str = "") -> None:
        """Raise Refusal unless this password opens the room. `source` is the address of the client."""
        room, kept = live.room.room, live.room.stored.settings["password"]
        if not kept:
            return
        if not password:
            raise Refusal("password", "This room asks for a password.")
        if not self._guesses.take(source, room):
            limit_hit("guesses", source)
            raise Refusal("too-many-guesses", "Too many wrong passwords. Please wait before the next one.")
        if len(password) > LONGEST_PASSWORD or not await self._apart(source, is_password, password, kept):
            raise Refusal("wrong-password", "That is not the password of this room.")
        self._guesses.right(source, room)

    def close(self) -> None:
        """End the thread; whoever still waits for it is refused."""
        self._thread.shutdown(wait=False, cancel_futures=True)
