"""Databases of earlier versions are brought up to date; the tables are then those that the program expects."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text

from repulse.server.migrating import newest
from repulse.server.storage import Storage, StorageError
from repulse.server.tables import META
from repulse.table.entries import StoredRoom

FIRST_TABLES = """
CREATE TABLE repulse_schema (version INTEGER NOT NULL PRIMARY KEY);
CREATE TABLE room (id VARCHAR(32) NOT NULL PRIMARY KEY, created FLOAT NOT NULL, touched FLOAT NOT NULL,
    stage VARCHAR(8) NOT NULL, listed BOOLEAN NOT NULL, game VARCHAR(32) NOT NULL, seed VARCHAR(20) NOT NULL,
    settings TEXT NOT NULL);
CREATE INDEX room_by_stage ON room (stage, listed, touched);
CREATE TABLE entry (room VARCHAR(32) NOT NULL, n BIGINT NOT NULL, data TEXT NOT NULL, PRIMARY KEY (room, n));
INSERT INTO repulse_schema VALUES (1);
INSERT INTO room VALUES ('abc', 1.5, 1.5, 'lobby', 0, 'galaxy', '7', '{"name": "old"}');
INSERT INTO entry VALUES ('abc', 1, 'first');
"""
"""What the first version of the server made."""


def test_a_database_of_the_first_version_is_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    with sqlite3.connect(path) as connection:
        connection.executescript(FIRST_TABLES)
    connection.close()

    async def work() -> None:
        for _ in range(2):
            storage = Storage(str(path))
            await storage.open()
            loaded = await storage.load("abc")
            assert loaded == (StoredRoom("abc", 1.5, "lobby", False, "galaxy", 7, {"name": "old"}), ["first"])
            await storage.close()

    asyncio.run(work())


def differences(connection: Connection) -> list[object]:
    """How the tables differ from those of the program."""
    return list(compare_metadata(MigrationContext.configure(connection), META))


def test_the_changes_make_the_tables_that_the_program_expects(database: str) -> None:
    async def work() -> None:
        storage = Storage(database)
        await storage.open()
        async with storage.engine.connect() as connection:
            version = (await connection.execute(text("select version_num from alembic_version"))).scalar()
            assert version == newest()
            assert await connection.run_sync(differences) == []
        await storage.close()

    asyncio.run(work())


def test_a_database_of_a_later_version_is_left_alone(database: str) -> None:
    async def work() -> None:
        storage = Storage(database)
        await storage.open()
        async with storage.engine.begin() as connection:
            await connection.execute(text("update alembic_version set version_num = '9999'"))
        await storage.close()
        later = Storage(database)
        with pytest.raises(StorageError, match="later version"):
            await later.open()
        await later.close()

    asyncio.run(work())
