"""The HTTP API: a table of routes, from which the OpenAPI document is also generated (`openapi.py`)."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar
from urllib.parse import unquote

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response, StreamingResponse

from repulse.engine.contract import EVERYTHING, RepulseError
from repulse.engine.display.screen import ScorePart
from repulse.games import display_of, game_names
from repulse.server.admin import Admin, AdminRooms, BanList, NewBan, Statistics
from repulse.server.advice import Advice
from repulse.server.bans import Bans
from repulse.server.cards import card_file
from repulse.server.cluster.cluster import Cluster
from repulse.server.cluster.together import Together
from repulse.server.connections import (
    address_of,
    admit,
    decode_command,
    lines,
    refused_command,
)
from repulse.server.exports import Deleted, Export
from repulse.server.limits import LARGEST_MESSAGE, LARGEST_RECORD, MOST_TABLES, limit_hit
from repulse.server.live_room import LiveRoom
from repulse.server.lobby import Lobby
from repulse.server.people import Person
from repulse.server.readiness import Readiness, Ready
from repulse.server.shown_games import shown_step
from repulse.server.storage import LeaseLost, StorageError
from repulse.server.tokens import token_hash
from repulse.server.wire import Reader, encode
from repulse.server.work import SOURCE
from repulse.server.worker_jobs import Show, Shown
from repulse.server.worker_pool import HelperFailed, Helpers
from repulse.table.catalogue import games
from repulse.table.messages import Command, Done, Event, Message, Refused, RoomInfo
from repulse.table.protocol import (
    CreateRoom,
    Games,
    Hints,
    Join,
    PlayOn,
    Problem,
    ReplayRequest,
    ReplayStep,
    ReviewRequest,
    RoomList,
    Rules,
    Seated,
    Tables,
    TablesRequest,
)
from repulse.table.room import Refusal
from repulse.table.rules import rules_json

_STATUS: Final = {
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

_M = TypeVar("_M", bound=Message)

_CREATE_ROOM: Final = Reader[CreateRoom](CreateRoom)
_NEW_BAN: Final = Reader[NewBan](NewBan)
_JOIN: Final = Reader[Join](Join)
_PLAY_ON: Final = Reader[PlayOn](PlayOn)
_TABLES: Final = Reader[TablesRequest](TablesRequest)
_REPLAY: Final = Reader[ReplayRequest](ReplayRequest)
_REVIEW: Final = Reader[ReviewRequest](ReviewRequest)


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
    return json_reply(Problem(code, str(error)), _STATUS.get(code, 400))


class Api:
    """The handlers of the routes."""

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

    # --- helpers ---

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

    async def live(self, request: Request) -> LiveRoom:
        """The room that the address names."""
        return await self.lobby.find(request.path_params["room"])

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

    async def viewer(self, request: Request, live: LiveRoom) -> Any:
        """The viewer of a request."""
        return await admit(
            self.lobby,
            live,
            self.token(request),
            unquote(request.headers.get("x-room-password", "")),
            request.query_params.get("lang", "en"),
            self.number(request, "after", -1),
            address_of(request),
        )

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

    # --- routes ---

    async def games(self, request: Request) -> Response:
        """What can be played."""
        return json_reply(games(self.lobby.offered_bots, self.lobby.address))

    async def list_rooms(self, request: Request) -> Response:
        """The listed rooms."""
        rooms = await self.together.listed()
        with self.lobby.work.charged():
            return json_reply(RoomList(rooms))

    async def create(self, request: Request) -> Response:
        """Create a room."""
        wanted = await self.read(request, _CREATE_ROOM)
        await self._check_rate(request)
        person = await self.person(request)
        live, seat, token = await self.lobby.create(wanted, address_of(request))
        await self.hold(person, live, token)
        return json_reply(Seated(live.room.room, seat, token, self.link(request, live)), 201)

    async def _check_rate(self, request: Request) -> None:
        """Refuse more new rooms to an address than it may have in a short time."""
        if not await self.lobby.may("rooms_a_minute", address_of(request)):
            limit_hit("rooms_a_minute", address_of(request))
            raise Refusal(
                "too-many-rooms", "You have created many rooms in a short time. Please wait a little."
            )

    async def play_on(self, request: Request) -> Response:
        """Create a room that begins from a position of this one's game, which is over."""
        live = await self.live(request)
        await self.viewer(request, live)
        wanted = await self.read(request, _PLAY_ON)
        await self._check_rate(request)
        async with live.lock:
            live.check()
        made, seat, token = await self.lobby.play_on(live.room, wanted, address_of(request))
        return json_reply(Seated(made.room.room, seat, token, self.link(request, made)), 201)

    @staticmethod
    def link(request: Request, live: LiveRoom) -> str:
        """The address at which others find a room."""
        return f"{request.base_url}room/{live.room.room}"

    async def room(self, request: Request) -> Response:
        """A room seen from outside: enough to decide whether to join."""
        return json_reply((await self.live(request)).info())

    async def join(self, request: Request) -> Response:
        """Take a seat."""
        live = await self.live(request)
        wanted = await self.read(request, _JOIN)
        person = await self.person(request)
        seat, token = await self.lobby.join(live, wanted, address_of(request))
        await self.hold(person, live, token)
        return json_reply(Seated(live.room.room, seat, token, self.link(request, live)), 201)

    async def tables(self, request: Request) -> Response:
        """How the tables of a visitor stand."""
        wanted = await self.read(request, _TABLES)
        if len(wanted.tables) > MOST_TABLES:
            raise Refusal("too-large", f"At most {MOST_TABLES} tables can be asked about at once.")
        return json_reply(Tables(await self.together.tables(wanted.tables)))

    async def delete(self, request: Request) -> Response:
        """Delete a lobby, or a finished game once all who played it want it."""
        live = await self.live(request)
        return json_reply(Deleted(await self.lobby.delete(live, self.token(request))))

    async def export(self, request: Request) -> Response:
        """The games of a visitor, with the records of those that are over."""
        wanted = await self.read(request, _TABLES)
        if len(wanted.tables) > MOST_TABLES:
            raise Refusal("too-large", f"At most {MOST_TABLES} tables can be asked about at once.")
        return json_reply(Export(await self.together.exported(wanted.tables)))

    async def view(self, request: Request) -> Response:
        """The room as its viewer sees it."""
        live = await self.live(request)
        viewer = await self.viewer(request, live)
        async with live.lock:
            data = live.event_bytes(viewer.seat, viewer.host, viewer.seen, viewer.language)
        return Response(data, media_type="application/json")

    async def stream(self, request: Request) -> Response:
        """Everything that happens, one message per line."""
        live = await self.live(request)
        viewer = await self.viewer(request, live)
        return StreamingResponse(lines(live, viewer), media_type="application/x-ndjson")

    async def command(self, request: Request) -> Response:
        """Carry out a command."""
        live = await self.live(request)
        viewer = await self.viewer(request, live)
        command = decode_command(await self.body(request))
        try:
            source = address_of(request)
            return json_reply(await live.command(viewer.holder, command, viewer.language, source))
        except StorageError:
            raise
        except RepulseError as error:
            async with live.lock:
                made = refused_command(live, viewer, error, command.id)
            return Response(encode(made), _STATUS.get(made.code, 400), media_type="application/json")

    async def scores(self, request: Request) -> Response:
        """Where everybody's points come from, as of now."""
        live = await self.live(request)
        viewer = await self.viewer(request, live)
        async with live.lock:
            live.check()
            room = live.room
            display = display_of(room.stored.game, viewer.language, room.names)
            view = room.playing.state.view(viewer.seat)
            with self.lobby.work.charged():
                parts = [display.score_parts(view, seat) for seat in range(view.players)]
        return json_reply(parts)

    async def record(self, request: Request) -> Response:
        """The record, once the game is over; before that it would reveal every card."""
        live = await self.live(request)
        await self.viewer(request, live)
        async with live.lock:
            live.check()
            if live.room.stage != "over":
                raise Refusal("hidden", "The record can be had when the game is over.")
            text = live.room.record().to_json()
        name = f"{live.room.stored.game}-{live.room.room}.json"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(text, media_type="application/json", headers=headers)

    async def replay(self, request: Request) -> Response:
        """A position of the room's game: for any viewer once it is over, for the requester before that."""
        live = await self.live(request)
        viewer = await self.viewer(request, live)
        eyes = self.number(request, "as", EVERYTHING if live.room.stage == "over" else viewer.seat)
        if live.room.stage != "over" and eyes != viewer.seat:
            raise Refusal(
                "hidden", "While the game goes on, it can be looked at through your own eyes alone."
            )
        step = self.number(request, "step", -1)
        if live.room.old is not None:
            return await self._show_kept(live.room.room, step, viewer.language)
        async with live.lock:
            live.check()
            text = live.room.record().to_json()
        return await self._show(text, step, eyes, viewer.language)

    async def _show_kept(self, room: str, step: int, language: str) -> Response:
        """A position of a game by rules that are not played any more, as it was shown when they were."""
        kept = await self.lobby.replays.load(room, language)
        if kept is None:
            raise Refusal("old-rules", "This game was played by older rules, and was not kept for replay.")
        begun = time.monotonic()
        made = await asyncio.to_thread(shown_step, kept, step)
        self.lobby.work.charge(time.monotonic() - begun)
        return json_reply(made)

    async def upload(self, request: Request) -> Response:
        """A position of a record sent with the request."""
        wanted = await self.read(request, _REPLAY, 2 * LARGEST_RECORD)
        if len(wanted.record) > LARGEST_RECORD:
            raise Refusal("too-large", f"A record has at most {LARGEST_RECORD} bytes.")
        return await self._show(wanted.record, wanted.step, wanted.viewer, wanted.language)

    async def _show(self, record: str, step: int, viewer: int, language: str) -> Response:
        if self.replayers.waiting() >= self.lobby.quotas.waiting_replays:
            limit_hit("waiting_replays", "all clients together")
            raise Refusal("busy", "Many look at replays just now. Please try again in a moment.")
        try:
            job = Show(record, step, viewer, language[:8])
            begun = time.monotonic()
            try:
                report = await self.replayers.do("", job, self.lobby.quotas.replay_seconds)
            finally:
                self.lobby.work.charge(time.monotonic() - begun)
        except HelperFailed as error:
            raise Refusal("bad-record", f"This record cannot be shown: {error}") from error
        assert isinstance(report, Shown)
        return Response(bytes(report.step), media_type="application/json")

    async def hint(self, request: Request) -> Response:
        """What a strong player would answer in the place of the requester."""
        live = await self.live(request)
        viewer = await self.viewer(request, live)
        return json_reply(await self.advice.hints(live, viewer))

    async def review(self, request: Request) -> Response:
        """A review of the room's game, once it is over: lines of progress, then the review."""
        live = await self.live(request)
        viewer = await self.viewer(request, live)
        async with live.lock:
            live.check()
            if live.room.stage != "over":
                raise Refusal("hidden", "A game can be reviewed when it is over.")
            text = live.room.record().to_json()
        return self._reviewed(text, viewer.language)

    async def review_upload(self, request: Request) -> Response:
        """A review of a record sent with the request."""
        wanted = await self.read(request, _REVIEW, 2 * LARGEST_RECORD)
        if len(wanted.record) > LARGEST_RECORD:
            raise Refusal("too-large", f"A record has at most {LARGEST_RECORD} bytes.")
        return self._reviewed(wanted.record, wanted.language[:8])

    def _reviewed(self, record: str, language: str) -> Response:
        lines = self.advice.review(record, language)
        return StreamingResponse(lines, media_type="application/x-ndjson")

    async def cards(self, request: Request) -> Response:
        """Every card with its facts, texts and picture."""
        wanted = request.query_params
        made = await asyncio.to_thread(
            card_file, wanted.get("game", game_names()[0]), wanted.get("lang", "en"), wanted.get("theme", "")
        )
        headers = {"ETag": made.tag, "Cache-Control": "public, max-age=0, must-revalidate"}
        if request.query_params.get("v") == made.tag.strip('"'):
            headers["Cache-Control"] = "public, max-age=31536000, immutable"
        if request.headers.get("if-none-match") == made.tag:
            return Response(status_code=304, headers=headers)
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
            return Response(made.gzipped, media_type="application/json", headers=headers)
        return Response(made.data, media_type="application/json", headers=headers)

    async def rules(self, request: Request) -> Response:
        """The rules of a mode, for people, with a legend of symbols."""
        wanted = request.query_params
        game = wanted.get("game", game_names()[0])
        text = await asyncio.to_thread(rules_json, game, wanted.get("mode", ""), wanted.get("lang", "en"))
        return Response(
            text, media_type="application/json", headers={"Cache-Control": "public, max-age=3600"}
        )

    async def health(self, request: Request) -> Response:
        """Whether the process answers at all."""
        return json_reply({"ok": True})

    async def ready(self, request: Request) -> Response:
        """Whether games can be played: the database takes what is written."""
        why = await self.readiness.why_not()
        return json_reply(Ready(not why, why), 503 if why else 200)

    # --- for the operator ---

    async def metrics(self, request: Request) -> Response:
        """Everything that is counted, for Prometheus."""
        self.admin.check(request)
        return await self.admin.metrics()

    async def admin_rooms(self, request: Request) -> Response:
        """The rooms that were used last."""
        self.admin.check(request)
        return json_reply(await self.admin.rooms())

    async def admin_look(self, request: Request) -> Response:
        """A room as a spectator sees it."""
        self.admin.check(request)
        data = await self.admin.look(request.path_params["room"], request.query_params.get("lang", "en"))
        return Response(data, media_type="application/json")

    async def admin_close(self, request: Request) -> Response:
        """End a game."""
        self.admin.check(request)
        await self.admin.close(request.path_params["room"])
        return json_reply({"closed": True})

    async def admin_statistics(self, request: Request) -> Response:
        """How much of everything there is."""
        self.admin.check(request)
        return json_reply(await self.admin.statistics())

    async def admin_bans(self, request: Request) -> Response:
        """Who is kept out."""
        self.admin.check(request)
        return json_reply(await self.admin.banned())

    async def admin_ban(self, request: Request) -> Response:
        """Keep an address out."""
        self.admin.check(request)
        wanted = await self.read(request, _NEW_BAN)
        await self.bans.add(self.lobby.storage, wanted.network, wanted.why)
        await self.lobby.tell(bans=True)
        return json_reply(await self.admin.banned())

    async def admin_unban(self, request: Request) -> Response:
        """Let an address in again."""
        self.admin.check(request)
        if not await self.bans.remove(self.lobby.storage, request.query_params.get("network", "")):
            raise Refusal("not-found", "This address is not banned.")
        await self.lobby.tell(bans=True)
        return json_reply(await self.admin.banned())


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
        if api.bans.is_banned(address_of(request)):
            raise Refusal("banned", "Your address is kept out of this server.")
        await _turn(api.lobby, request)
        return await route.handle(api, request)
    except ClientDisconnect:
        return Response(status_code=400)
    except RepulseError as error:
        return problem(error)


