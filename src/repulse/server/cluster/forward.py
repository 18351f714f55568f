"""Any process serves any client: requests for rooms of another process are forwarded to it.

It is a plain reverse proxy inside the server, to the private address of the process that has the room: clients
need to know nothing, it works between machines as well as on one, and forwarded requests meet the same limits.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from typing import Any, Final

from starlette.types import ASGIApp, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from repulse.server.cluster.cluster import Cluster
from repulse.server.cluster.leases import Peer
from repulse.server.cluster.peers import (
    MOVED_HEADER,
    Exchange,
    PeerUnavailableError,
    as_sent,
    exchange,
    is_from_peer,
    passed_on,
)
from repulse.server.cluster.view import ClusterView
from repulse.server.db.storage import LeaseLostError, StorageError
from repulse.server.guard.limits import MAX_MESSAGE_BYTES
from repulse.server.http.connections import CLOSE_RECONNECT

_LOG: Final = logging.getLogger("repulse.server")

_ROOM: Final = re.compile(r"/api/(?:admin/)?rooms/([0-9A-Za-z]{1,32})(?:/|$)")

TAKEOVER_TIMEOUT_S: Final = 8.0
"""The time a request waits until the room of a dead process is taken over."""
RETRY_DELAY_S: Final = 0.1
CONNECT_TIMEOUT_S: Final = 4.0

_HANDSHAKE: Final = frozenset(
    {
        b"sec-websocket-key",
        b"sec-websocket-version",
        b"sec-websocket-extensions",
        b"sec-websocket-protocol",
        b"accept-encoding",
        b"user-agent",
    }
)
"""Headers that the connection to the other process sets itself."""


class ForwardingMiddleware:
    """Forwards requests to other processes, and accepts those that others forward."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request here or elsewhere."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        view: ClusterView = scope["app"].state.context.view
        cluster = view.cluster
        assert cluster is not None
        if is_from_peer(scope, cluster.leases.secret):
            sent = as_sent(scope)
            if scope["path"].startswith("/cluster/"):
                reply = await view.private(scope["path"].removeprefix("/cluster/"), await _whole(receive))
                await _send_private(reply, send)
            else:
                await self.app(sent, receive, send)
        elif room_path := _ROOM.match(scope["path"]):
            await self._serve(cluster, room_path[1], scope, receive=receive, send=send)
        else:
            await self.app(scope, receive, send)

    async def _serve(
        self, cluster: Cluster, room: str, scope: Scope, *, receive: Receive, send: Send
    ) -> None:
        body: bytes | None = None
        until = asyncio.get_running_loop().time() + TAKEOVER_TIMEOUT_S
        while asyncio.get_running_loop().time() < until:
            try:
                peer = await cluster.place(room)
            except LeaseLostError:
                await asyncio.sleep(RETRY_DELAY_S)
                continue
            except StorageError:
                # The application reports it better.
                break
            if peer is None:
                break
            try:
                if scope["type"] == "websocket":
                    done = await _pass_socket(cluster, peer, room, scope=scope, receive=receive, send=send)
                else:
                    if body is None:
                        body = await _whole(receive)
                    done = await _pass_request(cluster, peer, scope, body=body, receive=receive, send=send)
            except PeerUnavailableError as away:
                if away.refused:
                    with contextlib.suppress(StorageError):
                        await cluster.suspect(peer)
                done = False
            if done:
                return
            cluster.owners.pop(room, None)
            await asyncio.sleep(RETRY_DELAY_S)
        await self.app(scope, receive if body is None else _replayed(body, receive), send)


