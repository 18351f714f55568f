"""The routes of the operator, and of whoever watches over the server."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from repulse.server.admin import AdminRooms, BanList, NewBan, Statistics
from repulse.server.api import Api, Route, json_reply
from repulse.server.bans import network_of
from repulse.server.readiness import Ready
from repulse.server.wire import Reader
from repulse.table.messages import Event
from repulse.table.room import Refusal

_NEW_BAN: Final = Reader[NewBan](NewBan)


async def metrics(api: Api, request: Request) -> Response:
    """Everything that is counted, for Prometheus."""
    api.check_operator(request)
    return await api.admin.metrics()


async def rooms(api: Api, request: Request) -> Response:
    """The rooms that were used last."""
    api.check_operator(request)
    return json_reply(await api.admin.rooms())


async def look(api: Api, request: Request) -> Response:
    """A room as a spectator sees it."""
    api.check_operator(request)
    data = await api.admin.look(request.path_params["room"], request.query_params.get("lang", "en"))
    return Response(data, media_type="application/json")


async def close(api: Api, request: Request) -> Response:
    """End a game."""
    api.check_operator(request)
    room = request.path_params["room"]
    await api.admin.close(room)
    api.log_operator(request, "closed a room", room)
    return json_reply({"closed": True})


async def statistics(api: Api, request: Request) -> Response:
    """How much of everything there is."""
    api.check_operator(request)
    return json_reply(await api.admin.statistics())


async def bans(api: Api, request: Request) -> Response:
    """Who is kept out."""
    api.check_operator(request)
    return json_reply(await api.admin.banned())


async def ban(api: Api, request: Request) -> Response:
    """Keep an address out."""
    api.check_operator(request)
    wanted = await api.read(request, _NEW_BAN)
    await api.bans.add(api.lobby.storage, wanted.network, wanted.why)
    api.log_operator(request, f"banned {network_of(wanted.network)}")
    api.lobby.rooms.expel(api.bans.is_banned)
    await api.lobby.tell(bans=True)
    return json_reply(await api.admin.banned())


async def unban(api: Api, request: Request) -> Response:
    """Let an address in again."""
    api.check_operator(request)
    if not await api.bans.remove(api.lobby.storage, request.query_params.get("network", "")):
        raise Refusal("not-found", "This address is not banned.")
    api.log_operator(request, f"let in {network_of(request.query_params['network'])}")
    await api.lobby.tell(bans=True)
    return json_reply(await api.admin.banned())


async def health(api: Api, request: Request) -> Response:
    """Whether the process answers at all."""
    return json_reply({"ok": True})


async def ready(api: Api, request: Request) -> Response:
    """Whether games can be played: the database takes what is written."""
    why = await api.readiness.why_not()
    return json_reply(Ready(not why, why), 503 if why else 200)


ROUTES: Final = (
    Route(
        "GET",
        "/metrics",
        "What is counted, for Prometheus; needs the operator's token.",
        metrics,
        token=True,
    ),
    Route(
        "GET",
        "/api/admin/rooms",
        "The rooms that were used last.",
        rooms,
        gives=AdminRooms,
        token=True,
    ),
    Route(
        "GET",
        "/api/admin/rooms/{room}",
        "A room as a spectator sees it.",
        look,
        gives=Event,
        query=("lang",),
        token=True,
    ),
    Route("POST", "/api/admin/rooms/{room}/close", "End a game.", close, token=True),
    Route(
        "GET",
        "/api/admin/statistics",
        "How much of everything there is.",
        statistics,
        gives=Statistics,
        token=True,
    ),
    Route("GET", "/api/admin/bans", "Who is kept out.", bans, gives=BanList, token=True),
    Route("POST", "/api/admin/bans", "Keep an address out.", ban, NewBan, BanList, token=True),
    Route(
        "DELETE",
        "/api/admin/bans",
        "Let an address in again.",
        unban,
        gives=BanList,
        query=("network",),
        token=True,
    ),
    Route("GET", "/healthz", "Whether the process answers at all.", health),
    Route("GET", "/readyz", "Whether games can be played; 503 and why if not.", ready, gives=Ready),
    Route("GET", "/api/health", "The same as /readyz.", ready, gives=Ready),
)
