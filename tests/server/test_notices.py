"""The license texts of the packages in the page."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from repulse.server.http import page_files


def notices(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Response:
    monkeypatch.setattr(page_files, "static_folder", lambda: folder)
    return asyncio.run(page_files.notices(Request({"type": "http", "method": "GET", "headers": []})))


def test_notices_are_served_as_plain_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "third-party-notices.txt"
    path.write_text("svelte 5 (MIT)")
    reply = notices(tmp_path, monkeypatch)
    assert isinstance(reply, FileResponse)
    assert (reply.status_code, Path(reply.path)) == (200, path)
    assert reply.headers["content-type"].startswith("text/plain")


def test_an_installation_without_the_page_has_no_notices(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert notices(tmp_path, monkeypatch).status_code == 404
