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
    stores = []
    for number in range(count):
        storage = Storage(database, shared=True)
        await storage.open()
        stores.append(Leases(storage, f"http://127.0.0.1:{number + 1}", f"w{number}", seconds=seconds))
    for store in stores:
        await store.beat()
    try:
        yield stores
    finally:
        for store in stores:
            await store.storage.close()


async def die(worker: Leases) -> None:
    """Let a process's row expire, as if it had not been renewed."""
    async with worker.storage.writing() as connection:
        await connection.execute(text("update worker set expires = 0 where id = :id"), {"id": worker.id})


async def test_one_process_has_a_room_until_it_dies(postgres: Postgres) -> None:
    async with workers(postgres, 2) as (holder, two):
        first = await holder.reserve("abc", people=True)
        await holder.storage.append("abc", [(1, "one")], "", new=stored("abc"), fence=first)
        assert await two.owner("abc") == "w0"
        assert await two.take("abc") == 0
        assert await holder.take("abc") == first
        await die(holder)
        taken = await two.take("abc")
        assert taken > first
        assert two.held == {"abc": taken}
        holder.held.clear()
        assert await holder.take("abc") == 0
        assert await holder.take("none") == 0


async def test_a_stale_owner_writes_nothing(postgres: Postgres) -> None:
    async with workers(postgres, 2) as (first, two):
        old = await first.reserve("abc", people=True)
        other = await first.reserve("xyz", people=True)
        await first.storage.append("abc", [(1, "one")], "", new=stored("abc"), fence=old)
        await first.storage.append("xyz", [(1, "one")], "", new=stored("xyz"), fence=other)
        await die(first)
        new = await two.take("abc")
        # Both writes may be in one transaction: the stale one is refused, the other goes on.
        results = await asyncio.gather(
            first.storage.append("abc", [(2, "stale")], "over", fence=old),
            first.storage.append("xyz", [(2, "good")], "", fence=other),
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
            await first.storage.append("abc", [(3, "stale")], "", fence=old)


async def test_a_takeover_sees_the_write_in_progress(postgres: Postgres) -> None:
    """A commit under way holds the lease: the takeover waits for it, and never reads too early."""

    async with workers(postgres, 2) as (first, two):
        fence = await first.reserve("abc", people=True)
        await first.storage.append("abc", [(1, "one")], "", new=stored("abc"), fence=fence)
        await die(first)
        async with first.storage.engine.begin() as connection:
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
    async with workers(postgres, 2) as (first, two):
        fence = await first.reserve("abc", people=True)
        await first.storage.append("abc", [(1, "one")], "", new=stored("abc"), fence=fence)
        await die(first)
        connection = await first.storage.engine.connect()
        await connection.execute(text("select fence from lease where room = 'abc' for share"))
        async with asyncio.timeout(9):
            assert await two.take("abc")
        await connection.invalidate()
        await connection.close()


async def test_a_process_that_was_late_learns_what_it_lost(postgres: Postgres) -> None:
    async with workers(postgres, 2, seconds=0.2) as (first, two):
        for room in ("abc", "xyz"):
            fence = await first.reserve(room, people=True)
            await first.storage.append(room, [(1, "one")], "", new=stored(room), fence=fence)
        assert await first.beat() == []
        await asyncio.sleep(0.25)
        assert not first.is_alive()
        await two.beat()
        assert await two.take("abc")
        assert await first.beat() == ["abc"]
        assert list(first.held) == ["xyz"]
        assert set(two.peers) == set()
        await two.beat()
        assert set(two.peers) == {"w0"}


async def test_games_of_the_dead_are_found_those_with_people_first(postgres: Postgres) -> None:
    async with workers(postgres, 2) as (first, two):
        for room, people, stage in (
            ("bots", False, "playing"),
            ("people", True, "playing"),
            ("lobby", True, "lobby"),
        ):
            fence = await first.reserve(room, people)
            await first.storage.append(room, [(1, "one")], "", new=stored(room, stage), fence=fence)
        assert await two.orphans(5) == []
        await two.suspect("w0")
        assert await two.orphans(5) == ["people", "bots"]
        for room in ("people", "bots"):
            assert await two.take(room)
        assert await two.orphans(5) == []
        assert await two.owner("lobby") == ""


async def test_one_who_leaves_leaves_nothing_behind(postgres: Postgres) -> None:
    async with workers(postgres, 2) as (first, two):
        fence = await first.reserve("abc", people=True)
        await first.storage.append("abc", [(1, "one")], "", new=stored("abc"), fence=fence)
        await first.leave()
        assert await two.owner("abc") == ""
        assert await two.take("abc")
