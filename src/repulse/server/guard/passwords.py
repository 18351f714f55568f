"""The passwords of rooms: hashed and compared off the loop, one at a time, and with a limit on guesses.

Scrypt takes 16 MB and a tenth of a second on purpose. One thread of its own takes them once: with a pool, every thread would
keep that memory. Addresses take turns, and are charged for the CPU time.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from repulse.server.guard.cpu_budget import CpuBudget
from repulse.server.guard.fair_queue import FairQueue
from repulse.server.guard.limits import MAX_PASSWORD_LENGTH, log_limit
from repulse.server.guard.quotas import Quotas
from repulse.server.guard.rates import PasswordGuesses
from repulse.server.people.credentials import is_password, password_hash
from repulse.table.refusals import RefusalCode, RefusalError
from repulse.table.room_state import RoomState

T = TypeVar("T")


class Passwords:
    """Makes and checks the passwords of all rooms."""

    def __init__(self, quotas: Quotas, work: CpuBudget) -> None:
        self._guesses = PasswordGuesses(quotas.guesses, quotas.guess_seconds)
        self._thread = ThreadPoolExecutor(1, "passwords")
        self._work = work
        self._most = quotas.waiting_passwords
        self._turns = FairQueue()
        """For the thread."""

    async def _apart(self, source: str, work: Callable[..., T], *args: str) -> T:
        """Run a function in the thread when it is the turn of an address."""

        def timed() -> tuple[T, float]:
            begun = time.thread_time()
            return work(*args), time.thread_time() - begun

        if source and self._turns.waiting(source) >= self._most:
            log_limit("waiting_passwords", source)
            raise RefusalError(
                RefusalCode.TOO_MANY_REQUESTS,
                "You are trying too many passwords at the same time. Please wait a moment.",
            )
        async with self._turns.turn(source):
            done, seconds = await asyncio.get_running_loop().run_in_executor(self._thread, timed)
        self._work.charge(seconds)
        return done

    async def hashed(self, password: str, source: str = "") -> str:
        """Return the hash of the password of a new room, for the address `source`; empty for no password.

        Raises:
            RefusalError: It is too long, or too many wait.
        """
        if len(password) > MAX_PASSWORD_LENGTH:
            raise RefusalError(
                RefusalCode.TOO_LONG, f"A password has at most {MAX_PASSWORD_LENGTH} characters."
            )
        return await self._apart(source, password_hash, password) if password else ""

    async def check(self, room: RoomState, password: str, source: str = "") -> None:
        """Raise RefusalError unless this password opens the room. `source` is the address of the client."""
        kept = room.stored.settings.password
        if not kept:
            return
        if not password:
            raise RefusalError(RefusalCode.PASSWORD, "This room asks for a password.")
        if not self._guesses.take(source, room.id):
            log_limit("guesses", source)
            raise RefusalError(
                RefusalCode.TOO_MANY_GUESSES, "Too many wrong passwords. Please wait before the next one."
            )
        if len(password) > MAX_PASSWORD_LENGTH or not await self._apart(source, is_password, password, kept):
            raise RefusalError(RefusalCode.WRONG_PASSWORD, "That is not the password of this room.")
        self._guesses.right(source, room.id)

    def close(self) -> None:
        """Stop the thread; pending requests are refused."""
        self._thread.shutdown(wait=False, cancel_futures=True)
