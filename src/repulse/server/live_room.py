"""A room that people are connected to: commands one after another, each committed before anyone is shown it."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec

from repulse.engine.contract import (
    SPECTATOR,
    IllegalChoice,
    RepulseError,
    Seat,
)
from repulse.server.limits import LONGEST_ID
from repulse.server.messages import Presence
from repulse.server.storage import Storage, StorageError
from repulse.server.worker_jobs import Choose, Chosen
from repulse.server.worker_pool import HelperFailed, Helpers
from repulse.table.entries import (
    Answered,
    AnyEntry,
    Rematched,
    SeatChanged,
    Started,
    Trouble,
    Undone,
    encode_entry,
)
from repulse.table.messages import (
    Answer,
    Command,
    Done,
    Event,
    Leave,
    Rematch,
    RoomInfo,
    SetSeat,
    Start,
    Undo,
)
from repulse.table.room import (
    MOST_FORCED,
    Refusal,
    Room,
    illegal,
)
from repulse.table.viewer_events import (
    EventCache,
    event_for,
    refusal_text,
    room_info,
)

_LOG: Final = logging.getLogger("repulse.server")
_ENCODER: Final = msgspec.json.Encoder()


def default_bot(bots: Mapping[str, str]) -> str:
    """The bot that plays where none was named."""
    return "sensible" if "sensible" in bots else next(iter(bots))


class Viewer:
    """One connection to a room: whose eyes, in which language, and what was sent last."""

    def __init__(self, holder: str, seat: Seat, host: bool, language: str, after: int) -> None:
        self.holder = holder
        self.seat = seat
        self.host = host
        self.language = language
        self.seen = after
        self.greeted = False
        """Whether the connection has got an event: its first one comes even if nothing is new."""
        self.wake = asyncio.Event()
        self.presence = False
        """Whether there is news of who is here."""
        self.closed = ""
        """Why the connection is to be closed; empty while it is not."""


class LiveRoom:
    """A room with its lock, its viewers and its bots."""

    def __init__(
        self,
        room: Room,
        storage: Storage,
        helpers: Helpers,
        bots: dict[str, str],
        bot_seconds: float,
        rematch: Callable[[Room, str], object] | None = None,
    ) -> None:
        self.room = room
        self.storage = storage
        self.helpers = helpers
        self.bots = bots
        """The bots that may play here: their names, and where they are."""
        self.bot_seconds = bot_seconds
        self.rematch = rematch
        self.lock = asyncio.Lock()
        self.viewers: set[Viewer] = set()
        self.broken = False
        """Set when the database failed: what is in memory may not be what is written."""
        self.used = time.monotonic()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._thinking: set[Seat] = set()
        self._sent: dict[tuple[Seat, bool, int, str], bytes] = {}
        self._cache = EventCache()

    # --- viewers ---

    def add(self, viewer: Viewer) -> None:
        """Somebody connects."""
        self.viewers.add(viewer)
        self._presence_changed()

    def remove(self, viewer: Viewer) -> None:
        """Somebody is gone."""
        self.viewers.discard(viewer)
        self.used = time.monotonic()
        self._presence_changed()

    def here(self) -> frozenset[Seat]:
        """The seats that anybody is connected for."""
        return frozenset(viewer.seat for viewer in self.viewers if viewer.seat >= 0)

    def spectators(self) -> int:
        """How many watch without a seat."""
        return sum(viewer.seat == SPECTATOR for viewer in self.viewers)

    def presence(self) -> Presence:
        """Who is connected."""
        here = self.here()
        seats = self.room.seats
        return Presence(
            [seats[seat].kind == "bot" or seat in here for seat in range(len(seats))], self.spectators()
        )

    def info(self) -> RoomInfo:
        """What everybody may know of the room."""
        return room_info(self.room, self.here(), self.spectators())

    def _presence_changed(self) -> None:
        self._sent.clear()
        for viewer in self.viewers:
            viewer.presence = True
            viewer.wake.set()

    async def next_event(self, viewer: Viewer) -> bytes | None:
        """What a viewer has not seen yet, as one event; None if there is nothing."""
        async with self.lock:
            if self.broken or (viewer.greeted and viewer.seen == self.room.n):
                return None
            data = self.event_bytes(viewer.seat, viewer.host, viewer.seen, viewer.language)
            viewer.seen = self.room.n
            viewer.greeted = True
            return data

    def event(self, seat: Seat, host: bool, since: int, language: str) -> Event:
        """The room as a viewer sees it, with everything since an event."""
        self.check()
        return event_for(self.room, seat, host, since, language, self.info(), self._cache)

    def event_bytes(self, seat: Seat, host: bool, since: int, language: str) -> bytes:
        """The same as bytes, made once for all who see the same."""
        key = (seat, host, since, language)
        data = self._sent.get(key)
        if data is None:
            data = self._sent[key] = _ENCODER.encode(self.event(seat, host, since, language))
        return data

    def check(self) -> None:
        """StorageError if the database failed: then nothing that is in memory may be told to anybody."""
        if self.broken:
            raise StorageError("The database failed: the room is being read anew. Please try again.")

    # --- commands ---

    async def command(self, holder: str, command: Command, language: str = "en") -> Done:
        """Do a command once. Refusal, and no change, if it cannot be done: by the rules in the words of a language."""
        if not 1 <= len(command.id) <= LONGEST_ID:
            raise Refusal("bad-message", f"The id of a command has 1 to {LONGEST_ID} characters.")
        # A task of its own: a client that goes away in the middle must not leave half a command behind.
        task = asyncio.create_task(self._command(holder, command, language))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def _command(self, holder: str, command: Command, language: str) -> Done:
        async with self.lock:
            self.check()
            room = self.room
            content = hashlib.sha256(_ENCODER.encode(command)).hexdigest()[:16]
            known = room.done.get((holder, command.id))
            if known is not None:
                if known[1] != content:
                    raise Refusal("id-used", "Another command had this id: give each an id of its own.")
                return Done(command.id, known[0])
            if not room.is_known(holder):
                raise Refusal("not-yours", "Spectators cannot do that: it takes a seat.")
            try:
                entries = await self._entries(holder, command)
                entries[-1].who, entries[-1].command, entries[-1].content = holder, command.id, content
                await self._take(entries)
            except IllegalChoice as error:
                words = ""
                # If the room is broken, the position is not the one that the answer was for.
                if isinstance(command, Answer) and not self.broken:
                    words = refusal_text(room, room.seat_of(holder), command.words, language)
                raise illegal(error, words) from error
            return Done(command.id, room.done[(holder, command.id)][0])

    async def _entries(self, holder: str, command: Command) -> list[AnyEntry]:
        """The entries that a command asks for."""
        room = self.room
        seat = room.seat_of(holder)
        if isinstance(command, Answer):
            return [self._answer(seat, command)]
        if isinstance(command, Undo):
            if seat < 0 or not room.playing.can_undo(seat):
                raise Refusal("no-undo", "There is nothing that can be taken back.")
            return [Undone(seat=seat)]
        if isinstance(command, Start):
            return self._start(holder, command)
        if isinstance(command, SetSeat):
            return [self._set_seat(holder, command)]
        if isinstance(command, Leave):
            return [self._leave(seat, command)]
        assert isinstance(command, Rematch)
        return [await self._rematch(holder)]

    def _answer(self, seat: Seat, command: Answer) -> Answered:
        room = self.room
        if seat < 0:
            raise Refusal("not-yours", "You have no seat here.")
        if room.stage != "playing":
            raise Refusal(
                "stale", "The game is over." if room.stage == "over" else "The game has not begun yet."
            )
        question = room.questions.get(seat)
        if question is None or room.is_automatic(seat):
            raise Refusal("stale", "No answer is awaited from you now.")
        if question.number != command.ask:
            raise Refusal("stale", "That question is not the one you are asked now.")
        return Answered(seat=seat, words=command.words)

    def _start(self, holder: str, command: Start) -> list[AnyEntry]:
        room = self.room
        self._host_only(holder)
        if room.stage != "lobby":
            raise Refusal("stale", "The game has begun already.")
        free = [number for number, seat in enumerate(room.seats) if seat.kind == "open"]
        if free and not command.fill:
            raise Refusal("seats-open", "Some seats are still open: wait, or let bots take them.")
        if free:
            self._check_bot(command.fill)
        return [*[SeatChanged(seat=seat, kind="bot", bot=command.fill) for seat in free], Started()]

    def _set_seat(self, holder: str, command: SetSeat) -> AnyEntry:
        room = self.room
        self._host_only(holder)
        self._check_seat(command.seat)
        if command.kind == "bot":
            self._check_bot(command.bot)
        if room.stage == "over":
            raise Refusal("stale", "The game is over.")
        if room.stage == "playing" and command.kind == "open":
            raise Refusal("not-now", "In a game that is going on, a seat can only be given to a bot.")
        if room.seats[command.seat].holder == room.host:
            raise Refusal("not-now", "This is your own seat: leave it, if you like.")
        return SeatChanged(seat=command.seat, kind=command.kind, bot=command.bot)

    def _leave(self, seat: Seat, command: Leave) -> AnyEntry:
        room = self.room
        if seat < 0:
            raise Refusal("not-yours", "You have no seat here.")
        if room.stage == "over":
            raise Refusal("stale", "The game is over.")
        if room.stage == "lobby":
            return SeatChanged(seat=seat, kind="open", left=True)
        bot = command.bot or default_bot(self.bots)
        self._check_bot(bot)
        return SeatChanged(seat=seat, kind="bot", bot=bot, left=True)

    async def _rematch(self, holder: str) -> AnyEntry:
        room = self.room
        if room.stage != "over":
            raise Refusal("not-now", "The game is not over yet.")
        if room.next:
            raise Refusal("stale", "There is a rematch already.")
        if self.rematch is None:
            raise Refusal("not-now", "There are no rematches here.")
        made = self.rematch(room, holder)
        return Rematched(room=str(await made if asyncio.iscoroutine(made) else made))

    def _host_only(self, holder: str) -> None:
        if holder != self.room.host:
            raise Refusal("host-only", "Only the host of the room can do that.")

    def _check_seat(self, seat: Seat) -> None:
        if not 0 <= seat < len(self.room.seats):
            raise Refusal(
                "no-such-seat", f"There is no seat {seat}: the seats are 0 to {len(self.room.seats) - 1}."
            )

    def _check_bot(self, bot: str) -> None:
        if bot not in self.bots:
            raise Refusal("no-such-bot", f"There is no bot {bot!r}; there are {', '.join(self.bots)}.")

    # --- taking entries ---

    async def take(self, entries: Sequence[AnyEntry]) -> None:
        """Take entries that are known to be right (somebody sits down)."""
        async with self.lock:
            await self._take(entries)

    async def _take(self, entries: Sequence[AnyEntry]) -> None:
        """Apply entries, write them down with what follows from them, and only then show them."""
        self.check()
        room = self.room
        stage = room.stage
        taken: list[AnyEntry] = []
        try:
            for entry in entries:
                room.apply(entry)
                taken.append(entry)
            forced = room.forced()
            while forced and len(taken) < MOST_FORCED:
                for each in forced:
                    room.apply(each)
                    taken.append(each)
                forced = room.forced()
        except RepulseError:
            if taken:
                # Half of it was applied: forget what is in memory, and read again what is written.
                self._break()
            raise
        if not all(isinstance(entry, Answered) for entry in taken):
            self._cache.forget()
        first = room.n - len(taken) + 1
        rows = [(first + i, encode_entry(entry)) for i, entry in enumerate(taken)]
        try:
            await self.storage.append(room.room, rows, room.stage if room.stage != stage else "")
        except BaseException:
            self._break()
            raise
        self._publish()

    def _break(self) -> None:
        self.broken = True
        for viewer in self.viewers:
            viewer.closed = "storage"
            viewer.wake.set()

    def _publish(self) -> None:
        """Everything is written: let everybody see it, and let bots think."""
        self._sent.clear()
        self._cache.forget_position()
        self.used = time.monotonic()
        for viewer in self.viewers:
            viewer.seat = self.room.seat_of(viewer.holder)
            viewer.host = bool(viewer.holder) and viewer.holder == self.room.host
            viewer.wake.set()
        self.wake_bots()

    # --- bots ---

    def wake_bots(self) -> None:
        """Ask every bot that owes an answer and does not think about it yet."""
        room = self.room
        if room.stage != "playing" or self.broken:
            return
        for seat in room.questions:
            if room.seats[seat].kind == "bot" and seat not in self._thinking:
                self._thinking.add(seat)
                task = asyncio.create_task(self._think(seat), name=f"bot {room.room} {seat}")
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _think(self, seat: Seat) -> None:
        """Get one answer from a bot, or a legal default in its place."""
        room = self.room
        try:
            question = room.questions.get(seat)
            if question is None:
                return
            answer = await self._bot_answer(seat)
            async with self.lock:
                now = room.questions.get(seat)
                if (
                    now is None
                    or now.number != question.number
                    or room.seats[seat].kind != "bot"
                    or self.broken
                ):
                    return
                try:
                    await self._take([answer])
                except StorageError:
                    raise
                except RepulseError as error:
                    await self._take([self._default(seat, "refused", {"words": str(error)})])
        except StorageError:
            _LOG.exception("room %s: the answer of a bot could not be written", room.room)
        except Exception:
            _LOG.exception("room %s: a bot broke off", room.room)
            # Not at once again: what failed once may well fail for ever.
            await asyncio.sleep(1)
        finally:
            self._thinking.discard(seat)
            if not self.broken:
                self.wake_bots()

    async def _bot_answer(self, seat: Seat) -> Answered:
        room = self.room
        match = room.playing
        decision = match.state.decision(seat)
        if decision.forced():
            return Answered(seat=seat, words=room.words(decision, decision.forced_choice()), by="bot")
        name = room.seats[seat].bot
        job = Choose(
            room.room,
            room.stored.game,
            match.options,
            match.seed,
            list(match.choices),
            seat,
            self.bots.get(name, name),
        )
        try:
            report = await self.helpers.do(room.room, job, self.bot_seconds)
        except HelperFailed as error:
            return self._default(seat, error.ident, error.facts)
        assert isinstance(report, Chosen)
        return Answered(seat=seat, words=report.words, by="bot")

    def _default(self, seat: Seat, ident: str, facts: dict[str, str]) -> Answered:
        """A legal answer that needs no thought: the first options there are. The id and the facts say why."""
        decision = self.room.playing.state.decision(seat)
        choice = (
            sorted(decision.options)[: max(decision.least, 0)] if decision.kind else decision.options[-1:]
        )
        return Answered(
            seat=seat,
            words=self.room.words(decision, choice),
            by="default",
            trouble=Trouble(ident, self.room.seats[seat].bot, facts),
        )

    async def close(self) -> None:
        """Stop thinking; whatever was promised is written already."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
