"""A pool of helper processes: each job returns a report, or times out."""

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
from repulse.server.guard.limits import MAX_RECORD_BYTES
from repulse.server.helpers.jobs import MAX_MATCHES, Choose, Failed, Job, MatchUnknown, Report
from repulse.table.words import table_words

START_TIMEOUT_S: Final = 60.0
"""Seconds that a helper may take to start."""

ONE_THREAD: Final = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
"""Environment for the nets of bots: each core has a helper already, and the matrices are small."""

READY_FILE: Final = "READY"

MAX_MOVED: Final = 10_000

BACKGROUND_NICENESS: Final = 3
"""The niceness of the process for background jobs: low enough that bots do not run out of time."""

_ENCODER: Final = msgspec.json.Encoder()
_REPORTS: Final[msgspec.json.Decoder[Report]] = msgspec.json.Decoder(Report)


def is_ready(folder: str) -> bool:
    """Return whether a folder holds the complete compiled package, marked by a file READY."""
    return bool(folder) and (Path(folder) / READY_FILE).is_file()


class HelperError(RepulseError):
    """A job that failed, with the id of a message (`failed.…`) and its facts; the text of the error is English."""

    def __init__(self, ident: str, fault: bool = False, **facts: str) -> None:
        super().__init__(table_words().text(f"failed.{ident}", {"who": "it", **facts}))
        self.ident = ident
        self.facts = facts
        self.fault = fault
        """Whether the job itself was invalid."""
        self.cpu_seconds = 0.0
        """The processor time that the job took."""

    def after(self, cpu_seconds: float) -> HelperError:
        """Note the processor time that the job took."""
        self.cpu_seconds = cpu_seconds
        return self


def process_cpu_seconds(pid: int) -> float | None:
    """Return the processor time that a process has used; None where the system does not report it (only Linux does)."""
    try:
        # The name of the program comes first, in parentheses, and may contain anything.
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError, ValueError, AttributeError):
        return None


class Queue:
    """A queue for one job at a time; urgent jobs come first."""

    def __init__(self) -> None:
        self._busy = False
        self._waiting: list[tuple[bool, int, asyncio.Future[None]]] = []
        self._count = 0

    @contextlib.asynccontextmanager
    async def turn(self, urgent: bool) -> AsyncIterator[None]:
        """Wait for a turn, and keep it."""
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
    """One process that runs one job at a time, from the compiled package as soon as that is ready."""

    def __init__(self, compiled: str = "", niceness: int = 0) -> None:
        self.compiled = compiled
        self.niceness = niceness
        """The niceness of the process."""
        self.is_compiled = False
        self.queue = Queue()
        self.jobs: list[str] = []
        """The keys of the jobs that are not done yet."""
        self.process: asyncio.subprocess.Process | None = None
        self._choices: OrderedDict[str, tuple[int, list[tuple[int, list[str]]]]] = OrderedDict()
        """The seed and the choices that the process has of each room."""

    def waiting_besides(self, key: str) -> int:
        """Return the number of unfinished jobs with other keys."""
        return sum(other != key for other in self.jobs)

    async def do(self, key: str, job: Job, limit: float, *, urgent: bool = True) -> Report:
        """Return the report of a job.

        Raises:
            HelperError: It is not there within `limit` seconds of its start.
        """
        self.jobs.append(key)
        try:
            async with self.queue.turn(urgent):
                return await self._do(job, limit)
        finally:
            self.jobs.remove(key)

    async def _do(self, job: Job, limit: float) -> Report:
        process = await self._running()
        if not isinstance(job, Choose):
            return await self._exchange(process, job, limit)
        report = await self._exchange(process, self._shorten(job), limit)
        if isinstance(report, MatchUnknown):
            report = await self._exchange(process, job, limit)
        self._choices[job.room] = (job.seed, job.choices)
        self._choices.move_to_end(job.room)
        if len(self._choices) > MAX_MATCHES:
            self._choices.popitem(last=False)
        return report

    def _shorten(self, job: Choose) -> Choose:
        """Return the job without the choices that the process has already."""
        seed, choices = self._choices.get(job.room, (-1, []))
        if seed != job.seed:
            return job
        base = 0
        while base < min(len(choices), len(job.choices)) and choices[base] == job.choices[base]:
            base += 1
        return msgspec.structs.replace(job, base=base, choices=job.choices[base:])

    async def _exchange(self, process: asyncio.subprocess.Process, job: Job, limit: float) -> Report:
        """Send a job to the process, and wait at most `limit` seconds for its report."""
        assert process.stdin is not None
        assert process.stdout is not None
        before = process_cpu_seconds(process.pid)
        try:
            async with asyncio.timeout(limit):
                process.stdin.write(_ENCODER.encode(job) + b"\n")
                await process.stdin.drain()
                line = await process.stdout.readline()
            if not line:
                raise HelperError("crashed")
            return _REPORTS.decode(line)
        except TimeoutError:
            after = process_cpu_seconds(process.pid)
            used = limit if before is None or after is None else after - before
            await self.stop()
            raise HelperError("slow", seconds=f"{limit:g}").after(used) from None
        except (HelperError, OSError, ValueError) as error:
            await self.stop()
            raise HelperError("crashed") from error
        except asyncio.CancelledError:
            # An unread report would be mistaken for that of the next job.
            await self.stop()
            raise

    async def _running(self) -> asyncio.subprocess.Process:
        process = self.process
        return await self._start() if process is None or process.returncode is not None else process

    async def refresh(self) -> None:
        """Start the process before it is needed; restart it when the compiled package has become ready."""
        async with self.queue.turn(urgent=False):
            if self.process is not None and not self.is_compiled and is_ready(self.compiled):
                await self.stop()
            await self._running()

    async def _start(self) -> asyncio.subprocess.Process:
        self.is_compiled = is_ready(self.compiled)
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "repulse.server.helpers.main",
            str(self.niceness),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=ONE_THREAD | os.environ | ({"PYTHONPATH": self.compiled} if self.is_compiled else {}),
            limit=4 * MAX_RECORD_BYTES + (1 << 20),
        )
        self.process = process
        assert process.stdout is not None
        try:
            async with asyncio.timeout(START_TIMEOUT_S):
                ready = await process.stdout.readline()
        except TimeoutError:
            ready = b""
        except asyncio.CancelledError:
            # The next job would take the line that it prints when it is ready for its report.
            await self.stop()
            raise
        if not ready:
            await self.stop()
            raise HelperError("not-started")
        return process

    async def stop(self) -> None:
        """End the process."""
        process, self.process = self.process, None
        self._choices.clear()
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        # Close the pipes now rather than at garbage collection, when the loop may already have ended.
        transport = getattr(process, "_transport", None)
        if transport is not None:
            transport.close()


