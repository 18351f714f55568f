"""The whole server as one ASGI application."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, WebSocketRoute
from starlette.routing import Route as HttpRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from repulse.server import metrics
from repulse.server.api import (
    Api,
    Route,
    answered,
    is_own_page,
    json_reply,
)
from repulse.server.bans import Bans
from repulse.server.claim import IN_USE, Claim
from repulse.server.cluster.cluster import Cluster
from repulse.server.cluster.forward import Forwarding
from repulse.server.cluster.leases import Leases
from repulse.server.cluster.shared_limits import SharedLimits
from repulse.server.connections import Socket, own_address
from repulse.server.far.hosts import Hosts
from repulse.server.limits import Connections, Quotas
from repulse.server.lobby import Lobby
from repulse.server.openapi import openapi
from repulse.server.page_files import PageFiles
from repulse.server.proxied import Proxied
from repulse.server.routes import ROUTES
from repulse.server.storage import Storage, StorageError
from repulse.server.work import Work
from repulse.server.worker_pool import Helpers
from repulse.table.protocol import Problem

_LOG: Final = logging.getLogger("repulse.server")
_ACCESS: Final = logging.getLogger("repulse.access")

TIDY_SECONDS: Final = 60.0
HOLD_SECONDS: Final = 2.0

CSP: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

HEADERS: Final = (
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)


@dataclass(frozen=True)
class Config:
    """How a server is run."""

    database: str
    helpers: int = 2
    bot_seconds: float = 20.0
    quotas: Quotas = field(default_factory=Quotas)
    bots: dict[str, str] = field(default_factory=dict)
    """Bots besides the bundled ones: a name, and `package.module:Class`."""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies: X-Forwarded-For and X-Forwarded-Proto are trusted from these and nobody else."""
    admin_token: str = ""
    """The operator's token (`repulse admin`, /metrics); without one there is no such access."""
    hosts: tuple[str, ...] = ()
    """Names by which the server may be called (`*.example.org` for all below one); any if none is given."""
    address: str = ""
    """Where other devices find the server; empty if that is not known."""
    private_host: str = "127.0.0.1"
    """Where each of several processes listens for the others: an address that all of them reach."""
    bot_hosts: tuple[str, ...] = ()
    """Machines with bots (`repulse bots`), as HOST:PORT."""
    bot_token: str = ""
    """The token that they ask for."""
    compiled: str = ""
    """A folder with the compiled package, which helpers use as soon as it has a file READY; none if empty."""


@dataclass(frozen=True)
class Post:
    """The place of one process among several that serve a database."""

    name: str
    """What the operator calls it."""
    url: str
    """Where the others reach it."""
    connections: Connections


class Headers:
    """Adds the headers of every reply, streams and all."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        api = scope["path"].startswith("/api/")
        begun = time.perf_counter()

        async def sending(message: dict[str, object]) -> None:
            if message["type"] == "http.response.start":
                _log_access(scope, message["status"], time.perf_counter() - begun)
                headers = list(message.get("headers", []))  # type: ignore[call-overload]
                headers += HEADERS
                if api and not any(name == b"cache-control" for name, _ in headers):
                    headers.append((b"cache-control", b"no-store"))
                message["headers"] = headers
            await send(message)

        await self.app(scope, receive, sending)  # type: ignore[arg-type]

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a WebSocket on, with a line when it opens and when it is closed."""
        begun = time.perf_counter()
        opened = False

        async def sending(message: dict[str, object]) -> None:
            nonlocal opened
            if message["type"] == "websocket.accept":
                opened = True
                _log_access(scope, "open", time.perf_counter() - begun)
            await send(message)

        try:
            await self.app(scope, receive, sending)  # type: ignore[arg-type]
        finally:
            _log_access(scope, "closed" if opened else "refused", time.perf_counter() - begun)


def _log_access(scope: Scope, status: object, seconds: float) -> None:
    """One line for each request: never its query, its headers or its body."""
    if _ACCESS.isEnabledFor(logging.INFO):
        client = scope.get("client") or ("", 0)
        method = scope.get("method", "SOCKET")
        facts = {"address": client[0], "method": method, "path": scope["path"], "status": status}
        line = "%s %s %s"
        more = facts | {"milliseconds": round(1000 * seconds, 1)}
        _ACCESS.info(line, facts["method"], facts["path"], status, extra=more)


def static_folder() -> Path:
    """Where the built page is."""
    return Path(str(resources.files("repulse.server"))) / "static"


