"""Games between bots: one, many, counted and written down."""

from __future__ import annotations

import csv
import json
import os
import sys
import time
import traceback
from pathlib import Path

import pytest
from tests.engine.toy import STEPS, THROW, Throw, ToyGame, ToyState

from repulse.arena.export import CsvExport, JsonExport, ParquetExport
from repulse.arena.many import SimulationPlan, line_up, make_plan, play_many, play_number
from repulse.arena.play import GameResult, play_game
from repulse.arena.scoreboard import Scoreboard, Tally
from repulse.bots import make_bot
from repulse.engine.bot import Bot, BotError, bot_seed
from repulse.engine.contract import (
    ROUND_LIMIT,
    BadOptions,
    Choice,
    Data,
    Decision,
    Game,
    RepulseError,
    Seat,
    State,
)
from repulse.engine.steps import Step
from repulse.games import GameEntry, game_named, game_names
from repulse.jobs.scheduler import OrderedResults

TOY = "toy"
TELLING = "telling"
ENTRY = GameEntry(TELLING, "tests.arena.test_arena:TellingToy")

pytestmark = pytest.mark.usefixtures("toy_installed")


class TellingToy(ToyGame):
    """A toy that tells more about its end."""

    def result_facts(self, state: ToyState) -> Data:
        return {
            "ending": "rounds" if state.round > 3 else "deck",
            "hand": [len(hand) for hand in state.hands],
        }


class Careful(Bot[ToyState]):
    """Looks at its view and never sees another's cards."""

    def choose(self, view: ToyState, decision: Decision) -> Choice:
        assert view.viewer == decision.seat
        assert all(not any(hand) for seat, hand in enumerate(view.hands) if seat != decision.seat)
        return sorted(decision.options)[-1:]


class Cheat(Careful):
    """Keeps to the rules for a while, and then does not: bots are made with a seed of their own in each game."""

    def choose(self, view: ToyState, decision: Decision) -> Choice:
        return [99] if self.seed % 13 == 0 else super().choose(view, decision)


class Crasher(Careful):
    def choose(self, view: ToyState, decision: Decision) -> Choice:
        raise ZeroDivisionError("no such luck")


class Killed(Careful):
    def choose(self, view: ToyState, decision: Decision) -> Choice:
        os._exit(3)


class Leaver(Careful):
    """Ends its program in some games."""

    def choose(self, view: ToyState, decision: Decision) -> Choice:
        if self.seed % 13 == 0:
            sys.exit(4)
        return super().choose(view, decision)


class LeavesAtOnce(Careful):
    def begin(self, game: Game, options: Data, seat: Seat) -> None:
        sys.exit("enough")


class LeavesLooking(Careful):
    def observe(self, view: ToyState) -> None:
        sys.exit("enough")


class Unmade(Careful):
    def __init__(self, seed: int) -> None:
        sys.exit("enough")


class Silent(Careful):
    def choose(self, view: ToyState, decision: Decision) -> Choice:
        return None  # type: ignore[return-value]


SLEEPY = 7


class Sleeper(Careful):
    """Never answers in some games."""

    def choose(self, view: ToyState, decision: Decision) -> Choice:
        while self.seed % SLEEPY == 0:
            pass
        return super().choose(view, decision)


class EndlessThrow(Throw):
    def reveal(self, state: ToyState) -> None:
        state.round += 1
        state.then(THROW)


class EndlessState(ToyState):
    def steps(self) -> list[Step]:
        return [*STEPS[:2], EndlessThrow()]


class EndlessToy(ToyGame):
    """A toy in which cards are thrown away for ever."""

    state_class = EndlessState

    def __init__(self) -> None:
        super().__init__()
        self.name = "endless"


def test_games_by_name() -> None:
    assert game_names()[:2] == ["galaxy", "earth"]
    assert TOY in game_names()
    assert "broken" not in game_names()
    assert game_named(TOY).name == "toy"
    for name, words in [
        ("chess", "no game 'chess'"),
        ("builtins:int", "no game 'builtins:int'"),
    ]:
        with pytest.raises(RepulseError, match=words):
            game_named(name)


