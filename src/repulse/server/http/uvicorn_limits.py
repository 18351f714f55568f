"""Uvicorn's protocols with limits: how many connections, how long and large a request, how much a WebSocket sends.

Uvicorn has no option for any of these below the ASGI application: its `limit_concurrency` counts connections only once
their headers are complete, httptools bounds no header, and pings and fragments never reach the application.
"""

from __future__ import annotations

import asyncio
import logging
from asyncio.transports import BaseTransport
from collections import deque
from typing import Any, Final

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame
from websockets.http11 import Request

from repulse.server.guard.addresses import counted_address, plain_address
from repulse.server.guard.connection_counts import Bodies, Connections, HeldBody
from repulse.server.guard.cpu_budget import CpuBudget, DisconnectNotice
from repulse.server.guard.limits import log_limit
from repulse.server.guard.quotas import Quotas
from repulse.server.guard.rates import TokenBucket
from repulse.server.http.uvicorn_meter import Closing, Meter
from repulse.server.http.wire import encode
from repulse.server.logs import LogThrottle
from repulse.table.wire.replies import Problem

CLOSE_TOO_MUCH: Final = 4008
"""A WebSocket that sent more than its allowance is closed with this code (docs/reference/protocol.md)."""

SLICE: Final = 1024
"""Bytes of a WebSocket read at a time: between two slices its allowance is checked."""

PEER: Final = "peer"
"""Stands for the address of other processes of the server: like a proxy, they speak for many."""

SWITCHING_PROTOCOLS: Final = 101

INVALID_REQUEST: Final = "Invalid HTTP request received."
"""The log line of Uvicorn about invalid requests, and about those that our limits cut off."""

REJECT_DELAY_S: Final = 1.0
"""Delay before closing an over-limit connection, to slow down immediate reconnects."""


class _ThrottleInvalid(logging.Filter):
    """Passes Uvicorn's line about an invalid request once per minute, so that clients cannot fill the log."""

    def __init__(self) -> None:
        super().__init__()
        self.throttle = LogThrottle()

    def filter(self, record: logging.LogRecord) -> bool:
        return record.msg != INVALID_REQUEST or self.throttle.record("invalid") >= 0


_THROTTLE_INVALID: Final = _ThrottleInvalid()


class LimitedConfig(uvicorn.Config):
    """The settings of Uvicorn with our limits, which its protocols read from here."""

    def __init__(
        self,
        app: Any,
        quotas: Quotas,
        work: CpuBudget,
        *,
        proxies: frozenset[str] = frozenset(),
        open_connections: Connections | None = None,
        private_port: int = 0,
        **more: Any,
    ) -> None:
        """Prepare the settings; `private_port` is where other processes connect, which speak for many clients."""
        proxies = frozenset(map(plain_address, proxies))
        # A socket for both sorts of addresses names those of IPv4 in another way.
        mapped = {f"::ffff:{proxy}" for proxy in proxies if ":" not in proxy}
        # Uvicorn would believe any client on loopback, without being asked to.
        more |= {"proxy_headers": bool(proxies), "forwarded_allow_ips": sorted(proxies | mapped)}
        super().__init__(app, http=GuardedHttp, ws=GuardedWebSocket, **more)
        logging.getLogger("uvicorn.error").addFilter(_THROTTLE_INVALID)
        self.quotas = quotas
        self.work = work
        self.proxies = proxies | {PEER}
        self.private_port = private_port
        self.open = open_connections or connections_of(quotas, proxies)
        self.bodies = Bodies(quotas.max_body_bytes, quotas.max_body_bytes_per_address, self.proxies)

    def address(self, transport: BaseTransport, client: tuple[str, int] | None) -> str:
        """Return the address that a connection counts for."""
        name = transport.get_extra_info("sockname")
        if self.private_port and name and name[1] == self.private_port:
            return PEER
        plain = plain_address(client[0]) if client else ""
        return plain if plain in self.proxies else counted_address(plain)


def connections_of(quotas: Quotas, proxies: frozenset[str] = frozenset()) -> Connections:
    """Return a count of open connections."""
    addresses = frozenset(map(plain_address, proxies))
    return Connections(quotas.connections, quotas.connections_per_address, addresses | {PEER})


