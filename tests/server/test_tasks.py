"""Tasks that outlive those who wait for them."""

from __future__ import annotations

import asyncio
import gc
import logging
from typing import Any

import pytest

from repulse.server.db.storage import StorageError
from repulse.server.tasks import log_fault, wait_for


def complaints(work: Any) -> list[str]:
    """Return the complaints of asyncio while some work is done."""
    said: list[str] = []

    async def run() -> None:
        asyncio.get_running_loop().set_exception_handler(
            lambda _loop, context: said.append(context["message"])
        )
        await work()
        gc.collect()
        await asyncio.sleep(0)

    asyncio.run(run())
    return said


def test_an_error_that_comes_as_the_waiting_is_cancelled_is_no_complaint() -> None:
    async def work() -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiting = asyncio.create_task(wait_for(future))
        await asyncio.sleep(0)
        future.set_exception(StorageError("the lease is lost"))
        # The error is on its way to the waiting task, which is canceled at the same moment.
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)

    assert complaints(work) == []


def test_a_task_goes_on_when_the_waiting_is_cancelled() -> None:
    done: list[int] = []

    async def work() -> None:
        async def job() -> None:
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            done.append(1)
            raise StorageError("afterwards")

        task = asyncio.create_task(job())
        waiting = asyncio.create_task(wait_for(task))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait({task})
        del task, waiting

    assert complaints(work) == []
    assert done == [1]


def test_the_result_and_the_error_reach_the_one_who_waits() -> None:
    async def answer(error: Exception | None) -> int:
        if error is not None:
            raise error
        return 5

    async def work() -> None:
        assert await wait_for(asyncio.create_task(answer(None))) == 5
        with pytest.raises(StorageError, match="away"):
            await wait_for(asyncio.create_task(answer(StorageError("away"))))

    assert complaints(work) == []


def test_only_faults_of_the_program_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def fail(error: Exception) -> None:
        raise error

    async def work() -> None:
        for error in (StorageError("away"), ValueError("a fault")):
            task = asyncio.create_task(fail(error))
            task.add_done_callback(log_fault)
            await asyncio.wait({task})

    with caplog.at_level(logging.INFO, "repulse.server"):
        assert complaints(work) == []
    (line,) = caplog.records
    assert line.exc_info is not None
    assert isinstance(line.exc_info[1], ValueError)
