"""The bot hosts of a server: a job goes to an available one, and to another if that is lost."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import zlib
from typing import Final

import msgspec

from repulse.server import metrics
from repulse.server.helpers.jobs import ChooseFromView, Report
from repulse.server.helpers.pool import HelperError
from repulse.server.remote_bots.messages import (
    ANSWER,
    MAX_LINE_BYTES,
    WELCOME,
    BotAnswer,
    BotQuestion,
    greeting,
    line,
)

_LOG: Final = logging.getLogger("repulse.server")

CONNECT_SECONDS: Final = 5.0
MIN_PAUSE_S: Final = 0.5
MAX_PAUSE_S: Final = 10.0
SPARE_SECONDS: Final = 2.0
"""Extra time for the network on top of the time limit of the bot."""


class NoBotHostError(Exception):
    """No bot host is available: a helper of the server must answer."""


class HostConnection:
    """The connection to one bot host, which is reopened when it is lost."""

    def __init__(self, address: str, token: str) -> None:
        self.address = address
        self.token = token
        self.processes = 0
        """Number of jobs that it can run in parallel; 0 while it is not connected."""
        self._writer: asyncio.StreamWriter | None = None
        self._waiting: dict[int, asyncio.Future[BotAnswer]] = {}
        self._count = 0

    def is_available(self) -> bool:
        """Return whether it is connected."""
        return self._writer is not None

    def waiting(self) -> int:
        """Return the number of jobs that it has not answered yet."""
        return len(self._waiting)

    async def stay_connected(self) -> None:
        """Connect, and again whenever the connection is lost."""
        pause = MIN_PAUSE_S
        while True:
            try:
                if await self._connect():
                    pause = MIN_PAUSE_S
            except (OSError, TimeoutError, ValueError, msgspec.DecodeError) as error:
                _LOG.info("bot host %s is not available: %s", self.address, error)
            self.disconnect()
            await asyncio.sleep(pause)
            pause = min(MAX_PAUSE_S, 2 * pause)

    async def _connect(self) -> bool:
        """Receive answers until the connection is lost.

        Returns:
            False if the host refuses us.

        Returns:
            False if the host refuses us.
        """
        host, _, port = self.address.rpartition(":")
        async with asyncio.timeout(CONNECT_SECONDS):
            reader, writer = await asyncio.open_connection(host.strip("[]"), int(port), limit=MAX_LINE_BYTES)
        try:
            writer.write(line(greeting(self.token)))
            async with asyncio.timeout(CONNECT_SECONDS):
                welcome = WELCOME.decode(await reader.readline())
            if not welcome.ok:
                _LOG.warning("bot host %s refuses this server: %s", self.address, welcome.why)
                return False
            self._writer, self.processes = writer, welcome.processes
            while data := await reader.readline():
                answer = ANSWER.decode(data)
                future = self._waiting.pop(answer.id, None)
                if future is not None and not future.done():
                    future.set_result(answer)
            return True
        finally:
            writer.close()

    def disconnect(self) -> None:
        """Close the connection; pending jobs go to another host."""
        writer, self._writer, self.processes = self._writer, None, 0
        if writer is not None:
            _LOG.warning("bot host %s disconnected", self.address)
            writer.close()
        waiting, self._waiting = self._waiting, {}
        for future in waiting.values():
            if not future.done():
                future.set_exception(NoBotHostError())

    async def ask(self, job: ChooseFromView, limit: float, urgent: bool) -> BotAnswer:
        """Return the answer to a job.

        Raises:
            NoBotHostError: The host was lost meanwhile.
        """
        writer = self._writer
        if writer is None:
            raise NoBotHostError
        self._count += 1
        number = self._count
        future: asyncio.Future[BotAnswer] = asyncio.get_running_loop().create_future()
        self._waiting[number] = future
        try:
            async with asyncio.timeout(limit + SPARE_SECONDS):
                writer.write(line(BotQuestion(number, job, limit, urgent)))
                await writer.drain()
                return await future
        except OSError as error:
            raise NoBotHostError from error
        except TimeoutError as error:
            # It should have reported itself that its bot is slow: it hangs.
            self.disconnect()
            raise NoBotHostError from error
        finally:
            self._waiting.pop(number, None)


class BotHosts:
    """All bot hosts of a server."""

    def __init__(self, addresses: tuple[str, ...], token: str) -> None:
        self.hosts = [HostConnection(address, token) for address in addresses]
        self._tasks: list[asyncio.Task[None]] = []

    def open(self) -> None:
        """Connect to all of them, as soon as they are reachable."""
        self._tasks = [asyncio.create_task(host.stay_connected()) for host in self.hosts]

    async def close(self) -> None:
        """Disconnect from all hosts."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for host in self.hosts:
            host.disconnect()

    def available(self) -> list[HostConnection]:
        """Return the connected hosts."""
        return [host for host in self.hosts if host.is_available()]

    def waiting(self) -> int:
        """Return the number of unanswered jobs."""
        return sum(host.waiting() for host in self.hosts)

    def _home(self, key: str, hosts: list[HostConnection]) -> HostConnection:
        """Return the same host for the same room, which has its bots already, unless it is much busier than another."""
        home = hosts[zlib.crc32(key.encode()) % len(hosts)]
        free = min(hosts, key=lambda host: host.waiting() / host.processes)
        return home if home.waiting() < free.waiting() + 2 * home.processes else free

    async def do(self, job: ChooseFromView, limit: float, urgent: bool) -> Report:
        """Return the report of a job.

        Raises:
            NoBotHostError: No host is available.
            HelperError: The bot itself failed.
        """
        tried: set[HostConnection] = set()
        while hosts := [host for host in self.available() if host not in tried]:
            host = self._home(job.room, hosts)
            tried.add(host)
            with contextlib.suppress(NoBotHostError):
                answer = await host.ask(job, limit, urgent)
                metrics.FAR_ANSWERS.inc()
                if answer.report is None:
                    raise HelperError(answer.failed or "crashed", False, **answer.facts)
                return answer.report
        raise NoBotHostError
