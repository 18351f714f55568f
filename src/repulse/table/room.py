"""A room: everything that follows from its entries."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, cast

from repulse.engine.contract import (
    Decision,
    Game,
    IllegalChoice,
    RepulseError,
    Seat,
    State,
)
from repulse.engine.match import Match
from repulse.engine.record import Record
from repulse.games import game_named
from repulse.table.chat import Chat
from repulse.table.clock import clock_of
from repulse.table.entries import (
    Answered,
    AnyEntry,
    ChatSwitched,
    Created,
    Ended,
    Read,
    Rematched,
    Resumed,
    Returned,
    Said,
    Sat,
    SeatChanged,
    Started,
    StoredRoom,
    Trouble,
    Undone,
)
from repulse.table.messages import Result, RoundPoints, SeatKind, Stage
from repulse.table.teaching import Progress, lesson_named

MOST_FORCED: Final = 1000
"""The most forced answers in a row: more mean an error in the game."""


class Refusal(RepulseError):
    """Something that cannot be done in a room as it is. `code` is a stable id."""

    def __init__(self, code: str, words: str, reason: str = "") -> None:
        super().__init__(words)
        self.code = code
        self.reason = reason


@dataclass
class SeatState:
    """A seat of a room."""

    kind: SeatKind = "open"
    name: str = ""
    bot: str = ""
    """The bot that plays; in a person's seat, it sits in."""
    holder: str = ""
    face: str = ""
    until: int = -1
    """The moment of the game that the bot sits in for; -1 for as long as the person is away."""
    missed: int = 0
    """How many answers in a row the clock has taken from the person."""


@dataclass
class Question:
    """What a seat is asked, by number: another question has another number."""

    number: int
    key: tuple[int, int]
    """The step of the game and how often the seat has moved: what makes it another question."""


@dataclass(frozen=True)
class Note:
    """A line of our own in the log, without its text: each viewer reads it in their own language."""

    event: str
    """The stable id that clients get."""
    words: str
    """The id of its text."""
    seat: Seat
    name: str
    """What the seat was called then; empty if it had no name."""
    trouble: Trouble | None = None
    """What went wrong, if the note is about a bot that failed."""


