"""The clock of a table: bots for those who are late or away, and the way back. The time comes from the test."""

from __future__ import annotations

import random

import pytest
from tests.table.test_table import BOT, ME, OPEN, first_answer, refused

from repulse.table.clock import running, wrong_clock
from repulse.table.entries import AnyEntry, Created, SeatPlan, decode_entry, encode_entry
from repulse.table.room_driver import Commit, RoomDriver
from repulse.table.room_factory import load_table, new_table
from repulse.table.wire.commands import Answer, Leave, Return, SetSeat, Undo
from repulse.table.wire.rooms import WantedSeat
from repulse.table.wire.views import Clock

SECOND = 1000


class Clocked:
    """A table of Ann (the host, seat 0) and Bob (seat 1) with a bot, and the time of day."""

    def __init__(self, kind: str = "live", seconds: int = 60, game: str = "earth") -> None:
        self.time = 1_000_000
        seats = [ME, OPEN, BOT] if game == "earth" else [ME, OPEN]
        self.table = new_table(
            game,
            {},
            seats,
            seed=3,
            owner="ann",
            clock=Clock(kind, seconds),  # type: ignore[arg-type]
            now=lambda: self.time,
        )
        self.created = Created(
            host="ann", seats=[SeatPlan(s.kind, s.name, s.bot, s.owner) for s in self.table.room.seats]
        )
        self.kept: list[AnyEntry] = [self.created]
        self.keep(self.table.join("bob", "Bob")[1])
        self.keep(self.table.start())
        self.play_bots()

    def keep(self, taken: Commit) -> Commit:
        self.kept += taken.entries
        return taken

    def play_bots(self) -> None:
        for taken in self.table.play_bots():
            self.keep(taken)

    def later(self, seconds: float, *here: int) -> Commit:
        """Time goes by, while these seats are connected."""
        self.time += int(seconds * SECOND)
        return self.keep(self.table.run_out(here))

    def bots(self) -> list[str]:
        return [seat.bot for seat in self.table.room.seats]

    def again(self) -> RoomDriver:
        """The table as it is after a crash."""
        entries = [decode_entry(encode_entry(entry)) for entry in self.kept]
        return load_table(self.table.room.stored, entries, now=lambda: self.time)


def test_nobody_is_hurried_without_a_clock() -> None:
    clocked = Clocked("none", 0)
    assert clocked.later(1e6, 0, 1).entries == []
    assert clocked.table.event("ann").deadlines == []


def test_every_seat_that_owes_an_answer_gets_its_deadline() -> None:
    clocked = Clocked()
    assert clocked.table.event("ann").deadlines == [1_060_000, 1_060_000, 0]
    assert clocked.table.event().deadlines == [1_060_000, 1_060_000, 0]


def test_a_bot_sits_in_for_one_who_is_away_when_the_time_is_up() -> None:
    clocked = Clocked()
    assert clocked.later(59, 0).entries == []
    assert clocked.later(1, 0).entries != []
    assert clocked.bots()[1] == "sensible"
    seat = clocked.table.event("ann").room.seats[1]
    assert (seat.kind, seat.name, seat.bot) == ("person", "Bob", "sensible")
    clocked.play_bots()
    assert 1 not in clocked.table.event("ann").thinking


def test_a_slow_player_loses_one_answer_and_only_then_the_seat() -> None:
    clocked = Clocked()
    table = clocked.table
    clocked.later(60, 0, 1)
    assert clocked.bots()[:2] == ["sensible", "sensible"]
    assert table.event("bob").ask is None
    clocked.play_bots()
    assert clocked.bots()[:2] == ["", ""]
    while table.event("bob").ask is None:
        clocked.keep(table.command("ann", first_answer(table, "ann", f"a{clocked.table.room.n}"))[1])
        clocked.play_bots()
    clocked.later(60, 0, 1)
    clocked.play_bots()
    assert clocked.bots()[1] == "sensible"


def test_an_answer_of_ones_own_makes_good_for_a_missed_one() -> None:
    clocked = Clocked()
    table = clocked.table
    clocked.later(60, 0, 1)
    clocked.play_bots()
    owner = "ann" if table.event("ann").ask else "bob"
    seat = table.room.seat_of(owner)
    assert table.room.seats[seat].missed == 1
    table.command(owner, first_answer(table, owner))
    assert table.room.seats[seat].missed == 0


def test_a_live_clock_hurries_nobody_whom_no_other_person_awaits() -> None:
    clocked = Clocked()
    assert clocked.later(600).entries == []
    assert clocked.later(0, 1).entries != []
    assert clocked.bots()[:2] == ["sensible", ""]


def test_a_clock_of_days_runs_without_players() -> None:
    clocked = Clocked("days", 86400)
    clocked.later(86399)
    assert clocked.bots()[:2] == ["", ""]
    clocked.later(1)
    assert clocked.bots()[:2] == ["sensible", "sensible"]


