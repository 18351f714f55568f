"""Limits for clients behind a proxy, which to the server below all have the address of the proxy."""

from __future__ import annotations

import re
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from repulse.server.guard.addresses import counted_address
from repulse.server.guard.connection_counts import Bodies, Connections, HeldBody
from repulse.server.guard.limits import log_limit
from repulse.server.http.api import json_reply
from repulse.table.wire.replies import Problem

_STREAM: Final = re.compile(r"/api/rooms/[^/]+/stream")


class ProxyMiddleware:
    """Refuses WebSockets and streams of an address with too many open ones, and bodies of one that uploads too much."""

    def __init__(self, app: ASGIApp, connections: Connections, bodies: Bodies) -> None:
        self.app = app
        self.connections = connections
        self.bodies = bodies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        address = counted_address((scope.get("client") or ("", 0))[0])
        if scope["type"] == "http" and _STREAM.fullmatch(scope["path"]) is None:
            await self._with_body(address, scope, receive, send=send)
            return
        if not self.connections.enter_behind(address):
            log_limit("connections_per_address", address)
            await _refuse(scope, receive, send)
            return
        try:
            await self.app(scope, receive, send)
        finally:
            self.connections.leave_behind(address)

    async def _with_body(self, address: str, scope: Scope, receive: Receive, *, send: Send) -> None:
        """Pass on a request that ends by itself; refuse it as soon as its address has too many bytes in memory."""
        body = HeldBody(self.bodies, address)
        limit = ""
        started = False

        async def counted() -> Message:
            nonlocal limit
            message = await receive()
            limit = limit or body.grow(len(message.get("body", b"")))
            return {"type": "http.disconnect"} if limit else message

        async def unless_refused(message: Message) -> None:
            nonlocal started
            if not limit:
                started = True
                await send(message)

        try:
            await self.app(scope, counted, unless_refused)
            if limit and not started:
                log_limit(limit, address)
                problem = Problem(
                    "too-many-requests",
                    "Too much is being uploaded at the same time. Please try again shortly.",
                )
                await json_reply(problem, 429)(scope, receive, send)
        finally:
            body.release()


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008})
        return
    problem = Problem("room-full", "Too many connections are open from your address.")
    await json_reply(problem, 429)(scope, receive, send)