def test_a_bad_entry_point_is_reported_when_it_is_played() -> None:
    for place, words in [("no.where:X", "cannot be loaded"), ("builtins:int", "is not a game")]:
        with pytest.raises(RepulseError, match=words):
            GameEntry("bad", place).game  # noqa: B018


def test_one_game() -> None:
    bots = [make_bot("random", "toy", seat) for seat in range(3)]
    result = play_game(ToyGame(), {"players": 3}, 5, bots=bots)
    again = play_game(
        ToyGame(), {"players": 3}, 5, bots=[make_bot("random", "toy", seat) for seat in range(3)]
    )
    assert result == again
    assert len(result.scores) == 3
    assert result.winners
    assert result.rounds == 4
    assert result.decisions > 0
    assert result.facts == {}


def test_bots_see_views() -> None:
    play_game(ToyGame(), {"players": 2}, 5, bots=[Careful(0), Careful(1)])


def test_bots_must_fit_the_seats() -> None:
    with pytest.raises(RepulseError, match="not for 1 bots"):
        play_game(ToyGame(), {"players": 2}, 5, bots=[Careful(0)])


def test_facts() -> None:
    result = play_game(TellingToy(), {"players": 2}, 5, bots=[Careful(0), Careful(1)])
    assert result.facts["ending"] == "rounds"


def test_same_games_for_any_number_of_workers() -> None:
    plan = make_plan(TOY, {"players": 3}, ["random", "tests.arena.test_arena:Careful"], games=30, seed=9)
    alone = list(play_many(plan, 1))
    assert alone == list(play_many(plan, 2))
    assert [result.seed for result in alone] == list(range(9, 39))
    assert alone[7:9] == [play_number(plan, 7), play_number(plan, 8)]


def test_games_are_the_same_with_one_worker_and_a_time_limit() -> None:
    plan = make_plan(TOY, {"players": 2}, ["random"], games=5)
    assert list(play_many(plan, 1, seconds=60)) == list(play_many(plan, 1))


@pytest.mark.parametrize("workers", [1, 3])
def test_an_illegal_answer_names_bot_question_choice_and_game(workers: int) -> None:
    name = "tests.arena.test_arena:Cheat"
    plan = make_plan(TOY, {"players": 2}, ["random", name], games=400, seed=50)
    played: list[GameResult] = []
    with pytest.raises(BotError) as caught:
        played.extend(play_many(plan, workers))
    number = len(played)
    assert 0 < number < 399
    assert played == [play_number(plan, before) for before in range(number)]
    seat = line_up(plan, number).index(name) + 1
    assert str(caught.value) == (
        f"The bot {name!r} (player {seat}) answered 'bid' with [99] in game {number} (seed {50 + number}): "
        "not-offered"
    )
    assert caught.value.illegal


@pytest.mark.parametrize("workers", [1, 2])
def test_a_bot_that_fails_is_named_with_its_error(workers: int) -> None:
    plan = make_plan(TOY, {"players": 2}, ["tests.arena.test_arena:Crasher"], games=3)
    with pytest.raises(
        BotError, match=r"failed at 'bid' in game 0 .*ZeroDivisionError: no such luck"
    ) as caught:
        list(play_many(plan, workers))
    assert not caught.value.illegal
    assert "in choose" in "".join(traceback.format_exception(caught.value))


@pytest.mark.parametrize("workers", [1, 2])
def test_a_bot_that_exits_is_named_and_earlier_games_are_kept(workers: int) -> None:
    plan = make_plan(TOY, {"players": 2}, ["random", f"{__name__}:Leaver"], games=400, seed=50)
    played: list[GameResult] = []
    with pytest.raises(BotError) as caught:
        played.extend(play_many(plan, workers))
    number = len(played)
    assert 0 < number < 399
    assert f"failed at 'bid' in game {number} (seed {50 + number}): SystemExit: 4" in str(caught.value)


