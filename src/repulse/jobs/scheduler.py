"""Adaptive batches over a pool, and results in the order of their numbers."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, Generic

from repulse.jobs.pool import BatchResult, Job, Pool, Result, core_count
from repulse.jobs.pools import make_pool

MAX_BATCH: Final = 200
"""The largest number of results in a batch."""
MAX_BATCHES_AHEAD: Final = 4
"""The number of batches per slot that may run ahead of the first missing result; this bounds the memory used."""


class BatchScheduler(Generic[Result]):
    """Hands numbers to a pool in batches that take about `pool.batch_seconds` each.

    Batches finish in any order. After an error no more are started, but those in progress are awaited; after the
    deadline they are not.
    """

    def __init__(
        self, pool: Pool[Result], numbers: Iterable[range], *, deadline: float | None = None
    ) -> None:
        """Prepare to run some numbers.

        Args:
            pool: The pool; it must be idle.
            numbers: The numbers to run, in ascending order.
            deadline: The time of `time.monotonic` after which no result is awaited any more.
        """
        self._pool = pool
        self._pending = deque(part for part in numbers if part)
        self._pending_count = sum(len(part) for part in self._pending)
        self._deadline = deadline
        self._batch_size = 1
        self._failed = False

    def run(self) -> Iterator[BatchResult[Result]]:
        """Run all numbers; yield batches as they finish."""
        while True:
            self._fill_slots()
            if not any(slot.numbers for slot in self._pool.slots):
                return
            timeout_s = None if self._deadline is None else self._deadline - time.monotonic()
            if timeout_s is not None and timeout_s <= 0:
                return
            for batch in self._pool.wait(timeout_s):
                self._adapt(batch)
                yield batch

    def _fill_slots(self) -> None:
        for slot in self._pool.slots:
            if slot.numbers is None:
                if self._failed or not self._pending or self._is_far_ahead():
                    return
                self._pool.submit(slot, self._next_batch())

    def _is_far_ahead(self) -> bool:
        """Return whether the next number is too far beyond the oldest one in progress."""
        slots = self._pool.slots
        oldest = min((slot.numbers.start for slot in slots if slot.numbers), default=0)
        return oldest > 0 and self._pending[0].start >= oldest + MAX_BATCHES_AHEAD * MAX_BATCH * len(slots)

    def _next_batch(self) -> range:
        numbers = self._pending.popleft()
        # The last batches are small, so that all slots stay busy until the end.
        size = min(self._batch_size, max(1, self._pending_count // len(self._pool.slots)))
        batch, rest = numbers[:size], numbers[size:]
        if rest:
            self._pending.appendleft(rest)
        self._pending_count -= len(batch)
        return batch

    def _adapt(self, batch: BatchResult[Result]) -> None:
        self._failed = self._failed or isinstance(batch.results[-1], Exception)
        seconds_each = batch.seconds / len(batch.results)
        size = int(self._pool.batch_seconds / seconds_each) if seconds_each else MAX_BATCH
        self._batch_size = max(1, min(MAX_BATCH, size))


class OrderedResults(Generic[Result]):
    """Results that arrive in any order and leave in the order of their numbers."""

    def __init__(self) -> None:
        self.next = 0
        """The first number that has not been returned."""
        self._waiting: dict[int, Result | Exception] = {}

    def add(self, first: int, results: Sequence[Result | Exception]) -> None:
        """Add the results of consecutive numbers from `first` on."""
        self._waiting.update(enumerate(results, first))

    def ready(self) -> Iterator[Result]:
        """Yield the results that have none missing before them.

        Raises:
            Exception: The error that takes the place of the next result.
        """
        while self.next in self._waiting:
            result = self._waiting.pop(self.next)
            if isinstance(result, Exception):
                self._waiting.clear()
                raise result
            self.next += 1
            yield result

    def rest(self) -> Iterator[Result]:
        """Yield all remaining results, in order but with gaps; errors are left out."""
        for _, result in sorted(self._waiting.items()):
            if not isinstance(result, Exception):
                yield result


def run_in_order(
    task: Callable[[Job, int], Result],
    job: Job,
    count: int,
    *,
    workers: int = 0,
    seconds: float | None = None,
    cluster: str = "",
) -> Iterator[Result]:
    """Run `task(job, number)` for the numbers from 0 to `count` - 1; yield the results in order, as they are ready.

    Args:
        task: A function of a module; see `make_pool`.
        job: The data that all numbers share.
        count: The count of numbers to run.
        workers: The number of processes; 0 means one per core, 1 means this process.
        seconds: Stop after this time. Work in progress is dropped; finished results are still yielded.
        cluster: The address of a Ray cluster that replaces the processes of this machine.

    Raises:
        Exception: The first error of the task, after all results before it.
        KeyboardInterrupt: After the finished results have been yielded.
    """
    workers = min(workers or core_count(), count)
    if workers == 1 and seconds is None and not cluster:
        for number in range(count):
            yield task(job, number)
        return
    deadline = None if seconds is None else time.monotonic() + seconds
    ordered: OrderedResults[Result] = OrderedResults()
    with make_pool(task, job, workers=workers, cluster=cluster, interruptible=deadline is not None) as pool:
        try:
            for batch in BatchScheduler(pool, [range(count)], deadline=deadline).run():
                ordered.add(batch.first, batch.results)
                yield from ordered.ready()
        except KeyboardInterrupt:
            pool.stop()
            yield from ordered.rest()
            raise
    yield from ordered.rest()


def run_all(pool: Pool[Result], count: int) -> list[Result]:
    """Run the numbers from 0 to `count` - 1 of a pool's job; return all results in order.

    Raises:
        Exception: The first error that a batch reports.
    """
    results: dict[int, Result] = {}
    for batch in BatchScheduler(pool, [range(count)]).run():
        for number, result in enumerate(batch.results, batch.first):
            if isinstance(result, Exception):
                raise result
            results[number] = result
    return [results[number] for number in range(count)]
