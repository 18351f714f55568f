"""New rooms, for a server and for a browser alike: checked requests become settings and first entries.

    factory = RoomFactory(RoomPolicy(random_seed=lambda: secrets.randbelow(SEED_LIMIT)))
    plan = factory.create(request, owner)
    room = plan.open_room("a1b2")

A `RoomPolicy` says what is allowed where the room will be; the factory checks a request by it and makes a `RoomPlan`.
Nothing is stored or started here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from repulse.bots import default_bot
from repulse.daily import FIRST_DAY, Calendar, Deal
from repulse.engine.contract import Data, Game, RepulseError
from repulse.engine.display.lesson import Lesson
from repulse.engine.overlays import overlay_bytes
from repulse.engine.random import parse_seed
from repulse.engine.record import BadRecord, Record, read_record
from repulse.games import game_named, game_of
from repulse.table.catalogue import find_game
from repulse.table.clock import wrong_clock
from repulse.table.entries import Answered, AnyEntry, Created, SeatPlan, Started, StoredRoom
from repulse.table.names import check_avatar, clean, person_name
from repulse.table.puzzles import find_puzzle
from repulse.table.refusals import RefusalCode, RefusalError
from repulse.table.replays import bots_in_record, names_in_record
from repulse.table.room_driver import RoomDriver
from repulse.table.room_state import RoomState
from repulse.table.seats import bots_for, check_bot, plan_lesson_seats, plan_seats
from repulse.table.settings import RoomSettings
from repulse.table.teaching import LessonProgress, lesson_named
from repulse.table.wire.rooms import CreateRoom, PlayOn, WantedSeat
from repulse.table.wire.views import Clock

if TYPE_CHECKING:
    from datetime import date


PUZZLE_BOT: Final = "sensible"
"""Plays the other seats of a game that goes on from a puzzle."""


def _allow_bots(game: str, bots: Iterable[str]) -> None:
    """Allow every bot."""


@dataclass(frozen=True, kw_only=True)
class RoomPolicy:
    """The permissions of new rooms."""

    random_seed: Callable[[], int]
    """Returns the seed of a room whose creator chose none."""
    bots: Callable[[str], Mapping[str, str]] = bots_for
    """The bots for a game: the name that each is chosen by, and the name that it is created by."""
    check_bots: Callable[[str, Iterable[str]], None] = _allow_bots
    """Raises RefusalError if one of some bots cannot play a game here."""
    check_name: Callable[[str], str] = person_name
    """Returns the name of a person as it is shown."""
    can_invite: bool = True
    """Whether seats may stay open for other people, who may chat; otherwise every game starts at once."""
    max_overlay_bytes: int | None = None
    """The maximum size of the overlays of a room, as JSON; None for any size."""
    find_deal: Callable[[str], Deal] = Calendar().find
    """Returns a deal of the day by its id; RepulseError if it does not exist."""
    today: Callable[[], date] = lambda: FIRST_DAY
    """Returns the date in UTC."""
    charge: Callable[[], AbstractContextManager[None]] = nullcontext
    """Wraps work whose cost depends on the request."""


@dataclass
class RoomPlan:
    """A room to be created."""

    game: str
    seed: int
    settings: RoomSettings
    created: Created
    entries: Sequence[AnyEntry] = ()
    """The entries after the first one, in a game that goes on from a position of another one."""
    listed: bool = False
    starts: bool = False
    """Whether the game starts at once."""

    def open_room(self, room: str, created_at: float = 0.0) -> RoomState:
        """Return the room, with the id `room`, after its first entry; `entries` are not applied yet."""
        stored = StoredRoom(room, created_at, "lobby", self.listed, self.game, self.seed, self.settings)
        state = RoomState(stored)
        state.apply(self.created)
        return state


class RoomFactory:
    """Makes plans for rooms; every method raises RefusalError if the policy or the game forbids the room."""

    def __init__(self, policy: RoomPolicy) -> None:
        self.policy = policy

    def create(self, request: CreateRoom, owner: str) -> RoomPlan:
        """Plan a room as its creator wants it. The password is not in its settings: the caller hashes it.

        Args:
            request: The request of the creator.
            owner: The hash of the creator's token.
        """
        game = find_game(request.game)
        if request.lesson:
            return self._teach(request, owner)
        if request.deal:
            return self._play_deal(request, owner)
        if request.puzzle:
            return self._play_puzzle(request, owner)
        if not self.policy.can_invite and (
            not request.seats or any(seat.kind == "open" for seat in request.seats)
        ):
            raise RefusalError(RefusalCode.NEEDS_SERVER, "To play with friends, you need a server.")
        options = self._check_options(game, request)
        self.policy.check_bots(game.name, (seat.bot for seat in request.seats))
        person = self._person(owner, request.my_name, request.my_face)
        seats = plan_seats(
            request.seats, game.player_count(options), person, bots=self.policy.bots(game.name)
        )
        if wrong := wrong_clock(request.clock):
            raise RefusalError(RefusalCode.BAD_OPTIONS, wrong)
        starts = request.start or not self.policy.can_invite
        if starts and any(seat.kind == "open" for seat in seats):
            raise RefusalError(RefusalCode.SEATS_OPEN, "The game cannot start: some seats are open.")
        allows_chat = not request.listed if request.chat is None else request.chat
        settings = RoomSettings(
            rules=game.rules,
            options=options,
            name=clean(request.name, "The name of a room"),
            chosen_seed=request.seed is not None,
            clock=request.clock,
            chat=self.policy.can_invite and allows_chat,
            hints=request.hints,
            free_undo=request.free_undo,
        )
        created = Created(host=owner, seats=seats)
        seed = self.policy.random_seed() if request.seed is None else _read_seed(request.seed)
        return RoomPlan(game.name, seed, settings, created, listed=request.listed, starts=starts)

    def _teach(self, request: CreateRoom, owner: str) -> RoomPlan:
        """Plan a lesson, which starts at once."""
        lesson = lesson_named(request.game, request.lesson)
        if lesson is None:
            raise RefusalError(
                RefusalCode.NO_SUCH_LESSON, f"There is no lesson {request.lesson!r} of {request.game}."
            )
        return plan_lesson(lesson, self._person(owner, request.my_name, request.my_face))

    def _play_deal(self, request: CreateRoom, owner: str) -> RoomPlan:
        """Plan a try of a deal of the day, which starts at once."""
        try:
            deal = self.policy.find_deal(request.deal)
        except RepulseError as error:
            raise RefusalError(RefusalCode.NOT_FOUND, str(error)) from error
        today = self.policy.today()
        if deal.day > today:
            raise RefusalError(RefusalCode.NOT_NOW, f"This deal can be played from {deal.day} on (UTC).")
        self.policy.check_bots(deal.game, deal.rivals)
        settings = RoomSettings(
            rules=game_named(deal.game).rules,
            options=dict(deal.options),
            chat=False,
            deal=deal.id,
            rated_try=request.rated_try and deal.day == today,
        )
        settings.hints = settings.free_undo = not settings.rated_try
        person = self._person(owner, request.my_name, request.my_face)
        seats = [SeatPlan("bot", "", bot) if bot else person for bot in deal.bots]
        return RoomPlan(deal.game, deal.seed, settings, Created(host=owner, seats=seats), starts=True)

    def _play_puzzle(self, request: CreateRoom, owner: str) -> RoomPlan:
        """Plan a game that goes on from the position of a puzzle, against bots that need no net."""
        puzzle = find_puzzle(request.puzzle)
        person = self._person(owner, request.my_name, request.my_face)
        seats = [
            person if seat == puzzle.seat else SeatPlan("bot", "", PUZZLE_BOT)
            for seat in range(len(puzzle.bots))
        ]
        return self._plan_from(puzzle.record(), Created(host=owner, seats=seats), len(puzzle.choices))

    def play_on(self, room: RoomState, request: PlayOn, owner: str) -> RoomPlan:
        """Plan a room that goes on from a position of a game that has ended, with bots in place of the others."""
        if room.stage != "over":
            raise RefusalError(
                RefusalCode.HIDDEN, "You can continue from a position only after the game has ended."
            )
        game, record = game_named(room.stored.game), room.record()
        _check_rules(record.rules, game)
        if not 0 <= request.step < len(record.choices):
            last = len(record.choices) - 1
            raise RefusalError(RefusalCode.BAD_STEP, f"You can continue this game after 0 to {last} choices.")
        bots = [seat.bot for seat in room.seats]
        self.policy.check_bots(game.name, [request.bot] if request.bot else bots)
        person = self._person(owner, request.my_name, request.my_face)
        seats = _seats_to_play_on(bots, request, person, available=self.policy.bots(game.name))
        return self._plan_from(record, Created(host=owner, seats=seats), request.step)

    def import_record(self, text: str, owner: str) -> RoomPlan:
        """Plan a room from a record: to look at, or to play on where it ends.

        Raises:
            BadRecord: The text is not a record of a game.
        """
        record = read_record(text)
        game = game_of(record)
        _check_rules(record.rules, game)
        try:
            players = game.player_count(game.check_options(record.options))
        except (RepulseError, TypeError, ValueError) as error:
            raise BadRecord(f"The options of this record are not those of a game: {error}") from error
        seats = _seats_of_record(record, players, owner=owner, bots=self.policy.bots(game.name))
        return self._plan_from(record, Created(host=owner, seats=seats), len(record.choices))

    def rematch(self, room: RoomState, created: Created) -> RoomPlan:
        """Plan the rematch of a game, with another seed."""
        stored = room.stored
        settings = replace(stored.settings, chosen_seed=False, deal="", rated_try=False)
        if stored.settings.rated_try:
            settings.hints = settings.free_undo = True
        starts = not self.policy.can_invite
        return RoomPlan(
            stored.game, self.policy.random_seed(), settings, created, listed=stored.listed, starts=starts
        )

    def _plan_from(self, record: Record, created: Created, step: int) -> RoomPlan:
        """Plan a room in the position after `step` choices of a record."""
        settings = RoomSettings(
            rules=record.rules, options=record.options, chosen_seed=True, chat=self.policy.can_invite
        )
        answers = [Answered(seat=seat, tokens=tokens, by="record") for seat, tokens in record.choices[:step]]
        return RoomPlan(record.game, record.seed, settings, created, entries=[Started(), *answers])

    def _person(self, owner: str, name: str, avatar: str) -> SeatPlan:
        """Return the seat of the person who creates a room."""
        return SeatPlan("person", self.policy.check_name(name), "", owner, check_avatar(avatar))

    def _check_options(self, game: Game, request: CreateRoom) -> Data:
        """Return the options of a new room, in full."""
        limit = self.policy.max_overlay_bytes
        if limit is not None and (size := overlay_bytes(request.options)) > limit:
            raise RefusalError(
                RefusalCode.TOO_LARGE, f"The overlays of a room have at most {limit} bytes, not {size}."
            )
        options = dict(request.options)
        if request.seats:
            options = game.with_players(options, len(request.seats))
        try:
            # The time to read an overlay is limited by its size and the depth of its keys.
            with self.policy.charge():
                return game.check_public_options(options)
        except (RepulseError, TypeError, ValueError) as error:
            raise RefusalError(RefusalCode.BAD_OPTIONS, str(error)) from error


def _read_seed(requested: str | int) -> int:
    """Return the seed that the creator of a room chose."""
    try:
        return parse_seed(str(requested))
    except ValueError as error:
        raise RefusalError(RefusalCode.BAD_SEED, str(error)) from None


def plan_lesson(lesson: Lesson, person: SeatPlan) -> RoomPlan:
    """Plan a room in which a lesson is taught to a person."""
    settings = RoomSettings(
        rules=game_named(lesson.game).rules, options=lesson.options, chat=False, lesson=lesson.ident
    )
    created = Created(host=person.owner, seats=plan_lesson_seats(lesson, person))
    return RoomPlan(lesson.game, lesson.seed, settings, created, starts=True)


def _check_rules(rules: str, game: Game) -> None:
    """Raise RefusalError if a game was started under another version of the rules."""
    if rules != game.rules:
        raise RefusalError(
            RefusalCode.OLD_RULES, f"This game was started under rules {rules}, which are no longer played."
        )


def _seats_to_play_on(
    bots: Sequence[str], request: PlayOn, person: SeatPlan, *, available: Mapping[str, str]
) -> list[SeatPlan]:
    """Return one seat for the person, and bots in the others: the requested one, or those that played."""
    if not 0 <= request.seat < len(bots):
        raise RefusalError(RefusalCode.BAD_SEATS, f"This game has the seats 0 to {len(bots) - 1}.")
    if request.bot:
        check_bot(request.bot, available)
    return [
        person
        if seat == request.seat
        else SeatPlan("bot", "", request.bot or (bot if bot in available else default_bot(available)))
        for seat, bot in enumerate(bots)
    ]


def _seats_of_record(record: Record, players: int, *, owner: str, bots: Mapping[str, str]) -> list[SeatPlan]:
    """Return the seats of a record: the first without a bot is the owner's, those of other people go to bots."""
    names, played = names_in_record(record, players), bots_in_record(record, players)
    strongest = list(bots)[-1]
    own_seat = next((seat for seat, bot in enumerate(played) if not bot), -1)
    return [
        SeatPlan("person", clean(name, "A name"), "", owner)
        if seat == own_seat
        else SeatPlan("bot", clean(name, "A name"), bot if bot in bots else strongest)
        for seat, (name, bot) in enumerate(zip(names, played, strict=True))
    ]


