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
from repulse.server.addresses import counted_address, plain_address
from repulse.server.limits import LARGEST_MESSAGE, Quotas, limit_hit
from repulse.server.live_room import BANNED, LiveRoom, Viewer
from repulse.server.lobby import Lobby, milliseconds
from repulse.server.storage import StorageError
from repulse.server.wire import Reader, encode
from repulse.server.work import SOURCE
from repulse.table.catalogue import program_name
from repulse.table.messages import Command, Message, Refused
from repulse.table.protocol import PROTOCOL, FromClient, Hello, Ping, Pong, Welcome
from repulse.table.room import Refusal

HELLO_SECONDS: Final = 10.0
"""A connection that has not identified itself after this long is closed."""

QUIET_SECONDS: Final = 15.0
"""A stream that has been silent for this long gets an empty line, so that both ends know it is alive."""

# Codes that a WebSocket is closed with; 4000 and up are ours (docs/protocol.md).
CLOSE_BAD: Final = 4000
CLOSE_REFUSED: Final = 4003
CLOSE_AGAIN: Final = 4010
"""Please reconnect: the room is being reloaded, or the server is shutting down."""

_LOG: Final = logging.getLogger("repulse.server")
_FROM_CLIENT: Final[Reader[FromClient]] = Reader(FromClient)
_COMMAND: Final[Reader[Command]] = Reader(Command)


def address_of(connection: HTTPConnection) -> str:
    """The address of a client, for limits."""
    return counted_address(own_address(connection))


def own_address(connection: HTTPConnection) -> str:
    """The address of a client itself, for bans and the log."""
    return plain_address(connection.client.host) if connection.client else ""


