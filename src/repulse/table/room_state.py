"""Room state, rebuilt by replaying its entry log."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from repulse.engine.contract import Choice, Decision, Seat
from repulse.engine.match import Match
from repulse.engine.record import Record
from repulse.games import game_named
from repulse.table.answer_history import AnswerHistory, GivenAnswer
from repulse.table.chat import Chat
from repulse.table.entries import (
    Answered,
    AnyEntry,
    ChatSent,
    ChatSwitched,
    Created,
    Ended,
    LessonStepRead,
    Rematched,
    Resumed,
    SeatChanged,
    SeatReclaimed,
    SeatTaken,
    Started,
    StoredRoom,
    Trouble,
    Undone,
)
from repulse.table.pending import PendingAnswers
from repulse.table.questions import QuestionBook, SeatQuestion
from repulse.table.refusals import RefusalCode, RefusalError
from repulse.table.room_log import Note, RoomLog
from repulse.table.seating import Seating, SeatState
from repulse.table.teaching import LessonProgress, lesson_named
from repulse.table.wire.base import Stage
from repulse.table.wire.views import Result, RoundPoints


@dataclass
class RoomState:
    """A room as its entries have made it: seats, and a game once it has started."""

    stored: StoredRoom
    n: int = 0
    """The number of entries, which is the number of the latest event."""
    stage: Stage = "lobby"
    seating: Seating = field(default_factory=Seating)
    match: Match | None = None
    log: RoomLog = field(default_factory=RoomLog)
    question_book: QuestionBook = field(default_factory=QuestionBook)
    history: AnswerHistory = field(default_factory=AnswerHistory)
    processed_commands: dict[tuple[str, str], tuple[int, str]] = field(default_factory=dict)
    """Accepted commands by sender and id: the event that showed them, and the hash of their content."""
    taken_back: bool = False
    """Whether moves were taken back after something new had been seen: such a game is not rated."""
    ended: str = ""
    """Why the game was ended early; empty if it was not."""
    rounds: dict[int, list[int]] = field(default_factory=dict)
    """The scores at the end of each round."""
    now: int = 0
    """The time of the latest entry, in milliseconds since 1970; 0 where no clock runs."""
    rematch_of: str = ""
    """The room that this one is a rematch of."""
    rematch_id: str = ""
    """The room of the rematch."""
    has_spectators: bool = False
    """Whether there are spectators; set by the owner of the room."""
    legacy_record: Record | None = None
    """The record of a game under rules that are no longer played, of which nothing else is known."""
    kept_result: Result | None = None
    """The end of such a game, if that was kept."""

    def __post_init__(self) -> None:
        self.clock = self.stored.settings.clock
        self.chat = Chat(self.stored.settings.chat)
        lesson = lesson_named(self.stored.game, self.stored.settings.lesson)
        self.progress = LessonProgress(lesson) if lesson else None
        """The progress of the player of the lesson, in a room that is one."""
        self.pending = PendingAnswers(self)

    # --- settings ---

    @property
    def id(self) -> str:
        """The id of the room."""
        return self.stored.id

    @property
    def options(self) -> dict[str, Any]:
        """The options of the game, in full."""
        return self.stored.settings.options

    @property
    def mode(self) -> str:
        """The game's mode under these options."""
        return game_named(self.stored.game).mode_of(self.options)

    @property
    def hints(self) -> bool:
        """Whether people may ask for hints; in a lesson, once its guided steps are over."""
        if self.progress is not None:
            return self.progress.is_free()
        return self.stored.settings.hints

    @property
    def free_undo(self) -> bool:
        """Whether a person who plays against bots alone may take back anything; a lesson has its own rules."""
        return self.stored.settings.free_undo and self.progress is None

    @property
    def rated_try(self) -> bool:
        """Whether this is the rated try of a deal of the day: nothing is taken back, and nobody helps."""
        return self.stored.settings.rated_try

    # --- parts ---

    @property
    def seats(self) -> list[SeatState]:
        """The seats."""
        return self.seating.seats

    @property
    def host(self) -> str:
        """The owner who decides about the room."""
        return self.seating.host

    @property
    def names(self) -> list[str]:
        """The names of the players; empty for one without a name."""
        return self.seating.names()

    @property
    def questions(self) -> dict[Seat, SeatQuestion]:
        """The questions of the seats that owe an answer."""
        return self.question_book.pending

    @property
    def playing(self) -> Match:
        """The match.

        Raises:
            RefusalError: The game has not started.
        """
        if self.match is None:
            raise RefusalError(RefusalCode.NOT_STARTED, "The game has not started yet.")
        return self.match

    def seat_of(self, owner: str) -> Seat:
        """Return the seat of an owner; -1 for none."""
        return self.seating.seat_of(owner)

    def is_known(self, owner: str) -> bool:
        """Return whether an owner has a seat here or is the host."""
        return self.seating.is_known(owner)

    # --- entries ---

    def apply(self, entry: AnyEntry) -> None:
        """Apply an entry.

        Raises:
            IllegalChoice: The rules refuse an answer; nothing has changed.
            RefusalError: The entry is impossible now; nothing has changed.
        """
        floor = len(self.log)
        self.now = max(self.now, entry.at)
        changed_from = _HANDLERS[type(entry)](self, entry)
        self.n += 1
        self.log.close_entry(floor if changed_from is None else changed_from)
        if entry.command:
            self.processed_commands[(entry.who, entry.command)] = (self.n, entry.content)
        self._refresh_questions(isinstance(entry, Undone))

    def _refresh_questions(self, is_undo: bool) -> None:
        """Update the questions, and check whether a round or the game is over."""
        match = self.match
        if match is None or self.ended:
            return
        if self.progress is not None:
            self.progress.skip_finished(match)
        state = match.state
        owing = [] if match.is_over() else state.seats_owing()
        keys = {seat: (state.step_id, self.history.moves[seat]) for seat in owing}
        self.question_book.update(keys, n=self.n, now=self.now, is_undo=is_undo)
        self.seating.end_short_visits(self.n, state.step_id, owing)
        current_round = state.round_number()
        if current_round - 1 not in self.rounds:
            self.rounds[current_round - 1] = state.scores()
        if not owing:
            self.rounds[current_round] = state.scores()
            self.stage = "over"

    # --- undo ---

    def can_undo(self, seat: Seat) -> bool:
        """Return whether a seat can take back an answer that was chosen there."""
        return self.can_undo_unseen(seat) or self.undo_length(seat) >= 0

    def can_undo_unseen(self, seat: Seat) -> bool:
        """Return whether a seat can take back an answer that was chosen there, and nothing new has been seen since."""
        return (
            not self.rated_try
            and self.playing.can_undo(seat)
            and self.stage == "playing"
            and self.history.chose_in_last_step(seat)
        )

    def undo_length(self, seat: Seat) -> int:
        """Return how many answers of the game remain if a seat takes back its last choice, even after new information.

        Only a person who plays against bots alone may do that; -1 for everybody else, and if there is nothing to
        take back.
        """
        if not self.free_undo or self.seating.has_company() or self.stage != "playing":
            return -1
        return self.history.last_choice(seat)

    def remembered_answer(self, seat: Seat) -> list[str] | None:
        """Return what the bot in a seat answered when it was in this position before; None if it was not."""
        history = self.history
        if not history.remembered:
            return None
        match = self.playing
        bots = [state.bot for state in self.seats]
        key = history.position_key(
            len(history.answers), seat, match.state.step_id, choices=match.choices, bots=bots
        )
        return history.remembered.get(key)

    # --- results ---

    def tokens(self, decision: Decision, choice: Choice) -> list[str]:
        """Return a choice as record tokens."""
        match = self.playing
        return [match.game.token(match.state, decision.domain, value) for value in choice]

    def record(self) -> Record:
        """Return the record of the game so far, with who sat where."""
        record = self.legacy_record or self.playing.record()
        record.notes = {
            "names": self.names,
            "bots": [seat.bot for seat in self.seats],
            "room": self.id,
            **({"taken_back": True} if self.taken_back else {}),
        }
        return record

    def round_points(self) -> list[RoundPoints]:
        """Return the scores round by round."""
        return [RoundPoints(number, scores) for number, scores in sorted(self.rounds.items()) if number >= 0]


