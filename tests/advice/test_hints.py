"""Hints: every option with figures and reasons, from what the seat may know and nothing else."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from tests.bots.nets import small_net

import repulse
from repulse.advice.adviser import asking
from repulse.advice.hints import MOST_OPTIONS, Hint, advice_words, hints_for, reasons
from repulse.bots.neural.net import Net
from repulse.bots.neural.search import Line, Option
from repulse.cli.advice import hint_lines
from repulse.cli.app import run
from repulse.engine.contract import ONE, IllegalChoice, RepulseError
from repulse.engine.display.words import LANGUAGES
from repulse.games import display_of
from repulse.games.galaxy.display.gains import gains_of
from repulse.games.galaxy.rules.codes import action, events
from repulse.games.galaxy.rules.state import GalaxyState
from repulse.match import Match

OPTIONS: dict[str, dict[str, object]] = {"galaxy": {"players": 2}, "earth": {"players": 3}}


def net_for(game: str) -> Net:
    return small_net(game, OPTIONS[game])


def match_of(game: str, choices: int) -> Match:
    match = repulse.new(game, seed=5, **OPTIONS[game]).play_bots("random")
    return match.at(choices)


def hints(match: Match, seat: int, language: str = "en") -> list[Hint]:
    game = match.game.name
    return hints_for(match, seat, display_of(game, language), 0.001, asking(net_for(game)))


@pytest.mark.parametrize("game", list(OPTIONS))
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_has_figures_and_reasons(game: str, language: str) -> None:
    match = match_of(game, 12)
    seat = match.state.seats_owing()[0]
    decision = match.state.decision(seat)
    found = hints(match, seat, language)
    if decision.kind == ONE and len(decision.options) <= MOST_OPTIONS:
        assert sorted(hint.choice for hint in found) == sorted([value] for value in decision.options)
    for hint in found:
        assert 0 <= hint.win <= 1
        assert hint.text
        assert 1 <= len(hint.reasons) <= 3
    assert all(hint_lines(found, language))


def test_a_hint_does_not_depend_on_what_the_seat_cannot_see() -> None:
    """Another deal of the hidden cards, under the same seed of the adviser, gives the same hints."""
    match = match_of("galaxy", 12)
    seat = match.state.seats_owing()[0]
    before = hints(match, seat)
    other = 1 - seat
    hand = match.state.hand[other]
    match.state.hand[other], match.state.deck[: len(hand)] = match.state.deck[: len(hand)], hand
    assert hints(match, seat) == before


def test_a_seat_that_owes_nothing_gets_no_hint() -> None:
    match = repulse.new("galaxy", seed=5, players=2).play_bots("random")
    with pytest.raises(IllegalChoice):
        hints(match, 0)


def test_a_game_without_a_net_is_one_clear_line(toy_installed: None) -> None:
    match = repulse.new("toy", players=2, seed=1)
    with pytest.raises(RepulseError, match="Hints need a net for toy"):
        hints_for(match, 0, match.display)


# --- reasons ---


def lines(state: GalaxyState, happened: list[list[int]], worth: float, score: float) -> list[Line]:
    return [Line(worth, 0.5, score, happened, state) for _ in range(6)]


@pytest.fixture
def position() -> GalaxyState:
    state: GalaxyState = repulse.new("galaxy", players=2, seed=5).state
    return state


def test_what_differs_most_is_the_first_reason(position: GalaxyState) -> None:
    gain = [events.GAIN, 0, 1, 4]
    draw = [events.DRAW, 0, events.FOR_EXPLORE, 7]
    better = Option([0], 0.3, lines(position, [gain, draw], 0.5, 31.0))
    worse = Option([1], 0.3, lines(position, [draw, draw], 0.1, 30.0))
    display = display_of("galaxy")
    assert reasons(better, worse, 0, display) == [
        "about 4.0 more VP chips",
        "keeps the Produce-Consume cycle going",
        "about 1.0 more points at the end",
    ]
    assert reasons(worse, better, 0, display)[0] == "about 4.0 fewer VP chips"


def test_a_phase_that_others_call_is_a_reason(position: GalaxyState) -> None:
    world = next(card for card in range(1, position.cards.size) if not position.cards.development[card])
    place = [events.PLACE, 0, world]
    mine, theirs = [events.ACTIONS, 0, action.DEVELOP], [events.ACTIONS, 1, action.SETTLE]
    counted = gains_of(position, [mine, theirs, place], 0)
    assert (counted["ride_settle"], counted["ride_settle.chance"], counted["ride_develop"]) == (1, 1, 0)
    own = gains_of(position, [[events.ACTIONS, 0, action.SETTLE], theirs, place], 0)
    assert own["ride_settle"] == 0
    better = Option([0], 0.3, lines(position, [mine, theirs, place], 0.5, 30.0))
    worse = Option([1], 0.3, lines(position, [mine, theirs], 0.1, 30.0))
    told = reasons(better, worse, 0, display_of("galaxy"))
    assert "an opponent is likely to call Settle (100 %): you place for free" in told


def test_an_option_that_is_as_good_as_another_says_so(position: GalaxyState) -> None:
    same = [Option([choice], 0.3, lines(position, [], 0.1, 30.0)) for choice in (0, 1)]
    assert reasons(same[0], same[1], 0, display_of("galaxy")) == [advice_words().text("close")]


# --- the command ---


@pytest.fixture
def shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if small nets came with the package."""
    monkeypatch.setattr("repulse.advice.adviser.has_net", lambda game: True)
    monkeypatch.setattr("repulse.bots.neural.master.net_for", net_for)


@pytest.mark.usefixtures("shipped")
def test_the_command_tells_it_in_words_and_as_data(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "game.json")
    match_of("galaxy", 12).save(path)
    assert run(["hint", path, "--seconds", "0.001"]) == 0
    assert "% to win" in capsys.readouterr().out
    assert run(["hint", path, "--seconds", "0.001", "--at", "0", "--seat", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["reasons"]


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize(
    ("typed", "words"),
    [
        (["--at", "999"], "there is no position 999"),
        (["--at", "3", "--seat", "9"], "Player 9 is not asked"),
    ],
)
def test_a_position_that_is_not_there_is_one_clear_line(
    typed: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "game.json")
    match_of("galaxy", 12).save(path)
    assert run(["hint", path, *typed]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.usefixtures("shipped")
def test_who_plays_in_the_terminal_types_h_for_a_hint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REPULSE_HOME", str(tmp_path))
    monkeypatch.setattr("repulse.cli.advice.SECONDS", 0.001)
    monkeypatch.setattr("sys.stdin", io.StringIO("h\nquit\n"))
    assert run(["play", "galaxy", "-p", "2", "-b", "random", "-s", "5"]) == 0
    assert "% to win" in capsys.readouterr().out
