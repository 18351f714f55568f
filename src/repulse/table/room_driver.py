"""A table as a state machine without I/O: commands go in; entries to store and events to show come out.

    table = new_table("galaxy", {"game": "base"}, [WantedSeat("me"), WantedSeat("bot")], seed=7)
    table.start()
    table.play_bots()
    event = table.event("me")
    table.command("me", Answer("1", event.ask["number"], ["Old Earth"]))

Everything happens immediately, and nothing happens on its own: the caller saves the entries (or not), decides when to
ask the bots, and keeps time. A server does all that with many tables (`repulse.server.rooms.session`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from repulse.bots import default_bot
from repulse.bots.match_bots import MatchBots
from repulse.bots.names import exact_name
from repulse.engine.contract import Choice, Decision, IllegalChoice, RepulseError, Seat
from repulse.engine.tokens import read_choice
from repulse.table.clock import overdue
from repulse.table.commands import check_rematch, entries_for
from repulse.table.entries import (
    Answered,
    AnyEntry,
    ChatSent,
    Created,
    Resumed,
    SeatTaken,
    Started,
    Trouble,
)
from repulse.table.refusals import RefusalCode, RefusalError, illegal
from repulse.table.room_state import RoomState
from repulse.table.seats import bots_for, seats_of_rematch
from repulse.table.viewer_events import EventCache, event_for, refusal_text, room_info
from repulse.table.wire.base import Stage
from repulse.table.wire.commands import Answer, Command, Rematch, content_of
from repulse.table.wire.replies import Done
from repulse.table.wire.views import Event

MAX_FORCED_ANSWERS: Final = 1000
"""The maximum number of forced answers in a row: more mean an error in the game."""

STAND_INS: Final = ("sensible", "random")
"""The bots that answer in place of one that failed, in this order: quick ones, which need no net."""


class PhantomMoveError(RepulseError):
    """The table was about to answer in place of a person who has to choose, which it never does."""


@dataclass(frozen=True, slots=True)
class Commit:
    """Entries that belong together. They must be saved before anybody is shown their effect."""

    first: int
    """The number of the first."""
    entries: Sequence[AnyEntry]
    stage: Stage | None = None
    """The stage that the room has now reached; None if it is unchanged."""


class RoomDriver:
    """One table: its room, its bots, and what is cached for its viewers."""

    def __init__(
        self, room: RoomState, bots: Mapping[str, str] | None = None, now: Callable[[], int] = lambda: 0
    ) -> None:
        self.room = room
        self.now = now
        """The time in milliseconds since 1970; always 0 where no clock runs."""
        self.bots = bots_for(room.stored.game) if bots is None else bots
        """The bots that may play here: the name each is chosen by, and the name it is created by."""
        self.cache = EventCache()
        self.broken = False
        """Set when entries were only partly applied: the room must be reloaded from those that are stored."""
        self.is_deal = bool(room.stored.settings.deal)
        """Whether bots answer by the position alone, so that a deal of the day is the same for everybody."""
        self._seated = MatchBots(fresh=self.is_deal)

    # --- commands ---

    def command(
        self,
        owner: str,
        command: Command,
        language: str = "en",
        *,
        next_room: str = "",
        here: Collection[Seat] = (),
    ) -> tuple[Done, Commit]:
        """Carry out a command once; the same command again gets the same reply and changes nothing.

        RefusalError, and no change, if it cannot be done; refusals by the rules are in the given language. `next_room` is the
        id of the room for a rematch; `here` are the seats that anybody is connected for.

        Args:
            owner: The sender.
            command: The command.
            language: The language of messages.
            next_room: The id of the room for a rematch.
            here: The seats of connected players.
        """
        earlier = self.done(owner, command)
        if earlier is not None:
            return earlier, Commit(self.room.n + 1, [])
        if command.type == "answer":
            self._check_lesson(owner, command, language)
        try:
            entries = entries_for(self.room, owner, command, bots=self.bots, next_room=next_room, here=here)
            if not entries:
                return Done(command.id, self.room.n), Commit(self.room.n + 1, [])
            last = entries[-1]
            last.who, last.command, last.content = owner, command.id, content_of(command)
            taken = self.apply_entries(entries)
        except IllegalChoice as error:
            raise self._refusal(error, owner, command, language=language) from error
        return Done(command.id, self.room.processed_commands[(owner, command.id)][0]), taken

    def done(self, owner: str, command: Command) -> Done | None:
        """Return the reply to a command already carried out; None for a new one.

        Raises:
            RefusalError: Its id was used by a different command.
        """
        processed = self.room.processed_commands.get((owner, command.id))
        if processed is None:
            return None
        if processed[1] != content_of(command):
            raise RefusalError(
                RefusalCode.ID_USED, "Another command had this id: give each an id of its own."
            )
        return Done(command.id, processed[0])

    def _check_lesson(self, owner: str, answer: Answer, language: str) -> None:
        """Raise RefusalError if the lesson of this table waits for something else."""
        room = self.room
        progress, seat = room.progress, room.seat_of(owner)
        if progress is None or seat != progress.lesson.seat or not room.pending.is_asked(seat):
            return
        if room.questions[seat].number == answer.ask:
            objection = progress.objection(self._decision(seat).prompt, answer.words, language)
            if objection:
                raise RefusalError(RefusalCode.LESSON, objection)

    def _refusal(self, error: IllegalChoice, owner: str, command: Command, *, language: str) -> RefusalError:
        words = ""
        # If the table is broken, this is not the position the answer was meant for.
        if command.type == "answer" and not self.broken:
            words = refusal_text(self.room, self.room.seat_of(owner), error, language=language)
        return illegal(error, words)

    def next_room(self, owner: str, command: Rematch, here: frozenset[Seat] = frozenset()) -> Created | None:
        """Return the first entry of a rematch's room, to be created before the command; None if that was done.

        Those who are `here` play it themselves, even if bots sat in for them at the end.

        Args:
            owner: The person who asks.
            command: The command for a rematch.
            here: The seats of connected players.
        """
        if self.done(owner, command) is not None:
            return None
        check_rematch(self.room, owner)
        return seats_of_rematch(self.room, owner, here)

    def join(self, owner: str, name: str = "", seat: Seat = -1, *, avatar: str = "") -> tuple[Seat, Commit]:
        """Take an open seat, any of them if none is named; return which.

        Args:
            owner: The person who joins.
            name: The name of the player.
            seat: The seat; None for any.
            avatar: The avatar of the player.

        Raises:
            RefusalError: The seat cannot be taken.
        """
        room = self.room
        if room.stage != "lobby":
            raise RefusalError(RefusalCode.NOT_NOW, "The game has started already.")
        free = room.seating.open_seats()
        chosen = seat if seat != -1 else next(iter(free), -1)
        if chosen not in free:
            raise RefusalError(
                RefusalCode.SEAT_TAKEN, "This seat is taken." if free else "All seats are taken."
            )
        return chosen, self.apply_entries([SeatTaken(seat=chosen, name=name, owner=owner, avatar=avatar)])

    def start(self) -> Commit:
        """Start the game, if no seat is open.

        Raises:
            RefusalError: A seat is open, or the game has started.
        """
        if self.room.stage != "lobby":
            raise RefusalError(RefusalCode.STALE, "The game has started already.")
        if self.room.seating.open_seats():
            raise RefusalError(RefusalCode.SEATS_OPEN, "The game cannot start: some seats are open.")
        return self.apply_entries([Started(), *self._before_lesson()])

    def _before_lesson(self) -> list[Answered]:
        """Return the answers that come before the lesson of this table."""
        progress = self.room.progress
        before = progress.lesson.before if progress else ()
        return [Answered(seat=seat, tokens=list(tokens), by="bot") for seat, tokens in before]

    def run_out(self, here: Collection[Seat]) -> Commit:
        """Let bots sit in for everybody whose time is up; `here` are the seats that anybody is connected for."""
        return self.apply_entries(overdue(self.room, here, self.now(), bot=default_bot(self.bots)))

    def resume(self) -> Commit:
        """Continue after an interruption: with a live clock, people get the whole time for their answers again."""
        room = self.room
        waiting = room.stage == "playing" and any(not room.seats[seat].bot for seat in room.questions)
        return self.apply_entries([Resumed()] if waiting and room.clock.kind == "live" else [])

    def apply_entries(self, entries: Iterable[AnyEntry]) -> Commit:
        """Apply entries, and the forced answers that follow from them and need not be hidden."""
        room = self.room
        stage, first = room.stage, room.n + 1
        taken: list[AnyEntry] = []
        try:
            for entry in entries:
                self._stamp(entry)
                room.apply(entry)
                taken.append(entry)
            while len(taken) < MAX_FORCED_ANSWERS and (forced := room.pending.forced()):
                for answer in forced:
                    self._stamp(answer)
                    room.apply(answer)
                    taken.append(answer)
        except RepulseError:
            self.broken = self.broken or bool(taken)
            raise
        if not all(isinstance(entry, ChatSent) for entry in taken):
            self.cache.forget_position()
        if not all(isinstance(entry, Answered | ChatSent) for entry in taken):
            self.cache.forget()
        return Commit(first, taken, room.stage if room.stage != stage else None)

    def _stamp(self, entry: AnyEntry) -> None:
        """Set the time of an entry where that matters."""
        if self.room.clock.kind != "none" or isinstance(entry, ChatSent):
            entry.at = self.now()

    # --- bots ---

    def bots_to_move(self) -> list[Seat]:
        """Return the seats of bots that owe an answer."""
        room = self.room
        if room.stage != "playing":
            return []
        return [seat for seat in room.questions if room.seats[seat].bot]

    def play_bots(self) -> list[Commit]:
        """Let bots answer until a person must choose or the game is over; forced answers are given automatically."""
        played = []
        while taken := self.play_next():
            played.append(taken)
        return played

    def play_next(self) -> Commit | None:
        """Play one answer of a bot, or of a person without a choice; None if a person must choose or the game is over."""
        if bots := self.bots_to_move():
            return self.play_bot(bots[0])
        if automatic := self.room.pending.automatic_seats():
            return self.answer_forced(automatic[0])
        return None

    def play_bot(self, seat: Seat) -> Commit:
        """Let the bot in a seat answer its question; if it fails, a stand-in does (`answer_for_failed_bot`).

        Raises:
            PhantomMoveError: No bot sits there.
        """
        name = self._bot_in(seat)
        tokens = self.known_answer(seat)
        if tokens is not None:
            return self.answer_as_bot(seat, tokens)
        try:
            choice = self._seated.answer(self.room.playing, seat, self.program_of(name))
            tokens = self.room.tokens(self._decision(seat), choice)
        except RepulseError as error:
            # A bot that failed to start has seen no cards; any other error message might leak its hand.
            words_of = str(error) if type(error) is RepulseError else type(error).__name__
            return self.answer_for_failed_bot(seat, "error", {"words": words_of})
        except Exception as error:
            return self.answer_for_failed_bot(seat, "error", {"words": f"{type(error).__name__}: {error}"})
        return self.answer_as_bot(seat, tokens)

    def program_of(self, bot: str) -> str:
        """Return the name that a bot is created by at this table."""
        program = self.bots.get(bot, bot)
        return exact_name(program) if self.is_deal else program

    def known_answer(self, seat: Seat) -> list[str] | None:
        """Return what the bot in a seat answers without being asked; None if it has to be.

        The lesson of the table says it, or the bot was in this position before and the moves since were taken back:
        a person who then plays the same has the same game.
        """
        by_lesson = self.play_of_lesson(seat)
        if by_lesson is not None:
            return by_lesson
        remembered = self.room.remembered_answer(seat)
        return remembered if remembered is not None and self._is_legal(seat, remembered) else None

    def _is_legal(self, seat: Seat, tokens: list[str]) -> bool:
        match = self.room.playing
        try:
            match.state.clone().apply(
                seat, read_choice(match.game, match.state, self._decision(seat), tokens=tokens)
            )
        except RepulseError:
            return False
        return True

    def play_of_lesson(self, seat: Seat) -> list[str] | None:
        """Return what the bot in a seat answers by the lesson of the table; None if it is free to choose."""
        progress = self.room.progress
        return progress.play_of(self.room.playing, seat) if progress else None

    def answer_as_bot(self, seat: Seat, tokens: list[str]) -> Commit:
        """Apply a bot's answer, or that of a stand-in if the rules refuse it.

        Raises:
            PhantomMoveError: No bot sits there.
        """
        self._bot_in(seat)
        try:
            return self.apply_entries([Answered(seat=seat, tokens=tokens, by="bot")])
        except RepulseError as error:
            if self.broken:
                raise
            return self.answer_for_failed_bot(seat, "refused", {"words": str(error)})

    def answer_for_failed_bot(self, seat: Seat, ident: str, facts: dict[str, str]) -> Commit:
        """Let another bot answer in place of one that failed, and say so in the log.

        Args:
            seat: Where the bot sits that failed.
            ident: Why it failed, an id of the table's words (`failed.…`).
            facts: The facts for these words.

        Raises:
            PhantomMoveError: No bot sits there.
        """
        failed = self._bot_in(seat)
        for name in STAND_INS:
            # A game of another package may lack one of them, and one may be what has failed.
            with suppress(Exception):
                choice = MatchBots().answer(self.room.playing, seat, name)
                tokens = self.room.tokens(self._decision(seat), choice)
                trouble = Trouble(ident, failed, facts, name)
                return self.apply_entries([Answered(seat=seat, tokens=tokens, by="bot", trouble=trouble)])
            if self.broken:
                raise RepulseError("Entries were only partly applied: the table must be reloaded.")
        return self.play_default(seat, ident, facts)

    def play_default(self, seat: Seat, ident: str, facts: dict[str, str]) -> Commit:
        """Apply the first legal answer in place of a bot's, where every stand-in has failed too: a fault, to be logged.

        Args:
            seat: The seat.
            ident: The id of the message about the fault.
            facts: The facts of that message.

        Raises:
            PhantomMoveError: No bot sits there.
        """
        bot = self._bot_in(seat)
        tokens = self.room.tokens(self._decision(seat), _default_choice(self._decision(seat)))
        trouble = Trouble(ident, bot, facts)
        return self.apply_entries([Answered(seat=seat, tokens=tokens, by="default", trouble=trouble)])

    def _bot_in(self, seat: Seat) -> str:
        """Return the bot in a seat.

        Raises:
            PhantomMoveError: The seat has no bot.
        """
        bot = self.room.seats[seat].bot
        if not bot:
            raise PhantomMoveError(f"No bot sits in seat {seat}: only the person there may answer.")
        return bot

    def answer_forced(self, seat: Seat) -> Commit:
        """Apply the only possible answer to a seat's question.

        Raises:
            PhantomMoveError: There is more than one, so that a person or a bot has to choose.
        """
        if not self.is_forced(seat):
            raise PhantomMoveError(f"Seat {seat} has a choice: only its player may answer.")
        return self.apply_entries([self.room.pending.forced_answer(seat)])

    def is_forced(self, seat: Seat) -> bool:
        """Return whether there is only one possible answer to a seat's question."""
        return self._decision(seat).forced()

    def _decision(self, seat: Seat) -> Decision:
        decision: Decision = self.room.playing.state.decision(seat)
        return decision

    # --- events ---

    def event(self, owner: str = "", since: int = -1, language: str = "en") -> Event:
        """Return everything an owner (empty: a spectator) who has seen event `since` should get now.

        Args:
            owner: The receiver; empty for a spectator.
            since: The last event that was received.
            language: The language of texts.
        """
        room = self.room
        host = bool(owner) and owner == room.host
        return event_for(
            room,
            room.seat_of(owner),
            room_info(room),
            host=host,
            since=since,
            language=language,
            cache=self.cache,
        )


def _default_choice(decision: Decision) -> Choice:
    return sorted(decision.options)[: max(decision.least, 0)] if decision.kind else decision.options[-1:]
