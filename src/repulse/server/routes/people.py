"""The routes of those who keep an identity, and the table of ratings."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from repulse.engine.contract import RepulseError
from repulse.server.api import Api, Route, json_reply
from repulse.server.connections import address_of
from repulse.server.exports import ExportedGame
from repulse.server.held_tables import exported_game, table_state
from repulse.server.identity import (
    MyTables,
    NewLink,
    PersonExport,
    PersonWish,
    Profile,
    RatingTable,
    SignedIn,
    Taken,
)
from repulse.server.limits import MOST_TABLES
from repulse.server.people import Person
from repulse.server.results import rating_table, results_of
from repulse.server.wire import Reader
from repulse.table.protocol import TablesRequest, TableState
from repulse.table.room import Refusal

_WISH: Final = Reader[PersonWish](PersonWish)


async def _me(api: Api, request: Request) -> Person:
    """Who asks: a device that is signed in."""
    return await api.lobby.people.need(api.token(request), address_of(request))


async def create(api: Api, request: Request) -> Response:
    """A new identity."""
    wish = await api.read(request, _WISH)
    return json_reply(await api.lobby.people.create(wish, address_of(request)), 201)


async def show(api: Api, request: Request) -> Response:
    """Who one is."""
    return json_reply(await api.lobby.people.profile((await _me(api, request)).id))


async def change(api: Api, request: Request) -> Response:
    """Another name, face, or wish about the table of ratings."""
    person = await _me(api, request)
    await api.lobby.people.change(person, await api.read(request, _WISH))
    return json_reply(await api.lobby.people.profile(person.id))


async def remove(api: Api, request: Request) -> Response:
    """Forget everything about a person: their games go as far as they are nobody else's, bots play on in the rest."""
    person = await _me(api, request)
    lobby = api.lobby
    for room, holder in await lobby.people.seats(person.id):
        # What cannot be left or deleted any more need not be.
        with contextlib.suppress(RepulseError):
            await api.together.part(room, holder)
        await asyncio.sleep(0)
    await lobby.people.remove(person)
    return json_reply({"deleted": True})


async def sign_in(api: Api, request: Request) -> Response:
    """A key for another device, in exchange for that of the private link."""
    people = api.lobby.people
    link = await people.need(api.token(request), address_of(request), "link")
    return json_reply(await people.sign_in(link), 201)


async def sign_out(api: Api, request: Request) -> Response:
    """Forget this device, or all others."""
    everywhere = request.query_params.get("which", "this") == "others"
    person = await _me(api, request)
    await api.lobby.people.sign_out(person, everywhere)
    return json_reply({"signed_out": True})


async def new_link(api: Api, request: Request) -> Response:
    """A new private link in place of the last."""
    return json_reply(NewLink(await api.lobby.people.new_link(await _me(api, request))))


async def tables(api: Api, request: Request) -> Response:
    """One's tables that go on, and how the others ended."""
    person = await _me(api, request)
    lobby = api.lobby
    seats = await lobby.people.seats(person.id)
    held = {room for room, _ in seats}
    results = [result for result in await results_of(lobby.storage, person.id) if result.room in held]
    over = {result.room for result in results}
    going: list[TableState] = []
    for room, holder in seats:
        if room in over or len(going) >= MOST_TABLES:
            continue
        with contextlib.suppress(Refusal):
            going.append(await table_state(await lobby.rooms.look(room), holder))
    return json_reply(MyTables(going, results))


async def take_along(api: Api, request: Request) -> Response:
    """Seats that were taken without an identity belong to it from now on. Their games count for no rating if they have begun."""
    person = await _me(api, request)
    wanted = await api.held_tables(request)
    lobby = api.lobby
    taken = 0
    for held in wanted:
        with contextlib.suppress(Refusal):
            room = (await lobby.rooms.look(held.room)).room
            holder = await lobby.people.holder_in(room, held.token, address_of(request))
            if room.is_known(holder):
                taken += await lobby.people.hold(person, held.room, holder, room.stage == "lobby")
    return json_reply(Taken(taken))


async def let_go(api: Api, request: Request) -> Response:
    """Take a table off one's list."""
    await api.lobby.people.let_go(await _me(api, request), request.query_params.get("room", ""))
    return json_reply({"let_go": True})


async def export(api: Api, request: Request) -> Response:
    """Everything that is kept about a person, with the records of all games that are over."""
    person = await _me(api, request)
    lobby = api.lobby
    games: list[ExportedGame] = []
    for room, holder in await lobby.people.seats(person.id):
        with contextlib.suppress(RepulseError):
            game = await exported_game(await lobby.rooms.look(room), holder)
            if game is not None:
                games.append(game)
        await lobby.work.turn(address_of(request))
    made = PersonExport(
        await lobby.people.profile(person.id),
        await lobby.people.keys(person),
        await results_of(lobby.storage, person.id),
        games,
    )
    return json_reply(made)


async def ratings(api: Api, request: Request) -> Response:
    """The table of ratings of a game."""
    game = api.lobby.game(request.query_params.get("game", ""))
    person = await api.lobby.people.find(api.token(request), address_of(request))
    mode = request.query_params.get("mode", "")[:32]
    return json_reply(await rating_table(api.lobby.storage, game.name, mode, person.id if person else ""))


ROUTES: Final = (
    Route("POST", "/api/me", "Keep an identity.", create, PersonWish, SignedIn),
    Route("GET", "/api/me", "Who you are.", show, gives=Profile, token=True),
    Route("PUT", "/api/me", "Another name or face.", change, PersonWish, Profile, token=True),
    Route("DELETE", "/api/me", "Forget everything about you.", remove, token=True),
    Route(
        "POST",
        "/api/me/devices",
        "Sign in on another device, with the key of the private link.",
        sign_in,
        gives=SignedIn,
        token=True,
    ),
    Route(
        "DELETE",
        "/api/me/devices",
        "Sign out this device, or (which=others) all others.",
        sign_out,
        query=("which",),
        token=True,
    ),
    Route(
        "POST",
        "/api/me/link",
        "A new private link in place of the last.",
        new_link,
        gives=NewLink,
        token=True,
    ),
    Route("GET", "/api/me/tables", "Your tables and results.", tables, gives=MyTables, token=True),
    Route(
        "POST",
        "/api/me/tables",
        "Take seats along that you took without an identity.",
        take_along,
        TablesRequest,
        Taken,
        token=True,
    ),
    Route("DELETE", "/api/me/tables", "Take a table off your list.", let_go, query=("room",), token=True),
    Route(
        "GET", "/api/me/export", "Everything that is kept about you.", export, gives=PersonExport, token=True
    ),
    Route(
        "GET",
        "/api/ratings",
        "The ratings at a game.",
        ratings,
        gives=RatingTable,
        query=("game", "mode"),
        token=True,
    ),
)