# --- what each entry does; the result is the length up to which the log is unchanged, if it was cut ---


def _apply_created(room: RoomState, entry: Created) -> None:
    room.rematch_of = entry.before
    room.seating.open(entry)
    room.history.moves = [0] * len(room.seats)


def _apply_seat_taken(room: RoomState, entry: SeatTaken) -> None:
    room.log.add(room.seating.take(entry, room.n + 1))


def _apply_seat_changed(room: RoomState, entry: SeatChanged) -> None:
    if room.stage == "playing" and room.seats[entry.seat].kind == "person":
        room.log.add(room.seating.sit_in(entry, room.n + 1, room.playing.state.step_id))
    elif note := room.seating.change(entry, room.n + 1):
        room.log.add(note)


def _apply_seat_reclaimed(room: RoomState, entry: SeatReclaimed) -> None:
    note = room.seating.reclaim(entry.seat, room.n + 1)
    room.question_book.restart([entry.seat], room.now)
    room.log.add(note)


def _apply_resumed(room: RoomState, entry: Resumed) -> None:
    room.question_book.restart(list(room.question_book.asked_since), room.now)


def _apply_chat_sent(room: RoomState, entry: ChatSent) -> None:
    room.chat.add(room.n + 1, entry)


def _apply_chat_switched(room: RoomState, entry: ChatSwitched) -> None:
    room.chat.on = entry.on


