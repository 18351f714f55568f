"""`make play` serves whether or not the rules can be compiled, and says so if they cannot."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from tools import play


def outcome(folder: Path, program: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file that marks compiled rules, after a compiler that is this program has ended."""
    (folder / "tools").mkdir()
    (folder / "tools" / "compile.py").write_text(program, encoding="utf-8")
    monkeypatch.setattr(play, "ROOT", folder)
    monkeypatch.setattr(play, "LOG", folder / "build" / "play-compile.log")
    ready = folder / "READY"
    play.compile_meanwhile(ready).wait(60)
    return ready


def test_rules_that_cannot_be_compiled_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ready = outcome(tmp_path, "import sys; sys.exit('No Python.h: get the headers.')", monkeypatch)
    reported = ""
    end = time.monotonic() + 30
    while not reported and time.monotonic() < end:
        reported = capsys.readouterr().err
        time.sleep(0.01)
    assert reported == "The rules are not compiled, so bots are slower: No Python.h: get the headers.\n"
    assert not ready.exists()


def test_compiled_rules_are_marked_as_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ready = outcome(tmp_path, "", monkeypatch)
    end = time.monotonic() + 30
    while not ready.exists() and time.monotonic() < end:
        time.sleep(0.01)
    assert ready.exists()
