"""A table driven by hand: what it takes, what it refuses, who is asked."""

from __future__ import annotations

import pytest
from tests.bots.test_match_bots import COUNTING, MADE

from repulse.engine.bot import Bot
from repulse.engine.contract import Choice, Decision, State
from repulse.engine.display.segments import text_of
from repulse.table.entries import Answered, AnyEntry, Created, SeatPlan, SeatTaken, Undone
from repulse.table.refusals import RefusalError
from repulse.table.room_driver import RoomDriver
from repulse.table.room_factory import load_table, new_table
from repulse.table.wire.commands import Answer, Command, Leave, Rematch, SetChat, SetSeat, Start, Undo
from repulse.table.wire.rooms import WantedSeat

ME, OPEN, BOT = WantedSeat("me"), WantedSeat("open"), WantedSeat("bot", "random")


class Failing(Bot):
    """Has no answer."""

    def choose(self, view: State, decision: Decision) -> Choice:
        raise ZeroDivisionError("no idea")


class Cheating(Bot):
    """Answers what is not offered."""

    def choose(self, view: State, decision: Decision) -> Choice:
        return sorted(decision.options) * 2


def earth(*seats: WantedSeat) -> RoomDriver:
    return new_table("earth", {}, seats or [ME, OPEN, BOT], seed=3)


def played_by(place: str) -> RoomDriver:
    """A game of three bots of a sort, to its end."""
    table = new_table("earth", {}, [WantedSeat("bot", "random")] * 3, seed=3)
    started = RoomDriver(table.room, {"random": place})
    started.start()
    started.play_bots()
    return started


def refused(table: RoomDriver, owner: str, command: Command) -> str:
    with pytest.raises(RefusalError) as caught:
        table.command(owner, command)
    return caught.value.code


def first_answer(table: RoomDriver, owner: str, ident: str = "a") -> Answer:
    """The answer with the first option to what an owner is asked."""
    ask = table.event(owner).ask
    assert ask is not None
    return Answer(ident, ask["number"], [option["word"] for option in ask["options"]][: max(1, ask["least"])])


def test_somebody_joins_and_the_host_begins() -> None:
    table = earth()
    assert refused(table, "me", Start("s")) == "seats-open"
    assert table.join("bob", "Bob")[0] == 1
    done, taken = table.command("me", Start("s"))
    assert (done.n, taken.first, taken.stage) == (3, 3, "playing")
    assert [seat.name for seat in table.event("bob").room.seats] == ["", "Bob", "Pip"]


def test_unchanged_settings_are_not_stored() -> None:
    table = earth()
    same: list[Command] = [
        SetChat("chat", True),
        SetSeat("open", 1, "open"),
        SetSeat("bot", 2, "bot", "random"),
    ]
    for command in same:
        done, taken = table.command("me", command)
        assert (done.n, list(taken.entries)) == (1, [])
    table.join("bob", "Bob")
    table.command("me", Start("s"))
    table.command("bob", Leave("away", "sensible"))
    before = table.room.n
    assert not table.command("me", SetSeat("sits in", 1, "bot", "sensible"))[1].entries
    assert table.room.n == before
    assert table.command("me", SetSeat("another", 1, "bot", "random"))[1].entries


def test_seats_that_are_open_go_to_the_bot_that_fills_them() -> None:
    table = earth()
    table.command("me", Start("s", "sensible"))
    assert [seat.bot for seat in table.room.seats] == ["", "sensible", "random"]


@pytest.mark.parametrize(("seat", "code"), [(0, "seat-taken"), (2, "seat-taken"), (7, "seat-taken")])
def test_a_seat_that_is_not_open_cannot_be_taken(seat: int, code: str) -> None:
    with pytest.raises(RefusalError) as caught:
        earth().join("bob", "Bob", seat)
    assert caught.value.code == code


def test_a_game_begins_once_and_only_at_a_full_table() -> None:
    table = earth()
    with pytest.raises(RefusalError, match="some seats are open"):
        table.start()
    table.join("bob")
    table.start()
    with pytest.raises(RefusalError, match="started already"):
        table.start()
    with pytest.raises(RefusalError, match="started already"):
        table.join("carl")


def test_the_permissions_of_commands() -> None:
    table = earth()
    table.join("bob")
    assert refused(table, "nobody", Undo("u")) == "not-yours"
    assert refused(table, "bob", Start("s")) == "host-only"
    assert refused(table, "bob", SetSeat("c", 0, "open")) == "host-only"
    assert refused(table, "me", SetSeat("c", 5, "open")) == "no-such-seat"
    assert refused(table, "me", SetSeat("c", 1, "bot", "clever")) == "no-such-bot"
    assert refused(table, "me", Rematch("r")) == "not-now"


def test_a_command_is_done_once_and_its_id_is_used_up() -> None:
    table = earth(ME, BOT, BOT)
    table.start()
    table.play_bots()
    command = first_answer(table, "me")
    done, taken = table.command("me", command)
    assert isinstance(taken.entries[0], Answered)
    again, nothing = table.command("me", command)
    assert (again, list(nothing.entries)) == (done, [])
    assert refused(table, "me", Answer("a", command.ask, ["other"])) == "id-used"


