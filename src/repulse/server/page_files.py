"""The files of the page, packed once when they are first asked for: a browser loads a third of their size, and once only.

Their names change with their content, so what a browser has of them stays true.
"""

from __future__ import annotations

import asyncio
import gzip
import mimetypes
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

FOR_GOOD: Final = "public, max-age=31536000, immutable"
KINDS: Final = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
"""What a browser insists on; systems differ in what they say."""


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
        """The file with the `name` in the address."""
        found = await self._file(request.path_params["name"])
        if found is None:
            return Response("There is no such file.", 404, media_type="text/plain")
        headers = {"Cache-Control": FOR_GOOD, "Vary": "Accept-Encoding"}
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(found.data, headers=headers, media_type=found.kind)
        headers["Content-Encoding"] = "gzip"
        return Response(found.packed, headers=headers, media_type=found.kind)

    async def _file(self, name: str) -> _File | None:
        known = self._known.get(name)
        if known is None:
            # By its name in the folder: an address may try to lead elsewhere.
            path = next(
                (path for path in self.folder.iterdir() if path.name == name and path.is_file()), None
            )
            if path is not None:
                known = self._known[name] = await asyncio.to_thread(_read, path)
        return known


def _read(path: Path) -> _File:
    data = path.read_bytes()
    kind = KINDS.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return _File(kind, data, gzip.compress(data, 9, mtime=0))
