"""The connections between processes of the server: plain HTTP to the private address of each, with a secret."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
from collections.abc import AsyncIterator, Sequence
from typing import Any, Final

import h11
from starlette.types import Scope

from repulse.server.cluster.leases import Peer

CONNECT_SECONDS: Final = 2.0
ASK_SECONDS: Final = 3.0
"""The time one process waits for another's answer to a question of its own."""

READ_BYTES: Final = 64 * 1024

SECRET: Final = b"x-repulse-secret"
CLIENT: Final = b"x-repulse-client"
HOST: Final = b"x-repulse-host"
SCHEME: Final = b"x-repulse-scheme"
MOVED_HEADER: Final = b"x-repulse-moved"
"""Set in a reply by a process that has not got the room: nothing was done, another may be asked."""

_OURS: Final = frozenset({SECRET, CLIENT, HOST, SCHEME})
_HOP: Final = frozenset({b"connection", b"keep-alive", b"transfer-encoding", b"te", b"upgrade", b"expect"})
"""Headers that are about one connection only."""

HeadersMiddleware = list[tuple[bytes, bytes]]


class PeerUnavailableError(Exception):
    """Another process could not be reached, or closed the connection."""

    def __init__(self, refused: bool = False, sent: bool = False) -> None:
        super().__init__("the process does not answer")
        self.refused = refused
        """The connection was refused."""
        self.sent = sent
        """The request was sent, so it may have been carried out."""


def place_of(peer: Peer) -> tuple[str, int]:
    """Return host and port of a process."""
    host, _, port = peer.url.removeprefix("http://").rpartition(":")
    return host.strip("[]"), int(port)


def header(scope: Scope, name: bytes) -> bytes:
    """Return a header of a request; empty if it is missing."""
    return next((value for key, value in scope["headers"] if key == name), b"")


def is_from_peer(scope: Scope, secret: str) -> bool:
    """Return whether a request comes from another process, which knows the secret of this one."""
    secret_header = header(scope, SECRET)
    return bool(secret_header) and hmac.compare_digest(secret_header, secret.encode())


def as_sent(scope: Scope) -> Scope:
    """Return a request from another process as its client sent it."""
    host = header(scope, HOST)
    headers = [(name, value) for name, value in scope["headers"] if name not in _OURS and name != b"host"]
    scheme = header(scope, SCHEME).decode("latin-1") or scope["scheme"]
    client = header(scope, CLIENT).decode("latin-1")
    return {**scope, "headers": [(b"host", host), *headers], "scheme": scheme, "client": (client, 0)}


def passed_on(scope: Scope, peer: Peer, without: frozenset[bytes] = frozenset()) -> HeadersMiddleware:
    """Return the headers of a request as they are forwarded to another process."""
    client = scope.get("client") or ("", 0)
    kept = [
        (name, value)
        for name, value in scope["headers"]
        if name not in _HOP | _OURS | without | {b"host", b"content-length"}
    ]
    return [
        *kept,
        (SECRET, peer.secret.encode()),
        (CLIENT, str(client[0]).encode("latin-1")),
        (HOST, header(scope, b"host")),
        (SCHEME, scope["scheme"].encode("latin-1")),
    ]


class Exchange:
    """One request to another process, and its streamed reply."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.state = h11.Connection(h11.CLIENT)
        self.status = 0
        self.headers: HeadersMiddleware = []

    async def send(self, method: str, target: bytes, headers: HeadersMiddleware, *, body: bytes) -> None:
        """Send the request, and read the head of the reply."""
        head = [
            (b"host", b"peer"),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
            *headers,
        ]
        request = h11.Request(method=method, target=target, headers=head)
        events = (request, h11.Data(data=body), h11.EndOfMessage())
        try:
            self.writer.write(b"".join(self.state.send(event) or b"" for event in events))
        except RuntimeError as error:
            # uvloop raises this if the other end is closed already.
            raise PeerUnavailableError from error
        try:
            await self.writer.drain()
            reply = await self._next()
        except (OSError, h11.ProtocolError) as error:
            raise PeerUnavailableError(sent=True) from error
        if not isinstance(reply, h11.Response):
            raise PeerUnavailableError(sent=True)
        self.status = reply.status_code
        self.headers = [(name, value) for name, value in reply.headers if name not in _HOP]

    async def chunks(self) -> AsyncIterator[bytes]:
        """Yield the body of the reply."""
        while not isinstance(event := await self._next(), h11.EndOfMessage):
            if not isinstance(event, h11.Data):
                raise PeerUnavailableError
            yield bytes(event.data)

    async def _next(self) -> object:
        while (event := self.state.next_event()) is h11.NEED_DATA:
            self.state.receive_data(await self.reader.read(READ_BYTES))
        return event


@contextlib.asynccontextmanager
async def exchange(peer: Peer) -> AsyncIterator[Exchange]:
    """Open a connection to another process.

    Raises:
        PeerUnavailableError: Anything went wrong with it.
    """
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            reader, writer = await asyncio.open_connection(*place_of(peer))
    except ConnectionRefusedError as error:
        raise PeerUnavailableError(refused=True) from error
    except (OSError, TimeoutError) as error:
        raise PeerUnavailableError from error
    try:
        yield Exchange(reader, writer)
    except (OSError, h11.ProtocolError) as error:
        raise PeerUnavailableError from error
    finally:
        writer.close()


async def ask(peer: Peer, method: str, path: str, *, body: bytes = b"") -> bytes:
    """Return the reply of another process to a request of this one.

    Raises:
        PeerUnavailableError: It does not reply.
    """
    own = [(SECRET, peer.secret.encode()), (HOST, b"peer"), (SCHEME, b"http"), (CLIENT, b"")]
    try:
        async with asyncio.timeout(ASK_SECONDS), exchange(peer) as sent:
            await sent.send(method, path.encode(), own, body=body)
            data = b"".join([chunk async for chunk in sent.chunks()])
            if sent.status != 200:
                raise PeerUnavailableError
            return data
    except TimeoutError as error:
        raise PeerUnavailableError from error


async def ask_all(peers: Sequence[Peer], path: str) -> dict[str, bytes]:
    """Return the replies of all other processes, without those that do not reply."""
    replies: list[Any] = await asyncio.gather(
        *(ask(peer, "GET", path) for peer in peers), return_exceptions=True
    )
    return {
        peer.id: reply for peer, reply in zip(peers, replies, strict=True) if not isinstance(reply, Exception)
    }
