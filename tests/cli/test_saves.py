"""Saved games are there whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from repulse.cli import saves
from repulse.engine.contract import RepulseError
from repulse.engine.record import Record

RECORD = Record("toy", "1", 7, {"players": 2}, [(0, ["card-1"])], {"seat": 0})


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


def test_write_and_read(tmp_path: Path) -> None:
    path = tmp_path / "new" / "game.json"
    saves.write_whole(path, RECORD.to_json())
    assert saves.read_file(path).to_json() == RECORD.to_json()
    assert [each.name for each in path.parent.iterdir()] == ["game.json"]


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.json"
    saves.write_whole(path, "old")

    def full_disk(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(RepulseError, match="No space left"):
        saves.write_whole(path, "new")
    assert path.read_text() == "old"
    assert [each.name for each in tmp_path.iterdir()] == ["game.json"]


def test_bad_files(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "text").write_text("hello")
    for name, words in [
        ("missing", "cannot be read"),
        ("binary", "not text"),
        ("text", "not JSON"),
        (".", "cannot be read"),
    ]:
        with pytest.raises(RepulseError, match=words) as caught:
            saves.read_file(tmp_path / name)
        assert str(tmp_path) in str(caught.value)


def test_unfinished_games_last_played_first() -> None:
    assert saves.unfinished() == []
    first = saves.new_place(RECORD)
    saves.write_whole(first, RECORD.to_json())
    second = saves.new_place(RECORD)
    assert second != first
    saves.write_whole(second, RECORD.to_json())
    os.utime(first, ns=(1, 2_000_000_000))
    os.utime(second, ns=(1, 1_000_000_000))
    assert saves.unfinished() == [first, second]
    kept = saves.finish(first)
    assert saves.unfinished() == [second]
    assert saves.read_file(kept).seed == 7
