"""The clock of the machine is set forwards or back while the server runs: games, leases, limits and cleanup go on as before."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from sqlalchemy import update
from tests.server.lobbies import open_lobby
from tests.server.postgres import Postgres

from repulse.server import steady_time
from repulse.server.cluster.leases import LEASE_SECONDS, Leases
from repulse.server.cluster.shared_limits import SharedLimits
from repulse.server.db.storage import Storage
from repulse.server.db.tables import BUCKETS
from repulse.server.guard.quotas import Quotas
from repulse.server.guard.rates import RateLimiter
from repulse.server.people.credentials import token_hash
from repulse.table.wire.commands import Start
from repulse.table.wire.rooms import CreateRoom, Join
from repulse.table.wire.views import Clock

YEAR = 365 * 86400.0
JUMPS = [3600.0, -3600.0, 20 * YEAR, -20 * YEAR]


def set_clock(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Set the clock of the machine forwards, or back."""
    true = time.time
    monkeypatch.setattr("time.time", lambda: true() + seconds)


@pytest.mark.parametrize("seconds", JUMPS)
async def test_a_game_clock_neither_runs_out_nor_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    async with open_lobby(tmp_path, Quotas(forced_seconds=0.001)) as lobby:
        room_request = CreateRoom("galaxy", {"game": "base", "players": 2}, clock=Clock("live", 60))
        session, _, token = await lobby.create(room_request)
        await lobby.join(session, Join())
        await session.command(token_hash(token), Start("go"))
        before = session.table.now()
        set_clock(monkeypatch, seconds)
        await session.apply_timeouts()
        assert not any(seat.bot for seat in session.room.seats)
        assert 0 <= session.table.now() - before < 30_000
        assert (
            session.room.question_book.asked_at(0)
            <= session.table.now()
            < session.room.question_book.asked_at(0) + 60_000
        )


@pytest.mark.parametrize("seconds", JUMPS)
async def test_nothing_is_taken_for_old(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    async with open_lobby(tmp_path, Quotas(forced_seconds=0.001)) as lobby:
        room_request = CreateRoom("galaxy", {"game": "base", "players": 2})
        waiting, _, _ = await lobby.create(room_request)
        over, _, token = await lobby.create(room_request)
        await lobby.join(over, Join())
        await over.command(token_hash(token), Start("go"))
        await over.end("operator")
        set_clock(monkeypatch, seconds)
        await lobby.run_cleanup()
        for session in (waiting, over):
            assert (await lobby.storage.load(session.room.id)) is not None


@pytest.mark.parametrize("seconds", JUMPS)
def test_rates_and_leases_of_a_process_do_not_follow_the_clock(
    monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    rate = RateLimiter(1)
    allowed = [rate.take("a") for _ in range(3)]
    leases = Leases(None, renewed=time.monotonic())  # type: ignore[arg-type]
    set_clock(monkeypatch, seconds)
    assert allowed == [True, True, False]
    assert not rate.take("a")
    assert leases.is_alive()


def test_the_time_goes_on_by_seconds() -> None:
    first = steady_time.now()
    assert abs(first - time.time()) < 5
    assert steady_time.now() >= first


async def test_limits_of_all_processes_outlive_a_clock_set_back(postgres: Postgres) -> None:
    """The database's clock is the measure; a row that seems to come from the future takes nothing away."""

    storage = Storage(postgres.new_database())
    await storage.open()
    limits = SharedLimits(storage)
    assert await limits.take("rooms_per_minute", 60, "a")
    async with storage.writing() as connection:
        await connection.execute(update(BUCKETS).values(at=BUCKETS.c.at + 3600))
    assert await limits.take("rooms_per_minute", 60, "a")
    await storage.close()


async def test_a_lease_with_hours_left_is_taken_from_a_dead_process(postgres: Postgres) -> None:
    """The clock of the database was set back: nobody listens at the address of the dead process, so it is suspected."""

    storage = Storage(postgres.new_database(), shared=True)
    await storage.open()
    dead = Leases(storage, "http://127.0.0.1:9", "dead-1", seconds=LEASE_SECONDS + 3600)
    mine = Leases(storage, "http://127.0.0.1:9", "mine-1")
    await dead.beat()
    await mine.beat()
    await dead.reserve("abc", people=True)
    assert "dead-1" in mine.peers
    await mine.suspect("dead-1")
    await mine.beat()
    assert "dead-1" not in mine.peers
    await storage.close()
