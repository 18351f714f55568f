"""The life of a room: finished games are compacted, kept and removed; their players export and delete them; old rules."""

from __future__ import annotations

import asyncio
import json
import random
import time
from pathlib import Path

import pytest
from sqlalchemy import func, select
from starlette.requests import Request
from tests.server.client import some_answer
from tests.server.lobbies import open_lobby
from tests.server.test_storage import LaterGame

from repulse.engine.contract import EVERYTHING
from repulse.engine.match import replay
from repulse.engine.record import read_record
from repulse.games import entry_of, game_of
from repulse.server.config import Config
from repulse.server.context import compose
from repulse.server.db.storage import Storage
from repulse.server.db.tables import ENTRIES
from repulse.server.guard.bans import Bans
from repulse.server.guard.quotas import Quotas
from repulse.server.helpers.jobs import Job, Report
from repulse.server.helpers.pool import HelperError, HelperPool
from repulse.server.http.api import Api
from repulse.server.http.routes import replays
from repulse.server.http.wire import encode
from repulse.server.people.credentials import token_hash
from repulse.server.rooms.lobby import Lobby
from repulse.server.rooms.replay_snapshots import snapshot_step
from repulse.server.rooms.retention import compact, compact_all
from repulse.server.rooms.session import RoomSession
from repulse.server.rooms.snapshot_writer import load_snapshot
from repulse.table.entries import StoredRoom
from repulse.table.refusals import RefusalError
from repulse.table.replays import Replays, replay_step
from repulse.table.settings import RoomSettings
from repulse.table.wire.commands import Answer, Leave, Start, Undo
from repulse.table.wire.rooms import CreateRoom, HeldTable, Join, WantedSeat

QUICK = Quotas(forced_seconds=0.001)


async def two_people(lobby: Lobby, answers: int) -> tuple[RoomSession, list[str]]:
    """A room of two with some answers and an undo in it; the tokens."""
    session, _, ann = await lobby.create(
        CreateRoom("galaxy", {"game": "base", "players": 2}, seed=3, my_name="Ann")
    )
    tokens = [ann, (await lobby.join(session, Join(name="Bob")))[1]]
    await session.command(token_hash(ann), Start("go"))
    chance = random.Random(1)
    answered = 0
    while answered < answers:
        choosing = [seat for seat in session.room.questions if not session.room.pending.is_automatic(seat)]
        if not choosing:
            await asyncio.sleep(0.002)
            continue
        seat = choosing[0]
        ask = session.events.event(seat).ask
        assert ask is not None
        answer = Answer(f"a{answered}", ask["number"], some_answer(dict(ask), chance))
        await session.command(token_hash(tokens[seat]), answer)
        answered += 1
        if answered == 1:
            await session.command(token_hash(tokens[seat]), Undo("u"))
    return session, tokens


async def entries_of(storage: Storage, room: str) -> int:
    async with storage.reading() as connection:
        count = await connection.execute(select(func.count()).where(ENTRIES.c.room == room))
        return int(count.scalar() or 0)


async def test_compacted_games_are_as_they_were(database: str) -> None:
    storage = Storage(database)
    await storage.open()
    stored = StoredRoom("abc", 1.5, "over", False, "galaxy", 7, RoomSettings())
    rows = [(n, f"entry {n} é") for n in range(1, 50)]
    await storage.append("abc", rows, "", new=stored)
    before = await storage.load("abc")
    await compact(storage, "abc")
    assert await entries_of(storage, "abc") == 0
    assert await storage.load("abc") == before
    # More may follow, and be compacted too.
    await storage.append("abc", [(50, "later")], "")
    await compact(storage, "abc")
    loaded = await storage.load("abc")
    assert loaded is not None
    assert loaded[1] == [*[data for _, data in rows], "later"]
    await storage.close()


async def test_only_games_that_were_over_for_long_are_compacted_and_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_lobby(
        tmp_path, Quotas(forced_seconds=0.001, finished_days=30.0, idle_days=35.0)
    ) as lobby:
        over, tokens = await two_people(lobby, 3)
        await over.end("operator")
        going, _ = await two_people(lobby, 3)
        assert await compact_all(lobby.storage, 1.0) == 0
        now = time.time()
        monkeypatch.setattr("repulse.server.steady_time.now", lambda: now + 2 * 3600)
        assert await compact_all(lobby.storage, 1.0) == 1
        assert await entries_of(lobby.storage, going.room.id) > 0
        before = over.events.encoded(0, is_host=True)
        lobby.rooms.sessions.clear()
        again = await lobby.rooms.find(over.room.id)
        assert again.events.encoded(0, is_host=True) == before
        assert again.room.seat_of(token_hash(tokens[1])) == 1
        monkeypatch.setattr("repulse.server.steady_time.now", lambda: now + 40 * 86400)
        await lobby.run_cleanup()
        with pytest.raises(RefusalError, match="does not exist"):
            await lobby.rooms.find(over.room.id)
        ended = await lobby.rooms.find(going.room.id)
        assert (ended.room.stage, ended.room.ended) == ("over", "idle")


