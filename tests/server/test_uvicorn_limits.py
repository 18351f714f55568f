"""Connections that send too much, too slowly or never read are closed, and nobody else is held up."""

from __future__ import annotations

import contextlib
import re
import select
import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.server.client import Server, get, make_room, me_and_bots, request, start_server

from repulse.server.guard.connection_counts import FREE_BODY_BYTES, Bodies, Connections, HeldBody
from repulse.server.guard.limits import LimitLog
from repulse.server.guard.rates import TokenBucket
from repulse.server.logs import LogThrottle

QUOTAS: dict[str, float] = {
    "request_seconds": 1.0,
    "connections_per_address": 20,
    "frames_per_second": 50,
    "frame_burst": 200,
    "unread_bytes": 65_536,
    "max_pipelined_requests": 4,
    "max_body_bytes_per_address": 400_000,
}
PING = b"\x89\x80\x00\x00\x00\x00"
EMPTY_FRAGMENT = b"\x00\x80\x00\x00\x00\x00"
HELLO = b'{"type":"hello"}'


@dataclass
class LimitedServer:
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
        connection = self.connect()
        connection.sendall(
            f"GET /api/rooms/{room}/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        assert b" 101 " in connection.recv(4096)
        return connection


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LimitedServer]:
    folder = tmp_path_factory.mktemp("limited")
    server = start_server(str(folder / "table.db"), quotas=QUOTAS, log=folder / "log")
    yield LimitedServer(server, folder / "log")
    server.stop()


def read_to_the_end(connection: socket.socket) -> bytes:
    """All that comes until the other end closes."""
    data = b""
    try:
        while part := connection.recv(65_536):
            data += part
    except ConnectionError:
        pass
    return data


def eventually(fits: Callable[[], bool], seconds: float = 20.0) -> None:
    """Wait until something holds."""
    until = time.monotonic() + seconds
    while not fits():
        assert time.monotonic() < until, "it does not come true"
        time.sleep(0.05)


def send_until_cut_off(connection: socket.socket, data: bytes, seconds: float = 10.0) -> bool:
    """Send the same again and again; whether the other end had enough."""
    until = time.monotonic() + seconds
    try:
        while time.monotonic() < until:
            connection.sendall(data)
    except OSError:
        return True
    return False


# --- WebSockets ---


@pytest.mark.parametrize("frame", [PING, EMPTY_FRAGMENT])
def test_a_flood_of_frames_ends_the_connection(limited: LimitedServer, frame: bytes) -> None:
    with limited.upgraded() as connection:
        first = b"\x01\x80\x00\x00\x00\x00" if frame == EMPTY_FRAGMENT else b""
        connection.sendall(first + frame * 300)
        assert (4008).to_bytes(2, "big") + b"too much" in read_to_the_end(connection)
    assert limited.logged("frames_per_second")
    assert get(limited.server, "/api/health").status == 200


def test_a_flood_of_pings_that_nobody_reads_the_answers_of_is_cut_off(limited: LimitedServer) -> None:
    with limited.upgraded() as connection:
        assert send_until_cut_off(connection, PING * 10_000)
    assert get(limited.server, "/api/health").status == 200


def test_a_slow_sender_stays_connected(limited: LimitedServer) -> None:
    with limited.upgraded() as connection:
        connection.sendall(b"\x81" + bytes([0x80 | len(HELLO)]) + bytes(4) + HELLO)
        connection.recv(65_536)
        for _ in range(10):
            connection.sendall(PING * 4)
            time.sleep(0.1)
        connection.sendall(b"\x89\x84\x00\x00\x00\x00last")
        got = b""
        while b"\x8a\x04last" not in got:
            got += connection.recv(65_536)


# --- requests ---


@pytest.mark.parametrize(
    "start",
    [
        b"",
        b"GET / HTTP/1.1\r\nX: ",
        b"POST /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
    ],
)
def test_a_request_that_never_comes_times_out(limited: LimitedServer, start: bytes) -> None:
    with limited.connect() as connection:
        connection.sendall(start)
        begun = time.monotonic()
        read_to_the_end(connection)
        assert time.monotonic() - begun < 5
    assert limited.logged("request_seconds")


