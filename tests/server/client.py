"""Shared parts of the tests of the server: a server process, and clients that talk to it as anybody would."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.default_moves import note
from websockets.asyncio.client import ClientConnection, connect

from repulse.engine.display.segments import text_of

MANY_ROOMS = """
import json, sys
from repulse.server.config import Config
from repulse.server.guard.quotas import Quotas
from repulse.server.serve import serve
from repulse.server import logs
from tests.default_moves import watch

watch()
quotas = Quotas(**{"rooms_per_minute": 100_000, "forced_seconds": 0.05, "cpu_share": 100.0, "joins_per_minute": 100_000, **json.loads(sys.argv[4])})
bots = dict(each.split("=") for each in sys.argv[5:])
logs.set_up("text", "warning")
config = Config(sys.argv[1], bot_seconds=float(sys.argv[3]), quotas=quotas, bots=bots)
serve(config, port=int(sys.argv[2]), announce=lambda address, _outside: print(address, flush=True))
"""

Data = dict[str, Any]


@dataclass
class Server:
    """A server in a process of its own."""

    process: subprocess.Popen[str]
    address: str

    @property
    def port(self) -> int:
        return int(self.address.rstrip("/").rpartition(":")[2])

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self._close()

    def stop(self) -> int:
        """End it as it should be ended; its exit code."""
        self.process.send_signal(signal.SIGINT)
        try:
            code = self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        self._close()
        return code

    def _close(self) -> None:
        if self.process.stdout is not None:
            self.process.stdout.close()


def start_server(
    database: str,
    port: int = 0,
    bot_seconds: float = 20.0,
    bots: dict[str, str] | None = None,
    quotas: dict[str, float] | None = None,
    log: Path | None = None,
) -> Server:
    """A server that is ready; `log` is where its errors go."""
    extra = [f"{name}={source}" for name, source in (bots or {}).items()]
    root = Path(__file__).resolve().parent.parent.parent
    paths = [os.environ.get("PYTHONPATH", ""), str(root)]
    settings = [database, str(port), str(bot_seconds), json.dumps(quotas or {})]
    with contextlib.ExitStack() as files:
        process = subprocess.Popen(
            [sys.executable, "-c", MANY_ROOMS, *settings, *extra],
            stdout=subprocess.PIPE,
            stderr=files.enter_context(log.open("w")) if log else None,
            text=True,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(path for path in paths if path)},
        )
    assert process.stdout is not None
    address = process.stdout.readline().strip()
    server = Server(process, address)
    if not address.startswith("http://"):
        server.kill()
        raise AssertionError("the server did not start")
    return server


# --- HTTP ---


@dataclass
class Reply:
    """The reply to a request."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def data(self) -> Any:
        return json.loads(self.body)


def request(
    server: Server,
    method: str,
    path: str,
    body: object = None,
    token: str = "",
    headers: dict[str, str] | None = None,
) -> Reply:
    """Send a request and return its reply, also an error; a body of bytes is sent as it is."""
    data = None
    if body is not None:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
    asked = urllib.request.Request(server.address.rstrip("/") + path, data, method=method)
    if token:
        asked.add_header("Authorization", f"Bearer {token}")
    for name, value in (headers or {}).items():
        asked.add_header(name, value)
    try:
        with urllib.request.urlopen(asked, timeout=30) as reply:
            return Reply(reply.status, {k.lower(): v for k, v in reply.headers.items()}, reply.read())
    except urllib.error.HTTPError as error:
        with error:
            return Reply(error.code, {k.lower(): v for k, v in error.headers.items()}, error.read())


def get(server: Server, path: str, token: str = "", **headers: str) -> Reply:
    return request(server, "GET", path, None, token, headers)


def post(server: Server, path: str, body: object, token: str = "") -> Reply:
    return request(server, "POST", path, body, token)


def make_room(server: Server, game: str = "galaxy", **more: Any) -> Data:
    """A new room: {room, seat, token, link}."""
    reply = post(server, "/api/rooms", {"game": game, **more})
    assert reply.status == 201, reply.body
    room_data: Data = reply.data
    return room_data


