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
from tests.server.test_limits import in_lobby
from tests.server.test_storage import LaterGame

from repulse.engine.contract import EVERYTHING
from repulse.engine.match import replay
from repulse.engine.record import read_record
from repulse.games import game_of
from repulse.server.api import Api
from repulse.server.bans import Bans
from repulse.server.keeping import compact, compact_all
from repulse.server.limits import Quotas
from repulse.server.live_room import LiveRoom
from repulse.server.lobby import Lobby
from repulse.server.replay_keeper import load_shown
from repulse.server.routes import replays
from repulse.server.shown_games import shown_step
from repulse.server.storage import Storage
from repulse.server.tables import ENTRIES
from repulse.server.tokens import token_hash
from repulse.server.wire import encode
from repulse.server.worker_pool import Helpers
from repulse.table.entries import StoredRoom
from repulse.table.messages import Answer, Leave, Start, Undo, WantedSeat
from repulse.table.protocol import CreateRoom, HeldTable, Join
from repulse.table.replays import Replays, replay_step
from repulse.table.room import Refusal

QUICK = Quotas(forced_seconds=0.001)


async def two_people(lobby: Lobby, answers: int) -> tuple[LiveRoom, list[str]]:
    """A room of two, and so many answers (and an undo) in it; the tokens."""
    live, _, ann = await lobby.create(
        CreateRoom("galaxy", {"game": "base", "players": 2}, seed=3, my_name="Ann")
    )
    tokens = [ann, (await lobby.join(live, Join(name="Bob")))[1]]
    await live.command(token_hash(ann), Start("go"))
    chance = random.Random(1)
    given = 0
    while given < answers:
        choosing = [seat for seat in live.room.questions if not live.room.is_automatic(seat)]
        if not choosing:
            await asyncio.sleep(0.002)
            continue
        seat = choosing[0]
        ask = live.event(seat, False, -1, "en").ask
        assert ask is not None
        answer = Answer(f"a{given}", ask["number"], some_answer(dict(ask), chance))
        await live.command(token_hash(tokens[seat]), answer)
        given += 1
        if given == 1:
            await live.command(token_hash(tokens[seat]), Undo("u"))
    return live, tokens


async def entries_of(storage: Storage, room: str) -> int:
    async with storage.reading() as connection:
        count = await connection.execute(select(func.count()).where(ENTRIES.c.room == room))
        return int(count.scalar() or 0)


def test_compacted_games_are_as_they_were(database: str) -> None:
    async def work() -> None:
        storage = Storage(database)
        await storage.open()
        stored = StoredRoom("abc", 1.5, "over", False, "galaxy", 7, {})
        rows = [(n, f"entry {n} é") for n in range(1, 50)]
        await storage.append("abc", rows, "", stored)
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

    asyncio.run(work())


def test_only_games_that_were_over_for_long_are_compacted_and_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(lobby: Lobby) -> None:
        over, tokens = await two_people(lobby, 3)
        await over.end("operator")
        going, _ = await two_people(lobby, 3)
        assert await compact_all(lobby.storage, 1.0) == 0
        now = time.time()
        monkeypatch.setattr("time.time", lambda: now + 2 * 3600)
        assert await compact_all(lobby.storage, 1.0) == 1
        assert await entries_of(lobby.storage, going.room.room) > 0
        before = over.event_bytes(0, True, -1, "en")
        lobby.rooms.live.clear()
        again = await lobby.rooms.find(over.room.room)
        assert again.event_bytes(0, True, -1, "en") == before
        assert again.room.seat_of(token_hash(tokens[1])) == 1
        monkeypatch.setattr("time.time", lambda: now + 40 * 86400)
        await lobby.tidy()
        with pytest.raises(Refusal, match="no such room"):
            await lobby.rooms.find(over.room.room)
        ended = await lobby.rooms.find(going.room.room)
        assert (ended.room.stage, ended.room.ended) == ("over", "idle")

    in_lobby(tmp_path, play, Quotas(forced_seconds=0.001, finished_days=30.0, idle_days=35.0))


