"""The HTTP API: what a route is, what all of them need, and how a request is answered (`routes/` has the routes)."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar
from urllib.parse import unquote

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from repulse.engine.contract import RepulseError
from repulse.server.admin import Admin
from repulse.server.advice import Advice
from repulse.server.bans import Bans
from repulse.server.cluster.cluster import Cluster
from repulse.server.cluster.together import Together
from repulse.server.connections import address_of, admit, own_address
from repulse.server.limits import LARGEST_MESSAGE, LARGEST_RECORD, MOST_TABLES, limit_hit
from repulse.server.live_room import LiveRoom, Viewer
from repulse.server.lobby import Lobby
from repulse.server.logs import Seldom
from repulse.server.people import Person
from repulse.server.readiness import Readiness
from repulse.server.storage import LeaseLost, StorageError
from repulse.server.tokens import token_hash
from repulse.server.wire import Reader, encode
from repulse.server.work import SOURCE
from repulse.server.worker_pool import Helpers
from repulse.table.messages import Message
from repulse.table.protocol import HeldTable, Problem, ReplayRequest, ReviewRequest, TablesRequest
from repulse.table.room import Refusal

STATUS: Final = {
    "no-such-room": 404,
    "no-such-game": 404,
    "no-such-lesson": 404,
    "not-found": 404,
    "banned": 403,
    "old-rules": 410,
    "password": 403,
    "wrong-password": 403,
    "bad-token": 403,
    "not-yours": 403,
    "host-only": 403,
    "hidden": 403,
    "too-large": 413,
    "too-many-rooms": 429,
    "too-many-guesses": 429,
    "too-many-requests": 429,
    "too-many-seats": 429,
    "room-full": 429,
    "too-much-talk": 429,
    "no-chat": 409,
    "busy": 503,
    "stale": 409,
    "id-used": 409,
    "not-owing": 409,
    "not-now": 409,
    "seat-taken": 409,
    "seats-open": 409,
    "no-undo": 409,
    "no-hints": 403,
    "too-many-hints": 429,
    "storage": 503,
}
"""The status codes of refusals that are not 400."""

LONGEST_TURN: Final = 2.0
"""A request that only looks is refused if it would wait for longer."""

_LOG: Final = logging.getLogger("repulse.server")
_WRONG_TOKENS: Final = Seldom()

_M = TypeVar("_M", bound=Message)
_R = TypeVar("_R", ReplayRequest, ReviewRequest)

_TABLES: Final = Reader[TablesRequest](TablesRequest)


@dataclass(frozen=True)
class Route:
    """One HTTP route."""

    method: str
    path: str
    does: str
    handle: Callable[[Api, Request], Awaitable[Response]]
    takes: Any = None
    """The type of the body."""
    gives: Any = None
    """The type of the reply; None if it is not JSON."""
    query: tuple[str, ...] = ()
    token: bool = False
    """Whether a token is used: `Authorization: Bearer ...`."""


def json_reply(message: object, status: int = 200) -> Response:
    """A reply in JSON."""
    return Response(encode(message), status, media_type="application/json")


def problem(error: RepulseError) -> Response:
    """An error as a reply."""
    if isinstance(error, StorageError):
        reply = json_reply(Problem("storage", str(error)), 503)
        if isinstance(error, LeaseLost):
            # Nothing was done: the process that passed the request on may ask another.
            reply.headers["X-Repulse-Moved"] = "1"
        return reply
    code = error.code if isinstance(error, Refusal) else "error"
    return json_reply(Problem(code, str(error)), STATUS.get(code, 400))


class Api:
    """What the handlers of the routes work with."""

    def __init__(
        self,
        lobby: Lobby,
        replayers: Helpers,
        advisers: Helpers,
        bans: Bans,
        admin_token: str = "",
        cluster: Cluster | None = None,
    ) -> None:
        self.lobby = lobby
        self.replayers = replayers
        self.advice = Advice(advisers, lobby.quotas)
        self.bans = bans
        self.readiness = Readiness(lobby)
        self.together = Together(lobby, self.readiness, cluster)
        self.admin = Admin(lobby, self.together, bans, admin_token)

    async def body(self, request: Request, most: int = LARGEST_MESSAGE) -> bytes:
        """The body of a request; Refusal if it is too large, before it is read to its end."""
        data = bytearray()
        async for chunk in request.stream():
            data += chunk
            if len(data) > most:
                raise Refusal("too-large", f"The body of this request has at most {most} bytes.")
        return bytes(data)

    async def read(self, request: Request, reader: Reader[_M], most: int = LARGEST_MESSAGE) -> _M:
        """The body as a message; Refusal if it is not valid."""
        data = await self.body(request, most)
        try:
            return reader.read(data or b"{}")
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise Refusal("bad-message", f"This request makes no sense: {error}") from None

    async def held_tables(self, request: Request) -> Sequence[HeldTable]:
        """The tables that a request is about, each with a token of it; Refusal if there are too many."""
        wanted = await self.read(request, _TABLES)
        if len(wanted.tables) > MOST_TABLES:
            raise Refusal("too-large", f"At most {MOST_TABLES} tables can be named at once.")
        return wanted.tables

    async def upload(self, request: Request, reader: Reader[_R]) -> _R:
        """A message that holds a whole record; Refusal if that is too large."""
        wanted = await self.read(request, reader, 2 * LARGEST_RECORD)
        if len(wanted.record) > LARGEST_RECORD:
            raise Refusal("too-large", f"A record has at most {LARGEST_RECORD} bytes.")
        return wanted

    async def live(self, request: Request) -> LiveRoom:
        """The room that the address names."""
        return await self.lobby.rooms.find(request.path_params["room"])

    @staticmethod
    def token(request: Request) -> str:
        """The token that came with a request; empty for none."""
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        return token.strip() if kind.lower() == "bearer" else ""

    @staticmethod
    def number(request: Request, name: str, default: int) -> int:
        """A number from the query string."""
        text = request.query_params.get(name, "")
        try:
            return int(text) if text else default
        except ValueError:
            raise Refusal("bad-message", f"{name} is a whole number, not {text[:40]!r}.") from None

    async def viewer(self, request: Request, live: LiveRoom) -> Viewer:
        """The viewer of a request."""
        viewer = await admit(
            self.lobby,
            live,
            self.token(request),
            unquote(request.headers.get("x-room-password", "")),
            request.query_params.get("lang", "en"),
            self.number(request, "after", -1),
            address_of(request),
        )
        viewer.address = own_address(request)
        live.hear_of(viewer.seat)
        return viewer

    def check_operator(self, request: Request) -> None:
        """Refusal unless the request comes with the operator's token."""
        try:
            self.admin.check(self.token(request))
        except Refusal as error:
            if error.code == "bad-token" and _WRONG_TOKENS.again("token") >= 0:
                _LOG.warning("a wrong operator's token was tried", extra={"address": own_address(request)})
            raise

    @staticmethod
    def log_operator(request: Request, done: str, room: str = "") -> None:
        """A line for something that the operator did."""
        facts = {"address": own_address(request)} | ({"room": room} if room else {})
        _LOG.warning("the operator %s", done, extra=facts)

    async def person(self, request: Request) -> Person | None:
        """Whose device asks, if it is signed in; Refusal if its key is worth nothing any more."""
        token = self.token(request)
        return await self.lobby.people.need(token, address_of(request)) if token else None

    async def hold(self, person: Person | None, live: LiveRoom, token: str) -> None:
        """A seat that was just taken is the person's on all devices, if it is somebody with an identity."""
        if person is not None:
            # The seat is taken already: whatever happens, the device has its token.
            with contextlib.suppress(StorageError):
                await self.lobby.people.hold(person, live.room.room, token_hash(token), from_start=True)


def is_own_page(connection: HTTPConnection) -> bool:
    """Whether a browser's request comes from our own page: other pages must not use a visitor's browser."""
    origin = connection.headers.get("origin")
    return origin is None or origin.partition("://")[2] == connection.headers.get("host")


async def _turn(lobby: Lobby, request: Request) -> None:
    """Wait until the address has some of its share left; Refusal if one who only looks would wait for long."""
    source = address_of(request)
    SOURCE.set(source)
    if not request.url.path.startswith("/api/"):
        return
    if request.method == "GET" and lobby.work.wait(source) > LONGEST_TURN:
        limit_hit("work_share", source)
        raise Refusal("too-many-requests", "You ask for very much. Please wait a little.")
    await lobby.work.turn(source)


async def answered(api: Api, route: Route, request: Request) -> Response:
    """The reply to a request, whatever happens."""
    try:
        if request.method != "GET" and not is_own_page(request):
            raise Refusal("not-yours", "This request comes from a page of another place.")
        if api.bans.is_banned(own_address(request)):
            raise Refusal("banned", "Your address is kept out of this server.")
        await _turn(api.lobby, request)
        return await route.handle(api, request)
    except ClientDisconnect:
        return Response(status_code=400)
    except RepulseError as error:
        return problem(error)
