"""Hints: every option with figures and reasons, from what the seat may know and nothing else."""

from __future__ import annotations

import io
import json
from itertools import count
from pathlib import Path
from random import Random

import pytest
from tests.bots.nets import small_net

import repulse
from repulse.advice.adviser import adviser_with, default_adviser
from repulse.advice.hints import MAX_DETERMINIZATIONS, MAX_OPTIONS, RatedOption, advise, hints_for
from repulse.advice.phrases import advice_words
from repulse.advice.ranking import (
    HOPELESS_WIN_CHANCE,
    LARGE_WIN_GAP,
    RankedOption,
    is_clearly_ahead,
    rank_options,
    sort_options,
)
from repulse.advice.reasons import collect_gains, reasons
from repulse.bots.neural.candidates import Option, Playout
from repulse.bots.neural.master import SearchBot
from repulse.bots.neural.net import Net
from repulse.bots.neural.search import Searcher
from repulse.cli.advice import hint_lines
from repulse.cli.app import run
from repulse.engine.contract import ONE, IllegalChoice, RepulseError, State
from repulse.engine.display.languages import LANGUAGES
from repulse.engine.match import replay
from repulse.engine.record import read_record
from repulse.games import display_of, game_named
from repulse.games.galaxy.codes import action, events
from repulse.games.galaxy.display.gains import gains_of
from repulse.games.galaxy.rules.state import GalaxyState
from repulse.match import Match

OPTIONS: dict[str, dict[str, object]] = {"galaxy": {"players": 2}, "earth": {"players": 3}}

ENOUGH_SECONDS = 600.0
"""No test comes near it: what is searched depends on counts."""

RECORDS = Path(__file__).parents[1] / "games" / "galaxy" / "records"


def net_for(game: str) -> Net:
    return small_net(game, OPTIONS[game])


def match_of(game: str, choices: int) -> Match:
    match = repulse.new(game, seed=5, **OPTIONS[game]).play_bots("random")
    return match.at(choices)


def hints(match: Match, seat: int, language: str = "en") -> list[RatedOption]:
    game = match.game.name
    return hints_for(
        match,
        seat,
        display_of(game, language),
        seconds=ENOUGH_SECONDS,
        max_determinizations=2,
        make_adviser=adviser_with(net_for(game)),
    )


@pytest.mark.parametrize("game", list(OPTIONS))
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_has_figures_and_reasons(game: str, language: str) -> None:
    match = match_of(game, 12)
    seat = match.state.seats_owing()[0]
    decision = match.state.decision(seat)
    answers = hints(match, seat, language)
    if decision.kind == ONE and len(decision.options) <= MAX_OPTIONS:
        assert sorted(hint.choice for hint in answers) == sorted([value] for value in decision.options)
    for hint in answers:
        assert 0 <= hint.win <= 1
        assert hint.text
        assert 1 <= len(hint.reasons) <= 3
    assert all(hint_lines(answers, language))


def test_a_hint_does_not_depend_on_what_the_seat_cannot_see() -> None:
    """Another deal of the hidden cards, under the same seed of the adviser, gives the same hints."""
    match = match_of("galaxy", 12)
    seat = match.state.seats_owing()[0]
    before = hints(match, seat)
    other = 1 - seat
    hand = match.state.hand[other]
    match.state.hand[other], match.state.deck[: len(hand)] = match.state.deck[: len(hand)], hand
    assert hints(match, seat) == before


def test_more_time_looks_at_more_positions() -> None:
    match = match_of("galaxy", 12)
    seat = match.state.seats_owing()[0]
    net = net_for("galaxy")

    def looked_at(seconds: float) -> int:
        bots: list[Counting] = []

        def make(game: str, seed: int, seconds: float) -> Searcher:
            bots.append(Counting(seed, game, net, seconds=seconds, clock=count().__next__))
            return bots[0]

        hints_for(match, seat, display_of("galaxy"), seconds=seconds, make_adviser=make)
        return bots[0].positions

    assert looked_at(0) < looked_at(10) < looked_at(10**9) == MAX_DETERMINIZATIONS


class Counting(SearchBot):
    """Counts the positions that it looks ahead from."""

    positions = 0

    def sample_position(self, view: State) -> State:
        self.positions += 1
        return super().sample_position(view)


