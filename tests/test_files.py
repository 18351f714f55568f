"""Files are written completely or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from repulse.engine.contract import RepulseError
from repulse.engine.record import BadRecord, Record
from repulse.files import read_record_file, write_atomically

RECORD = Record("toy", "1", 7, options={"players": 2}, choices=[(0, ["card-1"])], notes={"seat": 0})


def test_write_and_read(tmp_path: Path) -> None:
    path = tmp_path / "new" / "game.json"
    write_atomically(path, RECORD.to_json())
    assert read_record_file(path).to_json() == RECORD.to_json()
    assert [path_found.name for path_found in path.parent.iterdir()] == ["game.json"]


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.json"
    write_atomically(path, "old")

    def full_disk(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(RepulseError, match="No space left"):
        write_atomically(path, "new")
    assert path.read_text() == "old"
    assert [path_found.name for path_found in tmp_path.iterdir()] == ["game.json"]


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
            read_record_file(tmp_path / name)
        assert str(tmp_path) in str(caught.value)


def test_a_file_that_is_not_a_record_is_reported(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("hello")
    with pytest.raises(BadRecord):
        read_record_file(tmp_path / "text")


@pytest.mark.parametrize(("umask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_the_umask_says_who_may_read(tmp_path: Path, umask: int, mode: int) -> None:
    before = os.umask(umask)
    try:
        write_atomically(tmp_path / "page.html", "text")
    finally:
        os.umask(before)
    assert (tmp_path / "page.html").stat().st_mode & 0o777 == mode
