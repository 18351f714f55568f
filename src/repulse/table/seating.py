"""The occupants of the seats of a room, and its host."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from repulse.bots import character_name, seat_names
from repulse.engine.contract import Seat
from repulse.table.entries import Created, SeatChanged, SeatPlan, SeatTaken
from repulse.table.refusals import RefusalCode, RefusalError
from repulse.table.room_log import Note
from repulse.table.wire.base import SeatKind


@dataclass
class SeatState:
    """A seat of a room."""

    kind: SeatKind = "open"
    name: str = ""
    """The name of the person, or of the bot's character, which it keeps for as long as it sits here."""
    bot: str = ""
    """The bot that plays; in a person's seat, it sits in."""
    owner: str = ""
    """The hash of the token of the person; empty for a bot and for an open seat."""
    avatar: str = ""
    """The seed of the person's picture."""
    until: int = -1
    """The step of the game that the bot sits in for; -1 for as long as the person is away."""
    missed: int = 0
    """The number of answers in a row that the clock has taken from the person."""
    since: int = 0
    """The number of the event that last changed who answers here: another person, another bot, the same bot again."""


@dataclass
class Seating:
    """The seats of a room."""

    seats: list[SeatState] = field(default_factory=list)
    host: str = ""
    """The owner (hash of a token) who decides about the room."""
    helped: set[Seat] = field(default_factory=set)
    """The people who had help in this game: a bot chose for them, or as host they gave somebody's seat to a bot."""
    bot_answered: set[Seat] = field(default_factory=set)
    """The people whose latest answer was given by a bot that sat in for them."""
    replaced: set[Seat] = field(default_factory=set)
    """The people whose seat the host gave to a bot although they were present."""

    # --- questions ---

    def seat_of(self, owner: str) -> Seat:
        """Return the seat of an owner; -1 for none."""
        for number, seat in enumerate(self.seats):
            if owner and seat.owner == owner:
                return number
        return -1

    def is_known(self, owner: str) -> bool:
        """Return whether an owner has a seat here or is the host."""
        return bool(owner) and (owner == self.host or self.seat_of(owner) >= 0)

    def has_company(self) -> bool:
        """Return whether more than one person has a seat here."""
        return sum(seat.kind == "person" for seat in self.seats) > 1

    def has_others(self, seat: Seat) -> bool:
        """Return whether another seat than this one is a person's."""
        return any(other.kind == "person" for number, other in enumerate(self.seats) if number != seat)

    def open_seats(self) -> list[Seat]:
        """Return the seats that anybody may take."""
        return [number for number, seat in enumerate(self.seats) if seat.kind == "open"]

    def names(self) -> list[str]:
        """Return the names of the players; empty for one without a name."""
        return [seat.name for seat in self.seats]

    # --- changes ---

    def open(self, entry: Created) -> None:
        """Set the seats of a new room."""
        self.host = entry.host
        self.seats = [
            SeatState(plan.kind, name, plan.bot, plan.owner, plan.avatar)
            for plan, name in zip(entry.seats, _planned_names(entry.seats), strict=True)
        ]

    def take(self, entry: SeatTaken, n: int) -> Note:
        """Give a seat to a person, in event `n`."""
        self.seats[entry.seat] = SeatState("person", entry.name, "", entry.owner, entry.avatar, since=n)
        return Note("note.joined", "note.joined", entry.seat, entry.name)

    def change(self, entry: SeatChanged, n: int) -> Note | None:
        """Open a seat, or give it to a bot for good, in event `n`."""
        old = self.seats[entry.seat]
        if entry.kind == "open":
            self.seats[entry.seat] = SeatState(since=n)
        else:
            name = character_name(entry.bot, [seat.name for seat in self.seats if seat is not old])
            self.seats[entry.seat] = SeatState("bot", name, entry.bot, "", since=n)
        self._pass_on_host(old)
        if old.kind != "person":
            return None
        return Note("note.left", "note.left" if entry.left else "note.replaced", entry.seat, old.name)

    def sit_in(self, entry: SeatChanged, n: int, step_id: int) -> Note:
        """Let a bot play in a person's seat until they return, or for one step of the game, in event `n`."""
        seat = self.seats[entry.seat]
        seat.bot, seat.since = entry.bot, n
        if entry.present:
            self.replaced.add(entry.seat)
            self.helped.add(self.seat_of(self.host))
        seat.until = step_id if entry.once else -1
        if entry.clock:
            seat.missed += 1
            text = "note.time-up-once" if entry.once else "note.time-up"
            note = Note("note.time-up", text, entry.seat, seat.name, bot=entry.bot)
        else:
            text = "note.left-bot" if entry.left else "note.replaced-bot"
            note = Note("note.left", text, entry.seat, seat.name, bot=entry.bot)
        if not entry.once:
            self._pass_on_host(seat)
        return note

    def reclaim(self, number: Seat, n: int) -> Note:
        """Give a seat back to its person, in event `n`.

        Raises:
            RefusalError: No bot sits in there.
        """
        seat = self.seats[number]
        if seat.kind != "person" or not seat.bot:
            raise RefusalError(RefusalCode.NOT_NOW, "No bot sits in for you.")
        seat.bot, seat.until, seat.missed, seat.since = "", -1, 0, n
        return Note("note.returned", "note.returned", number, seat.name)

    def end_short_visits(self, n: int, step_id: int, owing: Collection[Seat]) -> None:
        """Let the bots leave that sat in for one step of the game, once their seat owes no answer of it."""
        for number, seat in enumerate(self.seats):
            if seat.until >= 0 and (seat.until != step_id or number not in owing):
                seat.bot, seat.until, seat.since = "", -1, n

    def _pass_on_host(self, old: SeatState) -> None:
        """Make another person at the table host if the host has left; otherwise nobody could decide anything."""
        if old.owner and old.owner == self.host:
            present = [seat.owner for seat in self.seats if seat.owner and not seat.bot]
            self.host = next(iter(present), self.host)


def _planned_names(plans: Sequence[SeatPlan]) -> list[str]:
    """Return the names of the seats of a new room; a bot without one gets that of its character."""
    # A bot in a person's seat sits in, under the name of the person.
    bots = [plan.bot if plan.kind == "bot" else "" for plan in plans]
    return seat_names(bots, [plan.name for plan in plans])
