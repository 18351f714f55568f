"""Any process serves any client: what is about a room of another process is passed on to that one.

It is a plain reverse proxy inside the server, to the private address of the process that has the room: clients need to
know nothing, it works between machines as well as on one, and what is passed on meets the same limits as anywhere else.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections.abc import Awaitable, Callable
from typing import Any, Final

from starlette.types import ASGIApp, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from repulse.server.cluster.cluster import Cluster
from repulse.server.cluster.leases import Peer
from repulse.server.cluster.peers import (
    MOVED_HEADER,
    Exchange,
    PeerAway,
    as_sent,
    exchange,
    is_from_peer,
    passed_on,
)
from repulse.server.connections import CLOSE_AGAIN
from repulse.server.limits import LARGEST_MESSAGE
from repulse.server.storage import LeaseLost, StorageError

_LOG: Final = logging.getLogger("repulse.server")

_ROOM: Final = re.compile(r"/api/(?:admin/)?rooms/([0-9A-Za-z]{1,32})(?:/|$)")

PATIENCE: Final = 8.0
"""How long a request waits for a room whose process has died to be taken over."""
PAUSE: Final = 0.1
CONNECT_PATIENCE: Final = 4.0

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
"""Headers that the connection to the other process makes anew."""

Private = Callable[[str, bytes], Awaitable[tuple[bytes, str] | None]]
"""What other processes may ask this one, by a name and with data: data and its kind, or None if there is no such name."""


class Forwarding:
    """Passes on what is for other processes, and takes what others pass on."""

    def __init__(self, app: ASGIApp, cluster: Callable[[], Cluster | None], private: Private) -> None:
        self.app = app
        self.cluster = cluster
        """The cluster; None as long as there is none."""
        self.private = private

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request here or elsewhere."""
        cluster = self.cluster()
        if cluster is None or scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
        elif is_from_peer(scope, cluster.leases.secret):
            sent = as_sent(scope)
            if scope["path"].startswith("/cluster/"):
                await self._tell(scope["path"].removeprefix("/cluster/"), await _whole(receive), send)
            else:
                await self.app(sent, receive, send)
        elif found := _ROOM.match(scope["path"]):
            await self._serve(cluster, found[1], scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _tell(self, name: str, body: bytes, send: Send) -> None:
        made = await self.private(name, body)
        data, kind = made or (b"", "text/plain")
        headers = [(b"content-type", kind.encode())]
        await send({"type": "http.response.start", "status": 200 if made else 404, "headers": headers})
        await send({"type": "http.response.body", "body": data})

    async def _serve(self, cluster: Cluster, room: str, scope: Scope, receive: Receive, send: Send) -> None:
        body: bytes | None = None
        until = asyncio.get_running_loop().time() + PATIENCE
        while asyncio.get_running_loop().time() < until:
            try:
                peer = await cluster.place(room)
            except LeaseLost:
                await asyncio.sleep(PAUSE)
                continue
            except StorageError:
                # The application says so better.
                break
            if peer is None:
                break
            try:
                if scope["type"] == "websocket":
                    done = await _pass_socket(cluster, peer, room, scope, receive, send)
                else:
                    if body is None:
                        body = await _whole(receive)
                    done = await _pass_request(cluster, peer, scope, body, receive, send)
            except PeerAway as away:
                if away.refused:
                    with contextlib.suppress(StorageError):
                        await cluster.suspect(peer)
                done = False
            if done:
                return
            cluster.owners.pop(room, None)
            await asyncio.sleep(PAUSE)
        await self.app(scope, receive if body is None else _replayed(body, receive), send)


def _replayed(body: bytes, receive: Receive) -> Receive:
    """A body that was read already, to be read again."""
    given = False

    async def again() -> Any:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


async def _whole(receive: Receive) -> bytes:
    """The body of a request, or so much of it that anybody can see that it is too large."""
    data = bytearray()
    while len(data) <= LARGEST_MESSAGE:
        message = await receive()
        data += message.get("body", b"")
        if not message.get("more_body"):
            break
    return bytes(data)


async def _pass_request(
    cluster: Cluster, peer: Peer, scope: Scope, body: bytes, receive: Receive, send: Send
) -> bool:
    """Pass a request on; False if nothing was done and another process may be asked."""
    target = scope["raw_path"] + (b"?" + scope["query_string"] if scope["query_string"] else b"")
    async with exchange(peer) as sent:
        asking = asyncio.create_task(sent.send(scope["method"], target, passed_on(scope, peer), body))
        gone = asyncio.create_task(cluster.gone(peer.id).wait())
        try:
            await asyncio.wait({asking, gone}, return_when=asyncio.FIRST_COMPLETED)
            if not asking.done():
                # It may have done what was asked; the client sees what became of it when it asks again.
                await _say_away(send)
                return True
            try:
                await asking
            except PeerAway as away:
                if not away.sent:
                    return False
                _LOG.info("a request that was passed on broke off")
                await _say_away(send)
                return True
        finally:
            await _end(asking, gone)
        if any(name == MOVED_HEADER for name, _value in sent.headers):
            return False
        await _pass_reply(sent, cluster.lobby.leaving, receive, send)
        return True


async def _say_away(send: Send) -> None:
    data = b'{"code":"storage","words":"The server is being put in order. Please try again."}'
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": data})


async def _pass_reply(sent: Exchange, closing: asyncio.Event, receive: Receive, send: Send) -> None:
    """Pass a reply on as it comes, until it ends, we close, or nobody reads it any more."""
    await send({"type": "http.response.start", "status": sent.status, "headers": sent.headers})

    async def pump() -> None:
        with contextlib.suppress(PeerAway, OSError):
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
    cluster: Cluster, peer: Peer, room: str, scope: Scope, receive: Receive, send: Send
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
            open_timeout=CONNECT_PATIENCE,
            close_timeout=1,
            ping_interval=None,
            user_agent_header=None,
            proxy=None,
        )
    except ConnectionRefusedError as error:
        raise PeerAway(refused=True) from error
    except (OSError, TimeoutError, EOFError) as error:
        raise PeerAway from error
    except InvalidHandshake:
        # It does not let this client in.
        await send({"type": "websocket.close", "code": 1008})
        return True
    try:
        await receive()
        await send({"type": "websocket.accept"})
        ends = (cluster.gone(peer.id), cluster.lobby.leaving)
        code, why = await _pump(ends, upstream, receive, send)
        if code == CLOSE_AGAIN:
            cluster.owners.pop(room, None)
        if code:
            await send({"type": "websocket.close", "code": code, "reason": why})
    finally:
        await upstream.close()
    return True


async def _pump(
    ends: tuple[asyncio.Event, asyncio.Event], upstream: ClientConnection, receive: Receive, send: Send
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
    ending = [asyncio.create_task(each.wait()) for each in ends]
    try:
        await asyncio.wait([downward, upward, *ending], return_when=asyncio.FIRST_COMPLETED)
        if any(each.done() for each in ending):
            return CLOSE_AGAIN, "moved"
        if upward.done() and upward.exception() is None:
            return 0, ""
        code = upstream.close_code or 1006
        if code == 1006:
            return CLOSE_AGAIN, "moved"
        return (1000 if code == 1005 else code), upstream.close_reason or ""
    except ConnectionClosed:
        return CLOSE_AGAIN, "moved"
    finally:
        await _end(downward, upward, *ending)
