"""Databases of earlier versions are brought up to date; the tables are then those that the program expects."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine, select, text
from tests.server.client import some_answer
from tests.server.lobbies import lobby_on
from tests.server.test_identity import somebody
from tests.server.test_life import two_people

from repulse.server.db.migrate import config, newest
from repulse.server.db.storage import Storage, StorageError
from repulse.server.db.tables import META, SEAT_CLAIMS
from repulse.server.guard.quotas import Quotas
from repulse.server.helpers.pool import HelperPool
from repulse.server.people.credentials import token_hash
from repulse.server.rooms.lobby import Lobby
from repulse.server.rooms.session import RoomSession
from repulse.table.entries import StoredRoom
from repulse.table.settings import RoomSettings
from repulse.table.wire.commands import Answer

QUICK = Quotas(forced_seconds=0.001)

FIRST_TABLES = """
CREATE TABLE repulse_schema (version INTEGER NOT NULL PRIMARY KEY);
CREATE TABLE room (id VARCHAR(32) NOT NULL PRIMARY KEY, created FLOAT NOT NULL, touched FLOAT NOT NULL,
    stage VARCHAR(8) NOT NULL, listed BOOLEAN NOT NULL, game VARCHAR(32) NOT NULL, seed VARCHAR(20) NOT NULL,
    settings TEXT NOT NULL);
CREATE INDEX room_by_stage ON room (stage, listed, touched);
CREATE TABLE entry (room VARCHAR(32) NOT NULL, n BIGINT NOT NULL, data TEXT NOT NULL, PRIMARY KEY (room, n));
INSERT INTO repulse_schema VALUES (1);
INSERT INTO room VALUES ('abc', 1.5, 1.5, 'lobby', 0, 'galaxy', '7', '{"name": "old", "options": {}, "password": "", "chosen_seed": false, "rules": "1"}');
INSERT INTO entry VALUES ('abc', 1, 'first');
"""
"""The database that the first version of the server made."""


async def test_a_database_of_the_first_version_is_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    with sqlite3.connect(path) as connection:
        connection.executescript(FIRST_TABLES)
    connection.close()

    for _ in range(2):
        storage = Storage(str(path))
        await storage.open()
        loaded = await storage.load("abc")
        settings = RoomSettings(rules="1", name="old", chat=False)
        assert loaded == (StoredRoom("abc", 1.5, "lobby", False, "galaxy", 7, settings), ["first"])
        await storage.close()


def differences(connection: Connection) -> list[object]:
    """Return the differences of the tables from those of the program."""
    return list(compare_metadata(MigrationContext.configure(connection), META))


async def test_the_changes_make_the_tables_that_the_program_expects(database: str) -> None:
    storage = Storage(database)
    await storage.open()
    async with storage.engine.connect() as connection:
        version = (await connection.execute(text("select version_num from alembic_version"))).scalar()
        assert version == newest()
        assert await connection.run_sync(differences) == []
    await storage.close()


async def test_a_database_of_a_later_version_is_left_alone(database: str) -> None:
    storage = Storage(database)
    await storage.open()
    async with storage.engine.begin() as connection:
        await connection.execute(text("update alembic_version set version_num = '9999'"))
    await storage.close()
    later = Storage(database)
    with pytest.raises(StorageError, match="later version"):
        await later.open()
    await later.close()


# --- games that an earlier version left ---

LAST = "0006"
"""The version before the newest change."""


async def a_game(folder: Path, answers: int = 6) -> tuple[Path, str, list[str]]:
    """A database with a game in progress, the id of its room, and the tokens."""
    path = folder / "now.db"
    storage = Storage(str(path))
    await storage.open()
    lobby = Lobby(storage, HelperPool(1), QUICK)
    session, tokens = await two_people(lobby, answers)
    ann, _ = await somebody(lobby.people, "Ann")
    await lobby.people.hold(ann, session.room.id, token_hash(tokens[0]), from_start=True)
    await lobby.close()
    await storage.close()
    return path, session.room.id, tokens


def as_first(new: Path, old: Path) -> None:
    """Write what a database holds into one as the first version made it."""
    with sqlite3.connect(old) as target:
        target.executescript(FIRST_TABLES.partition("INSERT INTO room")[0])
        with sqlite3.connect(new) as source:
            for table, columns in (("room", 8), ("entry", 3)):
                marks = ", ".join("?" * columns)
                target.executemany(
                    f"INSERT INTO {table} VALUES ({marks})", source.execute(f"SELECT * FROM {table}")
                )
        source.close()
    target.commit()
    target.close()


def as_last(new: Path, old: Path) -> None:
    """Write what a database holds into one as the version before the newest change made it."""
    engine = create_engine(f"sqlite:///{old}")
    with engine.begin() as connection:
        settings = config()
        settings.attributes["connection"] = connection
        command.upgrade(settings, LAST)
    engine.dispose()
    with sqlite3.connect(old) as target, sqlite3.connect(new) as source:
        for table in ("room", "entry", "person", "person_key", "held_seat"):
            columns = ", ".join(row[1] for row in target.execute(f"PRAGMA table_info({table})"))
            rows = source.execute(f"SELECT {columns} FROM {table}").fetchall()
            marks = ", ".join("?" * len(columns.split(",")))
            target.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", rows)
    target.commit()
    target.close()
    source.close()


@pytest.mark.parametrize("written_by", [as_first, as_last], ids=["the first version", "the last version"])
async def test_a_game_of_an_earlier_version_is_played_on(
    tmp_path: Path, written_by: Callable[[Path, Path], None]
) -> None:
    new, room, tokens = await a_game(tmp_path)
    old = tmp_path / "old.db"
    written_by(new, old)
    async with lobby_on(str(old), QUICK) as lobby:
        session = await lobby.rooms.find(room)
        before = session.room.n
        await answer_some(session, tokens, 4)
        assert session.room.n >= before + 4
        if written_by is as_last:
            async with lobby.storage.reading() as connection:
                held = (await connection.execute(select(SEAT_CLAIMS))).mappings().one()
            assert (held["room"], held["sources"], held["helped"]) == (room, "", False)
    async with lobby_on(str(old), QUICK) as lobby:
        assert (await lobby.rooms.find(room)).room.n >= before + 4


async def answer_some(session: RoomSession, tokens: list[str], answers: int) -> None:
    """Let people answer."""
    chance, answered = random.Random(2), 0
    while answered < answers:
        choosing = [seat for seat in session.room.questions if not session.room.pending.is_automatic(seat)]
        if not choosing:
            await asyncio.sleep(0.002)
            continue
        ask = session.events.event(choosing[0]).ask
        assert ask is not None
        words = some_answer(dict(ask), chance)
        await session.command(token_hash(tokens[choosing[0]]), Answer(f"m{answered}", ask["number"], words))
        answered += 1