def test_an_answer_to_another_question_is_stale() -> None:
    table = earth(ME, BOT, BOT)
    assert refused(table, "me", Answer("a", 1, ["0"])) == "stale"
    table.start()
    command = first_answer(table, "me")
    assert refused(table, "me", Answer("b", command.ask + 1, command.words)) == "stale"
    assert refused(table, "me", Answer("c", command.ask, command.words * 2)) == "illegal"


def test_the_rules_refuse_in_the_language_of_the_player() -> None:
    table = earth(ME, BOT, BOT)
    table.start()
    command = first_answer(table, "me")
    caught = []
    for language in ("en", "fr"):
        with pytest.raises(RefusalError) as error:
            table.command("me", Answer(language, command.ask, []), language)
        caught.append((error.value.code, str(error.value)))
    assert [code for code, _ in caught] == ["illegal", "illegal"]
    assert caught[0][1] != caught[1][1]


def test_an_answer_can_be_undone_until_others_move_on() -> None:
    table = earth(ME, WantedSeat("open"), BOT)
    table.join("bob")
    table.start()
    before = table.event("me").ask
    table.command("me", first_answer(table, "me"))
    assert table.event("me").ask is None
    _, taken = table.command("me", Undo("u"))
    assert isinstance(taken.entries[0], Undone)
    after = table.event("me").ask
    assert before is not None
    assert after is not None
    assert after["number"] != before["number"]
    assert after["options"] == before["options"]
    assert refused(table, "bob", Undo("u")) == "no-undo"


def test_a_bot_plays_on_for_one_who_leaves() -> None:
    table = earth(ME, BOT, BOT)
    table.start()
    table.command("me", Leave("l", "random"))
    table.play_bots()
    assert table.room.stage == "over"
    assert table.event("me").seat == 0


def test_a_bot_lives_for_the_whole_game() -> None:
    MADE.clear()
    table = played_by(COUNTING)
    assert table.room.stage == "over"
    assert len(MADE) == 3
    assert all(bot.asked > 3 for bot in MADE)


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("tests.table.test_table:Failing", "failed (ZeroDivisionError)"),
        ("tests.table.test_table:Cheating", "gave an answer that was refused"),
        ("tests.table.test_table:Missing", "cannot be made"),
    ],
)
def test_a_legal_default_is_played_for_a_bot_that_fails(place: str, words: str) -> None:
    table = played_by(place)
    caught = [text_of(line["text"]) for line in table.event().lines if line["event"] == "note.bot-failed"]
    assert table.room.stage == "over"
    assert caught
    assert all(words in text for text in caught)


def test_in_a_rematch_against_bots_everybody_keeps_the_seat() -> None:
    table = earth(ME, BOT, WantedSeat("bot", "sensible"))
    table.start()
    table.command("me", Leave("l", "random"))
    table.play_bots()
    created = table.next_room("me", Rematch("r"))
    assert created == Created(
        host="me",
        seats=[
            SeatPlan("person", "", "random", "me"),
            SeatPlan("bot", "Pip", "random"),
            SeatPlan("bot", "Vega", "sensible"),
        ],
        before="table",
    )
    here = table.next_room("me", Rematch("r"), frozenset({0}))
    assert here is not None
    assert [seat.bot for seat in here.seats] == ["", "random", "sensible"]
    table.command("me", Rematch("r"), next_room="another")
    assert table.event().room.next == "another"
    assert table.next_room("me", Rematch("r")) is None
    assert refused(table, "me", Rematch("r2")) == "stale"


def test_a_table_is_what_follows_from_its_entries() -> None:
    table = earth(ME, BOT, BOT)
    created = Created(host="me", seats=[SeatPlan(s.kind, s.name, s.bot, s.owner) for s in table.room.seats])
    kept = [created, *table.start().entries]
    for number in range(20):
        kept += [entry for taken in table.play_bots() for entry in taken.entries]
        kept += table.command("me", first_answer(table, "me", str(number)))[1].entries
    loaded = load_table(table.room.stored, kept)
    assert loaded.event("me") == table.event("me")
    assert loaded.done("me", Undo("never")) is None


def test_a_game_of_other_rules_is_not_loaded() -> None:
    stored = earth().room.stored
    stored.settings.rules = "0"
    with pytest.raises(RefusalError) as caught:
        load_table(stored, [])
    assert caught.value.code == "old-rules"


def test_entries_taken_by_half_break_the_table() -> None:
    table = earth()
    entries: list[AnyEntry] = [SeatTaken(seat=1, name="Bob", owner="bob"), Answered(seat=0, tokens=["0"])]
    with pytest.raises(RefusalError, match="has not started"):
        table.apply_entries(entries)
    assert table.broken


def test_an_entry_that_is_refused_breaks_nothing() -> None:
    table = earth()
    with pytest.raises(RefusalError, match="has not started"):
        table.apply_entries([Answered(seat=0, tokens=["0"])])
    assert not table.broken
    assert table.room.n == 1
