"""The lobby of a server: rooms are created, joined, and left for good; what all of them share."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from repulse.bots import levels
from repulse.engine.contract import SPECTATOR, Data, Game, RepulseError
from repulse.engine.random import SEED_LIMIT
from repulse.games import game_named, game_names
from repulse.server.cluster.leases import Leases
from repulse.server.cluster.shared_limits import SharedLimits
from repulse.server.exports import ExportedGame
from repulse.server.far.hosts import Hosts
from repulse.server.held_tables import exported_game, table_state
from repulse.server.keeping import remove_room, say_farewell
from repulse.server.limits import Allowance, Counted, Quotas, Rate, limit_hit
from repulse.server.listing import Listing
from repulse.server.live_room import FAREWELL, LiveRoom
from repulse.server.loaded_rooms import LoadedRooms
from repulse.server.passwords import Passwords
from repulse.server.people import People
from repulse.server.replay_keeper import ReplayKeeper
from repulse.server.results import settle
from repulse.server.storage import Storage, StorageError
from repulse.server.tidying import put_in_order, remove_abandoned
from repulse.server.tokens import checked_face, new_room_id, new_token, token_hash
from repulse.server.work import Turns, Work
from repulse.server.worker_pool import Helpers
from repulse.table.clock import wrong_clock
from repulse.table.entries import AnyEntry, BadEntry, Created, StoredRoom, encode_entry
from repulse.table.messages import Leave
from repulse.table.names import clean, person_name
from repulse.table.play_on import check_step, entries_of, seats_to_play_on
from repulse.table.protocol import CreateRoom, HeldTable, Join, PlayOn, TableState
from repulse.table.room import Refusal, Room
from repulse.table.seats import bots_for, plan_seats
from repulse.table.table import Table, lesson_of, lesson_settings, new_settings
from repulse.table.teaching import seats_of_lesson

_LOG: Final = logging.getLogger("repulse.server")


@dataclass
class Lobby:
    """The rooms of a server."""

    storage: Storage
    helpers: Helpers
    quotas: Quotas = field(default_factory=Quotas)
    bot_seconds: float = 20.0
    extra_bots: dict[str, str] = field(default_factory=dict)
    """Bots added by the operator of the server: a name, and `package.module:Class`."""
    address: str = ""
    """Where other devices find this server; empty if that is not known."""
    shared_work: Work | None = None
    """The account of the work done, if connections keep it too."""
    leases: Leases | None = None
    """Our leases of rooms; None if we are the only process."""
    far: Hosts | None = None
    """Bots on other machines, if there may be any."""
    shared: SharedLimits | None = None
    """What all processes count together; None if we are the only one."""
    leaving: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when clients are being asked to connect to another server."""
    _rates: dict[str, Rate] = field(default_factory=dict)
    work: Work = field(init=False)
    passwords: Passwords = field(init=False)
    rooms: LoadedRooms = field(init=False)
    """The rooms in memory."""
    listing: Listing = field(init=False)
    """The list of rooms that are open to all."""
    replays: ReplayKeeper = field(init=False)
    """Finished games as they were shown."""
    people: People = field(init=False)
    """Those who keep an identity."""
    _background: Turns = field(init=False)
    """Where the bots of rooms without people queue."""
    _created: dict[str, str] = field(default_factory=dict)
    """Unfinished rooms created since the server started, and from which address."""
    _unfinished: int = 0
    _games: dict[str, Game] = field(default_factory=dict)

    def __post_init__(self) -> None:
        quotas = self.quotas
        self.people = People(self.storage, self.may)
        self.work = self.shared_work or Work(quotas.work_share, quotas.work_at_once)
        self.passwords = Passwords(quotas, self.work)
        self.rooms = LoadedRooms(
            self.storage, quotas.loaded_rooms, self.work, self.leases, self.game, self._live
        )
        self.listing = Listing(self.storage, self.rooms.find)
        self.replays = ReplayKeeper(self.storage, Helpers(1, self.helpers.compiled), self.rooms.find)
        a_second = quotas.bot_answers_a_second
        self._background = Turns(Allowance(a_second, 2 * a_second))

    async def open(self) -> None:
        """Begin."""
        self._unfinished = await self.storage.count_unfinished()

    async def dismiss(self, seconds: float = 1.0) -> None:
        """Ask all clients to connect again, to a server that goes on, and wait a moment for them to be gone."""
        self.leaving.set()
        self.rooms.dismiss("closing")
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while any(live.viewers for live in self.rooms.live.values()):
                    await asyncio.sleep(0.01)

    async def close(self) -> None:
        """Close everything; nothing needs to be saved."""
        await self.rooms.close()
        await self.replays.helpers.close()
        self.passwords.close()

    async def may(self, limit: Counted, source: str) -> bool:
        """Whether an address may do once more what a limit counts."""
        a_minute: int = getattr(self.quotas, limit)
        if self.shared is not None:
            return await self.shared.take(limit, a_minute, source)
        return self._rates.setdefault(limit, Rate(a_minute)).take(source)

    def share_background(self, processes: int) -> None:
        """Let rooms of bots alone have their part of what all processes together allow them."""
        self._background.allowance.a_second = self.quotas.bot_answers_a_second / processes

    async def tell(self, **facts: Any) -> None:
        """Tell the other processes, if there are any, of a change."""
        if self.leases is not None:
            await self.leases.tell(**facts)

    def bot_queue(self) -> int:
        """How many answers bots are thinking about or wait for."""
        return self.helpers.waiting() + (0 if self.far is None else self.far.waiting())

    @property
    def unfinished(self) -> int:
        """How many rooms there are whose game is not over, as of the last count."""
        return self._unfinished

    # --- what can be played ---

    def game(self, name: str) -> Game:
        """A game of the registry; Refusal if there is none."""
        if name not in game_names():
            raise Refusal(
                "no-such-game", f"There is no game {name!r}; there are {' and '.join(game_names())}."
            )
        if name not in self._games:
            self._games[name] = game_named(name)
        return self._games[name]

    def offered_bots(self, game: str) -> list[str]:
        """The bots that people are offered: the levels, and what the operator has added."""
        return [*levels(game), *self.extra_bots]

    def bots(self, game: str) -> dict[str, str]:
        """The bots for a game: never more than these, since a name must not be able to import a module."""
        return bots_for(game) | self.extra_bots

    # --- creating rooms ---

    async def create(self, wanted: CreateRoom, source: str = "") -> tuple[LiveRoom, int, str]:
        """A new room, with its creator's seat and token. `source` is the address of the client."""
        await self._check_share(source)
        game = self.game(wanted.game)
        if wanted.lesson:
            return await self._teach(wanted, source)
        options = self._options(game, wanted)
        token = new_token()
        holder = token_hash(token)
        players = options["players"]
        assert isinstance(players, int)
        my_name = person_name(wanted.my_name)
        face = checked_face(wanted.my_face)
        seats = plan_seats(wanted.seats, players, holder, my_name, self.bots(game.name), face)
        if wrong := wrong_clock(wanted.clock):
            raise Refusal("bad-options", wrong)
        if wanted.start and any(seat.kind == "open" for seat in seats):
            raise Refusal("seats-open", "The game cannot begin: some seats are open.")
        if wanted.seed is not None and not 0 <= wanted.seed < SEED_LIMIT:
            raise Refusal("bad-seed", "A seed is a whole number from 0 to 2**64 - 1.")
        settings = new_settings(
            game.name,
            options,
            clean(wanted.name, "The name of a room"),
            await self.passwords.hashed(wanted.password, source),
            wanted.seed is not None,
            wanted.clock,
            not wanted.listed if wanted.chat is None else wanted.chat,
            wanted.hints,
        )
        seed = secrets.randbelow(SEED_LIMIT) if wanted.seed is None else wanted.seed
        live = await self._add(wanted.game, seed, wanted.listed, settings, Created(host=holder, seats=seats))
        await self._note_creator(live, source)
        if wanted.start:
            await live.start()
        return live, live.room.seat_of(holder), token

    async def play_on(self, room: Room, wanted: PlayOn, source: str = "") -> tuple[LiveRoom, int, str]:
        """A new room that begins from a position of a game that is over, with its creator's seat and token."""
        await self._check_share(source)
        if room.stage != "over":
            raise Refusal("hidden", "A game can be played on from a position of it when it is over.")
        game = self.game(room.stored.game)
        record = room.record()
        check_step(record, wanted, game.rules)
        token = new_token()
        holder = token_hash(token)
        name, face = person_name(wanted.my_name), checked_face(wanted.my_face)
        played = [seat.bot for seat in room.seats]
        seats = seats_to_play_on(played, wanted, holder, name, face, self.bots(game.name))
        settings = new_settings(game.name, record.options, chosen_seed=True)
        created = Created(host=holder, seats=seats)
        entries = entries_of(record, wanted.step)
        live = await self._add(game.name, record.seed, False, settings, created, entries)
        await self._note_creator(live, source)
        await live.resume()
        return live, wanted.seat, token

    async def _check_share(self, source: str) -> None:
        """Refuse a new room to an address that has many unfinished ones."""
        if source and await self._created_from(source) >= self.quotas.rooms_an_address:
            limit_hit("rooms_an_address", source)
            raise Refusal("too-many-rooms", "Too many of your rooms are unfinished. Please end some first.")

    async def _note_creator(self, live: LiveRoom, source: str) -> None:
        self._created[live.room.room] = source
        if self.shared is not None and source:
            await self.shared.note_creator(live.room.room, source)
        _LOG.info("room created", extra={"room": live.room.room, "address": source})
        live.sources[SPECTATOR] = source

    async def _teach(self, wanted: CreateRoom, source: str) -> tuple[LiveRoom, int, str]:
        """A lesson, which begins at once."""
        lesson = lesson_of(wanted)
        token = new_token()
        holder = token_hash(token)
        name, face = person_name(wanted.my_name), checked_face(wanted.my_face)
        created = Created(host=holder, seats=seats_of_lesson(lesson, holder, name, face))
        live = await self._add(lesson.game, lesson.seed, False, lesson_settings(lesson), created)
        await self._note_creator(live, source)
        await live.start()
        return live, live.room.seat_of(holder), token

    async def _created_from(self, source: str) -> int:
        """How many unfinished rooms were created from an address."""
        if self.shared is not None:
            return await self.shared.created_from(source)
        return sum(each == source for each in self._created.values())

    async def _add(
        self,
        game: str,
        seed: int,
        listed: bool,
        settings: dict[str, Any],
        created: Created,
        then: Sequence[AnyEntry] = (),
    ) -> LiveRoom:
        if self.shared is not None:
            self._unfinished = await self.storage.count_unfinished()
        if self._unfinished >= self.quotas.rooms:
            limit_hit("rooms", "all clients together")
            raise Refusal("too-many-rooms", "This server is full. Please try again later.")
        self._unfinished += 1
        stored = StoredRoom(new_room_id(), time.time(), "lobby", listed, game, seed, settings)
        room = Room(stored)
        room.apply(created)
        await self.rooms.apply(room, then)
        rows = [(number, encode_entry(entry)) for number, entry in enumerate([created, *then], 1)]
        people = any(seat.kind == "person" for seat in room.seats)
        fence = 0 if self.leases is None else await self.leases.reserve(stored.room, people)
        await self.storage.append(stored.room, rows, room.stage if then else "", stored, fence)
        live = self._live(room, fence)
        await self.rooms.add(live)
        if listed:
            # Who opens a room looks for it in the list at once.
            self.listing.forget()
            await self.tell(listed=True)
        return live

    def _live(self, room: Room, fence: int) -> LiveRoom:
        table = Table(room, self.bots(room.stored.game), milliseconds)
        live = LiveRoom(
            table,
            self.storage,
            self.helpers,
            self.bot_seconds,
            self._make_next,
            self.quotas,
            self.work,
            self._background,
            fence,
        )
        live.when_over = self._settle
        live.far = self.far
        return live

    async def _settle(self, room: Room) -> None:
        """A game is over: keep it for replay, and what it means to those who have an identity."""
        self.replays.wake.set()
        with contextlib.suppress(StorageError):
            # What fails is done again when rooms are put in order.
            await settle(self.storage, room)

    def _options(self, game: Game, wanted: CreateRoom) -> Data:
        if "arrangement" in wanted.options:
            raise Refusal("bad-options", "Cards cannot be laid out by hand in a room.")
        overlays = wanted.options.get("overlays", [])
        if isinstance(overlays, list) and not all(isinstance(overlay, str) for overlay in overlays):
            raise Refusal(
                "bad-options", "In a room only the overlays that come with the program can be used."
            )
        given = dict(wanted.options)
        if wanted.seats and "players" not in given:
            given["players"] = len(wanted.seats)
        try:
            return game.check_options(given)
        except (RepulseError, TypeError, ValueError) as error:
            raise Refusal("bad-options", str(error)) from error

    async def _make_next(self, room: Room, created: Created) -> str:
        """The room of a rematch; its id."""
        settings = room.stored.settings | {"chosen_seed": False}
        seed = secrets.randbelow(SEED_LIMIT)
        live = await self._add(room.stored.game, seed, room.stored.listed, settings, created)
        await self.people.follow(room.room, live.room.room)
        return live.room.room

    # --- leaving for good ---

    async def part(self, room: str, holder: str) -> None:
        """Somebody is never to be heard of again: their game goes as far as it is nobody else's, or a bot plays on."""
        live = await self.rooms.find(room)
        if live.room.stage == "over" or (live.room.stage == "lobby" and live.room.host == holder):
            await self.delete_as(live, holder)
        else:
            await live.command(holder, Leave(FAREWELL))

    async def delete(self, live: LiveRoom, token: str) -> int:
        """Delete a lobby, or a finished game when all who played it want it; how many have not said so yet."""
        return await self.delete_as(live, await self.people.holder_in(live.room, token))

    async def delete_as(self, live: LiveRoom, holder: str) -> int:
        """The same for one whose token has this hash."""
        room = live.room
        if not room.is_known(holder):
            raise Refusal("bad-token", "This token holds no seat in this room.")
        if room.stage == "playing":
            raise Refusal("not-now", "The game is not over yet.")
        async with self.rooms.alone(room.room):
            missing = 0
            if room.stage == "over":
                players = {seat.holder for seat in room.seats if seat.holder} or {holder}
                missing = await say_farewell(self.storage, room.room, holder, players)
            elif holder != room.host:
                raise Refusal("host-only", "Only the host of the room can do that.")
            else:
                await remove_room(self.storage, room.room)
            if not missing:
                await self.rooms.drop(room.room, "deleted")
                if self.leases is not None:
                    self.leases.held.pop(room.room, None)
        return missing

    # --- joining ---

    async def join(self, live: LiveRoom, wanted: Join, source: str = "") -> tuple[int, str]:
        """Take an open seat; its number and its token. `source` is the address of the client."""
        await self.passwords.check(live, wanted.password, source)
        name = person_name(wanted.name)
        token = new_token()
        face = checked_face(wanted.face)
        await self._check_join(live, source)
        seat = await live.join(token_hash(token), name, wanted.seat, face)
        live.sources[seat] = source
        return seat, token

    async def _check_join(self, live: LiveRoom, source: str) -> None:
        """Refuse somebody who takes seat after seat."""
        if not source:
            return
        if not await self.may("joins_a_minute", source):
            limit_hit("joins_a_minute", source)
            raise Refusal("too-many-requests", "You have taken many seats in a short time. Please wait.")
        # Of a room that was loaded anew nobody knows whose it is.
        if not live.room.stored.listed or live.sources.get(SPECTATOR) == source:
            return
        taken = [
            seat for seat, each in live.sources.items() if each == source and live.room.seats[seat].holder
        ]
        if len(taken) >= self.quotas.seats_an_address:
            limit_hit("seats_an_address", source)
            raise Refusal("too-many-seats", "Others want to play too: you have enough seats in this room.")

    # --- somebody's tables ---

    async def state_of(self, held: HeldTable) -> TableState:
        """How a table stands for one who holds a token of it."""
        try:
            live = await self.rooms.find(held.room)
        except (Refusal, BadEntry) as error:
            # What cannot be read is still there.
            gone = isinstance(error, Refusal) and error.code == "no-such-room"
            return TableState(held.room, gone=gone, stage="over")
        return await table_state(live, await self.people.holder_in(live.room, held.token))

    async def exported(self, held: HeldTable) -> ExportedGame | None:
        """A game of one who holds a token of it; None if there is no such room or seat."""
        try:
            live = await self.rooms.find(held.room)
        except RepulseError:
            return None
        return await exported_game(live, await self.people.holder_in(live.room, held.token))

    async def tidy(self) -> None:
        """What is done every minute: memory and database are put in order."""
        await self.rooms.unload_unused()
        await remove_abandoned(self.rooms, self.quotas.lobby_hours)
        await put_in_order(self.rooms, self.quotas)
        await self.people.remove_unused(self.quotas.identity_days)
        unfinished = await self.storage.unfinished()
        self._unfinished = len(unfinished)
        self._created = {room: source for room, source in self._created.items() if room in unfinished}
        if self.shared is not None:
            await self.shared.tidy()


def milliseconds() -> int:
    """The time in milliseconds since 1970."""
    return int(time.time() * 1000)
