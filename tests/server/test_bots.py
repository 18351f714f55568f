"""Bots think outside the server; for one that fails a stand-in answers, and the log says so."""

from __future__ import annotations

import asyncio
import os
import random
import time
from pathlib import Path
from typing import Any

import pytest
from tests.server.client import (
    Server,
    get,
    joined,
    make_room,
    me_and_bots,
    play_on,
    start_server,
)

from repulse.bots.neural.search import TIME_FRACTION
from repulse.engine.display.segments import text_of
from repulse.engine.match import Match
from repulse.games import game_named
from repulse.server import metrics
from repulse.server.db.storage import Storage
from repulse.server.helpers.jobs import Choose, Job, Report
from repulse.server.helpers.pool import HelperError, HelperPool
from repulse.server.rooms.lobby import Lobby
from repulse.table.room_log import Note
from repulse.table.wire.rooms import CreateRoom, WantedSeat


def notes(log: list[Any]) -> list[str]:
    return [text_of(line["text"]) for line in log if line["event"] == "note.bot-failed"]


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        ("crashing", "ZeroDivisionError)"),
        ("dying", "crashed"),
        ("cheating", "refused"),
    ],
)
async def test_another_bot_answers_for_one_that_fails(server: Server, bot: str, words: str) -> None:
    reply = make_room(server, options={"game": "base"}, seats=me_and_bots(2, bot), start=True)
    async with joined(server, reply["room"], reply["token"]) as ann:
        await play_on(ann, random.Random(1), 12)
        await ann.until_event(lambda event: event["ask"] is not None or event["result"] is not None)
        chat_lines = notes(ann.log)
        assert chat_lines
        assert all(words in text for text in chat_lines)
        assert "This time the bot sensible answers instead." in chat_lines[0]


async def test_a_bot_that_never_returns_holds_up_only_its_own_room(server: Server) -> None:
    slow = make_room(server, options={"game": "base"}, seats=me_and_bots(2, "sleeping"), start=True)
    quick = make_room(server, options={"game": "base"}, seats=me_and_bots(2), start=True)
    async with (
        joined(server, slow["room"], slow["token"]) as ann,
        joined(server, quick["room"], quick["token"]) as bob,
    ):
        begun = time.perf_counter()
        await asyncio.gather(play_on(ann, random.Random(1), 2), play_on(bob, random.Random(1), 20))
        await ann.until_event(lambda event: bool(notes(ann.log)))
        assert "took longer than 4 seconds" in notes(ann.log)[0]
        assert time.perf_counter() - begun < 90


async def test_a_bot_that_prints_is_not_taken_at_its_word(server: Server) -> None:
    reply = make_room(server, options={"game": "base"}, seats=me_and_bots(2, "talking"), start=True)
    async with joined(server, reply["room"], reply["token"]) as ann:
        await play_on(ann, random.Random(1))
        assert not notes(ann.log)


async def test_a_game_with_only_bots(server: Server) -> None:
    seats = [{"kind": "bot", "bot": "random"}] * 3
    reply = make_room(server, "earth", seats=seats, start=True)
    assert reply["seat"] == -1
    async with joined(server, reply["room"], reply["token"]) as host:
        await host.until_event(lambda event: event["result"] is not None)
        assert host.event["seat"] == -1
    assert get(server, f"/api/rooms/{reply['room']}/record").status == 200


async def test_sensible_bots_play_both_games(server: Server) -> None:
    for game in ("galaxy", "earth"):
        reply = make_room(server, game, options={"players": 3}, seats=[{"kind": "bot"}] * 3, start=True)
        async with joined(server, reply["room"]) as watcher:
            await watcher.until_event(lambda event: event["result"] is not None)
            assert not notes(watcher.log)
            assert max(watcher.event["result"]["scores"]) > 10


