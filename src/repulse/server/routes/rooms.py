"""The routes of rooms: create, join, look, play."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from repulse.engine.contract import RepulseError
from repulse.engine.display.screen import ScorePart
from repulse.games import display_of
from repulse.server.api import STATUS, Api, Route, json_reply
from repulse.server.connections import address_of, check_place, decode_command, lines, refused_command
from repulse.server.exports import Deleted, Export
from repulse.server.limits import limit_hit
from repulse.server.live_room import LiveRoom
from repulse.server.storage import StorageError
from repulse.server.wire import Reader
from repulse.table.messages import Command, Done, Event, Refused, RoomInfo
from repulse.table.protocol import (
    CreateRoom,
    Join,
    PlayOn,
    RoomList,
    Seated,
    Tables,
    TablesRequest,
    TableText,
)
from repulse.table.room import Refusal
from repulse.table.viewer_events import table_text

_CREATE_ROOM: Final = Reader[CreateRoom](CreateRoom)
_JOIN: Final = Reader[Join](Join)
_PLAY_ON: Final = Reader[PlayOn](PlayOn)


async def list_rooms(api: Api, request: Request) -> Response:
    """The listed rooms."""
    rooms = await api.together.listed()
    with api.lobby.work.charged():
        return json_reply(RoomList(rooms))


async def create(api: Api, request: Request) -> Response:
    """Create a room."""
    wanted = await api.read(request, _CREATE_ROOM)
    await _check_rate(api, request)
    person = await api.person(request)
    live, seat, token = await api.lobby.create(wanted, address_of(request))
    await api.hold(person, live, token)
    return json_reply(Seated(live.room.room, seat, token, _link(request, live)), 201)


async def _check_rate(api: Api, request: Request) -> None:
    """Refuse more new rooms to an address than it may have in a short time."""
    if not await api.lobby.may("rooms_a_minute", address_of(request)):
        limit_hit("rooms_a_minute", address_of(request))
        raise Refusal("too-many-rooms", "You have created many rooms in a short time. Please wait a little.")


def _link(request: Request, live: LiveRoom) -> str:
    """The address at which others find a room."""
    return f"{request.base_url}room/{live.room.room}"


async def show(api: Api, request: Request) -> Response:
    """A room seen from outside: enough to decide whether to join."""
    return json_reply((await api.live(request)).info())


async def delete(api: Api, request: Request) -> Response:
    """Delete a lobby, or a finished game once all who played it want it."""
    live = await api.live(request)
    return json_reply(Deleted(await api.lobby.delete(live, api.token(request))))


async def join(api: Api, request: Request) -> Response:
    """Take a seat."""
    live = await api.live(request)
    wanted = await api.read(request, _JOIN)
    person = await api.person(request)
    seat, token = await api.lobby.join(live, wanted, address_of(request))
    await api.hold(person, live, token)
    return json_reply(Seated(live.room.room, seat, token, _link(request, live)), 201)


async def tables(api: Api, request: Request) -> Response:
    """How the tables of a visitor stand."""
    return json_reply(Tables(await api.together.tables(await api.held_tables(request))))


async def export(api: Api, request: Request) -> Response:
    """The games of a visitor, with the records of those that are over."""
    return json_reply(Export(await api.together.exported(await api.held_tables(request))))


async def view(api: Api, request: Request) -> Response:
    """The room as its viewer sees it."""
    live = await api.live(request)
    viewer = await api.viewer(request, live)
    async with live.lock:
        data = live.event_bytes(viewer.seat, viewer.host, viewer.seen, viewer.language)
    return Response(data, media_type="application/json")


async def stream(api: Api, request: Request) -> Response:
    """Everything that happens, one message per line."""
    live = await api.live(request)
    viewer = await api.viewer(request, live)
    check_place(api.lobby.quotas, live, viewer)
    return StreamingResponse(lines(live, viewer), media_type="application/x-ndjson")


async def obey(api: Api, request: Request) -> Response:
    """Carry out a command."""
    live = await api.live(request)
    viewer = await api.viewer(request, live)
    command = decode_command(await api.body(request))
    try:
        source = address_of(request)
        return json_reply(await live.command(viewer.holder, command, viewer.language, source))
    except StorageError:
        raise
    except RepulseError as error:
        async with live.lock:
            made = refused_command(live, viewer, error, command.id)
        return json_reply(made, STATUS.get(made.code, 400))


async def scores(api: Api, request: Request) -> Response:
    """Where everybody's points come from, as of now."""
    live = await api.live(request)
    viewer = await api.viewer(request, live)
    async with live.lock:
        live.check()
        room = live.room
        display = display_of(room.stored.game, viewer.language, room.names)
        view = room.playing.state.view(viewer.seat)
        with api.lobby.work.charged():
            parts = [display.score_parts(view, seat) for seat in range(view.players)]
    return json_reply(parts)


