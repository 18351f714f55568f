"""Par, and rivals that answer by the position alone."""

from __future__ import annotations

from datetime import date
from random import Random

import pytest

from repulse import daily
from repulse.bots import make_bot
from repulse.bots.match_bots import MatchBots
from repulse.bots.names import exact_name
from repulse.bots.neural.exact import ExactPolicyBot
from repulse.daily.match import begin_match
from repulse.daily.par import ParRun
from repulse.engine.match import Match

pytest.importorskip("numpy")

DAY = date(2026, 11, 20)
MODES = [("galaxy", "base"), ("galaxy", "counterstrike"), ("earth", "earth")]


def play_as(deal: daily.Deal, seed: int, *, reload: bool = False) -> Match:
    """Play a deal at random; with `reload` the table forgets everything after each answer, and others answer first."""
    rng, match = Random(seed), begin_match(deal)
    while True:
        if reload:
            again = begin_match(deal)
            again.answer_all(match.choices)
            match = again
        daily.play_rivals(deal, match)
        if match.is_over():
            return match
        decision = match.state.decision(deal.seat)
        match.answer(deal.seat, sorted(rng.sample(decision.options, max(decision.least, 1))))


@pytest.mark.parametrize(("game", "mode"), MODES)
def test_the_same_answers_give_the_same_game(game: str, mode: str) -> None:
    deal = daily.deal_of(DAY, game, mode)
    match = play_as(deal, 1)
    assert play_as(deal, 1, reload=True).choices == match.choices
    assert play_as(deal, 2).choices != match.choices


def test_a_fresh_bot_answers_alike_whoever_answered_first() -> None:
    deal = daily.deal_of(DAY, "galaxy", "base")
    first, second = begin_match(deal), begin_match(deal)
    owing = first.state.seats_owing()
    assert len(owing) == deal.players
    seated = MatchBots(fresh=True)
    for match, order in ((first, owing), (second, owing[::-1])):
        for seat in order:
            match.answer(seat, seated.answer(match, seat, "expert@exact"))
    assert sorted(first.choices) == sorted(second.choices)


@pytest.mark.parametrize("name", ["expert", "learned"])
def test_an_exact_bot_agrees_with_the_one_it_stands_for(name: str) -> None:
    deal = daily.deal_of(DAY, "galaxy", "invasion")
    match = begin_match(deal)
    exact, plain = (make_bot(bot, deal.game, 5) for bot in (exact_name(name), name))
    assert isinstance(exact, ExactPolicyBot)
    same = asked = 0
    for bot in (exact, plain):
        bot.begin(match.game, match.options, 0)
    exact.temperature = 0.0
    plain.temperature = 0.0  # type: ignore[attr-defined]
    while asked < 60 and not match.is_over():
        seat = match.state.seats_owing()[0]
        decision = match.state.decision(seat)
        choice = sorted(exact.choose(match.state.view(seat), decision))
        if not decision.forced():
            asked += 1
            same += choice == sorted(plain.choose(match.state.view(seat), decision))
        match.answer(seat, choice)
    assert same == asked


def test_exact_is_no_detail_of_a_bot_that_searches() -> None:
    with pytest.raises(daily.DealError.__mro__[1], match="seconds"):
        make_bot("master@exact", "galaxy", 0)
    assert exact_name("master") == "master"
    assert exact_name("expert@conqueror") == "expert@exact@conqueror"
    assert isinstance(make_bot("expert@exact@conqueror", "galaxy", 0), ExactPolicyBot)


@pytest.mark.parametrize(("game", "mode"), MODES)
def test_par_is_the_same_each_time_and_takes_other_turns(game: str, mode: str) -> None:
    deal = daily.deal_of(DAY, game, mode)
    par = daily.play_par(deal, 4)
    assert daily.play_par(deal, 4) == par
    assert len(set(par.scores)) > 1
    assert min(par.scores) <= par.points <= max(par.scores)
    assert daily.Par.from_data(par.to_data()) == par


def test_par_is_played_in_slices() -> None:
    deal = daily.deal_of(DAY, "earth", "earth")
    run = ParRun(deal, 3)
    slices = 1
    while not run.advance(0.0):
        slices += 1
    assert slices > 3 * run.deal.players, "each slice is one answer"
    assert run.par() == daily.play_par(deal, 3)


def test_points_above_par_and_the_share_of_plays_beaten() -> None:
    par = daily.Par((10, 20, 30, 41), 1.5)
    assert (par.points, par.above(30), par.above(20)) == (25, 5, -5)
    assert [par.better_than(score) for score in (9, 10, 25, 30, 41, 42)] == [0, 12, 50, 62, 87, 100]
    assert daily.Par((1, 2), 0).points == 2, "halves are rounded up"
    assert daily.PLAYS >= 60


def test_the_version_of_par_changes_with_the_game() -> None:
    versions = {daily.par_version(daily.deal_of(DAY, game, mode)) for game, mode in MODES}
    assert len(versions) == 2
