"""The routes of the operator, and the health checks."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from repulse.server.guard.bans import network_of
from repulse.server.http.admin import AdminRooms, BanList, NewBan, Statistics
from repulse.server.http.api import Api, Route, json_reply
from repulse.server.http.readiness import Ready
from repulse.server.http.wire import Reader
from repulse.table.refusals import RefusalCode, RefusalError
from repulse.table.wire.views import Event

_NEW_BAN: Final = Reader[NewBan](NewBan)


async def metrics(api: Api, request: Request) -> Response:
    """Return the metrics, for Prometheus."""
    api.check_operator(request)
    return await api.admin.metrics()


async def rooms(api: Api, request: Request) -> Response:
    """Return the rooms that were used last."""
    api.check_operator(request)
    return json_reply(await api.admin.rooms())


async def look(api: Api, request: Request) -> Response:
    """Return a room as a spectator sees it."""
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
    """Return the statistics of the server."""
    api.check_operator(request)
    return json_reply(await api.admin.statistics())


async def bans(api: Api, request: Request) -> Response:
    """Return the bans."""
    api.check_operator(request)
    return json_reply(await api.admin.banned())


async def ban(api: Api, request: Request) -> Response:
    """Ban an address."""
    api.check_operator(request)
    message = await api.read(request, _NEW_BAN)
    await api.bans.add(api.lobby.storage, message.network, message.why)
    api.log_operator(request, f"banned {network_of(message.network)}")
    api.lobby.rooms.expel(api.bans.is_banned)
    await api.lobby.notify_peers(bans=True)
    return json_reply(await api.admin.banned())


async def unban(api: Api, request: Request) -> Response:
    """Remove a ban."""
    api.check_operator(request)
    if not await api.bans.remove(api.lobby.storage, request.query_params.get("network", "")):
        raise RefusalError(RefusalCode.NOT_FOUND, "This address is not banned.")
    api.log_operator(request, f"let in {network_of(request.query_params['network'])}")
    await api.lobby.notify_peers(bans=True)
    return json_reply(await api.admin.banned())


async def health(api: Api, request: Request) -> Response:
    """Return whether the process responds."""
    return json_reply({"ok": True})


async def ready(api: Api, request: Request) -> Response:
    """Return whether games can be played: the database accepts writes."""
    why = await api.readiness.refusal_reason()
    return json_reply(Ready(not why, why), 503 if why else 200)


ROUTES: Final = (
    Route(
        "GET",
        "/metrics",
        metrics,
        summary="Metrics for Prometheus; needs the operator's token.",
        has_token=True,
    ),
    Route(
        "GET",
        "/api/admin/rooms",
        rooms,
        summary="The rooms that were used last.",
        response_type=AdminRooms,
        has_token=True,
    ),
    Route(
        "GET",
        "/api/admin/rooms/{room}",
        look,
        summary="A room as a spectator sees it.",
        response_type=Event,
        query={"lang": str},
        has_token=True,
    ),
    Route("POST", "/api/admin/rooms/{room}/close", close, summary="End a game.", has_token=True),
    Route(
        "GET",
        "/api/admin/statistics",
        statistics,
        summary="Statistics of the server.",
        response_type=Statistics,
        has_token=True,
    ),
    Route("GET", "/api/admin/bans", bans, summary="The bans.", response_type=BanList, has_token=True),
    Route(
        "POST",
        "/api/admin/bans",
        ban,
        summary="Ban an address.",
        request_type=NewBan,
        response_type=BanList,
        has_token=True,
    ),
    Route(
        "DELETE",
        "/api/admin/bans",
        unban,
        summary="Remove a ban.",
        response_type=BanList,
        query={"network": str},
        has_token=True,
    ),
    Route("GET", "/healthz", health, summary="Liveness: whether the process responds."),
    Route(
        "GET",
        "/readyz",
        ready,
        summary="Readiness: whether games can be played; 503 with the reason if not.",
        response_type=Ready,
    ),
    Route("GET", "/api/health", ready, summary="The same as /readyz.", response_type=Ready),
)
