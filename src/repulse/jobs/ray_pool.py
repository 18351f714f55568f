"""A Ray cluster as a pool (extra `ray`).

A batch is a Ray task: Ray runs it on any machine with a free core, and again elsewhere if that machine dies. Results
depend on job and number alone, so they are the same as on one machine. Every machine needs the same version of this
package. Jobs and results travel as JSON or npz (`repulse.jobs.codec`), and a task by the name of its function: no pickle
of ours crosses the network.
"""

from __future__ import annotations

import logging
import os
import secrets
import socket
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pkgutil import resolve_name
from typing import Any, Final, Generic

from repulse.engine.contract import RepulseError
from repulse.jobs.codec import decode, decode_batch, encode, encode_batch, task_types
from repulse.jobs.pool import BatchResult, Job, Result, Slot, run_batch

CONNECT_TIMEOUT_S: Final = 5.0
MAX_RETRIES: Final = 20
"""The number of times a batch is retried after the death of a machine or process."""


@dataclass(eq=False)
class RaySlot(Slot):
    """A task of the cluster, if one is in progress."""

    reference: Any = None


class RayPool(AbstractContextManager["RayPool[Job, Result]"], Generic[Job, Result]):
    """A cluster as a pool."""

    batch_seconds = 5.0
    """A task of Ray has an overhead of a few milliseconds."""

    def __init__(self, task: Callable[[Job, int], Result], job: Job, address: str) -> None:
        """Connect to a cluster.

        Args:
            task: A function of a module that all machines can import.
            job: The data that all numbers share.
            address: `local` for a new cluster on this machine, otherwise an address such as `ray://head:10001`.

        Raises:
            RepulseError: The cluster cannot be reached, or Ray is not installed.
        """
        self._ray = ray = _import_ray()
        _check_reachable(address)
        try:
            # Ray knows `local` too, and then does not look for a cluster that is already running here.
            ray.init(address, log_to_driver=False, logging_level=logging.ERROR, include_dashboard=None)
            cores = int(ray.cluster_resources().get("CPU", 1))
        except Exception as error:
            raise RepulseError(f"There is no cluster at {address!r}: {error}.{_token_hint()}") from error
        self._run = ray.remote(max_retries=MAX_RETRIES, num_cpus=1)(run_encoded_batch)
        self._task_name = f"{task.__module__}:{task.__qualname__}"
        _, self._result_type = task_types(task)
        self._job_id = ""
        self._job: Any = None
        self.set_job(job)
        # One task more per core than can run, so that no core has to wait for this process.
        self._slots = [RaySlot() for _ in range(2 * cores)]

    @property
    def slots(self) -> Sequence[RaySlot]:
        """The slots of the cluster."""
        return self._slots

    def set_job(self, job: Job) -> None:
        """Put another job into the store of the cluster."""
        self._job_id = secrets.token_hex(8)
        self._job = self._ray.put(encode(job))

    def submit(self, slot: RaySlot, numbers: range) -> None:
        """Start a batch on the cluster."""
        slot.numbers = numbers
        slot.reference = self._run.remote(
            (self._task_name, self._job_id), self._job, (numbers.start, numbers.stop)
        )

    def wait(self, timeout_s: float | None) -> list[BatchResult[Result]]:
        """Wait until at least one batch has finished; return the finished ones, none after a timeout.

        Raises:
            RepulseError: The cluster gave a batch up.
        """
        running = {slot.reference: slot for slot in self._slots if slot.numbers}
        finished, _ = self._ray.wait(list(running), num_returns=1, timeout=timeout_s)
        return [self._receive(running[reference]) for reference in finished]

    def _receive(self, slot: RaySlot) -> BatchResult[Result]:
        try:
            data: bytes = self._ray.get(slot.reference)
        except self._ray.exceptions.RayError as error:
            numbers = slot.numbers or range(1)
            raise RepulseError(
                f"The cluster could not run the games {numbers.start} to {numbers.stop - 1}: {error}."
            ) from error
        slot.numbers = slot.reference = None
        return decode_batch(data, self._result_type)

    def stop(self) -> None:
        """Cancel all tasks and disconnect."""
        for slot in self._slots:
            if slot.numbers:
                self._ray.cancel(slot.reference, force=True)
        self._slots = []
        self._ray.shutdown()

    def __exit__(self, *_: object) -> None:
        self.stop()


_decoded_jobs: dict[str, object] = {}
"""The job that this process of a cluster has decoded last."""


def run_encoded_batch(task_and_job: tuple[str, str], job: bytes, span: tuple[int, int]) -> bytes:
    """Run a batch on a machine of the cluster: bytes in, bytes out.

    Args:
        task_and_job: Where the task is, such as `repulse.arena.many:play_number`, and the id of the job, so that each
            is decoded once per process.
        job: The job as bytes.
        span: The first number, and the one after the last.
    """
    task_name, job_id = task_and_job
    task = resolve_name(task_name)
    if job_id not in _decoded_jobs:
        _decoded_jobs.clear()
        _decoded_jobs[job_id] = decode(job, task_types(task)[0])
    return encode_batch(run_batch(task, _decoded_jobs[job_id], range(*span)))


def _check_reachable(address: str) -> None:
    """Fail early where nothing listens: Ray itself retries for minutes.

    Raises:
        RepulseError: Nothing accepts connections at the address.
    """
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        return
    try:
        socket.create_connection((host, int(port)), CONNECT_TIMEOUT_S).close()
    except (OSError, OverflowError) as error:
        raise RepulseError(f"There is no cluster at {address!r}: {error}.") from None


def _has_token() -> bool:
    return "RAY_AUTH_TOKEN_PATH" in os.environ or "RAY_AUTH_TOKEN" in os.environ


def _token_hint() -> str:
    """Return what may be wrong when a cluster refuses the connection."""
    if _has_token():
        return " Is the token in RAY_AUTH_TOKEN_PATH the one of the cluster?"
    return " If it uses a token, name its file in RAY_AUTH_TOKEN_PATH."


def _import_ray() -> Any:
    # Without these, Ray reports usage to its makers and warns about settings that do not matter here.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    # Ray ignores a token unless the mode is set.
    if _has_token():
        os.environ.setdefault("RAY_AUTH_MODE", "token")
    try:
        import ray
    except ImportError:
        raise RepulseError("A cluster needs Ray: pip install 'repulse[ray]'.") from None
    return ray