@pytest.mark.parametrize(("bot", "doing"), [(LeavesAtOnce, "begin"), (LeavesLooking, "observe")])
def test_a_bot_that_ends_its_program_elsewhere_is_named(bot: type[Careful], doing: str) -> None:
    with pytest.raises(BotError, match=rf"The bot '{bot.__name__}' .*failed in {doing} .*SystemExit: enough"):
        play_game(ToyGame(), {"players": 2}, 5, bots=[Careful(0), bot(1)])


def test_a_bot_that_ends_its_program_when_it_is_made_is_named() -> None:
    with pytest.raises(RepulseError, match=r"Unmade' cannot be made: SystemExit: enough"):
        make_plan(TOY, {"players": 2}, [f"{__name__}:Unmade"], games=1)


def test_the_answer_none_is_named() -> None:
    with pytest.raises(BotError, match=r"answered 'bid' with None \(seed 5\)|'bid'.*got None"):
        play_game(ToyGame(), {"players": 2}, 5, bots=[Silent(0), Careful(1)])


def test_the_death_of_a_worker_is_reported() -> None:
    plan = make_plan(TOY, {"players": 2}, ["tests.arena.test_arena:Killed"], games=3)
    with pytest.raises(RepulseError, match=r"worker process has died \(exit code 3\) in game [01]\."):
        list(play_many(plan, 2))


def test_a_bot_that_never_answers_is_left_when_time_is_up() -> None:
    plan = make_plan(TOY, {"players": 2}, ["tests.arena.test_arena:Sleeper"], games=40)
    asleep = {n for n in range(40) if any(bot_seed(n, seat) % SLEEPY == 0 for seat in range(2))}
    started = time.monotonic()
    played = list(play_many(plan, 2, seconds=2))
    assert time.monotonic() - started < 12
    assert not asleep & {result.seed for result in played}


def test_games_before_the_interruption_are_kept() -> None:
    first, third = play_many(make_plan(TOY, {}, ["random"], games=2), 1)
    played: OrderedResults[GameResult] = OrderedResults()
    played.add(2, [third, BotError("Oh.", True)])
    assert list(played.ready()) == []
    played.add(0, [first])
    assert list(played.ready()) == [first]
    assert list(played.rest()) == [third]


def test_games_that_do_not_end_are_called_off() -> None:
    result = play_game(EndlessToy(), {"players": 2}, 5, bots=[Careful(0), Careful(1)])
    assert result.unfinished
    assert result.winners == []
    assert result.rounds == ROUND_LIMIT + 1
    table = Scoreboard()
    table.add(result)
    assert table.unfinished == 1
    assert table.seats[0].wins == 0


class Passer(Bot):
    """Passes, or else takes what comes first."""

    def choose(self, view: State, decision: Decision) -> Choice:
        return sorted(decision.options)[: max(1, decision.least)]


@pytest.mark.parametrize("mode", ["base", "counterstrike"])
def test_an_abandoned_game_has_no_ending(mode: str) -> None:
    game = game_named("galaxy")
    result = play_game(game, {"game": mode, "players": 2}, 0, bots=[Passer(0), Passer(1)])
    table = Scoreboard()
    table.add(result)
    assert result.unfinished == (result.facts["ending"] is None)
    assert bool(table.endings) == (not result.unfinished)


def test_everybody_sits_everywhere() -> None:
    plan = SimulationPlan(TOY, {"players": 3}, ("a", "b", "c"), 3)
    assert [line_up(plan, number) for number in range(3)] == [
        ["a", "b", "c"],
        ["b", "c", "a"],
        ["c", "a", "b"],
    ]


@pytest.mark.parametrize(
    ("options", "bots", "games", "seed", "words"),
    [
        ({"players": 9}, ["random"], 1, 0, "2 to 4 players"),
        ({"players": 2}, [], 1, 0, "name 1 to 2 bots"),
        ({"players": 2}, ["random"] * 3, 1, 0, "name 1 to 2 bots"),
        ({"players": 2}, ["clever"], 1, 0, "no bot 'clever'"),
        ({"players": 2}, ["random"], 0, 0, "At least one game"),
        ({"players": 2}, ["random"], 1, -1, "cannot start at -1"),
        ({"players": 2}, ["random"], 2, (1 << 64) - 1, "so they cannot start at"),
    ],
)
def test_plans_that_cannot_be(options: Data, bots: list[str], games: int, seed: int, words: str) -> None:
    with pytest.raises(RepulseError, match=words):
        make_plan(TOY, options, bots, games=games, seed=seed)