def _do_nothing() -> None:
    """Replace a callback that is not needed any more."""


class GuardedHttp(HttpToolsProtocol):
    """HTTP with limits of connections, headers, bodies, requests in a pipeline and time."""

    def __init__(
        self,
        config: LimitedConfig,
        server_state: ServerState,
        app_state: dict[str, Any],
        *,
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.settings = config
        self.quotas = config.quotas
        self.open = config.open
        self.meter = Meter(config.work, config.proxies, self.loop)
        self.closing = Closing(self.loop)
        self.address = ""
        self.admitted = False
        self.head_bytes = 0
        """Bytes received since the last complete request header."""
        self.deadline: asyncio.TimerHandle | None = None
        """Deadline of the pending request; None while none is pending."""
        self.departure = DisconnectNotice()
        self.unanswered: deque[tuple[RequestResponseCycle, HeldBody]] = deque()
        """The requests whose response is not complete, with what is in memory of their bodies. The first one is being
        answered, the others wait in Uvicorn's pipeline."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Reject over-limit connections before reading anything."""
        super().connection_made(transport)
        self.address = self.settings.address(transport, self.client)
        full = self.open.enter(self.address)
        if full:
            log_limit(full, self.address)
            if self.open.hold(self.address):
                self.deadline = self.loop.call_later(REJECT_DELAY_S, self._reject)
            else:
                transport.abort()
            return
        self.admitted = True
        self.meter.connected(self.address)
        self.meter.pause(transport, lambda: self.flow.read_paused)
        self._await_request()

    def _reject(self) -> None:
        """Close a connection that was one too many; a client that has already disconnected is not noticed until then."""
        self.deadline = None
        self.open.let_go(self.address)
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection that was closed."""
        if self.deadline is not None and not self.admitted:
            self.open.let_go(self.address)
        self._request_came()
        self.closing.closed()
        if self.admitted:
            self.admitted = False
            self.open.leave(self.address)
        self._drop_requests()
        super().connection_lost(exc)

    def _drop_requests(self) -> None:
        """End all requests of a closed connection.

        Uvicorn notifies only the latest, although it is the earliest that is being answered, and leaves the others to the
        garbage collector.
        """
        self.departure.announce()
        for cycle, body in self.unanswered:
            body.release()
            cycle.body = bytearray()
            cycle.disconnected = True
            cycle.message_event.set()
        for cycle, _app in self.pipeline:
            cycle.on_response = _do_nothing
        self.pipeline.clear()
        self.unanswered.clear()

    def data_received(self, data: bytes) -> None:
        """Read a part of a request."""
        if not self.admitted:
            # Not before: uvloop begins to read after `connection_made`, even if that paused reading.
            self.transport.pause_reading()
            return
        if self.deadline is None and not self._is_answering():
            self._await_request()
        self.head_bytes += len(data)
        with self.meter.reading():
            super().data_received(data)
        self.meter.pause(self.transport, lambda: self.flow.read_paused)
        if self.head_bytes > self.quotas.header_bytes and not self.transport.is_closing():
            log_limit("header_bytes", self.address)
            self.send_400_response("The headers of this request are too large.")

    def send_400_response(self, msg: str) -> None:
        """Refuse an invalid request, unless the connection is being closed already."""
        if not self.transport.is_closing():
            super().send_400_response(msg)

    def _refuse(self, limit: str, words: str) -> None:
        """Close the connection because of a limit, with a response if no other one is under way."""
        if self.transport.is_closing():
            return
        log_limit(limit, self.address)
        is_first = len(self.unanswered) == 1 and not self.unanswered[0][0].response_started
        if is_first:
            data = encode(Problem("too-many-requests", words))
            self.transport.write(
                b"HTTP/1.1 429 Too Many Requests\r\ncontent-type: application/json\r\nconnection: close\r\n"
                b"content-length: %d\r\n\r\n%b" % (len(data), data)
            )
        self.closing.close(self.transport)

    def on_message_begin(self) -> None:
        """Begin a request; an error here ends the parsing of everything that came with it."""
        if len(self.pipeline) >= self.quotas.max_pipelined_requests:
            self._refuse("max_pipelined_requests", "This connection has too many pipelined requests.")
            raise ValueError("too many pipelined requests")
        super().on_message_begin()
        self.scope["extensions"] = self.departure.extension()
        self.header_lines = 0

    def on_header(self, name: bytes, value: bytes) -> None:
        """Check one header; the parser answers any error here with 400."""
        self.header_lines += 1
        if self.header_lines > self.quotas.headers:
            log_limit("headers", self.address)
            raise ValueError("too many headers")
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Begin the body, which the application bounds."""
        self.head_bytes = 0
        earlier = self.cycle
        super().on_headers_complete()
        if self.cycle is not earlier:
            self.unanswered.append((self.cycle, HeldBody(self.settings.bodies, self.address)))

    def on_response_complete(self) -> None:
        """Release an answered request, and start the next one of the pipeline."""
        if self.unanswered:
            self.unanswered.popleft()[1].release()
        super().on_response_complete()

    def on_body(self, body: bytes) -> None:
        """Count a part of the body."""
        self.head_bytes = 0
        if self.transport.is_closing():
            return
        if self.unanswered and self.unanswered[-1][0] is self.cycle:
            limit = self.unanswered[-1][1].grow(len(body))
            if limit:
                self._refuse(limit, "Too much is being uploaded at the same time. Please try again shortly.")
                return
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Note that the whole request has arrived."""
        self.head_bytes = 0
        self._request_came()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over; it stays counted."""
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
            log_limit("request_seconds", self.address)
            self.closing.close(self.transport)


class GuardedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket with limits for frames and bytes, and for unread replies."""

    def __init__(
        self,
        config: LimitedConfig,
        server_state: ServerState,
        app_state: dict[str, Any],
        *,
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.settings = config
        quotas = config.quotas
        self.quotas = quotas
        self.open = config.open
        self.meter = Meter(config.work, config.proxies, self.loop)
        self.closing = Closing(self.loop)
        self.departure = DisconnectNotice()
        self.allowed_frames = TokenBucket(quotas.frames_per_second, quotas.frame_burst)
        self.allowed_bytes = TokenBucket(quotas.bytes_per_second, quotas.byte_burst)

    def connection_made(self, transport: BaseTransport) -> None:
        """Take a connection over from `GuardedHttp`, where it was counted."""
        super().connection_made(transport)
        self.address = self.settings.address(transport, self.client)
        self.meter.connected(self.address)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection that was closed."""
        self.closing.closed()
        self.departure.announce()
        self.open.leave(self.address)
        super().connection_lost(exc)

    def handle_connect(self, event: Request) -> None:
        """Open the WebSocket."""
        super().handle_connect(event)
        if self.response.status_code == SWITCHING_PROTOCOLS:
            self.scope["extensions"] = {**(self.scope["extensions"] or {}), **self.departure.extension()}

    def data_received(self, data: bytes) -> None:
        """Read frames, a slice at a time, as long as they are within the allowance."""
        for start in range(0, len(data), SLICE):
            part = data[start : start + SLICE]
            if self.handshake_complete and not self.allowed_bytes.take(len(part)):
                self.cut_off("bytes_per_second")
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
        """Handle a text message or its first fragment."""
        if self._is_allowed():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Handle a binary message or its first fragment."""
        if self._is_allowed():
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        """Handle a further fragment."""
        if self._is_allowed():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answer a ping."""
        if self._is_allowed():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Handle a pong, requested or not."""
        if self._is_allowed():
            super().handle_pong(event)

    def _is_allowed(self) -> bool:
        """Return whether one more frame is within the limit; close the connection if not."""
        if not self.allowed_frames.take(1):
            self.cut_off("frames_per_second")
        return not self.transport.is_closing()

    def cut_off(self, limit: str) -> None:
        """Close a connection that is over a limit."""
        if self.transport.is_closing():
            return
        log_limit(limit, self.address)
        if self.transport.get_write_buffer_size() > self.quotas.unread_bytes:
            self.transport.abort()
            return
        if self.handshake_complete and not self.close_sent:
            self.stop_keepalive()
            self.conn.fail(CLOSE_TOO_MUCH, "too much was sent")
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        self.closing.close(self.transport)