async def words(api: Api, request: Request) -> Response:
    """The table in words, as its viewer sees it."""
    live = await api.live(request)
    viewer = await api.viewer(request, live)
    async with live.lock:
        live.check()
        with api.lobby.work.charged():
            made = table_text(live.room, viewer.seat, viewer.language)
    return json_reply(made)


async def play_on(api: Api, request: Request) -> Response:
    """Create a room that begins from a position of this one's game, which is over."""
    live = await api.live(request)
    await api.viewer(request, live)
    wanted = await api.read(request, _PLAY_ON)
    await _check_rate(api, request)
    async with live.lock:
        live.check()
    made, seat, token = await api.lobby.play_on(live.room, wanted, address_of(request))
    return json_reply(Seated(made.room.room, seat, token, _link(request, made)), 201)


ROUTES: Final = (
    Route("GET", "/api/rooms", "The rooms that are listed.", list_rooms, gives=RoomList),
    Route("POST", "/api/rooms", "Make a room.", create, CreateRoom, Seated),
    Route("GET", "/api/rooms/{room}", "A room from outside.", show, gives=RoomInfo),
    Route(
        "DELETE",
        "/api/rooms/{room}",
        "Delete a lobby (host), or a finished game once all who played it want it.",
        delete,
        gives=Deleted,
        token=True,
    ),
    Route("POST", "/api/rooms/{room}/join", "Take an open seat.", join, Join, Seated),
    Route(
        "POST",
        "/api/tables",
        "How your tables stand: whose turn it is, how they ended.",
        tables,
        TablesRequest,
        Tables,
    ),
    Route(
        "POST",
        "/api/export",
        "Your games, with the records of those that are over.",
        export,
        TablesRequest,
        Export,
    ),
    Route(
        "GET",
        "/api/rooms/{room}/view",
        "The room as you see it.",
        view,
        None,
        Event,
        ("after", "lang"),
        True,
    ),
    Route(
        "GET",
        "/api/rooms/{room}/stream",
        "All that happens: a message a line, an empty line when there is nothing to tell.",
        stream,
        query=("after", "lang"),
        token=True,
    ),
    Route(
        "POST",
        "/api/rooms/{room}/commands",
        "Do a command: answer, undo, start, seat, leave, return, say, chat, rematch.",
        obey,
        Command,
        Done | Refused,
        ("lang",),
        True,
    ),
    Route(
        "GET",
        "/api/rooms/{room}/scores",
        "Where everybody's points are from.",
        scores,
        None,
        list[list[ScorePart]],
        ("lang",),
        True,
    ),
    Route(
        "GET",
        "/api/rooms/{room}/words",
        "The table in words, as you see it.",
        words,
        None,
        TableText,
        ("lang",),
        True,
    ),
    Route(
        "POST",
        "/api/rooms/{room}/play-on",
        "A new room that begins from a position of a game that is over, against bots.",
        play_on,
        PlayOn,
        Seated,
        token=True,
    ),
)
