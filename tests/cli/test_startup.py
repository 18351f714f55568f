"""`repulse --help` answers instantly: this counts its imports, since a clock tells little on a busy machine."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

PROBE = """
import contextlib, io, json, sys
before = set(sys.modules)
from repulse.cli.app import run
with contextlib.redirect_stdout(io.StringIO()):
    assert run({arguments}) == 0
print(json.dumps(sorted(set(sys.modules) - before)))
"""
MAX_MODULES = 25
"""argparse with what it needs is about half of it."""


def imported(*arguments: str) -> list[str]:
    """The modules that a command imports."""
    probe = PROBE.format(arguments=list(arguments))
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    modules: list[str] = json.loads(done.stdout.splitlines()[-1])
    return modules


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["play", "-h"], ["sim", "--help"]])
def test_help_imports_next_to_nothing(arguments: list[str]) -> None:
    loaded = imported(*arguments)
    ours = [name for name in loaded if name.startswith("repulse")]
    modules = (
        "almanac_arguments",
        "app",
        "arguments",
        "host_arguments",
        "parser",
        "shared_arguments",
        "values",
    )
    assert ours == ["repulse", "repulse.cli", *(f"repulse.cli.{name}" for name in modules)]
    assert not {"typing", "rich", "json", "asyncio", "importlib.metadata", "dataclasses"} & set(loaded)
    assert len(loaded) < MAX_MODULES, loaded


@pytest.mark.parametrize("arguments", [["version"], ["games"], ["rules", "earth", "hourglass"]])
def test_output_into_a_pipe_needs_no_rich(arguments: list[str]) -> None:
    assert not [name for name in imported(*arguments) if name.split(".")[0] in ("rich", "argcomplete")]