def test_a_seat_that_owes_nothing_gets_no_hint() -> None:
    match = repulse.new("galaxy", seed=5, players=2).play_bots("random")
    with pytest.raises(IllegalChoice):
        hints(match, 0)


def test_a_game_without_a_net_is_a_one_line_error(toy_installed: None) -> None:
    match = repulse.new("toy", players=2, seed=1)
    with pytest.raises(RepulseError, match="Hints need a net for toy"):
        hints_for(match, 0, match.display)


@pytest.mark.slow
def test_first_options_of_rich_positions_mostly_have_two_reasons() -> None:
    """Choices of an action in a recorded game, with the net that comes with the package, whichever that is."""
    record = read_record((RECORDS / "base-pool.json").read_text(encoding="utf-8"))
    bot = default_adviser("galaxy", 1, 600.0)
    bot.max_determinizations = 12
    counts: list[int] = []
    for index in range(len(record.choices)):
        match = replay(game_named("galaxy"), record, index)
        seat = next((owing for owing in match.state.seats_owing()), None)
        if seat is None or match.state.decision(seat).prompt != "action" or len(counts) == 12:
            continue
        answers = advise(
            bot, match.state.view(seat), match.state.decision(seat), display=display_of("galaxy")
        )
        assert answers[0].win >= max(hint.win for hint in answers) - LARGE_WIN_GAP
        counts += [len(hint.reasons) for hint in answers[:2]]
    assert len(counts) == 12
    assert sum(count >= 2 for count in counts) >= 7, counts


def test_a_missing_numpy_is_a_one_line_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("repulse.advice.adviser.find_spec", lambda name: None)
    match = repulse.new("galaxy", players=2, seed=1)
    with pytest.raises(RepulseError, match="Hints and reviews need numpy, which is not installed"):
        hints_for(match, 0, match.display)


# --- the order ---


def option(choice: int, prior: float, wins: list[float], scores: list[float]) -> Option:
    playouts = [Playout(2 * win - 1, win, score, []) for win, score in zip(wins, scores, strict=True)]
    return Option([choice], prior, playouts)


def first(*options: Option) -> list[int]:
    return sort_options(options)[0].choice


def test_the_first_is_never_clearly_below_another_in_what_is_shown() -> None:
    likely = option(0, 1.0, [0.44, 0.45, 0.43, 0.44], [28, 28, 28, 28])
    ranked = option(1, 1e-9, [0.55, 0.56, 0.54, 0.55], [30, 30, 30, 30])
    assert first(likely, ranked) == ranked.choice
    lost = [
        option(value, prior, [0.0] * 4, [score] * 4) for value, prior, score in ((0, 1.0, 30), (1, 1e-9, 32))
    ]
    assert first(*lost) == lost[1].choice
    chance = Random(1)
    for _ in range(200):
        options = [
            option(value, 10 ** -chance.uniform(0, 9), *([chance.random() for _ in range(3)] for _ in "ws"))
            for value in range(5)
        ]
        best, *others = sort_options(options)
        assert not any(is_clearly_ahead(other, best) for other in others)
        assert best.win_chance > max(other.win_chance for other in others) - LARGE_WIN_GAP


def test_equal_options_are_ordered_by_the_prior() -> None:
    likely = option(0, 0.9, [0.4, 0.6, 0.5, 0.5], [30] * 4)
    seldom = option(1, 0.001, [0.6, 0.4, 0.52, 0.5], [30] * 4)
    assert first(seldom, likely) == likely.choice


def test_far_behind_options_are_compared_by_points() -> None:
    few = option(0, 0.9, [0.012] * 4, [24] * 4)
    many = option(1, 0.1, [0.002] * 4, [29] * 4)
    best, other = rank_options([few, many])
    assert (best.option, other.option) == (many, few)
    assert best.by_points
    assert best.figures == (0, 29)
    hopeful = option(2, 0.1, [HOPELESS_WIN_CHANCE + 0.001] * 4, [20] * 4)
    best, *others = rank_options([few, many, hopeful])
    assert best.option is hopeful
    assert not any(ranked.by_points for ranked in (best, *others))


