"""Where saved games are kept."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from repulse.cli import saves
from repulse.engine.record import Record
from repulse.files import read_record_file, write_atomically

RECORD = Record("toy", "1", 7, options={"players": 2}, choices=[(0, ["card-1"])], notes={"seat": 0})


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REPULSE_HOME", str(tmp_path / "home"))


def test_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert saves.home() == tmp_path / "home"
    monkeypatch.delenv("REPULSE_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert saves.home() == Path("/data/repulse")
    monkeypatch.delenv("XDG_DATA_HOME")
    assert saves.home() == Path.home() / ".local/share/repulse"


def test_unfinished_games_last_played_first() -> None:
    assert saves.unfinished() == []
    first = saves.new_place(RECORD)
    write_atomically(first, RECORD.to_json())
    second = saves.new_place(RECORD)
    assert second != first
    write_atomically(second, RECORD.to_json())
    os.utime(first, ns=(1, 2_000_000_000))
    os.utime(second, ns=(1, 1_000_000_000))
    assert saves.unfinished() == [first, second]
    kept = saves.finish(first)
    assert saves.unfinished() == [second]
    assert read_record_file(kept).seed == 7
