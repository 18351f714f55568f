"""The HTTP API: the type of routes, and how requests are handled (`routes/` has the routes)."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Final, TypeVar
from urllib.parse import unquote

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from repulse.engine.contract import RepulseError
from repulse.server.context import ServerContext
from repulse.server.db.storage import LeaseLostError, StorageError
from repulse.server.guard.limits import MAX_MESSAGE_BYTES, MAX_RECORD_BYTES, MAX_TABLES
from repulse.server.http.connections import address_of, admit, own_address
from repulse.server.http.wire import Reader, encode
from repulse.server.logs import LogThrottle
from repulse.server.people.credentials import token_hash
from repulse.server.people.registry import Person
from repulse.server.rooms.presence import Viewer
from repulse.server.rooms.session import RoomSession
from repulse.table.refusals import RefusalCode, RefusalError
from repulse.table.wire.analysis import ReplayRequest, ReviewRequest
from repulse.table.wire.base import Message
from repulse.table.wire.replies import Problem
from repulse.table.wire.rooms import HeldTable, TablesRequest

_LOG: Final = logging.getLogger("repulse.server")
_WRONG_TOKENS: Final = LogThrottle()

_M = TypeVar("_M", bound=Message)
_R = TypeVar("_R", ReplayRequest, ReviewRequest)

_TABLES: Final = Reader[TablesRequest](TablesRequest)


NDJSON: Final = "application/x-ndjson"
"""The media type of streams: one JSON message per line."""


@dataclass(frozen=True)
class Route:
    """One HTTP route, with its part of the OpenAPI document."""

    method: str
    path: str
    handle: Callable[[Api, Request], Awaitable[Response]]
    _: KW_ONLY
    summary: str
    request_type: Any = None
    """The type of the request body; None for no body."""
    response_type: Any = None
    """The type of the response body; None if it has no fixed type."""
    query: Mapping[str, type[int] | type[str]] = field(default_factory=dict)
    """The query parameters and their types."""
    has_token: bool = False
    """Whether a token is used: `Authorization: Bearer ...`."""
    status: int = 200
    """The status code of success."""
    media_type: str = "application/json"


def json_reply(message: object, status: int = 200) -> Response:
    """Return a JSON response."""
    return Response(encode(message), status, media_type="application/json")


def problem(error: RepulseError) -> Response:
    """Return an error as a response."""
    if isinstance(error, StorageError):
        reply = json_reply(Problem(RefusalCode.STORAGE, str(error)), RefusalCode.STORAGE.http_status)
        if isinstance(error, LeaseLostError):
            # Nothing was done: the process that forwarded the request may try another one.
            reply.headers["X-Repulse-Moved"] = "1"
        return reply
    code = error.code if isinstance(error, RefusalError) else RefusalCode.ERROR
    return json_reply(Problem(code, str(error)), code.http_status)


class Api:
    """The services and helpers that route handlers use."""

    def __init__(self, context: ServerContext) -> None:
        self.lobby = context.lobby
        self.hosts = context.config.hosts
        """The names by which the server may be called (`--allowed-host`); empty if the operator named none."""
        self.address = context.config.address
        """Where other devices find the server; empty if unknown."""
        self.replays = context.replays
        self.advice = context.advice
        self.pars = context.pars
        self.bans = context.bans
        self.readiness = context.readiness
        self.view = context.view
        self.admin = context.admin

    async def body(self, request: Request, most: int = MAX_MESSAGE_BYTES) -> bytes:
        """Read the body of a request.

        Raises:
            RefusalError: It is larger than `most` bytes; it is not read to its end.
        """
        data = bytearray()
        async for chunk in request.stream():
            data += chunk
            if len(data) > most:
                raise RefusalError(
                    RefusalCode.TOO_LARGE, f"The body of this request has at most {most} bytes."
                )
        return bytes(data)

    async def read(self, request: Request, reader: Reader[_M], most: int = MAX_MESSAGE_BYTES) -> _M:
        """Read the body as a message.

        Raises:
            RefusalError: It is not valid.
        """
        data = await self.body(request, most)
        try:
            return reader.read(data or b"{}")
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise RefusalError(RefusalCode.BAD_MESSAGE, f"Malformed request: {error}") from None

    async def seat_tokens(self, request: Request) -> Sequence[HeldTable]:
        """Read the seats that a request is about, each with its token.

        Raises:
            RefusalError: There are too many.
        """
        message = await self.read(request, _TABLES)
        if len(message.tables) > MAX_TABLES:
            raise RefusalError(RefusalCode.TOO_LARGE, f"At most {MAX_TABLES} tables can be named at once.")
        return message.tables

    async def upload(self, request: Request, reader: Reader[_R]) -> _R:
        """Read a message that holds a whole record.

        Raises:
            RefusalError: The record is too large.
        """
        message = await self.read(request, reader, 2 * MAX_RECORD_BYTES)
        if len(message.record) > MAX_RECORD_BYTES:
            raise RefusalError(RefusalCode.TOO_LARGE, f"A record has at most {MAX_RECORD_BYTES} bytes.")
        return message

    async def session(self, request: Request) -> RoomSession:
        """Return the session of the room that the path names.

        Raises:
            RefusalError: It does not exist.
        """
        return await self.lobby.rooms.find(request.path_params["room"])

    @staticmethod
    def token(request: Request) -> str:
        """Return the token of a request; empty for none."""
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        return token.strip() if kind.lower() == "bearer" else ""

    @staticmethod
    def number(request: Request, name: str, default: int) -> int:
        """Return an integer from the query string.

        Raises:
            RefusalError: It is not an integer.
        """
        text = request.query_params.get(name, "")
        try:
            return int(text) if text else default
        except ValueError:
            raise RefusalError(
                RefusalCode.BAD_MESSAGE, f"{name} is a whole number, not {text[:40]!r}."
            ) from None

    async def viewer(self, request: Request, session: RoomSession) -> Viewer:
        """Return the viewer that a request comes from.

        Raises:
            RefusalError: The token or the password is wrong.
        """
        viewer = await admit(
            self.lobby,
            session,
            self.token(request),
            password=unquote(request.headers.get("x-room-password", "")),
            language=request.query_params.get("lang", "en"),
            after=self.number(request, "after", -1),
            source=address_of(request),
        )
        viewer.address = own_address(request)
        session.touch(viewer.seat)
        return viewer

    def check_operator(self, request: Request) -> None:
        """Check that a request has the operator's token.

        Raises:
            RefusalError: It has not.
        """
        try:
            self.admin.check(self.token(request))
        except RefusalError as error:
            if error.code == "bad-token" and _WRONG_TOKENS.record("token") >= 0:
                _LOG.warning("wrong operator token", extra={"address": own_address(request)})
            raise

    @staticmethod
    def log_operator(request: Request, done: str, room: str = "") -> None:
        """Log an action of the operator."""
        facts = {"address": own_address(request)} | ({"room": room} if room else {})
        _LOG.warning("the operator %s", done, extra=facts)

    async def person(self, request: Request) -> Person | None:
        """Return the signed-in person of a request; None for a request without a key.

        Raises:
            RefusalError: The key has been revoked.
        """
        token = self.token(request)
        return await self.lobby.people.need(token, address_of(request)) if token else None

    async def hold(self, person: Person | None, session: RoomSession, token: str, *, source: str) -> None:
        """Store that a new seat belongs to a person, on all their devices."""
        if person is not None:
            # The seat is taken already, and the device has its token.
            with contextlib.suppress(StorageError):
                await self.lobby.people.hold(
                    person, session.room.id, token_hash(token), from_start=True, source=source
                )


def is_own_page(connection: HTTPConnection) -> bool:
    """Return whether a browser's request comes from our own page: other pages must not use a visitor's browser."""
    origin = connection.headers.get("origin")
    return origin is None or origin.partition("://")[2] == connection.headers.get("host")


async def dispatch(api: Api, route: Route, request: Request) -> Response:
    """Handle a request and return its response, also for errors."""
    try:
        if request.method != "GET" and not is_own_page(request):
            raise RefusalError(RefusalCode.NOT_YOURS, "Cross-origin requests are not allowed.")
        if api.bans.is_banned(own_address(request)):
            raise RefusalError(RefusalCode.BANNED, "Your IP address is banned from this server.")
        response = await route.handle(api, request)
        if response.status_code == 200:
            response.status_code = route.status
        return response
    except ClientDisconnect:
        return Response(status_code=400)
    except RepulseError as error:
        return problem(error)
