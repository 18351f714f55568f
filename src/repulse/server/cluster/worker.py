"""One process of several: `supervisor.py` starts it, and tells it on standard input what to serve and where."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from typing import Final

import msgspec
from msgspec import Struct

from repulse.engine.contract import RepulseError
from repulse.server import logs
from repulse.server.app import Config
from repulse.server.serve import listen, run

READY: Final = b"ready\n"


class Order(Struct):
    """What a process is to do."""

    config: Config
    host: str
    port: int
    name: str
    log: str
    log_level: str


def _follow() -> None:
    """End as soon as the supervisor is gone, however it ended: then nobody holds the other end of our input."""
    # Not through `sys.stdin`, which must be free when the interpreter ends.
    while os.read(0, 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


def main() -> None:
    """Serve until told to stop."""
    order = msgspec.json.decode(sys.stdin.buffer.readline(), type=Order)
    logs.set_up(order.log, order.log_level)
    # What is printed goes to the log: standard output is for the supervisor.
    out = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    threading.Thread(target=_follow, daemon=True).start()

    def ready() -> None:
        with contextlib.suppress(BrokenPipeError):
            out.write(READY)

    run(order.config, listen(order.host, order.port, shared=True), ready, order.name)


if __name__ == "__main__":
    try:
        main()
    except RepulseError as error:
        sys.exit(f"repulse: {error}")
    except KeyboardInterrupt:
        pass
