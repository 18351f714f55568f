"""A helper process: reads jobs from standard input, one per line, and writes a report of each to standard output.

The server starts these (`worker_pool.py`), so that a slow bot holds nobody up, and one that crashes, hangs or leaks
memory takes only its own process down.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time

import msgspec

from repulse.engine.contract import RepulseError
from repulse.server.worker_advice import Reviews, advise
from repulse.server.worker_jobs import (
    Advise,
    Choose,
    Failed,
    Job,
    Keep,
    Matches,
    Minds,
    Report,
    Show,
    Think,
    choose,
    keep,
    record_views,
    show,
    think,
)

READY = b'{"type":"ready"}\n'
LAST = 15
"""The priority of work that nobody waits for."""


def _follow(parent: int) -> None:
    """Exit when the server is gone, even from within a bot that never returns."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(0)


def _step_back() -> None:
    """Let everybody else go first from now on: nobody waits for what is done."""
    if hasattr(os, "setpriority") and os.getpriority(os.PRIO_PROCESS, 0) < LAST:
        os.setpriority(os.PRIO_PROCESS, 0, LAST)


def main() -> None:
    """Work until there is no more."""
    threading.Thread(target=_follow, args=(os.getppid(),), daemon=True).start()
    # Reports have their own channel: a bot's print must not be mistaken for one.
    out = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    jobs: msgspec.json.Decoder[Job] = msgspec.json.Decoder(Job)
    encode = msgspec.json.Encoder().encode
    matches, minds, replays, reviews = Matches(), Minds(), record_views(), Reviews()
    out.write(READY)
    for line in sys.stdin.buffer:
        report: Report
        try:
            job = jobs.decode(line)
            if isinstance(job, Advise):
                report = advise(matches, job)
            elif isinstance(job, Choose):
                report = choose(matches, job)
            elif isinstance(job, Think):
                report = think(minds, job)
            elif isinstance(job, Show):
                report = show(replays, job)
            elif isinstance(job, Keep):
                _step_back()
                report = keep(replays, job)
            else:
                report = reviews.examine(job)
        except RepulseError as error:
            report = Failed(str(error), True)
        except Exception as error:
            report = Failed(f"{type(error).__name__}: {error}", False)
        data = encode(report) + b"\n"
        while data:
            data = data[out.write(data) or 0 :]


if __name__ == "__main__":
    # The server may exit before we do; that is not an error.
    with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
        main()
