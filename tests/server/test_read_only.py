"""A database that can be read and not written: told in plain words, and nothing is lost when it can be written again."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from tests.server.lobbies import open_lobby
from tests.server.test_serve import command

from repulse.server.db.storage import NOT_WRITTEN, Storage, StorageError
from repulse.server.guard.quotas import Quotas
from repulse.server.http.api import problem
from repulse.server.http.readiness import Readiness
from repulse.server.people.credentials import token_hash
from repulse.table.wire.commands import Start
from repulse.table.wire.rooms import CreateRoom, Join

WANTED = CreateRoom("galaxy", {"game": "base", "players": 2})


class ReadOnly:
    """Makes a database read-only, as a file system mounted so does: SQLite reports the same error."""

    def __init__(self, storage: Storage) -> None:
        self.on = False
        assert storage._plain is not None
        for engine in (storage.engine.sync_engine, storage._plain):
            event.listen(engine, "checkout", self._check_out)

    def _check_out(self, connection: Any, _record: object, _proxy: object) -> None:
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA query_only={'ON' if self.on else 'OFF'}")
        cursor.close()


async def test_a_read_only_database_is_reported_and_used_again_later(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, Quotas(forced_seconds=0.001)) as lobby:
        session, _, token = await lobby.create(WANTED)
        bobs = (await lobby.join(session, Join()))[1]
        disk = ReadOnly(lobby.storage)
        disk.on = True
        with pytest.raises(StorageError) as refused:
            await session.command(token_hash(token), Start("go"))
        reply = problem(refused.value)
        assert (reply.status_code, str(refused.value)) == (503, NOT_WRITTEN)
        with pytest.raises(StorageError, match="could not write"):
            await lobby.create(WANTED)
        # Readable data is shown, as it was stored.
        again = await lobby.rooms.find(session.room.id)
        assert again.room.match is None
        assert await Readiness(lobby).refusal_reason() == "storage"
        disk.on = False
        assert not await Readiness(lobby).refusal_reason()
        await again.command(token_hash(token), Start("go"))
        assert len(again.room.questions) == 2
        assert again.room.seat_of(token_hash(bobs)) == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only for root")
def test_a_server_does_not_start_on_a_read_only_file(tmp_path: Path) -> None:
    file = tmp_path / "table.db"
    file.touch()
    file.chmod(0o444)
    process = command("--db", str(file), home=tmp_path)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 2
    (line,) = errors.splitlines()
    assert "cannot be opened" in line