def test_a_connection_that_was_used_cannot_be_held_by_an_empty_line(limited: LimitedServer) -> None:
    with limited.connect() as connection:
        connection.sendall(b"GET /api/games HTTP/1.1\r\nHost: x\r\n\r\n")
        assert b" 200 " in connection.recv(65_536)
        time.sleep(0.3)
        connection.sendall(b"\r\n")
        begun = time.monotonic()
        read_to_the_end(connection)
        assert time.monotonic() - begun < 5


def test_headers_are_limited_in_number_and_size(limited: LimitedServer) -> None:
    for head in (b"X: y\r\n" * 101, b"X: " + b"y" * 100_000, b"X: y\r\n" * 100_000):
        with limited.connect() as connection:
            send = b"GET / HTTP/1.1\r\nHost: x\r\n" + head
            try:
                connection.sendall(send)
            except ConnectionError:
                continue
            assert b" 400 " in read_to_the_end(connection)[:20]
    assert limited.logged("headers")
    assert limited.logged("header_bytes")


def test_connections_are_limited_per_address_and_freed_when_closed(limited: LimitedServer) -> None:
    held = [limited.connect() for _ in range(30)]
    for connection in held:
        connection.sendall(b"GET /api/games HTTP/1.1\r\nHost: x\r\n\r\n")
    # Those that are too many are left standing for a moment, and not heard: who is closed at once comes again at once.
    assert sum(_is_answered(connection) for connection in held) <= 20
    for connection in held:
        connection.close()
    time.sleep(0.3)
    assert limited.logged("connections_per_address")
    for _ in range(30):
        assert get(limited.server, "/api/games").status == 200
        with limited.upgraded():
            pass


def _is_answered(connection: socket.socket) -> bool:
    try:
        return connection.recv(12).startswith(b"HTTP/1.1 200")
    except OSError:
        return False


def test_a_long_body_does_not_count_as_a_long_header(limited: LimitedServer) -> None:
    reply = request(limited.server, "POST", "/api/replay", {"record": "x" * 200_000})
    assert reply.data["code"] == "bad-record"


# --- requests in a pipeline ---


def test_a_few_requests_in_a_pipeline_are_all_answered_in_order(limited: LimitedServer) -> None:
    paths = ["/api/games", "/healthz", "/api/nothing", "/healthz"]
    heads = [f"GET {path} HTTP/1.1\r\nHost: x\r\n" for path in paths]
    heads[-1] += "Connection: close\r\n"
    with limited.connect() as connection:
        connection.sendall("\r\n".join([*heads, ""]).encode())
        replies = read_to_the_end(connection)
    assert re.findall(rb"HTTP/1.1 (\d+)", replies) == [b"200", b"200", b"404", b"200"]


def test_a_connection_with_too_many_requests_in_a_pipeline_is_cut_off(limited: LimitedServer) -> None:
    with limited.connect() as connection:
        with contextlib.suppress(ConnectionError):
            connection.sendall(b"GET / HTTP/1.1\r\nHost:x\r\n\r\n" * 8_000)
        assert read_to_the_end(connection).count(b"HTTP/1.1 200") <= 6
    assert limited.logged("max_pipelined_requests")
    # A line of its own for each such connection would let clients fill the log.
    for _ in range(3):
        with limited.connect() as connection, contextlib.suppress(ConnectionError):
            connection.sendall(b"GET / HTTP/1.1\r\nHost:x\r\n\r\n" * 8_000)
            read_to_the_end(connection)
    assert limited.log.read_text().count("Invalid HTTP request") <= 1


def test_a_stream_ends_with_its_connection_despite_later_input(server: Server) -> None:
    room = make_room(server, seats=me_and_bots(2))["room"]

    def spectators() -> int:
        count: int = get(server, f"/api/rooms/{room}").data["spectators"]
        return count

    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        path = f"/api/rooms/{room}/stream"
        connection.sendall(
            f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n".encode()
        )
        assert b" 200 " in connection.recv(65_536)
        assert spectators() == 1
    # Before the stream writes anything, after 15 s of silence: only then would it notice by itself.
    eventually(lambda: spectators() == 0, 10.0)


