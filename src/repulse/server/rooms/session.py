"""A room that people are connected to: commands run one at a time, each committed before anyone sees it."""

from __future__ import annotations

import logging
import time
from typing import Final, Literal

from repulse.engine.contract import SPECTATOR, RepulseError, Seat
from repulse.server import metrics
from repulse.server.guard.limits import MAX_ID_LENGTH, log_limit
from repulse.server.guard.rates import RateLimiter
from repulse.server.rooms.bot_runner import BotRunner, log_facts
from repulse.server.rooms.clock import RoomClock
from repulse.server.rooms.committer import Committer
from repulse.server.rooms.events import RoomEvents
from repulse.server.rooms.presence import PresenceTracker, Viewer
from repulse.server.rooms.services import RoomServices
from repulse.server.tasks import Tasks, wait_for
from repulse.table.entries import Ended, SeatChanged, SeatReclaimed, SeatTaken
from repulse.table.refusals import RefusalCode, RefusalError
from repulse.table.room_driver import Commit, RoomDriver
from repulse.table.wire.commands import Answer, Command, Leave, Rematch, Say, SetChat, SetSeat, Undo
from repulse.table.wire.replies import Done

_LOG: Final = logging.getLogger("repulse.server")

BANNED: Final = "banned"
"""Close reason of the connections of a banned address."""

LEAVE_ID: Final = "identity-deleted"
"""The id of the command by which a deleted identity leaves a game, which happens at most once."""


