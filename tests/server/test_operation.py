"""The guarantees that an operator relies on: one server for a database, the truth about its state, and a return after
trouble."""

from __future__ import annotations

import asyncio
import contextlib
import random
import resource
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.client import Server, get, joined, make_room, play_on, post, some_answer, start_server
from tests.server.postgres import Postgres, running_postgres
from websockets.exceptions import ConnectionClosed

TWO: list[dict[str, str]] = [{"kind": "me"}, {"kind": "open"}]


def test_a_second_server_on_the_same_database_refuses_to_start(database: str, tmp_path: Path) -> None:
    log = tmp_path / "second.log"
    first = start_server(database)
    try:
        with pytest.raises(AssertionError, match="did not start"):
            start_server(database, log=log)
        assert "Another server uses this database already" in log.read_text()
        assert get(first, "/readyz").status == 200
    finally:
        first.kill()
    # A killed server leaves nothing behind that would stop the next one.
    start_server(database).stop()


# --- a full disk ---


def eventually(fits: Any, seconds: float = 20.0) -> None:
    """Wait until something is true."""
    until = time.monotonic() + seconds
    while not fits():
        assert time.monotonic() < until, "it did not come true"
        time.sleep(0.1)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can fill the disk of another process")
def test_a_full_disk_is_reported_and_nothing_is_lost(tmp_path: Path) -> None:
    log = tmp_path / "log"
    server = start_server(str(tmp_path / "table.db"), log=log)
    pid = server.process.pid
    try:
        reply = make_room(server, options={"game": "base"}, seats=TWO)
        room = f"/api/rooms/{reply['room']}"
        usual = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, usual[1]))
        refused = post(server, f"{room}/join", {"name": "Bob"})
        assert (refused.status, refused.data["code"]) == (503, "storage")
        eventually(lambda: get(server, "/readyz").status == 503)
        assert get(server, "/readyz").data == {"ok": False, "why": "storage"}
        assert get(server, "/healthz").status == 200
        resource.prlimit(pid, resource.RLIMIT_FSIZE, usual)
        eventually(lambda: get(server, "/readyz").status == 200)
        assert post(server, f"{room}/join", {"name": "Bob"}).status == 201
        assert [seat["kind"] for seat in get(server, room).data["seats"]] == ["person", "person"]
    finally:
        server.stop()


# --- PostgreSQL away ---


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """A PostgreSQL that a test may kill."""
    with running_postgres() as database:
        yield database


def kill(postgres: Postgres) -> None:
    """End PostgreSQL as a power cut would."""
    assert postgres.process is not None
    postgres.process.send_signal(signal.SIGQUIT)
    postgres.process.wait(20)


async def test_a_server_outlives_its_database(own_postgres: Postgres, tmp_path: Path) -> None:
    log = tmp_path / "log"
    server = start_server(own_postgres.new_database(), log=log)
    try:
        reply = make_room(server, options={"game": "base"}, seats=TWO)
        room = f"/api/rooms/{reply['room']}"
        second = post(server, f"{room}/join", {}).data
        post(server, f"{room}/commands", {"type": "start", "id": "go"}, reply["token"])
        await answer_without_database(server, own_postgres, reply)
        for path in (room, f"{room}/view", "/api/rooms", "/readyz", "/api/health"):
            assert get(server, path, reply["token"] if path.endswith("view") else "").status == 503, path
        assert post(server, "/api/rooms", {"game": "galaxy"}).status == 503
        assert get(server, "/healthz").status == 200
        own_postgres.go_on()
        eventually(lambda: get(server, "/readyz").status == 200)
        await go_on(server, second)
    finally:
        server.stop()
    assert "Exception in ASGI application" not in log.read_text()


RESTARTS = 3


async def test_restarts_of_the_database_log_one_line_each(own_postgres: Postgres, tmp_path: Path) -> None:
    log = tmp_path / "log"
    server = start_server(own_postgres.new_database(), log=log)
    try:
        await play_through_restarts(server, own_postgres)
    finally:
        server.stop()
    lines = log.read_text().splitlines()
    failures = [line for line in lines if "ERROR the database fails (" in line]
    assert 1 <= len(failures) <= RESTARTS
    assert [line for line in lines if line not in failures] == []


async def play_through_restarts(server: Server, postgres: Postgres) -> None:
    """People and bots play in some rooms, and others look on, while the database goes away and comes back."""
    bots = [{"kind": "me"}, *[{"kind": "bot", "bot": "random"}] * 2]
    rooms = [make_room(server, options={"game": "base"}, seats=bots, start=True) for _ in range(6)]
    watched = [make_room(server, options={"game": "base"}, seats=bots[1:], start=True) for _ in range(6)]
    stop = asyncio.Event()

    async def play(room: dict[str, Any], chance: random.Random) -> None:
        """Connect and play, again and again; leave in the middle now and then, as impatient people do."""
        while not stop.is_set():
            with contextlib.suppress(ConnectionClosed, AssertionError, OSError, KeyError):
                async with (
                    asyncio.timeout(chance.uniform(0.1, 2)),
                    joined(server, room["room"], room["token"]) as ann,
                ):
                    await play_on(ann, chance)
            await asyncio.sleep(0.02)

    def look() -> None:
        for room in [*rooms, *watched]:
            get(server, f"/api/rooms/{room['room']}/view")
        get(server, "/readyz")

    people = [asyncio.create_task(play(room, random.Random(number))) for number, room in enumerate(rooms)]
    for _ in range(RESTARTS):
        await asyncio.to_thread(kill, postgres)
        for _ in range(3):
            await asyncio.to_thread(look)
        await asyncio.to_thread(postgres.go_on)
        await asyncio.to_thread(eventually, lambda: get(server, "/readyz").status == 200)
    stop.set()
    await asyncio.gather(*people, return_exceptions=True)


async def answer_without_database(server: Server, postgres: Postgres, reply: dict[str, Any]) -> None:
    """The answer is refused or the connection closed in order, with the code that asks clients to come again."""
    async with joined(server, reply["room"], reply["token"]) as ann:
        await asyncio.to_thread(kill, postgres)
        ask = ann.event["ask"]
        words = some_answer(ask, random.Random(1))
        await ann.send({"type": "answer", "id": "a", "ask": ask["number"], "words": words})
        with pytest.raises(ConnectionClosed) as closed:
            await ann.until_closed()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4010


async def go_on(server: Server, reply: dict[str, Any]) -> None:
    """The game goes on where it was."""
    async with joined(server, reply["room"], reply["token"]) as bob:
        assert await play_on(bob, random.Random(2), 1) == 1
