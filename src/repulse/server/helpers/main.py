"""A helper process: reads jobs from standard input, one per line, and writes a report of each to standard output.

The server starts these (`pool.py`), so that a slow bot delays nobody else, and one that crashes, hangs or leaks
memory only affects its own process.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time

import msgspec

from repulse.engine.contract import RepulseError
from repulse.server.helpers.advice import ParRuns, Reviews, advise
from repulse.server.helpers.jobs import (
    Advise,
    BotCache,
    Choose,
    ChooseFromView,
    Failed,
    Job,
    MatchCache,
    MatchUnknown,
    PlayPar,
    Report,
    Show,
    TakeSnapshot,
    UnknownMatchError,
    choose,
    choose_from_view,
    record_views,
    show,
    take_snapshot,
)

READY = b'{"type":"ready"}\n'
LAST = 15
"""The niceness of background work."""


def _follow(parent: int) -> None:
    """Stop when the server has ended, even within a bot that never returns."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(0)


def _step_back() -> None:
    """Lower the priority of this process: it does background work."""
    if hasattr(os, "setpriority") and os.getpriority(os.PRIO_PROCESS, 0) < LAST:
        os.setpriority(os.PRIO_PROCESS, 0, LAST)


def main() -> None:
    """Run jobs until the input ends; the first argument, if given, is the niceness of the process."""
    if len(sys.argv) > 1 and hasattr(os, "nice"):
        os.nice(int(sys.argv[1]))
    # Ctrl-C and systemd signal the whole process group. The server ends its helpers itself, once their last jobs are done.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=_follow, args=(os.getppid(),), daemon=True).start()
    # Reports have their own channel: a bot's print must not be mistaken for one.
    out = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    jobs: msgspec.json.Decoder[Job] = msgspec.json.Decoder(Job)
    encode = msgspec.json.Encoder().encode
    matches, bots, replays, reviews, pars = MatchCache(), BotCache(), record_views(), Reviews(), ParRuns()
    out.write(READY)
    for line in sys.stdin.buffer:
        report: Report
        begun = time.process_time()
        try:
            job = jobs.decode(line)
            if isinstance(job, Advise):
                report = advise(matches, job)
            elif isinstance(job, Choose):
                report = choose(matches, job)
            elif isinstance(job, ChooseFromView):
                report = choose_from_view(bots, job)
            elif isinstance(job, Show):
                report = show(replays, job)
            elif isinstance(job, PlayPar):
                report = pars.play(job)
            elif isinstance(job, TakeSnapshot):
                _step_back()
                report = take_snapshot(replays, job)
            else:
                report = reviews.examine(job)
        except UnknownMatchError:
            report = MatchUnknown()
        except RepulseError as error:
            report = Failed(str(error), True)
        except Exception as error:
            report = Failed(f"{type(error).__name__}: {error}", False)
        report.cpu_seconds = time.process_time() - begun
        data = encode(report) + b"\n"
        while data:
            data = data[out.write(data) or 0 :]


if __name__ == "__main__":
    # The server may exit before we do; that is not an error.
    with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
        main()
