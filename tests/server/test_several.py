"""Several processes on one PostgreSQL: any of them serves any client, they count together, and one may be killed."""

from __future__ import annotations

import http.client
import json
import random
import re
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.client import Server, get, joined, make_room, me_and_bots, play_on, post, request
from tests.server.postgres import Postgres
from tests.server.workers import kill, start_workers, statistics, until_workers, worker_pids
from tools.failover import kill_workers

from repulse.server.cluster.view import merge_labeled

WORKERS = 3
TRIES = 12
"""This many connections reach every process almost surely."""

QUOTAS: dict[str, float] = {"rooms_per_address": 40, "connections_per_address": 24, "joins_per_minute": 20}


@pytest.fixture(scope="module")
def log_of_several(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The log of the server of several processes."""
    return tmp_path_factory.mktemp("several") / "log"


@pytest.fixture(scope="module")
def several(postgres: Postgres, log_of_several: Path) -> Iterator[Server]:
    """A server of several processes."""
    log = log_of_several
    started = start_workers(postgres.new_database(), WORKERS, QUOTAS, log)
    until_workers(started, WORKERS)
    yield started
    assert started.stop() == 0
    assert "Exception in ASGI" not in log.read_text()


def from_address(server: Server, address: str, method: str, path: str, body: object = None) -> int:
    """The status that a request from another address of this machine gets."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30, source_address=(address, 0))
    connection.request(method, path, None if body is None else json.dumps(body))
    status = connection.getresponse().status
    connection.close()
    return status


def until(fits: Any, seconds: float = 20.0) -> None:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not fits():
        assert time.monotonic() < end, "it did not come to be so"
        time.sleep(0.1)


async def test_any_process_serves_any_client(several: Server) -> None:
    rooms = [make_room(several, options={"players": 2}, seats=me_and_bots(2), start=True) for _ in range(8)]
    loads = statistics(several)["workers"]
    assert len(loads) == WORKERS
    assert sum(load["rooms"] for load in loads) == 8
    assert sum(load["rooms"] > 0 for load in loads) > 1
    room, token = rooms[0]["room"], rooms[0]["token"]
    views = [get(several, f"/api/rooms/{room}/view", token) for _ in range(TRIES)]
    assert {view.status for view in views} == {200}
    assert {view.data["room"]["room"] for view in views} == {room}
    assert all("default-src" in view.headers["content-security-policy"] for view in views)
    assert all(int(view.headers["content-length"]) == len(view.body) for view in views)
    for created in rooms:
        async with joined(several, created["room"], created["token"]) as ann:
            assert await play_on(ann, random.Random(1), 6) == 6
    assert {get(several, "/api/rooms/nosuchroom").status for _ in range(TRIES)} == {404}
    assert {get(several, f"/api/rooms/{room}/record", token).status for _ in range(4)} == {403}
    wrong = post(
        several, f"/api/rooms/{room}/commands", {"type": "answer", "id": "x", "ask": 1, "words": []}, token
    )
    assert wrong.data["type"] == "refused"
    too_large = post(several, f"/api/rooms/{room}/join", {"name": "x" * 100_000})
    assert too_large.status == 413


def test_a_stream_comes_through(several: Server) -> None:
    room = make_room(several, options={"players": 2}, seats=me_and_bots(2), start=True)
    for _ in range(4):
        connection = http.client.HTTPConnection("127.0.0.1", several.port, timeout=30)
        path = f"/api/rooms/{room['room']}/stream"
        connection.request("GET", path, headers={"Authorization": f"Bearer {room['token']}"})
        reply = connection.getresponse()
        types = [json.loads(reply.readline())["type"] for _ in range(2)]
        assert types[0] == "welcome"
        connection.close()


def test_everybody_sees_a_new_room_in_the_list_and_their_tables(several: Server) -> None:
    replies = [
        make_room(
            several,
            "earth",
            listed=True,
            name=f"room {number}",
            seats=[{"kind": "me"}, *[{"kind": "open"}] * 2],
        )
        for number in range(4)
    ]
    names = {reply["room"] for reply in replies}
    until(lambda: all(names <= listed(several) for _ in range(TRIES)))
    held = [
        {"room": reply["room"], "token": reply["token"]}
        for reply in [*replies, {"room": "none", "token": "x"}]
    ]
    for _ in range(4):
        tables = post(several, "/api/tables", {"tables": held}).data["tables"]
        assert [table["room"] for table in tables] == [reply["room"] for reply in held]
        assert [table["gone"] for table in tables] == [False] * 4 + [True]
        assert {
            game["room"] for game in post(several, "/api/export", {"tables": held}).data["games"]
        } == names
    for reply in replies:
        assert get(several, f"/api/admin/rooms/{reply['room']}", "operator").status == 200
        assert post(several, f"/api/admin/rooms/{reply['room']}/close", {}, "operator").status == 200
    until(lambda: not any(names & listed(several) for _ in range(TRIES)))


def listed(server: Server) -> set[str]:
    return {room["room"] for room in get(server, "/api/rooms").data["rooms"]}


def test_one_identity_is_known_everywhere(several: Server) -> None:
    key = post(several, "/api/me", {"name": "Ann"}).data["key"]
    rooms = set()
    for _ in range(4):
        reply = post(several, "/api/rooms", {"game": "earth"}, key)
        assert reply.status == 201
        rooms.add(reply.data["room"])
    for _ in range(TRIES):
        tables = get(several, "/api/me/tables", key).data["tables"]
        assert {table["room"] for table in tables} == rooms
    assert {get(several, f"/api/rooms/{room}/view", key).data["seat"] for room in rooms} == {0}
    assert request(several, "DELETE", "/api/me", None, key).status == 200
    assert {get(several, f"/api/rooms/{room}").status for room in rooms} == {404}


def test_a_ban_holds_everywhere(several: Server) -> None:
    assert post(several, "/api/admin/bans", {"network": "127.0.0.9"}, "operator").status == 200

    def statuses() -> set[int]:
        return {from_address(several, "127.0.0.9", "GET", "/api/games") for _ in range(TRIES)}

    until(lambda: statuses() == {403})


def test_limits_of_an_address_are_counted_together(several: Server) -> None:
    attempts = [
        from_address(several, "127.0.0.3", "POST", "/api/rooms", {"game": "earth"}) for _ in range(42)
    ]
    assert attempts == [201] * 40 + [429] * 2
    room = make_room(several, "earth", seats=[{"kind": "me"}, *[{"kind": "bot", "bot": "random"}] * 2])[
        "room"
    ]
    path = f"/api/rooms/{room}/join"
    joins = [from_address(several, "127.0.0.4", "POST", path, {}) for _ in range(60)]
    # Twice the limit per minute at once, and a few more as time passes; each allowed request finds no open seat.
    assert joins[:40] == [409] * 40
    assert 429 in joins[40:]


def test_connections_of_an_address_are_counted_together(several: Server) -> None:
    open_now: list[socket.socket] = []
    try:
        # The processes tell each other twice a second.
        for _ in range(3 * 24):
            connection = socket.create_connection(("127.0.0.1", several.port), 10, ("127.0.0.5", 0))
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            open_now.append(connection)
            time.sleep(0.05)
        answered = sum(is_answered(connection) for connection in open_now)
        assert 24 <= answered < 2 * 24
    finally:
        for connection in open_now:
            connection.close()


def is_answered(connection: socket.socket) -> bool:
    connection.settimeout(10)
    try:
        return connection.recv(12).startswith(b"HTTP/1.1 200")
    except OSError:
        return False


def test_metrics_and_health_of_each_process(several: Server) -> None:
    text = get(several, "/metrics", "operator").body.decode()
    workers = {load["worker"] for load in statistics(several)["workers"]}
    assert len(workers) == WORKERS
    for worker in workers:
        assert f'repulse_ready{{worker="{worker}"}} 1.0' in text
        assert f'repulse_rooms{{worker="{worker}"}}' in text
    assert text.count("# TYPE repulse_rooms gauge") == 1
    assert {get(several, "/readyz").status for _ in range(4)} == {200}
    assert {get(several, "/healthz").status for _ in range(4)} == {200}
    assert get(several, "/metrics").status == 404


def test_metrics_are_labeled_by_process() -> None:
    text = '# HELP a_total b\n# TYPE a_total counter\na_total{kind="x"} 3.0\n'
    metrics = merge_labeled({"one": text, "two": text}).decode()
    assert 'a_total{kind="x",worker="one"} 3.0' in metrics
    assert 'a_total{kind="x",worker="two"} 3.0' in metrics
    assert metrics.count("# TYPE") == 1


def test_requests_between_processes_are_refused_to_strangers(several: Server) -> None:
    for path in ("/cluster/load", "/cluster/metrics", "/cluster/listed"):
        reply = get(several, path, **{"X-Repulse-Secret": "guessed"})
        assert "text/html" in reply.headers["content-type"]


def test_a_stopped_process_is_replaced_and_its_share_of_connections_served(
    several: Server, log_of_several: Path
) -> None:
    victim = worker_pids(several)[0]
    kill(victim, signal.SIGSTOP)
    until(lambda: victim not in worker_pids(several), 60.0)
    until_workers(several, WORKERS)
    assert {get(several, "/healthz").status for _ in range(3 * TRIES)} == {200}
    assert re.search(r"worker \d has not responded for 4 s: killing it", log_of_several.read_text())


async def test_one_is_killed_under_load_and_another_stands_still(several: Server) -> None:
    """Return every acknowledged write is there, and all games end; `make test-failover` kills twenty times."""
    outcome = await kill_workers(several, 2, WORKERS, rooms=3, seconds=0.3, pauses=frozenset({1}))
    assert outcome.answers > 10
