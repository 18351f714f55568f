"""The routes of identities and ratings."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from repulse.engine.contract import RepulseError
from repulse.server.guard.limits import MAX_TABLES
from repulse.server.http.api import Api, Route, json_reply
from repulse.server.http.connections import address_of
from repulse.server.http.wire import Reader
from repulse.server.people.exports import ExportedGame
from repulse.server.people.identity import (
    MyTables,
    NewLink,
    PersonExport,
    PersonWish,
    Profile,
    RatingTable,
    SignedIn,
    Taken,
)
from repulse.server.people.registry import Person
from repulse.server.people.results import rating_table, results_of
from repulse.server.people.seat_tokens import exported_game, table_state
from repulse.table.refusals import RefusalError
from repulse.table.wire.rooms import TablesRequest, TableState

_WISH: Final = Reader[PersonWish](PersonWish)


async def _me(api: Api, request: Request) -> Person:
    """Return the signed-in person.

    Raises:
        RefusalError: The request has no valid key.
    """
    return await api.lobby.people.need(api.token(request), address_of(request))


async def create(api: Api, request: Request) -> Response:
    """Create an identity."""
    wish = await api.read(request, _WISH)
    return json_reply(await api.lobby.people.create(wish, address_of(request)))


async def show(api: Api, request: Request) -> Response:
    """Return the profile of the requester."""
    return json_reply(await api.lobby.people.profile((await _me(api, request)).id))


async def change(api: Api, request: Request) -> Response:
    """Change name, avatar, or whether the person is listed in the ratings."""
    person = await _me(api, request)
    await api.lobby.people.change(person, await api.read(request, _WISH))
    return json_reply(await api.lobby.people.profile(person.id))


async def remove(api: Api, request: Request) -> Response:
    """Delete a person: games without other people are deleted, in the others bots take over."""
    person = await _me(api, request)
    lobby = api.lobby
    for room, owner in await lobby.people.seats(person.id):
        # Rooms that no longer exist need not be left.
        with contextlib.suppress(RepulseError):
            await api.view.part(room, owner)
        await asyncio.sleep(0)
    await lobby.people.remove(person)
    return json_reply({"deleted": True})


async def sign_in(api: Api, request: Request) -> Response:
    """Create a key for another device, in exchange for that of the private link."""
    people = api.lobby.people
    link = await people.need(api.token(request), address_of(request), "link")
    return json_reply(await people.sign_in(link))


async def sign_out(api: Api, request: Request) -> Response:
    """Sign out this device, or all others."""
    everywhere = request.query_params.get("which", "this") == "others"
    person = await _me(api, request)
    await api.lobby.people.sign_out(person, everywhere)
    return json_reply({"signed_out": True})


async def new_link(api: Api, request: Request) -> Response:
    """Replace the private link."""
    return json_reply(NewLink(await api.lobby.people.new_link(await _me(api, request))))


async def tables(api: Api, request: Request) -> Response:
    """Return the requester's unfinished games, and the results of the others."""
    person = await _me(api, request)
    lobby = api.lobby
    seats = await lobby.people.seats(person.id)
    held = {room for room, _ in seats}
    results = [result for result in await results_of(lobby.storage, person.id) if result.room in held]
    over = {result.room for result in results}
    going: list[TableState] = []
    for room, owner in seats:
        if room in over or len(going) >= MAX_TABLES:
            continue
        with contextlib.suppress(RefusalError):
            going.append(await table_state(await lobby.rooms.look(room), owner))
    return json_reply(MyTables(going, results))


async def take_along(api: Api, request: Request) -> Response:
    """Claim seats that were taken without an identity. Games that have begun do not count for ratings."""
    person = await _me(api, request)
    claims = await api.seat_tokens(request)
    lobby = api.lobby
    taken = 0
    for held in claims:
        with contextlib.suppress(RefusalError):
            room = (await lobby.rooms.look(held.room)).room
            owner = await lobby.people.holder_in(room, held.token, address_of(request))
            if room.is_known(owner):
                source, from_start = address_of(request), room.stage == "lobby"
                taken += await lobby.people.hold(
                    person, held.room, owner, from_start=from_start, source=source
                )
    return json_reply(Taken(taken))


async def let_go(api: Api, request: Request) -> Response:
    """Remove a table from the list of a person."""
    await api.lobby.people.let_go(await _me(api, request), request.query_params.get("room", ""))
    return json_reply({"let_go": True})


async def export(api: Api, request: Request) -> Response:
    """Return everything that is stored about a person, with the records of finished games."""
    person = await _me(api, request)
    lobby = api.lobby
    games: list[ExportedGame] = []
    for room, owner in await lobby.people.seats(person.id):
        with contextlib.suppress(RepulseError):
            game = await exported_game(await lobby.rooms.look(room), owner)
            if game is not None:
                games.append(game)
        await lobby.work.turn(address_of(request))
    exported = PersonExport(
        await lobby.people.profile(person.id),
        await lobby.people.keys(person),
        await results_of(lobby.storage, person.id),
        games,
        await lobby.deals.tries_of(person.id),
    )
    return json_reply(exported)


async def ratings(api: Api, request: Request) -> Response:
    """Return the ratings of a game."""
    game = api.lobby.catalog.game(request.query_params.get("game", ""))
    person = await api.lobby.people.find(api.token(request), address_of(request))
    mode = request.query_params.get("mode", "")[:32]
    return json_reply(
        await rating_table(api.lobby.storage, game.name, mode, person=person.id if person else "")
    )


ROUTES: Final = (
    Route(
        "POST",
        "/api/me",
        create,
        summary="Keep an identity.",
        request_type=PersonWish,
        response_type=SignedIn,
        status=201,
    ),
    Route("GET", "/api/me", show, summary="Who you are.", response_type=Profile, has_token=True),
    Route(
        "PUT",
        "/api/me",
        change,
        summary="Another name or face.",
        request_type=PersonWish,
        response_type=Profile,
        has_token=True,
    ),
    Route("DELETE", "/api/me", remove, summary="Forget everything about you.", has_token=True),
    Route(
        "POST",
        "/api/me/devices",
        sign_in,
        summary="Sign in on another device, with the key of the private link.",
        response_type=SignedIn,
        has_token=True,
        status=201,
    ),
    Route(
        "DELETE",
        "/api/me/devices",
        sign_out,
        summary="Sign out this device, or (which=others) all others.",
        query={"which": str},
        has_token=True,
    ),
    Route(
        "POST",
        "/api/me/link",
        new_link,
        summary="A new private link in place of the last.",
        response_type=NewLink,
        has_token=True,
    ),
    Route(
        "GET",
        "/api/me/tables",
        tables,
        summary="Your tables and results.",
        response_type=MyTables,
        has_token=True,
    ),
    Route(
        "POST",
        "/api/me/tables",
        take_along,
        summary="Take seats along that you took without an identity.",
        request_type=TablesRequest,
        response_type=Taken,
        has_token=True,
    ),
    Route(
        "DELETE",
        "/api/me/tables",
        let_go,
        summary="Take a table off your list.",
        query={"room": str},
        has_token=True,
    ),
    Route(
        "GET",
        "/api/me/export",
        export,
        summary="Everything that is stored about you.",
        response_type=PersonExport,
        has_token=True,
    ),
    Route(
        "GET",
        "/api/ratings",
        ratings,
        summary="The ratings at a game.",
        response_type=RatingTable,
        query={"game": str, "mode": str},
        has_token=True,
    ),
)