class OnceCrashed(HelperPool):
    """Helpers of which the first crashes once."""

    def __init__(self) -> None:
        super().__init__(1)
        self.tries = 0

    async def do(self, key: str, job: Job, limit: float, urgent: bool = True) -> Report:
        self.tries += 1
        if self.tries == 1:
            raise HelperError("crashed")
        return await super().do(key, job, limit)


async def test_a_crashed_helper_gets_a_second_try(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    storage, helpers = Storage(str(tmp_path / "table.db")), OnceCrashed()
    await storage.open()
    lobby = Lobby(storage, helpers)
    seats = [WantedSeat("bot", "random")] * 2
    session, _seat, _token = await lobby.create(
        CreateRoom("galaxy", {"game": "base"}, seats=seats, start=True)
    )
    async with asyncio.timeout(60):
        while helpers.tries < 5:
            await asyncio.sleep(0.05)
    assert not [
        line for line in session.room.log.lines if isinstance(line, Note) and line.event == "note.bot-failed"
    ]
    await lobby.close()
    await helpers.close()
    await storage.close()
    assert "helper crashed while a bot was thinking" in caplog.text


async def test_a_master_that_the_time_limit_stops_has_not_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It knows the limit, stops in time and answers with what it has found by then."""
    paths = [os.environ.get("PYTHONPATH", ""), str(Path(__file__).parents[2])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(path for path in paths if path))
    slow, limit = "tests.server.bad_bots:Slow", 2.0

    def failures() -> float | None:
        return metrics.REGISTRY.get_sample_value("repulse_bot_failures_total")

    before = failures()
    storage, helpers = Storage(str(tmp_path / "table.db")), HelperPool(1)
    await storage.open()
    # The modules loaded with the first answer take longer on a slow machine.
    match = Match(game_named("galaxy"), {"players": 2}, 1)
    job = Choose(
        room="", game="galaxy", options=match.options, seed=1, choices=[], seat=0, bot=slow, seconds=limit
    )
    await helpers.do("", job, 60.0, urgent=False)
    lobby = Lobby(storage, helpers, bot_seconds=limit, extra_bots={"slow": slow})
    seats = [WantedSeat("bot", "slow")] * 2
    began = time.monotonic()
    session, _seat, _token = await lobby.create(
        CreateRoom("galaxy", {"game": "base"}, seats=seats, start=True)
    )
    async with asyncio.timeout(60):
        while len(session.room.playing.choices) < 4:
            await asyncio.sleep(0.05)
    assert time.monotonic() - began > TIME_FRACTION * limit, "nothing was stopped"
    assert not [
        line for line in session.room.log.lines if isinstance(line, Note) and line.event == "note.bot-failed"
    ]
    await lobby.close()
    await helpers.close()
    await storage.close()
    assert failures() == before


async def test_a_room_that_is_closed_lets_no_bot_think(tmp_path: Path) -> None:
    storage, helpers = Storage(str(tmp_path / "table.db")), HelperPool(1)
    await storage.open()
    lobby = Lobby(storage, helpers)
    seats = [WantedSeat("bot", "random")] * 2
    session, _seat, _token = await lobby.create(
        CreateRoom("galaxy", {"game": "base"}, seats=seats, start=True)
    )
    await asyncio.sleep(0.05)
    await session.close()
    await asyncio.sleep(0)
    assert not session.tasks.running
    await helpers.close()
    await storage.close()


def test_the_failure_of_a_bot_is_in_the_log_of_the_server(tmp_path: Path) -> None:
    bots = {"crashing": "tests.server.bad_bots:Crashing"}
    server = start_server(str(tmp_path / "table.db"), bots=bots, log=tmp_path / "log")
    try:
        reply = make_room(server, options={"game": "base"}, seats=me_and_bots(2, "crashing"), start=True)
        until = time.monotonic() + 30
        while "bot crashing failed (error)" not in (tmp_path / "log").read_text():
            assert time.monotonic() < until
            time.sleep(0.1)
        assert reply["room"] in (tmp_path / "log").read_text()
    finally:
        server.stop()
