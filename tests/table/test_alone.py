"""A table needs only the standard library: it plays in a bare interpreter, and in a browser's."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.source_only, pytest.mark.slow]

HERE = Path(__file__).parent


def lines_of(command: list[str], root: Path) -> list[dict[str, Any]]:
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=500, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def games(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The games among some lines, without what depends on the machine."""
    return [{key: line[key] for key in line if key != "ms_a_decision"} for line in lines if "game" in line]


def in_a_bare_interpreter(root: Path) -> list[dict[str, Any]]:
    # -I: nothing from the environment or this folder; -S: no site-packages.
    return games(lines_of([sys.executable, "-I", "-S", str(HERE / "play_alone.py"), "src"], root))


def test_whole_games_in_an_interpreter_without_any_package(root: Path) -> None:
    played = in_a_bare_interpreter(root)
    assert [(game["game"], game["mode"]) for game in played] == [
        ("galaxy", "base"),
        ("galaxy", "counterstrike"),
        ("earth", "earth"),
    ]
    assert all(game["bot_answers"] > 20 and game["undone"] > 2 for game in played)


def test_the_same_games_in_pyodide(root: Path) -> None:
    if shutil.which("node") is None:
        assert not os.environ.get("CI"), "Node.js is missing, and with it this test"
        pytest.skip("needs Node.js, which runs Pyodide (on Debian: package nodejs)")
    assert (root / "web" / "node_modules" / "pyodide").is_dir(), "run 'make web': it fetches Pyodide too"
    lines = lines_of(["node", str(HERE / "play_in_pyodide.mjs")], root)
    assert lines[0]["platform"] == "emscripten"
    for line in lines[1:]:
        sys.stdout.write(f"{line['mode']}: {line['ms_a_decision']} ms a decision in Pyodide\n")
    assert games(lines) == in_a_bare_interpreter(root)