async def test_a_game_is_deleted_when_all_its_players_want_it(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, QUICK) as lobby:
        session, tokens = await two_people(lobby, 2)
        with pytest.raises(RefusalError, match="not over"):
            await lobby.deletion.delete(session, tokens[0])
        await session.end("operator")
        with pytest.raises(RefusalError, match="no seat"):
            await lobby.deletion.delete(session, "somebody")
        assert await lobby.deletion.delete(session, tokens[0]) == 1
        assert await lobby.deletion.delete(session, tokens[0]) == 1
        assert (await lobby.rooms.find(session.room.id)) is session
        assert await lobby.deletion.delete(session, tokens[1]) == 0
        with pytest.raises(RefusalError, match="does not exist"):
            await lobby.rooms.find(session.room.id)
        assert await entries_of(lobby.storage, session.room.id) == 0


async def test_the_host_deletes_a_lobby(tmp_path: Path) -> None:
    async with open_lobby(tmp_path) as lobby:
        session, _, host = await lobby.create(CreateRoom("galaxy", {"game": "base", "players": 3}))
        _, other = await lobby.join(session, Join())
        with pytest.raises(RefusalError, match="host"):
            await lobby.deletion.delete(session, other)
        assert await lobby.deletion.delete(session, host) == 0
        with pytest.raises(RefusalError, match="does not exist"):
            await lobby.rooms.find(session.room.id)


async def test_one_exports_ones_own_games_and_no_card_of_a_running_one(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, QUICK) as lobby:
        session, tokens = await two_people(lobby, 3)
        running = await lobby.exported(HeldTable(session.room.id, tokens[1]))
        assert running is not None
        assert (running.seat, running.names, running.record) == (1, ["Ann", "Bob"], "")
        await session.end("operator")
        over = await lobby.exported(HeldTable(session.room.id, tokens[1]))
        assert over is not None
        record = read_record(over.record)
        assert replay(game_of(record), record).choices == session.room.playing.choices
        assert await lobby.exported(HeldTable(session.room.id, "somebody")) is None
        assert await lobby.exported(HeldTable("none", tokens[1])) is None


async def test_the_record_of_a_game_by_old_rules_can_still_be_had(tmp_path: Path) -> None:
    """Answers that were taken back are not in it, as in the record of any game."""
    async with open_lobby(tmp_path, QUICK) as lobby:
        session, tokens = await two_people(lobby, 6)
        expected = session.room.record()
        later = Lobby(lobby.storage, HelperPool(1))
        later.catalog._games["galaxy"] = LaterGame()
        old = await later.rooms.find(session.room.id)
        record = old.room.record()
        assert (record.game, record.rules, record.seed) == (expected.game, expected.rules, expected.seed)
        assert (record.options, record.notes) == (expected.options, expected.notes)
        assert [(seat, sorted(words)) for seat, words in record.choices] == [
            (seat, sorted(words)) for seat, words in expected.choices
        ]
        assert old.room.stage == "over"
        assert old.room.seat_of(token_hash(tokens[1])) == 1
        with pytest.raises(RefusalError):
            await old.command(token_hash(tokens[0]), Answer("late", 1, []))


async def test_a_finished_game_under_old_rules_can_be_watched(database: str) -> None:
    """Position by position, in every language, as it was shown when they were played."""

    storage = Storage(database)
    await storage.open()
    lobby = Lobby(storage, HelperPool(1), QUICK)
    session, tokens = await two_people(lobby, 6)
    await session.end("operator")
    record = session.room.record().to_json()
    expected = {
        (language, step): replay_step(Replays(), record, step=step, viewer=EVERYTHING, language=language)
        for language in ("en", "fr", "ja")
        for step in (0, 3, -1)
    }
    assert await lobby.replays.write_missing() == 1
    assert await lobby.replays.write_missing() == 0
    await lobby.close()
    later = Lobby(storage, HelperPool(1), QUICK)
    later.catalog._games["galaxy"] = LaterGame()
    old = await later.rooms.find(session.room.id)
    assert old.room.legacy_record is not None
    for (language, step), expected_text in expected.items():
        kept = await load_snapshot(later.storage, session.room.id, language)
        assert kept is not None
        assert json.loads(encode(snapshot_step(kept, step))) == json.loads(encode(expected_text))
    # So it is by the address of the replay, as before.
    context = compose(
        Config(database), later, Bans(), cluster=None, replays=HelperPool(1), advice=HelperPool(1)
    )
    api = Api(context)
    scope = {
        "type": "http",
        "method": "GET",
        "path": f"/api/rooms/{session.room.id}/replay",
        "path_params": {"room": session.room.id},
        "query_string": b"step=3&lang=fr",
        "headers": [(b"authorization", f"Bearer {tokens[0]}".encode())],
    }
    reply = await replays.replay(api, Request(scope))
    assert json.loads(bytes(reply.body)) == json.loads(encode(expected["fr", 3]))
    # Texts that are missing in a language appear in English.
    assert await load_snapshot(later.storage, session.room.id, "xx") == await load_snapshot(
        later.storage, session.room.id, "en"
    )
    # It goes with its room.
    for token in tokens:
        await later.deletion.delete(old, token)
    assert await load_snapshot(later.storage, session.room.id, "en") is None
    await later.close()
    await storage.close()


