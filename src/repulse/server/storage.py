"""Where rooms are kept: an append-only list of entries for each, in SQLite or PostgreSQL.

A room is the result of its entries (`room.Room`), as a game is the result of its choices. Nobody is shown anything
before its entry is committed. Entries of many rooms that come at the same time are committed together, so a
commit that goes to the disk each time does not slow a busy server down.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
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
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from repulse.engine.contract import RepulseError
from repulse.server import metrics
from repulse.server.logs import Seldom
from repulse.server.migrating import UnknownVersion, bring_up_to_date
from repulse.server.tables import ARCHIVE, ENTRIES, LEASES, ROOMS, SCHEMA_TABLE
from repulse.table.entries import BadEntry, StoredRoom

_LOG: Final = logging.getLogger("repulse.server")

NOT_WRITTEN: Final = "The database could not write this down. Nothing was changed; please try again."
MOVED: Final = "This room has moved to another process of the server. Nothing was changed; please try again."
NOT_READ: Final = "The database cannot be read just now. Please try again."

CONNECT_SECONDS: Final = 5.0
COMMAND_SECONDS: Final = 10.0
"""How long PostgreSQL may take to answer."""

UPDATE_KEY: Final = 0x7265_7075_6C73_66
"""The number of the advisory lock in PostgreSQL under which the tables are changed."""

STILL_SECONDS: Final = 4.0
"""How long a process that shares the database may do nothing within a transaction: as long as its leases last."""


class StorageError(RepulseError):
    """The database cannot be used; nothing that was promised is lost.

    While the server runs, clients are shown its words: they never hold what the database said, which is logged instead.
    """


class LeaseLost(StorageError):
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
    """The address of a database with the driver we use; a plain path is an SQLite file."""
    if "://" not in url:
        return f"sqlite+aiosqlite:///{Path(url).expanduser().resolve()}"
    try:
        made = make_url(url)
    except ArgumentError as error:
        raise StorageError(f"{url!r} is not the address of a database.") from error
    drivers = {
        "sqlite": "sqlite+aiosqlite",
        "postgresql": "postgresql+asyncpg",
        "postgres": "postgresql+asyncpg",
    }
    if made.drivername not in {*drivers, *drivers.values()}:
        raise StorageError(f"The database must be SQLite or PostgreSQL, not {made.drivername}.")
    made = made.set(drivername=drivers.get(made.drivername, made.drivername))
    return made.render_as_string(hide_password=False)


def _set_up_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    # With FULL a commit is on the disk when it returns, even if the power fails.
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.close()


def _options_of(url: str, shared: bool) -> dict[str, Any]:
    """How connections are made: those to PostgreSQL are tried before use, and nothing waits for it for long."""
    if url.startswith("sqlite"):
        return {}
    patience: dict[str, Any] = {"timeout": CONNECT_SECONDS, "command_timeout": COMMAND_SECONDS}
    if shared:
        # A process that stands still in the middle of a transaction must not keep its locks from the others.
        patience["server_settings"] = {"idle_in_transaction_session_timeout": f"{STILL_SECONDS * 1000:.0f}"}
    return {"pool_pre_ping": True, "pool_timeout": CONNECT_SECONDS, "connect_args": patience}


class Storage:
    """A database of rooms."""

    def __init__(self, url: str, shared: bool = False) -> None:
        """The database at an address; `shared` by several processes, or used by this one alone."""
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
        """What writes to an SQLite file, in a thread of its own."""
        self._thread = ThreadPoolExecutor(1, "storage")
        self._queue: list[_Write] = []
        self._wake = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        self._seldom = Seldom()

    def _plain_engine(self) -> Engine | None:
        """A plain engine for an SQLite file; None for other databases."""
        file = self.engine.url.database
        if not self.sqlite or not file or file == ":memory:":
            return None
        made = create_engine(self.engine.url.set(drivername="sqlite"), hide_parameters=True)
        event.listen(made, "connect", _set_up_sqlite)
        return made

    async def open(self) -> None:
        """Bring the tables up to date, and start writing."""
        try:
            self.make_folder()
            async with self.engine.begin() as connection:
                if not self.sqlite:
                    # Several processes may start at once; one of them makes the changes.
                    await connection.exec_driver_sql(f"select pg_advisory_xact_lock({UPDATE_KEY})")
                    # The changes are worked out within the transaction, which may take a while.
                    await connection.exec_driver_sql("set local idle_in_transaction_session_timeout = 0")
                await connection.run_sync(bring_up_to_date)
        except UnknownVersion as error:
            raise StorageError(str(error)) from error
        except Exception as error:
            raise StorageError(f"The database cannot be opened: {error}") from error
        self._writer = asyncio.create_task(self._write_on(), name="storage writer")

    def make_folder(self) -> None:
        """Make the folder of an SQLite file; StorageError if that cannot be."""
        if self.sqlite and self.engine.url.database:
            try:
                Path(self.engine.url.database).parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise StorageError(f"The database cannot be opened: {error}") from error

    async def close(self) -> None:
        """Write what is waiting, and close the database."""
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
        new: StoredRoom | None = None,
        fence: int = 0,
    ) -> None:
        """Commit entries of a room. When this returns they are safe; StorageError if they are not.

        With a fencing number, LeaseLost if the room's lease has another one.
        """
        write = _Write(room, list(rows), new, stage, fence)
        self._queue.append(write)
        self._wake.set()
        await asyncio.shield(write.done)

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
                metrics.ENTRIES.inc(sum(len(write.rows) for write in batch))
            except asyncio.CancelledError:
                _fail(batch, StorageError("The server is closing."))
                raise
            except DBAPIError as error:
                if isinstance(error, OperationalError) or error.connection_invalidated:
                    self._fail_all(batch, error)
                else:
                    # One bad write must not take the others down with it: retry each on its own.
                    await self._commit_each(batch)
            except Exception as error:
                self._fail_all(batch, error)
            for write in batch:
                if not write.done.done():
                    write.done.set_result(None)

    def _fail_all(self, batch: list[_Write], error: Exception) -> None:
        """The database is locked, full or away: to try each write would fail as slowly again and again."""
        self._log_trouble("writes failed", error)
        _fail(batch, StorageError(NOT_WRITTEN))

    def _log_trouble(self, what: str, error: Exception) -> None:
        """One line a minute: while the database is away, every request meets the same trouble."""
        silent = self._seldom.again(what)
        if silent >= 0:
            said = (str(error).splitlines() or [""])[0]
            _LOG.error("%s: %s: %s (%d more since the last line)", what, type(error).__name__, said, silent)

    async def _commit_each(self, batch: list[_Write]) -> None:
        for write in batch:
            try:
                await self._commit([write])
            except Exception:
                _LOG.exception("a write failed", extra={"room": write.room})
                _fail([write], StorageError(NOT_WRITTEN))

    async def _commit(self, batch: list[_Write]) -> None:
        now = time.time()
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
            _fail(lost, LeaseLost(MOVED))
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
        """A connection to read on; StorageError, without what the database says, if that fails."""
        return self._using(self.engine.connect, NOT_READ)

    def writing(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A connection to write on: all that is written inside, or nothing; StorageError if that fails."""
        return self._using(self.engine.begin, NOT_WRITTEN)

    @contextlib.asynccontextmanager
    async def _using(
        self, connect: Callable[[], AbstractAsyncContextManager[AsyncConnection]], words: str
    ) -> AsyncIterator[AsyncConnection]:
        """A connection; StorageError with these words if anything fails that is done with it."""
        try:
            async with connect() as connection:
                yield connection
        except RepulseError:
            raise
        except Exception as error:
            # Drivers raise errors of their own too, say while PostgreSQL is starting.
            self._log_trouble("the database failed", error)
            raise StorageError(words) from error

    async def check(self) -> None:
        """Raise StorageError unless the database can be written to: a full disk can still be read."""
        try:
            async with asyncio.timeout(CONNECT_SECONDS), self.engine.begin() as connection:
                await connection.execute(update(SCHEMA_TABLE).values(version=SCHEMA_TABLE.c.version))
        except Exception as error:
            self._log_trouble("the database cannot be written to", error)
            raise StorageError(NOT_WRITTEN) from error

    async def load(self, room: str) -> tuple[StoredRoom, list[str]] | None:
        """A room with all its entries, or None if there is no such room."""
        async with self.reading() as connection:
            row = (await connection.execute(select(ROOMS).where(ROOMS.c.id == room))).mappings().first()
            if row is None:
                return None
            query = select(ENTRIES.c.data).where(ENTRIES.c.room == room).order_by(ENTRIES.c.n)
            entries = (await connection.execute(query)).scalars().all()
            packed = (await connection.execute(select(ARCHIVE.c.data).where(ARCHIVE.c.room == room))).scalar()
        return _stored(row), [*unpacked(packed), *[str(data) for data in entries]]

    async def listed(self, most: int = 100) -> list[str]:
        """The listed rooms whose game is not over, the latest first."""
        async with self.reading() as connection:
            query = (
                select(ROOMS.c.id)
                .where(ROOMS.c.listed, ROOMS.c.stage != "over")
                .order_by(ROOMS.c.touched.desc())
                .limit(most)
            )
            return [str(room) for room in (await connection.execute(query)).scalars()]

    async def unfinished(self) -> set[str]:
        """The rooms whose game is not over."""
        async with self.reading() as connection:
            query = select(ROOMS.c.id).where(ROOMS.c.stage != "over")
            return {str(room) for room in (await connection.execute(query)).scalars()}

    async def count_unfinished(self) -> int:
        """How many rooms there are whose game is not over."""
        async with self.reading() as connection:
            query = select(func.count()).select_from(ROOMS).where(ROOMS.c.stage != "over")
            return int((await connection.execute(query)).scalar() or 0)


def unpacked(data: bytes | None) -> list[str]:
    """The entries of a compacted game; BadEntry if they cannot be read."""
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
    """The writes whose fencing number is not that of their room's lease any more.

    The leases are locked until the end of the transaction: whoever takes one over waits, and then reads what was written.
    """
    fenced = sorted({write.room for write in batch if write.fence})
    if not fenced:
        return []
    query = select(LEASES.c.room, LEASES.c.fence).where(LEASES.c.room.in_(fenced)).order_by(LEASES.c.room)
    held = {row.room: row.fence for row in connection.execute(query.with_for_update(read=True))}
    return [write for write in batch if write.fence and held.get(write.room) != write.fence]


def _room_row(new: StoredRoom, now: float) -> dict[str, object]:
    return {
        "id": new.room,
        "created": new.created,
        "touched": now,
        "stage": new.stage,
        "listed": new.listed,
        "game": new.game,
        "seed": str(new.seed),
        "settings": msgspec.json.encode(new.settings).decode(),
    }


def _stored(row: Any) -> StoredRoom:
    return StoredRoom(
        row["id"],
        row["created"],
        row["stage"],
        row["listed"],
        row["game"],
        int(row["seed"]),
        msgspec.json.decode(row["settings"]),
    )
