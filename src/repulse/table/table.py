"""A table driven from outside: commands go in; entries to store and events to show come out.

    table = new_table("galaxy", {"game": "base"}, [WantedSeat("me"), WantedSeat("bot")], seed=7)
    table.start()
    table.play_bots()
    event = table.event("me")
    table.command("me", Answer("1", event.ask["number"], ["Old Earth"]))

Everything happens immediately, and nothing happens on its own: the caller saves the entries (or not), decides when to
ask the bots, and keeps time. A server does all that with many tables (`repulse.server.live_room`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from repulse.bots import default_bot
from repulse.bots.seated import SeatedBots
from repulse.engine.contract import Choice, Decision, Game, IllegalChoice, RepulseError, Seat
from repulse.engine.display.lesson import Lesson
from repulse.games import game_named
from repulse.table.clock import overdue
from repulse.table.commands import check_rematch, entries_for
from repulse.table.entries import (
    Answered,
    AnyEntry,
    Created,
    Resumed,
    Said,
    Sat,
    Started,
    StoredRoom,
    Trouble,
)
from repulse.table.messages import Answer, Clock, Command, Done, Event, Rematch, Stage, WantedSeat, content_of
from repulse.table.protocol import CreateRoom
from repulse.table.room import MOST_FORCED, Refusal, Room, illegal
from repulse.table.seats import bots_for, plan_seats, seats_of_rematch
from repulse.table.teaching import Progress, lesson_named, seats_of_lesson
from repulse.table.viewer_events import EventCache, event_for, refusal_text, room_info


@dataclass(frozen=True, slots=True)
class Taken:
    """Entries that belong together. They must be saved before anybody is shown their effect."""

    first: int
    """The number of the first."""
    entries: Sequence[AnyEntry]
    stage: Stage | None = None
    """The stage that the room has now reached; None if it is unchanged."""


class Table:
    """One table: its room, its bots, and what is cached for its viewers."""

    def __init__(
        self, room: Room, bots: Mapping[str, str] | None = None, now: Callable[[], int] = lambda: 0
    ) -> None:
        self.room = room
        self.now = now
        """The time in milliseconds since 1970; always 0 where no clock runs."""
        self.bots = bots_for(room.stored.game) if bots is None else bots
        """The bots that may play here: the name each is chosen by, and the name it is created by."""
        self.cache = EventCache()
        self.broken = False
        """Set when entries were only partly applied: the room must be reloaded from those that are stored."""
        self._seated = SeatedBots()

    # --- commands ---

    def command(
        self,
        holder: str,
        command: Command,
        language: str = "en",
        next_room: str = "",
        here: Collection[Seat] = (),
    ) -> tuple[Done, Taken]:
        """Carry out a command once; the same command again gets the same reply and changes nothing.

        Refusal, and no change, if it cannot be done; refusals by the rules are in the given language. `next_room` is the
        id of the room for a rematch; `here` are the seats that anybody is connected for.
        """
        known = self.done(holder, command)
        if known is not None:
            return known, Taken(self.room.n + 1, [])
        if command.type == "answer":
            self._check_lesson(holder, command, language)
        try:
            entries = entries_for(self.room, self.bots, holder, command, next_room, here)
            if not entries:
                return Done(command.id, self.room.n), Taken(self.room.n + 1, [])
            last = entries[-1]
            last.who, last.command, last.content = holder, command.id, content_of(command)
            taken = self.take(entries)
        except IllegalChoice as error:
            raise self._refusal(error, holder, command, language) from error
        return Done(command.id, self.room.done[(holder, command.id)][0]), taken

    def done(self, holder: str, command: Command) -> Done | None:
        """The reply to a command already carried out; Refusal if its id was used by a different one."""
        known = self.room.done.get((holder, command.id))
        if known is None:
            return None
        if known[1] != content_of(command):
            raise Refusal("id-used", "Another command had this id: give each an id of its own.")
        return Done(command.id, known[0])

    def _check_lesson(self, holder: str, answer: Answer, language: str) -> None:
        """Raise Refusal if the lesson of this table waits for something else."""
        room = self.room
        progress, seat = room.progress, room.seat_of(holder)
        if progress is None or seat != progress.lesson.seat or not room.is_asked(seat):
            return
        if room.questions[seat].number == answer.ask:
            objection = progress.objection(self._decision(seat).prompt, answer.words, language)
            if objection:
                raise Refusal("lesson", objection)

    def _refusal(self, error: IllegalChoice, holder: str, command: Command, language: str) -> Refusal:
        words = ""
        # If the table is broken, this is not the position the answer was meant for.
        if command.type == "answer" and not self.broken:
            words = refusal_text(self.room, self.room.seat_of(holder), command.words, language)
        return illegal(error, words)

    def next_room(self, holder: str, command: Rematch, here: frozenset[Seat] = frozenset()) -> Created | None:
        """The first entry of a rematch's room, to be created before the command; None if that is done already.

        Those who are `here` play it themselves, even if bots sat in for them at the end.
        """
        if self.done(holder, command) is not None:
            return None
        check_rematch(self.room, holder)
        return seats_of_rematch(self.room, holder, here)

    def join(self, holder: str, name: str = "", seat: Seat = -1, face: str = "") -> tuple[Seat, Taken]:
        """Take an open seat, any of them if none is named; return which."""
        room = self.room
        if room.stage != "lobby":
            raise Refusal("not-now", "The game has begun already.")
        free = room.open_seats()
        chosen = seat if seat != -1 else next(iter(free), -1)
        if chosen not in free:
            raise Refusal("seat-taken", "This seat is taken." if free else "All seats are taken.")
        return chosen, self.take([Sat(seat=chosen, name=name, holder=holder, face=face)])

    def start(self) -> Taken:
        """Start the game, if no seat is open."""
        if self.room.stage != "lobby":
            raise Refusal("stale", "The game has begun already.")
        if self.room.open_seats():
            raise Refusal("seats-open", "The game cannot begin: some seats are open.")
        return self.take([Started(), *self._before_lesson()])

    def _before_lesson(self) -> list[Answered]:
        """What was played before the lesson of this table begins."""
        progress = self.room.progress
        before = progress.lesson.before if progress else ()
        return [Answered(seat=seat, words=list(words), by="bot") for seat, words in before]

    def run_out(self, here: Collection[Seat]) -> Taken:
        """Let bots sit in for everybody whose time is up; `here` are the seats that anybody is connected for."""
        return self.take(overdue(self.room, here, self.now(), default_bot(self.bots)))

    def resume(self) -> Taken:
        """The table was away: with a live clock, whoever owes an answer gets the whole time for it again."""
        room = self.room
        waiting = room.stage == "playing" and any(not room.seats[seat].bot for seat in room.questions)
        return self.take([Resumed()] if waiting and room.clock.kind == "live" else [])

    def take(self, entries: Iterable[AnyEntry]) -> Taken:
        """Apply entries, and the forced answers that follow from them and need not be hidden."""
        room = self.room
        stage, first = room.stage, room.n + 1
        taken: list[AnyEntry] = []
        try:
            for entry in entries:
                self._stamp(entry)
                room.apply(entry)
                taken.append(entry)
            while len(taken) < MOST_FORCED and (forced := room.forced()):
                for each in forced:
                    self._stamp(each)
                    room.apply(each)
                    taken.append(each)
        except RepulseError:
            self.broken = self.broken or bool(taken)
            raise
        if not all(isinstance(entry, Said) for entry in taken):
            self.cache.forget_position()
        if not all(isinstance(entry, Answered | Said) for entry in taken):
            self.cache.forget()
        return Taken(first, taken, room.stage if room.stage != stage else None)

    def _stamp(self, entry: AnyEntry) -> None:
        """Say when an entry happens, where that matters."""
        if self.room.clock.kind != "none" or isinstance(entry, Said):
            entry.at = self.now()

    # --- bots ---

    def bots_to_move(self) -> list[Seat]:
        """The seats of bots that owe an answer."""
        room = self.room
        if room.stage != "playing":
            return []
        return [seat for seat in room.questions if room.seats[seat].bot]

    def play_bots(self) -> list[Taken]:
        """Let bots answer until a person must choose or the game is over; people without a choice are answered for."""
        played = []
        while taken := self.play_next():
            played.append(taken)
        return played

    def play_next(self) -> Taken | None:
        """One answer of a bot, or of a person without a choice; None if a person must choose or the game is over."""
        if bots := self.bots_to_move():
            return self.play_bot(bots[0])
        if automatic := self.room.automatic_seats():
            return self.answer_forced(automatic[0])
        return None

    def play_bot(self, seat: Seat) -> Taken:
        """Let the bot in a seat answer its question. If it fails, a legal default is used instead."""
        by_lesson = self.play_of_lesson(seat)
        if by_lesson is not None:
            return self.answer_as_bot(seat, by_lesson)
        name = self.room.seats[seat].bot
        try:
            choice = self._seated.answer(self.room.playing, seat, self.bots.get(name, name))
            words = self.room.words(self._decision(seat), choice)
        except RepulseError as error:
            # Who cannot be made at all has seen no cards; the others may name theirs.
            words_of = str(error) if type(error) is RepulseError else type(error).__name__
            return self.play_default(seat, "error", {"words": words_of})
        except Exception as error:
            return self.play_default(seat, "error", {"words": f"{type(error).__name__}: {error}"})
        return self.answer_as_bot(seat, words)

    def play_of_lesson(self, seat: Seat) -> list[str] | None:
        """What the bot in a seat answers by the lesson of the table; None if it may answer what it likes."""
        progress = self.room.progress
        return progress.play_of(self.room.playing, seat) if progress else None

    def answer_as_bot(self, seat: Seat, words: list[str]) -> Taken:
        """Apply a bot's answer, or a legal default if the rules refuse it."""
        try:
            return self.take([Answered(seat=seat, words=words, by="bot")])
        except RepulseError as error:
            if self.broken:
                raise
            return self.play_default(seat, "refused", {"words": str(error)})

    def play_default(self, seat: Seat, ident: str, facts: dict[str, str]) -> Taken:
        """Apply the first legal answer in place of a bot's; the id (of `failed.…`) and the facts say why."""
        words = self.room.words(self._decision(seat), _default_choice(self._decision(seat)))
        trouble = Trouble(ident, self.room.seats[seat].bot, facts)
        return self.take([Answered(seat=seat, words=words, by="default", trouble=trouble)])

    def answer_forced(self, seat: Seat) -> Taken:
        """Apply the only possible answer to a seat's question."""
        return self.take([self.room.forced_answer(seat)])

    def is_forced(self, seat: Seat) -> bool:
        """Whether there is only one possible answer to a seat's question."""
        return self._decision(seat).forced()

    def _decision(self, seat: Seat) -> Decision:
        decision: Decision = self.room.playing.state.decision(seat)
        return decision

    # --- events ---

    def event(self, holder: str = "", since: int = -1, language: str = "en") -> Event:
        """Everything a holder (nobody: a spectator) who has seen event `since` should get now."""
        room = self.room
        host = bool(holder) and holder == room.host
        return event_for(room, room.seat_of(holder), host, since, language, room_info(room), self.cache)