ROUTES: Final = (
    Route("GET", "/api/games", "What there is to play.", Api.games, gives=Games),
    Route(
        "GET",
        "/api/cards.json",
        "Every card of a game: facts, words, picture.",
        Api.cards,
        query=("lang", "theme", "v"),
    ),
    Route(
        "GET",
        "/api/rules",
        "The rules of a mode for people, with a legend of symbols.",
        Api.rules,
        gives=Rules,
        query=("game", "mode", "lang"),
    ),
    Route("GET", "/api/rooms", "The rooms that are listed.", Api.list_rooms, gives=RoomList),
    Route("POST", "/api/rooms", "Make a room.", Api.create, CreateRoom, Seated),
    Route("GET", "/api/rooms/{room}", "A room from outside.", Api.room, gives=RoomInfo),
    Route(
        "DELETE",
        "/api/rooms/{room}",
        "Delete a lobby (host), or a finished game once all who played it want it.",
        Api.delete,
        gives=Deleted,
        token=True,
    ),
    Route(
        "POST",
        "/api/export",
        "Your games, with the records of those that are over.",
        Api.export,
        TablesRequest,
        Export,
    ),
    Route("POST", "/api/rooms/{room}/join", "Take an open seat.", Api.join, Join, Seated),
    Route(
        "POST",
        "/api/tables",
        "How your tables stand: whose turn it is, how they ended.",
        Api.tables,
        TablesRequest,
        Tables,
    ),
    Route(
        "GET",
        "/api/rooms/{room}/view",
        "The room as you see it.",
        Api.view,
        None,
        Event,
        ("after", "lang"),
        True,
    ),
    Route(
        "GET",
        "/api/rooms/{room}/stream",
        "All that happens: a message a line, an empty line when there is nothing to tell.",
        Api.stream,
        query=("after", "lang"),
        token=True,
    ),
    Route(
        "POST",
        "/api/rooms/{room}/commands",
        "Do a command: answer, undo, start, seat, leave, return, say, chat, rematch.",
        Api.command,
        Command,
        Done | Refused,
        ("lang",),
        True,
    ),
    Route(
        "GET",
        "/api/rooms/{room}/scores",
        "Where everybody's points are from.",
        Api.scores,
        None,
        list[list[ScorePart]],
        ("lang",),
        True,
    ),
    Route("GET", "/api/rooms/{room}/record", "The record of a game that is over.", Api.record, token=True),
    Route(
        "GET",
        "/api/rooms/{room}/replay",
        "A position of the game.",
        Api.replay,
        None,
        ReplayStep,
        ("step", "as", "lang"),
        True,
    ),
    Route(
        "POST",
        "/api/rooms/{room}/hint",
        "What a strong player would answer to your question, and why.",
        Api.hint,
        None,
        Hints,
        ("lang",),
        True,
    ),
    Route(
        "POST",
        "/api/rooms/{room}/review",
        "A review of a game that is over: lines of progress, then the review.",
        Api.review,
        query=("lang",),
        token=True,
    ),
    Route(
        "POST",
        "/api/rooms/{room}/play-on",
        "A new room that begins from a position of a game that is over, against bots.",
        Api.play_on,
        PlayOn,
        Seated,
        token=True,
    ),
    Route("POST", "/api/review", "The same of an uploaded record.", Api.review_upload, ReviewRequest),
    Route("POST", "/api/replay", "A position of an uploaded record.", Api.upload, ReplayRequest, ReplayStep),
    Route(
        "GET",
        "/metrics",
        "What is counted, for Prometheus; needs the operator's token.",
        Api.metrics,
        token=True,
    ),
    Route(
        "GET",
        "/api/admin/rooms",
        "The rooms that were used last.",
        Api.admin_rooms,
        gives=AdminRooms,
        token=True,
    ),
    Route(
        "GET",
        "/api/admin/rooms/{room}",
        "A room as a spectator sees it.",
        Api.admin_look,
        gives=Event,
        query=("lang",),
        token=True,
    ),
    Route("POST", "/api/admin/rooms/{room}/close", "End a game.", Api.admin_close, token=True),
    Route(
        "GET",
        "/api/admin/statistics",
        "How much of everything there is.",
        Api.admin_statistics,
        gives=Statistics,
        token=True,
    ),
    Route("GET", "/api/admin/bans", "Who is kept out.", Api.admin_bans, gives=BanList, token=True),
    Route("POST", "/api/admin/bans", "Keep an address out.", Api.admin_ban, NewBan, BanList, token=True),
    Route(
        "DELETE",
        "/api/admin/bans",
        "Let an address in again.",
        Api.admin_unban,
        gives=BanList,
        query=("network",),
        token=True,
    ),
    Route("GET", "/healthz", "Whether the process answers at all.", Api.health),
    Route("GET", "/readyz", "Whether games can be played; 503 and why if not.", Api.ready, gives=Ready),
    Route("GET", "/api/health", "The same as /readyz.", Api.ready, gives=Ready),
)
