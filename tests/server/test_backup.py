"""Backups: complete or refused, for their owner only, and back into a database of either kind."""

from __future__ import annotations

import asyncio
import gzip
import os
import stat
import zlib
from pathlib import Path

import pytest

from repulse.cli.app import run
from repulse.server.db.backup import back_up, restore
from repulse.server.db.migrate import newest
from repulse.server.db.storage import Storage, StorageError
from repulse.server.guard.bans import Bans
from repulse.table.entries import StoredRoom
from repulse.table.settings import RoomSettings


async def fill(storage: Storage) -> None:
    for number in range(3):
        stored = StoredRoom(f"room{number}", 1.5, "over", True, "galaxy", 2**64 - 1, RoomSettings(name="é"))
        rows = [(n, f"entry {n}") for n in range(1, 40)]
        await storage.append(stored.id, rows, "", new=stored)
    await Bans().add(storage, "192.0.2.1", "rude")


async def test_a_backup_is_restored_into_an_empty_database(database: str, tmp_path: Path) -> None:
    """From SQLite to either kind: so a table can move from one to the other."""

    source = Storage(str(tmp_path / "source.db"))
    await source.open()
    await fill(source)
    file = tmp_path / "backup.gz"
    counts = await back_up(source, file)
    assert (counts["room"], counts["entry"], counts["ban"]) == (3, 117, 1)
    with pytest.raises(FileExistsError):
        await back_up(source, file)
    target = Storage(database)
    await target.open()
    assert await restore(target, file) == counts
    assert await target.load("room1") == await source.load("room1")
    with pytest.raises(StorageError, match="already"):
        await restore(target, file)
    again = tmp_path / "again.gz"
    assert await back_up(target, again) == counts
    await source.close()
    await target.close()


async def backed_up(folder: Path) -> Path:
    """A backup of a small database."""
    source = Storage(str(folder / "source.db"))
    await source.open()
    await fill(source)
    file = folder / "backup.gz"
    await back_up(source, file)
    await source.close()
    return file


def damaged(data: bytes) -> dict[str, tuple[bytes, str]]:
    """Return damage to the bytes of a backup, and the message about it."""
    lines = gzip.decompress(data).splitlines(keepends=True)
    bad_sum = bytearray(data)
    bad_sum[-6] ^= 1
    return {
        "torn": (data[:200], "is truncated"),
        "without its last byte": (data[:-1], "is truncated"),
        "without its last line": (gzip.compress(b"".join(lines[:-1])), "is truncated"),
        "empty": (b"", "is truncated"),
        "without some rows": (gzip.compress(b"".join(lines[:5] + lines[-1:])), "is damaged"),
        "with half a row": (gzip.compress(b"".join(lines[:5]) + lines[5][:20]), "is damaged"),
        "with a wrong checksum": (bytes(bad_sum), "is damaged"),
        "with another table": (gzip.compress(lines[0] + b'["x", {}]\n' + lines[-1]), "is damaged"),
        "with other columns": (gzip.compress(lines[0] + b'["room", {"a": 1}]\n' + lines[-1]), "is damaged"),
        "text": (b"nothing of the kind", "is not a backup"),
        "other lines": (gzip.compress(b"[1]\n"), "is not a backup"),
        "later": (gzip.compress(b'{"repulse": "9", "schema": "9999"}\n'), "has schema 9999"),
    }


async def test_a_damaged_backup_is_named_and_nothing_is_restored(tmp_path: Path) -> None:
    data = (await backed_up(tmp_path)).read_bytes()
    target = Storage(str(tmp_path / "target.db"))
    await target.open()
    file = tmp_path / "bad.gz"
    for name, (bad, words) in damaged(data).items():
        file.write_bytes(bad)
        with pytest.raises(StorageError, match=words) as error:
            await restore(target, file)
        assert str(file) in str(error.value), name
        assert await target.load("room0") is None, name
    await target.close()


def is_padding(bad: bytes, data: bytes) -> bool:
    """Whether a changed byte leaves the content as it was: the last byte of packed data may have bits to spare."""
    try:
        return gzip.decompress(bad) == gzip.decompress(data)
    except (OSError, EOFError, zlib.error):
        return False


async def test_a_backup_with_any_changed_byte_is_never_restored(tmp_path: Path) -> None:
    data = (await backed_up(tmp_path)).read_bytes()
    target = Storage(str(tmp_path / "target.db"))
    await target.open()
    file = tmp_path / "bad.gz"
    # The first ten bytes hold the time at which the file was written.
    for place in range(10, len(data), 7):
        bad = bytearray(data)
        bad[place] ^= 0x10
        if is_padding(bytes(bad), data):
            continue
        file.write_bytes(bad)
        with pytest.raises(StorageError, match=r"is damaged|is truncated|is not a backup|has schema"):
            await restore(target, file)
        assert await target.load("room0") is None
    await target.close()


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


async def test_only_their_owner_can_read_backups_and_databases(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the first byte on and with any umask, also while the file is not complete."""
    seen: dict[str, int] = {}

    def look() -> str:
        seen.update({path.name: mode_of(path) for path in tmp_path.iterdir() if "backup.gz" in path.name})
        return newest()

    monkeypatch.setattr("repulse.server.db.backup.newest", look)
    before = os.umask(0)
    try:
        file = await backed_up(tmp_path)
        target = Storage(str(tmp_path / "target.db"))
        await target.open()
        await restore(target, file)
        modes = {path.name: mode_of(path) for path in tmp_path.iterdir()}
        assert {"backup.gz", "source.db", "target.db", "target.db-wal"} <= modes.keys()
        assert set(modes.values()) == {0o600}, modes
        await target.close()
    finally:
        os.umask(before)
    (written, *_) = seen.values()
    assert written == 0o600
    assert not list(tmp_path.glob(".*"))


async def test_a_backup_that_fails_leaves_no_file(tmp_path: Path) -> None:
    source = Storage(str(tmp_path / "source.db"))
    await source.open()
    async with source.engine.begin() as connection:
        await connection.exec_driver_sql("DROP TABLE ban")
    with pytest.raises(StorageError):
        await back_up(source, tmp_path / "backup.gz")
    await source.close()
    assert not list(tmp_path.glob("*backup*"))


async def test_backup_and_restore_from_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, target = str(tmp_path / "a.db"), str(tmp_path / "b.db")
    file = str(tmp_path / "backup.gz")

    storage = Storage(source)
    await storage.open()
    await fill(storage)
    await storage.close()
    assert await asyncio.to_thread(run, ["backup", file, "--db", source]) == 0
    assert await asyncio.to_thread(run, ["restore", file, "--db", target]) == 0
    assert "3 rooms" in capsys.readouterr().out
    assert await asyncio.to_thread(run, ["restore", file, "--db", target]) == 2
