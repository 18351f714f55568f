"""A server for the tests of a session, and a PostgreSQL of their own."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.default_moves import no_default_moves, watched_default_moves
from tests.server.client import Server, start_server
from tests.server.postgres import Postgres, running_postgres

__all__ = ["no_default_moves", "watched_default_moves"]

BOTS = {
    "crashing": "tests.server.bad_bots:Crashing",
    "dying": "tests.server.bad_bots:Dying",
    "sleeping": "tests.server.bad_bots:Sleeping",
    "cheating": "tests.server.bad_bots:Cheating",
    "talking": "tests.server.bad_bots:Talking",
}


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run an `async def` test in an event loop of its own."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
    return True


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, watched_default_moves: None) -> Iterator[Server]:
    """A server on SQLite, with some bad bots."""
    folder: Path = tmp_path_factory.mktemp("server")
    started = start_server(str(folder / "table.db"), bot_seconds=4.0, bots=BOTS)
    yield started
    assert started.process.poll() is None, "the server is gone"
    started.stop()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL in a temporary folder."""
    with running_postgres() as database:
        yield database


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of both sorts."""
    if request.param == "sqlite":
        return str(tmp_path / "table.db")
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.new_database()
