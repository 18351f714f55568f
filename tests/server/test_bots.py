"""Bots think outside the server; one that fails is replaced by a legal default, and the log says so."""

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

from repulse.bots.neural.search import SPARE
from repulse.engine.display.segments import text_of
from repulse.engine.match import Match
from repulse.games import game_named
from repulse.server import metrics
from repulse.server.lobby import Lobby
from repulse.server.storage import Storage
from repulse.server.worker_jobs import Choose, Job, Report
from repulse.server.worker_pool import HelperFailed, Helpers
from repulse.table.messages import WantedSeat
from repulse.table.protocol import CreateRoom
from repulse.table.room import Note


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
def test_a_bot_that_fails_plays_a_default(server: Server, bot: str, words: str) -> None:
    async def play() -> None:
        made = make_room(server, options={"game": "base"}, seats=me_and_bots(2, bot), start=True)
        async with joined(server, made["room"], made["token"]) as ann:
            await play_on(ann, random.Random(1), 12)
            await ann.until_event(lambda event: event["ask"] is not None or event["result"] is not None)
            told = notes(ann.log)
            assert told
            assert all(words in text for text in told)
            assert "legal default" in told[0]

    asyncio.run(play())


def test_a_bot_that_never_returns_holds_up_only_its_own_room(server: Server) -> None:
    async def play() -> None:
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

    asyncio.run(play())


def test_a_bot_that_prints_is_not_taken_at_its_word(server: Server) -> None:
    async def play() -> None:
        made = make_room(server, options={"game": "base"}, seats=me_and_bots(2, "talking"), start=True)
        async with joined(server, made["room"], made["token"]) as ann:
            await play_on(ann, random.Random(1))
            assert not notes(ann.log)

    asyncio.run(play())


def test_a_game_with_only_bots(server: Server) -> None:
    async def play() -> None:
        seats = [{"kind": "bot", "bot": "random"}] * 3
        made = make_room(server, "earth", seats=seats, start=True)
        assert made["seat"] == -1
        async with joined(server, made["room"], made["token"]) as host:
            await host.until_event(lambda event: event["result"] is not None)
            assert host.event["seat"] == -1
        assert get(server, f"/api/rooms/{made['room']}/record").status == 200

    asyncio.run(play())


def test_sensible_bots_play_both_games(server: Server) -> None:
    async def play() -> None:
        for game in ("galaxy", "earth"):
            made = make_room(server, game, options={"players": 3}, seats=[{"kind": "bot"}] * 3, start=True)
            async with joined(server, made["room"]) as watcher:
                await watcher.until_event(lambda event: event["result"] is not None)
                assert not notes(watcher.log)
                assert max(watcher.event["result"]["scores"]) > 10

    asyncio.run(play())


class OnceCrashed(Helpers):
    """Helpers of which the first crashes once."""

    def __init__(self) -> None:
        super().__init__(1)
        self.tries = 0

    async def do(self, key: str, job: Job, limit: float, urgent: bool = True) -> Report:
        self.tries += 1
        if self.tries == 1:
            raise HelperFailed("crashed")
        return await super().do(key, job, limit)


def test_a_crashed_helper_gets_a_second_try(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def play() -> None:
        storage, helpers = Storage(str(tmp_path / "table.db")), OnceCrashed()
        await storage.open()
        lobby = Lobby(storage, helpers)
        seats = [WantedSeat("bot", "random")] * 2
        live, _seat, _token = await lobby.create(
            CreateRoom("galaxy", {"game": "base"}, seats=seats, start=True)
        )
        async with asyncio.timeout(60):
            while helpers.tries < 5:
                await asyncio.sleep(0.05)
        assert not [
            line for line in live.room.log if isinstance(line, Note) and line.event == "note.bot-failed"
        ]
        await lobby.close()
        await helpers.close()
        await storage.close()

    asyncio.run(play())
    assert "a helper crashed with a bot" in caplog.text


def test_a_master_that_the_time_limit_stops_has_not_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It knows the limit, stops in time and answers with what it has found by then."""
    paths = [os.environ.get("PYTHONPATH", ""), str(Path(__file__).parents[2])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(path for path in paths if path))
    slow, limit = "tests.server.bad_bots:Slow", 2.0

    async def play() -> None:
        storage, helpers = Storage(str(tmp_path / "table.db")), Helpers(1)
        await storage.open()
        # What is loaded with the first answer takes longer on a slow machine.
        match = Match(game_named("galaxy"), {"players": 2}, 1)
        await helpers.do("", Choose("", "galaxy", match.options, 1, [], 0, slow, limit), 60.0)
        lobby = Lobby(storage, helpers, bot_seconds=limit, extra_bots={"slow": slow})
        seats = [WantedSeat("bot", "slow")] * 2
        began = time.monotonic()
        live, _seat, _token = await lobby.create(
            CreateRoom("galaxy", {"game": "base"}, seats=seats, start=True)
        )
        async with asyncio.timeout(60):
            while len(live.room.playing.choices) < 4:
                await asyncio.sleep(0.05)
        assert time.monotonic() - began > SPARE * limit, "nothing was stopped"
        assert not [
            line for line in live.room.log if isinstance(line, Note) and line.event == "note.bot-failed"
        ]
        await lobby.close()
        await helpers.close()
        await storage.close()

    def failures() -> float | None:
        return metrics.REGISTRY.get_sample_value("repulse_bot_failures_total")

    before = failures()
    asyncio.run(play())
    assert failures() == before


def test_a_room_that_is_closed_lets_no_bot_think(tmp_path: Path) -> None:
    async def play() -> None:
        storage, helpers = Storage(str(tmp_path / "table.db")), Helpers(1)
        await storage.open()
        lobby = Lobby(storage, helpers)
        seats = [WantedSeat("bot", "random")] * 2
        live, _seat, _token = await lobby.create(
            CreateRoom("galaxy", {"game": "base"}, seats=seats, start=True)
        )
        await asyncio.sleep(0.05)
        await live.close()
        await asyncio.sleep(0)
        assert not live._tasks
        await helpers.close()
        await storage.close()

    asyncio.run(play())


def test_the_failure_of_a_bot_is_in_the_log_of_the_server(tmp_path: Path) -> None:
    bots = {"crashing": "tests.server.bad_bots:Crashing"}
    server = start_server(str(tmp_path / "table.db"), bots=bots, log=tmp_path / "log")
    try:
        made = make_room(server, options={"game": "base"}, seats=me_and_bots(2, "crashing"), start=True)
        until = time.monotonic() + 30
        while "the bot crashing failed (error)" not in (tmp_path / "log").read_text():
            assert time.monotonic() < until
            time.sleep(0.1)
        assert made["room"] in (tmp_path / "log").read_text()
    finally:
        server.stop()