def test_a_game_is_deleted_when_all_its_players_want_it(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        live, tokens = await two_people(lobby, 2)
        with pytest.raises(Refusal, match="not over"):
            await lobby.delete(live, tokens[0])
        await live.end("operator")
        with pytest.raises(Refusal, match="no seat"):
            await lobby.delete(live, "somebody")
        assert await lobby.delete(live, tokens[0]) == 1
        assert await lobby.delete(live, tokens[0]) == 1
        assert (await lobby.rooms.find(live.room.room)) is live
        assert await lobby.delete(live, tokens[1]) == 0
        with pytest.raises(Refusal, match="no such room"):
            await lobby.rooms.find(live.room.room)
        assert await entries_of(lobby.storage, live.room.room) == 0

    in_lobby(tmp_path, play, QUICK)


def test_the_host_deletes_a_lobby(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        live, _, host = await lobby.create(CreateRoom("galaxy", {"game": "base", "players": 3}))
        _, other = await lobby.join(live, Join())
        with pytest.raises(Refusal, match="host"):
            await lobby.delete(live, other)
        assert await lobby.delete(live, host) == 0
        with pytest.raises(Refusal, match="no such room"):
            await lobby.rooms.find(live.room.room)

    in_lobby(tmp_path, play)


def test_one_exports_ones_own_games_and_no_card_of_a_running_one(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        live, tokens = await two_people(lobby, 3)
        running = await lobby.exported(HeldTable(live.room.room, tokens[1]))
        assert running is not None
        assert (running.seat, running.names, running.record) == (1, ["Ann", "Bob"], "")
        await live.end("operator")
        over = await lobby.exported(HeldTable(live.room.room, tokens[1]))
        assert over is not None
        record = read_record(over.record)
        assert replay(game_of(record), record).choices == live.room.playing.choices
        assert await lobby.exported(HeldTable(live.room.room, "somebody")) is None
        assert await lobby.exported(HeldTable("none", tokens[1])) is None

    in_lobby(tmp_path, play, QUICK)


def test_the_record_of_a_game_by_old_rules_can_still_be_had(tmp_path: Path) -> None:
    """Answers that were taken back are not in it, as in the record of any game."""

    async def play(lobby: Lobby) -> None:
        live, tokens = await two_people(lobby, 6)
        expected = live.room.record()
        later = Lobby(lobby.storage, Helpers(1))
        later._games["galaxy"] = LaterGame()
        old = await later.rooms.find(live.room.room)
        record = old.room.record()
        assert (record.game, record.rules, record.seed) == (expected.game, expected.rules, expected.seed)
        assert (record.options, record.notes) == (expected.options, expected.notes)
        assert [(seat, sorted(words)) for seat, words in record.choices] == [
            (seat, sorted(words)) for seat, words in expected.choices
        ]
        assert old.room.stage == "over"
        assert old.room.seat_of(token_hash(tokens[1])) == 1
        with pytest.raises(Refusal):
            await old.command(token_hash(tokens[0]), Answer("late", 1, []))

    in_lobby(tmp_path, play, QUICK)


def test_a_finished_game_can_be_watched_when_its_rules_are_gone(database: str) -> None:
    """Position by position, in every language, as it was shown when they were played."""

    async def work() -> None:
        storage = Storage(database)
        await storage.open()
        lobby = Lobby(storage, Helpers(1), QUICK)
        live, tokens = await two_people(lobby, 6)
        await live.end("operator")
        record = live.room.record().to_json()
        expected = {
            (language, step): replay_step(Replays(), record, step, EVERYTHING, language)
            for language in ("en", "fr", "ja")
            for step in (0, 3, -1)
        }
        assert await lobby.replays.keep_missing() == 1
        assert await lobby.replays.keep_missing() == 0
        await lobby.close()
        later = Lobby(storage, Helpers(1), QUICK)
        later._games["galaxy"] = LaterGame()
        old = await later.rooms.find(live.room.room)
        assert old.room.old is not None
        for (language, step), wanted in expected.items():
            kept = await load_shown(later.storage, live.room.room, language)
            assert kept is not None
            assert json.loads(encode(shown_step(kept, step))) == json.loads(encode(wanted))
        # So it is by the address of the replay, as before.
        api = Api(later, Helpers(1), Helpers(1), Bans())
        scope = {
            "type": "http",
            "method": "GET",
            "path": f"/api/rooms/{live.room.room}/replay",
            "path_params": {"room": live.room.room},
            "query_string": b"step=3&lang=fr",
            "headers": [(b"authorization", f"Bearer {tokens[0]}".encode())],
        }
        reply = await replays.replay(api, Request(scope))
        assert json.loads(bytes(reply.body)) == json.loads(encode(expected["fr", 3]))
        # What cannot be found in a language is there in English.
        assert await load_shown(later.storage, live.room.room, "xx") == await load_shown(
            later.storage, live.room.room, "en"
        )
        # It goes with its room.
        for token in tokens:
            await later.delete(old, token)
        assert await load_shown(later.storage, live.room.room, "en") is None
        await later.close()
        await storage.close()

    asyncio.run(work())


def test_how_a_game_by_old_rules_ended_is_still_known(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        bots = [WantedSeat("me"), WantedSeat("bot", "random")]
        live, _, token = await lobby.create(CreateRoom("galaxy", {"game": "base"}, bots, start=True))
        await live.command(token_hash(token), Leave("away", "random"))
        async with asyncio.timeout(60):
            while live.room.room in await lobby.storage.unfinished():
                await asyncio.sleep(0.02)
        scores, winners = live.room.playing.state.scores(), live.room.playing.state.winners()
        await lobby.replays.keep_missing()
        later = Lobby(lobby.storage, Helpers(1))
        later._games["galaxy"] = LaterGame()
        old = await later.rooms.find(live.room.room)
        result = old.event(0, True, -1, "en").result
        assert result is not None
        assert (result.scores, result.winners) == (scores, winners)
        state = await later.state_of(HeldTable(live.room.room, token))
        assert (state.stage, state.scores, state.winners) == ("over", scores, winners)
        await lobby.helpers.close()

    in_lobby(tmp_path, play, QUICK)


def test_a_game_that_ends_just_before_the_server_is_kept(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        live, _, _ = await lobby.create(CreateRoom("galaxy", {"players": 2}))
        keeping = asyncio.create_task(lobby.replays.run(60.0))
        await live.end("operator")
        while not lobby.replays.wake.is_set():
            await asyncio.sleep(0)
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)
        await lobby.replays.finish()
        assert await lobby.replays.keep_missing() == 0

    in_lobby(tmp_path, play, QUICK)


def test_there_is_nothing_to_keep_of_a_lobby_that_was_closed(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        live, _, _ = await lobby.create(CreateRoom("galaxy", {"players": 2}))
        await live.end("operator")
        assert await lobby.replays.keep_missing() == 1
        assert await lobby.replays.keep_missing() == 0
        assert await load_shown(lobby.storage, live.room.room, "en") is None

    in_lobby(tmp_path, play, QUICK)
