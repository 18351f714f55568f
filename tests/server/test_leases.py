"""Leases with fencing numbers: one process has a room, and one that lost it can write nothing there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import text
from tests.server.postgres import Postgres

from repulse.server.cluster.leases import Leases
from repulse.server.db.storage import LeaseLostError, Storage
from repulse.table.entries import StoredRoom
from repulse.table.settings import RoomSettings


def stored(room: str, stage: str = "lobby") -> StoredRoom:
    return StoredRoom(room, 1.0, stage, False, "galaxy", 7, RoomSettings())


@asynccontextmanager
async def workers(postgres: Postgres, count: int, seconds: float = 60.0) -> AsyncIterator[list[Leases]]:
    """Processes that share a new database, as far as leases go."""
    database = postgres.new_database()
    made = []
    for number in range(count):
        storage = Storage(database, shared=True)
        await storage.open()
        made.append(Leases(storage, f"http://127.0.0.1:{number + 1}", f"w{number}", seconds=seconds))
    for each in made:
        await each.beat()
    try:
        yield made
    finally:
        for each in made:
            await each.storage.close()


async def die(worker: Leases) -> None:
    """Let a process's row expire, as if it had not been renewed."""
    async with worker.storage.writing() as connection:
        await connection.execute(text("update worker set expires = 0 where id = :id"), {"id": worker.id})


async def test_one_process_has_a_room_until_it_dies(postgres: Postgres) -> None:
    async with workers(postgres, 2) as (one, two):
        first = await one.reserve("abc", people=True)
        await one.storage.append("abc", [(1, "one")], "", new=stored("abc"), fence=first)
        assert await two.owner("abc") == "w0"
        assert await two.take("abc") == 0
        assert await one.take("abc") == first
        await die(one)
        taken = await two.take("abc")
        assert taken > first
        assert two.held == {"abc": taken}
        one.held.clear()
        assert await one.take("abc") == 0
        assert await one.take("none") == 0


async def test_a_stale_owner_writes_nothing(postgres: Postgres) -> None:
    async with workers(postgres, 2) as (one, two):
        old = await one.reserve("abc", people=True)
        other = await one.reserve("xyz", people=True)
        await one.storage.append("abc", [(1, "one")], "", new=stored("abc"), fence=old)
        await one.storage.append("xyz", [(1, "one")], "", new=stored("xyz"), fence=other)
        await die(one)
        new = await two.take("abc")
        # Both writes may be in one transaction: the stale one is refused, the other goes on.
        results = await asyncio.gather(
            one.storage.append("abc", [(2, "stale")], "over", fence=old),
            one.storage.append("xyz", [(2, "good")], "", fence=other),
            return_exceptions=True,
        )
        assert [type(result) for result in results] == [LeaseLostError, type(None)]
        await two.storage.append("abc", [(2, "two")], "playing", fence=new)
        kept = await two.storage.load("abc")
        assert kept is not None
        assert kept[1] == ["one", "two"]
        assert kept[0].stage == "playing"
        # Nor does it write after the new owner let go: numbers are never used again.
        await two.release(["abc"])
        with pytest.raises(LeaseLostError):
            await one.storage.append("abc", [(3, "stale")], "", fence=old)


async def test_who_takes_a_room_over_sees_what_is_just_being_written(postgres: Postgres) -> None:
    """A commit under way holds the lease: the takeover waits for it, and never reads too early."""

    async with workers(postgres, 2) as (one, two):
        fence = await one.reserve("abc", people=True)
        await one.storage.append("abc", [(1, "one")], "", new=stored("abc"), fence=fence)
        await die(one)
        async with one.storage.engine.begin() as connection:
            await connection.execute(text("select fence from lease where room = 'abc' for share"))
            taking = asyncio.create_task(two.take("abc"))
            await asyncio.sleep(0.2)
            assert not taking.done()
            await connection.execute(text("insert into entry values ('abc', 2, 'late')"))
        assert await taking > fence
        kept = await two.storage.load("abc")
        assert kept is not None
        assert kept[1] == ["one", "late"]


async def test_a_process_that_stands_still_in_a_transaction_keeps_nobody_waiting(postgres: Postgres) -> None:
    async with workers(postgres, 2) as (one, two):
        fence = await one.reserve("abc", people=True)
        await one.storage.append("abc", [(1, "one")], "", new=stored("abc"), fence=fence)
        await die(one)
        connection = await one.storage.engine.connect()
        await connection.execute(text("select fence from lease where room = 'abc' for share"))
        async with asyncio.timeout(9):
            assert await two.take("abc")
        await connection.invalidate()
        await connection.close()


async def test_a_process_that_was_late_learns_what_it_lost(postgres: Postgres) -> None:
    async with workers(postgres, 2, seconds=0.2) as (one, two):
        for room in ("abc", "xyz"):
            fence = await one.reserve(room, people=True)
            await one.storage.append(room, [(1, "one")], "", new=stored(room), fence=fence)
        assert await one.beat() == []
        await asyncio.sleep(0.25)
        assert not one.is_alive()
        await two.beat()
        assert await two.take("abc")
        assert await one.beat() == ["abc"]
        assert list(one.held) == ["xyz"]
        assert set(two.peers) == set()
        await two.beat()
        assert set(two.peers) == {"w0"}


async def test_games_of_the_dead_are_found_those_with_people_first(postgres: Postgres) -> None:
    async with workers(postgres, 2) as (one, two):
        for room, people, stage in (
            ("bots", False, "playing"),
            ("people", True, "playing"),
            ("lobby", True, "lobby"),
        ):
            fence = await one.reserve(room, people)
            await one.storage.append(room, [(1, "one")], "", new=stored(room, stage), fence=fence)
        assert await two.orphans(5) == []
        await two.suspect("w0")
        assert await two.orphans(5) == ["people", "bots"]
        for room in ("people", "bots"):
            assert await two.take(room)
        assert await two.orphans(5) == []
        assert await two.owner("lobby") == ""


async def test_one_who_leaves_leaves_nothing_behind(postgres: Postgres) -> None:
    async with workers(postgres, 2) as (one, two):
        fence = await one.reserve("abc", people=True)
        await one.storage.append("abc", [(1, "one")], "", new=stored("abc"), fence=fence)
        await one.leave()
        assert await two.owner("abc") == ""
        assert await two.take("abc")
