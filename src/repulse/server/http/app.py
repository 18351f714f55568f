"""The whole server as one ASGI application."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Final

from starlette.applications import Starlette
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, WebSocketRoute
from starlette.routing import Route as HttpRoute
from starlette.websockets import WebSocket

from repulse.games import display_of
from repulse.server import metrics
from repulse.server.cluster.forward import ForwardingMiddleware
from repulse.server.config import Config
from repulse.server.context import ClusterMember, open_context
from repulse.server.guard.bans import Bans
from repulse.server.guard.connection_counts import Bodies, Connections
from repulse.server.guard.cpu_budget import CpuBudget
from repulse.server.http.api import Api, Route, dispatch, is_own_page, json_reply
from repulse.server.http.connections import Socket, own_address
from repulse.server.http.fair_share_middleware import FairShareMiddleware
from repulse.server.http.headers import HeadersMiddleware
from repulse.server.http.openapi import openapi
from repulse.server.http.page_files import PageFiles, SharedRoom, notices, page, static_folder
from repulse.server.http.proxy_middleware import ProxyMiddleware
from repulse.server.http.routes import ROUTES
from repulse.table.wire.replies import Problem

_ALL_METHODS: Final = ["GET", "POST", "PUT", "DELETE", "PATCH"]


def make_app(
    config: Config,
    *,
    work: CpuBudget | None = None,
    member: ClusterMember | None = None,
    connections: Connections | None = None,
) -> Starlette:
    """Return the application; everything it needs starts and stops with it.

    Args:
        config: The configuration.
        work: The account of the CPU time that each address has used, if the server below charges to it too.
        member: This process, if it is one of several.
        connections: The open connections, if the server below counts them.
    """
    quotas = config.quotas
    budget = work or CpuBudget(quotas.cpu_share, quotas.cpu_burst_seconds)
    if connections is not None:
        metrics.CONNECTIONS.set_function(lambda: connections.total)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with open_context(config, work=budget, bans=Bans(), member=member) as context:
            app.state.context = context
            app.state.api = Api(context)
            yield

    app = Starlette(routes=_routes(), lifespan=lifespan)
    if config.hosts:
        app.add_middleware(TrustedHostMiddleware, allowed_hosts=list(config.hosts), www_redirect=False)
    if config.proxies:
        count = connections or Connections(quotas.connections, quotas.connections_per_address)
        bodies = Bodies(quotas.max_body_bytes, quotas.max_body_bytes_per_address)
        app.add_middleware(ProxyMiddleware, connections=count, bodies=bodies)
    app.add_middleware(FairShareMiddleware, work=budget)
    app.add_middleware(HeadersMiddleware)
    if member is not None:
        app.add_middleware(ForwardingMiddleware)
    return app


def _routes() -> list[BaseRoute]:
    routes: list[BaseRoute] = [_http_route(route) for route in ROUTES]
    routes.append(WebSocketRoute("/api/rooms/{room}/socket", _socket))
    document = openapi(ROUTES)

    async def describe(_request: Request) -> Response:
        return json_reply(document)

    routes.append(HttpRoute("/api/openapi.json", describe))
    routes.append(HttpRoute("/api/{rest:path}", _not_found, methods=_ALL_METHODS))
    folder = static_folder() / "assets"
    if folder.is_dir():
        routes.append(HttpRoute("/assets/{name}", PageFiles(folder).reply))
    routes.append(HttpRoute("/third-party-notices.txt", notices))
    routes.append(HttpRoute("/room/{room}", _page))
    routes.append(HttpRoute("/{rest:path}", _page))
    return routes


async def _page(request: Request) -> Response:
    """Return the page, with the game of a room that is in memory for those who see its link shared."""
    api: Api = request.app.state.api
    session = api.lobby.rooms.sessions.get(request.path_params.get("room", ""))
    shared = None
    if session is not None:
        stored = session.room.stored
        shared = SharedRoom(stored.game, display_of(stored.game).played(session.room.options))
    return page(f"{request.url.scheme}://{request.url.netloc}", shared)


def _http_route(route: Route) -> HttpRoute:
    async def handle(request: Request) -> Response:
        return await dispatch(request.app.state.api, route, request)

    return HttpRoute(route.path, handle, methods=[route.method], name=f"{route.method} {route.path}")


async def _socket(connection: WebSocket) -> None:
    api: Api = connection.app.state.api
    if not is_own_page(connection) or api.bans.is_banned(own_address(connection)):
        await connection.close(1008)
        return
    await Socket(api.lobby, connection).run(connection.path_params["room"])


async def _not_found(_request: Request) -> Response:
    return json_reply(Problem("not-found", "There is nothing at this address."), 404)