def test_bad_options_are_reported_by_name() -> None:
    with pytest.raises(BadOptions):
        make_plan(TOY, {"color": "red"}, ["random"], games=1)


def test_tally() -> None:
    tally = Tally()
    for score, won in [(1, 0.0), (2, 1.0), (3, 0.5), (4, 0.5)]:
        tally.add(score, won)
    assert (tally.games, tally.wins, tally.share, tally.mean_score) == (4, 2.0, 0.5, 2.5)
    assert tally.score_deviation == pytest.approx(1.2909944)
    low, high = tally.interval
    # Wilson's interval for 2 of 4, from a table.
    assert low == pytest.approx(0.150, abs=1e-3)
    assert high == pytest.approx(0.850, abs=1e-3)
    assert Tally().interval == (0.0, 1.0)


def test_table() -> None:
    table = Scoreboard()
    table.add(GameResult(1, [3, 5], [1], 10, 2, 4, ["a", "b"], {"ending": "deck", "left": 4, "hand": [1, 2]}))
    table.add(
        GameResult(2, [6, 6], [0, 1], 12, 2, 6, ["b", "a"], {"ending": "deck", "left": 1, "hand": [3, 6]})
    )
    assert table.mean_rounds == 5
    assert table.endings == {"deck": 2}
    assert {name: (fact.per_seat, fact.mean) for name, fact in table.facts.items()} == {
        "left": (False, 2.5),
        "hand": (True, 3.0),
    }
    assert table.bots["a"].wins == 0.5
    assert table.bots["b"].wins == 1.5
    assert table.seats[1].mean_score == 5.5
    data = json.loads(json.dumps(table.to_data()))
    assert data["bots"]["a"]["games"] == 2


def results(count: int) -> tuple[SimulationPlan, list[GameResult]]:
    plan = make_plan(TELLING, {"players": 2}, ["random"], games=count)
    return plan, list(play_many(plan, 1))


def test_csv(tmp_path: Path) -> None:
    _, played = results(3)
    with CsvExport(tmp_path / "out.csv") as out:
        for result in played:
            out.add(result)
    with (tmp_path / "out.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 6
    assert rows[3]["score"] == str(played[1].scores[1])
    facts = played[1].facts
    assert isinstance(facts["hand"], list)
    assert rows[3]["hand"] == str(facts["hand"][1])
    assert rows[0]["ending"] == "rounds"


def test_json(tmp_path: Path) -> None:
    plan, played = results(3)
    with JsonExport(tmp_path / "out.json", plan) as out:
        for result in played:
            out.add(result)
    data = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert data["plan"]["bots"] == ["random", "random"]
    assert [game["scores"] for game in data["games"]] == [result.scores for result in played]
    with JsonExport(tmp_path / "empty.json"):
        pass
    assert json.loads((tmp_path / "empty.json").read_text(encoding="utf-8"))["games"] == []


def test_parquet(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    _, played = results(3)
    with ParquetExport(tmp_path / "out.parquet") as out:
        for result in played:
            out.add(result)
    rows = parquet.read_table(tmp_path / "out.parquet").to_pylist()
    assert len(rows) == 6
    assert rows[5]["score"] == played[2].scores[1]
    assert rows[5]["ending"] == "rounds"


def test_parquet_without_pyarrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(RepulseError, match=r"pip install 'repulse\[parquet\]'"):
        ParquetExport(tmp_path / "out.parquet")
    assert not (tmp_path / "out.parquet").exists()


def test_place_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(RepulseError, match="cannot be written"):
        CsvExport(tmp_path / "no" / "out.csv")
