"""Storage of rooms: an append-only list of entries for each, in SQLite or PostgreSQL.

A room is the result of its entries (`room.Room`), as a game is the result of its choices. Nobody is shown anything
before its entry is committed. Entries of many rooms that come at the same time are committed together, so a
commit that goes to the disk each time does not slow a busy server down.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import zlib
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec
from sqlalchemy import create_engine, event, func, insert, select, update
from sqlalchemy.engine import Connection, Engine, make_url
from sqlalchemy.exc import ArgumentError, DataError, IntegrityError, ProgrammingError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from repulse.engine.contract import RepulseError
from repulse.server import metrics, steady_time
from repulse.server.db.migrate import UnknownVersionError, bring_up_to_date
from repulse.server.db.tables import ARCHIVE, ENTRIES, LEASES, ROOMS, SCHEMA_TABLE
from repulse.server.logs import Outages
from repulse.server.tasks import wait_for
from repulse.table.entries import BadEntry, StoredRoom
from repulse.table.settings import RoomSettings

_LOG: Final = logging.getLogger("repulse.server")

NOT_WRITTEN: Final = "The database could not write this down. Nothing was changed; please try again."
MOVED: Final = "This room has moved to another process of the server. Nothing was changed; please try again."
NOT_READ: Final = "The database cannot be read at the moment. Please try again."

CONNECT_SECONDS: Final = 5.0
COMMAND_SECONDS: Final = 10.0
"""The time PostgreSQL may take to answer."""

UPDATE_KEY: Final = 0x7265_7075_6C73_66
"""The number of the advisory lock in PostgreSQL under which the tables are changed."""

STILL_SECONDS: Final = 4.0
"""The time a process that shares the database may do nothing within a transaction: as long as its leases last."""


_BAD_WRITES: Final = (DataError, IntegrityError, ProgrammingError)
"""Errors that one bad row causes. All other errors mean that the database is locked, full or away."""

PRIVATE_MODE: Final = 0o600
"""The mode of files that hold seeds and answers: databases and backups. Only their owner may read them."""


class StorageError(RepulseError):
    """The database cannot be used; nothing that was acknowledged is lost.

    Clients are shown its message while the server runs. It never contains the error of the database, which is logged instead.
    """


class LeaseLostError(StorageError):
    """Another process has the room now, and what this one wanted to write was not written."""


@dataclass(eq=False)
class _Write:
    """Entries of one room to be committed together, with the room itself if it is new."""

    room: str
    rows: list[tuple[int, str]]
    new: StoredRoom | None
    stage: str
    fence: int = 0
    """The fencing number of the room's lease; 0 where one process has all rooms."""
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


def database_url(url: str) -> str:
    """Return the URL of a database with the driver that we use; a plain path is an SQLite file."""
    if "://" not in url:
        return f"sqlite+aiosqlite:///{Path(url).expanduser().resolve()}"
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise StorageError(f"{url!r} is not the address of a database.") from error
    drivers = {
        "sqlite": "sqlite+aiosqlite",
        "postgresql": "postgresql+asyncpg",
        "postgres": "postgresql+asyncpg",
    }
    if parsed.drivername not in {*drivers, *drivers.values()}:
        raise StorageError(f"The database must be SQLite or PostgreSQL, not {parsed.drivername}.")
    parsed = parsed.set(drivername=drivers.get(parsed.drivername, parsed.drivername))
    return parsed.render_as_string(hide_password=False)


def _set_up_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    # With FULL a commit is on the disk when it returns, even if the power fails.
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.close()


def _options_of(url: str, shared: bool) -> dict[str, Any]:
    """Return the options of an engine: connections to PostgreSQL are tested before use, and have timeouts."""
    if url.startswith("sqlite"):
        return {}
    timeouts: dict[str, Any] = {"timeout": CONNECT_SECONDS, "command_timeout": COMMAND_SECONDS}
    if shared:
        # A process that hangs in the middle of a transaction must not block the others.
        timeouts["server_settings"] = {"idle_in_transaction_session_timeout": f"{STILL_SECONDS * 1000:.0f}"}
    return {"pool_pre_ping": True, "pool_timeout": CONNECT_SECONDS, "connect_args": timeouts}