# --- tables that are not stored ---


def lesson_table(lesson: Lesson, owner: str = "me", name: str = "") -> RoomDriver:
    """Return a lesson that has started, at a table that is not stored."""
    room = plan_lesson(lesson, SeatPlan("person", name, "", owner)).open_room("lesson")
    # The lesson may be a draft: it need not be the one that the game has by this id.
    room.progress = LessonProgress(lesson)
    table = RoomDriver(room)
    table.start()
    return table


def new_table(
    game: str,
    options: Mapping[str, object],
    seats: Sequence[WantedSeat] = (),
    *,
    seed: int = 0,
    owner: str = "me",
    name: str = "",
    room: str = "table",
    clock: Clock | None = None,
    now: Callable[[], int] = lambda: 0,
) -> RoomDriver:
    """Return a table that is not stored, with a seat for its owner unless the seats say otherwise.

    Args:
        game: The name of the game.
        options: Its options; the number of players is that of the seats, if there are any.
        seats: The occupants of the seats; by default the owner, then open seats.
        seed: The seed of the deal.
        owner: The token of the owner.
        name: The name of the owner.
        room: The id of the room.
        clock: The time a person may think; by default any.
        now: Returns the time in milliseconds since 1970.
    """
    played = game_named(game)
    full = played.check_options(played.with_players(options, len(seats)) if seats else options)
    settings = RoomSettings(rules=played.rules, options=full, clock=clock or Clock())
    person = SeatPlan("person", name, "", owner)
    planned = plan_seats(seats, played.player_count(full), person, bots=bots_for(game))
    plan = RoomPlan(game, seed, settings, Created(host=owner, seats=planned))
    return RoomDriver(plan.open_room(room), now=now)


def load_table(
    stored: StoredRoom, entries: Iterable[AnyEntry], now: Callable[[], int] = lambda: 0
) -> RoomDriver:
    """Return a table from all its entries; its bots start without memories.

    Raises:
        RefusalError: The room was created under another version of the rules.
    """
    _check_rules(stored.settings.rules, game_named(stored.game))
    room = RoomState(stored)
    for entry in entries:
        room.apply(entry)
    return RoomDriver(room, now=now)
