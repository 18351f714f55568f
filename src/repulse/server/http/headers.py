"""The headers of every response, and the access log."""

from __future__ import annotations

import logging
import time
from typing import Final
from urllib.parse import quote

from starlette.types import ASGIApp, Receive, Scope, Send

_ACCESS: Final = logging.getLogger("repulse.access")

CSP: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

HEADERS: Final = (
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)


class HeadersMiddleware:
    """Adds the security headers to every response, including streams."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        api = scope["path"].startswith("/api/")
        begun = time.perf_counter()

        async def sending(message: dict[str, object]) -> None:
            if message["type"] == "http.response.start":
                _log_access(scope, message["status"], time.perf_counter() - begun)
                headers = list(message.get("headers", []))  # type: ignore[call-overload]
                headers += HEADERS
                if api and not any(name == b"cache-control" for name, _ in headers):
                    headers.append((b"cache-control", b"no-store"))
                message["headers"] = headers
            await send(message)

        await self.app(scope, receive, sending)  # type: ignore[arg-type]

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a WebSocket on, and log when it opens and closes."""
        begun = time.perf_counter()
        opened = False

        async def sending(message: dict[str, object]) -> None:
            nonlocal opened
            if message["type"] == "websocket.accept":
                opened = True
                _log_access(scope, "open", time.perf_counter() - begun)
            await send(message)

        try:
            await self.app(scope, receive, sending)  # type: ignore[arg-type]
        finally:
            _log_access(scope, "closed" if opened else "refused", time.perf_counter() - begun)


def _log_access(scope: Scope, status: object, seconds: float) -> None:
    """Log a request: never its query, its headers or its body."""
    if _ACCESS.isEnabledFor(logging.INFO):
        client = scope.get("client") or ("", 0)
        method = scope.get("method", "SOCKET")
        # Percent-encoded: a space in the path would make lines ambiguous.
        path = quote(scope["path"], safe="/:@!$&'()*+,;=~")
        facts = {"address": client[0], "method": method, "path": path, "status": status}
        line = "%s %s %s"
        more = facts | {"milliseconds": round(1000 * seconds, 1)}
        _ACCESS.info(line, facts["method"], facts["path"], status, extra=more)