def test_the_order_of_options_agrees_with_their_figures() -> None:
    chance = Random(3)
    for number in range(400):
        high = 1.0 if number % 2 else 0.03
        options = [
            option(
                value,
                10 ** -chance.uniform(0, 9),
                [chance.uniform(0, high) for _ in range(3)],
                [chance.uniform(15, 35) for _ in range(3)],
            )
            for value in range(5)
        ]
        figures = [ranked.figures for ranked in rank_options(options)]
        assert figures == sorted(figures, reverse=True)


def test_a_lead_that_may_be_chance_is_not_shown() -> None:
    likely = option(0, 0.9, [0.4, 0.6, 0.5, 0.5], [30] * 4)
    seldom = option(1, 0.001, [0.7, 0.3, 0.6, 0.5], [31, 29, 31, 31])
    best, other = rank_options([seldom, likely])
    assert best.option is likely
    assert other.figures == best.figures == (50, 30)


# --- reasons ---


def lines(state: GalaxyState, happened: list[list[int]], win: float, score: float) -> list[Playout]:
    return [Playout(2 * win - 1, win, score, happened, state) for _ in range(6)]


@pytest.fixture
def position() -> GalaxyState:
    state: GalaxyState = repulse.new("galaxy", players=2, seed=5).state
    return state


def told(ours: Option, other: Option, language: str = "en") -> list[str]:
    display = display_of("galaxy", language)
    best, next_best = (
        RankedOption(ranked, ranked.win_chance, ranked.score, by_points=False) for ranked in (ours, other)
    )
    return reasons(collect_gains(best, 0, display), collect_gains(next_best, 0, display), display)


DRAW = [events.DRAW, 0, events.FOR_EXPLORE, 7]


def test_the_largest_difference_is_the_first_reason(position: GalaxyState) -> None:
    gain = [events.GAIN, 0, 1, 4]
    better = Option([0], 0.3, lines(position, [gain, DRAW, DRAW], 0.5, 31.0))
    worse = Option([1], 0.3, lines(position, [DRAW], 0.3, 30.0))
    assert told(better, worse) == ["4 more VP chips", "gets 1 more card", "about 1 more point at the end"]
    assert told(worse, better)[0] == "4 fewer VP chips"
    assert told(better, worse, "fr")[1:] == [
        "obtient 1 carte de plus",
        "environ 1 point de plus à la fin",
    ]


def test_reasons_go_with_the_figures_that_are_shown(position: GalaxyState) -> None:
    """Not with the prior, which would make the other one the better."""
    seldom = Option([0], 0.001, lines(position, [DRAW], 0.5, 30.0))
    likely = Option([1], 1.0, lines(position, [], 0.49, 30.0))
    assert told(seldom, likely) == ["gets 1 more card"]
    assert told(likely, seldom) == ["gets 1 fewer card"]


def test_points_come_first_where_only_they_count(position: GalaxyState) -> None:
    drawn = [[events.DRAW, 0, 3]]
    ours, other = (
        Option([0], 0.2, lines(position, drawn, 0.0, 31)),
        Option([1], 0.2, lines(position, [], 0.0, 28)),
    )
    display = display_of("galaxy", "en")
    best, next_best = (collect_gains(ranked, 0, display) for ranked in rank_options([ours, other]))
    assert reasons(best, next_best, display)[0] == "about 3 more points at the end"


def test_an_option_that_only_is_likelier_says_so(position: GalaxyState) -> None:
    ours, other = (
        Option([place], prior, lines(position, [], 0.4, 30)) for place, prior in ((0, 0.4), (1, 0.1))
    )
    assert told(ours, other) == ["strong players choose this more often (40%)"]


def test_little_of_a_card_is_no_reason(position: GalaxyState) -> None:
    ours, theirs = lines(position, [], 0.5, 30.0), lines(position, [], 0.45, 30.0)
    for line in ours[:1]:
        line.events = [DRAW]
    assert told(Option([0], 0.3, ours), Option([1], 0.3, theirs)) == ["pays off only after this round"]


def test_a_cycle_takes_a_good_that_is_produced_and_one_that_is_consumed(position: GalaxyState) -> None:
    gain, produce, consume = [events.GAIN, 0, 1, 4], [events.PRODUCE, 0, 1], [events.CONSUME, 0, 1, 1]
    for happened, goes_on in (
        ([gain], 0),
        ([produce, produce], 0),
        ([consume, gain], 0),
        ([produce, consume], 1),
    ):
        assert gains_of(position, happened, 0)["cycle"] == goes_on


