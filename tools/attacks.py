"""Abuse scenarios: each attacks a server on loopback in one way for a while, from an address of its own.

    python -m tools.attacks NAME ADDRESS ROOM SECONDS

`tools/abuse.py` starts them; ROOM is the room of well-behaved players.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect

import repulse

HERE = "127.0.0.2"
"""Where attacks come from; the honest players have another address."""

PING = b"\x89\x80\x00\x00\x00\x00"
FIRST_FRAGMENT = b"\x01\x80\x00\x00\x00\x00"
EMPTY_FRAGMENT = b"\x00\x80\x00\x00\x00\x00"
TWO_SEATS = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
MANY_ROOMS = 100
MAX_PREPARATION_S = 30.0
"""The time an attack may prepare before its time counts."""


@dataclass
class Target:
    """A server under attack, and until when."""

    address: str
    room: str
    until: float

    @property
    def port(self) -> int:
        """The port of the server."""
        return urlsplit(self.address).port or 80

    def goes_on(self) -> bool:
        """Return whether the time is not up yet."""
        return time.monotonic() < self.until

    def socket_of(self, room: str) -> Any:
        """Return a WebSocket to a room."""
        url = f"{self.address.replace('http', 'ws')}api/rooms/{room}/socket"
        return connect(url, local_addr=(HERE, 0), max_size=None, compression=None, open_timeout=10)

    async def connection(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Return a bare connection."""
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(HERE, 0))

    async def request(self, method: str, path: str, body: object = None, *, token: str = "") -> Any:
        """Return one request on a connection of its own; the JSON of the reply."""
        data = b"" if body is None else json.dumps(body).encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: abuse\r\nConnection: close\r\nContent-Length: {len(data)}\r\n"
        )
        if token:
            head += f"Authorization: Bearer {token}\r\n"
        reader, writer = await self.connection()
        try:
            writer.write(head.encode() + b"\r\n" + data)
            reply = await asyncio.wait_for(reader.read(), 30)
        finally:
            writer.close()
        _, _, rest = reply.partition(b"\r\n\r\n")
        return json.loads(rest) if rest[:1] in (b"{", b"[") else None

    async def new_room(self, **more: Any) -> Any:
        """Create a room."""
        return await self.request(
            "POST", "/api/rooms", {"game": "galaxy", "options": {"game": "base"}, **more}
        )


Attack = Callable[[Target], Awaitable[None]]


async def at_once(count: int, target: Target, attack: Attack) -> None:
    """Run the same attack on several connections, restarting each that is cut off."""

    async def again() -> None:
        while target.goes_on():
            with contextlib.suppress(Exception):
                async with asyncio.timeout_at(
                    asyncio.get_running_loop().time() + target.until - time.monotonic()
                ):
                    await attack(target)
            await asyncio.sleep(0.01)

    await asyncio.gather(*(again() for _ in range(count)))


# --- sockets and requests ---


