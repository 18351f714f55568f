"""Bots think outside the server; one that fails is replaced by a legal default, and the log says so."""

from __future__ import annotations

import asyncio
import random
import time
from typing import Any

import pytest
from tests.server.client import (
    Server,
    get,
    joined,
    make_room,
    me_and_bots,
    play_on,
)

from repulse.engine.display.segments import text_of


def notes(log: list[Any]) -> list[str]:
    return [text_of(line["text"]) for line in log if line["event"] == "note.bot-failed"]


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        ("crashing", "ZeroDivisionError: no idea"),
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
