"""The machines with bots, as a server sees them: a question goes to one that is there, and to another if it dies."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import zlib
from typing import Final

import msgspec

from repulse.server import metrics
from repulse.server.far.messages import ANSWER, LONGEST_LINE, WELCOME, Answer, Question, greeting, line
from repulse.server.worker_jobs import Report, Think
from repulse.server.worker_pool import HelperFailed

_LOG: Final = logging.getLogger("repulse.server")

CONNECT_SECONDS: Final = 5.0
FIRST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 10.0
SPARE_SECONDS: Final = 2.0
"""How much longer than the bot itself we wait for its answer to come over the network."""


class NobodyThere(Exception):
    """No machine with bots is there: the server's own must do."""


class Host:
    """One machine with bots, to which we stay connected."""

    def __init__(self, address: str, token: str) -> None:
        self.address = address
        self.token = token
        self.processes = 0
        """How many questions it can think about at once; 0 while it is not there."""
        self._writer: asyncio.StreamWriter | None = None
        self._waiting: dict[int, asyncio.Future[Answer]] = {}
        self._count = 0

    def is_there(self) -> bool:
        """Whether it can be asked."""
        return self._writer is not None

    def waiting(self) -> int:
        """How many questions it has not answered yet."""
        return len(self._waiting)

    async def stay_connected(self) -> None:
        """Connect, and again whenever the connection is lost."""
        pause = FIRST_PAUSE
        while True:
            try:
                if await self._connect():
                    pause = FIRST_PAUSE
            except (OSError, TimeoutError, ValueError, msgspec.DecodeError) as error:
                _LOG.info("the bots at %s are not there: %s", self.address, error)
            self.hang_up()
            await asyncio.sleep(pause)
            pause = min(LONGEST_PAUSE, 2 * pause)

    async def _connect(self) -> bool:
        """Hear what it says until the connection is lost; False if it does not want us."""
        host, _, port = self.address.rpartition(":")
        async with asyncio.timeout(CONNECT_SECONDS):
            reader, writer = await asyncio.open_connection(host.strip("[]"), int(port), limit=LONGEST_LINE)
        try:
            writer.write(line(greeting(self.token)))
            async with asyncio.timeout(CONNECT_SECONDS):
                welcome = WELCOME.decode(await reader.readline())
            if not welcome.ok:
                _LOG.warning("the bots at %s do not serve us: %s", self.address, welcome.why)
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

    def hang_up(self) -> None:
        """It is gone: whoever waits for it asks another."""
        writer, self._writer, self.processes = self._writer, None, 0
        if writer is not None:
            _LOG.warning("the bots at %s are gone", self.address)
            writer.close()
        waiting, self._waiting = self._waiting, {}
        for future in waiting.values():
            if not future.done():
                future.set_exception(NobodyThere())

    async def ask(self, job: Think, limit: float, urgent: bool) -> Answer:
        """The answer to a question; NobodyThere if the machine dies over it."""
        writer = self._writer
        if writer is None:
            raise NobodyThere
        self._count += 1
        number = self._count
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting[number] = future
        try:
            async with asyncio.timeout(limit + SPARE_SECONDS):
                writer.write(line(Question(number, job, limit, urgent)))
                await writer.drain()
                return await future
        except OSError as error:
            raise NobodyThere from error
        except TimeoutError as error:
            # It should have said itself that its bot is slow: it stands still.
            self.hang_up()
            raise NobodyThere from error
        finally:
            self._waiting.pop(number, None)


class Hosts:
    """All machines with bots that a server may ask."""

    def __init__(self, addresses: tuple[str, ...], token: str) -> None:
        self.hosts = [Host(address, token) for address in addresses]
        self._tasks: list[asyncio.Task[None]] = []

    def open(self) -> None:
        """Connect to all of them, as soon as they are there."""
        self._tasks = [asyncio.create_task(host.stay_connected()) for host in self.hosts]

    async def close(self) -> None:
        """Hang up."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for host in self.hosts:
            host.hang_up()

    def there(self) -> list[Host]:
        """Those that can be asked."""
        return [host for host in self.hosts if host.is_there()]

    def waiting(self) -> int:
        """How many questions are not answered yet."""
        return sum(host.waiting() for host in self.hosts)

    def _home(self, key: str, hosts: list[Host]) -> Host:
        """The same machine for the same room, which has its bots already, unless it has much more to do than another."""
        home = hosts[zlib.crc32(key.encode()) % len(hosts)]
        free = min(hosts, key=lambda host: host.waiting() / host.processes)
        return home if home.waiting() < free.waiting() + 2 * home.processes else free

    async def do(self, job: Think, limit: float, urgent: bool) -> Report:
        """The report of a job. NobodyThere if no machine is; HelperFailed if the bot itself failed."""
        tried: set[Host] = set()
        while hosts := [host for host in self.there() if host not in tried]:
            host = self._home(job.room, hosts)
            tried.add(host)
            with contextlib.suppress(NobodyThere):
                answer = await host.ask(job, limit, urgent)
                metrics.FAR_ANSWERS.inc()
                if answer.report is None:
                    raise HelperFailed(answer.failed or "crashed", False, **answer.facts)
                return answer.report
        raise NobodyThere
