"""Pools and their scheduler: every number once, with any pool, pace and end."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from repulse.engine.contract import RepulseError
from repulse.jobs import scheduler
from repulse.jobs.codec import decode_batch, encode
from repulse.jobs.pool import BatchResult, InProcessPool, Slot
from repulse.jobs.pools import make_pool
from repulse.jobs.process_pool import THREAD_VARIABLES, ProcessPool
from repulse.jobs.ray_pool import run_encoded_batch
from repulse.jobs.scheduler import BatchScheduler, OrderedResults, run_all, run_in_order


def square(offset: int, number: int) -> int:
    return offset + number * number


def fail_at_five(offset: int, number: int) -> int:
    if number == 5:
        raise RepulseError("five")
    return offset + number


class PrivateError(Exception):
    """Cannot be pickled: its constructor needs two values."""

    def __init__(self, first: object, second: object) -> None:
        super().__init__(f"{first} {second}")


def raise_private(job: int, number: int) -> int:
    raise PrivateError(job, lambda: 0)


def sleep_forever(job: int, number: int) -> int:
    if number:
        time.sleep(600)
    return number


def thread_variables(job: int, number: int) -> list[str]:
    return [os.environ.get(name, "") for name in THREAD_VARIABLES]


@pytest.mark.parametrize("workers", [1, 2])
def test_results_come_in_order(workers: int) -> None:
    assert list(run_in_order(square, 3, 50, workers=workers)) == [square(3, number) for number in range(50)]


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_comes_after_all_results_before_it(workers: int) -> None:
    seen: list[int] = []
    with pytest.raises(RepulseError, match="five"):
        seen.extend(run_in_order(fail_at_five, 0, 50, workers=workers))
    assert seen == [0, 1, 2, 3, 4]


def test_a_job_can_be_replaced_between_runs() -> None:
    with make_pool(square, 0, workers=2) as pool:
        assert run_all(pool, 4) == [0, 1, 4, 9]
        pool.set_job(10)
        assert run_all(pool, 3) == [10, 11, 14]


def test_work_in_progress_is_dropped_at_the_deadline() -> None:
    with ProcessPool(sleep_forever, 0, 2) as pool:
        assert run_all(pool, 1) == [0]
        started = time.monotonic()
        batches = list(BatchScheduler(pool, [range(4)], deadline=started + 2).run())
    assert 2 <= time.monotonic() - started < 30
    assert {result for batch in batches for result in batch.results} <= {0}


def test_an_error_that_cannot_be_pickled_arrives_as_its_traceback() -> None:
    with ProcessPool(raise_private, 1, 1) as pool, pytest.raises(RuntimeError, match="PrivateError: 1"):
        run_all(pool, 1)


def test_single_threaded_workers_say_so_to_numpy_alone() -> None:
    before = {name: os.environ.get(name) for name in THREAD_VARIABLES}
    with ProcessPool(thread_variables, 0, 1, single_threaded=True) as pool:
        assert run_all(pool, 1) == [["1"] * len(THREAD_VARIABLES)]
    assert before == {name: os.environ.get(name) for name in THREAD_VARIABLES}


def test_a_batch_of_a_cluster_is_bytes_in_and_bytes_out() -> None:
    name = f"{__name__}:fail_at_five"
    batch = decode_batch(run_encoded_batch((name, "a"), encode(1), (3, 9)), int)
    assert batch.results[:2] == [4, 5]
    assert isinstance(batch.results[2], RepulseError)
    again = decode_batch(run_encoded_batch((name, "b"), encode(2), (0, 2)), int)
    assert again.results == [2, 3]


@dataclass
class FakePool:
    """Finishes the latest batch first, and takes a second for each number."""

    slots: Sequence[Slot] = field(default_factory=lambda: [Slot() for _ in range(3)])
    batch_seconds: float = 5.0
    started: list[range] = field(default_factory=list)

    def submit(self, slot: Slot, numbers: range) -> None:
        slot.numbers = numbers
        self.started.append(numbers)

    def wait(self, timeout_s: float | None) -> list[BatchResult[int]]:
        busy = [slot for slot in self.slots if slot.numbers]
        slot = max(busy, key=lambda slot: slot.numbers.start if slot.numbers else 0)
        assert slot.numbers
        numbers, slot.numbers = slot.numbers, None
        return [BatchResult(numbers.start, list(numbers), 1.0 * len(numbers))]


def test_batches_grow_to_the_wanted_duration_and_shrink_at_the_end() -> None:
    pool: Any = FakePool()
    finished = list(BatchScheduler[int](pool, [range(100)]).run())
    assert sorted(batch.first + i for batch in finished for i in range(len(batch.results))) == list(
        range(100)
    )
    sizes = [len(numbers) for numbers in pool.started]
    assert sizes[:3] == [1, 1, 1]
    assert max(sizes) == 5
    assert sizes[-1] == 1


def test_no_batch_runs_far_ahead_of_the_oldest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "MAX_BATCH", 2)
    pool: Any = FakePool()
    oldest: list[int] = []
    for batch in BatchScheduler(pool, [range(1, 200)]).run():
        busy = [slot.numbers.start for slot in pool.slots if slot.numbers]
        oldest.append(batch.first - min(busy, default=batch.first))
    assert max(oldest) <= scheduler.MAX_BATCHES_AHEAD * 2 * 3


def test_ordered_results_wait_for_missing_ones() -> None:
    ordered: OrderedResults[str] = OrderedResults()
    ordered.add(1, ["b"])
    assert list(ordered.ready()) == []
    ordered.add(0, ["a"])
    assert list(ordered.ready()) == ["a", "b"]
    ordered.add(4, ["e", RepulseError("no")])
    assert list(ordered.rest()) == ["e"]


def test_a_pool_of_this_process_has_one_slot() -> None:
    with InProcessPool(square, 1) as pool:
        assert len(pool.slots) == 1
        assert run_all(pool, 3) == [1, 2, 5]
