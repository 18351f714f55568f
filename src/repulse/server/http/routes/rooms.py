"""The routes of rooms: create, join, look, play."""

from __future__ import annotations

import contextlib
from typing import Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from repulse.engine.contract import RepulseError
from repulse.engine.display.screen import ScorePart
from repulse.games import display_of
from repulse.server.db.storage import StorageError
from repulse.server.guard.limits import MAX_ROOM_BYTES, log_limit
from repulse.server.http.api import NDJSON, Api, Route, json_reply
from repulse.server.http.card_files import room_card_file
from repulse.server.http.connections import address_of, check_place, decode_command, lines, refused_command
from repulse.server.http.links import link_to
from repulse.server.http.routes.daily import find_deal
from repulse.server.http.routes.games import file_reply
from repulse.server.http.wire import Reader
from repulse.server.people.deals import today
from repulse.server.people.exports import Deleted, Export
from repulse.server.people.registry import Person
from repulse.server.rooms.session import RoomSession
from repulse.table.overlays import room_overlays, room_rules
from repulse.table.refusals import RefusalCode, RefusalError
from repulse.table.viewer_events import table_text
from repulse.table.wire.catalog import Rules
from repulse.table.wire.commands import Command
from repulse.table.wire.replies import Done, Refused
from repulse.table.wire.rooms import (
    CreateRoom,
    Join,
    PlayOn,
    RoomList,
    RoomOverlays,
    Seated,
    Tables,
    TablesRequest,
    TableText,
)
from repulse.table.wire.views import Event, RoomInfo

_CREATE_ROOM: Final = Reader[CreateRoom](CreateRoom)
_JOIN: Final = Reader[Join](Join)
_PLAY_ON: Final = Reader[PlayOn](PlayOn)


async def list_rooms(api: Api, request: Request) -> Response:
    """Return the listed rooms."""
    rooms = await api.view.listed()
    with api.lobby.work.charged():
        return json_reply(RoomList(rooms))


async def create(api: Api, request: Request) -> Response:
    """Create a room."""
    message = await api.read(request, _CREATE_ROOM, MAX_ROOM_BYTES)
    await _check_rate(api, request)
    person = await api.person(request)
    if message.deal and person is not None:
        return json_reply(await _create_try(api, request, message, person=person))
    return json_reply(await _create(api, request, message, person=person))


async def _create(api: Api, request: Request, message: CreateRoom, *, person: Person | None) -> Seated:
    session, seat, token = await api.lobby.create(message, address_of(request))
    await api.hold(person, session, token, source=address_of(request))
    return Seated(session.room.id, seat, token, _link(api, request, session))


async def _create_try(api: Api, request: Request, message: CreateRoom, *, person: Person) -> Seated:
    """Create a try of a deal of the day, or return to the rated one: a person has a single rated try."""
    deal, deals = find_deal(api, message.deal), api.lobby.deals
    if deal.day != today():
        message.rated_try = False
        return await _create(api, request, message, person=person)
    earlier = await deals.claim(person.id, deal)
    if earlier is None:
        message.rated_try = True
        try:
            seated = await _create(api, request, message, person=person)
            await deals.begin(person.id, deal, seated.room)
        finally:
            await deals.release(person.id, deal)
        return seated
    if not earlier:
        raise RefusalError(RefusalCode.BUSY, "This deal is being opened. Please try again.")
    with contextlib.suppress(RefusalError):
        # A room that was deleted is a try that has been used up.
        room = (await api.lobby.rooms.look(earlier)).room
        if room.stage != "over":
            owner = room.seats[deal.seat].owner
            await api.lobby.people.hold(person, earlier, owner, from_start=True, source=address_of(request))
            return Seated(
                earlier, deal.seat, api.token(request), link_to(request, f"/room/{earlier}", api.hosts)
            )
    message.rated_try = False
    return await _create(api, request, message, person=person)


