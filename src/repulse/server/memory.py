"""Garbage collection in short pauses, and memory that is returned to the system after a peak."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import gc
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

YOUNG_PASS_INTERVAL_S: Final = 1.0
"""New objects are scanned this often."""

MIN_FULL_PASS_INTERVAL_S: Final = 4.0
MAX_FULL_PASS_INTERVAL_S: Final = 3600.0
FREQUENT_FULL_PASSES: Final = 15
"""The number of full passes with the shortest interval after a growth of memory; from then on it doubles."""

MAX_FULL_PASS_SHARE: Final = 0.02
"""The largest part of the time that full passes may take."""

GROWTH_FACTOR: Final = 1.25
GROWTH_BLOCKS: Final = 100_000
"""Memory has grown when there are `GROWTH_FACTOR` times as many blocks as after the last full pass, and this many more."""
GROWTH_BYTES: Final = 16 * 1024 * 1024
"""It has also grown when the process has this many bytes more in memory than after the last full pass."""


def resident_bytes() -> int:
    """Return the bytes that this process has in memory; 0 where the system does not report it (only Linux does)."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * _PAGE_BYTES
    except (OSError, IndexError, ValueError):
        return 0


def _page_bytes() -> int:
    if sys.platform == "win32":
        return 4096
    # Not on Windows.
    import resource

    return resource.getpagesize()


_PAGE_BYTES: Final = _page_bytes()


def _find_trim() -> Callable[[], None]:
    """Return a function that gives free memory back to the system; it does nothing in other C libraries than glibc."""
    with contextlib.suppress(OSError, AttributeError, TypeError):
        trim = ctypes.CDLL(None).malloc_trim
        trim.argtypes = [ctypes.c_size_t]
        trim.restype = ctypes.c_int
        return lambda: trim(0)
    return lambda: None


class Sweeper:
    """Collects garbage in many short passes, and in a full pass when memory has grown.

    By default Python scans all objects whenever many have been added, which on a busy server holds up everybody for a tenth
    of a second or more. Here a young pass scans the objects that are new and sets the survivors aside (`gc.freeze`). A full
    pass scans these too. It runs as soon as memory has grown, several times in the minute after that, since what has grown
    may be released later, and then more and more rarely, down to once per hour.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        resident: Callable[[], int] = resident_bytes,
        trim: Callable[[], None] | None = None,
    ) -> None:
        self.clock = clock
        self.resident = resident
        self.trim = trim or _find_trim()
        self._blocks = 0
        self._bytes = 0
        self._passes = 0
        """Full passes since memory has last grown."""
        self._last = 0.0
        self._duration = 0.0
        """The duration of the last full pass."""

    def start(self) -> None:
        """Take over from Python's own schedule."""
        gc.set_threshold(20_000, 20, 100_000)
        self._full_pass()

    def step(self) -> None:
        """Run a young pass, or a full one when it is due."""
        elapsed = self.clock() - self._last
        if self._has_grown():
            self._passes = 0
            due = elapsed >= self._duration / MAX_FULL_PASS_SHARE
        else:
            due = elapsed >= self._interval()
        if due:
            self._full_pass()
        else:
            gc.collect()
            gc.freeze()

    def _has_grown(self) -> bool:
        blocks = sys.getallocatedblocks()
        return (
            blocks > max(self._blocks * GROWTH_FACTOR, self._blocks + GROWTH_BLOCKS)
            or self.resident() > self._bytes + GROWTH_BYTES
        )

    def _interval(self) -> float:
        rare = max(0, self._passes - FREQUENT_FULL_PASSES)
        interval = MIN_FULL_PASS_INTERVAL_S * 2.0 ** min(rare, 20)
        return min(MAX_FULL_PASS_INTERVAL_S, max(interval, self._duration / MAX_FULL_PASS_SHARE))

    def _full_pass(self) -> None:
        begun = time.perf_counter()
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self.trim()
        self._duration = time.perf_counter() - begun
        self._last = self.clock()
        self._passes += 1
        self._blocks = sys.getallocatedblocks()
        self._bytes = self.resident()


async def sweep() -> None:
    """Keep the memory of this process swept until cancelled."""
    sweeper = Sweeper()
    sweeper.start()
    while True:
        await asyncio.sleep(YOUNG_PASS_INTERVAL_S)
        sweeper.step()