class RoomSession:
    """A table with its lock, its viewers, its clock, and bots that think in other processes."""

    def __init__(self, table: RoomDriver, services: RoomServices, *, fence: int = 0) -> None:
        """Open a session.

        Args:
            table: The table.
            services: The services that all rooms of the server share.
            fence: The fencing number of the lease of the room; 0 if one process has all rooms.
        """
        self.table = table
        self.room = table.room
        self.services = services
        self.sources: dict[Seat, str] = {}
        """The addresses from which seats were taken since the server started; SPECTATOR is the creator's."""
        self.last_used = time.monotonic()
        self.tasks = Tasks()
        self.presence = PresenceTracker(table.room)
        self.committer = Committer(
            table,
            services,
            fence=fence,
            on_stored=self._on_stored,
            on_broken=lambda: self.presence.disconnect("storage"),
        )
        self.lock = self.committer.lock
        self.events = RoomEvents(table, self.presence, self.committer, work=services.work)
        self.clock = RoomClock(table, self.presence, lambda: self.tasks.start(self.apply_timeouts()))
        self.bots = BotRunner(table, self.presence, self.committer, services=services, tasks=self.tasks)
        self._chat_rate = RateLimiter(services.quotas.chat_per_minute)

    # --- viewers ---

    def connect(self, viewer: Viewer) -> None:
        """Add a connection."""
        self.touch(viewer.seat)
        self.presence.add(viewer)
        self._on_presence_changed()

    def disconnect(self, viewer: Viewer) -> None:
        """Remove a connection that was closed."""
        self.presence.remove(viewer)
        self.last_used = time.monotonic()
        self._on_presence_changed()

    def touch(self, seat: Seat) -> None:
        """Record activity of a player, with or without a connection."""
        if seat >= 0 and self.presence.touch(seat):
            self.bots.delay.arrive(seat)
            self.bots.wake()

    def is_idle(self) -> bool:
        """Return whether the room can be unloaded without anybody noticing."""
        return not self.presence.viewers and not self.bots.thinking and not self.lock.locked()

    async def next_event(self, viewer: Viewer) -> bytes | None:
        """Return everything that a viewer has not seen yet as one event; None if nothing is new."""
        async with self.lock:
            if self.committer.is_broken or (viewer.is_greeted and viewer.seen == self.room.n):
                return None
            data = self.events.encoded(
                viewer.seat, is_host=viewer.is_host, since=viewer.seen, language=viewer.language
            )
            viewer.seen = self.room.n
            viewer.is_greeted = True
            return data

    def _on_presence_changed(self) -> None:
        self.events.cache.clear()
        was_watched, self.room.has_spectators = self.room.has_spectators, self.presence.spectators() > 0
        if was_watched and not self.room.has_spectators:
            self.tasks.start(self._flush_hidden_answers())
        self.presence.notify_presence()
        self._schedule_clock()
        self._begin_rematch()

    async def _flush_hidden_answers(self) -> None:
        """Give the forced answers that were delayed only because of spectators."""
        async with self.lock:
            if self.committer.is_open() and not self.room.has_spectators:
                await self.committer.commit(self.table.apply_entries([]))

    # --- commands ---

    async def command(self, owner: str, command: Command, *, language: str = "en", source: str = "") -> Done:
        """Carry out a command once.

        Args:
            owner: The token hash of the player.
            command: The command.
            language: The language of refusals.
            source: The address of the client, for limits.

        Raises:
            RefusalError: It cannot be done; nothing has changed.
            StorageError: It could not be stored.
        """
        if not 1 <= len(command.id) <= MAX_ID_LENGTH:
            raise RefusalError(
                RefusalCode.BAD_MESSAGE, f"The id of a command has 1 to {MAX_ID_LENGTH} characters."
            )
        # In its own task: a client that disconnects halfway must not leave half a command behind.
        task = self.tasks.start(self._command(owner, command, language, source=source))
        started = time.perf_counter()
        done = await wait_for(task)
        if isinstance(command, Answer):
            metrics.ANSWERS.observe(time.perf_counter() - started)
        return done

    async def _command(self, owner: str, command: Command, language: str, *, source: str) -> Done:
        async with self.lock:
            self.committer.check()
            self.touch(self.room.seat_of(owner))
            if self.table.done(owner, command) is None:
                self._check_entries(command)
                if isinstance(command, Say):
                    self._check_chat(owner or source)
            next_room = await self._create_rematch(owner, command) if isinstance(command, Rematch) else ""
            facts = log_facts(self.room, self.room.seat_of(owner))
            try:
                connected = self.presence.connected_seats()
                with self.services.work.charged():
                    done, commit = self.table.command(
                        owner, command, language, next_room=next_room, here=connected
                    )
            except RepulseError:
                self.committer.check_table()
                raise
            _LOG.debug("%s", command.type, extra=facts | {"address": source})
            if isinstance(command, Answer) and commit.entries:
                self.bots.delay.chose(self.room.seat_of(owner))
            await self.committer.commit(commit)
            return done

    def _check_entries(self, command: Command) -> None:
        """Refuse commands that can be repeated without end, once the room has very many entries.

        Answers end with the game; when nobody can leave it any more, each seat can be reclaimed once. A lobby can be left,
        since nobody can join it any more.
        """
        if isinstance(command, Undo):
            self._check_entry_limit(RefusalCode.NO_UNDO, "Too many moves have been undone in this room.")
        elif isinstance(command, Say):
            self._check_entry_limit(RefusalCode.TOO_MUCH_TALK, "This room has reached its limit of events.")
        elif isinstance(command, SetSeat | SetChat) or (
            isinstance(command, Leave) and self.room.stage == "playing" and command.id != LEAVE_ID
        ):
            self._check_entry_limit(
                RefusalCode.ROOM_FULL, "The seats of this room have been changed too often."
            )

    def _check_entry_limit(self, code: RefusalCode, message: str) -> None:
        if self.room.n >= self.services.quotas.entries_per_room:
            log_limit("entries_per_room", "a room", room=self.room.id)
            raise RefusalError(code, message)

    def _check_chat(self, source: str) -> None:
        """Refuse chat above the limits of one person, or of the room."""
        if self.room.chat.count >= self.services.quotas.chat_per_room:
            log_limit("chat_per_room", "a room", room=self.room.id)
            raise RefusalError(RefusalCode.TOO_MUCH_TALK, "This room has reached its limit of chat messages.")
        if not self._chat_rate.take(source):
            log_limit("chat_per_minute", "a room", room=self.room.id)
            raise RefusalError(
                RefusalCode.TOO_MUCH_TALK, "You are sending messages too quickly. Please wait a moment."
            )

    async def _create_rematch(self, owner: str, command: Rematch) -> str:
        """Create the room of a rematch; return its id, or nothing if the command has been carried out already."""
        created = self.table.next_room(owner, command, self.presence.connected_seats())
        return await self.services.create_rematch(self.room, created) if created is not None else ""

    async def join(self, owner: str, *, name: str = "", seat: Seat = -1, avatar: str = "") -> Seat:
        """Take an open seat, any of them if `seat` is -1; return which.

        Raises:
            RefusalError: No such seat is open.
        """
        async with self.lock:
            self.committer.check()
            self._check_entry_limit(
                RefusalCode.ROOM_FULL, "The seats of this room have been changed too often."
            )
            chosen, commit = self.table.join(owner, name, seat, avatar=avatar)
            self.touch(chosen)
            await self.committer.commit(commit)
            return chosen

    async def start(self) -> None:
        """Start the game.

        Raises:
            RefusalError: A seat is open.
        """
        async with self.lock:
            self.committer.check()
            with self.services.work.charged():
                commit = self.table.start()
            await self.committer.commit(commit)

    async def end(self, why: Literal["operator", "rules", "idle"]) -> None:
        """End the game early.

        Raises:
            RefusalError: It is over already.
        """
        async with self.lock:
            self.committer.check()
            if self.room.stage == "over":
                raise RefusalError(RefusalCode.STALE, "The game is over.")
            await self.committer.commit(self.table.apply_entries([Ended(why=why)]))

    async def resume(self) -> None:
        """Continue after having been loaded."""
        async with self.lock:
            await self.committer.commit(self.table.resume())
        self._schedule_clock()
        self.bots.wake()

    def _is_rematch_complete(self) -> bool:
        """Return whether this is a rematch that has not begun, and all its players are connected."""
        room = self.room
        if (
            not room.rematch_of
            or room.stage != "lobby"
            or self.committer.is_broken
            or room.seating.open_seats()
        ):
            return False
        connected = self.presence.connected_seats()
        people = [number for number, seat in enumerate(room.seats) if seat.owner and not seat.bot]
        return bool(people) and all(seat in connected for seat in people)

    def _begin_rematch(self) -> None:
        if self._is_rematch_complete():
            self.tasks.start(self._start_rematch())

    async def _start_rematch(self) -> None:
        async with self.lock:
            if self._is_rematch_complete():
                await self.committer.commit(self.table.start())

    # --- clock, commits, the end ---

    def _schedule_clock(self) -> None:
        if self.committer.is_open():
            self.clock.schedule()
        else:
            self.clock.cancel()

    async def apply_timeouts(self) -> None:
        """Let bots sit in for players whose time is up."""
        async with self.lock:
            if not self.committer.is_open():
                return
            try:
                commit = self.table.run_out(self.presence.connected_seats())
            except RepulseError as error:
                self.committer.check_table()
                # Only the type: the message of a rule may name cards.
                facts = {"room": self.room.id}
                _LOG.error("timeout could not be applied: %s", type(error).__name__, extra=facts)
                return
            await self.committer.commit(commit)
        self._schedule_clock()

    def _on_stored(self, commit: Commit) -> None:
        """Show a stored commit to everybody, and let bots think."""
        for entry in commit.entries:
            if isinstance(entry, SeatTaken | SeatChanged | SeatReclaimed):
                self.bots.delay.forget(entry.seat)
        self.events.cache.clear()
        self.last_used = time.monotonic()
        self.presence.notify_event()
        self._schedule_clock()
        self._begin_rematch()
        self.bots.wake()
        if commit.stage == "over":
            self.tasks.start(self.services.game_over.emit(self.room))

    @property
    def is_broken(self) -> bool:
        """Return whether memory and database may differ: then the room has to be loaded again."""
        return self.committer.is_broken

    async def discard(self, reason: str) -> None:
        """Close a room that this process must not serve any more; clients are asked to connect again."""
        self.committer.is_broken = True
        self.presence.disconnect(reason)
        await self.close()

    def created_from(self, source: str) -> bool:
        """Return whether the room was created from an address since the server started."""
        return self.sources.get(SPECTATOR) == source

    async def close(self) -> None:
        """Cancel bot tasks. All acknowledged commands are already persisted."""
        self.committer.close()
        self.clock.cancel()
        await self.tasks.cancel()
