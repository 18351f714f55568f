"""Running the server: a port, an address to print or open, and a clean shutdown."""

from __future__ import annotations

import asyncio
import gc
import socket
import sys
import webbrowser
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

import uvicorn

from repulse.engine.contract import RepulseError
from repulse.server.app import Config, Post, make_app
from repulse.server.claim import Claim
from repulse.server.guarded import GuardedConfig, connections_of
from repulse.server.limits import LARGEST_MESSAGE, Quotas
from repulse.server.lobby import Lobby
from repulse.server.storage import Storage
from repulse.server.work import Work

SWEEPS_AN_HOUR: Final = 3600

RESERVED_FILES: Final = 64
"""Files that are open besides connections: the database, the pipes of the helpers, the log."""


def listen(host: str, port: int, shared: bool = False) -> socket.socket:
    """A socket to serve on; port 0 takes any that is free. With `shared` other processes of ours may have it too."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if shared:
        # The system spreads connections evenly; with one socket for all, an idle process would take most of them.
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        made.bind((host, port))
    except OSError as error:
        made.close()
        raise RepulseError(f"Port {port} of {host} cannot be used: {error.strerror}.") from error
    return made


def address(made: socket.socket) -> str:
    """Where a browser finds a server."""
    host, port = made.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"


def network_address() -> str:
    """The address of this machine in its network; empty if there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: this only asks the system which of its addresses it would use.
            probe.connect(("192.0.2.1", 9))
            own = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if own.startswith("127.") or own == "0.0.0.0" else own


class _Server(uvicorn.Server):
    """A server that says when it is ready, and says goodbye before it closes."""

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
        # Before Uvicorn closes all connections in its own way: clients are told to connect again.
        await self.closing()
        await super().shutdown(sockets)


async def sweep() -> None:
    """Collect garbage in many short pauses rather than a few long ones.

    By default the collector scans everything whenever much has been added, which on a busy server holds everybody up for
    a tenth of a second or more. Here it scans new objects every second; those that survive are scanned again only once
    an hour.
    """
    gc.set_threshold(20_000, 20, 100_000)
    while True:
        gc.unfreeze()
        for _ in range(SWEEPS_AN_HOUR):
            gc.collect()
            gc.freeze()
            await asyncio.sleep(3600 / SWEEPS_AN_HOUR)


async def try_database(config: Config, shared: bool = False) -> None:
    """Raise StorageError if the database cannot be used, or is in use: better to know before anything starts."""
    storage = Storage(config.database)
    claim = Claim(storage, shared)
    try:
        storage.make_folder()
        await claim.take()
        await storage.open()
    finally:
        await claim.release()
        await storage.close()


def within_open_files(quotas: Quotas) -> Quotas:
    """Quotas with no more connections than the process may have open files, less a reserve for everything else."""
    if sys.platform == "win32":
        return quotas
    import resource

    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return quotas
    return replace(quotas, connections=max(16, min(quotas.connections, files - RESERVED_FILES)))


def serve(
    config: Config,
    host: str = "127.0.0.1",
    port: int = 0,
    open_page: bool = False,
    lan: bool = False,
    tell: Callable[[str, str], None] = lambda _address, _outside: None,
) -> None:
    """Serve until interrupted. `tell` is given the address for this machine, and for others if they are let in by `lan`."""
    asyncio.run(try_database(config))
    made = listen(host, port)
    place = address(made)
    config = with_outside(config, made, lan)

    def ready() -> None:
        tell(place, config.address)
        if open_page:
            webbrowser.open(place)

    run(config, made, ready)


def with_outside(config: Config, made: socket.socket, lan: bool) -> Config:
    """The settings with the address by which other devices find the server, if they are let in."""
    own = network_address() if lan else ""
    return replace(config, address=f"http://{own}:{made.getsockname()[1]}/") if own else config


def run(config: Config, made: socket.socket, ready: Callable[[], None], name: str = "") -> None:
    """Serve on a socket until interrupted. With a name, this is one process of several."""
    work = Work(config.quotas.work_share, config.quotas.work_at_once)
    quotas, proxies = within_open_files(config.quotas), frozenset(config.proxies)
    connections = connections_of(quotas, proxies)
    private = listen(config.private_host, 0) if name else None
    post = Post(name, address(private).rstrip("/"), connections) if private is not None else None
    app = make_app(config, work, post, connections)

    async def closing() -> None:
        lobby: Lobby = app.state.lobby
        await lobby.dismiss()

    settings = GuardedConfig(
        app,
        quotas,
        work,
        proxies,
        connections,
        private.getsockname()[1] if private is not None else 0,
        log_level="warning",
        access_log=False,
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    server = _Server(settings, ready, closing)
    sockets = [made] if private is None else [made, private]
    try:
        with asyncio.Runner(loop_factory=settings.get_loop_factory()) as runner:
            runner.run(server.serve(sockets))
    except KeyboardInterrupt:
        pass
    finally:
        for each in sockets:
            each.close()
    if not server.started:
        raise RepulseError("The server could not be started.")
