"""The files of the page, compressed when first requested, and cached by browsers.

Their names change with their content, so a cached file never goes stale.
"""

from __future__ import annotations

import asyncio
import gzip
import mimetypes
import re
from dataclasses import dataclass
from html import escape
from importlib import resources
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

FOR_GOOD: Final = "public, max-age=31536000, immutable"
KINDS: Final = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""Media types that browsers insist on; the tables of operating systems differ."""


@dataclass(frozen=True, slots=True)
class _File:
    kind: str
    data: bytes
    packed: bytes


class PageFiles:
    """The files of one folder, without its subfolders."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._known: dict[str, _File] = {}

    async def reply(self, request: Request) -> Response:
        """Return the file that the path names."""
        file = await self._file(request.path_params["name"])
        if file is None:
            return Response("There is no such file.", 404, media_type="text/plain")
        headers = {"Cache-Control": FOR_GOOD, "Vary": "Accept-Encoding"}
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(file.data, headers=headers, media_type=file.kind)
        headers["Content-Encoding"] = "gzip"
        return Response(file.packed, headers=headers, media_type=file.kind)

    async def _file(self, name: str) -> _File | None:
        file = self._known.get(name)
        if file is None:
            # Looked up by its name in the folder: a path may try to escape from it.
            path = next(
                (path for path in self.folder.iterdir() if path.name == name and path.is_file()), None
            )
            if path is not None:
                file = self._known[name] = await asyncio.to_thread(_read, path)
        return file


def _read(path: Path) -> _File:
    data = path.read_bytes()
    kind = KINDS.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return _File(kind, data, gzip.compress(data, 9, mtime=0))


def static_folder() -> Path:
    """Return the folder of the built page."""
    return Path(str(resources.files("repulse.server"))) / "static"


_NO_PAGE: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Repulse</title>
<h1>Repulse</h1><p>The server runs. The page is not built in this installation: run <code>make web</code>.</p>
<p>The protocol for programs: <a href="/api/openapi.json">OpenAPI</a>.</p></html>"""


@dataclass(frozen=True, slots=True)
class SharedRoom:
    """The facts that a link to a room may show where it is shared.

    Attributes:
        game: The name of its game.
        title: The game and its mode in words.
    """

    game: str
    title: str


_PICTURE: Final = "/assets/share.jpg"
_META: Final = re.compile(r'(<meta\s+property="(og:[a-z:]+)"\s+content=")([^"]*)(")')


def page(address: str, room: SharedRoom | None) -> Response:
    """Return the page, which decides by its address what to show.

    Args:
        address: The address of the server, for the picture of a shared link, which must be a whole address.
        room: The room that the link leads to, if it does and the room is in memory.
    """
    index = static_folder() / "index.html"
    if not index.is_file():
        return HTMLResponse(_NO_PAGE)
    text = with_card(index.read_text(encoding="utf-8"), address, room)
    return HTMLResponse(text, headers={"Cache-Control": "no-cache"})


def with_card(text: str, address: str, room: SharedRoom | None) -> str:
    """Fill in what a shared link to the page shows: whole addresses, and the game of a room."""
    picture = _PICTURE
    values: dict[str, str] = {}
    if room is not None:
        values["og:title"] = f"You are invited to {room.title}"
        values["og:description"] = "Open the link to take a seat or to watch. No account is needed."
        own = f"share-{room.game}.jpg"
        if (static_folder() / "assets" / own).is_file():
            picture = f"/assets/{own}"
            values["og:image:alt"] = room.title
    values["og:image"] = address + picture

    def fill(meta: re.Match[str]) -> str:
        value = values.get(meta[2])
        return meta[0] if value is None else f"{meta[1]}{escape(value)}{meta[4]}"

    return _META.sub(fill, text)


async def notices(_request: Request) -> Response:
    """Return the license texts of the packages in the page."""
    notices = static_folder() / "third-party-notices.txt"
    if not notices.is_file():
        return Response("The page is not built in this installation.", 404, media_type="text/plain")
    return FileResponse(notices, headers={"Cache-Control": "no-cache"}, media_type="text/plain")
