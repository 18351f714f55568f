"""Tasks that outlive those who wait for them, and whose errors are never lost or logged twice."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

from repulse.engine.contract import RepulseError

T = TypeVar("T")

_LOG: Final = logging.getLogger("repulse.server")


async def wait_for(future: asyncio.Future[T]) -> T:
    """Wait for a task or a future, which goes on if the waiting is cancelled.

    Like `asyncio.shield`, but with no second future: when the waiting is cancelled just as the error arrives, asyncio would log
    that nobody retrieved the error of the second one.
    """
    future.add_done_callback(_retrieve)
    await asyncio.wait({future})
    return future.result()


def _retrieve(future: asyncio.Future[Any]) -> None:
    if not future.cancelled():
        future.exception()


def log_fault(task: asyncio.Task[Any]) -> None:
    """Log the error of a finished task, if it is a fault in the program; refusals and a failing database are nothing to log.

    A callback for tasks that nobody need wait for.
    """
    error = None if task.cancelled() else task.exception()
    if error is not None and not isinstance(error, RepulseError):
        _LOG.error("a task failed", exc_info=error)


class Tasks:
    """Background tasks that end with their owner. Faults are logged."""

    def __init__(self) -> None:
        self.running: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start a task."""
        task = asyncio.create_task(work)
        self.running.add(task)
        task.add_done_callback(self.running.discard)
        task.add_done_callback(log_fault)
        return task

    async def cancel(self) -> None:
        """Cancel all tasks and wait for their end."""
        tasks = list(self.running)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