def _apply_started(room: RoomState, entry: Started) -> None:
    room.match = Match(game_named(room.stored.game), room.options, room.stored.seed)
    room.stage = "playing"
    if room.rematch_of and room.seating.has_company():
        seating = tuple(room.names)
        room.log.add(Note("note.seats", "note.seats", -1, "", seating=seating))
    room.log.append_events(len(room.match.all_events()))


def _apply_answered(room: RoomState, entry: Answered) -> None:
    match = room.playing
    step_id = match.state.step_id
    decision = match.state.decision(entry.seat)
    prompt, had_choice = decision.prompt, not decision.forced()
    match.answer_tokens(entry.seat, entry.tokens)
    if room.progress is not None and entry.seat == room.progress.lesson.seat:
        room.progress.answer(prompt, entry.by == "person")
    room.history.add(GivenAnswer(entry.seat, step_id, entry.by, had_choice))
    seat = room.seats[entry.seat]
    if entry.by == "person":
        seat.missed = 0
        room.seating.bot_answered.discard(entry.seat)
    elif seat.kind == "person" and entry.by in ("bot", "default"):
        room.seating.helped.add(entry.seat)
        room.seating.bot_answered.add(entry.seat)
    if entry.by == "default" or entry.trouble is not None:
        # The oldest entries do not say what went wrong.
        trouble = entry.trouble or Trouble("unknown", seat.bot)
        text = "note.stood-in" if trouble.stand_in else "note.bot-failed"
        room.log.add(Note("note.bot-failed", text, entry.seat, seat.name, trouble))
    room.log.append_events(len(match.all_events()))


def _apply_undone(room: RoomState, entry: Undone) -> int:
    match = room.playing
    old_events = list(match.all_events())
    if entry.length >= 0:
        _rewind(room, entry)
    elif not match.can_undo(entry.seat):
        raise RefusalError(RefusalCode.NO_UNDO, "There is nothing to take back.")
    else:
        if entry.back > 0:
            for _ in range(entry.back):
                match.undo(entry.seat)
        else:
            entry.back = _undo_to_a_choice(match, entry.seat)
        room.history.drop_last(entry.seat, entry.back)
    room.history.moves[entry.seat] += 1
    room.seating.bot_answered.discard(entry.seat)
    if room.progress is not None and entry.seat == room.progress.lesson.seat:
        room.progress.undo(entry.back)
    return room.log.replace_events(old_events, match.all_events())


def _rewind(room: RoomState, entry: Undone) -> None:
    """Take back the seat's last choice and everything since, although something new was seen."""
    if entry.length != room.undo_length(entry.seat):
        raise RefusalError(RefusalCode.NO_UNDO, "There is nothing to take back.")
    match = room.playing
    room.history.rewind(entry.length, match.choices, [seat.bot for seat in room.seats])
    match.rewind(entry.length)
    room.taken_back = True
    current_round = match.state.round_number()
    room.rounds = {number: scores for number, scores in room.rounds.items() if number < current_round}


def _undo_to_a_choice(match: Match, seat: Seat) -> int:
    """Undo answers back to the last that had an alternative; return how many."""
    match.undo(seat)
    count = 1
    while match.state.decision(seat).forced() and match.can_undo(seat):
        match.undo(seat)
        count += 1
    return count


def _apply_rematched(room: RoomState, entry: Rematched) -> None:
    room.rematch_id = entry.room


def _apply_lesson_step_read(room: RoomState, entry: LessonStepRead) -> None:
    if room.progress is not None:
        room.progress.read()


def _apply_ended(room: RoomState, entry: Ended) -> None:
    room.ended = entry.why
    room.stage = "over"
    room.questions.clear()
    room.log.add(Note("note.ended", f"note.ended-{entry.why}", -1, ""))


_HANDLERS: Final[dict[Any, Callable[[RoomState, Any], int | None]]] = {
    Answered: _apply_answered,
    Undone: _apply_undone,
    Created: _apply_created,
    SeatTaken: _apply_seat_taken,
    SeatChanged: _apply_seat_changed,
    SeatReclaimed: _apply_seat_reclaimed,
    Resumed: _apply_resumed,
    ChatSent: _apply_chat_sent,
    ChatSwitched: _apply_chat_switched,
    Started: _apply_started,
    Rematched: _apply_rematched,
    LessonStepRead: _apply_lesson_step_read,
    Ended: _apply_ended,
}
"""The effect on a room of each kind of entry."""
