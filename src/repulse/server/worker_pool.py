"""The helper processes, as the server sees them: a job goes in; a report comes out, or a timeout."""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import os
import sys
import zlib
from collections import OrderedDict
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import msgspec

from repulse.engine.contract import RepulseError
from repulse.server.limits import LARGEST_RECORD
from repulse.server.worker_jobs import Failed, Job, Report
from repulse.table.words import table_words

START_TIME: Final = 60.0
"""Seconds that a helper may take to start."""

ONE_THREAD: Final = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
"""For the nets of bots: there is a helper for each core already, and their matrices are small."""

READY_FILE: Final = "READY"

MOST_MOVED: Final = 10_000

_ENCODER: Final = msgspec.json.Encoder()
_REPORTS: Final[msgspec.json.Decoder[Report]] = msgspec.json.Decoder(Report)


def is_ready(folder: str) -> bool:
    """Whether a folder holds the whole compiled package: then it has a file READY."""
    return bool(folder) and (Path(folder) / READY_FILE).is_file()


class HelperFailed(RepulseError):
    """A job that failed: an id of the table's words (`failed.…`) says why, with facts; the error's own text is English."""

    def __init__(self, ident: str, fault: bool = False, **facts: str) -> None:
        super().__init__(table_words().text(f"failed.{ident}", {"who": "it", **facts}))
        self.ident = ident
        self.facts = facts
        self.fault = fault
        """Whether the job itself was invalid."""


class Queue:
    """One at a time; those who are urgent come first."""

    def __init__(self) -> None:
        self._busy = False
        self._waiting: list[tuple[bool, int, asyncio.Future[None]]] = []
        self._count = 0

    @contextlib.asynccontextmanager
    async def turn(self, urgent: bool) -> AsyncIterator[None]:
        """Wait for one's turn, and keep it."""
        await self._take(urgent)
        try:
            yield
        finally:
            self._next()

    async def _take(self, urgent: bool) -> None:
        if not self._busy:
            self._busy = True
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._count += 1
        heapq.heappush(self._waiting, (not urgent, self._count, turn))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._next()
            raise

    def _next(self) -> None:
        while self._waiting:
            turn = heapq.heappop(self._waiting)[2]
            if not turn.done():
                turn.set_result(None)
                return
        self._busy = False


class Helper:
    """One process; one job at a time. It plays from the compiled package in a folder, if there is one that is ready."""

    def __init__(self, compiled: str = "") -> None:
        self.compiled = compiled
        self.is_compiled = False
        self.queue = Queue()
        self.jobs: list[str] = []
        """The keys of the jobs that are not done yet."""
        self.process: asyncio.subprocess.Process | None = None

    def waiting_besides(self, key: str) -> int:
        """How many jobs of others are not done yet."""
        return sum(other != key for other in self.jobs)

    async def do(self, key: str, job: Job, limit: float, urgent: bool = True) -> Report:
        """The report of a job; HelperFailed if there is none within so many seconds."""
        self.jobs.append(key)
        try:
            async with self.queue.turn(urgent):
                return await self._do(job, limit)
        finally:
            self.jobs.remove(key)

    async def _do(self, job: Job, limit: float) -> Report:
        process = await self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            async with asyncio.timeout(limit):
                process.stdin.write(_ENCODER.encode(job) + b"\n")
                await process.stdin.drain()
                line = await process.stdout.readline()
            if not line:
                raise HelperFailed("crashed")
            return _REPORTS.decode(line)
        except TimeoutError:
            await self.stop()
            raise HelperFailed("slow", seconds=f"{limit:g}") from None
        except (HelperFailed, OSError, ValueError) as error:
            await self.stop()
            raise HelperFailed("crashed") from error
        except asyncio.CancelledError:
            # An unread report would be mistaken for that of the next job.
            await self.stop()
            raise

    async def _running(self) -> asyncio.subprocess.Process:
        process = self.process
        return await self._start() if process is None or process.returncode is not None else process

    async def refresh(self) -> None:
        """Start the process before it is needed; start it anew when the compiled package has become ready."""
        async with self.queue.turn(urgent=False):
            if self.process is not None and not self.is_compiled and is_ready(self.compiled):
                await self.stop()
            await self._running()

    async def _start(self) -> asyncio.subprocess.Process:
        self.is_compiled = is_ready(self.compiled)
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "repulse.server.worker_main",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=ONE_THREAD | os.environ | ({"PYTHONPATH": self.compiled} if self.is_compiled else {}),
            limit=4 * LARGEST_RECORD + (1 << 20),
        )
        self.process = process
        assert process.stdout is not None
        try:
            async with asyncio.timeout(START_TIME):
                ready = await process.stdout.readline()
        except TimeoutError:
            ready = b""
        if not ready:
            await self.stop()
            raise HelperFailed("not-started")
        return process

    async def stop(self) -> None:
        """End the process."""
        process, self.process = self.process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        # Close the pipes now rather than at garbage collection, when the loop may already have ended.
        transport = getattr(process, "_transport", None)
        if transport is not None:
            transport.close()


class Helpers:
    """A pool of helper processes; jobs with the same key go to the same one, which already has the game and its bots."""

    def __init__(self, count: int, compiled: str = "") -> None:
        self.compiled = compiled
        self.helpers = [Helper(compiled) for _ in range(max(1, count))]
        self._moved: OrderedDict[str, Helper] = OrderedDict()
        """Where the jobs of a key go now, if not to their original helper."""

    def home(self, key: str) -> Helper:
        """The helper for the jobs of a key: always the same one, unless it is busy with others while another is free."""
        home = self._moved.get(key) or self.helpers[zlib.crc32(key.encode()) % len(self.helpers)]
        free = min(self.helpers, key=lambda helper: len(helper.jobs))
        if home.waiting_besides(key) <= len(free.jobs) + 1:
            return home
        # It stays there: moving back and forth would scatter its bots' memory.
        self._moved[key] = free
        self._moved.move_to_end(key)
        if len(self._moved) > MOST_MOVED:
            self._moved.popitem(last=False)
        return free

    async def do(self, key: str, job: Job, limit: float, urgent: bool = True) -> Report:
        """The report of a job; HelperFailed, with the reason, if there is none. Urgent ones come before others."""
        report = await self.home(key).do(key, job, limit, urgent)
        if isinstance(report, Failed):
            raise HelperFailed("error", report.fault, words=report.words)
        return report

    async def refresh(self) -> None:
        """Start all processes, one after another, so that no game waits for them; anew, when they can be faster."""
        for helper in self.helpers:
            with contextlib.suppress(HelperFailed):
                await helper.refresh()

    async def await_compiled(self, seconds: float = 5.0) -> None:
        """Start all processes, and again as soon as the compiled package is ready."""
        await self.refresh()
        while self.compiled and not is_ready(self.compiled):
            await asyncio.sleep(seconds)
        await self.refresh()

    def waiting(self) -> int:
        """How many jobs are not done yet."""
        return sum(len(helper.jobs) for helper in self.helpers)

    async def close(self) -> None:
        """End all processes."""
        await asyncio.gather(*(helper.stop() for helper in self.helpers))