def test_taking_an_answer_back_gives_no_more_time() -> None:
    clocked = Clocked()
    table = clocked.table
    clocked.time += 30 * SECOND
    table.command("ann", first_answer(table, "ann"))
    assert table.event("ann").deadlines[0] == 0
    clocked.time += 20 * SECOND
    table.command("ann", Undo("u"))
    assert table.event("ann").deadlines[0] == 1_060_000


def test_the_time_is_for_each_answer() -> None:
    clocked = Clocked()
    table = clocked.table
    clocked.time += 30 * SECOND
    for owner in ("ann", "bob"):
        table.command(owner, first_answer(table, owner))
    clocked.play_bots()
    owing = table.event("ann").thinking
    assert [table.event("ann").deadlines[seat] for seat in owing] == [1_090_000] * len(owing)


def test_a_person_takes_the_seat_back_and_has_the_whole_time_again() -> None:
    clocked = Clocked()
    table = clocked.table
    clocked.later(70, 0)
    assert refused(table, "bob", Answer("x", 1, ["0"])) == "not-now"
    table.command("bob", Return("r"))
    assert clocked.bots()[:2] == ["", ""]
    assert table.event("bob").deadlines[1] == 1_130_000
    ask = table.event("bob").ask
    assert ask is not None
    table.command("bob", first_answer(table, "bob", "y"))
    assert refused(table, "bob", Return("r2")) == "not-now"


def test_a_bot_that_was_still_thinking_does_not_answer_for_one_who_is_back() -> None:
    clocked = Clocked()
    clocked.later(70, 0)
    assert clocked.table.bots_to_move() == [1]
    clocked.table.command("bob", Return("r"))
    assert clocked.table.bots_to_move() == []


def test_the_host_can_have_a_bot_sit_in_and_one_who_leaves_can_return() -> None:
    clocked = Clocked("none", 0)
    table = clocked.table
    table.command("ann", SetSeat("s", 1, "bot", "random"))
    assert clocked.bots()[1] == "random"
    table.command("bob", Return("r"))
    table.command("bob", Leave("l"))
    assert clocked.bots()[1] == "sensible"
    table.command("bob", Return("r2"))
    assert table.event("bob").ask is not None


def test_if_the_host_is_away_another_person_decides() -> None:
    clocked = Clocked()
    clocked.later(60, 1)
    assert clocked.table.event("bob").host
    clocked.table.command("ann", Return("r"))
    assert not clocked.table.event("ann").host


def test_clocks_and_bots_that_sit_in_survive_a_crash() -> None:
    clocked = Clocked()
    clocked.later(60, 0)
    clocked.play_bots()
    again = clocked.again()
    assert [vars(seat) for seat in again.room.seats] == [vars(seat) for seat in clocked.table.room.seats]
    assert again.event("ann").deadlines == clocked.table.event("ann").deadlines
    again.command("bob", Return("r"))
    assert again.event("bob").room.seats[1].bot == ""


def test_after_a_break_of_the_server_a_live_clock_starts_again() -> None:
    clocked = Clocked()
    clocked.time += 3600 * SECOND
    again = clocked.again()
    assert len(again.resume().entries) == 1
    assert again.event("ann").deadlines[0] == clocked.time + 60 * SECOND
    assert Clocked("days", 86400).again().resume().entries == []


def test_one_without_a_choice_is_treated_as_all_others_when_the_time_is_up() -> None:
    """Otherwise the clock would show who had nothing to choose."""
    clocked = Clocked(game="galaxy")
    table = clocked.table
    hidden, chance = 0, random.Random(1)
    for number in range(400):
        room = table.room
        if hidden > 2 or room.stage == "over":
            break
        due = running(room, [0, 1])
        assert set(due) == set(table.event().thinking)
        hidden += any(room.pending.is_automatic(seat) for seat in due)
        owner = "ann" if table.event("ann").ask else "bob"
        ask = table.event(owner).ask
        if ask is None:
            table.answer_forced(room.pending.automatic_seats()[0])
            continue
        words = [option["word"] for option in chance.sample(ask["options"], max(1, ask["least"]))]
        table.command(owner, Answer(f"a{number}", ask["number"], words))
    assert hidden


@pytest.mark.parametrize(
    ("kind", "seconds", "good"),
    [
        ("none", 0, True),
        ("none", 5, False),
        ("live", 60, True),
        ("live", 1, False),
        ("live", 86400, False),
        ("days", 3 * 86400, True),
        ("days", 60, False),
    ],
)
def test_the_clocks_on_offer(kind: str, seconds: int, good: bool) -> None:
    assert (not wrong_clock(Clock(kind, seconds))) == good  # type: ignore[arg-type]


def test_a_seat_of_a_bot_stays_one() -> None:
    table = new_table("earth", {}, [WantedSeat("me"), BOT, BOT], seed=3)
    table.start()
    table.command("me", SetSeat("s", 1, "bot", "sensible"))
    assert table.room.seats[1].kind == "bot"