async def _send_private(reply: tuple[bytes, str] | None, send: Send) -> None:
    """Send the reply to a request of another process; 404 for an unknown request."""
    data, media_type = reply or (b"", "text/plain")
    headers = [(b"content-type", media_type.encode())]
    await send({"type": "http.response.start", "status": 404 if reply is None else 200, "headers": headers})
    await send({"type": "http.response.body", "body": data})


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that yields a body again which was read already."""
    is_sent = False

    async def again() -> Any:
        nonlocal is_sent
        if is_sent:
            return await receive()
        is_sent = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


async def _whole(receive: Receive) -> bytes:
    """Read the body of a request, or enough of it to show that it is too large."""
    data = bytearray()
    while len(data) <= MAX_MESSAGE_BYTES:
        message = await receive()
        data += message.get("body", b"")
        if not message.get("more_body"):
            break
    return bytes(data)


async def _pass_request(
    cluster: Cluster, peer: Peer, scope: Scope, *, body: bytes, receive: Receive, send: Send
) -> bool:
    """Forward a request. Returns False if nothing was done, so that another process may be asked."""
    target = scope["raw_path"] + (b"?" + scope["query_string"] if scope["query_string"] else b"")
    async with exchange(peer) as sent:
        asking = asyncio.create_task(sent.send(scope["method"], target, passed_on(scope, peer), body=body))
        down = asyncio.create_task(cluster.when_down(peer.id).wait())
        try:
            await asyncio.wait({asking, down}, return_when=asyncio.FIRST_COMPLETED)
            if not asking.done():
                # It may have done what was asked; the client sees what became of it when it asks again.
                await _say_away(send)
                return True
            try:
                await asking
            except PeerUnavailableError as away:
                if not away.sent:
                    return False
                _LOG.info("forwarded request failed: the other process closed the connection")
                await _say_away(send)
                return True
        finally:
            await _end(asking, down)
        if any(name == MOVED_HEADER for name, _value in sent.headers):
            return False
        await _pass_reply(sent, cluster.lobby.closing, receive, send=send)
        return True


async def _say_away(send: Send) -> None:
    data = b'{"code":"storage","words":"The server is temporarily unavailable. Please try again."}'
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": data})


async def _pass_reply(sent: Exchange, closing: asyncio.Event, receive: Receive, *, send: Send) -> None:
    """Pass a reply on as it comes, until it ends, we close, or nobody reads it any more."""
    await send({"type": "http.response.start", "status": sent.status, "headers": sent.headers})

    async def pump() -> None:
        with contextlib.suppress(PeerUnavailableError, OSError):
            async for chunk in sent.chunks():
                await send({"type": "http.response.body", "body": chunk, "more_body": True})

    async def left() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    pumping, leaving = asyncio.create_task(pump()), asyncio.create_task(left())
    ending = asyncio.create_task(closing.wait())
    try:
        await asyncio.wait({pumping, leaving, ending}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        await _end(pumping, leaving, ending)
    if not leaving.done() or leaving.cancelled():
        await send({"type": "http.response.body", "body": b""})


async def _end(*tasks: asyncio.Task[Any]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _pass_socket(
    cluster: Cluster, peer: Peer, room: str, *, scope: Scope, receive: Receive, send: Send
) -> bool:
    """Pass a WebSocket on until either end closes it; False if the other process could not be reached."""
    url = f"ws{peer.url.removeprefix('http')}{scope['raw_path'].decode('ascii')}"
    headers = [
        (name.decode("latin-1"), value.decode("latin-1"))
        for name, value in passed_on(scope, peer, _HANDSHAKE)
    ]
    try:
        upstream = await connect(
            url,
            additional_headers=headers,
            compression=None,
            max_size=None,
            open_timeout=CONNECT_TIMEOUT_S,
            close_timeout=1,
            ping_interval=None,
            user_agent_header=None,
            proxy=None,
        )
    except ConnectionRefusedError as error:
        raise PeerUnavailableError(refused=True) from error
    except (OSError, TimeoutError, EOFError) as error:
        raise PeerUnavailableError from error
    except InvalidHandshake:
        # It does not let this client in.
        await send({"type": "websocket.close", "code": 1008})
        return True
    try:
        await receive()
        await send({"type": "websocket.accept"})
        ends = (cluster.when_down(peer.id), cluster.lobby.closing)
        code, why = await _pump(ends, upstream, receive, send=send)
        if code == CLOSE_RECONNECT:
            cluster.owners.pop(room, None)
        if code:
            await send({"type": "websocket.close", "code": code, "reason": why})
    finally:
        await upstream.close()
    return True


async def _pump(
    ends: tuple[asyncio.Event, asyncio.Event], upstream: ClientConnection, receive: Receive, *, send: Send
) -> tuple[int, str]:
    """Pass messages both ways until the other process or this one ends; how to close the client's end, 0 if it is closed."""

    async def down() -> None:
        async for message in upstream:
            if isinstance(message, str):
                await send({"type": "websocket.send", "text": message})

    async def up() -> None:
        while (message := await receive())["type"] == "websocket.receive":
            text = message.get("text")
            await upstream.send(text if text is not None else message["bytes"])

    downward, upward = asyncio.create_task(down()), asyncio.create_task(up())
    ending = [asyncio.create_task(event.wait()) for event in ends]
    try:
        await asyncio.wait([downward, upward, *ending], return_when=asyncio.FIRST_COMPLETED)
        if any(event.done() for event in ending):
            return CLOSE_RECONNECT, "moved"
        if upward.done() and upward.exception() is None:
            return 0, ""
        code = upstream.close_code or 1006
        if code == 1006:
            return CLOSE_RECONNECT, "moved"
        return (1000 if code == 1005 else code), upstream.close_reason or ""
    except ConnectionClosed:
        return CLOSE_RECONNECT, "moved"
    finally:
        await _end(downward, upward, *ending)
