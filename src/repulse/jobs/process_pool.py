"""A pool of processes on this machine that can be stopped at any time.

`concurrent.futures` does not suffice: before Python 3.14 its process pool waits for running work when it is shut down,
and after the death of one worker it does not say which piece of work that worker had. Here each worker has a pipe of
its own: the pipe closes when the worker dies, and `stop` kills all workers immediately.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Final, Generic

from repulse.engine.contract import RepulseError
from repulse.jobs.pool import LOCAL_BATCH_SECONDS, BatchResult, Job, Result, Slot, run_batch

EXIT_TIMEOUT_S: Final = 0.2
"""The time a process has to exit by itself once its pipe is closed."""
THREAD_VARIABLES: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""The variables that the libraries of numpy read when they are loaded."""


@dataclass(eq=False)
class Worker(Slot):
    """A process and this process's end of its pipe."""

    process: BaseProcess = field(kw_only=True)
    pipe: Connection = field(kw_only=True)


class ProcessPool(AbstractContextManager["ProcessPool[Job, Result]"], Generic[Job, Result]):
    """Worker processes that call `task(job, number)` for batches of numbers."""

    batch_seconds = LOCAL_BATCH_SECONDS

    def __init__(
        self, task: Callable[[Job, int], Result], job: Job, count: int, *, single_threaded: bool = False
    ) -> None:
        """Start the workers.

        Args:
            task: A function of a module, which the workers import.
            job: The data that all numbers share.
            count: The number of workers.
            single_threaded: Let numpy use one thread per worker.
        """
        # Spawned rather than forked: the same on every system, and safe beside threads.
        context = multiprocessing.get_context("spawn")
        self.workers: list[Worker] = []
        try:
            with _single_threaded_numpy() if single_threaded else nullcontext():
                for _ in range(count):
                    ours, theirs = context.Pipe()
                    process = context.Process(target=_serve, args=(theirs, task, job))
                    process.start()
                    theirs.close()
                    self.workers.append(Worker(process=process, pipe=ours))
        except BaseException:
            self.stop()
            raise

    @property
    def slots(self) -> Sequence[Worker]:
        """The workers."""
        return self.workers

    def set_job(self, job: Job) -> None:
        """Send another job to all workers."""
        for worker in self.workers:
            self._send(worker, job)

    def submit(self, slot: Worker, numbers: range) -> None:
        """Send a batch to an idle worker."""
        slot.numbers = numbers
        self._send(slot, numbers)

    def _send(self, worker: Worker, message: object) -> None:
        try:
            worker.pipe.send(message)
        except OSError:
            raise self._death_of(worker) from None

    def wait(self, timeout_s: float | None) -> list[BatchResult[Result]]:
        """Wait until at least one batch has finished; return the finished ones, none after a timeout.

        Raises:
            RepulseError: A worker has died; the message names its batch.
        """
        ready = wait([worker.pipe for worker in self.workers], timeout_s)
        return [self._receive(worker) for worker in self.workers if worker.pipe in ready]

    def _receive(self, worker: Worker) -> BatchResult[Result]:
        try:
            batch: BatchResult[Result] = worker.pipe.recv()
        except (EOFError, OSError):
            raise self._death_of(worker) from None
        worker.numbers = None
        return batch

    def _death_of(self, worker: Worker) -> RepulseError:
        worker.process.join(EXIT_TIMEOUT_S)
        numbers = worker.numbers or range(1)
        last = numbers.stop - 1
        where = f"game {last}" if len(numbers) == 1 else f"one of the games {numbers.start} to {last}"
        return RepulseError(f"A worker process has died (exit code {worker.process.exitcode}) in {where}.")

    def stop(self) -> None:
        """Kill all workers. They hold nothing that would have to be saved."""
        for worker in self.workers:
            worker.process.kill()
        for worker in self.workers:
            worker.process.join()
            worker.pipe.close()
        self.workers = []

    def __exit__(self, *_: object) -> None:
        self.stop()


def _serve(pipe: Connection, task: Callable[[Job, int], Result], job: Job) -> None:
    """Run the batches that come through the pipe until it closes; anything but a range is a new job."""
    # Ctrl-C reaches every process of a terminal; the parent decides what happens then.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            message = pipe.recv()
        except EOFError:
            return
        if isinstance(message, range):
            pipe.send(_make_sendable(run_batch(task, job, message)))
        else:
            job = message


def _make_sendable(batch: BatchResult[Result]) -> BatchResult[Result]:
    """Replace an error that cannot be pickled by its traceback."""
    error = batch.results[-1] if batch.results else None
    if isinstance(error, Exception):
        try:
            is_same = type(pickle.loads(pickle.dumps(error))) is type(error)
        except Exception:
            is_same = False
        if not is_same:
            batch.results[-1] = RuntimeError(error.__notes__[-1])
    return batch


@contextmanager
def _single_threaded_numpy() -> Iterator[None]:
    """Have the processes that start meanwhile use one thread each."""
    before = {name: os.environ.get(name) for name in THREAD_VARIABLES}
    os.environ.update(dict.fromkeys(THREAD_VARIABLES, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