def _default_choice(decision: Decision) -> Choice:
    return sorted(decision.options)[: max(decision.least, 0)] if decision.kind else decision.options[-1:]


# --- making and loading tables ---


def new_settings(
    game: str,
    options: Mapping[str, Any],
    name: str = "",
    password: str = "",
    chosen_seed: bool = False,
    clock: Clock | None = None,
    chat: bool = True,
    hints: bool = True,
    lesson: str = "",
) -> dict[str, Any]:
    """The settings of a room to be stored; `password` is a hash."""
    return {
        **({"lesson": lesson} if lesson else {}),
        "name": name,
        "options": options,
        "password": password,
        "chosen_seed": chosen_seed,
        "rules": game_named(game).rules,
        "clock": {"kind": clock.kind, "seconds": clock.seconds} if clock else None,
        "chat": chat,
        "hints": hints,
    }


def lesson_of(wanted: CreateRoom) -> Lesson:
    """The lesson that somebody wants to begin; Refusal if there is none."""
    lesson = lesson_named(wanted.game, wanted.lesson)
    if lesson is None:
        raise Refusal("no-such-lesson", f"There is no lesson {wanted.lesson!r} of {wanted.game}.")
    return lesson


def lesson_settings(lesson: Lesson) -> dict[str, Any]:
    """The settings of a room in which a lesson is taught."""
    return new_settings(lesson.game, lesson.options, chat=False, hints=False, lesson=lesson.ident)


