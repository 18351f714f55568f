"""Rooms and seats, from making one to the rematch."""

from __future__ import annotations

import asyncio
import random
from urllib.parse import quote

import pytest
from tests.server.client import (
    Server,
    get,
    joined,
    make_room,
    me_and_bots,
    play_on,
    post,
    request,
)

from repulse.bots import levels
from repulse.engine.display.segments import text_of


def test_the_games_on_offer(server: Server) -> None:
    games = {game["game"]: game for game in get(server, "/api/games").data["games"]}
    assert set(games) == {"galaxy", "earth"}
    modes = {mode["mode"]: mode for mode in games["galaxy"]["modes"]}
    assert modes["base"]["players"] == [2, 3, 4]
    assert modes["invasion"]["players"] == [2, 3, 4, 5]
    assert games["earth"]["modes"][0]["players"] == [3, 4, 5]
    offered = games["galaxy"]["bots"]
    assert offered[: len(levels("galaxy"))] == levels("galaxy")
    assert "random" not in offered
    assert "sleeping" in offered


@pytest.mark.parametrize(
    ("game", "options"),
    [("galaxy", {"game": "base"}), ("galaxy", {"game": "invasion"}), ("earth", {})],
)
async def test_a_whole_game_against_bots(server: Server, game: str, options: dict[str, object]) -> None:
    reply = make_room(server, game, options=options, seats=me_and_bots(3), my_name="Ann", start=True)
    async with joined(server, reply["room"], reply["token"]) as player:
        assert player.event["room"]["seats"][0]["name"] == "Ann"
        assert player.event["screen"]["players"][0]["name"] == "Ann"
        await play_on(player, random.Random(1))
        result = player.event["result"]
        assert player.event["room"]["stage"] == "over"
        assert result["scores"] == result["rounds"][-1]["scores"]
        assert [sum(part["amount"] for part in parts) for parts in result["breakdown"]] == result["scores"]
        assert not player.event["ask"]
        assert any("Ann" in text_of(line["text"]) for line in player.log) or game == "earth"
    record = get(server, f"/api/rooms/{reply['room']}/record").data
    assert record["game"] == game
    assert record["notes"]["names"][0] == "Ann"


async def test_three_people_and_a_spectator(server: Server) -> None:
    reply = make_room(server, options={"game": "base", "players": 3}, my_name="Ann")
    room = reply["room"]
    assert reply["link"].endswith(f"/room/{room}")
    second = post(server, f"/api/rooms/{room}/join", {"name": "Bob"}).data
    async with (
        joined(server, room, reply["token"]) as ann,
        joined(server, room, second["token"]) as bob,
        joined(server, room) as watcher,
    ):
        assert ann.event["host"]
        assert not bob.event["host"]
        assert watcher.event["seat"] == -1
        assert watcher.event.get("screen") is None
        third = post(server, f"/api/rooms/{room}/join", {"name": "Cid", "seat": 2}).data
        await ann.until_event(lambda event: event["room"]["seats"][2]["name"] == "Cid")
        assert post(server, f"/api/rooms/{room}/join", {}).data["code"] == "seat-taken"
        assert (await bob.command("start"))["code"] == "host-only"
        assert (await ann.command("start"))["type"] == "done"
        async with joined(server, room, third["token"]) as cid:
            await watcher.until_event(lambda event: event["room"]["stage"] == "playing")
            chances = [random.Random(seat) for seat in range(3)]
            people = (ann, bob, cid)
            await asyncio.gather(*(play_on(who, chance) for who, chance in zip(people, chances, strict=True)))
            await watcher.until_event(lambda event: event["result"] is not None)
            assert len({len(who.log) for who in (*people, watcher)}) == 1
            assert all(not player["cards"] for player in watcher.event["screen"]["players"])
            again = await cid.command("rematch")
            assert again["type"] == "done"
            await ann.until_event(lambda event: event["room"]["next"] != "")
    after = ann.event["room"]["next"]
    async with joined(server, after, third["token"]) as cid:
        assert cid.event["host"]
        assert cid.event["seat"] == 0
        assert [seat["name"] for seat in cid.event["room"]["seats"]] == ["Cid", "Ann", "Bob"]
        assert (await cid.command("start"))["type"] == "done"
        assert (await cid.until_event(lambda event: event["screen"] is not None))["room"][
            "stage"
        ] == "playing"


