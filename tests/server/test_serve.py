"""The command: a free port, an address that works, a clean end, and clear words when it cannot."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import os
import select
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.server.client import (
    Reply,
    Server,
    get,
    joined,
    make_room,
    request,
    start_server,
)
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from repulse.cli.app import run
from repulse.cli.serve import print_address


def command(*arguments: str, home: Path) -> subprocess.Popen[str]:
    code = "from repulse.cli import main; main()"
    return subprocess.Popen(
        [sys.executable, "-c", code, "serve", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"REPULSE_HOME": str(home)},
    )


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_prints_its_address_and_ends_quietly(tmp_path: Path, how: signal.Signals) -> None:
    process = command(home=tmp_path)
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line.startswith("Repulse is at http://127.0.0.1:")
    server = Server(process, line.split()[-1])
    page: Reply = get(server, "/")
    assert page.status == 200
    assert "text/html" in page.headers["content-type"]
    assert get(server, "/api/health").data["ok"]
    process.send_signal(how)
    rest, errors = process.communicate(timeout=20)
    assert (rest, errors) == ("", "")
    assert process.returncode in (0, -how)
    assert (tmp_path / "table.db").is_file()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--db", "mysql://x/y"], "must be SQLite or PostgreSQL"),
        (["--db", "postgresql://nobody@127.0.0.1:1/none"], "cannot be opened"),
        (["--host", "203.0.113.7"], "cannot be used"),
        (["--bot", "nonsense"], "name=module:Class"),
        (["--bot", "x=no.such.module:Bot"], "cannot be made"),
        (["--bot-seconds", "0"], "greater than 0"),
        (["--limit", "windows=3"], "no limit 'windows'"),
        (["--limit", "rooms=many"], "a number above 0"),
        (["--proxy", "everybody"], "takes an address"),
        (["--allowed-host", "http://x/"], "takes a name"),
        (["--workers", "2"], "need PostgreSQL"),
        (["--workers", "0"], "must be at least 1, not 0"),
        (["--bot-host", "elsewhere"], "HOST:PORT"),
        (["--bot-host", "127.0.0.1:9"], "--bot-token"),
    ],
)
def test_addresses_that_cannot_be_served(tmp_path: Path, arguments: list[str], words: str) -> None:
    process = command(*arguments, home=tmp_path)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 2, (output, errors)
    assert words in errors
    assert errors.startswith("repulse: ")
    assert len(errors.strip().splitlines()) == 1


def test_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--help"]) == 0
    assert "--db" in capsys.readouterr().out


async def test_open_connections_are_asked_to_reconnect_at_shutdown(tmp_path: Path) -> None:
    log = tmp_path / "log"
    server = start_server(str(tmp_path / "table.db"), log=log)
    reply = make_room(server, options={"game": "base"}, seats=[{"kind": "me"}, {"kind": "open"}])

    stream = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    path = f"/api/rooms/{reply['room']}/stream"
    stream.request("GET", path, headers={"Authorization": f"Bearer {reply['token']}"})
    lines = stream.getresponse()
    assert lines.readline()
    async with joined(server, reply["room"], reply["token"]) as ann:
        begun = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        with pytest.raises(ConnectionClosed) as closed:
            await ann.until_closed()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4010
    # The stream ends as a whole reply does, rather than being cut off (IncompleteRead).
    await asyncio.to_thread(lines.read)
    stream.close()
    await asyncio.to_thread(server.process.wait, 10)
    assert time.monotonic() - begun < 4
    server.stop()
    assert log.read_text() == ""


def statuses_of_new_rooms(server: Server, count: int, **headers: str) -> list[int]:
    """Return the replies to requests for new rooms, each with another forwarded address."""
    return [
        request(
            server,
            "POST",
            "/api/rooms",
            {"game": "galaxy"},
            headers={"X-Forwarded-For": f"192.0.2.{number}", **headers},
        ).status
        for number in range(count)
    ]


def test_a_forwarded_address_is_trusted_only_from_a_named_proxy(tmp_path: Path) -> None:
    for arguments, expected in (([], [201, 201, 429]), (["--proxy", "127.0.0.1"], [201, 201, 201])):
        process = command("--limit", "rooms_per_minute=1", *arguments, home=tmp_path)
        assert process.stdout is not None
        server = Server(process, process.stdout.readline().split()[-1])
        try:
            assert statuses_of_new_rooms(server, 3) == expected
        finally:
            process.terminate()
            process.communicate(timeout=20)


def test_each_client_behind_a_proxy_uploads_so_much_at_once(tmp_path: Path) -> None:
    arguments = ("--proxy", "127.0.0.1", "--limit", "max_body_bytes_per_address=300000")
    process = command(*arguments, home=tmp_path)
    assert process.stdout is not None
    server = Server(process, process.stdout.readline().split()[-1])

    def upload(address: str, size: int) -> int:
        body = {"record": "x" * size}
        return request(server, "POST", "/api/replay", body, headers={"X-Forwarded-For": address}).status

    def hold() -> socket.socket:
        """Send all of a body but its last byte."""
        held = socket.create_connection(("127.0.0.1", server.port), timeout=30)
        head = "POST /api/replay HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.1\r\nContent-Length: 250000\r\n\r\n"
        held.sendall(head.encode() + b"x" * 249_999)
        return held

    try:
        held = hold()
        for _ in range(100):
            if upload("192.0.2.1", 200_000) == 429:
                break
            # Of two bodies that arrive together, either may be the one too many.
            if select.select([held], [], [], 0)[0]:
                held.close()
                held = hold()
        else:
            pytest.fail("no upload was refused beside the one that is held")
        assert upload("192.0.2.2", 200_000) == 400
        assert upload("192.0.2.1", 1_000) == 400
        held.close()
        assert any(upload("192.0.2.1", 200_000) == 400 for _ in range(100))
    finally:
        process.terminate()
        process.communicate(timeout=20)


async def test_each_client_behind_a_proxy_has_its_own_connection_limit(tmp_path: Path) -> None:
    arguments = ("--proxy", "127.0.0.1", "--limit", "connections_per_address=2")
    process = command(*arguments, home=tmp_path)
    assert process.stdout is not None
    server = Server(process, process.stdout.readline().split()[-1])
    reply = make_room(server)
    path = f"/api/rooms/{reply['room']}"

    def stream(files: contextlib.ExitStack) -> int:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        files.callback(connection.close)
        connection.request("GET", f"{path}/stream", headers={"X-Forwarded-For": "192.0.2.1"})
        return files.enter_context(connection.getresponse()).status

    url = f"{server.address.replace('http', 'ws')}{path[1:]}/socket"
    ann = {"X-Forwarded-For": "192.0.2.1"}
    try:
        with contextlib.ExitStack() as files:
            assert await asyncio.to_thread(stream, files) == 200
            async with connect(url, additional_headers=ann):
                with pytest.raises(InvalidStatus):
                    await connect(url, additional_headers=ann)
                assert await asyncio.to_thread(stream, files) == 429
                # A connection that does not stay open is not counted, and others have places of their own.
                view = await asyncio.to_thread(request, server, "GET", f"{path}/view", headers=ann)
                assert view.status == 200
                async with connect(url, additional_headers={"X-Forwarded-For": "192.0.2.2"}):
                    pass
            async with connect(url, additional_headers=ann):
                pass
    finally:
        process.terminate()
        process.communicate(timeout=20)


def test_a_server_answers_only_to_its_own_names(tmp_path: Path) -> None:
    process = command("--allowed-host", "127.0.0.1", "--allowed-host", "*.example.org", home=tmp_path)
    assert process.stdout is not None
    server = Server(process, process.stdout.readline().split()[-1])
    try:
        assert get(server, "/api/games").status == 200
        assert get(server, "/api/games", Host="table.example.org").status == 200
        refused = get(server, "/api/games", Host="evil.example.com")
        assert refused.status == 400
        assert refused.headers["x-content-type-options"] == "nosniff"
    finally:
        process.terminate()
        process.communicate(timeout=20)


def test_two_servers_do_not_share_a_port(tmp_path: Path) -> None:
    first, two = start_server(str(tmp_path / "a.db")), start_server(str(tmp_path / "b.db"))
    try:
        assert first.port != two.port
    finally:
        first.stop()
        two.stop()


def test_a_network_server_prints_its_address_and_a_warning(
    capsys: pytest.CaptureFixture[str],
) -> None:
    print_address("http://127.0.0.1:8000/", "http://192.0.2.7:8000/", is_lan=True, is_opened=True)
    output = capsys.readouterr().out
    assert output.startswith("Repulse is at http://127.0.0.1:8000/\n")
    assert "open http://192.0.2.7:8000/" in output
    assert "█" in output
    assert "Nothing is encrypted" in output
    print_address("http://127.0.0.1:8000/", "", is_lan=False, is_opened=True)
    assert "repulse serve --lan" in capsys.readouterr().out