async def _check_rate(api: Api, request: Request) -> None:
    """Refuse more new rooms to an address than it may have in a short time."""
    if not await api.lobby.limits.take("rooms_per_minute", address_of(request)):
        log_limit("rooms_per_minute", address_of(request))
        raise RefusalError(RefusalCode.TOO_MANY_ROOMS, "Too many new rooms. Please try again shortly.")


def _link(api: Api, request: Request, session: RoomSession) -> str:
    """Return the address at which others find a room."""
    return link_to(request, f"/room/{session.room.id}", api.hosts)


async def show(api: Api, request: Request) -> Response:
    """Return a room as outsiders see it: enough to decide whether to join."""
    return json_reply((await api.session(request)).events.info())


async def delete(api: Api, request: Request) -> Response:
    """Delete a lobby, or a finished game once all who played it want it."""
    session = await api.session(request)
    return json_reply(Deleted(await api.lobby.deletion.delete(session, api.token(request))))


async def join(api: Api, request: Request) -> Response:
    """Take a seat."""
    session = await api.session(request)
    message = await api.read(request, _JOIN)
    person = await api.person(request)
    seat, token = await api.lobby.join(session, message, address_of(request))
    await api.hold(person, session, token, source=address_of(request))
    return json_reply(Seated(session.room.id, seat, token, _link(api, request, session)))


async def tables(api: Api, request: Request) -> Response:
    """Return the state of a visitor's rooms."""
    return json_reply(Tables(await api.view.tables(await api.seat_tokens(request))))


async def export(api: Api, request: Request) -> Response:
    """Return the games of a visitor, with the records of finished ones."""
    return json_reply(Export(await api.view.exported(await api.seat_tokens(request))))


async def view(api: Api, request: Request) -> Response:
    """Return the room as its viewer sees it."""
    session = await api.session(request)
    viewer = await api.viewer(request, session)
    async with session.lock:
        data = session.events.encoded(
            viewer.seat, is_host=viewer.is_host, since=viewer.seen, language=viewer.language
        )
    return Response(data, media_type="application/json")


async def stream(api: Api, request: Request) -> Response:
    """Return everything that happens, one message per line."""
    session = await api.session(request)
    viewer = await api.viewer(request, session)
    check_place(api.lobby.quotas, session, viewer)
    return StreamingResponse(lines(session, viewer), media_type=NDJSON)


async def post_command(api: Api, request: Request) -> Response:
    """Carry out a command."""
    session = await api.session(request)
    viewer = await api.viewer(request, session)
    command = decode_command(await api.body(request))
    try:
        source = address_of(request)
        return json_reply(
            await session.command(viewer.owner, command, language=viewer.language, source=source)
        )
    except StorageError:
        raise
    except RepulseError as error:
        async with session.lock:
            refusal = refused_command(session, viewer, error, command=command.id)
        return json_reply(refusal, RefusalCode(refusal.code).http_status)


async def scores(api: Api, request: Request) -> Response:
    """Return the current breakdown of everybody's score."""
    session = await api.session(request)
    viewer = await api.viewer(request, session)
    async with session.lock:
        session.committer.check()
        room = session.room
        display = display_of(room.stored.game, viewer.language, room.names)
        view = room.playing.state.view(viewer.seat)
        with api.lobby.work.charged():
            parts = [display.score_parts(view, seat) for seat in range(view.players)]
    return json_reply(parts)


async def words(api: Api, request: Request) -> Response:
    """Return the table as text, as its viewer sees it."""
    session = await api.session(request)
    viewer = await api.viewer(request, session)
    async with session.lock:
        session.committer.check()
        with api.lobby.work.charged():
            text = table_text(session.room, viewer.seat, viewer.language)
    return json_reply(text)


async def overlays(api: Api, request: Request) -> Response:
    """Return the changes that the overlays of a room make, as text: anyone who might join may know them."""
    session = await api.session(request)
    with api.lobby.work.charged():
        return json_reply(room_overlays(session.room, request.query_params.get("lang", "en")))


async def cards(api: Api, request: Request) -> Response:
    """Return every card as this room plays it."""
    session = await api.session(request)
    with api.lobby.work.charged():
        file = room_card_file(session.room, request.query_params.get("lang", "en"))
    return file_reply(request, file)


