"""The passwords of rooms: hashed and compared off the loop, one at a time, and guessed only so often.

Scrypt takes 16 MB and a tenth of a second on purpose. In a thread of its own it takes them once, however many ask: with one
thread for each, memory that was used once stays with every one of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from repulse.server.limits import LONGEST_PASSWORD, Guesses, Quotas, limit_hit
from repulse.server.live_room import LiveRoom
from repulse.server.tokens import is_password, password_hash
from repulse.table.room import Refusal

T = TypeVar("T")


class Passwords:
    """Makes and checks the passwords of all rooms."""

    def __init__(self, quotas: Quotas) -> None:
        self._guesses = Guesses(quotas.guesses, quotas.guess_seconds)
        self._thread = ThreadPoolExecutor(1, "passwords")

    async def _apart(self, work: Callable[..., T], *args: str) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *args)

    async def hashed(self, password: str) -> str:
        """What is stored of the password of a new room; empty for none."""
        if len(password) > LONGEST_PASSWORD:
            raise Refusal("too-long", f"A password has at most {LONGEST_PASSWORD} characters.")
        return await self._apart(password_hash, password) if password else ""

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
        if len(password) > LONGEST_PASSWORD or not await self._apart(is_password, password, kept):
            raise Refusal("wrong-password", "That is not the password of this room.")
        self._guesses.right(source, room)

    def close(self) -> None:
        """End the thread; whoever still waits for it is refused."""
        self._thread.shutdown(wait=False, cancel_futures=True)
