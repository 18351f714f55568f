"""Both databases for real: acknowledged entries survive any failure of the server or the database."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from sqlalchemy import select
from sqlalchemy.exc import OperationalError
from tests.server.client import (
    Server,
    get,
    joined,
    make_room,
    me_and_bots,
    play_on,
    some_answer,
    start_server,
)
from tests.server.promises import Memory, check_promises, check_record, client, two_people

from repulse.engine.contract import RepulseError
from repulse.games.galaxy.rules.game import GalaxyGame
from repulse.server.db.storage import Storage, StorageError, database_url
from repulse.server.db.tables import ENTRIES, REPLAY_SNAPSHOTS
from repulse.server.guard.quotas import Quotas
from repulse.server.helpers.pool import HelperPool
from repulse.server.http.connections import Socket
from repulse.server.people.credentials import is_password, password_hash, token_hash
from repulse.server.rooms.lobby import Lobby
from repulse.server.rooms.presence import Viewer
from repulse.table.entries import StoredRoom
from repulse.table.refusals import RefusalError
from repulse.table.settings import RoomSettings
from repulse.table.wire.commands import Answer, Start
from repulse.table.wire.rooms import CreateRoom, HeldTable, Join


def test_addresses_of_databases() -> None:
    assert database_url("postgres://u@h/d") == "postgresql+asyncpg://u@h/d"
    assert database_url("postgresql://u:p@h:1/d") == "postgresql+asyncpg://u:p@h:1/d"
    assert database_url("sqlite:///x.db") == "sqlite+aiosqlite:///x.db"
    assert database_url("x.db").startswith("sqlite+aiosqlite:////")
    for wrong in ("mysql://u@h/d", "http://h/", "://"):
        with pytest.raises(StorageError):
            database_url(wrong)


async def test_entries_are_kept_in_order_and_never_twice(database: str) -> None:
    storage = Storage(database)
    await storage.open()
    stored = StoredRoom(
        "abc", 1.5, "lobby", True, "galaxy", 2**64 - 1, RoomSettings(name="x", options={"a": [1]})
    )
    await storage.append("abc", [(1, "one")], "", new=stored)
    await asyncio.gather(*(storage.append("abc", [(n, f"entry {n}")], "playing") for n in range(2, 200)))
    with pytest.raises(StorageError):
        await storage.append("abc", [(7, "again")], "over")
    # One that fails does not take along those that are written at the same time.
    results = await asyncio.gather(
        storage.append("abc", [(200, "good")], ""),
        storage.append("abc", [(7, "bad")], ""),
        storage.append("abc", [(201, "good")], ""),
        return_exceptions=True,
    )
    assert [type(result) for result in results] == [type(None), StorageError, type(None)]
    loaded = await storage.load("abc")
    assert loaded is not None
    assert loaded[0] == StoredRoom(**{**stored.__dict__, "stage": "playing"})
    assert loaded[1][:2] == ["one", "entry 2"]
    assert len(loaded[1]) == 201
    assert await storage.load("none") is None
    assert await storage.listed() == ["abc"]
    assert await storage.count_unfinished() == 1
    await storage.close()
    again = Storage(database)
    await again.open()
    kept = await again.load("abc")
    assert kept is not None
    assert len(kept[1]) == 201
    await again.close()


SECRETS = ("INSERT", "SELECT", "entry", "hidden answer")


async def test_errors_of_the_database_are_logged_and_not_shown(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    storage = Storage(database)
    await storage.open()
    await storage.append(
        "a", [(1, "first")], "", new=StoredRoom("a", 0.0, "lobby", False, "galaxy", 7, RoomSettings())
    )
    with pytest.raises(StorageError) as unwritten:
        await storage.append("a", [(1, "hidden answer")], "")
    async with storage.engine.begin() as connection:
        await connection.exec_driver_sql("DROP TABLE entry")
    with pytest.raises(StorageError) as unread:
        await storage.load("a")
    await storage.close()
    for message in (str(unwritten.value), str(unread.value)):
        assert not [secret for secret in SECRETS if secret in message]
    assert "a write failed: IntegrityError" in caplog.text
    assert "hidden answer" not in caplog.text


async def test_a_locked_database_fails_all_that_waits_at_once(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path / "table.db"))
    await storage.open()
    tries = []

    async def locked(batch: list[Any]) -> None:
        tries.append(len(batch))
        raise OperationalError("INSERT", {}, Exception("database is locked"))

    storage._commit = locked  # type: ignore[method-assign]
    results = await asyncio.gather(
        *(storage.append(room, [(1, "x")], "") for room in "abc"), return_exceptions=True
    )
    assert [type(result) for result in results] == [StorageError] * 3
    assert tries == [3]
    await storage.close()


async def test_sqlite_writes_ahead_and_to_the_disk(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path / "table.db"))
    await storage.open()
    async with storage.engine.connect() as connection:
        mode = (await connection.exec_driver_sql("PRAGMA journal_mode")).scalar()
        level = (await connection.exec_driver_sql("PRAGMA synchronous")).scalar()
    assert (mode, level) == ("wal", 2)
    await storage.close()


async def test_a_database_of_another_version_is_left_alone(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path / "table.db"))
    await storage.open()
    await storage.close()
    with sqlite3.connect(tmp_path / "table.db") as connection:
        connection.execute("update repulse_schema set version = 99")
    connection.close()
    later = Storage(str(tmp_path / "table.db"))
    with pytest.raises(StorageError, match="version 99"):
        await later.open()
    await later.close()


async def test_tokens_and_passwords_are_not_kept(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path / "table.db"))
    await storage.open()
    lobby = Lobby(storage, HelperPool(1))
    session, _, token = await lobby.create(CreateRoom("galaxy", {"players": 2}, password="tau ceti"))
    _, second = await lobby.join(session, Join(password="tau ceti"))
    await session.command(token_hash(token), Start("go"))
    await lobby.close()
    await storage.close()
    data = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    for secret in (token, second, "tau ceti"):
        assert secret.encode() not in data
    assert token_hash(token).encode() in data
    kept = password_hash("tau ceti")
    assert is_password("tau ceti", kept)
    assert not is_password("tau cet", kept)
    assert password_hash("tau ceti") != kept


async def test_nobody_sees_what_could_not_be_written(tmp_path: Path) -> None:
    """The database fails in the middle: the answer is refused, the room is reloaded, and the answer can be given again."""

    storage = Storage(str(tmp_path / "table.db"))
    await storage.open()
    lobby = Lobby(storage, HelperPool(1))
    session, _, token = await lobby.create(CreateRoom("galaxy", {"players": 2}))
    _, second = await lobby.join(session, Join())
    first, two = token_hash(token), token_hash(second)
    await session.command(first, Start("go"))
    before = session.events.encoded(1)
    asked = session.events.event(0, is_host=True).ask
    assert asked is not None
    answer = Answer("a", asked["number"], some_answer(dict(asked), random.Random(1)))

    async def fail(*_arguments: Any) -> None:
        raise OSError("the disk is full")

    commit = storage._commit
    storage._commit = fail  # type: ignore[method-assign, assignment]
    with pytest.raises(StorageError):
        await session.command(first, answer)
    assert session.is_broken
    with pytest.raises(StorageError):
        await session.command(first, Answer("b", asked["number"], answer.words))
    storage._commit = commit  # type: ignore[method-assign]
    again = await lobby.rooms.find(session.room.id)
    assert again is not session
    assert again.events.encoded(1) == before
    assert (await again.command(first, answer)).n > 0
    assert two
    await lobby.close()
    await storage.close()


async def test_a_refusal_shows_nothing_that_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bob is late while Ann's answer is on its way to the disk: he gets the room when it is stored."""

    storage = Storage(str(tmp_path / "table.db"))
    await storage.open()
    lobby = Lobby(storage, HelperPool(1))
    session, _, ann = await lobby.create(CreateRoom("galaxy", {"players": 2}))
    _, bob = await lobby.join(session, Join())
    await session.command(token_hash(ann), Start("s"))
    ask = session.events.event(0, is_host=True).ask
    assert ask is not None
    answer = Answer("a", ask["number"], some_answer(dict(ask), random.Random(1)))
    written, release = storage.append, asyncio.Event()

    async def slow(*entries: Any, **more: Any) -> None:
        await release.wait()
        await written(*entries, **more)

    monkeypatch.setattr(storage, "append", slow)
    socket = Socket(lobby, cast(Any, SimpleNamespace(client=None)))
    sent: list[bytes] = []

    async def send(data: bytes) -> None:
        sent.append(data)

    monkeypatch.setattr(socket, "send", send)
    viewer = Viewer(token_hash(bob), 1)
    late = asyncio.create_task(socket._command(session, viewer, Answer("b", 999, [])))
    taking = asyncio.create_task(session.command(token_hash(ann), answer))
    await asyncio.sleep(0.05)
    assert not sent
    release.set()
    done = await taking
    await late
    assert json.loads(sent[0])["event"]["n"] == done.n
    await lobby.close()
    await storage.close()


