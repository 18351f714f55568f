"""Processes that work on numbered pieces of a job and can be stopped at any time.

The pools of the standard library wait for running work, or hang when a process is killed. Here each worker has its own
pipe: when a worker dies its pipe closes, and `stop` ends all of them immediately.
"""

from __future__ import annotations

import multiprocessing
import pickle
import signal
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Final, Generic, NamedTuple, Protocol, Self, TypeVar

from repulse.engine.contract import RepulseError

Job = TypeVar("Job")
Piece = TypeVar("Piece")

PATIENCE: Final = 0.2
"""Seconds a process is given to exit by itself."""


@dataclass
class Batch(Generic[Piece]):
    """The results of a span of numbers. It stops at an error, which is then the last of `games`."""

    first: int
    games: list[Piece | Exception]
    seconds: float


class Span(NamedTuple):
    """Numbers from `first` up to, not including, `end`, for a process to work on."""

    first: int
    end: int


@dataclass(eq=False)
class Slot:
    """Where one span at a time is worked on."""

    span: tuple[int, int] | None = None
    """What is being done, if anything."""


@dataclass(eq=False)
class Worker(Slot):
    """A process and our end of its pipe."""

    process: BaseProcess = field(kw_only=True)
    pipe: Connection = field(kw_only=True)


class Pool(Protocol[Piece]):
    """What spans of numbers are given to: processes here, or the machines of a cluster."""

    @property
    def slots(self) -> Sequence[Slot]:
        """Where work is done."""

    @property
    def span_seconds(self) -> float:
        """About how long a span should take."""

    def renew(self, job: Any) -> None:
        """Go on with another job of the same kind; nothing may be running."""

    def give(self, slot: Any, first: int, end: int) -> None:
        """Have the numbers from `first` up to, not including, `end` done in an idle slot."""

    def wait(self, seconds: float | None) -> list[Batch[Piece]]:
        """What has been done, as soon as there is anything; an empty list after a timeout in seconds."""

    def stop(self) -> None:
        """End all work."""

    def __enter__(self) -> Self:
        """For use in a `with` statement, at whose end all work ends."""

    def __exit__(self, *_: object) -> None:
        """End all work."""


class Workers(AbstractContextManager["Workers[Job, Piece]"], Generic[Job, Piece]):
    """Processes that call `do(job, number)` for spans of numbers. They end with their `with` statement."""

    span_seconds = 0.2

    def __init__(self, do: Callable[[Job, int], Piece], job: Job, count: int) -> None:
        # Fresh processes rather than forked ones: the same on every system, and safe beside threads.
        context = multiprocessing.get_context("spawn")
        self.workers: list[Worker] = []
        try:
            for _ in range(count):
                ours, theirs = context.Pipe()
                process = context.Process(target=_work, args=(theirs, do, job))
                process.start()
                theirs.close()
                self.workers.append(Worker(process=process, pipe=ours))
        except BaseException:
            self.stop()
            raise

    @property
    def slots(self) -> Sequence[Worker]:
        """The processes."""
        return self.workers

    def renew(self, job: Job) -> None:
        """Send another job to all processes."""
        for worker in self.workers:
            self._send(worker, job)

    def give(self, worker: Worker, first: int, end: int) -> None:
        """Give a worker the numbers from `first` up to, not including, `end`."""
        worker.span = (first, end)
        self._send(worker, Span(first, end))

    def _send(self, worker: Worker, what: object) -> None:
        try:
            worker.pipe.send(what)
        except OSError:
            raise self._gone(worker) from None

    def wait(self, seconds: float | None) -> list[Batch[Piece]]:
        """What has been done, as soon as there is anything; an empty list after a timeout in seconds."""
        ready = wait([worker.pipe for worker in self.workers], seconds)
        return [self._take(worker) for worker in self.workers if worker.pipe in ready]

    def _take(self, worker: Worker) -> Batch[Piece]:
        try:
            batch: Batch[Piece] = worker.pipe.recv()
        except (EOFError, OSError):
            raise self._gone(worker) from None
        worker.span = None
        return batch

    def _gone(self, worker: Worker) -> RepulseError:
        worker.process.join(PATIENCE)
        first, end = worker.span or (0, 1)
        where = f"game {first}" if end == first + 1 else f"one of the games {first} to {end - 1}"
        return RepulseError(f"A worker process has died (exit code {worker.process.exitcode}) in {where}.")

    def stop(self) -> None:
        """End all processes, whatever they are doing. They hold nothing that would have to be put away."""
        for worker in self.workers:
            worker.process.kill()
        for worker in self.workers:
            worker.process.join()
            worker.pipe.close()
        self.workers = []

    def __exit__(self, *_: object) -> None:
        self.stop()


class Alone(AbstractContextManager["Alone[Job, Piece]"], Generic[Job, Piece]):
    """A pool that works in this process."""

    span_seconds = 0.2

    def __init__(self, do: Callable[[Job, int], Piece], job: Job) -> None:
        self._do = do
        self._job = job
        self.slots: list[Slot] = [Slot()]

    def renew(self, job: Job) -> None:
        """Take another job."""
        self._job = job

    def give(self, slot: Slot, first: int, end: int) -> None:
        """Take a span."""
        slot.span = (first, end)

    def wait(self, seconds: float | None) -> list[Batch[Piece]]:
        """Do what was taken."""
        done = []
        for slot in self.slots:
            if slot.span is not None:
                done.append(do_span(self._do, self._job, *slot.span))
                slot.span = None
        return done

    def stop(self) -> None:
        """Nothing is running between calls."""

    def __exit__(self, *_: object) -> None:
        pass


def _work(pipe: Connection, do: Callable[[Job, int], Piece], job: Job) -> None:
    """What a worker does until its pipe closes."""
    # Ctrl-C reaches every process of a terminal; the parent decides what happens then.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            sent = pipe.recv()
        except EOFError:
            return
        if isinstance(sent, Span):
            pipe.send(do_span(do, job, sent.first, sent.end))
        else:
            job = sent


def do_span(do: Callable[[Job, int], Piece], job: Job, first: int, end: int) -> Batch[Piece]:
    """Do the numbers of a span; an error ends it and is the last of what it returns."""
    started = time.perf_counter()
    games: list[Piece | Exception] = []
    for number in range(first, end):
        try:
            games.append(do(job, number))
        except Exception as error:
            games.append(_sendable(error))
            break
    return Batch(first, games, time.perf_counter() - started)


def _sendable(error: Exception) -> Exception:
    """The error with its traceback as a note: errors lose their traceback between processes."""
    trace = "".join(traceback.format_exception(error))
    error.add_note(trace)
    try:
        if type(pickle.loads(pickle.dumps(error))) is type(error):
            return error
    except Exception:
        pass
    return RuntimeError(trace)