async def test_presence(server: Server) -> None:
    reply = make_room(server, options={"game": "base", "players": 2})
    second = post(server, f"/api/rooms/{reply['room']}/join", {}).data
    async with joined(server, reply["room"], reply["token"]) as ann:
        async with joined(server, reply["room"], second["token"]):
            await ann.until(lambda message: message.get("here") == [True, True])
        await ann.until(lambda message: message.get("here") == [True, False])
        async with joined(server, reply["room"]):
            await ann.until(lambda message: message.get("spectators") == 1)


async def test_the_host_gives_seats_to_bots_and_takes_them_back(server: Server) -> None:
    reply = make_room(server, options={"game": "base", "players": 3})
    room = reply["room"]
    async with joined(server, room, reply["token"]) as ann:
        assert (await ann.command("start"))["code"] == "seats-open"
        assert (await ann.command("seat", seat=1, kind="bot", bot="random"))["type"] == "done"
        assert (await ann.command("seat", seat=1, kind="open"))["type"] == "done"
        assert (await ann.command("seat", seat=7, kind="open"))["code"] == "no-such-seat"
        assert (await ann.command("seat", seat=1, kind="bot", bot="os:system"))["code"] == "no-such-bot"
        assert (await ann.command("seat", seat=0, kind="open"))["code"] == "not-now"
        assert (await ann.command("start", fill="random"))["type"] == "done"
        await ann.until_event(lambda event: event["room"]["stage"] == "playing")
        assert [seat["kind"] for seat in ann.event["room"]["seats"]] == ["person", "bot", "bot"]


async def test_a_bot_sits_in_for_one_who_leaves(server: Server) -> None:
    reply = make_room(server, options={"game": "base", "players": 2})
    second = post(server, f"/api/rooms/{reply['room']}/join", {"name": "Bob"}).data
    async with joined(server, reply["room"], reply["token"]) as ann:
        await ann.command("start")
        async with joined(server, reply["room"], second["token"]) as bob:
            assert (await bob.command("leave", bot="random"))["type"] == "done"
            await bob.until_event(lambda event: event["room"]["seats"][1]["bot"] == "random")
        await play_on(ann, random.Random(2))
        assert any("Bob left; a bot (random) plays on for Bob" in text_of(line["text"]) for line in ann.log)
        assert ann.event["room"]["seats"][1]["kind"] == "person"


async def test_one_leaves_the_lobby_and_another_comes(server: Server) -> None:
    reply = make_room(server, options={"game": "base", "players": 2})
    first = post(server, f"/api/rooms/{reply['room']}/join", {"name": "Bob"}).data
    async with joined(server, reply["room"], first["token"]) as bob:
        assert (await bob.command("leave"))["type"] == "done"
    async with joined(server, reply["room"], first["token"]) as bob:
        assert bob.welcome["code"] == "bad-token"
    second = post(server, f"/api/rooms/{reply['room']}/join", {"name": "Cid"}).data
    assert second["seat"] == 1
    async with (
        joined(server, reply["room"], reply["token"]) as ann,
        joined(server, reply["room"], second["token"]) as cid,
    ):
        assert (await ann.command("leave"))["type"] == "done"
        await cid.until_event(lambda event: event["room"]["seats"][1]["host"])
        assert (await cid.command("start", fill="random"))["type"] == "done"


async def test_a_room_with_a_password(server: Server) -> None:
    reply = make_room(server, options={"game": "base", "players": 2}, password="tau ceti", name="Secret")
    room = reply["room"]
    assert get(server, f"/api/rooms/{room}").data["locked"]
    assert post(server, f"/api/rooms/{room}/join", {}).data["code"] == "password"
    wrong = post(server, f"/api/rooms/{room}/join", {"password": "no"})
    assert (wrong.status, wrong.data["code"]) == (403, "wrong-password")
    assert get(server, f"/api/rooms/{room}/view").status == 403
    async with joined(server, room) as stranger:
        assert stranger.welcome["code"] == "password"
    async with joined(server, room, password="tau ceti") as watcher:
        assert watcher.event["room"]["name"] == "Secret"
    assert post(server, f"/api/rooms/{room}/join", {"password": "tau ceti"}).status == 201
    async with joined(server, room, reply["token"]) as ann:
        assert ann.event["seat"] == 0


