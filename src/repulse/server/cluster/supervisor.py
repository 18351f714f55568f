"""`repulse serve --workers N`: starts N processes on one port, and restarts one that died or hangs.

The system gives every process its share of the new connections, also one that is stopped or hangs. The others take over its rooms when
its lease expires; then it is killed and started again, so that its share of the connections is served too.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import msgspec

from repulse.engine.contract import RepulseError
from repulse.server.cluster.leases import HEARTBEAT_SECONDS, LEASE_SECONDS
from repulse.server.cluster.worker import READY, Order
from repulse.server.config import Config
from repulse.server.db.storage import database_url
from repulse.server.serve import address, listen, try_database, with_outside

_LOG: Final = logging.getLogger("repulse.server")

STOP_SECONDS: Final = 20.0
MIN_PAUSE_S: Final = 0.2
MAX_PAUSE_S: Final = 10.0
FIRST_TRIES: Final = 3
"""Maximum attempts to start a process for the first time."""

LONG_ENOUGH: Final = 10.0
"""A process that lived for at least this long is restarted without a pause."""

NEEDS_POSTGRESQL: Final = (
    "Several processes (--workers) need PostgreSQL: an SQLite file allows only one. "
    "Give --db postgresql://..., or leave --workers out."
)


class Supervisor:
    """The processes of a server."""

    def __init__(self, order: Order, count: int) -> None:
        self.order = order
        self.count = count
        self.stopping = asyncio.Event()
        self.failed = False
        """Whether a process failed to start for the first time."""
        self.processes: dict[int, asyncio.subprocess.Process] = {}

    async def run(self, ready: Callable[[], None]) -> None:
        """Keep the processes running until stopped."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.stopping.set)
        started: list[asyncio.Future[None]] = [loop.create_future() for _ in range(self.count)]
        keeping = [asyncio.create_task(self._keep(number, started[number])) for number in range(self.count)]
        all_started: asyncio.Future[list[None]] = asyncio.gather(*started)
        stopping = asyncio.create_task(self.stopping.wait())
        both: list[asyncio.Future[Any]] = [all_started, stopping]
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        if not self.stopping.is_set():
            ready()
        await stopping
        await self._stop()
        for future in started:
            future.cancel()
        await asyncio.gather(*keeping, all_started, return_exceptions=True)

    async def _keep(self, number: int, started: asyncio.Future[None]) -> None:
        """Start a process, and again whenever it ends."""
        loop = asyncio.get_running_loop()
        pause, tries = MIN_PAUSE_S, 0
        while not self.stopping.is_set():
            begun = loop.time()
            code = await self._run_one(number, started)
            if self.stopping.is_set():
                return
            tries += 1
            if not started.done() and tries >= FIRST_TRIES:
                self.failed = True
                self.stopping.set()
                return
            _LOG.error("worker %d ended (%s): starting it again", number, code)
            pause = MIN_PAUSE_S if loop.time() - begun > LONG_ENOUGH else min(MAX_PAUSE_S, 2 * pause)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self.stopping.wait()

    async def _run_one(self, number: int, started: asyncio.Future[None]) -> int:
        """Run a process to its end. Returns its exit code."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "repulse.server.cluster.worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        self.processes[number] = process
        assert process.stdin is not None
        assert process.stdout is not None
        order = msgspec.structs.replace(self.order, name=f"{self.order.name}{number}")
        process.stdin.write(msgspec.json.encode(order) + b"\n")
        beat = asyncio.Event()
        watching: asyncio.Task[None] | None = None
        with contextlib.suppress(ConnectionError):
            while line := await process.stdout.readline():
                beat.set()
                if line != READY:
                    continue
                if not started.done():
                    started.set_result(None)
                watching = asyncio.create_task(self._watch(number, process, beat))
                if self.stopping.is_set():
                    _signal(process, signal.SIGTERM)
        if watching is not None:
            watching.cancel()
        if self.stopping.is_set():
            _signal(process, signal.SIGTERM)
        return await process.wait()

    async def _watch(self, number: int, process: asyncio.subprocess.Process, beat: asyncio.Event) -> None:
        """Kill a process that has sent no heartbeat for as long as its lease lasts.

        Beats are counted rather than seconds: when the whole machine was suspended, this process stood still as well.
        """
        missed = 0
        while missed * HEARTBEAT_SECONDS < LEASE_SECONDS and not self.stopping.is_set():
            beat.clear()
            await asyncio.sleep(HEARTBEAT_SECONDS)
            missed = 0 if beat.is_set() else missed + 1
        if not self.stopping.is_set():
            _LOG.error("worker %d has not responded for %g s: killing it", number, LEASE_SECONDS)
            _signal(process, signal.SIGKILL)

    async def _stop(self) -> None:
        """End all processes; those that take too long are killed."""
        waiting = []
        for process in self.processes.values():
            _signal(process, signal.SIGTERM)
            waiting.append(process.wait())
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await asyncio.gather(*waiting)
        except TimeoutError:
            for process in self.processes.values():
                _signal(process, signal.SIGKILL)


def _signal(process: asyncio.subprocess.Process, number: signal.Signals) -> None:
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(number)


def supervise(
    config: Config,
    workers: int,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    open_page: bool = False,
    lan: bool = False,
    announce: Callable[[str, str], None] = lambda _address, _outside: None,
    log: tuple[str, str] = ("text", "warning"),
) -> None:
    """Serve with `workers` processes until interrupted."""
    if database_url(config.database).startswith("sqlite"):
        raise RepulseError(NEEDS_POSTGRESQL)
    asyncio.run(try_database(config, shared=True))
    # Bound, but not listened on: it reserves the port while processes are restarted.
    held: socket.socket = listen(host, port, shared=True)
    place = address(held)
    config = replace(with_outside(config, held, lan), helpers=max(1, config.helpers // workers))

    def ready() -> None:
        announce(place, config.address)
        if open_page:
            webbrowser.open(place)

    order = Order(config, host, held.getsockname()[1], f"{socket.gethostname()[:16]}-", *log)
    supervisor = None

    async def work() -> None:
        nonlocal supervisor
        supervisor = Supervisor(order, workers)
        await supervisor.run(ready)

    try:
        asyncio.run(work())
    finally:
        held.close()
    if supervisor is not None and supervisor.failed:
        raise RepulseError("A process of the server could not be started.")