# --- bodies ---

UPLOAD = b"POST /api/replay HTTP/1.1\r\nHost: x\r\nContent-Length: 250000\r\n\r\n"


def test_bodies_of_one_address_are_limited_in_sum(limited: LimitedServer) -> None:
    with limited.connect() as first, limited.connect() as second:
        for connection in (first, second):
            with contextlib.suppress(ConnectionError):
                connection.sendall(UPLOAD + b"x" * 249_999)
        # Either may be the one that is too much.
        replies = [connection.recv(65_536) for connection in (first, second) if is_readable(connection)]
        assert [reply[:12] for reply in replies] == [b"HTTP/1.1 429"]
        assert b'"too-many-requests"' in replies[0]
        # A move is small, and never counted.
        assert request(limited.server, "POST", "/api/rooms", {"game": "galaxy"}).status == 201
    assert limited.logged("max_body_bytes_per_address")

    def is_uploaded() -> bool:
        reply = request(limited.server, "POST", "/api/replay", {"record": "x" * 300_000})
        return bool(reply.data["code"] == "bad-record")

    eventually(is_uploaded)


def is_readable(connection: socket.socket, seconds: float = 0.5) -> bool:
    """Whether a reply has come, or comes within that time."""
    return bool(select.select([connection], [], [], seconds)[0])


def test_bodies_are_counted_per_address_and_in_total_and_given_back() -> None:
    bodies = Bodies(100, 60, frozenset({"proxy"}))
    held = {address: HeldBody(bodies, address) for address in ("a", "b", "proxy")}
    assert [held[address].grow(FREE_BODY_BYTES) for address in held] == ["", "", ""]
    assert (bodies.total, bodies.by_address) == (0, {})
    assert [held["a"].grow(60), HeldBody(bodies, "a").grow(FREE_BODY_BYTES)] == ["", ""]
    assert held["a"].grow(1) == "max_body_bytes_per_address"
    held["a"].release()
    assert held["proxy"].grow(90) == ""
    assert held["b"].grow(20) == "max_body_bytes"
    for body in held.values():
        body.release()
    assert (bodies.total, bodies.by_address) == (0, {})


# --- the counting itself ---


def test_an_allowance_comes_back_with_time() -> None:
    now = [0.0]
    allowance = TokenBucket(10, 20, clock=lambda: now[0])
    assert [allowance.take(1) for _ in range(21)] == [True] * 20 + [False]
    now[0] = 1.0
    assert allowance.take(5)


def test_a_proxy_may_have_more_connections_than_one_address() -> None:
    places = Connections(5, 2, frozenset({"proxy"}))
    assert [places.enter("a") for _ in range(3)] == ["", "", "connections_per_address"]
    assert [places.enter("proxy") for _ in range(4)] == ["", "", "", "connections"]
    places.leave("a")
    places.leave("a")
    assert places.enter("a") == ""
    assert places.by_address == {"a": 1, "proxy": 3}


def test_those_who_are_turned_away_stand_in_places_of_their_own() -> None:
    places = Connections(5, 2)
    assert [places.enter("a") for _ in range(3)] == ["", "", "connections_per_address"]
    assert [places.hold("a") for _ in range(3)] == [True, True, False]
    assert places.enter("b") == ""
    # All places are taken: nobody is left standing any more.
    assert (places.enter("b"), places.hold("b")) == ("connections", False)
    for _ in range(2):
        places.let_go("a")
    assert (places.total, places.held) == (3, {})
    assert places.enter("b") == ""


def test_a_limit_is_logged_once_per_minute(caplog: pytest.LogCaptureFixture) -> None:
    now = [0.0]
    log = LimitLog(LogThrottle(clock=lambda: now[0]))
    for _ in range(5):
        log.record("headers", "192.0.2.1")
    now[0] = 61.0
    log.record("headers", "192.0.2.1")
    assert [record.getMessage() for record in caplog.records] == [
        "limit headers hit by 192.0.2.1 (0 more since the last line)",
        "limit headers hit by 192.0.2.1 (4 more since the last line)",
    ]