def test_cards_that_do_not_stay_are_neither_drawn_nor_spent(position: GalaxyState) -> None:
    before = gains_of(position, [], 0)
    explored = gains_of(position, [[*DRAW, 8], [events.EXPLORE_DISCARD, 0, 7, 8]], 0)
    assert (explored["drawn"], explored["spent"]) == (before["drawn"], before["spent"])


def test_a_phase_that_others_call_is_a_reason(position: GalaxyState) -> None:
    world = next(card for card in range(1, position.cards.size) if not position.cards.development[card])
    place = [events.PLACE, 0, world]
    mine, theirs = [events.ACTIONS, 0, action.DEVELOP], [events.ACTIONS, 1, action.SETTLE]
    counted = gains_of(position, [mine, theirs, place], 0)
    assert (counted["ride_settle"], counted["ride_settle.chance"], counted["ride_develop"]) == (1, 1, 0)
    better = Option([0], 0.3, lines(position, [mine, theirs, place], 0.5, 30.0))
    worse = Option([1], 0.3, lines(position, [mine, theirs], 0.1, 30.0))
    assert "an opponent is likely to call Settle (100 %): you place for free" in told(better, worse)
    assert "an opponent is likely to call Settle (100 %), but you place less often then" in told(
        worse, better
    )


def test_the_caller_of_a_phase_does_not_lose_by_others_calling_it(position: GalaxyState) -> None:
    world = next(card for card in range(1, position.cards.size) if not position.cards.development[card])
    theirs, place = [events.ACTIONS, 1, action.SETTLE], [events.PLACE, 0, world]
    rides = Option([0], 0.3, lines(position, [[events.ACTIONS, 0, action.DEVELOP], theirs, place], 0.5, 30.0))
    calls = Option([1], 0.3, lines(position, [[events.ACTIONS, 0, action.SETTLE], theirs, place], 0.1, 30.0))
    assert not any("Settle" in reason for reason in told(calls, rides))


def test_the_prior_is_the_last_reason(position: GalaxyState) -> None:
    worst = Option([0], 0.01, lines(position, [], 0.1, 30.0))
    best = Option([1], 0.9, lines(position, [DRAW], 0.3, 30.0))
    assert told(worst, best) == ["gets 1 fewer card"]
    assert told(best, worst) == ["gets 1 more card", advice_words().text("common", {"n": 90})]
    close = Option([2], 0.01, lines(position, [DRAW], 0.29, 30.0))
    assert told(close, best) == [advice_words().text("rare", {"n": 1})]


def test_an_option_that_is_as_good_as_another_says_so(position: GalaxyState) -> None:
    same = [Option([choice], 0.3, lines(position, [], 0.1, 30.0)) for choice in (0, 1)]
    assert told(same[0], same[1]) == [advice_words().text("close")]


# --- the command ---


@pytest.fixture
def small_nets(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if small nets came with the package."""
    monkeypatch.setattr("repulse.advice.adviser.has_net", lambda game: True)
    monkeypatch.setattr("repulse.bots.neural.master.net_for", net_for)


@pytest.mark.usefixtures("small_nets")
def test_the_command_tells_it_in_words_and_as_data(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "game.json")
    match_of("galaxy", 12).save(path)
    assert run(["hint", path, "--seconds", "0.001"]) == 0
    assert "% to win" in capsys.readouterr().out
    assert run(["hint", path, "--seconds", "0.001", "--at", "0", "--seat", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["reasons"]


@pytest.mark.usefixtures("small_nets")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--at", "999"], "there is no position 999"),
        (["--at", "3", "--seat", "9"], "Player 9 is not asked"),
    ],
)
def test_a_position_that_is_not_there_is_a_one_line_error(
    arguments: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "game.json")
    match_of("galaxy", 12).save(path)
    assert run(["hint", path, *arguments]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.usefixtures("small_nets")
def test_typing_h_in_the_terminal_gives_a_hint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REPULSE_HOME", str(tmp_path))
    monkeypatch.setattr("repulse.cli.advice.SECONDS", 0.001)
    monkeypatch.setattr("sys.stdin", io.StringIO("h\nquit\n"))
    assert run(["play", "galaxy", "-p", "2", "-b", "random", "-s", "5"]) == 0
    assert "% to win" in capsys.readouterr().out
