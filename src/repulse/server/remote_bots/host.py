"""`repulse bots`: a process that lends its machine's cores to servers elsewhere. It receives views, and returns answers."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from collections.abc import Callable
from typing import Final

import msgspec

from repulse.engine.contract import RepulseError
from repulse.server.helpers.pool import HelperError, HelperPool
from repulse.server.remote_bots.messages import (
    GREETING,
    MAX_LINE_BYTES,
    QUESTION,
    BotAnswer,
    BotQuestion,
    BotWelcome,
    line,
    refusal_reason,
)

_LOG: Final = logging.getLogger("repulse.server")

GREETING_SECONDS: Final = 10.0


class BotHost:
    """Answers the questions of all servers that are connected."""

    def __init__(self, token: str, processes: int, compiled: str = "") -> None:
        self.token = token
        self.helpers = HelperPool(processes, compiled)
        self._tasks: set[asyncio.Task[None]] = set()

    async def serve(self, host: str, port: int, ready: Callable[[str, int], None]) -> None:
        """Answer until the task is canceled."""
        stopping = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stopping.set)
        try:
            server = await asyncio.start_server(self.talk, host, port, limit=MAX_LINE_BYTES)
        except OSError as error:
            raise RepulseError(f"Port {port} of {host} cannot be used: {error.strerror}.") from error
        await self.helpers.refresh()
        ready(*server.sockets[0].getsockname()[:2])
        try:
            await stopping.wait()
        finally:
            server.close()
            for task in list(self._tasks):
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            await self.helpers.close()

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one server as long as it is connected."""
        tasks: set[asyncio.Task[None]] = set()
        try:
            if await self._greet(reader, writer):
                while data := await reader.readline():
                    task = asyncio.create_task(self._answer(QUESTION.decode(data), writer))
                    for task_set in (tasks, self._tasks):
                        task_set.add(task)
                        task.add_done_callback(task_set.discard)
        except (OSError, ValueError, msgspec.DecodeError) as error:
            _LOG.warning("connection of a server failed: %s", error)
        finally:
            for task in tasks:
                task.cancel()
            writer.close()

    async def _greet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        try:
            async with asyncio.timeout(GREETING_SECONDS):
                why = refusal_reason(GREETING.decode(await reader.readline()), self.token)
        except TimeoutError:
            return False
        writer.write(line(BotWelcome(not why, why, len(self.helpers.helpers))))
        await writer.drain()
        if why:
            _LOG.warning("server at %s refused: %s", writer.get_extra_info("peername"), why)
        return not why

    async def _answer(self, question: BotQuestion, writer: asyncio.StreamWriter) -> None:
        job = question.job
        try:
            report = await self.helpers.do(job.room, job, question.limit, urgent=question.urgent)
            answer = BotAnswer(question.id, report)
        except HelperError as error:
            answer = BotAnswer(question.id, None, error.ident, error.facts)
        with contextlib.suppress(OSError):
            writer.write(line(answer))
            await writer.drain()