def lesson_table(lesson: Lesson, holder: str = "me", name: str = "") -> Table:
    """A lesson at a table that is not stored anywhere; it has begun."""
    room = Room(StoredRoom("lesson", 0.0, "lobby", False, lesson.game, lesson.seed, lesson_settings(lesson)))
    room.progress = Progress(lesson)
    room.apply(Created(host=holder, seats=seats_of_lesson(lesson, holder, name)))
    table = Table(room)
    table.start()
    return table


def new_table(
    game: str,
    options: Mapping[str, Any],
    seats: Sequence[WantedSeat] = (),
    seed: int = 0,
    holder: str = "me",
    name: str = "",
    room: str = "table",
    clock: Clock | None = None,
    now: Callable[[], int] = lambda: 0,
) -> Table:
    """A table that is not stored anywhere, with a seat for its holder unless the seats say otherwise.

    The options are those of the game; the number of players is that of the seats, if there are any.
    """
    given = {"players": len(seats)} | dict(options) if seats else dict(options)
    full = game_named(game).check_options(given)
    players = full["players"]
    assert isinstance(players, int)
    made = Room(StoredRoom(room, 0.0, "lobby", False, game, seed, new_settings(game, full, clock=clock)))
    made.apply(Created(host=holder, seats=plan_seats(seats, players, holder, name, bots_for(game))))
    return Table(made, now=now)


def check_rules(stored: StoredRoom, game: Game) -> None:
    """Raise Refusal if a room was created under another version of the rules."""
    rules = stored.settings["rules"]
    if rules != game.rules:
        raise Refusal("old-rules", f"This game was begun by rules {rules}, which are not played any more.")


def load_table(stored: StoredRoom, entries: Iterable[AnyEntry], now: Callable[[], int] = lambda: 0) -> Table:
    """A table from all its entries. Its bots start afresh."""
    check_rules(stored, game_named(stored.game))
    room = Room(stored)
    for entry in entries:
        room.apply(entry)
    return Table(room, now=now)
