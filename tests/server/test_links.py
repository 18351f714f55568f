"""Links in replies name only hosts that are this server's."""

from __future__ import annotations

import socket
from pathlib import Path
from urllib.parse import urljoin

import pytest
from starlette.requests import Request
from tests.server.client import Server, request
from tests.server.test_serve import command

from repulse.server.http.links import link_to


def link_for(host: str, *allowed: str) -> str:
    scope = {
        "type": "http",
        "method": "POST",
        "scheme": "http",
        "path": "/api/rooms",
        "query_string": b"",
        "server": ("127.0.0.1", 8000),
        "headers": [(b"host", host.encode())],
    }
    return link_to(Request(scope), "/room/x", allowed)


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8000", "LOCALHOST", "[::1]:8000", "127.0.0.9", socket.gethostname()]
)
def test_a_link_names_this_machine(host: str) -> None:
    assert link_for(host) == f"http://{host.lower()}/room/x"


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "203.0.113.9:8000",
        "0.0.0.0",
        "[2001:db8::1]",
        "255.255.255.255",
        "localhost@evil.example",
        "localhost/evil.example",
        "127.0.0.1.evil.example",
        "localhost:80:80",
        "",
    ],
)
def test_a_link_names_no_other_host(host: str) -> None:
    assert link_for(host) == "/room/x"


def test_a_link_names_the_hosts_that_the_operator_allows() -> None:
    assert link_for("table.example.org", "table.example.org") == "http://table.example.org/room/x"
    assert link_for("a.example.org", "*.example.org") == "http://a.example.org/room/x"
    assert link_for("evilexample.org", "*.example.org") == "/room/x"
    assert link_for("localhost", "table.example.org") == "/room/x"


def test_a_server_links_to_itself_under_any_host_header(tmp_path: Path) -> None:
    process = command(home=tmp_path)
    assert process.stdout is not None
    server = Server(process, process.stdout.readline().split()[-1])
    room = {"game": "galaxy", "seats": [{"kind": "me"}, {"kind": "open"}]}
    try:
        reply_data = request(server, "POST", "/api/rooms", room).data
        assert reply_data["link"] == f"{server.address}room/{reply_data['room']}"
        forged = request(server, "POST", "/api/rooms", room, headers={"Host": "evil.example"}).data
        assert forged["link"] == f"/room/{forged['room']}"
        path = f"/api/rooms/{reply_data['room']}/join"
        joined = request(server, "POST", path, {}, headers={"Host": "evil.example"}).data
        assert urljoin(server.address, joined["link"]) == reply_data["link"]
    finally:
        process.terminate()
        process.communicate(timeout=20)
