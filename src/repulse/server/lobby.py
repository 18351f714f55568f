"""All rooms of a server: created, found in memory or in the database, and unloaded when long unused."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import secrets
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from repulse.bots import levels
from repulse.engine.contract import (
    SPECTATOR,
    BadOptions,
    Data,
    Game,
    RepulseError,
    Seat,
)
from repulse.engine.random import SEED_LIMIT
from repulse.games import game_named, game_names
from repulse.server.cluster.leases import Leases
from repulse.server.cluster.shared_limits import SharedLimits
from repulse.server.exports import ExportedGame
from repulse.server.far.hosts import Hosts
from repulse.server.keeping import compact_all, idle_games, remove_finished, remove_room, say_farewell
from repulse.server.limits import LONGEST_PASSWORD, Allowance, Counted, Guesses, Quotas, Rate, limit_hit
from repulse.server.live_room import LiveRoom
from repulse.server.people import People
from repulse.server.replay_keeper import ReplayKeeper
from repulse.server.results import settle, unsettled
from repulse.server.shown_games import shown_result
from repulse.server.storage import MOVED, LeaseLost, Storage, StorageError
from repulse.server.tokens import checked_face, is_password, new_room_id, new_token, password_hash, token_hash
from repulse.server.work import Turns, Work
from repulse.server.worker_pool import Helpers
from repulse.table.clock import deadline, wrong_clock
from repulse.table.entries import AnyEntry, Created, Ended, StoredRoom, decode_entry, encode_entry
from repulse.table.messages import Leave
from repulse.table.names import clean, person_name
from repulse.table.old_games import old_room
from repulse.table.play_on import check_step, entries_of, seats_to_play_on
from repulse.table.protocol import CreateRoom, HeldTable, Join, PlayOn, RoomEntry, TableState
from repulse.table.room import Refusal, Room
from repulse.table.seats import bots_for, plan_seats
from repulse.table.table import Table, lesson_of, lesson_settings, new_settings
from repulse.table.teaching import seats_of_lesson
from repulse.table.viewer_events import NOBODY, seat_infos

_LOG: Final = logging.getLogger("repulse.server")

FAREWELL: Final = "identity-deleted"
"""The id of the command by which somebody leaves a game for good."""

NO_LEASE: Final = -1
"""A fencing number that no lease has."""

LIST_SECONDS: Final = 1.0
"""The list of rooms is made anew after so long."""

IDLE_SECONDS: Final = 15 * 60.0
"""A room nobody has used for this long is unloaded from memory."""


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
    rooms: dict[str, LiveRoom] = field(default_factory=dict)
    leaving: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when clients are being asked to connect to another server."""
    _loading: dict[str, asyncio.Lock] = field(default_factory=dict)
    _guessing: asyncio.Lock = field(default_factory=asyncio.Lock)
    _guesses: Guesses = field(init=False)
    _rates: dict[str, Rate] = field(default_factory=dict)
    work: Work = field(init=False)
    replays: ReplayKeeper = field(init=False)
    """Finished games as they were shown."""
    people: People = field(init=False)
    """Those who keep an identity."""
    _background: Turns = field(init=False)
    """Where the bots of rooms without people queue."""
    _created: dict[str, str] = field(default_factory=dict)
    """Unfinished rooms created since the server started, and from which address."""
    _listed: tuple[float, list[RoomEntry]] = (-math.inf, [])
    _list_changed: float = -math.inf
    _unfinished: int = 0
    _games: dict[str, Game] = field(default_factory=dict)

    def __post_init__(self) -> None:
        quotas = self.quotas
        self._guesses = Guesses(quotas.guesses, quotas.guess_seconds)
        self.people = People(self.storage, self.may)
        self.replays = ReplayKeeper(self.storage, Helpers(1, self.helpers.compiled), self.find)
        self.work = self.shared_work or Work(quotas.work_share, quotas.work_at_once)
        a_second = quotas.bot_answers_a_second
        self._background = Turns(Allowance(a_second, 2 * a_second))

    async def open(self) -> None:
        """Begin."""
        self._unfinished = await self.storage.count_unfinished()

    async def dismiss(self, seconds: float = 1.0) -> None:
        """Ask all clients to connect again, to a server that goes on, and wait a moment for them to be gone."""
        self.leaving.set()
        for live in self.rooms.values():
            live.dismiss("closing")
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while any(live.viewers for live in self.rooms.values()):
                    await asyncio.sleep(0.01)

    async def close(self) -> None:
        """Close everything; nothing needs to be saved."""
        for live in list(self.rooms.values()):
            live.dismiss("closing")
            await live.close()
        await self.replays.helpers.close()

    async def drop(self, room: str, why: str) -> None:
        """Forget a room that is not ours any more, or not there any more; its clients are told to connect again."""
        live = self.rooms.pop(room, None)
        if live is not None:
            live.broken = True
            live.dismiss(why)
            await live.close()

    async def _let_go(self, rooms: list[str]) -> None:
        """Unload rooms; whoever is asked for one next loads it."""
        for room in rooms:
            await self.rooms.pop(room).close()
        if self.leases is not None:
            await self.leases.release(rooms)

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

    def forget_list(self) -> None:
        """Make the list of rooms anew when it is next asked for."""
        self._list_changed = time.monotonic()

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
            await self._hashed(wanted.password),
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
            raise Refusal("too-many-rooms", "This server is full. Please try again later.")
        self._unfinished += 1
        stored = StoredRoom(new_room_id(), time.time(), "lobby", listed, game, seed, settings)
        room = Room(stored)
        room.apply(created)
        await self._apply(room, then)
        rows = [(number, encode_entry(entry)) for number, entry in enumerate([created, *then], 1)]
        people = any(seat.kind == "person" for seat in room.seats)
        fence = 0 if self.leases is None else await self.leases.reserve(stored.room, people)
        await self.storage.append(stored.room, rows, room.stage if then else "", stored, fence)
        live = self._live(room, fence)
        self.rooms[room.room] = live
        if listed:
            # Who opens a room looks for it in the list at once.
            self.forget_list()
            await self.tell(listed=True)
        await self._make_space()
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

    async def _hashed(self, password: str) -> str:
        if len(password) > LONGEST_PASSWORD:
            raise Refusal("too-long", f"A password has at most {LONGEST_PASSWORD} characters.")
        return await asyncio.to_thread(password_hash, password)

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
        except BadOptions as error:
            raise Refusal("bad-options", str(error)) from error
        except (RepulseError, TypeError, ValueError) as error:
            raise Refusal("bad-options", str(error)) from error

    async def _make_next(self, room: Room, created: Created) -> str:
        """The room of a rematch; its id."""
        settings = room.stored.settings | {"chosen_seed": False}
        seed = secrets.randbelow(SEED_LIMIT)
        live = await self._add(room.stored.game, seed, room.stored.listed, settings, created)
        await self.people.follow(room.room, live.room.room)
        return live.room.room

    # --- finding rooms ---

    async def find(self, room: str) -> LiveRoom:
        """A room by its id, from memory or from the database; Refusal if there is none."""
        live = self.rooms.get(room)
        if live is not None and not live.broken:
            return live
        lock = self._loading.setdefault(room, asyncio.Lock())
        try:
            async with lock:
                live = self.rooms.get(room)
                if live is not None and not live.broken:
                    return live
                return await self._load(room)
        finally:
            if not lock.locked():
                self._loading.pop(room, None)

    async def _load(self, room: str) -> LiveRoom:
        known = room.isalnum() and len(room) <= 32
        # The lease comes first: what is read after it is all that was ever written.
        fence = await self._lease(room) if known else 0
        loaded = await self.storage.load(room) if known else None
        if loaded is None:
            raise Refusal("no-such-room", "There is no such room.")
        if self.leases is not None and not fence:
            raise LeaseLost(MOVED)
        stored, entries = loaded
        if stored.settings["rules"] != self.game(stored.game).rules:
            return await self._load_old(stored, entries, fence)
        live = self._live(await self._played(stored, entries), fence)
        old = self.rooms.get(room)
        if old is not None:
            await old.close()
        self.rooms[room] = live
        if self.leases is not None and not live.has_people():
            await self.leases.note_people(room, people=False)
        await live.resume()
        await self._make_space()
        return live

    async def _apply(self, room: Room, entries: Iterable[AnyEntry]) -> None:
        """Bring a room to where its entries lead, without keeping everybody else waiting."""
        for number, entry in enumerate(entries):
            with self.work.charged():
                room.apply(entry)
            if number % 50 == 49:
                await asyncio.sleep(0)

    async def _played(self, stored: StoredRoom, entries: list[str]) -> Room:
        """A room as its entries made it."""
        made = Room(stored)
        await self._apply(made, map(decode_entry, entries))
        return made

    async def look(self, room: str) -> LiveRoom:
        """A room to look at only: if another process has it, as it is stored just now. Refusal if there is none."""
        try:
            return await self.find(room)
        except LeaseLost:
            loaded = await self.storage.load(room)
        if loaded is None:
            raise Refusal("no-such-room", "There is no such room.")
        stored, entries = loaded
        if stored.settings["rules"] != self.game(stored.game).rules:
            return self._live(old_room(stored, [decode_entry(data) for data in entries]), NO_LEASE)
        return self._live(await self._played(stored, entries), NO_LEASE)

    async def part(self, room: str, holder: str) -> None:
        """Somebody is never to be heard of again: their game goes as far as it is nobody else's, or a bot plays on."""
        live = await self.find(room)
        if live.room.stage == "over" or (live.room.stage == "lobby" and live.room.host == holder):
            await self.delete_as(live, holder)
        else:
            await live.command(holder, Leave(FAREWELL))

    async def _lease(self, room: str) -> int:
        """The fencing number of our lease of a room; 0 if another process has it, or leases are not needed."""
        if self.leases is None:
            return 0
        live = self.rooms.get(room)
        if live is not None and live.broken and self.leases.held.get(room) == live.fence:
            # A write failed: perhaps the lease was lost.
            del self.leases.held[room]
        return await self.leases.take(room)

    async def _load_old(self, stored: StoredRoom, entries: list[str], fence: int) -> LiveRoom:
        """A room whose rules are not played any more: it is over, if it was not, and everybody is told why."""
        made = old_room(stored, [decode_entry(data) for data in entries])
        if made.stage != "over":
            ended = Ended(why="rules")
            made.apply(ended)
            await self.storage.append(stored.room, [(made.n, encode_entry(ended))], "over", None, fence)
        kept = await self.replays.load(stored.room, "en")
        made.kept_result = shown_result(kept) if kept else None
        live = self.rooms[stored.room] = self._live(made, fence)
        return live

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
        async with self._loading.setdefault(room.room, asyncio.Lock()):
            missing = 0
            if room.stage == "over":
                players = {seat.holder for seat in room.seats if seat.holder} or {holder}
                missing = await say_farewell(self.storage, room.room, holder, players)
            elif holder != room.host:
                raise Refusal("host-only", "Only the host of the room can do that.")
            else:
                await remove_room(self.storage, room.room)
            if not missing:
                await self.drop(room.room, "deleted")
                if self.leases is not None:
                    self.leases.held.pop(room.room, None)
        self._loading.pop(room.room, None)
        return missing

    async def join(self, live: LiveRoom, wanted: Join, source: str = "") -> tuple[int, str]:
        """Take an open seat; its number and its token. `source` is the address of the client."""
        await self.check_password(live, wanted.password, source)
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
        if not live.room.stored.listed or live.sources.get(SPECTATOR, source) == source:
            return
        taken = [
            seat for seat, each in live.sources.items() if each == source and live.room.seats[seat].holder
        ]
        if len(taken) >= self.quotas.seats_an_address:
            limit_hit("seats_an_address", source)
            raise Refusal("too-many-seats", "Others want to play too: you have enough seats in this room.")

    async def check_password(self, live: LiveRoom, password: str, source: str = "") -> None:
        """Raise Refusal unless this password opens the room."""
        kept = live.room.stored.settings["password"]
        if not kept:
            return
        if not password:
            raise Refusal("password", "This room asks for a password.")
        if not self._guesses.take(source, live.room.room):
            limit_hit("guesses", source)
            raise Refusal("too-many-guesses", "Too many wrong passwords. Please wait before the next one.")
        if len(password) <= LONGEST_PASSWORD:
            # One at a time: guessing is expensive on purpose, but must not slow down everybody else.
            async with self._guessing:
                if await asyncio.to_thread(is_password, password, kept):
                    self._guesses.right(source, live.room.room)
                    return
        raise Refusal("wrong-password", "That is not the password of this room.")

    async def state_of(self, held: HeldTable) -> TableState:
        """How a table stands for one who holds a token of it."""
        try:
            live = await self.find(held.room)
        except Refusal as error:
            # A game by old rules is still there: it can be looked at, but not be gone on with.
            return TableState(held.room, gone=error.code == "no-such-room", stage="over")
        return await self.state_for(live, await self.people.holder_in(live.room, held.token))

    async def state_for(self, live: LiveRoom, holder: str) -> TableState:
        """How a table stands for one whose token has this hash."""
        async with live.lock:
            live.check()
            room = live.room
            if not room.is_known(holder):
                return TableState(room.room, gone=True)
            seat = room.seat_of(holder)
            made = TableState(
                room.room,
                stage=room.stage,
                name=room.stored.settings["name"],
                game=room.stored.game,
                mode=room.mode,
                seat=seat,
                seats=seat_infos(room, live.here()),
                next=room.next,
            )
            if room.match is not None and room.stage == "playing":
                made.thinking = room.match.state.view(seat).seats_owing()
                made.your_turn = room.is_asked(seat)
                made.deadline = deadline(room, seat) if made.your_turn else 0
            elif room.match is not None:
                made.scores = room.match.state.scores()
                made.winners = room.match.state.winners()
            elif room.kept_result is not None:
                made.scores, made.winners = room.kept_result.scores, room.kept_result.winners
            return made

    async def exported(self, held: HeldTable) -> ExportedGame | None:
        """A game of one who holds a token of it; None if there is no such room or seat."""
        try:
            live = await self.find(held.room)
        except RepulseError:
            return None
        return await self.export_for(live, await self.people.holder_in(live.room, held.token))

    async def export_for(self, live: LiveRoom, holder: str) -> ExportedGame | None:
        """The same for one whose token has this hash."""
        async with live.lock:
            room = live.room
            if live.broken or not room.is_known(holder):
                return None
            over = room.stage == "over" and (room.match is not None or room.old is not None)
            record = room.record().to_json() if over else ""
            name, created = room.stored.settings["name"], room.stored.created
            return ExportedGame(
                room.room,
                name,
                room.stored.game,
                room.stage,
                created,
                room.seat_of(holder),
                room.names,
                record,
            )

    async def listed(self) -> list[RoomEntry]:
        """The rooms that are open to all, as they were a moment ago at most."""
        at, known = self._listed
        if not self.is_list_stale(at):
            return known
        asked = time.monotonic()
        found = [entry for room in await self.storage.listed() if (entry := await self.entry_of(room))]
        self._listed = (asked, found)
        return found

    def is_list_stale(self, made: float) -> bool:
        """Whether a list that was made at a time must be made anew."""
        return time.monotonic() - made >= LIST_SECONDS or made < self._list_changed

    async def entry_of(self, room: str) -> RoomEntry | None:
        """A room of ours as a line of the list; None if it cannot be read, or is not ours."""
        try:
            live = await self.find(room)
        except RepulseError:
            return None
        return room_entry(live.room, live.here())

    async def _make_space(self) -> None:
        """Unload the rooms that were not used for the longest time, if there are too many."""
        over = len(self.rooms) - self.quotas.loaded_rooms
        if over <= 0:
            return
        idle = sorted((live.used, room) for room, live in self.rooms.items() if live.is_idle())
        await self._let_go([room for _used, room in idle[: over + self.quotas.loaded_rooms // 10]])

    async def tidy(self) -> None:
        """Unload rooms that nobody has used for a long time; they are reloaded when somebody comes."""
        now = time.monotonic()
        long_unused = [
            room for room, live in self.rooms.items() if now - live.used > IDLE_SECONDS and live.is_idle()
        ]
        await self._let_go(long_unused)
        await self._remove_abandoned()
        await self._keep_in_order()
        unfinished = await self.storage.unfinished()
        self._unfinished = len(unfinished)
        self._created = {room: source for room, source in self._created.items() if room in unfinished}
        if self.shared is not None:
            await self.shared.tidy()

    async def _keep_in_order(self) -> None:
        """Compact and remove finished games, and end those that nobody goes on with."""
        quotas = self.quotas
        for room in await idle_games(self.storage, quotas.idle_days):
            with contextlib.suppress(RepulseError):
                await (await self.find(room)).end("idle")
        for room in await remove_finished(self.storage, quotas.finished_days):
            await self.drop(room, "deleted")
            await self.tell(gone=room)
        await compact_all(self.storage, quotas.compact_hours)
        for room in await unsettled(self.storage):
            with contextlib.suppress(RepulseError):
                await settle(self.storage, (await self.find(room)).room)

    async def _remove_abandoned(self) -> None:
        """Remove lobbies that nobody came back to: they would count as unfinished games forever."""
        before = time.time() - 3600 * self.quotas.lobby_hours
        removed = 0
        for room in await self.storage.abandoned(before):
            live = self.rooms.get(room)
            if live is not None and (live.viewers or live.lock.locked()):
                continue
            if self.leases is not None and not await self.leases.take(room):
                continue
            # Nobody may load the room while it is being removed.
            lock = self._loading.setdefault(room, asyncio.Lock())
            async with lock:
                if live is not None:
                    live.broken = True
                    self.rooms.pop(room, None)
                    await live.close()
                removed += await self.storage.remove_lobby(room, before)
                if self.leases is not None:
                    await self.leases.release([room])
            if not lock.locked():
                self._loading.pop(room, None)
        if removed:
            _LOG.info("%d abandoned lobbies removed", removed)


def milliseconds() -> int:
    """The time in milliseconds since 1970."""
    return int(time.time() * 1000)


def room_entry(room: Room, here: frozenset[Seat] = NOBODY) -> RoomEntry:
    """A room as a line of a list."""
    settings = room.stored.settings
    return RoomEntry(
        room.room,
        settings["name"],
        room.stored.game,
        room.mode,
        room.options,
        room.stage,
        seat_infos(room, here),
        bool(settings["password"]),
        settings["chosen_seed"],
    )