_NO_PAGE: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Repulse</title>
<h1>Repulse</h1><p>The server runs. The page is not built in this installation: run <code>make web</code>.</p>
<p>The protocol for programs: <a href="/api/openapi.json">OpenAPI</a>.</p></html>"""


async def _page(_request: Request) -> Response:
    """The page, which works out from the address what to show."""
    index = static_folder() / "index.html"
    if not index.is_file():
        return HTMLResponse(_NO_PAGE)
    return FileResponse(index, headers={"Cache-Control": "no-cache"})


async def _nothing(_request: Request) -> Response:
    return json_reply(Problem("not-found", "There is nothing at this address."), 404)


def _http(state: dict[str, Api], route: Route) -> HttpRoute:
    async def handle(request: Request) -> Response:
        return await answered(state["api"], route, request)

    return HttpRoute(route.path, handle, methods=[route.method], name=f"{route.method} {route.path}")


def make_app(
    config: Config,
    work: Work | None = None,
    post: Post | None = None,
    connections: Connections | None = None,
) -> Starlette:
    """The application; everything it needs starts and stops with it. With a `post` it is one of several."""
    state: dict[str, Api] = {}
    bans = Bans()
    if connections is not None:
        metrics.CONNECTIONS.set_function(lambda: connections.total)

    def cluster_of() -> Cluster | None:
        return state["api"].together.cluster if state else None

    async def private(name: str, body: bytes) -> tuple[bytes, str] | None:
        return await state["api"].together.private(name, body)

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        storage = Storage(config.database, shared=post is not None)
        claim = Claim(storage, shared=post is not None)
        storage.make_folder()
        await claim.take()
        await storage.open()
        helpers = Helpers(config.helpers, config.compiled)
        replayers, advisers = Helpers(1, config.compiled), Helpers(1, config.compiled)
        leases = shared = None
        if post is not None:
            leases = Leases(storage, post.url, f"{post.name}-{secrets.token_hex(4)}")
            shared = SharedLimits(storage)
        far = Hosts(config.bot_hosts, config.bot_token) if config.bot_hosts else None
        lobby = Lobby(
            storage,
            helpers,
            config.quotas,
            config.bot_seconds,
            config.bots,
            config.address,
            work,
            leases,
            far,
            shared,
        )
        if far is not None:
            far.open()
        cluster: Cluster | None = None
        if post is not None and leases is not None:
            cluster = Cluster(leases, lobby, post.connections, bans)
        await lobby.open()
        await bans.load(storage)
        if cluster is not None:
            await cluster.open()
        state["api"] = Api(lobby, replayers, advisers, bans, config.admin_token, cluster)
        app.state.lobby = lobby
        tidying = asyncio.create_task(_every(TIDY_SECONDS, lobby.tidy))
        keeping = asyncio.create_task(lobby.replays.run(TIDY_SECONDS))
        holding = asyncio.create_task(_hold_on(claim, lobby))
        warming = asyncio.create_task(helpers.await_compiled())
        try:
            yield
        finally:
            tidying.cancel()
            keeping.cancel()
            holding.cancel()
            warming.cancel()
            await asyncio.gather(warming, keeping, return_exceptions=True)
            await lobby.replays.finish()
            await lobby.close()
            if far is not None:
                await far.close()
            if cluster is not None:
                await cluster.close()
            await asyncio.gather(
                helpers.close(), replayers.close(), advisers.close(), tidying, holding, return_exceptions=True
            )
            await claim.release()
            await storage.close()

    async def socket(connection: WebSocket) -> None:
        if not is_own_page(connection) or bans.is_banned(own_address(connection)):
            await connection.close(1008)
            return
        await Socket(state["api"].lobby, connection).run(connection.path_params["room"])

    document = openapi(ROUTES)

    async def describe(_request: Request) -> Response:
        return json_reply(document)

    routes: list[BaseRoute] = [_http(state, route) for route in ROUTES]
    routes.append(WebSocketRoute("/api/rooms/{room}/socket", socket))
    routes.append(HttpRoute("/api/openapi.json", describe))
    routes.append(HttpRoute("/api/{rest:path}", _nothing, methods=["GET", "POST", "PUT", "DELETE", "PATCH"]))
    folder = static_folder() / "assets"
    if folder.is_dir():
        routes.append(HttpRoute("/assets/{name}", PageFiles(folder).reply))
    routes.append(HttpRoute("/{rest:path}", _page))
    app = Starlette(routes=routes, lifespan=lifespan)
    if config.hosts:
        app.add_middleware(TrustedHostMiddleware, allowed_hosts=list(config.hosts), www_redirect=False)
    if config.proxies:
        quotas = config.quotas
        count = connections or Connections(quotas.connections, quotas.connections_an_address)
        app.add_middleware(Proxied, connections=count)
    app.add_middleware(Headers)
    if post is not None:
        app.add_middleware(Forwarding, cluster=cluster_of, private=private)
    return app


async def _hold_on(claim: Claim, lobby: Lobby) -> None:
    """Keep our hold on the database; close the server if another has taken it."""
    while True:
        await asyncio.sleep(HOLD_SECONDS)
        try:
            await claim.hold()
        except StorageError as error:
            if str(error) == IN_USE:
                _LOG.critical("another server has taken the database: closing")
                await lobby.dismiss()
                signal.raise_signal(signal.SIGTERM)
                return


async def _every(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
        except Exception:
            # It is done again, and meanwhile everybody plays on.
            _LOG.exception("rooms could not be put in order")
