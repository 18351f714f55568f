"""A worker process: `supervisor.py` starts it, and sends its settings on standard input."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import threading
from io import RawIOBase
from typing import Final

import msgspec
from msgspec import Struct

from repulse.engine.contract import RepulseError
from repulse.server import logs
from repulse.server.cluster.leases import HEARTBEAT_SECONDS
from repulse.server.config import Config
from repulse.server.serve import listen, run

READY: Final = b"ready\n"
BEAT: Final = b"beat\n"
"""Written to the supervisor every HEARTBEAT_SECONDS while the event loop runs."""


class Order(Struct):
    """The settings of a worker."""

    config: Config
    host: str
    port: int
    name: str
    log: str
    log_level: str


def _follow() -> None:
    """Exit when the supervisor has exited for any reason, which closes our input."""
    # Not through `sys.stdin`, which must be free when the interpreter ends.
    while os.read(0, 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


async def _beat(out: RawIOBase) -> None:
    """Report readiness to the supervisor, then send heartbeats."""
    message = READY
    while True:
        with contextlib.suppress(BrokenPipeError, BlockingIOError):
            out.write(message)
        message = BEAT
        await asyncio.sleep(HEARTBEAT_SECONDS)


def main() -> None:
    """Serve until stopped."""
    order = msgspec.json.decode(sys.stdin.buffer.readline(), type=Order)
    logs.set_up(order.log, order.log_level)
    # Printed text goes to the log: standard output belongs to the supervisor.
    out = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    # A supervisor that does not read must not block the worker.
    os.set_blocking(out.fileno(), False)
    threading.Thread(target=_follow, daemon=True).start()
    beating: list[asyncio.Task[None]] = []

    def ready() -> None:
        beating.append(asyncio.create_task(_beat(out)))

    run(order.config, listen(order.host, order.port, shared=True), ready, name=order.name)


if __name__ == "__main__":
    try:
        main()
    except RepulseError as error:
        sys.exit(f"repulse: {error}")
    except KeyboardInterrupt:
        pass
