"""Backups: everything in a database as lines of JSON, to be restored into an empty one of either kind.

It is read as it was at one moment, also while a server is using it. A backup holds the seeds and answers of games in progress, so
only its owner may read it.
"""

from __future__ import annotations

import base64
import contextlib
import gzip
import json
import os
import secrets
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final

from sqlalchemy import Table, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

import repulse
from repulse.server.db.migrate import newest
from repulse.server.db.storage import PRIVATE_MODE, Storage, StorageError
from repulse.server.db.tables import TABLES

BATCH: Final = 500


async def back_up(storage: Storage, path: Path) -> dict[str, int]:
    """Write everything to a new file that only its owner can read.

    The file appears under its name when it is complete.

    Returns:
        The number of rows of each table.

    Raises:
        FileExistsError: There is a file at `path`.
    """
    counts: dict[str, int] = {}
    with _new_private_file(path) as raw, gzip.open(raw, "wt", encoding="utf-8") as file:
        async with storage.reading() as connection:
            if not storage.sqlite:
                await connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            head = {"repulse": repulse.__version__, "schema": newest()}
            file.write(json.dumps(head) + "\n")
            for table in TABLES:
                counts[table.name] = 0
                rows = await connection.stream(select(table))
                async for row in rows.mappings():
                    file.write(json.dumps([table.name, {key: _plain(row[key]) for key in row}]) + "\n")
                    counts[table.name] += 1
            file.write(json.dumps({"rows": counts}) + "\n")
    return counts


@contextlib.contextmanager
def _new_private_file(path: Path) -> Iterator[BinaryIO]:
    """Open a file that gets its name once it is written to the disk; it is removed if anything fails before."""
    if path.exists():
        raise FileExistsError(17, "There is a file of this name already", str(path))
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    opened = os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE_MODE)
    try:
        with os.fdopen(opened, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _plain(value: Any) -> Any:
    return {"bytes": base64.b64encode(value).decode()} if isinstance(value, bytes) else value


def _value(value: Any) -> Any:
    return base64.b64decode(value["bytes"]) if isinstance(value, dict) else value


async def restore(storage: Storage, path: Path) -> dict[str, int]:
    """Read a backup into a database that has no rooms yet: all of it, or nothing.

    The whole file is checked before the first row is written.

    Returns:
        The number of rows of each table.

    Raises:
        StorageError: The file is no backup, is truncated or damaged, or is of another version; or the database is in use.
    """
    counts = _check(path)
    async with storage.writing() as connection:
        await _check_empty(connection)
        waiting: list[tuple[Table, dict[str, Any]]] = []
        for row in _rows(path):
            waiting.append(row)
            if len(waiting) >= BATCH:
                await _write(connection, waiting)
        await _write(connection, waiting)
    return counts


def _check(path: Path) -> dict[str, int]:
    """Read a backup to its end, checksum included; return the number of rows of each table."""
    counts = {table.name: 0 for table in TABLES}
    for table, _ in _rows(path):
        counts[table.name] += 1
    return counts


def _rows(path: Path) -> Iterator[tuple[Table, dict[str, Any]]]:
    """Yield the rows of a backup.

    Raises:
        StorageError: It is not a complete backup of this version.
    """
    tables = {table.name: table for table in TABLES}
    counts = dict.fromkeys(tables, 0)
    expected: dict[str, int] | None = None
    number = 0
    try:
        with gzip.open(path, "rt", encoding="utf-8", errors="strict") as file:
            for number, line in enumerate(file, 1):
                data = json.loads(line)
                if number == 1:
                    _check_head(path, data)
                elif expected is not None:
                    raise ValueError("something follows its end")
                elif isinstance(data, dict):
                    expected = data["rows"]
                else:
                    name, row = data
                    if set(row) != set(tables[name].columns.keys()):
                        raise ValueError(f"a row of {name} has other columns")
                    counts[name] += 1
                    yield tables[name], {key: _value(value) for key, value in row.items()}
    except EOFError as error:
        raise StorageError(f"{path} is truncated: it ends after {number} lines.") from error
    except gzip.BadGzipFile as error:
        what = "is damaged" if number else "is not a backup"
        raise StorageError(f"{path} {what}: {error}.") from error
    except OSError as error:
        raise StorageError(f"{path} cannot be read: {error.strerror}.") from error
    except (ValueError, KeyError, TypeError, AttributeError, zlib.error, RecursionError) as error:
        raise StorageError(f"{path} is damaged: line {number + 1} cannot be read ({error}).") from error
    if expected is None:
        raise StorageError(
            f"{path} is truncated: it ends after {number} lines, without the count of its rows."
        )
    if expected != counts:
        raise StorageError(f"{path} is damaged: it has other rows than it counts at its end.")


def _check_head(path: Path, head: Any) -> None:
    """Raise StorageError unless the first line is that of a backup of this version."""
    if not isinstance(head, dict) or "schema" not in head:
        raise StorageError(f"{path} is not a backup.")
    if head["schema"] != newest():
        raise StorageError(
            f"{path} has schema {head['schema']}; restore it with the version that wrote it "
            f"({head.get('repulse')}), which then brings the database up to date."
        )


async def _check_empty(connection: AsyncConnection) -> None:
    rooms = (await connection.execute(select(func.count()).select_from(TABLES[0]))).scalar()
    if rooms:
        raise StorageError(
            f"This database has {rooms} rooms already: a backup is restored into an empty one."
        )


async def _write(connection: AsyncConnection, rows: list[tuple[Table, dict[str, Any]]]) -> None:
    """Write rows, one table after another."""
    for table in TABLES:
        batch = [row for row_table, row in rows if row_table is table]
        if batch:
            await connection.execute(insert(table), batch)
    rows.clear()
