"""Playing on from a position of a game that is over: the same position, bots in the other seats, and no game before its end."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
from tests.server.client import Server, get, joined, make_room, me_and_bots, play_on, post


def finished(server: Server, game: str, options: dict[str, Any], players: int) -> dict[str, Any]:
    """A room whose game is over."""
    room = make_room(server, game, options=options, seats=me_and_bots(players), start=True)

    async def play() -> None:
        async with joined(server, room["room"], room["token"]) as ann:
            await play_on(ann, random.Random(1))

    asyncio.run(play())
    return room


@pytest.mark.parametrize(("game", "options", "players"), [("galaxy", {"game": "base"}, 2), ("earth", {}, 3)])
def test_a_game_goes_on_from_where_another_was(
    server: Server, game: str, options: dict[str, Any], players: int
) -> None:
    room = finished(server, game, options, players)
    record = get(server, f"/api/rooms/{room['room']}/record", room["token"]).data
    step, seat = next(
        (number, who)
        for number, (who, *_) in enumerate(record["choices"])
        if number > 20 and who != room["seat"]
    )
    play_request = {"step": step, "seat": seat, "my_name": "Ann", "bot": "random"}
    reply = post(server, f"/api/rooms/{room['room']}/play-on", play_request)
    assert reply.status == 201, reply.body
    assert reply.data["room"] != room["room"]

    async def play() -> None:
        async with joined(server, reply.data["room"], reply.data["token"]) as ann:
            await ann.until_event(lambda event: event["ask"] is not None)
            assert ann.event["seat"] == seat
            assert not ann.event["can_undo"], "what the other game brought cannot be taken back"
            assert [seat_row["kind"] for seat_row in ann.event["room"]["seats"]].count("bot") == players - 1
            await play_on(ann, random.Random(2))

    asyncio.run(play())
    again = get(server, f"/api/rooms/{reply.data['room']}/record", reply.data["token"]).data
    assert again["choices"][:step] == record["choices"][:step]


def test_before_its_end_a_game_is_not_played_on_elsewhere(server: Server) -> None:
    """Its record would tell the cards that are hidden."""
    room = make_room(server, seats=me_and_bots(2), start=True)
    reply = post(server, f"/api/rooms/{room['room']}/play-on", {"step": 0, "seat": 0}, room["token"])
    assert (reply.status, reply.data["code"]) == (403, "hidden")


@pytest.mark.parametrize(
    ("play_request", "code"),
    [
        ({"step": -1, "seat": 0}, "bad-step"),
        ({"step": 100_000, "seat": 0}, "bad-step"),
        ({"step": 3, "seat": 9}, "bad-seats"),
        ({"step": 3, "seat": 0, "bot": "nobody"}, "no-such-bot"),
    ],
)
def test_a_position_that_is_not_there_is_refused(
    server: Server, play_request: dict[str, Any], code: str
) -> None:
    room = finished(server, "earth", {}, 3)
    reply = post(server, f"/api/rooms/{room['room']}/play-on", play_request, room["token"])
    assert (reply.status, reply.data["code"]) == (400, code)
