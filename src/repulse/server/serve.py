"""Running the server: its socket, its address, and a clean shutdown."""

from __future__ import annotations

import asyncio
import socket
import sys
import webbrowser
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

import uvicorn

from repulse.engine.contract import RepulseError
from repulse.server.config import Config
from repulse.server.context import ClusterMember, ServerContext
from repulse.server.db.db_lock import DatabaseLock
from repulse.server.db.storage import Storage
from repulse.server.guard.cpu_budget import CpuBudget
from repulse.server.guard.limits import MAX_MESSAGE_BYTES
from repulse.server.guard.quotas import Quotas
from repulse.server.http.app import make_app
from repulse.server.http.uvicorn_limits import LimitedConfig, connections_of
from repulse.server.memory import sweep

RESERVED_FILES: Final = 64
"""Files that are open besides connections: the database, the pipes of the helpers, the log."""


def listen(host: str, port: int, shared: bool = False) -> socket.socket:
    """Return a socket to serve on; port 0 takes any free one. With `shared`, other processes of ours may use it too."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if shared:
        # The system spreads connections evenly; with one socket for all, an idle process would take most of them.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise RepulseError(f"Port {port} of {host} cannot be used: {error.strerror}.") from error
    return listener


def address(listener: socket.socket) -> str:
    """Return the address at which a browser finds a server."""
    host, port = listener.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"


def network_address() -> str:
    """Return the address of this machine in its network; empty if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: this only asks the system which of its addresses it would use.
            probe.connect(("192.0.2.1", 9))
            own = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if own.startswith("127.") or own == "0.0.0.0" else own


class _Server(uvicorn.Server):
    """A server that reports when it is ready, and asks clients to reconnect before it closes."""

    def __init__(
        self, config: uvicorn.Config, ready: Callable[[], None], closing: Callable[[], Awaitable[None]]
    ) -> None:
        super().__init__(config)
        self.ready = ready
        self.closing = closing
        self.sweeping: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.should_exit:
            self.sweeping = asyncio.create_task(sweep())
            self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self.sweeping is not None:
            self.sweeping.cancel()
        for server in self.servers:
            server.close()
        # Before Uvicorn closes all connections: clients are asked to connect again.
        await self.closing()
        await super().shutdown(sockets)


async def try_database(config: Config, shared: bool = False) -> None:
    """Raise StorageError if the database cannot be used, or is in use: better to know before anything starts."""
    storage = Storage(config.database)
    lock = DatabaseLock(storage, shared=shared)
    try:
        storage.make_folder()
        await lock.acquire()
        await storage.open()
    finally:
        await lock.release()
        await storage.close()


def within_open_files(quotas: Quotas) -> Quotas:
    """Return quotas with no more connections than the process may have open files, less a reserve."""
    if sys.platform == "win32":
        return quotas
    # Not on Windows.
    import resource

    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return quotas
    return replace(quotas, connections=max(16, min(quotas.connections, files - RESERVED_FILES)))


def serve(
    config: Config,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    open_page: bool = False,
    lan: bool = False,
    announce: Callable[[str, str], None] = lambda _address, _outside: None,
) -> None:
    """Serve until interrupted. `announce` is given the address for this machine, and for others if they are let in by `lan`."""
    asyncio.run(try_database(config))
    listener = listen(host, port)
    place = address(listener)
    config = with_outside(config, listener, lan)

    def ready() -> None:
        announce(place, config.address)
        if open_page:
            webbrowser.open(place)

    run(config, listener, ready)


def with_outside(config: Config, listener: socket.socket, lan: bool) -> Config:
    """Return the configuration with the address for other devices, if they are let in."""
    own = network_address() if lan else ""
    return replace(config, address=f"http://{own}:{listener.getsockname()[1]}/") if own else config


def run(config: Config, listener: socket.socket, ready: Callable[[], None], *, name: str = "") -> None:
    """Serve on a socket until interrupted. With a name, this is one process of several."""
    work = CpuBudget(config.quotas.cpu_share, config.quotas.cpu_burst_seconds)
    quotas, proxies = within_open_files(config.quotas), frozenset(config.proxies)
    connections = connections_of(quotas, proxies)
    private = listen(config.private_host, 0) if name else None
    member = ClusterMember(name, address(private).rstrip("/"), connections) if private is not None else None
    app = make_app(config, work=work, member=member, connections=connections)

    async def closing() -> None:
        context: ServerContext = app.state.context
        await context.lobby.disconnect_all()

    settings = LimitedConfig(
        app,
        quotas,
        work,
        proxies=proxies,
        open_connections=connections,
        private_port=private.getsockname()[1] if private is not None else 0,
        log_level="warning",
        # Uvicorn leaves the loggers alone, which `logs.set_up` has set up.
        log_config=None,
        access_log=False,
        ws_max_size=MAX_MESSAGE_BYTES,
        ws_per_message_deflate=False,
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    server = _Server(settings, ready, closing)
    sockets = [listener] if private is None else [listener, private]
    try:
        with asyncio.Runner(loop_factory=settings.get_loop_factory()) as runner:
            runner.run(server.serve(sockets))
    except KeyboardInterrupt:
        pass
    finally:
        for listening in sockets:
            listening.close()
    if not server.started:
        raise RepulseError("The server could not be started.")
