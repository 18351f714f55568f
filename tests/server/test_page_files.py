"""The files of the page: packed for those who can unpack them, and kept for good."""

from __future__ import annotations

import asyncio
import gzip
import re
from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.responses import Response

from repulse.server.http import page_files
from repulse.server.http.page_files import PageFiles, SharedRoom, page

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


def test_a_client_without_gzip_gets_plain_bytes(files: PageFiles) -> None:
    reply = get(files, "index-abc.js", accept="")
    assert reply.body == SCRIPT
    assert "content-encoding" not in reply.headers
    assert reply.headers["vary"] == "Accept-Encoding"


@pytest.mark.parametrize("name", ["missing.js", "deeper", "..", "../secret", "..\\secret", "\0", ""])
def test_nothing_else_is_shown(files: PageFiles, name: str) -> None:
    assert get(files, name).status_code == 404


PAGE = """<meta property="og:title" content="Repulse" />
<meta
      property="og:description"
      content="A table." />
<meta property="og:image" content="/assets/share.jpg" />
<meta property="og:image:alt" content="Cards" />
<meta name="twitter:card" content="summary_large_image" />"""


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text(PAGE, encoding="utf-8")
    monkeypatch.setattr(page_files, "static_folder", lambda: tmp_path)
    return tmp_path


def meta(room: SharedRoom | None, address: str = "https://play.example") -> dict[str, str]:
    """Return what a shared link shows, by property."""
    text = bytes(page(address, room).body).decode()
    return dict(re.findall(r'<meta\s+(?:property|name)="([^"]+)"\s+content="([^"]*)"', text))


def test_a_shared_link_to_the_site_has_a_picture_with_a_whole_address(built: Path) -> None:
    shown = meta(None)
    assert shown["og:image"] == "https://play.example/assets/share.jpg"
    assert (shown["og:title"], shown["og:description"]) == ("Repulse", "A table.")


def test_a_shared_link_to_a_room_names_and_shows_its_game(built: Path) -> None:
    (built / "assets" / "share-earth.jpg").write_bytes(b"")
    shown = meta(SharedRoom("earth", "Invasion: Earth"))
    assert shown["og:title"] == "You are invited to Invasion: Earth"
    assert shown["og:image"] == "https://play.example/assets/share-earth.jpg"
    assert shown["og:image:alt"] == "Invasion: Earth"
    assert "take a seat" in shown["og:description"]


def test_a_game_without_a_picture_has_that_of_the_site(built: Path) -> None:
    assert meta(SharedRoom("toy", "Toy"))["og:image"].endswith("/assets/share.jpg")


def test_link_metadata_cannot_break_out_of_its_tag(built: Path) -> None:
    text = bytes(page('https://x"><script>', SharedRoom("toy", '"><script>')).body).decode()
    assert "<script" not in text


def test_a_manifest_has_the_type_that_browsers_want(files: PageFiles) -> None:
    (files.folder / "app.webmanifest").write_text("{}", encoding="utf-8")
    assert get(files, "app.webmanifest").headers["content-type"].startswith("application/manifest+json")
