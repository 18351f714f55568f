"""`repulse serve --workers N`: starts so many processes on one port, and starts one again that died."""

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
from repulse.server.app import Config
from repulse.server.cluster.worker import READY, Order
from repulse.server.serve import address, listen, try_database, with_outside
from repulse.server.storage import database_url

_LOG: Final = logging.getLogger("repulse.server")

STOP_SECONDS: Final = 15.0
FIRST_PAUSE: Final = 0.2
LONGEST_PAUSE: Final = 10.0
FIRST_TRIES: Final = 3
"""A process that cannot be started for the first time is tried so often."""

LONG_ENOUGH: Final = 10.0
"""A process that lived for so many seconds is started again without a pause."""

NEEDS_POSTGRESQL: Final = (
    "Several processes (--workers) need PostgreSQL: with an SQLite file there is one. "
    "Give --db postgresql://..., or leave --workers out."
)


class Supervisor:
    """The processes of a server."""

    def __init__(self, order: Order, count: int) -> None:
        self.order = order
        self.count = count
        self.stopping = asyncio.Event()
        self.failed = False
        """Whether one could not even be started for the first time."""
        self.processes: dict[int, asyncio.subprocess.Process] = {}

    async def run(self, ready: Callable[[], None]) -> None:
        """Keep the processes running until told to stop."""
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
        pause, tries = FIRST_PAUSE, 0
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
            pause = FIRST_PAUSE if loop.time() - begun > LONG_ENOUGH else min(LONGEST_PAUSE, 2 * pause)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self.stopping.wait()

    async def _run_one(self, number: int, started: asyncio.Future[None]) -> int:
        """Run a process to its end; its exit code."""
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
        with contextlib.suppress(ConnectionError):
            if await process.stdout.readline() == READY and not started.done():
                started.set_result(None)
        if self.stopping.is_set():
            _signal(process, signal.SIGTERM)
        return await process.wait()

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
    host: str = "127.0.0.1",
    port: int = 0,
    open_page: bool = False,
    lan: bool = False,
    tell: Callable[[str, str], None] = lambda _address, _outside: None,
    log: tuple[str, str] = ("text", "warning"),
) -> None:
    """Serve with so many processes until interrupted."""
    if database_url(config.database).startswith("sqlite"):
        raise RepulseError(NEEDS_POSTGRESQL)
    asyncio.run(try_database(config, shared=True))
    # Held, but not listened on: it keeps the port ours while processes come and go.
    held: socket.socket = listen(host, port, shared=True)
    place = address(held)
    config = replace(with_outside(config, held, lan), helpers=max(1, config.helpers // workers))

    def ready() -> None:
        tell(place, config.address)
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
