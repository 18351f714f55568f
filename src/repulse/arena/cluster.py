"""Many games on many machines, with Ray (an optional extra).

A span of games is a task. Ray runs it on any machine that has a free core, and once more elsewhere if that machine dies.
Games depend on their plan and number alone, so the results are the same as on one machine. All machines need the same
version of this package.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Final, Generic

from repulse.arena.workers import Batch, Job, Piece, Slot, do_span
from repulse.engine.contract import RepulseError

CONNECT_SECONDS: Final = 5.0
RETRIES: Final = 20
"""How often a span is tried again after a machine or a process has died."""


@dataclass(eq=False)
class Task(Slot):
    """A task of the cluster, while one is running here."""

    result: Any = None


class RayPool(AbstractContextManager["RayPool[Job, Piece]"], Generic[Job, Piece]):
    """A cluster as a pool: `local` for one on this machine, else its address, such as `ray://head:10001`."""

    span_seconds = 5.0
    """A task costs a few milliseconds of its own."""

    def __init__(self, do: Callable[[Job, int], Piece], job: Job, address: str) -> None:
        self._ray = ray = _ray()
        _check_somebody_is_there(address)
        try:
            # Ray knows `local` too, and by that name looks for no cluster that somebody else has started here.
            ray.init(address, log_to_driver=False, logging_level=logging.ERROR, include_dashboard=None)
            cores = int(ray.cluster_resources().get("CPU", 1))
        except Exception as error:
            raise RepulseError(f"There is no cluster at {address!r}: {error}.") from error
        self._task = ray.remote(max_retries=RETRIES, num_cpus=1)(do_span)
        self._do = do
        self._job = ray.put(job)
        # One task more for each core than can run, so that none waits for us.
        self._slots = [Task() for _ in range(2 * cores)]

    @property
    def slots(self) -> Sequence[Task]:
        """The tasks."""
        return self._slots

    def renew(self, job: Job) -> None:
        """Put another job where all machines find it."""
        self._job = self._ray.put(job)

    def give(self, slot: Task, first: int, end: int) -> None:
        """Hand a span to the cluster."""
        slot.span = (first, end)
        slot.result = self._task.remote(self._do, self._job, first, end)

    def wait(self, seconds: float | None) -> list[Batch[Piece]]:
        """What has been done, as soon as there is anything; an empty list after a timeout in seconds."""
        running = {slot.result: slot for slot in self._slots if slot.span}
        done, _ = self._ray.wait(list(running), num_returns=1, timeout=seconds)
        return [self._take(running[result]) for result in done]

    def _take(self, slot: Task) -> Batch[Piece]:
        try:
            batch: Batch[Piece] = self._ray.get(slot.result)
        except self._ray.exceptions.RayError as error:
            first, end = slot.span or (0, 1)
            raise RepulseError(
                f"The cluster could not play the games {first} to {end - 1}: {error}."
            ) from error
        slot.span = slot.result = None
        return batch

    def stop(self) -> None:
        """Leave the cluster; its machines drop what is running."""
        for slot in self._slots:
            if slot.span:
                self._ray.cancel(slot.result, force=True)
        self._slots = []
        self._ray.shutdown()

    def __exit__(self, *_: object) -> None:
        self.stop()


def _check_somebody_is_there(address: str) -> None:
    """Ray itself tries for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        return
    try:
        socket.create_connection((host, int(port)), CONNECT_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise RepulseError(f"There is no cluster at {address!r}: {error}.") from None


def _ray() -> Any:
    # Ray reports usage to its makers unless told not to, and warns about settings of no concern here.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        import ray
    except ImportError:
        raise RepulseError("A cluster needs Ray: pip install 'repulse[ray]'.") from None
    return ray