@dataclass
class Room:
    """One table: seats, and a game once it has begun."""

    stored: StoredRoom
    n: int = 0
    """How many entries there are: the number of the latest event."""
    stage: Stage = "lobby"
    host: str = ""
    next: str = ""
    seats: list[SeatState] = field(default_factory=list)
    match: Match | None = None
    log: list[int | Note] = field(default_factory=list)
    """The log of the room, in order: the game's events, by their index in the match's log, and our own notes."""
    floors: list[int] = field(default_factory=list)
    """For each entry: the length of the log up to which it changed nothing."""
    done: dict[tuple[str, str], tuple[int, str]] = field(default_factory=dict)
    """Accepted commands by sender and id: the event that showed them, and the hash of their content."""
    questions: dict[Seat, Question] = field(default_factory=dict)
    moves: list[int] = field(default_factory=list)
    given: list[list[tuple[int, bool]]] = field(default_factory=list)
    """The answers of each seat: the moment of each, and whether it was chosen rather than forced."""
    old: Record | None = None
    """The record of a game by rules that are not played any more, of which nothing else is known."""
    kept_result: Result | None = None
    """How such a game ended, if that was kept."""
    ended: str = ""
    """Why the game was ended before its end; empty if it was not."""
    rounds: dict[int, list[int]] = field(default_factory=dict)
    """The scores when each round ended."""
    now: int = 0
    """The time of the latest entry, in milliseconds since 1970; 0 where no clock runs."""
    asked: dict[Seat, tuple[int, int]] = field(default_factory=dict)
    """For each seat: the moment of the game at which it was last asked, and since when its time runs."""
    before: str = ""
    """The room that this one is a rematch of."""
    onlookers: bool = False
    """Whether anybody looks on just now; whoever has the room says so."""
    helped: set[Seat] = field(default_factory=set)
    """The people who had help in this game: a bot chose for them, or they, as host, gave the seat of somebody to a bot."""
    replaced: set[Seat] = field(default_factory=set)
    """The people whose seat the host gave to a bot although they were there."""

    def __post_init__(self) -> None:
        self.clock = clock_of(self.stored.settings)
        self.chat = Chat(self.stored.settings)
        lesson = lesson_named(self.stored.game, self.stored.settings.get("lesson", ""))
        self.progress = Progress(lesson) if lesson else None
        """How far the player of the lesson is, in a room that is one."""

    @property
    def room(self) -> str:
        """The id of the room."""
        return self.stored.room

    @property
    def options(self) -> dict[str, Any]:
        """The options of the game, in full."""
        return cast("dict[str, Any]", self.stored.settings["options"])

    @property
    def mode(self) -> str:
        """The game's mode under these options."""
        return game_named(self.stored.game).mode_of(self.options)

    @property
    def hints(self) -> bool:
        """Whether people may ask for hints; rooms older than hints allow them."""
        return bool(self.stored.settings.get("hints", True))

    @property
    def names(self) -> list[str]:
        """What the players are called; empty for one without a name."""
        return [seat.name for seat in self.seats]

    def game(self) -> Game:
        """The game being played here."""
        return self.playing.game

    @property
    def playing(self) -> Match:
        """The match; Refusal if the game has not begun."""
        if self.match is None:
            raise Refusal("not-started", "The game has not begun yet.")
        return self.match

    # --- who is who ---

    def seat_of(self, holder: str) -> Seat:
        """The seat that a token holds, by its hash; -1 for none."""
        for number, seat in enumerate(self.seats):
            if holder and seat.holder == holder:
                return number
        return -1

    def is_known(self, holder: str) -> bool:
        """Whether a token (by its hash) means anything here."""
        return bool(holder) and (holder == self.host or self.seat_of(holder) >= 0)

    def open_seats(self) -> list[Seat]:
        """The seats that anybody may take."""
        return [number for number, seat in enumerate(self.seats) if seat.kind == "open"]

    # --- entries ---

    def apply(self, entry: AnyEntry) -> None:
        """Apply an entry. IllegalChoice or Refusal, and no change, if it is not possible."""
        floor = len(self.log)
        self.now = max(self.now, entry.at)
        if isinstance(entry, Answered):
            self._answer(entry)
        elif isinstance(entry, Undone):
            floor = self._undo(entry)
        elif isinstance(entry, Created):
            self.host = entry.host
            self.before = entry.before
            self.seats = [
                SeatState(plan.kind, plan.name, plan.bot, plan.holder, plan.face) for plan in entry.seats
            ]
            self.moves = [0] * len(self.seats)
            self.given = [[] for _ in self.seats]
        elif isinstance(entry, Sat):
            self.seats[entry.seat] = SeatState("person", entry.name, "", entry.holder, entry.face)
            self.log.append(Note("note.joined", "note.joined", entry.seat, entry.name))
        elif isinstance(entry, SeatChanged):
            self._change_seat(entry)
        elif isinstance(entry, Returned):
            self._return(entry)
        elif isinstance(entry, Resumed):
            self.asked = {seat: (moment, self.now) for seat, (moment, _) in self.asked.items()}
        elif isinstance(entry, Said):
            self.chat.add(self.n + 1, entry)
        elif isinstance(entry, ChatSwitched):
            self.chat.on = entry.on
        elif isinstance(entry, Started):
            game = game_named(self.stored.game)
            self.match = Match(game, self.options, self.stored.seed)
            self.stage = "playing"
            self._read_log()
        elif isinstance(entry, Rematched):
            self.next = entry.room
        elif isinstance(entry, Read):
            if self.progress is not None:
                self.progress.read()
        elif isinstance(entry, Ended):
            self.ended = entry.why
            self.stage = "over"
            self.questions.clear()
            self.log.append(Note("note.ended", f"note.ended-{entry.why}", -1, ""))
        self.n += 1
        self.floors.append(min(floor, len(self.log)))
        if entry.command:
            self.done[(entry.who, entry.command)] = (self.n, entry.content)
        self._look(isinstance(entry, Undone))

    def _answer(self, entry: Answered) -> None:
        match = self.playing
        moment = match.state.moment
        prompt = match.state.decision(entry.seat).prompt
        match.answer_tokens(entry.seat, entry.words)
        if self.progress is not None and entry.seat == self.progress.lesson.seat:
            self.progress.answered(prompt, entry.by == "person")
        self.moves[entry.seat] += 1
        self.given[entry.seat].append((moment, entry.by not in ("forced", "record")))
        seat = self.seats[entry.seat]
        if entry.by == "person":
            seat.missed = 0
        elif seat.kind == "person" and entry.by in ("bot", "default"):
            self.helped.add(entry.seat)
        if entry.by == "default":
            # The oldest entries do not say what went wrong.
            trouble = entry.trouble or Trouble("unknown", seat.bot)
            self.log.append(Note("note.bot-failed", "note.bot-failed", entry.seat, seat.name, trouble))
        self._read_log()

    def _undo(self, entry: Undone) -> int:
        match = self.playing
        old = list(match.all_events())
        if not match.can_undo(entry.seat):
            raise Refusal("no-undo", "There is nothing to take back.")
        if entry.back > 0:
            for _ in range(entry.back):
                match.undo(entry.seat)
        else:
            entry.back = self._undo_to_a_choice(match, entry.seat)
        self.moves[entry.seat] += 1
        del self.given[entry.seat][-entry.back :]
        if self.progress is not None and entry.seat == self.progress.lesson.seat:
            self.progress.undone(entry.back)
        new = match.all_events()
        same = 0
        while same < min(len(old), len(new)) and old[same] == new[same]:
            same += 1
        floor = len(self.log)
        for place, line in enumerate(self.log):
            if isinstance(line, int) and line >= same:
                floor = place
                break
        notes = [line for line in self.log[floor:] if not isinstance(line, int)]
        del self.log[floor:]
        self.log.extend(notes)
        self._read_log(same)
        return floor

    @staticmethod
    def _undo_to_a_choice(match: Match, seat: Seat) -> int:
        """Undo answers back to the last that had an alternative; return how many."""
        match.undo(seat)
        back = 1
        while match.state.decision(seat).forced() and match.can_undo(seat):
            match.undo(seat)
            back += 1
        return back

    def _change_seat(self, entry: SeatChanged) -> None:
        old = self.seats[entry.seat]
        if self.stage == "playing" and old.kind == "person":
            self._sit_in(entry, old)
            return
        if entry.kind == "open":
            self.seats[entry.seat] = SeatState()
        else:
            self.seats[entry.seat] = SeatState("bot", "", entry.bot, "")
        self._pass_on_host(old)
        if old.kind == "person":
            words = "note.left" if entry.left else "note.replaced"
            self.log.append(Note("note.left", words, entry.seat, old.name))

    def _sit_in(self, entry: SeatChanged, seat: SeatState) -> None:
        """A bot plays in a person's seat until they return, or for one step of the game."""
        seat.bot = entry.bot
        if entry.present:
            self.replaced.add(entry.seat)
            self.helped.add(self.seat_of(self.host))
        seat.until = self.playing.state.moment if entry.once else -1
        if entry.clock:
            seat.missed += 1
            words = "note.time-up-once" if entry.once else "note.time-up"
            self.log.append(Note("note.time-up", words, entry.seat, seat.name))
        else:
            words = "note.left-bot" if entry.left else "note.replaced-bot"
            self.log.append(Note("note.left", words, entry.seat, seat.name))
        if not entry.once:
            self._pass_on_host(seat)

    def _pass_on_host(self, old: SeatState) -> None:
        """If the host is gone, another person at the table becomes host; otherwise nobody could decide anything."""
        if old.holder and old.holder == self.host:
            present = [seat.holder for seat in self.seats if seat.holder and not seat.bot]
            self.host = next(iter(present), self.host)

    def _return(self, entry: Returned) -> None:
        seat = self.seats[entry.seat]
        if seat.kind != "person" or not seat.bot:
            raise Refusal("not-now", "No bot sits in for you.")
        seat.bot, seat.until, seat.missed = "", -1, 0
        if entry.seat in self.asked:
            self.asked[entry.seat] = (self.asked[entry.seat][0], self.now)
        self.log.append(Note("note.returned", "note.returned", entry.seat, seat.name))

    def asked_at(self, seat: Seat) -> int:
        """Since when a seat's time for its answer runs, in milliseconds since 1970; 0 if none does."""
        return self.asked[seat][1] if seat in self.questions else 0

    def _read_log(self, first: int = -1) -> None:
        """Append what the match has added to its log."""
        if first < 0:
            first = 0
            for line in reversed(self.log):
                if isinstance(line, int):
                    first = line + 1
                    break
        self.log.extend(range(first, len(self.playing.all_events())))

    def _look(self, undone: bool) -> None:
        """Number new questions, and check whether a round or the game is over."""
        match = self.match
        if match is None or self.ended:
            return
        if self.progress is not None:
            self.progress.look(match)
        state = match.state
        owing = [] if match.is_over() else state.seats_owing()
        for seat in [seat for seat in self.questions if seat not in owing]:
            del self.questions[seat]
        for seat in owing:
            key = (state.moment, self.moves[seat])
            if seat not in self.questions or self.questions[seat].key != key:
                self.questions[seat] = Question(self.n, key)
                # Taking back an answer gives no more time for it.
                if not (undone and self.asked.get(seat, (-1, 0))[0] == state.moment):
                    self.asked[seat] = (state.moment, self.now)
        for number, each in enumerate(self.seats):
            if each.until >= 0 and (each.until != state.moment or number not in owing):
                each.bot, each.until = "", -1
        now = state.round_number()
        if now - 1 not in self.rounds:
            self.rounds[now - 1] = state.scores()
        if not owing:
            self.rounds[now] = state.scores()
            self.stage = "over"

    # --- commands that become entries ---

    def forced(self) -> list[Answered]:
        """The forced answers that nobody could learn anything from, once nobody has a choice left to make.

        Those that somebody could learn from are given one by one, each in its own time (`automatic_seats`).
        """
        match = self.match
        if match is None or self.stage != "playing":
            return []
        owing = match.state.seats_owing()
        if not all(self.is_automatic(seat) and not self.is_watched(seat) for seat in owing):
            return []
        return [self.forced_answer(seat) for seat in owing]

    def forced_answer(self, seat: Seat) -> Answered:
        """The only possible answer to a seat's question."""
        decision = self.playing.state.decision(seat)
        return Answered(seat=seat, words=self.words(decision, decision.forced_choice()), by="forced")

    def automatic_seats(self) -> list[Seat]:
        """The people whose questions have only one answer, and who are watched by others.

        Each is answered for when it would have answered itself: at once, others would see that it had no choice.
        """
        if self.stage != "playing":
            return []
        return [
            seat
            for seat in self.questions
            if not self.seats[seat].bot and self.is_watched(seat) and self.is_automatic(seat)
        ]

    def is_watched(self, seat: Seat) -> bool:
        """Whether another person sits or looks on at the table, who could learn from when a seat answers."""
        return self.onlookers or any(
            other.kind == "person" for number, other in enumerate(self.seats) if number != seat
        )

    def can_undo(self, seat: Seat) -> bool:
        """Whether a seat can take back an answer that it chose."""
        if not self.playing.can_undo(seat):
            return False
        answers = self.given[seat]
        last = answers[-1][0]
        return any(chosen for moment, chosen in reversed(answers) if moment == last)

    def is_automatic(self, seat: Seat) -> bool:
        """Whether a seat's question has only one answer, which is given automatically once that reveals nothing."""
        decision = self.playing.state.decision(seat)
        return decision.forced() and (bool(self.seats[seat].bot) or not self.is_last_chance(seat, decision))

    def is_asked(self, seat: Seat) -> bool:
        """Whether the person in a seat is asked something now."""
        return seat in self.questions and not self.seats[seat].bot and not self.is_automatic(seat)

    def is_awaited(self, seat: Seat) -> bool:
        """Whether the table waits for the person in a seat to come: also one without a choice, if others could notice that."""
        return self.is_asked(seat) or seat in self.automatic_seats()

    def is_last_chance(self, seat: Seat, decision: Decision) -> bool:
        """Whether giving the only possible answer would make an earlier one impossible to undo."""
        match = self.playing
        if not self.can_undo(seat):
            return False
        state: State = match.state
        after = state.clone()
        after.apply(seat, decision.forced_choice())
        return after.moment != state.moment or after.news != state.news

    def words(self, decision: Decision, choice: list[int]) -> list[str]:
        """A choice as record tokens."""
        match = self.playing
        return [match.game.token(match.state, decision.domain, value) for value in choice]

    def record(self) -> Record:
        """The record of the game so far, with who sat where."""
        record = self.old or self.playing.record()
        record.notes = {
            "names": self.names,
            "bots": [seat.bot for seat in self.seats],
            "room": self.room,
        }
        return record

    def round_points(self) -> list[RoundPoints]:
        """The scores round by round."""
        return [RoundPoints(number, scores) for number, scores in sorted(self.rounds.items()) if number >= 0]


def illegal(error: IllegalChoice, words: str = "") -> Refusal:
    """A refusal by the rules as one by the room, with another text than the rules' English one if given."""
    code = error.reason if error.reason in ("not-owing", "not-yours") else "illegal"
    return Refusal(code, words or str(error), error.reason)
