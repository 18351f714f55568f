"""The files of the page: packed for those who can unpack them, and kept for good."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.responses import Response

from repulse.server.http.page_files import PageFiles

SCRIPT = b"export const answer = 42\n" * 100


@pytest.fixture
def files(tmp_path: Path) -> PageFiles:
    folder = tmp_path / "assets"
    (folder / "deeper").mkdir(parents=True)
    (folder / "index-abc.js").write_bytes(SCRIPT)
    (tmp_path / "secret").write_bytes(b"no")
    return PageFiles(folder)


def get(files: PageFiles, name: str, accept: str = "gzip, br") -> Response:
    headers = [(b"accept-encoding", accept.encode())]
    scope = {"type": "http", "method": "GET", "path_params": {"name": name}, "headers": headers}
    return asyncio.run(files.reply(Request(scope)))


def test_a_script_comes_packed(files: PageFiles) -> None:
    reply = get(files, "index-abc.js")
    assert gzip.decompress(bytes(reply.body)) == SCRIPT
    assert len(reply.body) < len(SCRIPT) / 5
    assert reply.headers["content-encoding"] == "gzip"
    assert reply.headers["content-type"].startswith("text/javascript")
    assert "immutable" in reply.headers["cache-control"]


def test_who_cannot_unpack_gets_it_as_it_is(files: PageFiles) -> None:
    reply = get(files, "index-abc.js", accept="")
    assert reply.body == SCRIPT
    assert "content-encoding" not in reply.headers
    assert reply.headers["vary"] == "Accept-Encoding"


@pytest.mark.parametrize("name", ["missing.js", "deeper", "..", "../secret", "..\\secret", "\0", ""])
def test_nothing_else_is_shown(files: PageFiles, name: str) -> None:
    assert get(files, name).status_code == 404
