"""New rooms: games, lessons, rematches, and games that continue from a position of a finished one."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from repulse.daily import Calendar
from repulse.engine.contract import SPECTATOR, Seat
from repulse.engine.random import SEED_LIMIT
from repulse.server import steady_time
from repulse.server.cluster.leases import Leases
from repulse.server.cluster.shared_limits import SharedLimits
from repulse.server.guard.limits import MAX_OVERLAY_BYTES, log_limit
from repulse.server.guard.passwords import Passwords
from repulse.server.people.credentials import new_room_id, new_token, token_hash
from repulse.server.people.deals import today
from repulse.server.rooms.catalog import GameCatalog
from repulse.server.rooms.listing import Listing
from repulse.server.rooms.loaded_rooms import LoadedRooms
from repulse.server.rooms.services import RoomServices
from repulse.server.rooms.session import RoomSession
from repulse.table.entries import Created, encode_entry
from repulse.table.refusals import RefusalCode, RefusalError
from repulse.table.room_factory import RoomFactory, RoomPlan, RoomPolicy
from repulse.table.room_state import RoomState
from repulse.table.wire.rooms import CreateRoom, PlayOn

_LOG: Final = logging.getLogger("repulse.server")


class CreatedSeat(NamedTuple):
    """A new room with the seat and the token of its creator."""

    session: RoomSession
    seat: Seat
    token: str


@dataclass(kw_only=True)
class RoomCreator:
    """Creates rooms, within the limits of the server and of each address."""

    services: RoomServices
    catalog: GameCatalog
    calendar: Calendar
    rooms: LoadedRooms
    listing: Listing
    passwords: Passwords
    leases: Leases | None = None
    """The leases of this process; None if it is the only one."""
    shared: SharedLimits | None = None
    """The counts of a cluster; None if this is the only process."""
    make_session: Callable[[RoomState, int], RoomSession]
    """Opens the session of a room, given its fencing number."""
    unfinished: int = 0
    """Number of rooms whose game is not over, as of the last count."""
    _created: dict[str, str] = field(default_factory=dict)
    """Unfinished rooms created since the server started, and from which address."""

    def __post_init__(self) -> None:
        self.factory = RoomFactory(
            RoomPolicy(
                random_seed=lambda: secrets.randbelow(SEED_LIMIT),
                bots=self.catalog.bots,
                max_overlay_bytes=MAX_OVERLAY_BYTES,
                find_deal=self.calendar.find,
                today=today,
                charge=self.services.work.charged,
            )
        )

    async def open(self) -> None:
        """Count the rooms of the database."""
        self.unfinished = await self.services.storage.count_unfinished()

    async def refresh_counts(self) -> None:
        """Count the rooms of the database again, and forget the creators of finished ones."""
        unfinished = await self.services.storage.unfinished()
        self.unfinished = len(unfinished)
        self._created = {room: source for room, source in self._created.items() if room in unfinished}

    # --- kinds of rooms ---

    async def create(self, request: CreateRoom, source: str = "") -> CreatedSeat:
        """Create a room for the address `source`.

        Raises:
            RefusalError: Options or seats are invalid, or a limit is reached.
        """
        await self._check_share(source)
        token = new_token()
        plan = self.factory.create(request, token_hash(token))
        if not request.lesson and not request.deal:
            plan.settings.password = await self.passwords.hashed(request.password, source)
        return await self._open(plan, token, source)

    async def play_on(self, room: RoomState, request: PlayOn, source: str = "") -> CreatedSeat:
        """Create a room that continues from a position of a finished game.

        Raises:
            RefusalError: The game is not over, the request is invalid, or a limit is reached.
        """
        await self._check_share(source)
        token = new_token()
        return await self._open(self.factory.play_on(room, request, token_hash(token)), token, source)

    async def create_rematch(self, room: RoomState, created: Created) -> RoomSession:
        """Create the room of a rematch."""
        return await self._add(self.factory.rematch(room, created))

    # --- parts ---

    async def _open(self, plan: RoomPlan, token: str, source: str) -> CreatedSeat:
        """Store a planned room, and start its game or continue it."""
        session = await self._add(plan)
        await self._note_creator(session, source)
        if plan.starts:
            await session.start()
        elif plan.entries:
            await session.resume()
        return CreatedSeat(session, session.room.seat_of(token_hash(token)), token)

    async def _check_share(self, source: str) -> None:
        """Refuse a new room to an address that has many unfinished ones."""
        if source and await self._created_from(source) >= self.services.quotas.rooms_per_address:
            log_limit("rooms_per_address", source)
            raise RefusalError(
                RefusalCode.TOO_MANY_ROOMS, "Too many of your rooms are unfinished. Please end some first."
            )

    async def _created_from(self, source: str) -> int:
        """Return the number of unfinished rooms created from an address."""
        if self.shared is not None:
            return await self.shared.created_from(source)
        return sum(creator == source for creator in self._created.values())

    async def _note_creator(self, session: RoomSession, source: str) -> None:
        room = session.room.id
        self._created[room] = source
        if self.shared is not None and source:
            await self.shared.note_creator(room, source)
        _LOG.info("room created", extra={"room": room, "address": source})
        session.sources[SPECTATOR] = source

    async def _add(self, plan: RoomPlan) -> RoomSession:
        """Store a room with its first entries, and keep it in memory."""
        storage = self.services.storage
        if self.shared is not None:
            self.unfinished = await storage.count_unfinished()
        if self.unfinished >= self.services.quotas.rooms:
            log_limit("rooms", "all clients together")
            raise RefusalError(RefusalCode.TOO_MANY_ROOMS, "This server is full. Please try again later.")
        self.unfinished += 1
        room = plan.open_room(new_room_id(), steady_time.now())
        await self.rooms.apply(room, plan.entries)
        stored, entries = room.stored, [plan.created, *plan.entries]
        rows = [(number, encode_entry(entry)) for number, entry in enumerate(entries, 1)]
        has_people = any(seat.kind == "person" for seat in room.seats)
        fence = 0 if self.leases is None else await self.leases.reserve(stored.id, has_people)
        stage = room.stage if plan.entries else ""
        await storage.append(stored.id, rows, stage, new=stored, fence=fence)
        session = self.make_session(room, fence)
        await self.rooms.add(session)
        if stored.listed:
            # The creator of a room looks for it in the list at once.
            self.listing.forget()
            if self.leases is not None:
                await self.leases.notify(listed=True)
        return session
