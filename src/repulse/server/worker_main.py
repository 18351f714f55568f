"""A helper process: reads jobs from its standard input, one a line, and writes a report of each to its output.

The server starts these (`worker_pool.py`), so that a bot that thinks for long holds up nobody, and one that crashes, hangs
or grows takes nothing with it but the process.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time

import msgspec

from repulse.engine.contract import RepulseError
from repulse.server.worker_jobs import (
    Choose,
    Failed,
    Job,
    Matches,
    Replays,
    Report,
    choose,
    show,
)

READY = b'{"type":"ready"}\n'


def _follow(parent: int) -> None:
    """End when the server is gone, even from within a bot that never comes back."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(0)


def main() -> None:
    """Work until there is no more."""
    threading.Thread(target=_follow, args=(os.getppid(),), daemon=True).start()
    # Reports go out by a way of their own: a bot that prints must not be taken for one.
    out = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    jobs: msgspec.json.Decoder[Job] = msgspec.json.Decoder(Job)
    encode = msgspec.json.Encoder().encode
    matches, replays = Matches(), Replays()
    out.write(READY)
    for line in sys.stdin.buffer:
        report: Report
        try:
            job = jobs.decode(line)
            report = choose(matches, job) if isinstance(job, Choose) else show(replays, job)
        except RepulseError as error:
            report = Failed(str(error), True)
        except Exception as error:
            report = Failed(f"{type(error).__name__}: {error}", False)
        data = encode(report) + b"\n"
        while data:
            data = data[out.write(data) or 0 :]


if __name__ == "__main__":
    # The server may be gone before we are: nothing to complain about.
    with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
        main()
