"""Shown chances of winning: the curves, their fit, and that hints and reviews use them."""

from __future__ import annotations

import numpy as np
import pytest
from tools.calibrate import bins_of, fit, largest_error

from repulse.advice import calibration
from repulse.advice.calibration import IDENTITY, WinCurve, curve_for, curve_key
from repulse.advice.hints import hints_for
from repulse.advice.review import Reviewer
from repulse.games import entries, entry_of, game_named
from repulse.match import new

GALAXY = game_named("galaxy")
BASE = GALAXY.check_options({"game": "base", "players": 2})


def use_curve(monkeypatch: pytest.MonkeyPatch, curve: WinCurve) -> None:
    """Have one curve for base games of two players, and none for all others."""
    row = [curve.bias, curve.of_win, curve.of_loss]
    monkeypatch.setattr(calibration, "_rows", lambda: {curve_key("galaxy", "base", 2): row})


def test_a_curve_that_changes_nothing_returns_the_chance() -> None:
    for chance in (0.01, 0.3, 0.5, 0.99):
        assert IDENTITY(chance) == pytest.approx(chance)


@pytest.mark.parametrize("curve", [WinCurve(0.3, 0.6, 0.9), WinCurve(-1.0, 0.05, 3.0)])
def test_a_curve_rises_and_stays_between_zero_and_one(curve: WinCurve) -> None:
    chances = [curve(step / 100) for step in range(101)]
    assert chances == sorted(chances)
    assert 0 <= chances[0] < chances[-1] <= 1


def test_a_fit_finds_how_overconfident_predictions_are() -> None:
    rng = np.random.default_rng(1)
    true = rng.uniform(0.02, 0.98, 40_000)
    logits = np.log(true / (1 - true))
    predicted = 1 / (1 + np.exp(-2 * logits))
    won = (rng.random(len(true)) < true).astype(float)
    curve = fit(predicted, won)
    assert curve.of_win == pytest.approx(0.5, abs=0.05)
    assert curve.of_loss == pytest.approx(0.5, abs=0.05)
    shown = np.array([curve(chance) for chance in predicted.tolist()])
    assert largest_error(bins_of(predicted, won)) > 0.1
    assert largest_error(bins_of(shown, won)) < 0.03


def test_bins_with_few_positions_are_left_out() -> None:
    chances = np.array([0.05] * 300 + [0.95] * 10)
    won = np.array([0.0] * 300 + [1.0] * 10)
    [(chance, part_won, count)] = bins_of(chances, won)
    assert (round(chance, 6), part_won, count) == (0.05, 0.0, 300)


def test_every_mode_and_number_of_players_has_a_rising_curve() -> None:
    for entry in entries():
        if entry.name not in ("galaxy", "earth"):
            continue
        for mode in entry.game.modes():
            for players in mode.players:
                options = entry.game.check_options({**mode.options, "players": players})
                curve = curve_for(entry.game, options, players)
                assert curve is not IDENTITY, (entry.name, mode.name, players)
                assert curve(0.1) < curve(0.5) < curve(0.9)


def test_a_mode_without_a_curve_shows_the_prediction(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibration, "_rows", dict)
    assert curve_for(GALAXY, BASE, 2) is IDENTITY


def test_hints_show_corrected_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    match = new("galaxy", players=2, seed=3)
    display = entry_of("galaxy").display_in()
    use_curve(monkeypatch, IDENTITY)
    plain = hints_for(match, 0, display, seconds=60, max_determinizations=4)
    use_curve(monkeypatch, WinCurve(-0.5))
    lowered = hints_for(match, 0, display, seconds=60, max_determinizations=4)
    assert max(option.win for option in lowered) < max(option.win for option in plain)
    assert {tuple(option.choice) for option in lowered} == {tuple(option.choice) for option in plain}


def test_reviews_show_corrected_chances_that_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    match = new("galaxy", players=2, seed=3)
    match.play_bots({0: "random", 1: "random"})
    display = entry_of("galaxy").display_in()
    charts = []
    for curve in (IDENTITY, WinCurve(0.0, 0.3, 0.3)):
        use_curve(monkeypatch, curve)
        reviewer = Reviewer(match.record(), display, determinizations=1)
        for _ in range(20):
            reviewer.step()
        charts.append(reviewer.review().chances)
    sharp, mild = charts
    assert all(sum(chances) == pytest.approx(1) for chances in mild)
    assert max(max(chances) for chances in mild) < max(max(chances) for chances in sharp)