async def test_rooms_are_let_go_and_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    storage = Storage(str(tmp_path / "table.db"))
    await storage.open()
    lobby = Lobby(storage, HelperPool(1))
    session, _, _ = await lobby.create(CreateRoom("galaxy", {"players": 2}))
    await lobby.run_cleanup()
    assert lobby.rooms.sessions
    monkeypatch.setattr(time, "monotonic", lambda clock=time.monotonic: clock() + 3600)
    await lobby.run_cleanup()
    assert not lobby.rooms.sessions
    sessions = await asyncio.gather(*(lobby.rooms.find(session.room.id) for _ in range(5)))
    assert len(set(map(id, sessions))) == 1
    assert sessions[0] is not session
    with pytest.raises(RefusalError):
        await lobby.rooms.find("none")
    await lobby.close()
    await storage.close()


class LaterGame(GalaxyGame):
    def __init__(self) -> None:
        super().__init__()
        self.rules = "later ones"


async def test_a_game_of_other_rules_is_not_played_on_by_these(tmp_path: Path) -> None:
    """The same choices would make another game of it."""

    storage = Storage(str(tmp_path / "table.db"))
    await storage.open()
    new_session, _, _ = await Lobby(storage, HelperPool(1)).create(CreateRoom("galaxy", {"players": 2}))
    later = Lobby(storage, HelperPool(1))
    later.catalog._games["galaxy"] = LaterGame()
    session = await later.rooms.find(new_session.room.id)
    assert (session.room.stage, session.room.ended, session.room.match) == ("over", "rules", None)
    assert session.events.event(0).lines[-1]["event"] == "note.ended"
    # It stays so, also for a server that plays the old rules again.
    again = await Lobby(storage, HelperPool(1)).rooms.find(new_session.room.id)
    assert (again.room.stage, again.room.ended) == ("over", "rules")
    await storage.close()


