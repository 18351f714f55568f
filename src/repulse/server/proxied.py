"""Counts what clients behind a proxy keep open: to the server below, all of them are the proxy."""

from __future__ import annotations

import re
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

from repulse.server.addresses import counted_address
from repulse.server.api import json_reply
from repulse.server.limits import Connections, limit_hit
from repulse.table.protocol import Problem

_STREAM: Final = re.compile(r"/api/rooms/[^/]+/stream")


class Proxied:
    """Refuses WebSockets and streams of an address that has too many open. Other requests end by themselves."""

    def __init__(self, app: ASGIApp, connections: Connections) -> None:
        self.app = app
        self.connections = connections

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        stays = scope["type"] == "websocket" or (
            scope["type"] == "http" and _STREAM.fullmatch(scope["path"]) is not None
        )
        if not stays:
            await self.app(scope, receive, send)
            return
        address = counted_address((scope.get("client") or ("", 0))[0])
        if not self.connections.enter_behind(address):
            limit_hit("connections_an_address", address)
            await _refuse(scope, receive, send)
            return
        try:
            await self.app(scope, receive, send)
        finally:
            self.connections.leave_behind(address)


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008})
        return
    problem = Problem("room-full", "Too many connections are open from your address.")
    await json_reply(problem, 429)(scope, receive, send)
