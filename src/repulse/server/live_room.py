"""A room that people are connected to: commands run one at a time, each committed before anyone sees it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import pickle
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final, Literal, TypeVar

from repulse.engine.bot import bot_seed
from repulse.engine.contract import SPECTATOR, RepulseError, Seat
from repulse.games import entry_of
from repulse.server import metrics
from repulse.server.far.hosts import Hosts, NobodyThere
from repulse.server.limits import LONGEST_ID, MOST_KEPT_EVENTS, Quotas, Rate, limit_hit
from repulse.server.pace import Pace
from repulse.server.storage import Storage, StorageError
from repulse.server.wire import encode
from repulse.server.work import Turns, Work
from repulse.server.worker_jobs import Choose, Chosen, Report, Think
from repulse.server.worker_pool import HelperFailed, Helpers
from repulse.table.clock import running
from repulse.table.entries import Answered, Created, Ended, Sat, SeatChanged, encode_entry
from repulse.table.messages import (
    Answer,
    Command,
    Done,
    Event,
    Leave,
    Rematch,
    RoomInfo,
    Say,
    SetChat,
    SetSeat,
    Undo,
)
from repulse.table.protocol import Presence
from repulse.table.room import Refusal, Room
from repulse.table.table import Table, Taken
from repulse.table.viewer_events import event_for, room_info

T = TypeVar("T")

_LOG: Final = logging.getLogger("repulse.server")


HEARD_SECONDS: Final = 30.0
"""Who is not connected, but has asked or answered something within so long, is taken to be there."""

BANNED: Final = "banned"
"""Why the connection of somebody is closed whom the operator keeps out."""

FAREWELL: Final = "identity-deleted"
"""The id of the command by which somebody leaves a game for good, which can be done once."""

STORE_SECONDS: Final = 0.002
"""What it costs to store entries, which is done for many rooms together and so cannot be measured for one."""


class Viewer:
    """One connection to a room: whose eyes, in which language, and what was sent last."""

    def __init__(
        self, holder: str, seat: Seat, host: bool, language: str, after: int, source: str = ""
    ) -> None:
        self.holder = holder
        self.source = source
        """The address of the client, for limits."""
        self.address = ""
        """The address itself."""
        self.seat = seat
        self.host = host
        self.language = language
        self.seen = after
        self.greeted = False
        """Whether the connection has received an event: the first is sent even if nothing is new."""
        self.wake = asyncio.Event()
        self.presence = False
        """Whether presence has changed."""
        self.closed = ""
        """Why the connection must be closed; empty if it need not be."""


class LiveRoom:
    """A table with its lock, its viewers, and bots that think elsewhere."""

    def __init__(
        self,
        table: Table,
        storage: Storage,
        helpers: Helpers,
        bot_seconds: float,
        make_next: Callable[[Room, Created], Awaitable[str]],
        quotas: Quotas,
        work: Work | None = None,
        background: Turns | None = None,
        fence: int = 0,
    ) -> None:
        self.table = table
        self.room = table.room
        self.storage = storage
        self.helpers = helpers
        self.bot_seconds = bot_seconds
        self.make_next = make_next
        """Creates the room of a rematch and returns its id."""
        self.quotas = quotas
        self.work = work or Work(quotas.work_share, quotas.work_at_once)
        self.background = background
        """Where the bots of rooms without people queue."""
        self.fence = fence
        """The fencing number of our lease of the room; 0 if one process has all rooms."""
        self.far: Hosts | None = None
        """Bots on other machines, which are asked first."""
        self.sources: dict[Seat, str] = {}
        """The addresses from which seats were taken since the server started; -1 is the creator's."""
        self.pace = Pace(quotas.forced_seconds)
        self._talk = Rate(quotas.chat_a_minute)
        self.lock = asyncio.Lock()
        self.viewers: set[Viewer] = set()
        self._heard: dict[Seat, float] = {}
        """When each seat was last heard of without a connection."""
        self.when_over: Callable[[Room], Coroutine[Any, Any, None]] | None = None
        """Told once when the game is over."""
        self.broken = False
        """Set when the database failed: memory and database may differ."""
        self.used = time.monotonic()
        self._closing = False
        self._tasks: set[asyncio.Task[Any]] = set()
        self._thinking: set[Seat] = set()
        self._sent: OrderedDict[tuple[Seat, bool, int, str], bytes] = OrderedDict()
        self._alarm: asyncio.TimerHandle | None = None

    # --- viewers ---

    def add(self, viewer: Viewer) -> None:
        """Somebody connects."""
        self.hear_of(viewer.seat)
        self.viewers.add(viewer)
        self._presence_changed()

    def remove(self, viewer: Viewer) -> None:
        """Somebody is gone."""
        self.viewers.discard(viewer)
        self.used = time.monotonic()
        if viewer.seat not in self.here():
            self._heard.pop(viewer.seat, None)
        self._presence_changed()

    def is_there(self, seat: Seat) -> bool:
        """Whether whoever has a seat could answer now: connected, or heard of a moment ago."""
        return time.monotonic() - self._heard.get(seat, -HEARD_SECONDS) < HEARD_SECONDS or seat in self.here()

    def hear_of(self, seat: Seat) -> None:
        """Whoever has a seat was just heard of."""
        if seat < 0:
            return
        came = not self.is_there(seat)
        self._heard[seat] = time.monotonic()
        if came:
            self.pace.arrive(seat)
            self.wake_seats()

    def here(self) -> frozenset[Seat]:
        """The seats that anybody is connected for."""
        return frozenset(viewer.seat for viewer in self.viewers if viewer.seat >= 0)

    def spectators(self) -> int:
        """How many are watching without a seat."""
        return sum(viewer.seat == SPECTATOR for viewer in self.viewers)

    def has_people(self) -> bool:
        """Whether any seat is a person's."""
        return any(seat.kind == "person" for seat in self.room.seats)

    def is_idle(self) -> bool:
        """Whether the room can be unloaded without anybody noticing."""
        return not self.viewers and not self._thinking and not self.lock.locked()

    def presence(self) -> Presence:
        """Who is connected."""
        here = self.here()
        seats = self.room.seats
        return Presence(
            [seats[seat].kind == "bot" or seat in here for seat in range(len(seats))], self.spectators()
        )

    def info(self) -> RoomInfo:
        """What everybody may know about the room."""
        return room_info(self.room, self.here(), self.spectators())

    def _presence_changed(self) -> None:
        self._sent.clear()
        looked_on, self.room.onlookers = self.room.onlookers, self.spectators() > 0
        if looked_on and not self.room.onlookers:
            self._run(self._hurry())
        for viewer in self.viewers:
            viewer.presence = True
            viewer.wake.set()
        self._set_alarm()
        self._begin_rematch()

    async def _hurry(self) -> None:
        """Give the answers that only waited because somebody looked on."""
        async with self.lock:
            if not self.broken and not self._closing and not self.room.onlookers:
                await self._keep(self.table.take([]))

    def language(self, wanted: str) -> str:
        """A viewer's language: English if the game does not have the one requested."""
        return wanted if wanted in entry_of(self.room.stored.game).display_class.languages() else "en"

    def event_number(self, after: int) -> int:
        """The last event that a viewer has seen; -1 for a number that never existed."""
        return after if 0 <= after <= self.room.n else -1

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
        return event_for(self.room, seat, host, since, language, self.info(), self.table.cache)

    def event_bytes(self, seat: Seat, host: bool, since: int, language: str) -> bytes:
        """The same as bytes, encoded once for all who see the same."""
        key = (seat, host, since, language)
        data = self._sent.get(key)
        if data is None:
            with self.work.charged():
                data = self._sent[key] = encode(self.event(seat, host, since, language))
            # Clients decide which events are requested, so only the latest few are kept.
            if len(self._sent) > MOST_KEPT_EVENTS:
                self._sent.popitem(last=False)
        return data

    def check(self) -> None:
        """Raise StorageError if the database failed: then nothing in memory may be sent to anybody."""
        if self.broken:
            raise StorageError("The database failed: the room is being reloaded. Please try again.")

    # --- commands ---

    async def command(self, holder: str, command: Command, language: str = "en", source: str = "") -> Done:
        """Carry out a command once. Refusal, in the given language, and no change, if it cannot be done.

        `source` is the address of the client.
        """
        if not 1 <= len(command.id) <= LONGEST_ID:
            raise Refusal("bad-message", f"The id of a command has 1 to {LONGEST_ID} characters.")
        # In its own task: a client that disconnects halfway must not leave half a command behind.
        task = self._run(self._command(holder, command, language, source))
        begun = time.perf_counter()
        done = await asyncio.shield(task)
        if isinstance(command, Answer):
            metrics.ANSWERS.observe(time.perf_counter() - begun)
        return done

    def _facts(self, seat: Seat) -> dict[str, Any]:
        """What a line of the log says about a seat: which room, which seat, which question."""
        question = self.room.questions.get(seat)
        return {"room": self.room.room, "seat": seat, "decision": question.number if question else -1}

    def _run(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """A task that ends with the room."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _command(self, holder: str, command: Command, language: str, source: str) -> Done:
        async with self.lock:
            self.check()
            self.hear_of(self.room.seat_of(holder))
            if self.table.done(holder, command) is None:
                self._check_entries(command)
                if isinstance(command, Say):
                    self._check_talk(holder or source)
            next_room = await self._next_room(holder, command) if isinstance(command, Rematch) else ""
            facts = self._facts(self.room.seat_of(holder))
            try:
                with self.work.charged():
                    done, taken = self.table.command(holder, command, language, next_room, self.here())
            except RepulseError:
                self._check_table()
                raise
            _LOG.debug("%s", command.type, extra=facts | {"address": source})
            if isinstance(command, Answer) and taken.entries:
                self.pace.chose(self.room.seat_of(holder))
            await self._keep(taken)
            return done

    def _check_entries(self, command: Command) -> None:
        """Refuse what could be repeated forever, once the room has very many entries.

        Answers end with the game, and once nobody can leave it, each seat can be returned to once. A lobby can be left, since
        nobody can join it any more.
        """
        if isinstance(command, Undo):
            self._check_room_for_more("no-undo", "Too much has been taken back in this room.")
        elif isinstance(command, Say):
            self._check_room_for_more("too-much-talk", "Too much has happened in this room.")
        elif isinstance(command, SetSeat | SetChat) or (
            isinstance(command, Leave) and self.room.stage == "playing" and command.id != FAREWELL
        ):
            self._check_room_for_more("room-full", "The seats of this room have been changed too often.")

    def _check_room_for_more(self, code: str, words: str) -> None:
        if self.room.n >= self.quotas.entries_a_room:
            limit_hit("entries_a_room", "a room", room=self.room.room)
            raise Refusal(code, words)

    def _check_talk(self, source: str) -> None:
        """Refuse talk that is too much: of one person, or of all together."""
        if self.room.chat.count >= self.quotas.chat_a_room:
            limit_hit("chat_a_room", "a room", room=self.room.room)
            raise Refusal("too-much-talk", "Too much has been said in this room.")
        if not self._talk.take(source):
            limit_hit("chat_a_minute", "a room", room=self.room.room)
            raise Refusal("too-much-talk", "Not so fast: please wait a little before you say more.")

    async def _next_room(self, holder: str, command: Rematch) -> str:
        """The id of a rematch's room, which is created now; empty if the command has been carried out already."""
        created = self.table.next_room(holder, command, self.here())
        return await self.make_next(self.room, created) if created is not None else ""

    async def join(self, holder: str, name: str, seat: Seat, face: str = "") -> Seat:
        """Take an open seat; return which."""
        async with self.lock:
            self.check()
            self._check_room_for_more("room-full", "The seats of this room have been changed too often.")
            chosen, taken = self.table.join(holder, name, seat, face)
            self.hear_of(chosen)
            await self._keep(taken)
            return chosen

    async def start(self) -> None:
        """Start the game, if no seat is open."""
        async with self.lock:
            self.check()
            with self.work.charged():
                taken = self.table.start()
            await self._keep(taken)

    async def end(self, why: Literal["operator", "rules", "idle"]) -> None:
        """End the game before its end."""
        async with self.lock:
            self.check()
            if self.room.stage == "over":
                raise Refusal("stale", "The game is over.")
            await self._keep(self.table.take([Ended(why=why)]))

    async def resume(self) -> None:
        """Go on after having been loaded."""
        async with self.lock:
            await self._keep(self.table.resume())
        self._set_alarm()
        self.wake_seats()

    def _is_rematch_complete(self) -> bool:
        """Whether this is a rematch that has not begun, and everybody is here who is not away."""
        room = self.room
        if not room.before or room.stage != "lobby" or self.broken or room.open_seats():
            return False
        here = self.here()
        people = [number for number, seat in enumerate(room.seats) if seat.holder and not seat.bot]
        return bool(people) and all(seat in here for seat in people)

    def _begin_rematch(self) -> None:
        if self._is_rematch_complete():
            self._run(self._start_rematch())

    async def _start_rematch(self) -> None:
        async with self.lock:
            if self._is_rematch_complete():
                await self._keep(self.table.start())

    # --- the clock ---

    def _set_alarm(self) -> None:
        """Wake up when the next deadline is over."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        due = running(self.room, self.here())
        if due and not self.broken and not self._closing:
            wait = max(0, min(due.values()) - self.table.now()) / 1000
            self._alarm = asyncio.get_running_loop().call_later(wait, self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self._run(self._run_out())

    async def _run_out(self) -> None:
        """Let bots sit in for those whose time is up."""
        async with self.lock:
            if self.broken or self._closing:
                return
            try:
                taken = self.table.run_out(self.here())
            except RepulseError as error:
                self._check_table()
                # What the rules say may name cards.
                _LOG.error(
                    "the clock ran out in vain: %s", type(error).__name__, extra={"room": self.room.room}
                )
                return
            await self._keep(taken)
        self._set_alarm()

    # --- committing ---

    async def _keep(self, taken: Taken) -> None:
        """Store what was accepted, and only then show it."""
        if not taken.entries:
            return
        self.work.charge(STORE_SECONDS)
        rows = [(taken.first + i, encode_entry(entry)) for i, entry in enumerate(taken.entries)]
        try:
            # A lobby is marked as used each time, so that it is not taken for abandoned.
            lobby = "lobby" if self.room.stage == "lobby" else ""
            await self.storage.append(self.room.room, rows, taken.stage or lobby, None, self.fence)
        except BaseException:
            self._break()
            raise
        for entry in taken.entries:
            if isinstance(entry, Sat | SeatChanged):
                self.pace.forget(entry.seat)
        self._publish()
        if taken.stage == "over" and self.when_over is not None:
            self._run(self.when_over(self.room))

    def _check_table(self) -> None:
        """If entries were only partly applied, discard what is in memory and reload what is stored."""
        if self.table.broken:
            self._break()

    def _break(self) -> None:
        self.broken = True
        self.dismiss("storage")

    def dismiss(self, why: str, fits: Callable[[Viewer], bool] = lambda _viewer: True) -> None:
        """Close all connections that fit."""
        for viewer in self.viewers:
            if fits(viewer):
                viewer.closed = why
                viewer.wake.set()

    def _publish(self) -> None:
        """Everything is stored: show it to everybody, and let bots think."""
        self._sent.clear()
        self.used = time.monotonic()
        for viewer in self.viewers:
            viewer.seat = self.room.seat_of(viewer.holder)
            viewer.host = bool(viewer.holder) and viewer.holder == self.room.host
            viewer.wake.set()
        self._set_alarm()
        self._begin_rematch()
        self.wake_seats()

    # --- bots, and people who have no choice ---

    def wake_seats(self) -> None:
        """Ask every bot that owes an answer and is not yet thinking about it; answer for people who have no choice.

        Those who are not there must come first: an answer from somebody who is away was certainly not chosen.
        """
        if self.broken or self._closing:
            return
        self.pace.ask(self.room.questions)
        automatic = [seat for seat in self.room.automatic_seats() if self.is_there(seat)]
        for seat in [*self.table.bots_to_move(), *automatic]:
            if seat not in self._thinking:
                self._thinking.add(seat)
                self._run(self._think(seat))

    async def _think(self, seat: Seat) -> None:
        """Get one answer from a bot, or a legal default in its place; or give a person's only answer, in due time."""
        room = self.room
        try:
            question = room.questions.get(seat)
            if question is None:
                return
            is_bot = bool(room.seats[seat].bot)
            if self.background is not None and not self.has_people():
                await self.background.take(1)
            answer = await self._answer_of(seat)
            async with self.lock:
                now = room.questions.get(seat)
                if (
                    now is None
                    or now.number != question.number
                    or bool(room.seats[seat].bot) != is_bot
                    or not (is_bot or self.is_there(seat))
                    or self.broken
                ):
                    return
                try:
                    taken = self._take_answer(seat, answer)
                except RepulseError:
                    self._check_table()
                    raise
                await self._keep(taken)
        except StorageError:
            _LOG.warning("the answer of a bot could not be written", extra=self._facts(seat))
        except Exception as error:
            ours = isinstance(error, RepulseError)
            _LOG.error(
                "a bot broke off: %s", type(error).__name__, exc_info=not ours, extra=self._facts(seat)
            )
            # Do not retry immediately: what failed once may keep failing.
            await asyncio.sleep(1)
        finally:
            self._thinking.discard(seat)
            if not self.broken:
                self.wake_seats()

    async def _answer_of(self, seat: Seat) -> list[str] | HelperFailed | None:
        """What a seat answers: None for its only possible answer, as late as one that was chosen would come."""
        is_bot = bool(self.room.seats[seat].bot)
        if self.table.is_forced(seat):
            if self.room.is_watched(seat):
                await asyncio.sleep(self.pace.wait(seat, is_bot))
            return None
        with metrics.BOT_ANSWERS.time():
            answer = await self._bot_answer(seat)
        self.pace.chose(seat)
        return answer

    async def _bot_answer(self, seat: Seat) -> list[str] | HelperFailed:
        """What a bot answers, or why it does not."""
        room, table = self.room, self.table
        by_lesson = table.play_of_lesson(seat)
        if by_lesson is not None:
            return by_lesson
        match = room.playing
        name = room.seats[seat].bot
        job = Choose(
            room.room,
            room.stored.game,
            match.options,
            match.seed,
            list(match.choices),
            seat,
            table.bots.get(name, name),
            self.bot_seconds,
        )
        try:
            report = await self._report(job)
        except HelperFailed as error:
            return error
        assert isinstance(report, Chosen)
        return report.words

    def _question(self, job: Choose) -> Think:
        """The same question for another machine, with the view of the seat in place of the game."""
        state = self.room.playing.state
        seed = bot_seed(job.seed, job.seat, len(job.choices))
        view = pickle.dumps(state.view(job.seat), pickle.HIGHEST_PROTOCOL)
        return Think(job.room, job.game, job.options, view, job.seat, job.bot, seed, job.seconds)

    async def _report(self, job: Choose) -> Report:
        """What a helper says; a helper that crashed gets a second try, since it may have been another game's bot."""
        if self.far is not None and self.far.there():
            with contextlib.suppress(NobodyThere):
                with self.work.charged():
                    question = self._question(job)
                return await self.far.do(question, self.bot_seconds, self.has_people())
        try:
            return await self.helpers.do(self.room.room, job, self.bot_seconds, self.has_people())
        except HelperFailed as error:
            if error.ident != "crashed":
                raise
        _LOG.warning("a helper crashed with a bot; trying again", extra=self._facts(job.seat))
        return await self.helpers.do(self.room.room, job, self.bot_seconds, self.has_people())

    def _take_answer(self, seat: Seat, answer: list[str] | HelperFailed | None) -> Taken:
        if answer is None:
            return self.table.answer_forced(seat)
        if isinstance(answer, HelperFailed):
            taken = self.table.play_default(seat, answer.ident, answer.facts)
        else:
            taken = self.table.answer_as_bot(seat, answer)
        first = taken.entries[0]
        if isinstance(first, Answered) and first.trouble is not None:
            trouble = first.trouble
            metrics.BOT_FAILURES.inc()
            # What a bot complains about may name the cards that it holds.
            _LOG.warning(
                "the bot %s failed (%s), a default was played",
                trouble.bot,
                trouble.id,
                extra=self._facts(seat),
            )
        return taken

    async def close(self) -> None:
        """Stop thinking; whatever was promised is already stored."""
        self._closing = True
        self._set_alarm()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
