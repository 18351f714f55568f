"""Uvicorn's protocols with limits: how many connections, how long and large a request, how much a WebSocket sends.

Uvicorn has no option for any of these below the ASGI application: its `limit_concurrency` counts connections only once
their headers are complete, httptools bounds no header, and pings and fragments never reach the application.
"""

from __future__ import annotations

import asyncio
import contextlib
from asyncio.transports import BaseTransport
from collections.abc import Callable, Iterator
from typing import Any, Final

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame

from repulse.server.addresses import counted_address, plain_address
from repulse.server.limits import Allowance, Connections, Quotas, limit_hit
from repulse.server.work import SOURCE, Work

CLOSE_TOO_MUCH: Final = 4008
"""A WebSocket that sent more than its allowance is closed with this code (docs/protocol.md)."""

SLICE: Final = 1024
"""Bytes of a WebSocket read at a time: between two slices its allowance is looked at."""

PEER: Final = "peer"
"""Stands for the address of other processes of the server: like a proxy, they speak for many."""

LONGEST_PAUSE: Final = 1.0

TURNED_AWAY_SECONDS: Final = 1.0
"""How long a connection that is one too many of its address is left standing before it is closed: whoever comes again at once would
keep the server busy with coming and going."""

LINGER_SECONDS: Final = 5.0
"""How long a connection that is being closed may take to read what it was sent."""


class GuardedConfig(uvicorn.Config):
    """Uvicorn's settings with our limits: the protocols find them here."""

    def __init__(
        self,
        app: Any,
        quotas: Quotas,
        work: Work,
        proxies: frozenset[str] = frozenset(),
        open_connections: Connections | None = None,
        private_port: int = 0,
        **more: Any,
    ) -> None:
        """`private_port` is where other processes of the server come, who speak for many."""
        proxies = frozenset(map(plain_address, proxies))
        # A socket for both sorts of addresses names those of IPv4 in another way.
        mapped = {f"::ffff:{proxy}" for proxy in proxies if ":" not in proxy}
        # Uvicorn would believe any client on loopback, without being asked to.
        more |= {"proxy_headers": bool(proxies), "forwarded_allow_ips": sorted(proxies | mapped)}
        super().__init__(app, http=GuardedHttp, ws=GuardedWebSocket, **more)
        self.quotas = quotas
        self.work = work
        self.proxies = proxies | {PEER}
        self.private_port = private_port
        self.open = open_connections or connections_of(quotas, proxies)

    def address(self, transport: BaseTransport, client: tuple[str, int] | None) -> str:
        """Whose connection it is, for limits."""
        name = transport.get_extra_info("sockname")
        if self.private_port and name and name[1] == self.private_port:
            return PEER
        plain = plain_address(client[0]) if client else ""
        return plain if plain in self.proxies else counted_address(plain)


def connections_of(quotas: Quotas, proxies: frozenset[str] = frozenset()) -> Connections:
    """The account of open connections."""
    known = frozenset(map(plain_address, proxies))
    return Connections(quotas.connections, quotas.connections_an_address, known | {PEER})


class Meter:
    """Charges what is read from a connection to its address, and reads no further while the address owes work."""

    def __init__(self, config: GuardedConfig, loop: asyncio.AbstractEventLoop) -> None:
        self.work = config.work
        self.proxies = config.proxies
        self.loop = loop
        self.source = ""
        self.waiting = False

    def connected(self, address: str) -> None:
        """Whose connection it is. A proxy speaks for many; its clients are known only to the application."""
        self.source = "" if address in self.proxies else address

    @contextlib.contextmanager
    def reading(self) -> Iterator[None]:
        """Charge what is done inside."""
        SOURCE.set(self.source)
        with self.work.charged():
            yield

    def pause(self, transport: asyncio.Transport, is_paused: Callable[[], bool]) -> None:
        """Read no more while the address owes work, or Uvicorn wants a pause (`is_paused`)."""
        wait = self.work.wait(self.source) if self.source else 0.0
        if wait <= 0 or self.waiting or transport.is_closing():
            return
        transport.pause_reading()
        self.waiting = True

        def go_on() -> None:
            self.waiting = False
            if transport.is_closing():
                return
            self.pause(transport, is_paused)
            if not self.waiting and not is_paused():
                transport.resume_reading()

        self.loop.call_later(min(wait, LONGEST_PAUSE), go_on)


