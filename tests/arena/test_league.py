"""Leagues: mirrored deals, results that survive an interruption, and what is made of them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from repulse.arena.league import results
from repulse.arena.league.chart import league_chart
from repulse.arena.league.page import league_page
from repulse.arena.league.plan import Division, Fixture, division_for, fixtures, pairings, read_plan
from repulse.arena.league.results import Outcome, Results, missing, play_missing
from repulse.arena.league.standings import ratings, share_of, standings
from repulse.arena.rating import ANCHOR_RATING
from repulse.cli.app import run
from repulse.engine.contract import RepulseError

pytestmark = pytest.mark.usefixtures("toy_installed")

LAST = "tests.bots.test_bots:Last"


def toy(players: int = 2) -> Division:
    return division_for("toy", {"players": players})


def test_every_deal_is_played_from_every_seat() -> None:
    (pairing,) = pairings(toy(), ["random", LAST], deals=2)
    played = [(game.seed, game.bots) for game in fixtures(pairing, seed=5)]
    first, other = LAST, "random"
    assert played == [(5, (first, other)), (5, (other, first)), (6, (first, other)), (6, (other, first))]


def test_one_against_many_is_another_match_than_the_reverse() -> None:
    meetings = pairings(toy(3), ["random", LAST], deals=1)
    assert [(pairing.first, pairing.other) for pairing in meetings] == [(LAST, "random"), ("random", LAST)]
    assert [game.bots for game in fixtures(meetings[0], 0)][1] == ("random", LAST, "random")


@pytest.mark.parametrize(("pairs", "count"), [("all", 3), ("neighbors", 2), ("first", 2)])
def test_the_pairings(pairs: str, count: int) -> None:
    bots = ["random", LAST, "tests.bots.test_match_bots:Counting"]
    assert len(pairings(toy(), bots, 1, pairs=pairs)) == count


def test_each_alone_against_a_table_of_the_first() -> None:
    meetings = pairings(toy(3), ["random", LAST], 1, pairs="first")
    assert [(pairing.first, pairing.other) for pairing in meetings] == [(LAST, "random")]


def test_a_league_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    pairs = pairings(toy(), ["random", LAST], deals=3)
    playing = play_missing(Results(file), pairs, 1, workers=1)
    next(playing)
    next(playing)
    playing.close()
    with file.open("a") as torn:
        torn.write('{"game": "to')
    again = Results(file)
    assert len(again.played) == 2
    assert len(missing(again, pairs, 1)) == 4
    assert len(list(play_missing(again, pairs, 1, workers=1))) == 4
    whole = Results(file)
    assert not missing(whole, pairs, 1)
    fresh = Results()
    list(play_missing(fresh, pairs, 1, workers=1))
    assert whole.played == fresh.played


def test_games_of_another_net_do_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "results.jsonl"
    fixture = Fixture(division_for("galaxy", {"players": 2}), 1, ("learned", "sensible"))
    Results(file).add(fixture, outcome(0))
    assert Results(file).played == {fixture: outcome(0)}
    monkeypatch.setattr(results, "net_fingerprint", lambda bot, game: "other" if bot == "learned" else "")
    assert Results(file).played == {}


def test_being_ahead_of_half_the_table_is_even() -> None:
    pairing = pairings(toy(3), ["random", LAST], deals=1)[0]
    results = Results()
    # Alone in seat 0, 1 and 2: ahead of both others, of one, and level with one behind the other.
    for fixture, scores in zip(fixtures(pairing, 0), [(5, 1, 2), (3, 2, 1), (2, 1, 1)], strict=True):
        results.played[fixture] = Outcome(scores, (0,))
    share = share_of(results, pairing, 0)
    assert share is not None
    assert share.ahead == pytest.approx((1 + 0.5 + 0.25) / 3)


def test_a_file_that_holds_no_results_is_a_one_line_error(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    file.write_text("{}\n")
    with pytest.raises(RepulseError, match="line 1, is not a result"):
        Results(file)


def outcome(winner: int, players: int = 2) -> Outcome:
    return Outcome(tuple(int(seat == winner) for seat in range(players)), (winner,))


def test_shares_are_counted_by_deal() -> None:
    """A deal that each bot wins from the same seat says nothing about who is stronger, however often it is played."""
    (pairing,) = pairings(toy(), ["random", LAST], deals=10)
    results = Results()
    for fixture in fixtures(pairing, 0):
        results.played[fixture] = outcome(0)
    share = share_of(results, pairing, 0)
    assert share is not None
    assert (share.share, share.error, share.games) == (0.5, 0.0, 20)


def test_a_rating_difference_of_400_wins_ten_games_for_one_lost() -> None:
    table = toy()
    games = {
        Fixture(table, seed, ("a", "b")): outcome(int(seat == 10))
        for seed, seat in enumerate([*range(11)] * 20)
    }
    first, second = ratings(games)
    assert (first.bot, second.bot) == ("a", "b")
    assert first.rating - second.rating == pytest.approx(400, abs=5)
    assert 0 < first.reach < 100


def test_sensible_is_zero_and_copies_of_a_bot_share_a_rating() -> None:
    table = toy(3)
    games = {Fixture(table, seed, ("sensible", "a", "a")): outcome(seed % 3, 3) for seed in range(30)}
    assert [rating.rating for rating in ratings(games)] == pytest.approx(
        [ANCHOR_RATING, ANCHOR_RATING], abs=0.1
    )


def test_standings_as_page_and_picture() -> None:
    pairs = pairings(toy(3), ["random", LAST], deals=2)
    results = Results()
    list(play_missing(results, pairs, 0, workers=1))
    tables = standings(results, pairs, 0)
    assert [share.games for share in tables[0].shares] == [6, 6]
    page = league_page(tables, "make league", "league.svg")
    assert "| random | 2 x" in page
    picture = ElementTree.fromstring(league_chart(tables))
    assert len(picture.findall(".//{*}circle")) == 2
    json.dumps([standing.to_data() for standing in tables])


def test_a_table_has_a_title() -> None:
    options = {"game": "invasion", "players": 2, "experienced": True}
    assert division_for("galaxy", options).title == "galaxy invasion, 2 players, experienced"
    assert division_for("earth", {"players": 4}).title == "earth, 4 players"


def test_a_plan_from_a_file(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    bots = f'bots = ["random", "{LAST}"]'
    plan.write_text(f'seed = 3\n[[matches]]\ngame = "toy"\noptions = {{ players = 2 }}\n{bots}\n')
    pairs, seed = read_plan(plan)
    assert (seed, pairs[0].deals, pairs[0].table.players) == (3, 100, 2)


def test_a_match_at_several_tables(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    tables = "options = [{ players = 2 }, { players = 3 }]"
    plan.write_text(f'[[matches]]\ngame = "toy"\n{tables}\nbots = ["random", "{LAST}"]\npairs = "first"\n')
    assert [pairing.table.players for pairing in read_plan(plan)[0]] == [2, 3]


def test_players_without_a_net_are_left_out_of_a_plan(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan_text = '[[matches]]\ngame = "toy"\nbots = ["random", "learned"]\n'
    two = f'[[matches]]\ngame = "toy"\nbots = ["random", "learned", "{LAST}"]\n'
    plan.write_text(plan_text + two)
    assert [(pairing.first, pairing.other) for pairing in read_plan(plan)[0]] == [(LAST, "random")]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("seed = ", "is not a plan"),
        ("seed = 1", "needs"),
        ('[[matches]]\ngame = "toy"', "match 1: A match has the keys"),
        ('[[matches]]\ngame = "toy"\nbots = ["random", "nobody"]', "match 1: There is no bot 'nobody'"),
        ('[[matches]]\ngame = "chess"\nbots = ["random", "b"]', "match 1: There is no game 'chess'"),
        ('[[matches]]\ngame = "toy"\nbots = ["random"]', "at least two different bots"),
    ],
)
def test_a_bad_plan_is_a_one_line_error(text: str, words: str, tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(text)
    with pytest.raises(RepulseError, match=words):
        read_plan(plan)


def test_the_command_writes_what_is_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {name: str(tmp_path / name) for name in ("r.jsonl", "l.svg", "l.md")}
    arguments = ["league", "toy", "-p", "2", "-b", f"random,{LAST}", "-n", "3", "-w", "1"]
    arguments += ["--results", files["r.jsonl"], "--svg", files["l.svg"]]
    assert run([*arguments, "--markdown", files["l.md"]]) == 0
    assert "against" in capsys.readouterr().out
    assert "![Ratings](l.svg)" in Path(files["l.md"]).read_text()
    assert run([*arguments, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["matches"][0]["games"] == 6
    assert run([*arguments, "--plan", "x.toml"]) == 2
    assert "not both" in capsys.readouterr().err


def test_a_missing_numpy_is_a_one_line_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    for module in ("repulse.cli.league", "repulse.arena.league.standings"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    assert run(["league", "toy", "-p", "2", "-b", f"random,{LAST}", "-n", "1", "-w", "1"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("repulse: A league needs numpy, which is not installed")
    assert error.count("\n") == 1