async def _raw_socket(target: Target) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await target.connection()
    writer.write(
        f"GET /api/rooms/{target.room}/socket HTTP/1.1\r\nHost: abuse\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    await reader.readuntil(b"\r\n\r\n")
    return reader, writer


async def _flood(target: Target, first: bytes, data: bytes) -> None:
    _, writer = await _raw_socket(target)
    try:
        writer.write(first)
        while target.goes_on():
            writer.write(data)
            await writer.drain()
            await asyncio.sleep(0)
    finally:
        writer.close()


async def pings(target: Target) -> None:
    """Pings, whose answers nobody reads."""
    await at_once(4, target, lambda target: _flood(target, b"", PING * 500))


async def fragments(target: Target) -> None:
    """Send a message of very many empty fragments."""
    await at_once(4, target, lambda target: _flood(target, FIRST_FRAGMENT, EMPTY_FRAGMENT * 500))


async def half_requests(target: Target) -> None:
    """Send hundreds of requests that never end."""

    async def one(target: Target) -> None:
        reader, writer = await target.connection()
        try:
            writer.write(b"GET / HTTP/1.1\r\nX: ")
            await reader.read()
        finally:
            writer.close()

    await at_once(300, target, one)


async def header_lines(target: Target) -> None:
    """Send requests with a million headers."""

    async def one(target: Target) -> None:
        _, writer = await target.connection()
        try:
            writer.write(b"GET / HTTP/1.1\r\nHost: abuse\r\n")
            for _ in range(1_000):
                writer.write(b"X: y\r\n" * 1_000)
                await writer.drain()
        finally:
            writer.close()

    await at_once(4, target, one)


async def pipelines(target: Target) -> None:
    """Open connections one after another, each with thousands of requests, and close them before the replies."""
    data = b"GET / HTTP/1.1\r\nHost:x\r\n\r\n" * 8_000
    for _ in range(40):
        with contextlib.suppress(OSError):
            _, writer = await target.connection()
            try:
                writer.write(data)
                async with asyncio.timeout(5):
                    await writer.drain()
                await asyncio.sleep(0.2)
            finally:
                writer.transport.abort()


async def held_bodies(target: Target) -> None:
    """Send hundreds of uploads of a megabyte whose last bytes never come."""
    head = b"POST /api/replay HTTP/1.1\r\nHost: abuse\r\nContent-Length: 1048000\r\n\r\n"
    data = head + b'{"record": "' + b"x" * 1_040_000

    async def one(target: Target) -> None:
        reader, writer = await target.connection()
        try:
            writer.write(data)
            await reader.read()
            await asyncio.sleep(0.5)
        finally:
            writer.transport.abort()

    await at_once(250, target, one)


# --- asking for much ---


async def _requests(target: Target, make: Callable[[int], bytes]) -> None:
    """Send requests one after another on one connection."""
    reader, writer = await target.connection()
    try:
        for number in range(1_000_000):
            writer.write(make(number))
            head = await reader.readuntil(b"\r\n\r\n")
            length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n")[0])
            await reader.readexactly(length)
    finally:
        writer.close()


async def views(target: Target) -> None:
    """Request views of a game from every event on, in every language."""
    languages = ["en", "fr", "ja", "xx"]

    def make(number: int) -> bytes:
        path = f"/api/rooms/{target.room}/view?after={number % 50}&lang={languages[number % 4]}"
        return f"GET {path} HTTP/1.1\r\nHost: abuse\r\n\r\n".encode()

    await at_once(8, target, lambda target: _requests(target, make))


async def lists(target: Target) -> None:
    """Request the list of rooms and the page repeatedly."""
    paths = ["/api/rooms", "/", "/api/games", "/api/cards.json?game=galaxy"]

    def make(number: int) -> bytes:
        return f"GET {paths[number % 4]} HTTP/1.1\r\nHost: abuse\r\nAccept-Encoding: gzip\r\n\r\n".encode()

    await at_once(8, target, lambda target: _requests(target, make))


async def rooms(target: Target) -> None:
    """Create as many listed rooms as the server makes."""

    async def one(target: Target) -> None:
        await target.new_room(listed=True)

    await at_once(4, target, one)


def slow_record() -> str:
    """Return a record with an overlay that takes long to read."""
    record = json.loads(repulse.new("galaxy", players=2, seed=1).record().to_json())
    text = "\n".join(f"[[a.b{number}]]\nx = 1" for number in range(1_500))
    record["options"]["overlays"] = [{"name": "slow", "text": text}]
    return json.dumps(record)


async def uploads(target: Target) -> None:
    """Send records with overlays that take long to read."""
    body = {"record": slow_record()}

    async def one(target: Target) -> None:
        await target.request("POST", "/api/replay", body)

    await at_once(8, target, one)


# --- advice ---


def game_record(seed: int, choices: int = 0) -> str:
    """Return the record of a game of bots; only its first choices, if a number is given."""
    play = repulse.new("galaxy", players=2, seed=seed).play_bots("random")
    return (play.at(choices) if choices else play).record().to_json()


async def review_uploads(target: Target) -> None:
    """Request reviews of uploaded games, as many as are made."""
    bodies = [{"record": game_record(seed)} for seed in range(8)]

    async def one(target: Target) -> None:
        await target.request("POST", "/api/review", random.choice(bodies))
        await asyncio.sleep(0.1)

    await at_once(8, target, one)


async def cut_reviews(target: Target) -> None:
    """Request reviews of uploaded games, and disconnect as soon as they have begun."""
    bodies = [json.dumps({"record": game_record(seed)}).encode() for seed in range(8)]

    async def one(target: Target) -> None:
        body = random.choice(bodies)
        reader, writer = await target.connection()
        try:
            head = f"POST /api/review HTTP/1.1\r\nHost: abuse\r\nContent-Length: {len(body)}\r\n\r\n"
            writer.write(head.encode() + body)
            async with asyncio.timeout(1):
                await reader.readuntil(b"\r\n\r\n")
                await reader.read(1)
        finally:
            writer.transport.abort()
        await asyncio.sleep(0.1)

    await at_once(8, target, one)


async def hint_floods(target: Target) -> None:
    """Request hints in twenty rooms, each with a token of its own."""

    async def one(target: Target) -> None:
        room = await target.new_room(seats=TWO_SEATS, start=True)
        while target.goes_on():
            await target.request("POST", f"/api/rooms/{room['room']}/hint", {}, token=room["token"])
            await asyncio.sleep(0.1)

    await at_once(20, target, one)


async def guesses(target: Target) -> None:
    """Try wrong passwords."""
    room = await target.new_room(password="right")

    async def one(target: Target) -> None:
        password = str(random.random())
        await target.request("POST", f"/api/rooms/{room['room']}/join", {"password": password})

    await at_once(8, target, one)


async def spectators(target: Target) -> None:
    """Take all places of spectators, each reading slowly."""

    async def one(target: Target) -> None:
        async with target.socket_of(target.room) as socket:
            await socket.send('{"type": "hello"}')
            while target.goes_on():
                await socket.recv()
                await asyncio.sleep(random.random() / 2)

    await at_once(64, target, one)


# --- playing ---


async def _event(socket: ClientConnection) -> Any:
    while True:
        message = json.loads(await socket.recv())
        if message["type"] == "event" and message["ask"]:
            return message


async def undos(target: Target) -> None:
    """Send an answer and its undo as fast as they are accepted."""

    async def one(target: Target) -> None:
        seats = [{"kind": "me"}, {"kind": "open"}]
        room = await target.new_room(seats=seats)
        await target.request("POST", f"/api/rooms/{room['room']}/join", {})
        async with target.socket_of(room["room"]) as socket:
            await socket.send(json.dumps({"type": "hello", "token": room["token"]}))
            await socket.send('{"type": "start", "id": "go"}')
            for number in range(1_000_000):
                ask = (await _event(socket))["ask"]
                words = [option["word"] for option in ask["options"][: max(1, ask["least"])]]
                answer = {"type": "answer", "id": f"a{number}", "ask": ask["number"], "words": words}
                await socket.send(json.dumps(answer))
                await socket.send(json.dumps({"type": "undo", "id": f"u{number}"}))

    await at_once(4, target, one)


async def late_answers(target: Target) -> None:
    """Send answers to questions that are not asked, to each of which the whole room is the reply."""

    async def one(target: Target) -> None:
        room = await target.new_room(seats=TWO_SEATS, start=True)
        async with target.socket_of(room["room"]) as socket:
            await socket.send(json.dumps({"type": "hello", "token": room["token"]}))
            for number in range(1_000_000):
                await socket.send(json.dumps({"type": "answer", "id": f"a{number}", "ask": -1, "words": []}))
                if number % 8 == 7:
                    await socket.recv()

    await at_once(4, target, one)


async def _bot_rooms(target: Target, bot: str) -> None:
    """Make a hundred rooms of bots, then let them play for as long as an attack takes."""
    seconds = target.until - time.monotonic()
    seats = [{"kind": "bot", "bot": bot}] * 2
    count = 0
    until = time.monotonic() + MAX_PREPARATION_S
    while count < MANY_ROOMS and time.monotonic() < until:
        with contextlib.suppress(OSError, TimeoutError):
            reply = await target.new_room(seats=seats, start=True)
            count += bool(reply and "room" in reply)
    await asyncio.sleep(seconds)
    print(f"  {count} rooms of bots", flush=True)


async def bot_rooms(target: Target) -> None:
    """Create a hundred rooms in which fast bots play among themselves."""
    await _bot_rooms(target, "random")


async def master_rooms(target: Target) -> None:
    """Create a hundred rooms in which the strongest bots play among themselves."""
    await _bot_rooms(target, "master")


ATTACKS: dict[str, Attack] = {
    attack.__name__: attack
    for attack in (
        pings,
        fragments,
        half_requests,
        header_lines,
        pipelines,
        held_bodies,
        views,
        lists,
        rooms,
        uploads,
        guesses,
        spectators,
        undos,
        late_answers,
        bot_rooms,
        master_rooms,
        review_uploads,
        cut_reviews,
        hint_floods,
    )
}


async def _run(name: str, address: str, room: str, *, seconds: float) -> None:
    target = Target(address, room, time.monotonic() + seconds)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds + MAX_PREPARATION_S + 5):
            await ATTACKS[name](target)


if __name__ == "__main__":
    # In earnest these come from other machines: here they leave the server its processor.
    os.nice(10)
    asyncio.run(_run(sys.argv[1], sys.argv[2], sys.argv[3], seconds=float(sys.argv[4])))
