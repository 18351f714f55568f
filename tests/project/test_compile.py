"""The build of the hot rooms: which modules it takes, and that the build under test holds them."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from pathlib import Path


def compiled_modules(root: Path) -> list[str]:
    command = [sys.executable, str(root / "tools" / "compile.py"), "--list"]
    listed = subprocess.run(command, capture_output=True, text=True, check=True)
    modules: list[str] = json.loads(listed.stdout)
    return modules


def test_hot_modules_are_on_the_list(root: Path) -> None:
    modules = compiled_modules(root)
    assert "repulse.engine.random" in modules
    assert not [
        name
        for name in modules
        if name.startswith(("repulse.cli", "repulse.server", "repulse.table", "repulse.arena"))
    ]


def test_every_listed_module_is_of_the_build_under_test(root: Path, compiled: bool) -> None:
    for name in compiled_modules(root):
        origin = importlib.import_module(name).__file__ or ""
        assert origin.endswith(".py") != compiled, f"{name} comes from {origin}"
