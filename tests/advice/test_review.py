"""Reviews: a chance for every seat after every choice, costs that make sense, a page that needs nothing else."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.bots.nets import small_net

import repulse
from repulse.advice.adviser import adviser_with
from repulse.advice.page import review_page, summary
from repulse.advice.review import BLUNDER_THRESHOLD, JudgedDecision, Review, Reviewer
from repulse.bots.neural.candidates import Option, Playout
from repulse.bots.neural.master import SearchBot
from repulse.cli.advice import show_review
from repulse.cli.app import run
from repulse.cli.screen import Screen
from repulse.engine.contract import Choice, Decision, RepulseError, State
from repulse.engine.record import BadRecord, Record
from repulse.games import display_of


@pytest.fixture(scope="module")
def record() -> Record:
    return repulse.new("earth", players=3, seed=5).play_bots("random").record()


@pytest.fixture(scope="module")
def review(record: Record) -> Review:
    net = small_net("earth", {"players": 3})
    reviewer = Reviewer(record, display_of("earth"), determinizations=2, make_adviser=adviser_with(net))
    done = list(reviewer.run())
    assert done == list(range(1, len(record.choices) + 1))
    return reviewer.review()


def test_there_is_a_chance_for_every_seat_after_every_choice(record: Record, review: Review) -> None:
    assert len(review.chances) == len(record.choices) + 1 == len(review.rounds)
    assert all(sum(row) == pytest.approx(1) for row in review.chances)
    shares = [float(seat in review.winners) / len(review.winners) for seat in range(3)]
    assert review.chances[-1] == pytest.approx(shares)


def test_every_decision_that_had_an_alternative_is_judged(record: Record, review: Review) -> None:
    assert {decision.seat for decision in review.decisions} == {0, 1, 2}
    numbers = [decision.number for decision in review.decisions]
    assert numbers == sorted(set(numbers))
    for decision in review.decisions:
        assert decision.seat == record.choices[decision.number][0]
        assert decision.cost == 0 or decision.cost == pytest.approx(decision.best_win - decision.win)


def rigged(record: Record, first: float, again: float) -> Review:
    """A review in which another answer than the chosen one, of which nobody thinks, seems to win that much more often."""
    net = small_net("earth", {"players": 3})

    class Rigged(SearchBot):
        def evaluate_options(
            self,
            view: State,
            decision: Decision,
            *,
            include: Sequence[Choice] = (),
            limit: int = 0,
            batch: int = 0,
            record: bool = False,
        ) -> list[Option]:
            lead = first if limit else again
            chosen = Option(include[0], 1.0, [Playout(0.0, 0.4, 30.0, [])] * 4)
            other = next(([value] for value in decision.options if [value] != include[0]), include[-1])
            return [chosen, Option(other, 1e-9, [Playout(0.0, 0.4 + lead, 30.0, [])] * 4)]

    reviewer = Reviewer(
        record, display_of("earth"), make_adviser=lambda game, seed, _: Rigged(seed, game, net)
    )
    for _ in range(12):
        reviewer.step()
    return reviewer.review()


def test_a_better_answer_counts_though_strong_players_seldom_think_of_it(record: Record) -> None:
    assert {round(decision.cost, 6) for decision in rigged(record, 0.2, 0.1).decisions} == {0.1}


def test_an_answer_that_only_was_lucky_costs_nothing(record: Record) -> None:
    """Return the cost of a decision is judged in other determinizations than those that found something better."""
    assert {decision.cost for decision in rigged(record, 0.2, -0.1).decisions} == {0}


def judged(number: int, cost: float, seat: int = 0) -> JudgedDecision:
    return JudgedDecision(number, seat, 1, "What?", "<this>", 0.5, "that", 0.5 + cost, cost)


def test_a_review_is_the_same_on_a_slow_machine(record: Record, review: Review) -> None:
    net = small_net("earth", {"players": 3})
    seconds = itertools.count(0.0, 1e6)

    def slow(game: str, seed: int, budget: float) -> SearchBot:
        bot = SearchBot(seed, game, net, seconds=budget)
        bot.clock = lambda: next(seconds)
        return bot

    reviewer = Reviewer(record, display_of("earth"), determinizations=2, make_adviser=slow)
    list(reviewer.run())
    assert reviewer.review().to_data() == review.to_data()


def test_the_effort_of_a_review_is_at_least_one_determinization(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["review", str(tmp_path / "game.json"), "--determinizations", "0"]) == 2
    assert "at least 1" in capsys.readouterr().err


def test_the_costliest_decisions_come_first_and_cheap_ones_not_at_all() -> None:
    decisions = [
        judged(0, 0.1),
        judged(1, 0.3),
        judged(2, BLUNDER_THRESHOLD / 2),
        judged(3, 0.2, seat=1),
        judged(4, 0.0),
    ]
    review = Review("toy", ["A", "B"], [0], [1, 0], [[0.5, 0.5]], [1], decisions)
    assert [decision.number for decision in review.costliest(0)] == [1, 0]
    assert review.to_data()["costliest"] == [[1, 0], [3]]
    assert review.agreement(0) == 0.25


@pytest.mark.parametrize("language", ["en", "de", "fr", "ja"])
def test_the_page_needs_nothing_else_and_escapes_what_it_shows(language: str) -> None:
    review = Review("toy", ["<A>", "B"], [0], [1, 0], [[0.5, 0.5], [1, 0]], [1, 2], [judged(0, 0.3)])
    page = review_page(review, language)
    assert not re.search(r"(src|href)=|https?://(?!www\.w3\.org)|<script", page)
    assert "<A>" not in page
    assert "&lt;this&gt;" in page
    assert page.count("<polyline") == 2


@pytest.mark.parametrize(("language", "title"), [("en", "Chance of winning"), ("ja", "勝率")])
def test_the_page_tells_what_was_played_and_names_its_chart(language: str, title: str) -> None:
    display = display_of("galaxy", language)
    match = repulse.new("galaxy", players=2, seed=5, game="invasion")
    net = adviser_with(small_net("galaxy", {"players": 2, "game": "invasion"}))
    page = review_page(Reviewer(match.record(), display, make_adviser=net).review(), language)
    assert "Race for the Galaxy" in page
    assert display.rulebook().mode_name("invasion") in page
    assert "galaxy" not in page
    label = re.search('aria-label="([^"]*)"', page)
    assert label
    assert title in label[1]


def test_losses_are_listed_per_decision() -> None:
    decisions = [judged(number, 0.3) for number in range(4)]
    review = Review("toy", ["A", "B"], [], [1, 0], [[0.5, 0.5]], [1], decisions)
    assert summary(review, 0, "en").endswith("each gave away 30 % of winning on average")
    assert summary(review, 1, "fr").endswith("en moyenne 0\u00a0% de chances de gagner")


def test_the_words_tell_the_result_and_the_chances_by_round(capsys: pytest.CaptureFixture[str]) -> None:
    chances = [[0.5, 0.5], [0.6, 0.4], [0.7, 0.3], [1.0, 0.0]]
    show_review(Review("toy", ["Ann", "Bob"], [0], [31, 28], chances, [0, 1, 1, 2]), "en", Screen())
    shown = capsys.readouterr().out
    assert "Ann won\nPoints: Ann 31, Bob 28\n" in shown
    assert "Setup: Ann 50 %, Bob 50 %\nRound 1: Ann 70 %, Bob 30 %\nRound 2: Ann 100 %, Bob 0 %\n" in shown


def test_a_record_that_does_not_fit_is_a_one_line_error(record: Record) -> None:
    net = small_net("earth", {"players": 3})
    with pytest.raises(BadRecord, match="This record is of earth, not of galaxy"):
        Reviewer(record, display_of("galaxy"), make_adviser=adviser_with(net))
    seat, _ = record.choices[0]
    broken = Record(
        record.game, record.rules, record.seed, options=record.options, choices=[(seat, ["nonsense"])]
    )
    with pytest.raises(BadRecord, match="Choice 0 of this record cannot be played"):
        Reviewer(broken, display_of("earth"), make_adviser=adviser_with(net)).step()


def test_the_command_writes_data_and_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("repulse.advice.adviser.has_net", lambda game: True)
    monkeypatch.setattr("repulse.bots.neural.master.net_for", lambda game: small_net(game, {"players": 3}))
    match = repulse.new("earth", players=3, seed=5).play_bots("random").at(30)
    match.save(tmp_path / "game.json")
    files = [str(tmp_path / name) for name in ("game.json", "review.html")]
    assert run(["review", files[0], "--determinizations", "2", "--html", files[1]]) == 0
    assert "The costliest decisions of Player 1" in capsys.readouterr().out
    assert run(["review", files[0], "--determinizations", "2", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["chances"]) == 31
    assert Path(files[1]).read_text().startswith("<!doctype html>")


def test_a_game_without_a_net_is_a_one_line_error(toy_installed: None) -> None:
    toy = repulse.new("toy", players=2, seed=1).play_bots("random").record()
    with pytest.raises(RepulseError, match="need a net for toy"):
        Reviewer(toy, display_of("toy"))
