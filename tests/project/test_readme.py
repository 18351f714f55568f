"""The examples in the README run as they stand."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).resolve().parents[2] / "README.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```$", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def test_the_readme_has_an_example() -> None:
    assert BLOCKS


def test_no_example_is_longer_than_ten_lines() -> None:
    """Empty lines, which the formatter adds, do not count."""
    assert [block for block in BLOCKS if len([line for line in block.splitlines() if line]) > 10] == []


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_example_runs(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each block runs by itself, in a folder of its own in which it may leave files."""
    monkeypatch.chdir(tmp_path)
    code = compile(BLOCKS[number], f"README.md, example {number + 1}", "exec")
    exec(code, {"__name__": "__main__"})


@pytest.mark.source_only
def test_examples_are_typed_strictly(tmp_path: Path) -> None:
    for number, block in enumerate(BLOCKS):
        (tmp_path / f"example_{number + 1}.py").write_text(block)
    config = str(README.parent / "pyproject.toml")
    command = [sys.executable, "-m", "mypy", "--no-error-summary", "--config-file", config, str(tmp_path)]
    done = subprocess.run(command, cwd=README.parent, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_bot_of_the_examples_plays() -> None:
    done = subprocess.run(
        [sys.executable, str(README.parent / "examples" / "own_bot.py")], capture_output=True, text=True
    )
    assert "won by" in done.stdout, done.stderr
