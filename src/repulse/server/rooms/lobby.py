"""The lobby of a server: all rooms, how they are joined, and everything that they share."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from typing import Any

from repulse.daily import Calendar
from repulse.engine.contract import RepulseError
from repulse.server import steady_time
from repulse.server.cluster.leases import Leases
from repulse.server.cluster.shared_limits import SharedLimits
from repulse.server.db.storage import Storage, StorageError
from repulse.server.guard.address_limits import AddressLimits
from repulse.server.guard.cpu_budget import CpuBudget, ThrottledQueue
from repulse.server.guard.limits import log_limit
from repulse.server.guard.passwords import Passwords
from repulse.server.guard.quotas import Quotas
from repulse.server.guard.rates import TokenBucket
from repulse.server.helpers.pool import HelperPool
from repulse.server.people.credentials import new_token, token_hash
from repulse.server.people.deals import DealBook
from repulse.server.people.exports import ExportedGame
from repulse.server.people.registry import People
from repulse.server.people.results import settle
from repulse.server.people.seat_tokens import exported_game, table_state
from repulse.server.remote_bots.hosts import BotHosts
from repulse.server.rooms.catalog import GameCatalog
from repulse.server.rooms.cleanup import clean_up_rooms, remove_abandoned_lobbies
from repulse.server.rooms.creation import CreatedSeat, RoomCreator
from repulse.server.rooms.deletion import RoomDeletion
from repulse.server.rooms.listing import Listing
from repulse.server.rooms.loaded_rooms import LoadedRooms
from repulse.server.rooms.services import GameOver, RoomServices
from repulse.server.rooms.session import RoomSession
from repulse.server.rooms.snapshot_writer import SnapshotWriter
from repulse.table.entries import BadEntry, Created
from repulse.table.names import check_avatar, person_name
from repulse.table.refusals import RefusalCode, RefusalError
from repulse.table.room_driver import RoomDriver
from repulse.table.room_state import RoomState
from repulse.table.wire.rooms import CreateRoom, HeldTable, Join, PlayOn, TableState


class Lobby:
    """The rooms of a server, and the services that they share."""

    def __init__(
        self,
        storage: Storage,
        helpers: HelperPool,
        quotas: Quotas | None = None,
        *,
        bot_seconds: float = 20.0,
        extra_bots: Mapping[str, str] | None = None,
        work: CpuBudget | None = None,
        leases: Leases | None = None,
        shared: SharedLimits | None = None,
        bot_hosts: BotHosts | None = None,
        calendar: Calendar | None = None,
    ) -> None:
        """Set up the rooms of a server.

        Args:
            storage: The database.
            helpers: The processes in which bots think.
            quotas: Limits.
            bot_seconds: Time limit of a bot for one answer.
            extra_bots: Bots added by the operator of the server: a name, and `package.module:Class`.
            work: The CPU time that each address has used, if connections are charged too.
            leases: The leases of this process; None if it is the only one.
            shared: The counts of a cluster; None if this is the only process.
            bot_hosts: Bots on other machines.
            calendar: The deals of the day; by default the standard series.
        """
        self.storage = storage
        self.quotas = quotas = quotas or Quotas()
        self.leases = leases
        self.shared = shared
        self.closing = asyncio.Event()
        """Set when clients are being asked to connect to another server."""
        self.work = work or CpuBudget(quotas.cpu_share, quotas.cpu_burst_seconds)
        self.game_over = GameOver()
        self.services = self._room_services(helpers, bot_seconds=bot_seconds, bot_hosts=bot_hosts)
        self.limits = AddressLimits(quotas, shared)
        self.people = People(storage, self.limits.take)
        self.deals = DealBook(storage)
        self.calendar = calendar or Calendar()
        self.passwords = Passwords(quotas, self.work)
        self.catalog = GameCatalog(extra_bots or {})
        self.rooms = LoadedRooms(
            self.services, leases=leases, find_game=self.catalog.game, make_session=self._session
        )
        self.listing = Listing(storage, self.rooms.find)
        self.replays = SnapshotWriter(storage, HelperPool(1, helpers.compiled), self.rooms.find)
        self.creator = self._room_creator()
        self.deletion = RoomDeletion(self.rooms, self.people)
        self.game_over.subscribe(self._write_snapshot)
        self.game_over.subscribe(self._settle)

    def _room_services(
        self, helpers: HelperPool, *, bot_seconds: float, bot_hosts: BotHosts | None
    ) -> RoomServices:
        per_second = self.quotas.bot_answers_per_second
        return RoomServices(
            storage=self.storage,
            helpers=helpers,
            quotas=self.quotas,
            bot_seconds=bot_seconds,
            work=self.work,
            background=ThrottledQueue(TokenBucket(per_second, 2 * per_second)),
            bot_hosts=bot_hosts,
            create_rematch=self._create_rematch,
            game_over=self.game_over,
        )

    def _room_creator(self) -> RoomCreator:
        return RoomCreator(
            services=self.services,
            catalog=self.catalog,
            calendar=self.calendar,
            rooms=self.rooms,
            listing=self.listing,
            passwords=self.passwords,
            leases=self.leases,
            shared=self.shared,
            make_session=self._session,
        )

    async def open(self) -> None:
        """Count the rooms of the database."""
        await self.creator.open()

    async def disconnect_all(self, timeout_s: float = 1.0) -> None:
        """Ask all clients to connect again, to a server that continues, and wait up to `timeout_s` for their leaving."""
        self.closing.set()
        self.rooms.disconnect_all("closing")
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(timeout_s):
                while any(session.presence.viewers for session in self.rooms.sessions.values()):
                    await asyncio.sleep(0.01)

    async def close(self) -> None:
        """Close everything; nothing needs to be saved."""
        await self.rooms.close()
        await self.replays.helpers.close()
        self.passwords.close()

    def share_background(self, processes: int) -> None:
        """Set this process's share of the cluster-wide budget for bot-only rooms."""
        self.services.background.allowance.per_second = self.quotas.bot_answers_per_second / processes

    async def notify_peers(self, **facts: Any) -> None:
        """Notify the other processes of a change, if there are any."""
        if self.leases is not None:
            await self.leases.notify(**facts)

    def bot_queue(self) -> int:
        """Return the number of bot answers that are being computed or wait for that."""
        hosts = self.services.bot_hosts
        return self.services.helpers.waiting() + (0 if hosts is None else hosts.waiting())

    # --- sessions ---

    def _session(self, room: RoomState, fence: int) -> RoomSession:
        bots = self.catalog.bots(room.stored.game)
        return RoomSession(RoomDriver(room, bots, steady_time.milliseconds), self.services, fence=fence)

    async def _create_rematch(self, room: RoomState, created: Created) -> str:
        session = await self.creator.create_rematch(room, created)
        await self.people.follow(room.id, session.room.id)
        return session.room.id

    async def _write_snapshot(self, _room: RoomState) -> None:
        self.replays.wake.set()

    async def _settle(self, room: RoomState) -> None:
        with contextlib.suppress(StorageError):
            # The clean-up job repeats what fails.
            await settle(self.storage, room)

    # --- rooms ---

    async def create(self, request: CreateRoom, source: str = "") -> CreatedSeat:
        """Create a room for the address `source`; see `RoomCreator.create`."""
        return await self.creator.create(request, source)

    async def play_on(self, room: RoomState, request: PlayOn, source: str = "") -> CreatedSeat:
        """Create a room from a position of a finished game; see `RoomCreator.play_on`."""
        return await self.creator.play_on(room, request, source)

    async def join(self, session: RoomSession, request: Join, source: str = "") -> tuple[int, str]:
        """Take an open seat for the address `source`.

        Returns:
            The seat and its token.

        Raises:
            RefusalError: No such seat is open, the password is wrong, or a limit is reached.
        """
        await self.passwords.check(session.room, request.password, source)
        name = person_name(request.name)
        token = new_token()
        avatar = check_avatar(request.face)
        await self._check_join(session, source)
        seat = await session.join(token_hash(token), name=name, seat=request.seat, avatar=avatar)
        session.sources[seat] = source
        return seat, token

    async def _check_join(self, session: RoomSession, source: str) -> None:
        """Refuse an address that takes seat after seat."""
        if not source:
            return
        if not await self.limits.take("joins_per_minute", source):
            log_limit("joins_per_minute", source)
            raise RefusalError(
                RefusalCode.TOO_MANY_REQUESTS, "You have taken many seats in a short time. Please wait."
            )
        # The creator of a reloaded room is unknown.
        if not session.room.stored.listed or session.created_from(source):
            return
        taken = [
            seat
            for seat, address in session.sources.items()
            if address == source and session.room.seats[seat].owner
        ]
        if len(taken) >= self.quotas.seats_per_address:
            log_limit("seats_per_address", source)
            raise RefusalError(
                RefusalCode.TOO_MANY_SEATS, "You already have the maximum number of seats in this room."
            )

    async def state_of(self, held: HeldTable) -> TableState:
        """Return the state of a room for the owner of a token."""
        try:
            session = await self.rooms.find(held.room)
        except (RefusalError, BadEntry) as error:
            # A room that cannot be read still exists.
            gone = isinstance(error, RefusalError) and error.code == "no-such-room"
            return TableState(held.room, gone=gone, stage="over")
        return await table_state(session, await self.people.holder_in(session.room, held.token))

    async def exported(self, held: HeldTable) -> ExportedGame | None:
        """Return the game of the owner of a token; None if there is no such room or seat."""
        try:
            session = await self.rooms.find(held.room)
        except RepulseError:
            return None
        return await exported_game(session, await self.people.holder_in(session.room, held.token))

    async def run_cleanup(self) -> None:
        """Run the clean-up of memory and database, once per minute."""
        await self.rooms.unload_unused()
        await remove_abandoned_lobbies(self.rooms, self.quotas.lobby_hours)
        await clean_up_rooms(self.rooms, self.quotas)
        await self.people.remove_unused(self.quotas.identity_days)
        await self.creator.refresh_counts()
        if self.shared is not None:
            await self.shared.tidy()