def me_and_bots(players: int, bot: str = "random") -> list[Data]:
    return [{"kind": "me"}, *[{"kind": "bot", "bot": bot} for _ in range(players - 1)]]


# --- WebSocket ---


@dataclass
class Player:
    """A client that keeps what it was sent, and checks that nothing is missing or comes twice."""

    socket: ClientConnection
    seen: int = -1
    log: list[Data] = field(default_factory=list)
    event: Data = field(default_factory=dict)
    welcome: Data = field(default_factory=dict)
    frames: list[bytes] = field(default_factory=list)

    async def receive(self) -> Data:
        """The next message; events are checked and taken in."""
        frame = await asyncio.wait_for(self.socket.recv(), 30)
        raw = frame.encode() if isinstance(frame, str) else frame
        self.frames.append(raw)
        message: Data = json.loads(raw)
        if message["type"] == "event":
            self.take(message)
        return message

    def take(self, event: Data) -> None:
        assert event["since"] == self.seen, (event["since"], self.seen)
        assert event["n"] > self.seen or (event["n"] == self.seen and not self.event), "an event came twice"
        self.seen = event["n"]
        assert event["log_from"] <= len(self.log)
        del self.log[event["log_from"] :]
        self.log.extend(event["lines"])
        self.event = event
        for line in event["lines"]:
            # Also of servers whose processes nobody watches: the words of `note.bot-failed` without a stand-in.
            if line["event"] == "note.bot-failed" and "legal default" in text_of(line["text"]):
                note(f"room {event['room']['room']}: {text_of(line['text'])}")

    async def until(self, fits: Callable[[Data], bool]) -> Data:
        """The first matching message."""
        while True:
            message = await self.receive()
            if fits(message):
                return message

    async def until_n(self, n: int) -> Data:
        """The event that shows everything up to a number."""
        return await self.until_event(lambda event: event["n"] >= n)

    async def until_closed(self) -> None:
        """Read until the other end closes the connection (ConnectionClosed)."""
        while True:
            await self.receive()

    async def until_event(self, fits: Callable[[Data], bool]) -> Data:
        """The first matching event, including the current one."""
        if self.event and fits(self.event):
            return self.event
        return await self.until(lambda message: message["type"] == "event" and fits(message))

    async def send(self, message: object) -> None:
        await self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    async def command(self, _command: str, **more: Any) -> Data:
        """Send a command; return the reply."""
        ident = more.pop("id", None) or uuid.uuid4().hex
        await self.send({"type": _command, "id": ident, **more})
        return await self.until(lambda message: message.get("id") == ident)

    async def answer(self, words: list[str], ask: int | None = None, **more: Any) -> Data:
        number = self.event["ask"]["number"] if ask is None else ask
        return await self.command("answer", ask=number, words=words, **more)


@contextlib.asynccontextmanager
async def joined(server: Server, room: str, token: str = "", **hello: Any) -> Any:
    """A connected player who has received the first event."""
    url = f"{server.address.replace('http', 'ws')}api/rooms/{room}/socket"
    async with connect(url, max_size=None, max_queue=None, open_timeout=30, close_timeout=5) as socket:
        player = Player(socket, hello.get("after", -1))
        await player.send({"type": "hello", "token": token, **hello})
        player.welcome = await player.receive()
        if player.welcome["type"] == "welcome" and "after" not in hello:
            await player.until_event(lambda _event: True)
        yield player


def some_answer(ask: Data, chance: random.Random) -> list[str]:
    """An answer at random."""
    count = chance.randint(ask["least"], ask["most"])
    return [option["word"] for option in chance.sample(ask["options"], count)]


async def play_on(player: Player, chance: random.Random, most: int = 10_000) -> int:
    """Answer every question until the game is over or a number of answers is given; return how many."""
    count = 0
    answered = -1
    while count < most and player.event["result"] is None:
        ask = player.event["ask"]
        if ask is None or ask["number"] == answered:
            await player.receive()
            continue
        answered = ask["number"]
        reply = await player.answer(some_answer(ask, chance))
        assert reply["type"] == "done", reply
        count += 1
    return count