def _close(transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
    """Close a connection even if its other end reads nothing any more."""
    transport.close()
    loop.call_later(LINGER_SECONDS, transport.abort)


class GuardedHttp(HttpToolsProtocol):
    """HTTP with limits of connections, headers and time."""

    def __init__(
        self,
        config: GuardedConfig,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.settings = config
        self.quotas = config.quotas
        self.open = config.open
        self.meter = Meter(config, self.loop)
        self.address = ""
        self.admitted = False
        self.head_bytes = 0
        """Bytes that came since the last request whose headers were complete."""
        self.deadline: asyncio.TimerHandle | None = None
        """When a request must have come in full; None while none is awaited."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody connects: too many are turned away unheard, which costs the least."""
        super().connection_made(transport)
        self.address = self.settings.address(transport, self.client)
        full = self.open.enter(self.address)
        if full:
            limit_hit(full, self.address)
            if self.open.hold(self.address):
                self.deadline = self.loop.call_later(TURNED_AWAY_SECONDS, self._turn_away)
            else:
                transport.abort()
            return
        self.admitted = True
        self.meter.connected(self.address)
        self.meter.pause(transport, lambda: self.flow.read_paused)
        self._await_request()

    def _turn_away(self) -> None:
        """Close a connection that was one too many; a client that is gone already is not known to be until then."""
        self.deadline = None
        self.open.let_go(self.address)
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        if self.deadline is not None and not self.admitted:
            self.open.let_go(self.address)
        self._request_came()
        if self.admitted:
            self.admitted = False
            self.open.leave(self.address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read a part of a request."""
        if not self.admitted:
            # Not before: uvloop begins to read after `connection_made`, whatever that said.
            self.transport.pause_reading()
            return
        if self.deadline is None and not self._is_answering():
            self._await_request()
        self.head_bytes += len(data)
        with self.meter.reading():
            super().data_received(data)
        self.meter.pause(self.transport, lambda: self.flow.read_paused)
        if self.head_bytes > self.quotas.header_bytes and not self.transport.is_closing():
            limit_hit("header_bytes", self.address)
            self.send_400_response("The headers of this request are too large.")

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self.header_lines = 0

    def on_header(self, name: bytes, value: bytes) -> None:
        """One header; whatever this raises, the parser answers with 400."""
        self.header_lines += 1
        if self.header_lines > self.quotas.headers:
            limit_hit("headers", self.address)
            raise ValueError("too many headers")
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """All headers are here; what follows is the body, which the application bounds."""
        self.head_bytes = 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A part of the body."""
        self.head_bytes = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The whole request is here."""
        self.head_bytes = 0
        self._request_came()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over; it keeps its place among those that are open."""
        self._request_came()
        self.admitted = False
        super().handle_websocket_upgrade()

    def _is_answering(self) -> bool:
        return bool(self.cycle) and not self.cycle.response_complete

    def _await_request(self) -> None:
        self.deadline = self.loop.call_later(self.quotas.request_seconds, self._too_slow)

    def _request_came(self) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def _too_slow(self) -> None:
        self.deadline = None
        if not self.transport.is_closing():
            limit_hit("request_seconds", self.address)
            _close(self.transport, self.loop)


class GuardedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket that may send so many frames and bytes, and must read what it is sent."""

    def __init__(
        self,
        config: GuardedConfig,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.settings = config
        quotas = config.quotas
        self.quotas = quotas
        self.open = config.open
        self.meter = Meter(config, self.loop)
        self.allowed_frames = Allowance(quotas.frames_a_second, quotas.frames_at_once)
        self.allowed_bytes = Allowance(quotas.bytes_a_second, quotas.bytes_at_once)

    def connection_made(self, transport: BaseTransport) -> None:
        """The connection comes from `GuardedHttp`, where it was counted."""
        super().connection_made(transport)
        self.address = self.settings.address(transport, self.client)
        self.meter.connected(self.address)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self.open.leave(self.address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read frames, a slice at a time, as long as they are within the allowance."""
        for at in range(0, len(data), SLICE):
            part = data[at : at + SLICE]
            if self.handshake_complete and not self.allowed_bytes.take(len(part)):
                self.cut_off("bytes_a_second")
            if self.transport.is_closing():
                return
            with self.meter.reading():
                super().data_received(part)
        self.meter.pause(self.transport, lambda: self.read_paused)

    def handle_events(self) -> None:
        """Take what was read."""
        super().handle_events()
        if self.transport.get_write_buffer_size() > self.quotas.unread_bytes:
            self.cut_off("unread_bytes")

    def handle_text(self, event: Frame) -> None:
        """A text message or its first fragment."""
        if self._is_allowed():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """A binary message or its first fragment."""
        if self._is_allowed():
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        """A further fragment."""
        if self._is_allowed():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """A ping, which is answered."""
        if self._is_allowed():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """A pong, whether we asked for it or not."""
        if self._is_allowed():
            super().handle_pong(event)

    def _is_allowed(self) -> bool:
        """Whether one more frame is within the allowance; if not, the connection is closed."""
        if not self.allowed_frames.take(1):
            self.cut_off("frames_a_second")
        return not self.transport.is_closing()

    def cut_off(self, limit: str) -> None:
        """Close a connection that is over a limit."""
        if self.transport.is_closing():
            return
        limit_hit(limit, self.address)
        if self.transport.get_write_buffer_size() > self.quotas.unread_bytes:
            self.transport.abort()
            return
        if self.handshake_complete and not self.close_sent:
            self.stop_keepalive()
            self.conn.fail(CLOSE_TOO_MUCH, "too much was sent")
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        _close(self.transport, self.loop)
