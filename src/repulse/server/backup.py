"""Backups: everything in a database as lines of JSON, to be restored into an empty one of either kind.

It is read as it was at one moment, also while a server is using it.
"""

from __future__ import annotations

import base64
import gzip
import json
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Table, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

import repulse
from repulse.server.migrating import newest
from repulse.server.storage import Storage, StorageError
from repulse.server.tables import TABLES

BATCH: Final = 500


async def back_up(storage: Storage, path: Path) -> dict[str, int]:
    """Write everything to a file, which must not exist; how many rows there were of each table."""
    counts: dict[str, int] = {}
    with gzip.open(path, "xt", encoding="utf-8") as file:
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


def _plain(value: Any) -> Any:
    return {"bytes": base64.b64encode(value).decode()} if isinstance(value, bytes) else value


def _value(value: Any) -> Any:
    return base64.b64decode(value["bytes"]) if isinstance(value, dict) else value


async def restore(storage: Storage, path: Path) -> dict[str, int]:
    """Read a backup into a database that has no rooms yet: all of it, or nothing."""
    tables = {table.name: table for table in TABLES}
    counts = dict.fromkeys(tables, 0)
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            head = json.loads(file.readline())
            if not isinstance(head, dict) or head.get("schema") != newest():
                raise StorageError(
                    f"This backup has schema {head.get('schema')}; restore it with the version that wrote it "
                    f"({head.get('repulse')}), which then brings the database up to date."
                )
            async with storage.writing() as connection:
                await _check_empty(connection)
                waiting: list[tuple[Table, dict[str, Any]]] = []
                for line in file:
                    data = json.loads(line)
                    if isinstance(data, dict):
                        await _write(connection, waiting)
                        if data != {"rows": counts}:
                            raise StorageError("This backup is damaged: rows are missing.")
                        return counts
                    name, row = data
                    waiting.append((tables[name], {key: _value(value) for key, value in row.items()}))
                    counts[name] += 1
                    if len(waiting) >= BATCH:
                        await _write(connection, waiting)
                raise StorageError("This backup is not complete.")
    except (OSError, EOFError, ValueError, KeyError, AttributeError) as error:
        raise StorageError(f"This backup cannot be read: {error}") from error


async def _check_empty(connection: AsyncConnection) -> None:
    rooms = (await connection.execute(select(func.count()).select_from(TABLES[0]))).scalar()
    if rooms:
        raise StorageError(
            f"This database has {rooms} rooms already: a backup is restored into an empty one."
        )


async def _write(connection: AsyncConnection, rows: list[tuple[Table, dict[str, Any]]]) -> None:
    """Insert rows, of one table after another."""
    for table in TABLES:
        batch = [row for each, row in rows if each is table]
        if batch:
            await connection.execute(insert(table), batch)
    rows.clear()
