"""Several processes on one PostgreSQL, for tests: started as the command does, and killed one by one."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from tests.server.client import Server, get

MANY = """
import json, sys
from repulse.server import logs
from repulse.server.config import Config
from repulse.server.cluster.supervisor import supervise
from repulse.server.guard.quotas import Quotas

logs.set_up("text", "warning")
wanted = json.loads(sys.argv[1])
usual = {"rooms_per_minute": 100_000, "forced_seconds": 0.05, "cpu_share": 100.0, "joins_per_minute": 100_000}
config = Config(wanted["database"], quotas=Quotas(**usual | wanted["quotas"]), admin_token="operator", **wanted["more"])
supervise(config, wanted["workers"], announce=lambda address, _outside: print(address, flush=True))
"""


def start_workers(
    database: str,
    workers: int = 4,
    quotas: dict[str, float] | None = None,
    log: Path | None = None,
    **more: Any,
) -> Server:
    """A server of several processes that is ready; `log` is where its errors go."""
    root = Path(__file__).resolve().parent.parent.parent
    paths = [os.environ.get("PYTHONPATH", ""), str(root)]
    arguments = json.dumps({"database": database, "workers": workers, "quotas": quotas or {}, "more": more})
    with contextlib.ExitStack() as files:
        process = subprocess.Popen(
            [sys.executable, "-c", MANY, arguments],
            stdout=subprocess.PIPE,
            stderr=files.enter_context(log.open("a")) if log else None,
            text=True,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(path for path in paths if path)},
        )
    assert process.stdout is not None
    address = process.stdout.readline().strip()
    server = Server(process, address)
    assert address.startswith("http://"), "the server did not start"
    return server


def worker_pids(server: Server) -> list[int]:
    """The processes that serve, by their number."""
    ports = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = path.read_text(encoding="utf-8").rpartition(")")[2].split()
            if int(fields[1]) == server.process.pid and fields[0] != "Z":
                ports.append(int(path.parent.name))
    return sorted(ports)


def kill(pid: int, how: signal.Signals = signal.SIGKILL) -> None:
    """End one process as a power cut would."""
    os.kill(pid, how)


def statistics(server: Server) -> dict[str, Any]:
    """Return the messages to the operator."""
    figures: dict[str, Any] = get(server, "/api/admin/statistics", "operator").data
    return figures


def until_workers(server: Server, count: int, seconds: float = 60.0) -> None:
    """Wait until `count` processes are ready."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        with contextlib.suppress(OSError):
            reply = get(server, "/api/admin/statistics", "operator")
            if reply.status == 200 and sum(worker["ready"] for worker in reply.data["workers"]) == count:
                return
        time.sleep(0.1)
    raise AssertionError(f"not {count} processes after {seconds} s")