def decode_command(data: bytes) -> Command:
    """The command in a request; Refusal if there is none."""
    try:
        return _COMMAND.read(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal("bad-message", f"This is not a command: {error}") from None


def decode_message(data: str | bytes) -> FromClient:
    """The message that a client sent; Refusal if it is not valid."""
    if len(data) > LARGEST_MESSAGE:
        raise Refusal("too-large", f"A message has at most {LARGEST_MESSAGE} bytes.")
    try:
        return _FROM_CLIENT.read(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal("bad-message", f"This is not a message: {error}") from None


async def admit(
    lobby: Lobby, live: LiveRoom, token: str, password: str, language: str, after: int, source: str = ""
) -> Viewer:
    """Let somebody in: with the token of a seat, or as a spectator. Refusal if that is not allowed.

    `source` is the address of the client.
    """
    room = live.room
    holder = await lobby.people.holder_in(room, token, source)
    if token and not room.is_known(holder):
        raise Refusal("bad-token", "This token holds no seat in this room.")
    if not token:
        await lobby.passwords.check(live, password, source)
    host = bool(holder) and holder == room.host
    seen = live.event_number(after)
    return Viewer(holder, room.seat_of(holder), host, live.language(language), seen, source)


def check_place(quotas: Quotas, live: LiveRoom, viewer: Viewer) -> None:
    """Refusal if there is no place for one more connection that stays open; whoever only asks or moves needs none."""
    holder, source = viewer.holder, viewer.source
    same = sum(other.holder == holder for other in live.viewers)
    if holder and same >= quotas.connections_a_token:
        limit_hit("connections_a_token", source)
        raise Refusal("room-full", "Too many are connected to this room.")
    if not holder and same >= quotas.spectators_a_room:
        limit_hit("spectators_a_room", source)
        raise Refusal("room-full", "Too many are connected to this room.")
    if not holder and source:
        near = sum(not other.holder and other.source == source for other in live.viewers)
        if near >= quotas.spectators_an_address:
            limit_hit("spectators_an_address", source)
            raise Refusal("room-full", "Too many watch this room from your address.")


def welcome(live: LiveRoom, viewer: Viewer) -> Welcome:
    """The first message to a viewer."""
    return Welcome(PROTOCOL, program_name(), live.room.room, viewer.seat, viewer.host, milliseconds())


def refused(error: RepulseError, command: str = "") -> Refused:
    """An error as a message."""
    if isinstance(error, Refusal):
        return Refused(error.code, str(error), error.reason, command)
    return Refused("storage" if isinstance(error, StorageError) else "error", str(error), "", command)


def refused_command(live: LiveRoom, viewer: Viewer, error: RepulseError, command: str) -> Refused:
    """The reply to a refused command; one that came too late also gets the whole room."""
    made = refused(error, command)
    if made.code in ("stale", "not-owing") and not live.broken:
        with live.work.charged():
            made.event = live.event(viewer.seat, viewer.host, -1, viewer.language)
    return made


async def feed(
    live: LiveRoom, viewer: Viewer, send: Callable[[bytes], Awaitable[None]], quiet: float = 0
) -> None:
    """Send a viewer everything that happens, until the connection ends or must be closed.

    There is no queue that could grow: a slow viewer gets everything it missed as one event.
    """
    while not viewer.closed:
        viewer.wake.clear()
        if viewer.presence:
            viewer.presence = False
            await send(encode(live.presence()))
        if viewer.seat == SPECTATOR:
            # Spectators can wait; what they miss meanwhile comes as one event.
            await live.work.turn(viewer.source)
        data = await live.next_event(viewer)
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
            live, viewer = await self._greet(room)
        except RepulseError as error:
            with contextlib.suppress(WebSocketDisconnect):
                await self.send(encode(refused(error)))
            why = str(error)
            if isinstance(error, StorageError):
                code = CLOSE_AGAIN
        except (TimeoutError, WebSocketDisconnect):
            code, why = CLOSE_BAD, "no hello"
        except Exception:
            _LOG.exception("a connection could not be greeted", extra={"room": room[:32]})
            code, why = CLOSE_AGAIN, "error"
        else:
            code, why = await self._talk(live, viewer)
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            if self.socket.application_state == WebSocketState.CONNECTED:
                await self.socket.close(code, why[:100])

    async def _receive(self) -> FromClient:
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        return decode_message(message.get("text") or message.get("bytes") or "")

    async def _greet(self, room: str) -> tuple[LiveRoom, Viewer]:
        async with asyncio.timeout(HELLO_SECONDS):
            hello = await self._receive()
        if not isinstance(hello, Hello):
            raise Refusal("bad-message", "The first message of a connection is a hello.")
        if hello.protocol != PROTOCOL:
            raise Refusal("protocol", f"This server speaks protocol {PROTOCOL}, not {hello.protocol}.")
        await self.lobby.work.turn(address_of(self.socket))
        live = await self.lobby.rooms.find(room)
        viewer = await admit(
            self.lobby,
            live,
            hello.token,
            hello.password,
            hello.language,
            hello.after,
            address_of(self.socket),
        )
        viewer.address = own_address(self.socket)
        check_place(self.lobby.quotas, live, viewer)
        await self.send(encode(welcome(live, viewer)))
        live.add(viewer)
        return live, viewer

    async def _talk(self, live: LiveRoom, viewer: Viewer) -> tuple[int, str]:
        feeding = asyncio.create_task(feed(live, viewer, self.send))
        hearing = asyncio.create_task(self._hear(live, viewer))
        try:
            await asyncio.wait({feeding, hearing}, return_when=asyncio.FIRST_COMPLETED)
            if viewer.closed:
                return CLOSE_REFUSED if viewer.closed == BANNED else CLOSE_AGAIN, viewer.closed
            if (
                hearing.done()
                and not hearing.cancelled()
                and hearing.exception() is None
                and hearing.result()
            ):
                return CLOSE_BAD, hearing.result()
            return 1000, ""
        finally:
            live.remove(viewer)
            for task in (feeding, hearing):
                task.cancel()
            await asyncio.gather(feeding, hearing, return_exceptions=True)

    async def _hear(self, live: LiveRoom, viewer: Viewer) -> str:
        """Handle what a client sends; return why to disconnect it, or nothing if it left by itself."""
        while True:
            try:
                message = await self._receive()
                await self.lobby.work.turn(viewer.source)
            except WebSocketDisconnect:
                return ""
            except Refusal as error:
                self.bad += 1
                await self.send(encode(refused(error)))
                if self.bad >= self.lobby.quotas.bad_messages:
                    limit_hit("bad_messages", viewer.source)
                    return "too many bad messages"
                continue
            if isinstance(message, Ping):
                await self.send(encode(Pong()))
            elif isinstance(message, Hello):
                await self.send(encode(Refused("bad-message", "There has been a hello already.")))
            else:
                await self._command(live, viewer, message)

    async def _command(self, live: LiveRoom, viewer: Viewer, command: Command) -> None:
        try:
            reply: Message = await live.command(
                viewer.holder, command, viewer.language, address_of(self.socket)
            )
        except RepulseError as error:
            # Under the lock, so that the reply shows nothing that is not yet stored.
            async with live.lock:
                reply = refused_command(live, viewer, error, command.id)
        with live.work.charged():
            data = encode(reply)
        await self.send(data)


# --- lines ---


async def lines(live: LiveRoom, viewer: Viewer) -> AsyncIterator[bytes]:
    """Everything a viewer should get, one message per line, until the game is over or the reader is gone."""
    queue: asyncio.Queue[bytes | None] = asyncio.Queue(1)

    async def put(data: bytes) -> None:
        await queue.put(data + b"\n")

    async def work() -> None:
        try:
            await feed(live, viewer, put, QUIET_SECONDS)
        except Exception:
            facts = {"room": live.room.room, "seat": viewer.seat, "address": viewer.address}
            _LOG.exception("a stream broke off", extra=facts)
        await queue.put(None)

    live.add(viewer)
    feeding = asyncio.create_task(work())
    try:
        yield encode(welcome(live, viewer)) + b"\n"
        while (data := await queue.get()) is not None:
            yield data
    finally:
        live.remove(viewer)
        feeding.cancel()
        await asyncio.gather(feeding, return_exceptions=True)
