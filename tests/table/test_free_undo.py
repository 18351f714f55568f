"""Against bots alone anything can be taken back; the game is marked then. Among people undo stops at what is new."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.table.test_table import refused

from repulse.engine.record import Record, read_record
from repulse.games import display_of
from repulse.table.entries import AnyEntry, Created, SeatPlan, Undone, decode_entry, encode_entry
from repulse.table.room_driver import Commit, RoomDriver
from repulse.table.room_factory import lesson_table, load_table, new_table
from repulse.table.room_state import RoomState
from repulse.table.wire.commands import Answer, Leave, Return, SetSeat, Undo
from repulse.table.wire.rooms import WantedSeat

ME, OPEN, BOT = WantedSeat("me"), WantedSeat("open"), WantedSeat("bot", "sensible")
GAMES: list[tuple[str, dict[str, Any], int]] = [
    ("galaxy", {"game": "base"}, 2),
    ("galaxy", {"game": "invasion"}, 3),
    ("earth", {}, 3),
]


class Solo:
    """A game against bots, with all its entries."""

    def __init__(self, game: str, options: dict[str, Any], players: int, bot: str = "sensible") -> None:
        seats = [ME, *[WantedSeat("bot", bot) for _ in range(1, players)]]
        self.table = new_table(game, options, seats, seed=5)
        self.kept: list[AnyEntry] = [
            Created(host="me", seats=[SeatPlan(s.kind, s.name, s.bot, s.owner) for s in self.room.seats])
        ]
        self.sent = 0
        self.keep(self.table.start())
        self.play_bots()

    @property
    def room(self) -> RoomState:
        return self.table.room

    def keep(self, taken: Commit) -> None:
        self.kept += taken.entries

    def play_bots(self) -> None:
        for taken in self.table.play_bots():
            self.keep(taken)

    def command_id(self) -> str:
        self.sent += 1
        return str(self.sent)

    def answer(self, chance: random.Random) -> None:
        """Answer at random, and let the bots play."""
        ask = self.table.event("me").ask
        assert ask is not None
        # The rules refuse some: then another one.
        for _ in range(100):
            count = chance.randint(max(ask["least"], min(1, ask["most"])), ask["most"])
            words = [option["word"] for option in chance.sample(ask["options"], count)]
            try:
                self.keep(self.table.command("me", Answer(self.command_id(), ask["number"], words))[1])
                break
            except Exception:
                continue
        self.play_bots()

    def undo(self) -> None:
        self.keep(self.table.command("me", Undo(self.command_id()))[1])

    def play(self, answers: int, seed: int = 1) -> None:
        """Give some answers, or play to the end."""
        chance = random.Random(seed)
        for _ in range(answers):
            if self.room.stage != "playing":
                break
            self.answer(chance)

    def again(self) -> RoomDriver:
        """The table as it is after a crash."""
        return load_table(self.room.stored, [decode_entry(encode_entry(entry)) for entry in self.kept])


def facts(room: RoomState) -> tuple[Any, ...]:
    """Everything about a room that a player notices."""
    return (
        room.playing.state.data(),
        room.playing.choices,
        room.playing.all_events(),
        room.rounds,
        room.taken_back,
        {seat: question.number for seat, question in room.questions.items()},
        [room.can_undo(seat) for seat in range(len(room.seats))],
        room.log.lines,
        room.history.answers,
    )


@pytest.mark.parametrize(("game", "options", "players"), GAMES)
def test_every_choice_can_be_taken_back_to_the_first(
    game: str, options: dict[str, Any], players: int
) -> None:
    solo = Solo(game, options, players)
    first = solo.room.playing.state.view(0).data()
    solo.play(12)
    assert solo.room.stage == "playing"
    steps = 0
    while solo.table.event("me").can_undo:
        solo.undo()
        solo.play_bots()
        steps += 1
        ask = solo.table.event("me").ask
        assert ask is not None
        assert not solo.room.playing.state.decision(0).forced()
    assert steps >= 6
    assert refused(solo.table, "me", Undo("more")) == "no-undo"
    assert solo.room.playing.state.view(0).data() == first
    assert solo.room.rounds == {0: solo.room.playing.state.scores()} or list(solo.room.rounds) == [
        solo.room.playing.state.round_number() - 1
    ]


@pytest.mark.parametrize("bot", ["sensible", "random"])
@pytest.mark.parametrize(("game", "options", "players"), GAMES)
def test_the_same_answers_again_give_the_same_game(
    game: str, options: dict[str, Any], players: int, bot: str
) -> None:
    solo = Solo(game, options, players, bot)
    solo.play(10)
    before, scores = list(solo.room.playing.choices), solo.room.playing.state.scores()
    mine = [words for seat, words in before if seat == 0]
    for _ in range(4):
        solo.undo()
        solo.play_bots()
    for _ in range(40):
        answers = [words for seat, words in solo.room.playing.choices if seat == 0]
        if len(answers) >= len(mine):
            break
        ask = solo.table.event("me").ask
        assert ask is not None
        words = mine[len(answers)]
        solo.keep(solo.table.command("me", Answer(solo.command_id(), ask["number"], words))[1])
        solo.play_bots()
    assert sorted(solo.room.playing.choices) == sorted(before)
    assert solo.room.playing.state.scores() == scores


def test_a_game_in_which_nothing_new_was_seen_before_an_undo_is_not_marked() -> None:
    table = new_table("galaxy", {"game": "base"}, [ME, BOT], seed=5)
    table.start()
    ask = table.event("me").ask
    assert ask is not None
    words = [option["word"] for option in ask["options"][: ask["least"]]]
    table.command("me", Answer("a", ask["number"], words))
    event = table.event("me")
    assert (event.can_undo, event.undo_unrates) == (True, False)
    table.command("me", Undo("u"))
    assert not table.event("me").room.taken_back


def test_a_game_is_marked_once_a_move_was_taken_back() -> None:
    solo = Solo("galaxy", {"game": "base"}, 2)
    solo.play(3)
    event = solo.table.event("me")
    assert (event.can_undo, event.undo_unrates, event.room.taken_back) == (True, True, False)
    assert "taken_back" not in solo.room.record().notes
    solo.undo()
    event = solo.table.event("me")
    assert (event.undo_unrates, event.room.taken_back) == (False, True)
    assert solo.table.event().room.taken_back
    record: Record = read_record(solo.room.record().to_json())
    assert record.notes["taken_back"] is True


def test_a_question_that_was_taken_back_has_a_new_number() -> None:
    solo = Solo("galaxy", {"game": "base"}, 2)
    ask = solo.table.event("me").ask
    assert ask is not None
    solo.answer(random.Random(1))
    solo.undo()
    solo.play_bots()
    again = solo.table.event("me").ask
    assert again is not None
    assert again["options"] == ask["options"]
    assert again["number"] > ask["number"]
    assert refused(solo.table, "me", Answer("late", ask["number"], [])) == "stale"


@pytest.mark.parametrize(("game", "options", "players"), GAMES)
def test_a_game_with_moves_taken_back_is_the_same_after_a_crash(
    game: str, options: dict[str, Any], players: int
) -> None:
    solo, chance = Solo(game, options, players), random.Random(2)
    for _ in range(25):
        if solo.room.stage != "playing":
            break
        solo.answer(chance)
        for _ in range(chance.randrange(3)):
            if solo.table.event("me").can_undo:
                solo.undo()
                solo.play_bots()
    assert solo.room.taken_back
    assert facts(solo.again().room) == facts(solo.room)
    solo.play(1000)
    assert solo.room.stage == "over"
    assert not solo.table.event("me").can_undo
    assert refused(solo.table, "me", Undo("late")) == "no-undo"


def test_the_log_of_a_viewer_is_consistent_after_an_undo() -> None:
    solo, chance = Solo("galaxy", {"game": "base"}, 3), random.Random(3)
    log: list[Any] = []
    seen = -1
    for number in range(30):
        if solo.room.stage != "playing":
            break
        event = solo.table.event("me", seen)
        del log[event.log_from :]
        log += event.lines
        seen = event.n
        assert log == solo.table.event("me").lines
        if number % 3 == 2:
            solo.undo()
            solo.play_bots()
        else:
            solo.answer(chance)


def test_among_people_undo_stops_at_what_is_new() -> None:
    table = new_table("earth", {}, [ME, OPEN, BOT], seed=3)
    table.join("bob", "Bob")
    table.start()
    for owner in ("me", "bob"):
        ask = table.event(owner).ask
        assert ask is not None
        table.command(owner, Answer("a", ask["number"], [ask["options"][0]["word"]]))
    table.play_bots()
    assert not table.event("me").can_undo
    assert refused(table, "me", Undo("u")) == "no-undo"
    # A bot that sits in does not make it a game against bots.
    table.command("bob", Leave("l", "random"))
    table.play_bots()
    assert not table.event("me").can_undo
    assert refused(table, "me", Undo("u2")) == "no-undo"


def test_nobody_takes_back_while_a_bot_sits_in() -> None:
    solo = Solo("galaxy", {"game": "base"}, 2)
    solo.play(3)
    solo.keep(solo.table.command("me", Leave("l", "random"))[1])
    assert not solo.table.event("me").can_undo
    assert refused(solo.table, "me", Undo("u")) == "no-undo"
    solo.keep(solo.table.command("me", Return("r"))[1])
    assert solo.table.event("me").can_undo


def test_a_room_can_forbid_taking_back_freely() -> None:
    table = new_table("galaxy", {"game": "base"}, [ME, BOT], seed=5)
    table.room.stored.settings.free_undo = False
    table.start()
    table.play_bots()
    ask = table.event("me").ask
    assert ask is not None
    words = [option["word"] for option in ask["options"][: ask["least"]]]
    table.command("me", Answer("a", ask["number"], words))
    table.play_bots()
    assert not table.event("me").can_undo


def test_lessons_keep_their_own_way_of_undo() -> None:
    for lesson in display_of("galaxy").lessons():
        assert not lesson_table(lesson).room.free_undo


def test_another_bot_may_answer_differently_after_an_undo() -> None:
    solo = Solo("galaxy", {"game": "base"}, 2, "random")
    solo.play(4)
    solo.undo()
    assert solo.room.history.remembered
    solo.keep(solo.table.command("me", SetSeat("other", 1, "bot", "sensible"))[1])
    assert all(solo.room.remembered_answer(seat) is None for seat in solo.table.bots_to_move())


def test_only_the_last_choice_is_taken_back_at_a_time() -> None:
    solo = Solo("galaxy", {"game": "base"}, 2)
    solo.play(4)
    wrong = Undone(seat=0, length=0)
    with pytest.raises(Exception, match="nothing to take back"):
        solo.room.apply(wrong)


def test_a_bot_is_asked_again_if_its_old_answer_is_not_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    table = new_table("galaxy", {"game": "base"}, [ME, BOT], seed=5)
    table.start()
    monkeypatch.setattr(RoomState, "remembered_answer", lambda *_: ["nothing of the kind"])
    assert table.known_answer(1) is None
    table.play_bot(1)
    assert [line for line in table.room.log.lines if not isinstance(line, int)] == []
