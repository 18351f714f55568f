"""Replays: positions of a room's game and of uploaded records, through anybody's eyes once the game is over."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest
from tests.server.client import (
    Server,
    get,
    joined,
    make_room,
    me_and_bots,
    play_on,
    post,
)


@pytest.fixture(scope="module")
def finished(server: Server) -> dict[str, Any]:
    """A game that is over: its room, and what its player saw at the end."""

    async def play() -> dict[str, Any]:
        reply = make_room(
            server, options={"game": "invasion"}, seats=me_and_bots(3), my_name="Ann", start=True
        )
        async with joined(server, reply["room"], reply["token"]) as ann:
            await play_on(ann, random.Random(3))
            return {**reply, "event": ann.event, "log": ann.log}

    return asyncio.run(play())


def test_the_end_of_a_replay_is_the_end_of_the_game(server: Server, finished: dict[str, Any]) -> None:
    shown = get(server, f"/api/rooms/{finished['room']}/replay?as=0").data
    assert shown["step"] == shown["steps"]
    assert shown["screen"] == finished["event"]["screen"]
    assert shown["lines"] == [line for line in finished["log"] if not line["event"].startswith("note.")]
    assert shown["names"][0] == "Ann"
    assert shown["next_seat"] == -1


def test_every_step_through_every_eyes(server: Server, finished: dict[str, Any]) -> None:
    room = f"/api/rooms/{finished['room']}"
    steps = get(server, f"{room}/replay").data["steps"]
    last = 0
    for step in range(0, steps + 1, 7):
        opened = get(server, f"{room}/replay?step={step}&as=-2").data
        assert opened["step"] == step
        assert len(opened["lines"]) >= last
        last = len(opened["lines"])
        for player in opened["screen"]["players"]:
            assert len(player["cards"]) == player["hand"]
        if step < steps:
            assert opened["next_words"] is not None
            assert opened["ask"]["seat"] == opened["next_seat"]
        for viewer in (-1, 1):
            seen = get(server, f"{room}/replay?step={step}&as={viewer}").data
            for player in seen["screen"]["players"]:
                assert bool(player["cards"]) <= (player["seat"] == viewer)
            assert seen["next_words"] == [] or seen["next_seat"] == viewer
    assert get(server, f"{room}/replay?step=99999").data["step"] == steps
    assert get(server, f"{room}/replay?as=7").status == 400


def test_an_uploaded_record(server: Server, finished: dict[str, Any]) -> None:
    record = get(server, f"/api/rooms/{finished['room']}/record").body.decode()
    shown = post(server, "/api/replay", {"record": record, "step": 5, "viewer": 0}).data
    assert shown == get(server, f"/api/rooms/{finished['room']}/replay?step=5&as=0").data
    for wrong in (
        "",
        "{}",
        "x" * 100,
        record.replace('"rules": "', '"rules": "old '),
        record.replace('"galaxy"', '"os:x"'),
    ):
        reply = post(server, "/api/replay", {"record": wrong})
        assert (reply.status, reply.data["code"]) == (400, "bad-record")
    broken = record.replace("Explore", "Dance", 1)
    assert (
        "cannot be played" in post(server, "/api/replay", {"record": broken}).data["words"]
        or broken == record
    )
    assert post(server, "/api/replay", {"record": record, "viewer": 9}).status == 400
    assert post(server, "/api/replay", {"record": "x" * 600_000}).status == 413


@pytest.mark.parametrize("number", ["9" * 5000, "0x" + "f" * 5000])
def test_a_huge_number_in_an_overlay_is_refused_in_our_words(
    server: Server, finished: dict[str, Any], number: str
) -> None:
    record = get(server, f"/api/rooms/{finished['room']}/record").data
    text = f'[[change]]\ncard = "Gem World"\ncost = {number}\n'
    record["options"]["overlays"] = [{"name": "mine", "text": text}]
    reply = post(server, "/api/replay", {"record": json.dumps(record)})
    assert (reply.status, reply.data["code"]) == (400, "bad-record")
    assert "mine.toml: is not TOML: it holds a number of more than 20 digits" in reply.data["words"]


def test_scores_say_where_they_are_from(server: Server, finished: dict[str, Any]) -> None:
    parts = get(server, f"/api/rooms/{finished['room']}/scores").data
    assert [sum(part["amount"] for part in part_list) for part_list in parts] == finished["event"]["result"][
        "scores"
    ]
    lobby = make_room(server, options={"game": "base", "players": 2})
    assert get(server, f"/api/rooms/{lobby['room']}/scores").data["code"] == "not-started"
    assert get(server, f"/api/rooms/{lobby['room']}/words").data["code"] == "not-started"
