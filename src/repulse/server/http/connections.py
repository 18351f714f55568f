"""Connections: a WebSocket for people, a stream of lines for programs. Both carry the same messages."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final

import msgspec
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from repulse.engine.contract import SPECTATOR, RepulseError
from repulse.server import steady_time
from repulse.server.db.storage import StorageError
from repulse.server.guard.addresses import counted_address, plain_address
from repulse.server.guard.cpu_budget import SOURCE, DisconnectNotice
from repulse.server.guard.limits import MAX_MESSAGE_BYTES, log_limit
from repulse.server.guard.quotas import Quotas
from repulse.server.http.wire import Reader, encode
from repulse.server.rooms.lobby import Lobby
from repulse.server.rooms.presence import Viewer
from repulse.server.rooms.session import BANNED, RoomSession
from repulse.table.catalogue import program_name
from repulse.table.refusals import RefusalCode, RefusalError
from repulse.table.wire.base import Message
from repulse.table.wire.commands import Command
from repulse.table.wire.connections import OLDEST_PROTOCOL, PROTOCOL, FromClient, Hello, Ping, Pong, Welcome
from repulse.table.wire.replies import Refused

HELLO_SECONDS: Final = 10.0
"""A connection that has not identified itself after this long is closed."""

KEEPALIVE_SECONDS: Final = 15.0
"""A stream that has been silent for this long gets an empty line, as a keep-alive."""

# Close codes of WebSockets; those from 4000 on are ours (docs/reference/protocol.md).
CLOSE_BAD: Final = 4000
CLOSE_REFUSED: Final = 4003
CLOSE_RECONNECT: Final = 4010
"""The client should reconnect: the room is being reloaded, or the server is shutting down."""

_LOG: Final = logging.getLogger("repulse.server")
_FROM_CLIENT: Final[Reader[FromClient]] = Reader(FromClient)
_COMMAND: Final[Reader[Command]] = Reader(Command)


def address_of(connection: HTTPConnection) -> str:
    """Return the address of a client as limits count it."""
    return counted_address(own_address(connection))


def own_address(connection: HTTPConnection) -> str:
    """Return the exact address of a client, for bans and the log."""
    return plain_address(connection.client.host) if connection.client else ""


def decode_command(data: bytes) -> Command:
    """Return the command in a request.

    Raises:
        RefusalError: It holds none.
    """
    try:
        return _COMMAND.read(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RefusalError(RefusalCode.BAD_MESSAGE, f"This is not a command: {error}") from None


def decode_message(data: str | bytes) -> FromClient:
    """Return the message that a client sent.

    Raises:
        RefusalError: It is not valid.
    """
    if len(data) > MAX_MESSAGE_BYTES:
        raise RefusalError(RefusalCode.TOO_LARGE, f"A message has at most {MAX_MESSAGE_BYTES} bytes.")
    try:
        return _FROM_CLIENT.read(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise RefusalError(RefusalCode.BAD_MESSAGE, f"This is not a message: {error}") from None


async def admit(
    lobby: Lobby,
    session: RoomSession,
    token: str,
    *,
    password: str = "",
    language: str = "en",
    after: int = -1,
    source: str = "",
) -> Viewer:
    """Let a client in: with the token of a seat, or as a spectator.

    Args:
        lobby: The rooms of the server.
        session: The room.
        token: The token of a seat, or the key of an identity; empty for a spectator.
        password: The password of the room, which spectators need.
        language: The requested language.
        after: The number of the last event that the client has seen.
        source: The address of the client, for limits.

    Raises:
        RefusalError: The token holds no seat here, or the password is wrong.
    """
    room = session.room
    owner = await lobby.people.holder_in(room, token, source)
    if token and not room.is_known(owner):
        raise RefusalError(RefusalCode.BAD_TOKEN, "This token holds no seat in this room.")
    if token and source and room.stage != "over":
        await lobby.people.note_source(room.id, owner, source)
    if not token:
        await lobby.passwords.check(room, password, source)
    return Viewer(
        owner,
        room.seat_of(owner),
        is_host=bool(owner) and owner == room.host,
        language=session.events.language(language),
        after=session.events.known_number(after),
        source=source,
    )


def check_place(quotas: Quotas, session: RoomSession, viewer: Viewer) -> None:
    """Check the limits of open connections to a room; one-off requests are exempt.

    Raises:
        RefusalError: A limit is reached.
    """
    owner, source = viewer.owner, viewer.source
    same = sum(other.owner == owner for other in session.presence.viewers)
    if owner and same >= quotas.connections_per_token:
        log_limit("connections_per_token", source)
        raise RefusalError(RefusalCode.ROOM_FULL, "This room has too many connections.")
    if not owner and same >= quotas.spectators_per_room:
        log_limit("spectators_per_room", source)
        raise RefusalError(RefusalCode.ROOM_FULL, "This room has too many connections.")
    if not owner and source:
        near = sum(not other.owner and other.source == source for other in session.presence.viewers)
        if near >= quotas.spectators_per_address:
            log_limit("spectators_per_address", source)
            raise RefusalError(RefusalCode.ROOM_FULL, "Too many spectators of this room have your address.")


def welcome(session: RoomSession, viewer: Viewer) -> Welcome:
    """Return the first message to a viewer."""
    return Welcome(
        PROTOCOL, program_name(), session.room.id, viewer.seat, viewer.is_host, steady_time.milliseconds()
    )


def refused(error: RepulseError, command: str = "") -> Refused:
    """Return an error as a message."""
    if isinstance(error, RefusalError):
        return Refused(error.code, str(error), error.reason, command)
    return Refused(
        RefusalCode.STORAGE if isinstance(error, StorageError) else RefusalCode.ERROR, str(error), "", command
    )


def refused_command(session: RoomSession, viewer: Viewer, error: RepulseError, *, command: str) -> Refused:
    """Return the reply to a refused command; a late one also gets the whole room."""
    refusal = refused(error, command)
    if refusal.code in ("stale", "not-owing") and not session.is_broken:
        with session.services.work.charged():
            refusal.event = session.events.event(
                viewer.seat, is_host=viewer.is_host, language=viewer.language
            )
    return refusal


async def feed(
    session: RoomSession, viewer: Viewer, send: Callable[[bytes], Awaitable[None]], *, quiet: float = 0
) -> None:
    """Send a viewer everything that happens, until the connection ends or must be closed.

    There is no queue that could grow: a slow viewer gets everything it missed as one event.
    """
    while not viewer.close_reason:
        viewer.wake.clear()
        if viewer.presence_changed:
            viewer.presence_changed = False
            await send(encode(session.presence.message()))
        if viewer.seat == SPECTATOR:
            # Spectators can wait; they get everything they missed as one event.
            await session.services.work.turn(viewer.source)
        data = await session.next_event(viewer)
        if data is not None:
            await send(data)
            continue
        if quiet:
            try:
                async with asyncio.timeout(quiet):
                    await viewer.wake.wait()
            except TimeoutError:
                await send(b"")
        else:
            await viewer.wake.wait()


# --- WebSocket ---


class Socket:
    """One WebSocket."""

    def __init__(self, lobby: Lobby, socket: WebSocket) -> None:
        self.lobby = lobby
        self.socket = socket
        self.sending = asyncio.Lock()
        self.bad = 0

    async def send(self, data: bytes) -> None:
        """Send a message; messages from several tasks never interleave."""
        async with self.sending:
            if self.socket.application_state == WebSocketState.CONNECTED:
                await self.socket.send_text(data.decode())

    async def run(self, room: str) -> None:
        """Serve the connection until either end closes it."""
        SOURCE.set(address_of(self.socket))
        await self.socket.accept()
        code, why = CLOSE_REFUSED, ""
        try:
            session, viewer = await self._greet(room)
        except RepulseError as error:
            with contextlib.suppress(WebSocketDisconnect):
                await self.send(encode(refused(error)))
            why = str(error)
            if isinstance(error, StorageError):
                code = CLOSE_RECONNECT
        except (TimeoutError, WebSocketDisconnect):
            code, why = CLOSE_BAD, "no hello"
        except Exception:
            _LOG.exception("connection handshake failed", extra={"room": room[:32]})
            code, why = CLOSE_RECONNECT, "error"
        else:
            code, why = await self._talk(session, viewer)
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            if self.socket.application_state == WebSocketState.CONNECTED:
                await self.socket.close(code, why[:100])

    async def _receive(self) -> FromClient:
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        return decode_message(message.get("text") or message.get("bytes") or "")

    async def _greet(self, room: str) -> tuple[RoomSession, Viewer]:
        async with asyncio.timeout(HELLO_SECONDS):
            hello = await self._receive()
        if not isinstance(hello, Hello):
            raise RefusalError(RefusalCode.BAD_MESSAGE, "The first message of a connection is a hello.")
        if not OLDEST_PROTOCOL <= hello.protocol <= PROTOCOL:
            raise RefusalError(
                RefusalCode.PROTOCOL,
                f"This server supports protocols {OLDEST_PROTOCOL} to {PROTOCOL}, not {hello.protocol}.",
            )
        source = address_of(self.socket)
        if not await DisconnectNotice.of(self.socket.scope).unless_disconnected(
            lambda: self.lobby.work.turn(source)
        ):
            raise WebSocketDisconnect
        session = await self.lobby.rooms.find(room)
        viewer = await admit(
            self.lobby,
            session,
            hello.token,
            password=hello.password,
            language=hello.language,
            after=hello.after,
            source=address_of(self.socket),
        )
        viewer.address = own_address(self.socket)
        check_place(self.lobby.quotas, session, viewer)
        await self.send(encode(welcome(session, viewer)))
        session.connect(viewer)
        return session, viewer

    async def _talk(self, session: RoomSession, viewer: Viewer) -> tuple[int, str]:
        feeding = asyncio.create_task(feed(session, viewer, self.send))
        hearing = asyncio.create_task(self._hear(session, viewer))
        try:
            await asyncio.wait({feeding, hearing}, return_when=asyncio.FIRST_COMPLETED)
            if viewer.close_reason:
                return (
                    CLOSE_REFUSED if viewer.close_reason == BANNED else CLOSE_RECONNECT,
                    viewer.close_reason,
                )
            if (
                hearing.done()
                and not hearing.cancelled()
                and hearing.exception() is None
                and hearing.result()
            ):
                return CLOSE_BAD, hearing.result()
            return 1000, ""
        finally:
            session.disconnect(viewer)
            for task in (feeding, hearing):
                task.cancel()
            await asyncio.gather(feeding, hearing, return_exceptions=True)

    async def _hear(self, session: RoomSession, viewer: Viewer) -> str:
        """Handle what a client sends; return why to disconnect it, or nothing if it left by itself."""
        while True:
            try:
                message = await self._receive()
                await self.lobby.work.turn(viewer.source)
            except WebSocketDisconnect:
                return ""
            except RefusalError as error:
                self.bad += 1
                await self.send(encode(refused(error)))
                if self.bad >= self.lobby.quotas.bad_messages:
                    log_limit("bad_messages", viewer.source)
                    return "too many bad messages"
                continue
            if isinstance(message, Ping):
                await self.send(encode(Pong()))
            elif isinstance(message, Hello):
                await self.send(encode(Refused("bad-message", "Unexpected second hello.")))
            else:
                await self._command(session, viewer, message)

    async def _command(self, session: RoomSession, viewer: Viewer, command: Command) -> None:
        try:
            reply: Message = await session.command(
                viewer.owner, command, language=viewer.language, source=address_of(self.socket)
            )
        except RepulseError as error:
            # Under the lock, so that the reply shows nothing that is not yet stored.
            async with session.lock:
                reply = refused_command(session, viewer, error, command=command.id)
        with session.services.work.charged():
            data = encode(reply)
        await self.send(data)


# --- lines ---


async def lines(session: RoomSession, viewer: Viewer) -> AsyncIterator[bytes]:
    """Yield everything that a viewer gets, one message per line, until the game is over or the client disconnects."""
    queue: asyncio.Queue[bytes | None] = asyncio.Queue(1)

    async def put(data: bytes) -> None:
        await queue.put(data + b"\n")

    async def work() -> None:
        try:
            await feed(session, viewer, put, quiet=KEEPALIVE_SECONDS)
        except StorageError:
            # The storage has logged it; the reader connects again.
            pass
        except Exception:
            facts = {"room": session.room.id, "seat": viewer.seat, "address": viewer.address}
            _LOG.exception("stream failed", extra=facts)
        await queue.put(None)

    session.connect(viewer)
    feeding = asyncio.create_task(work())
    try:
        yield encode(welcome(session, viewer)) + b"\n"
        while (data := await queue.get()) is not None:
            yield data
    finally:
        session.disconnect(viewer)
        feeding.cancel()
        await asyncio.gather(feeding, return_exceptions=True)
