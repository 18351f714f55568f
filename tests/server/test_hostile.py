"""Messages that make no sense, are too large, come out of turn or mean harm: a clear error, and no harm to others."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import os
import random
import socket
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.server.client import (
    Server,
    get,
    joined,
    make_room,
    me_and_bots,
    play_on,
    post,
    request,
    some_answer,
    start_server,
)
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from repulse.engine.contract import RepulseError
from repulse.server.guard.limits import MAX_MESSAGE_BYTES, MAX_ROOM_BYTES
from repulse.server.guard.quotas import Quotas
from repulse.server.guard.rates import RateLimiter
from repulse.server.http.connections import decode_message

NONSENSE: list[str | bytes] = [
    "",
    "{",
    "null",
    "[]",
    "7",
    '"hello"',
    "{}",
    '{"type": 7}',
    '{"type": "dance"}',
    '{"type": "answer"}',
    '{"type": "answer", "id": "a", "ask": "1", "words": []}',
    '{"type": "answer", "id": "a", "ask": 1, "words": "pass"}',
    '{"type": "answer", "id": "a", "ask": 1, "words": [7]}',
    '{"type": "answer", "id": "a", "ask": 1e999, "words": []}',
    '{"type": "seat", "id": "a", "seat": 1, "kind": "person"}',
    '{"type": "hello"}',
    '{"type": "ping", "extra": 1}',
    "[" * 5000,
    '{"type":' * 2000,
    b"\xff\xfe\x00",
    b"\x00" * 100,
    "\ud83d\ude00".encode("utf-16", "surrogatepass"),
]


async def test_nonsense_is_refused_and_the_game_goes_on(server: Server) -> None:
    reply = make_room(server, options={"game": "base"}, seats=me_and_bots(2), start=True)
    async with joined(server, reply["room"], reply["token"]) as ann:
        await ann.until_event(lambda event: event["ask"] is not None)
        for message in NONSENSE:
            await ann.send(message)
            refused = await ann.until(lambda message: message["type"] == "refused")
            assert refused["code"] in ("bad-message", "too-large")
            assert refused["words"]
        await ann.send('{"type": "ping"}')
        await ann.until(lambda message: message["type"] == "pong")
        await play_on(ann, random.Random(1))
        assert ann.event["result"] is not None


def test_a_word_of_very_many_digits_is_refused(server: Server) -> None:
    room = make_room(server, "earth", seats=me_and_bots(3), start=True)
    path = f"/api/rooms/{room['room']}"
    until = time.monotonic() + 20
    while (ask := get(server, f"{path}/view", room["token"]).data["ask"]) is None:
        assert time.monotonic() < until
        time.sleep(0.05)
    answer = {"type": "answer", "id": "a", "ask": ask["number"], "words": ["9" * 5_000]}
    reply = post(server, f"{path}/commands", answer, room["token"])
    assert (reply.status, reply.data["code"]) == (400, "error")


async def test_a_client_that_sends_only_nonsense_is_disconnected(server: Server) -> None:
    reply = make_room(server, options={"game": "base"}, seats=me_and_bots(2), start=True)
    async with joined(server, reply["room"], reply["token"]) as ann:
        for _ in range(Quotas().bad_messages):
            await ann.send("nonsense")
        with pytest.raises(ConnectionClosed) as closed:
            await ann.until_closed()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4000
    async with joined(server, reply["room"], reply["token"]) as ann:
        assert ann.event["seat"] == 0


async def test_a_message_that_is_too_large_only_ends_the_connection(server: Server) -> None:
    reply = make_room(server, options={"game": "base"}, seats=me_and_bots(2), start=True)
    async with (
        joined(server, reply["room"], reply["token"]) as ann,
        joined(server, reply["room"]) as watcher,
    ):
        await ann.send("x" * (MAX_MESSAGE_BYTES * 4))
        with pytest.raises(ConnectionClosed):
            await ann.until_closed()
        await watcher.send('{"type": "ping"}')
        await watcher.until(lambda message: message["type"] == "pong")


@pytest.mark.parametrize(
    ("hello", "code"),
    [
        ({"type": "hello", "protocol": 99}, "protocol"),
        ({"type": "hello", "token": "made up"}, "bad-token"),
        ({"type": "ping"}, "bad-message"),
        ({"type": "undo", "id": "a"}, "bad-message"),
        ("nonsense", "bad-message"),
    ],
)
async def test_a_wrong_hello(server: Server, hello: object, code: str) -> None:
    reply = make_room(server, options={"game": "base"}, seats=me_and_bots(2))
    url = f"{server.address.replace('http', 'ws')}api/rooms/{reply['room']}/socket"
    async with connect(url) as connection:
        await connection.send(hello if isinstance(hello, str) else json.dumps(hello))
        assert json.loads(await connection.recv())["code"] == code
        with pytest.raises(ConnectionClosed) as closed:
            await connection.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4003


async def test_a_page_of_another_place_cannot_connect(server: Server) -> None:
    reply = make_room(server, options={"game": "base"}, seats=me_and_bots(2))
    url = f"{server.address.replace('http', 'ws')}api/rooms/{reply['room']}/socket"
    with pytest.raises(Exception, match="403"):
        await connect(url, origin="http://elsewhere.example")  # type: ignore[arg-type]
    async with connect(url, origin=server.address.rstrip("/")):  # type: ignore[arg-type]
        pass


def test_a_page_of_another_place_cannot_post(server: Server) -> None:
    elsewhere = {"Origin": "http://elsewhere.example", "Content-Type": "text/plain"}
    assert request(server, "POST", "/api/rooms", {"game": "galaxy"}, headers=elsewhere).status == 403
    here = {"Origin": server.address.rstrip("/")}
    assert request(server, "POST", "/api/rooms", {"game": "galaxy"}, headers=here).status == 201


def test_requests_that_make_no_sense(server: Server) -> None:
    for body in (b"", b"{", b"\xff", b"[" * 10_000, b'{"game": "galaxy", "options": {"players": 1e400}}'):
        reply = request(server, "POST", "/api/rooms", body)
        assert reply.status == 400, body
        assert reply.data["words"]
    assert get(server, "/api/nothing").status == 404
    assert request(server, "DELETE", "/api/rooms").status == 404
    for room in ("..", "%2e%2e%2f", "x" * 500, "%00", "a'b", "%F0%9F%9A%80"):
        assert get(server, f"/api/rooms/{room}").status in (400, 404)


def test_only_what_may_hold_an_overlay_or_a_record_may_be_large(server: Server) -> None:
    reply = make_room(server, options={"players": 2})
    room, token = f"/api/rooms/{reply['room']}", reply["token"]
    for path in (f"{room}/join", f"{room}/commands", f"{room}/play-on", "/api/me", "/api/tables"):
        # White space alone is malformed, too; it is the length that is refused first.
        assert request(server, "POST", path, b" " * MAX_MESSAGE_BYTES, token).status == 400, path
        assert request(server, "POST", path, b" " * (MAX_MESSAGE_BYTES + 1), token).status == 413, path
    assert request(server, "POST", "/api/rooms", b" " * MAX_ROOM_BYTES).status == 400
    assert request(server, "POST", "/api/rooms", b" " * (MAX_ROOM_BYTES + 1)).status == 413
    assert request(server, "POST", "/api/replay", b" " * 3_000_000).status == 413


def test_every_reply_has_its_headers(server: Server) -> None:
    for path in ("/", "/room/abc", "/api/games", "/api/nothing", "/api/openapi.json", "/api/cards.json"):
        headers = get(server, path).headers
        policy = headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert "unsafe-eval" not in policy
        assert "script-src 'self' 'unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers
    assert get(server, "/api/games").headers["cache-control"] == "no-store"


def test_half_a_request_and_a_silent_connection_hold_nobody_up(server: Server) -> None:
    quiet = []
    for text in (
        b"",
        b"GET / HTTP/1.1\r\n",
        b"POST /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
    ):
        connection = socket.create_connection(("127.0.0.1", server.port))
        connection.sendall(text)
        quiet.append(connection)
    begun = time.perf_counter()
    assert get(server, "/api/games").status == 200
    assert time.perf_counter() - begun < 10
    for connection in quiet:
        connection.close()


def test_new_rooms_are_counted_and_moves_are_not(tmp_path: Any) -> None:
    """The rooms that one address can create per minute are limited; playing in them is not."""
    rate = RateLimiter(60, clock=lambda: now[0])
    now = [0.0]
    assert [rate.take("a") for _ in range(121)] == [True] * 120 + [False]
    assert rate.take("b")
    now[0] = 1.0
    assert rate.take("a")
    assert not rate.take("a")
    for number in range(20_000):
        rate.take(str(number))
    assert len(rate.buckets) <= 10_000


async def test_a_full_server_says_so(tmp_path: Any) -> None:
    from repulse.server.db.storage import Storage
    from repulse.server.helpers.pool import HelperPool
    from repulse.server.rooms.lobby import Lobby
    from repulse.table.wire.rooms import CreateRoom

    storage = Storage(str(tmp_path / "table.db"))
    await storage.open()
    lobby = Lobby(storage, HelperPool(1), Quotas(rooms=2))
    await lobby.open()
    for _ in range(2):
        await lobby.create(CreateRoom("galaxy", {"players": 2}))
    with pytest.raises(RepulseError, match="full"):
        await lobby.create(CreateRoom("galaxy", {"players": 2}))
    await lobby.close()
    await storage.close()


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)
shaped = st.fixed_dictionaries(
    {"type": st.sampled_from(["hello", "answer", "undo", "start", "seat", "leave", "rematch", "ping"])},
    optional={
        "id": json_values | st.text(max_size=5),
        "ask": json_values | st.integers(),
        "words": json_values | st.lists(st.text(max_size=5), max_size=3),
        "seat": json_values | st.integers(),
        "kind": json_values | st.sampled_from(["open", "bot"]),
        "token": json_values,
        "after": json_values,
    },
)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.binary(max_size=200) | st.text(max_size=200) | (json_values | shaped).map(json.dumps))
def test_any_message_is_understood_or_refused(data: str | bytes) -> None:
    with contextlib.suppress(RepulseError):
        decode_message(data)


async def test_a_storm_of_strange_messages(server: Server) -> None:
    """Many clients that send rubbish at once, while a game next door is played to its end undisturbed."""

    async def rubbish(room: str, token: str, seed: int) -> None:
        chance = random.Random(seed)
        for _ in range(3):
            try:
                async with joined(server, room, token) as mad:
                    for _ in range(40):
                        kind = chance.randrange(5)
                        if kind == 0:
                            await mad.send(os.urandom(chance.randrange(200)))
                        elif kind == 1:
                            await mad.send("x" * chance.randrange(2000))
                        else:
                            words = [
                                chance.choice(["pass", "Settle", "", "\x00", "Old Earth"])
                            ] * chance.randrange(4)
                            command = {
                                "type": "answer",
                                "id": str(chance.randrange(9)),
                                "ask": chance.randrange(9),
                            }
                            await mad.send({**command, "words": words})
            except ConnectionClosed:
                pass

    storm = make_room(server, options={"game": "base"}, seats=me_and_bots(2), start=True)
    calm = make_room(server, options={"game": "base"}, seats=me_and_bots(2), start=True)
    async with joined(server, calm["room"], calm["token"]) as ann:
        await asyncio.gather(
            play_on(ann, random.Random(1)),
            *(rubbish(storm["room"], storm["token"] if i % 2 else "", i) for i in range(8)),
        )
        assert ann.event["result"] is not None
    assert get(server, f"/api/rooms/{storm['room']}/view", storm["token"]).status == 200


def test_the_port_that_is_taken(server: Server, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="did not start"):
        start_server(str(tmp_path / "table.db"), server.port)


async def test_a_client_at_its_connection_limit_can_still_move(server: Server) -> None:
    reply = make_room(server, options={"game": "base"}, seats=me_and_bots(2), start=True)
    async with contextlib.AsyncExitStack() as stack:
        enter, room, token = stack.enter_async_context, reply["room"], reply["token"]
        ann, *_ = [await enter(joined(server, room, token)) for _ in range(Quotas().connections_per_token)]
        await ann.until_event(lambda event: event["ask"] is not None)
        words = some_answer(ann.event["ask"], random.Random(1))
        answer = {"type": "answer", "id": "a", "ask": ann.event["ask"]["number"], "words": words}
        path = f"/api/rooms/{reply['room']}"
        done = await asyncio.to_thread(post, server, f"{path}/commands", answer, reply["token"])
        assert done.data["type"] == "done"
        stream = await asyncio.to_thread(get, server, f"{path}/stream", reply["token"])
        assert stream.data["code"] == "room-full"


async def test_too_many_in_one_room(server: Server) -> None:
    reply = make_room(server, options={"game": "base"}, seats=me_and_bots(2))
    url = f"{server.address.replace('http', 'ws')}api/rooms/{reply['room']}/socket"
    connections = []
    codes = []
    for _ in range(Quotas().spectators_per_address + 1):
        connection = await connect(url, max_queue=None)
        connections.append(connection)
        await connection.send('{"type": "hello"}')
        codes.append(json.loads(await connection.recv()).get("code"))
    assert codes[-1] == "room-full"
    assert set(codes[:-1]) == {None}
    # However many watch, others can look without staying, and a player with a seat gets in.
    view = await asyncio.to_thread(get, server, f"/api/rooms/{reply['room']}/view")
    assert view.status == 200
    async with joined(server, reply["room"], reply["token"]) as ann:
        assert ann.event["seat"] == 0
    for connection in connections:
        await connection.close()
    assert post(server, "/api/rooms", {"game": "galaxy"}).status == 201


def test_a_stranger_takes_two_seats_of_a_listed_room_and_no_more(server: Server) -> None:
    """From another address of this machine, over real connections."""
    seats = [{"kind": "me"}, *[{"kind": "open"}] * 4]
    room = make_room(server, options={"game": "xeno-invasion"}, seats=seats, listed=True)["room"]

    def join(address: str) -> int:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, 30, source_address=(address, 0))
        connection.request("POST", f"/api/rooms/{room}/join", "{}")
        status = connection.getresponse().status
        connection.close()
        return status

    assert [join("127.0.0.2") for _ in range(3)] == [201, 201, 429]
    assert [join("127.0.0.3"), join("127.0.0.1")] == [201, 201]