class HelperPool:
    """A pool of helper processes; jobs with the same key go to the same one, which already has the game and its bots.

    Background jobs, of rooms without people, have a process of their own, so that a slow bot there delays no bot that
    people play with.
    """

    def __init__(self, count: int, compiled: str = "") -> None:
        self.compiled = compiled
        self.helpers = [Helper(compiled) for _ in range(max(1, count))]
        self.background = Helper(compiled, BACKGROUND_NICENESS)
        self._moved: OrderedDict[str, Helper] = OrderedDict()
        """The current helper of keys that were moved."""

    def home(self, key: str) -> Helper:
        """Return the helper for the jobs of a key: always the same one, unless it is busy with others while another is free."""
        home = self._moved.get(key) or self.helpers[zlib.crc32(key.encode()) % len(self.helpers)]
        free = min(self.helpers, key=lambda helper: len(helper.jobs))
        if home.waiting_besides(key) <= len(free.jobs) + 1:
            return home
        # It stays there: moving back and forth would scatter its bots' memory.
        self._moved[key] = free
        self._moved.move_to_end(key)
        if len(self._moved) > MAX_MOVED:
            self._moved.popitem(last=False)
        return free

    async def do(self, key: str, job: Job, limit: float, *, urgent: bool = True) -> Report:
        """Return the report of a job; urgent ones come first.

        Raises:
            HelperError: The job failed, crashed or took too long.
        """
        helper = self.home(key) if urgent else self.background
        report = await helper.do(key, job, limit, urgent=urgent)
        if isinstance(report, Failed):
            raise HelperError("error", report.is_invalid, words=report.message).after(report.cpu_seconds)
        return report

    def _all(self) -> list[Helper]:
        return [*self.helpers, self.background]

    async def refresh(self) -> None:
        """Start all processes, one after another, so that no game waits for them; restart them when they can be faster."""
        background = [self.background] if self.background.process is not None else []
        for helper in [*self.helpers, *background]:
            with contextlib.suppress(HelperError):
                await helper.refresh()

    async def await_compiled(self, seconds: float = 5.0) -> None:
        """Start all processes, and again as soon as the compiled package is ready."""
        await self.refresh()
        while self.compiled and not is_ready(self.compiled):
            await asyncio.sleep(seconds)
        await self.refresh()

    def waiting(self) -> int:
        """Return the number of unfinished jobs."""
        return sum(len(helper.jobs) for helper in self._all())

    async def close(self) -> None:
        """End all processes."""
        await asyncio.gather(*(helper.stop() for helper in self._all()))
