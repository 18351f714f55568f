"""The processes that measure: one for each subject, so that each has its own build and stays warm."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent


def pin_to_one_core() -> None:
    """Keep this process, and those it starts, on one core, where there is a way to."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def environment_of(package: Path) -> dict[str, str]:
    """Return the environment in which Python finds the package `repulse` in a folder, and this one."""
    return dict(os.environ, PYTHONPATH=os.pathsep.join([str(package), str(ROOT)]), PYTHONHASHSEED="0")


class Worker:
    """The process of one subject, which uses the package in one folder."""

    def __init__(self, name: str, package: Path, subject: list[Any]) -> None:
        self.name = name
        command = [sys.executable, str(HERE / "worker.py"), json.dumps(subject)]
        self.process = subprocess.Popen(
            command,
            env=environment_of(package),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, what: str, seconds: float, seed: int) -> Any:
        """Run one measurement."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps({"do": what, "seconds": seconds, "seed": seed}), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"bench: {self.name} failed; see above")
        return json.loads(line)

    def end(self) -> None:
        """End the process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()