async def test_the_end_of_a_game_under_old_rules_is_still_known(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, QUICK) as lobby:
        bots = [WantedSeat("me"), WantedSeat("bot", "random")]
        session, _, token = await lobby.create(CreateRoom("galaxy", {"game": "base"}, bots, start=True))
        await session.command(token_hash(token), Leave("away", "random"))
        async with asyncio.timeout(60):
            while session.room.id in await lobby.storage.unfinished():
                await asyncio.sleep(0.02)
        scores, winners = session.room.playing.state.scores(), session.room.playing.state.winners()
        await lobby.replays.write_missing()
        later = Lobby(lobby.storage, HelperPool(1))
        later.catalog._games["galaxy"] = LaterGame()
        old = await later.rooms.find(session.room.id)
        result = old.events.event(0, is_host=True).result
        assert result is not None
        assert (result.scores, result.winners) == (scores, winners)
        state = await later.state_of(HeldTable(session.room.id, token))
        assert (state.stage, state.scores, state.winners) == ("over", scores, winners)
        await lobby.services.helpers.close()


async def test_a_game_that_ends_just_before_the_server_is_kept(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, QUICK) as lobby:
        session, _, _ = await lobby.create(CreateRoom("galaxy", {"players": 2}))
        keeping = asyncio.create_task(lobby.replays.run(60.0))
        await session.end("operator")
        while not lobby.replays.wake.is_set():
            await asyncio.sleep(0)
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)
        await lobby.replays.finish()
        assert await lobby.replays.write_missing() == 0


class FailingFirst(HelperPool):
    """Helpers of which the first jobs fail; keeps the time limits of all."""

    def __init__(self, failures: int) -> None:
        super().__init__(1)
        self.failures = failures
        self.limits: list[float] = []

    async def do(self, key: str, job: Job, limit: float, *, urgent: bool = True) -> Report:
        self.limits.append(limit)
        if self.failures > 0:
            self.failures -= 1
            raise HelperError("slow", seconds=f"{limit:g}")
        return await super().do(key, job, limit, urgent=urgent)


async def test_a_snapshot_whose_helper_fails_is_tried_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_lobby(tmp_path, QUICK) as lobby:
        now = 1000.0
        writer, helpers = lobby.replays, FailingFirst(2)
        writer.helpers, writer.clock = helpers, lambda: now
        session, _ = await two_people(lobby, 6)
        await session.end("operator")
        assert await writer.write_missing() == 1
        assert "failed (slow): it is tried again in 60 s" in caplog.text
        # Not at once: it would hold up the games of others.
        assert await writer.write_missing() == 0
        now += 61
        assert await writer.write_missing() == 1
        now += 61
        assert await writer.write_missing() == 0
        now += 60
        assert await writer.write_missing() == 1
        assert await writer.write_missing() == 0
        assert await load_snapshot(lobby.storage, session.room.id, "en") is not None
        assert helpers.limits[:3] == [120.0, 240.0, 480.0]
        await helpers.close()


async def test_a_snapshot_that_failed_is_tried_again_at_shutdown(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, QUICK) as lobby:
        lobby.replays.helpers = helpers = FailingFirst(1)
        session, _ = await two_people(lobby, 6)
        await session.end("operator")
        assert await lobby.replays.write_missing() == 1
        await lobby.replays.finish()
        assert await load_snapshot(lobby.storage, session.room.id, "en") is not None
        await helpers.close()


async def test_a_snapshot_that_has_begun_is_finished_at_shutdown(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, QUICK) as lobby:
        lobby.replays.helpers = helpers = FailingFirst(0)
        session, _ = await two_people(lobby, 6)
        keeping = asyncio.create_task(lobby.replays.run(60.0))
        await session.end("operator")
        async with asyncio.timeout(30):
            while not helpers.limits:
                await asyncio.sleep(0.001)
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)
        await lobby.replays.finish()
        assert await load_snapshot(lobby.storage, session.room.id, "en") is not None
        # Begun once in each language, and not from the beginning again.
        assert len(helpers.limits) == len(entry_of("galaxy").display_class.languages())
        await helpers.close()


async def test_there_is_nothing_to_keep_of_a_lobby_that_was_closed(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, QUICK) as lobby:
        session, _, _ = await lobby.create(CreateRoom("galaxy", {"players": 2}))
        await session.end("operator")
        assert await lobby.replays.write_missing() == 1
        assert await lobby.replays.write_missing() == 0
        assert await load_snapshot(lobby.storage, session.room.id, "en") is None
