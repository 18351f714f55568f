"""The interface of all pools, and the pool that works in this process."""

from __future__ import annotations

import os
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Final, Generic, Protocol, Self, TypeVar

Job = TypeVar("Job")
Result = TypeVar("Result")

LOCAL_BATCH_SECONDS: Final = 0.2


@dataclass
class BatchResult(Generic[Result]):
    """The results of consecutive numbers. A batch ends at an error, which is then the last of `results`."""

    first: int
    results: list[Result | Exception]
    seconds: float
    """The time that the batch took."""


@dataclass(eq=False)
class Slot:
    """A place for one batch at a time."""

    numbers: range | None = None
    """The batch in progress, if any."""


class Pool(Protocol[Result]):
    """Runs a task for batches of numbers: in this process, in other processes, or on a cluster."""

    @property
    def slots(self) -> Sequence[Slot]:
        """The slots, each idle or busy with a batch."""

    @property
    def batch_seconds(self) -> float:
        """The duration to aim at for a batch."""

    def set_job(self, job: Any) -> None:
        """Replace the job by another one of the same type; all slots must be idle."""

    def submit(self, slot: Any, numbers: range) -> None:
        """Start a batch in an idle slot."""

    def wait(self, timeout_s: float | None) -> list[BatchResult[Result]]:
        """Wait until at least one batch has finished.

        Args:
            timeout_s: Give up after this many seconds; None waits without limit.

        Returns:
            The finished batches; an empty list after a timeout.
        """

    def stop(self) -> None:
        """Stop all work immediately."""

    def __enter__(self) -> Self:
        """Return the pool; the end of the `with` statement stops it."""

    def __exit__(self, *_: object) -> None:
        """Stop all work immediately."""


class InProcessPool(AbstractContextManager["InProcessPool[Job, Result]"], Generic[Job, Result]):
    """A pool that works in this process, while the caller waits."""

    batch_seconds = LOCAL_BATCH_SECONDS

    def __init__(self, task: Callable[[Job, int], Result], job: Job) -> None:
        self._task = task
        self._job = job
        self.slots: list[Slot] = [Slot()]

    def set_job(self, job: Job) -> None:
        """Replace the job."""
        self._job = job

    def submit(self, slot: Slot, numbers: range) -> None:
        """Accept a batch; `wait` runs it."""
        slot.numbers = numbers

    def wait(self, timeout_s: float | None) -> list[BatchResult[Result]]:
        """Run the batch that was submitted; the timeout is ignored."""
        finished = []
        for slot in self.slots:
            if slot.numbers is not None:
                finished.append(run_batch(self._task, self._job, slot.numbers))
                slot.numbers = None
        return finished

    def stop(self) -> None:
        """Do nothing: no work is in progress between calls."""

    def __exit__(self, *_: object) -> None:
        self.stop()


def run_batch(task: Callable[[Job, int], Result], job: Job, numbers: range) -> BatchResult[Result]:
    """Run a task for some numbers; stop at the first error, which becomes the last result.

    Args:
        task: The function to call.
        job: Its first argument.
        numbers: Its second arguments.
    """
    started = time.perf_counter()
    results: list[Result | Exception] = []
    for number in numbers:
        try:
            results.append(task(job, number))
        except Exception as error:
            # Errors lose their traceback between processes; a note keeps it.
            error.add_note("".join(traceback.format_exception(error)))
            results.append(error)
            break
    return BatchResult(numbers.start, results, time.perf_counter() - started)


def core_count() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