def test_a_password_of_any_letters_opens_a_room_by_http_too(server: Server) -> None:
    room = make_room(server, options={"game": "base"}, seats=me_and_bots(2), start=True, password="100 % 星")
    view = f"/api/rooms/{room['room']}/view"
    assert request(server, "GET", view).data["code"] == "password"
    for password, status in (("100 % 星", 200), ("100 %", 403)):
        reply = request(server, "GET", view, headers={"X-Room-Password": quote(password)})
        assert reply.status == status


def test_only_listed_rooms_are_listed(server: Server) -> None:
    hidden = make_room(server, options={"game": "base", "players": 2}, name="hidden")
    shown = make_room(server, options={"game": "base", "players": 2}, name="shown", listed=True)
    rooms = {room["room"]: room for room in get(server, "/api/rooms").data["rooms"]}
    assert shown["room"] in rooms
    assert hidden["room"] not in rooms
    assert rooms[shown["room"]]["seats"][1]["kind"] == "open"


def test_requests_that_create_no_room(server: Server) -> None:
    wrong = [
        ({"game": "chess"}, "no-such-game"),
        ({"game": "os:system"}, "no-such-game"),
        ({"game": "galaxy", "options": {"players": 9}}, "bad-options"),
        ({"game": "galaxy", "options": {"color": "red"}}, "bad-options"),
        ({"game": "galaxy", "options": {"arrangement": {"starts": [], "piles": []}}}, "bad-options"),
        ({"game": "galaxy", "options": {"overlays": [{"name": "x", "text": "y"}]}}, "bad-options"),
        ({"game": "galaxy", "options": {"overlays": ["../../etc/passwd"]}}, "bad-options"),
        ({"game": "galaxy", "options": {"overlays": {"a": 1}}}, "bad-options"),
        ({"game": "galaxy", "options": {"players": 2}, "seats": me_and_bots(3)}, "bad-seats"),
        ({"game": "galaxy", "seats": [{"kind": "me"}, {"kind": "me"}]}, "bad-seats"),
        ({"game": "galaxy", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "x:y"}]}, "no-such-bot"),
        ({"game": "galaxy", "seed": -1}, "bad-seed"),
        ({"game": "galaxy", "seed": 2**64}, "bad-seed"),
        ({"game": "galaxy", "name": "x" * 41}, "too-long"),
        ({"game": "galaxy", "color": "red"}, "bad-message"),
        ({"game": 7}, "bad-message"),
        ([], "bad-message"),
    ]
    for body, code in wrong:
        reply = post(server, "/api/rooms", body)
        assert (reply.status // 100, reply.data["code"]) == (4, code), body


async def test_a_chosen_seed_is_announced_and_kept_secret(server: Server) -> None:
    reply = make_room(server, options={"game": "base"}, seats=me_and_bots(2), seed=7654321, start=True)
    async with joined(server, reply["room"], reply["token"]) as ann:
        assert ann.event["room"]["chosen_seed"]
        await play_on(ann, random.Random(1), 5)
        assert not any(b"7654321" in frame for frame in ann.frames)


def test_the_list_of_rooms_tells_a_chosen_seed_and_the_mode(server: Server) -> None:
    options = {"game": "invasion"}
    chosen = make_room(server, options=options, seats=me_and_bots(2), seed=7654322, listed=True)
    dealt = make_room(server, options=options, seats=me_and_bots(2), listed=True)
    rooms = {room["room"]: room for room in get(server, "/api/rooms").data["rooms"]}
    assert [rooms[reply["room"]]["chosen_seed"] for reply in (chosen, dealt)] == [True, False]
    assert rooms[chosen["room"]]["mode"] == "invasion"
    assert b"7654322" not in get(server, "/api/rooms").body


def test_names_are_one_clean_line(server: Server) -> None:
    reply = make_room(server, options={"game": "base", "players": 2}, my_name="  A\u0000n\nn \u202e ")
    seats = get(server, f"/api/rooms/{reply['room']}").data["seats"]
    assert seats[0]["name"] == "A n n"