CORRUPT = {
    "entry": 'insert into entry (room, n, data) values (?, 3, \'{"type":"sat","seat":"secret"}\')',
    "order": 'insert into entry (room, n, data) values (?, 3, \'{"type":"undo","seat":99}\')',
    "settings": "update room set settings = '{secret' where id = ?",
    "no rules": "update room set settings = '{}' where id = ?",
    "no name": "update room set settings = json_remove(settings, '$.name') where id = ?",
    "no settings": "update room set settings = '7' where id = ?",
    "seed": "update room set seed = 'secret' where id = ?",
    "archive": "insert into archive (room, data) values (?, x'00')",
}
"""Ways in which what is stored of a room may not be what it should."""


async def corrupt(storage: Storage, room: str, how: str) -> None:
    async with storage.writing() as connection:
        await connection.exec_driver_sql(CORRUPT[how], (room,))


@pytest.mark.parametrize("how", CORRUPT)
async def test_a_room_that_cannot_be_read_does_not_hide_the_others(
    tmp_path: Path, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    storage = Storage(str(tmp_path / "table.db"))
    await storage.open()
    lobby = Lobby(storage, HelperPool(1))
    created = [await lobby.create(CreateRoom("earth", listed=True)) for _ in range(2)]
    rooms = [session.room.id for session, _seat, _token in created]
    await corrupt(storage, rooms[0], how)
    later = Lobby(storage, HelperPool(1))
    assert [entry.room for entry in await later.listing.entries()] == rooms[1:]
    if how != "no name":
        with pytest.raises(RepulseError) as caught:
            await later.rooms.find(rooms[0])
        assert "secret" not in str(caught.value)
        state = await later.state_of(HeldTable(rooms[0], created[0][2]))
        assert (state.gone, state.stage) == (False, "over")
    assert "secret" not in caplog.text
    await storage.close()


@pytest.mark.parametrize("how", CORRUPT)
async def test_a_room_that_cannot_be_read_is_passed_over(
    tmp_path: Path, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other games are put in order and kept for replay, however many cannot be."""
    monkeypatch.setattr("repulse.server.rooms.snapshot_writer.AT_ONCE", 2)

    storage = Storage(str(tmp_path / "table.db"))
    await storage.open()
    lobby = Lobby(storage, HelperPool(1))
    rooms = [(await lobby.create(CreateRoom("earth")))[0] for _ in range(4)]
    good = rooms[0].room.id
    for session in rooms:
        await session.end("operator")
    for session in rooms[1:]:
        await corrupt(storage, session.room.id, how)
    quotas = Quotas(compact_hours=1e-9)
    later = Lobby(storage, HelperPool(1), quotas)
    await later.run_cleanup()
    async with storage.reading() as connection:
        assert (await connection.execute(select(ENTRIES).where(ENTRIES.c.room == good))).first() is None
    for _ in range(3):
        await later.replays.write_missing()
    async with storage.reading() as connection:
        assert good in (await connection.execute(select(REPLAY_SNAPSHOTS.c.room))).scalars().all()
    await storage.close()


async def test_a_game_goes_on_after_a_restart(database: str) -> None:
    server = start_server(database)
    try:
        reply = make_room(server, "earth", seats=me_and_bots(3), my_name="Ann", start=True)
        async with joined(server, reply["room"], reply["token"]) as ann:
            await play_on(ann, random.Random(5), 5)
        before = get(server, f"/api/rooms/{reply['room']}/view", reply["token"]).data
    finally:
        assert server.stop() == 0
    server = start_server(database)
    try:
        after = get(server, f"/api/rooms/{reply['room']}/view", reply["token"]).data
        if after["n"] == before["n"]:
            assert after == before
        async with joined(server, reply["room"], reply["token"]) as ann:
            await play_on(ann, random.Random(10_000), 10_000)
            assert ann.event["result"] is not None
    finally:
        server.stop()


# --- kill -9 ---


async def shot(server: Server, memories: list[Memory], chance: random.Random, seconds: float) -> None:
    """Let everybody play for a while, then kill the server in the middle of it."""

    def given() -> int:
        return sum(len(memory.acknowledged) for memory in memories)

    before = given()
    playing = [asyncio.create_task(client(server, memory, chance)) for memory in memories]
    # On a busy machine the server may take a while to be under load at all.
    for _ in range(600):
        if given() > before:
            break
        await asyncio.sleep(0.05)
    assert given() > before, "there is no load"
    await asyncio.sleep(seconds)
    server.kill()
    await asyncio.gather(*playing)


def test_killed_under_load_again_and_again(database: str) -> None:
    """Many rooms of people and bots; the server is killed without warning a dozen times, and nothing promised is lost."""
    chance = random.Random(1)
    server = start_server(database)
    ended: list[Memory] = []
    playing: list[Memory] = []
    rooms = 0
    try:
        for _ in range(12):
            ended += [memory for memory in playing if memory.over]
            playing = [memory for memory in playing if not memory.over]
            while len(playing) < 16:
                playing += two_people(server, rooms)
                rooms += 1
            asyncio.run(shot(server, playing, chance, chance.uniform(0, 0.3)))
            server = start_server(database)
            check_promises(server, playing)

        async def finish() -> None:
            await asyncio.gather(*(client(server, memory, chance) for memory in playing))

        # Nobody is stuck: all games are played to their ends, each on one connection, and their records replay.
        asyncio.run(finish())
        assert all(memory.over for memory in playing)
        check_promises(server, ended + playing)
        for memory in ended + playing:
            check_record(get(server, f"/api/rooms/{memory.room}/record").body.decode())
    finally:
        server.kill()
