"""Connections that send too much, too slowly or never read are closed, and nobody else is held up."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.server.client import Server, get, make_room, me_and_bots, start_server

from repulse.server.limits import Allowance, Connections, LimitLog
from repulse.server.logs import Seldom

QUOTAS: dict[str, float] = {
    "request_seconds": 1.0,
    "connections_an_address": 20,
    "frames_a_second": 50,
    "frames_at_once": 200,
    "unread_bytes": 65_536,
}
PING = b"\x89\x80\x00\x00\x00\x00"
EMPTY_FRAGMENT = b"\x00\x80\x00\x00\x00\x00"
HELLO = b'{"type":"hello"}'


@dataclass
class Guarded:
    """A server with small limits, and its log."""

    server: Server
    log: Path

    def logged(self, limit: str) -> bool:
        """Whether the log tells of a limit."""
        return f"limit {limit} hit by 127.0.0.1" in self.log.read_text()

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.server.port), timeout=10)

    def upgraded(self) -> socket.socket:
        """A raw WebSocket."""
        room = make_room(self.server, options={"game": "base"}, seats=me_and_bots(2))["room"]
        made = self.connect()
        made.sendall(
            f"GET /api/rooms/{room}/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        assert b" 101 " in made.recv(4096)
        return made


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guarded]:
    folder = tmp_path_factory.mktemp("guarded")
    server = start_server(str(folder / "table.db"), quotas=QUOTAS, log=folder / "log")
    yield Guarded(server, folder / "log")
    server.stop()


def read_to_the_end(made: socket.socket) -> bytes:
    """All that comes until the other end closes."""
    data = b""
    try:
        while part := made.recv(65_536):
            data += part
    except ConnectionError:
        pass
    return data


def send_until_cut_off(made: socket.socket, data: bytes, seconds: float = 10.0) -> bool:
    """Send the same again and again; whether the other end had enough."""
    until = time.monotonic() + seconds
    try:
        while time.monotonic() < until:
            made.sendall(data)
    except OSError:
        return True
    return False


# --- WebSockets ---


@pytest.mark.parametrize("frame", [PING, EMPTY_FRAGMENT])
def test_a_flood_of_frames_ends_the_connection(guarded: Guarded, frame: bytes) -> None:
    with guarded.upgraded() as made:
        first = b"\x01\x80\x00\x00\x00\x00" if frame == EMPTY_FRAGMENT else b""
        made.sendall(first + frame * 300)
        assert (4008).to_bytes(2, "big") + b"too much" in read_to_the_end(made)
    assert guarded.logged("frames_a_second")
    assert get(guarded.server, "/api/health").status == 200


def test_a_flood_of_pings_that_nobody_reads_the_answers_of_is_cut_off(guarded: Guarded) -> None:
    with guarded.upgraded() as made:
        assert send_until_cut_off(made, PING * 10_000)
    assert get(guarded.server, "/api/health").status == 200


def test_who_sends_slowly_stays(guarded: Guarded) -> None:
    with guarded.upgraded() as made:
        made.sendall(b"\x81" + bytes([0x80 | len(HELLO)]) + bytes(4) + HELLO)
        made.recv(65_536)
        for _ in range(10):
            made.sendall(PING * 4)
            time.sleep(0.1)
        made.sendall(b"\x89\x84\x00\x00\x00\x00last")
        got = b""
        while b"\x8a\x04last" not in got:
            got += made.recv(65_536)


# --- requests ---


@pytest.mark.parametrize(
    "start",
    [
        b"",
        b"GET / HTTP/1.1\r\nX: ",
        b"POST /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
    ],
)
def test_a_request_that_never_comes_times_out(guarded: Guarded, start: bytes) -> None:
    with guarded.connect() as made:
        made.sendall(start)
        begun = time.monotonic()
        read_to_the_end(made)
        assert time.monotonic() - begun < 5
    assert guarded.logged("request_seconds")


def test_a_connection_that_was_used_cannot_be_held_by_an_empty_line(guarded: Guarded) -> None:
    with guarded.connect() as made:
        made.sendall(b"GET /api/games HTTP/1.1\r\nHost: x\r\n\r\n")
        assert b" 200 " in made.recv(65_536)
        time.sleep(0.3)
        made.sendall(b"\r\n")
        begun = time.monotonic()
        read_to_the_end(made)
        assert time.monotonic() - begun < 5


def test_headers_are_limited_in_number_and_size(guarded: Guarded) -> None:
    for head in (b"X: y\r\n" * 101, b"X: " + b"y" * 100_000, b"X: y\r\n" * 100_000):
        with guarded.connect() as made:
            send = b"GET / HTTP/1.1\r\nHost: x\r\n" + head
            try:
                made.sendall(send)
            except ConnectionError:
                continue
            assert b" 400 " in read_to_the_end(made)[:20]
    assert guarded.logged("headers")
    assert guarded.logged("header_bytes")


def test_connections_are_limited_per_address_and_freed_when_closed(guarded: Guarded) -> None:
    held = [guarded.connect() for _ in range(30)]
    for made in held:
        made.sendall(b"GET /api/games HTTP/1.1\r\nHost: x\r\n\r\n")
    # Those that are too many are left standing for a moment, and not heard: who is closed at once comes again at once.
    assert sum(_is_answered(made) for made in held) <= 20
    for made in held:
        made.close()
    time.sleep(0.3)
    assert guarded.logged("connections_an_address")
    for _ in range(30):
        assert get(guarded.server, "/api/games").status == 200
        with guarded.upgraded():
            pass


def _is_answered(made: socket.socket) -> bool:
    try:
        return made.recv(12).startswith(b"HTTP/1.1 200")
    except OSError:
        return False


def test_a_long_body_does_not_count_as_a_long_header(guarded: Guarded) -> None:
    from tests.server.client import request

    reply = request(guarded.server, "POST", "/api/replay", {"record": "x" * 200_000})
    assert reply.data["code"] == "bad-record"


# --- the counting itself ---


def test_an_allowance_comes_back_with_time() -> None:
    now = [0.0]
    allowance = Allowance(10, 20, clock=lambda: now[0])
    assert [allowance.take(1) for _ in range(21)] == [True] * 20 + [False]
    now[0] = 1.0
    assert allowance.take(5)


def test_a_proxy_may_have_more_connections_than_one_address() -> None:
    places = Connections(5, 2, frozenset({"proxy"}))
    assert [places.enter("a") for _ in range(3)] == ["", "", "connections_an_address"]
    assert [places.enter("proxy") for _ in range(4)] == ["", "", "", "connections"]
    places.leave("a")
    places.leave("a")
    assert places.enter("a") == ""
    assert places.by_address == {"a": 1, "proxy": 3}


def test_those_who_are_turned_away_stand_in_places_of_their_own() -> None:
    places = Connections(5, 2)
    assert [places.enter("a") for _ in range(3)] == ["", "", "connections_an_address"]
    assert [places.hold("a") for _ in range(3)] == [True, True, False]
    assert places.enter("b") == ""
    # All places are taken: nobody is left standing any more.
    assert (places.enter("b"), places.hold("b")) == ("connections", False)
    for _ in range(2):
        places.let_go("a")
    assert (places.total, places.held) == (3, {})
    assert places.enter("b") == ""


def test_the_log_tells_of_a_limit_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    now = [0.0]
    log = LimitLog(Seldom(clock=lambda: now[0]))
    for _ in range(5):
        log.hit("headers", "192.0.2.1")
    now[0] = 61.0
    log.hit("headers", "192.0.2.1")
    assert [record.getMessage() for record in caplog.records] == [
        "limit headers hit by 192.0.2.1 (0 more since the last line)",
        "limit headers hit by 192.0.2.1 (4 more since the last line)",
    ]