class Storage:
    """A database of rooms."""

    def __init__(self, url: str, shared: bool = False) -> None:
        """Prepare a database, `shared` by several processes or used by this one alone."""
        self.url = database_url(url)
        try:
            self.engine: AsyncEngine = create_async_engine(
                self.url, hide_parameters=True, **_options_of(self.url, shared)
            )
        except (ImportError, SQLAlchemyError) as error:
            raise StorageError(f"The database cannot be used: {error}.") from error
        self.sqlite = self.engine.dialect.name == "sqlite"
        if self.sqlite:
            event.listen(self.engine.sync_engine, "connect", _set_up_sqlite)
        self._plain = self._plain_engine()
        """The engine that writes to an SQLite file, in a thread of its own."""
        self._thread = ThreadPoolExecutor(1, "storage")
        self._queue: list[_Write] = []
        self._wake = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        self._outages = Outages("the database", _LOG)

    def _plain_engine(self) -> Engine | None:
        """Return a plain engine for an SQLite file; None for other databases."""
        file = self.engine.url.database
        if not self.sqlite or not file or file == ":memory:":
            return None
        plain_engine = create_engine(self.engine.url.set(drivername="sqlite"), hide_parameters=True)
        event.listen(plain_engine, "connect", _set_up_sqlite)
        return plain_engine

    async def open(self) -> None:
        """Bring the tables up to date, and start writing."""
        try:
            self.make_folder()
            self._make_private_file()
            async with self.engine.begin() as connection:
                if not self.sqlite:
                    # Several processes may start at the same time; one of them migrates.
                    await connection.exec_driver_sql(f"select pg_advisory_xact_lock({UPDATE_KEY})")
                    # The changes are worked out within the transaction, which may take a while.
                    await connection.exec_driver_sql("set local idle_in_transaction_session_timeout = 0")
                await connection.run_sync(bring_up_to_date)
        except UnknownVersionError as error:
            raise StorageError(str(error)) from error
        except Exception as error:
            raise StorageError(f"The database cannot be opened: {error}") from error
        self._writer = asyncio.create_task(self._write_on(), name="storage writer")

    def make_folder(self) -> None:
        """Create the folder of an SQLite file.

        Raises:
            StorageError: The folder cannot be created.
        """
        if self.sqlite and self.engine.url.database:
            try:
                Path(self.engine.url.database).parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise StorageError(f"The database cannot be opened: {error}") from error

    def _make_private_file(self) -> None:
        """Create a new SQLite file that only its owner can read; SQLite gives the files beside it the same mode."""
        file = self.engine.url.database
        if self.sqlite and file and file != ":memory:" and not file.startswith("file:"):
            with contextlib.suppress(FileExistsError):
                os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE_MODE))

    async def close(self) -> None:
        """Write pending entries, and close the database."""
        if self._writer is not None:
            while self._queue:
                await asyncio.sleep(0.005)
            self._writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._writer
        # Off the loop: the last commit may still be under way.
        await asyncio.to_thread(self._thread.shutdown)
        if self._plain is not None:
            self._plain.dispose()
        await self.engine.dispose()

    # --- writing ---

    async def append(
        self,
        room: str,
        rows: Sequence[tuple[int, str]],
        stage: str,
        *,
        new: StoredRoom | None = None,
        fence: int = 0,
    ) -> None:
        """Commit entries of a room; they are durable when this returns.

        Raises:
            StorageError: They could not be written.
            LeaseLostError: The lease of the room has another fencing number.
        """
        write = _Write(room, list(rows), new, stage, fence)
        self._queue.append(write)
        self._wake.set()
        await wait_for(write.done)

    async def _write_on(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            batch, self._queue = self._queue, []
            if not batch:
                continue
            try:
                with metrics.COMMITS.time():
                    await self._commit(batch)
                self._outages.worked()
                metrics.ENTRIES.inc(sum(len(write.rows) for write in batch))
            except asyncio.CancelledError:
                _fail(batch, StorageError("The server is closing."))
                raise
            except _BAD_WRITES:
                # One bad write must not take the others down with it: retry each on its own.
                await self._commit_each(batch)
            except Exception as error:
                self._fail_all(batch, error)
            for write in batch:
                if not write.done.done():
                    write.done.set_result(None)

    def _fail_all(self, batch: list[_Write], error: Exception) -> None:
        """Fail all writes: when the database is locked, full or away, retrying each of them would fail as slowly."""
        self._outages.failed("writing", error)
        _fail(batch, StorageError(NOT_WRITTEN))

    async def _commit_each(self, batch: list[_Write]) -> None:
        for number, write in enumerate(batch):
            try:
                await self._commit([write])
            except _BAD_WRITES as error:
                reason = (str(error).splitlines() or [""])[0]
                _LOG.error("a write failed: %s: %s", type(error).__name__, reason, extra={"room": write.room})
                _fail([write], StorageError(NOT_WRITTEN))
            except Exception as error:
                self._fail_all(batch[number:], error)
                return

    async def _commit(self, batch: list[_Write]) -> None:
        now = steady_time.now()
        lost: list[_Write] = []

        def write_all(connection: Connection) -> None:
            lost[:] = _without_lease(connection, batch)
            kept = [write for write in batch if write not in lost] if lost else batch
            new = [_room_row(write.new, now) for write in kept if write.new is not None]
            rows = [
                {"room": write.room, "n": number, "data": data}
                for write in kept
                for number, data in write.rows
            ]
            stages = {write.room: write.stage for write in kept if write.new is None and write.stage}
            if new:
                connection.execute(insert(ROOMS), new)
            if rows:
                connection.execute(insert(ENTRIES), rows)
            for room, stage in stages.items():
                change = update(ROOMS).where(ROOMS.c.id == room).values(stage=stage, touched=now)
                connection.execute(change)

        if self._plain is None:
            async with self.engine.begin() as connection:
                await connection.run_sync(write_all)
            _fail(lost, LeaseLostError(MOVED))
            return
        plain = self._plain

        def commit() -> None:
            with plain.begin() as connection:
                write_all(connection)

        # One step to another thread for the whole commit: the driver alone would take one for each statement, and a
        # player waits for all of them.
        await asyncio.get_running_loop().run_in_executor(self._thread, commit)

    # --- reading ---

    def reading(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """Open a connection to read on.

        Raises:
            StorageError: Anything failed; the message of the database is left out.
        """
        return self._using(self.engine.connect, NOT_READ)

    def writing(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """Open a transaction to write in.

        Raises:
            StorageError: Anything failed, and nothing was written.
        """
        return self._using(self.engine.begin, NOT_WRITTEN)

    @contextlib.asynccontextmanager
    async def _using(
        self, connect: Callable[[], AbstractAsyncContextManager[AsyncConnection]], words: str
    ) -> AsyncIterator[AsyncConnection]:
        """Open a connection.

        Raises:
            StorageError: Anything failed that was done with it; `words` is its message.
        """
        try:
            async with connect() as connection:
                yield connection
        except RepulseError:
            raise
        except Exception as error:
            # Drivers raise errors of their own too, for example while PostgreSQL is starting.
            self._outages.failed("reading" if words == NOT_READ else "writing", error)
            raise StorageError(words) from error
        if words == NOT_WRITTEN:
            # A full disk can still be read.
            self._outages.worked()

    async def check(self) -> None:
        """Raise StorageError unless the database can be written to: a full disk can still be read."""
        try:
            async with asyncio.timeout(CONNECT_SECONDS), self.engine.begin() as connection:
                await connection.execute(update(SCHEMA_TABLE).values(version=SCHEMA_TABLE.c.version))
        except Exception as error:
            self._outages.failed("writing", error)
            raise StorageError(NOT_WRITTEN) from error
        self._outages.worked()

    async def load(self, room: str) -> tuple[StoredRoom, list[str]] | None:
        """Return a room with all its entries; None if it does not exist."""
        async with self.reading() as connection:
            row = (await connection.execute(select(ROOMS).where(ROOMS.c.id == room))).mappings().first()
            if row is None:
                return None
            query = select(ENTRIES.c.data).where(ENTRIES.c.room == room).order_by(ENTRIES.c.n)
            entries = (await connection.execute(query)).scalars().all()
            packed = (await connection.execute(select(ARCHIVE.c.data).where(ARCHIVE.c.room == room))).scalar()
        return _stored(row), [*unpacked(packed), *[str(data) for data in entries]]

    async def listed(self, most: int = 100) -> list[str]:
        """Return the listed rooms whose game is not over, the latest first."""
        async with self.reading() as connection:
            query = (
                select(ROOMS.c.id)
                .where(ROOMS.c.listed, ROOMS.c.stage != "over")
                .order_by(ROOMS.c.touched.desc())
                .limit(most)
            )
            return [str(room) for room in (await connection.execute(query)).scalars()]

    async def unfinished(self) -> set[str]:
        """Return the rooms whose game is not over."""
        async with self.reading() as connection:
            query = select(ROOMS.c.id).where(ROOMS.c.stage != "over")
            return {str(room) for room in (await connection.execute(query)).scalars()}

    async def count_unfinished(self) -> int:
        """Return the number of rooms whose game is not over."""
        async with self.reading() as connection:
            query = select(func.count()).select_from(ROOMS).where(ROOMS.c.stage != "over")
            return int((await connection.execute(query)).scalar() or 0)


def unpacked(data: bytes | None) -> list[str]:
    """Return the entries of a compacted game.

    Raises:
        BadEntry: They cannot be read.
    """
    if data is None:
        return []
    try:
        return msgspec.json.decode(zlib.decompress(data), type=list[str])
    except (zlib.error, msgspec.DecodeError) as error:
        raise BadEntry("A compacted game cannot be read.") from error


def _fail(batch: list[_Write], error: StorageError) -> None:
    metrics.FAILED_WRITES.inc(len(batch))
    for write in batch:
        if not write.done.done():
            write.done.set_exception(error)


def _without_lease(connection: Connection, batch: list[_Write]) -> list[_Write]:
    """Return the writes whose fencing number is outdated.

    The leases are locked until the end of the transaction: a process that takes one over waits, and then reads everything that was written.
    """
    fenced = sorted({write.room for write in batch if write.fence})
    if not fenced:
        return []
    query = select(LEASES.c.room, LEASES.c.fence).where(LEASES.c.room.in_(fenced)).order_by(LEASES.c.room)
    held = {row.room: row.fence for row in connection.execute(query.with_for_update(read=True))}
    return [write for write in batch if write.fence and held.get(write.room) != write.fence]


def _room_row(new: StoredRoom, now: float) -> dict[str, object]:
    return {
        "id": new.id,
        "created": new.created,
        "touched": now,
        "stage": new.stage,
        "listed": new.listed,
        "game": new.game,
        "seed": str(new.seed),
        "settings": new.settings.to_json(),
    }


def _stored(row: Any) -> StoredRoom:
    return StoredRoom(
        row["id"],
        row["created"],
        row["stage"],
        row["listed"],
        row["game"],
        int(row["seed"]),
        RoomSettings.from_json(row["settings"]),
    )