async def rules(api: Api, request: Request) -> Response:
    """Return the rules as this room plays them."""
    session = await api.session(request)
    with api.lobby.work.charged():
        return json_reply(room_rules(session.room, request.query_params.get("lang", "en")))


async def play_on(api: Api, request: Request) -> Response:
    """Create a room that continues from a position of this room's finished game."""
    session = await api.session(request)
    await api.viewer(request, session)
    message = await api.read(request, _PLAY_ON)
    await _check_rate(api, request)
    async with session.lock:
        session.committer.check()
    new_session, seat, token = await api.lobby.play_on(session.room, message, address_of(request))
    return json_reply(Seated(new_session.room.id, seat, token, _link(api, request, new_session)))


ROUTES: Final = (
    Route("GET", "/api/rooms", list_rooms, summary="The rooms that are listed.", response_type=RoomList),
    Route(
        "POST",
        "/api/rooms",
        create,
        summary="Create a room.",
        request_type=CreateRoom,
        response_type=Seated,
        status=201,
    ),
    Route("GET", "/api/rooms/{room}", show, summary="A room as outsiders see it.", response_type=RoomInfo),
    Route(
        "DELETE",
        "/api/rooms/{room}",
        delete,
        summary="Delete a lobby (host), or a finished game once all who played it want it.",
        response_type=Deleted,
        has_token=True,
    ),
    Route(
        "POST",
        "/api/rooms/{room}/join",
        join,
        summary="Take an open seat.",
        request_type=Join,
        response_type=Seated,
        status=201,
    ),
    Route(
        "POST",
        "/api/tables",
        tables,
        summary="The state of your rooms: whose turn it is, how they ended.",
        request_type=TablesRequest,
        response_type=Tables,
    ),
    Route(
        "POST",
        "/api/export",
        export,
        summary="Your games, with the records of those that are over.",
        request_type=TablesRequest,
        response_type=Export,
    ),
    Route(
        "GET",
        "/api/rooms/{room}/view",
        view,
        summary="The room as you see it.",
        response_type=Event,
        query={"after": int, "lang": str},
        has_token=True,
    ),
    Route(
        "GET",
        "/api/rooms/{room}/stream",
        stream,
        summary="All events as a stream: one message per line, and empty lines as keep-alive.",
        query={"after": int, "lang": str},
        has_token=True,
        media_type=NDJSON,
    ),
    Route(
        "POST",
        "/api/rooms/{room}/commands",
        post_command,
        summary="Carry out a command: answer, undo, start, seat, leave, return, say, chat, rematch.",
        request_type=Command,
        response_type=Done | Refused,
        query={"lang": str},
        has_token=True,
    ),
    Route(
        "GET",
        "/api/rooms/{room}/scores",
        scores,
        summary="The breakdown of everybody's score.",
        response_type=list[list[ScorePart]],
        query={"lang": str},
        has_token=True,
    ),
    Route(
        "GET",
        "/api/rooms/{room}/words",
        words,
        summary="The table as text, as you see it.",
        response_type=TableText,
        query={"lang": str},
        has_token=True,
    ),
    Route(
        "GET",
        "/api/rooms/{room}/overlays",
        overlays,
        summary="The changes that the overlays of the room make, as text.",
        response_type=RoomOverlays,
        query={"lang": str},
    ),
    Route(
        "GET",
        "/api/rooms/{room}/cards.json",
        cards,
        summary="Every card as this room plays it.",
        query={"lang": str, "v": str},
    ),
    Route(
        "GET",
        "/api/rooms/{room}/rules",
        rules,
        summary="The rules as this room plays them.",
        response_type=Rules,
        query={"lang": str},
    ),
    Route(
        "POST",
        "/api/rooms/{room}/play-on",
        play_on,
        summary="A new room that begins from a position of a game that is over, against bots.",
        request_type=PlayOn,
        response_type=Seated,
        has_token=True,
        status=201,
    ),
)
