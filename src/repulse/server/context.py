"""The composition root: builds every part of a server, starts and stops them in order."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, Final

from repulse.daily import Calendar, Series
from repulse.server.cluster.cluster import Cluster
from repulse.server.cluster.leases import Leases
from repulse.server.cluster.shared_limits import SharedLimits
from repulse.server.cluster.view import ClusterView
from repulse.server.config import Config
from repulse.server.db.db_lock import IN_USE, DatabaseLock
from repulse.server.db.storage import Storage, StorageError
from repulse.server.guard.bans import Bans
from repulse.server.guard.connection_counts import Connections
from repulse.server.guard.cpu_budget import CpuBudget
from repulse.server.guard.fair_queue import FairHelpers
from repulse.server.helpers.pool import HelperPool
from repulse.server.http.admin import Admin
from repulse.server.http.readiness import Readiness
from repulse.server.remote_bots.hosts import BotHosts
from repulse.server.rooms.advice import Advice
from repulse.server.rooms.deal_pars import DealPars
from repulse.server.rooms.lobby import Lobby
from repulse.server.rooms.shared_replays import SharedReplays

_LOG: Final = logging.getLogger("repulse.server")

CLEANUP_SECONDS: Final = 60.0
"""Interval of the clean-up job."""
LOCK_SECONDS: Final = 2.0
"""Interval at which the lock of the database is renewed."""


@dataclass(frozen=True)
class ClusterMember:
    """One process of a cluster that serves a database."""

    name: str
    """The name that operators see."""
    url: str
    """Where the other processes reach it."""
    connections: Connections


@dataclass(frozen=True, kw_only=True)
class ServerContext:
    """The parts of a running server. Each is given what it needs; none looks up another."""

    config: Config
    lobby: Lobby
    bans: Bans
    replays: SharedReplays
    advice: Advice
    pars: DealPars
    readiness: Readiness
    cluster: Cluster | None
    """The other processes; None if this is the only one."""
    view: ClusterView
    """Cluster-wide queries."""
    admin: Admin


@contextlib.asynccontextmanager
async def open_context(
    config: Config, *, work: CpuBudget, bans: Bans, member: ClusterMember | None = None
) -> AsyncIterator[ServerContext]:
    """Start a server on its database, and stop it at the end.

    Args:
        config: The configuration.
        work: The account of the CPU time that each address has used.
        bans: The banned addresses, which are loaded here.
        member: This process, if it is one of several.
    """
    async with contextlib.AsyncExitStack() as stack:
        storage, lock = await _open_storage(stack, config, is_shared=member is not None)
        helpers = [HelperPool(count, config.compiled) for count in (config.helpers, 1, 1)]
        bot_helpers, replay_helpers, advice_helpers = helpers
        stack.push_async_callback(_close_all, helpers)
        leases = None
        if member is not None:
            leases = Leases(storage, member.url, f"{member.name}-{secrets.token_hex(4)}")
        bot_hosts = BotHosts(config.bot_hosts, config.bot_token) if config.bot_hosts else None
        lobby = Lobby(
            storage,
            bot_helpers,
            config.quotas,
            bot_seconds=config.bot_seconds,
            extra_bots=config.bots,
            work=work,
            leases=leases,
            shared=None if leases is None else SharedLimits(storage),
            bot_hosts=bot_hosts,
            calendar=Calendar((Series(), *config.series)),
        )
        cluster = None
        if member is not None and leases is not None:
            cluster = Cluster(leases, lobby, connections=member.connections, bans=bans)
            stack.push_async_callback(cluster.close)
        if bot_hosts is not None:
            bot_hosts.open()
            stack.push_async_callback(bot_hosts.close)
        await lobby.open()
        await bans.load(storage)
        if cluster is not None:
            await cluster.open()
        stack.push_async_callback(lobby.close)
        stack.push_async_callback(lobby.replays.finish)
        _start_background(stack, lobby, bot_helpers, lock=lock)
        yield compose(config, lobby, bans, cluster=cluster, replays=replay_helpers, advice=advice_helpers)


def compose(
    config: Config,
    lobby: Lobby,
    bans: Bans,
    *,
    cluster: Cluster | None,
    replays: HelperPool,
    advice: HelperPool,
) -> ServerContext:
    """Return the parts of a server around its lobby.

    Args:
        config: The configuration.
        lobby: The rooms of the server.
        bans: The banned addresses.
        cluster: The other processes, if there are any.
        replays: The helper processes for replays.
        advice: The helper processes for hints and reviews.
    """
    readiness = Readiness(lobby)
    view = ClusterView(lobby, readiness, cluster)
    advisers = FairHelpers(advice)
    return ServerContext(
        config=config,
        lobby=lobby,
        bans=bans,
        replays=SharedReplays(replays, config.quotas),
        advice=Advice(advisers, config.quotas),
        pars=DealPars(advisers, config.quotas, lobby.deals),
        readiness=readiness,
        cluster=cluster,
        view=view,
        admin=Admin(lobby, view, bans, token=config.admin_token),
    )


async def _open_storage(
    stack: contextlib.AsyncExitStack, config: Config, *, is_shared: bool
) -> tuple[Storage, DatabaseLock]:
    """Lock and open the database; both are undone last."""
    storage = Storage(config.database, shared=is_shared)
    lock = DatabaseLock(storage, shared=is_shared)
    storage.make_folder()
    stack.push_async_callback(storage.close)
    stack.push_async_callback(lock.release)
    await lock.acquire()
    await storage.open()
    return storage, lock


async def _close_all(helpers: Sequence[HelperPool]) -> None:
    await asyncio.gather(*(pool.close() for pool in helpers))


def _start_background(
    stack: contextlib.AsyncExitStack, lobby: Lobby, helpers: HelperPool, *, lock: DatabaseLock
) -> None:
    """Start the periodic jobs of a server."""
    _run_until_closed(stack, _every(CLEANUP_SECONDS, lobby.run_cleanup))
    _run_until_closed(stack, lobby.replays.run(CLEANUP_SECONDS))
    _run_until_closed(stack, helpers.await_compiled())
    _run_until_closed(stack, _hold_lock(lock, lobby))


def _run_until_closed(stack: contextlib.AsyncExitStack, work: Coroutine[Any, Any, None]) -> None:
    task = asyncio.create_task(work)

    async def stop() -> None:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    stack.push_async_callback(stop)


async def _every(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
        except StorageError:
            # The storage has logged it, and the job runs again.
            pass
        except Exception:
            _LOG.exception("clean-up job failed; it runs again in %g s", seconds)


async def _hold_lock(lock: DatabaseLock, lobby: Lobby) -> None:
    """Keep the lock of the database; shut down if another server has taken it."""
    while True:
        await asyncio.sleep(LOCK_SECONDS)
        try:
            await lock.renew()
        except StorageError as error:
            if str(error) == IN_USE:
                _LOG.critical("another server has taken the database: shutting down")
                await lobby.disconnect_all()
                signal.raise_signal(signal.SIGTERM)
                return
