"""Ratings that change game by game: upsets move them, certainty grows, and they end where players belong."""

from __future__ import annotations

import random

import pytest

from repulse.arena import rating
from repulse.arena.rating import ANCHOR_RATING, SCALE, UNKNOWN, Strength, update_ratings


def test_a_win_against_an_equal_moves_both_by_the_same() -> None:
    first, other = update_ratings([Strength(), Strength()], [1, 2])
    assert first.mean - ANCHOR_RATING == pytest.approx(ANCHOR_RATING - other.mean)
    assert first.mean > ANCHOR_RATING
    assert first.spread == other.spread < UNKNOWN


def test_a_tie_of_equals_moves_nobody() -> None:
    for strength in update_ratings([Strength()] * 3, [1, 1, 1]):
        assert strength.mean == pytest.approx(ANCHOR_RATING)


def test_an_upset_moves_more_than_what_was_expected() -> None:
    strong, weak = Strength(1700, 60), Strength(1300, 60)
    expected = update_ratings([strong, weak], [1, 2])[0].mean - strong.mean
    upset = strong.mean - update_ratings([strong, weak], [2, 1])[0].mean
    assert 0 < expected < upset / 5


def test_new_ratings_move_most_and_an_anchor_never() -> None:
    anchor = Strength(ANCHOR_RATING, 0.0, fixed=True)
    new, veteran, fixed = update_ratings([Strength(), Strength(ANCHOR_RATING, 50), anchor], [1, 2, 3])
    assert new.mean - ANCHOR_RATING > 3 * abs(veteran.mean - ANCHOR_RATING)
    assert fixed is anchor


def test_the_order_at_the_table_does_not_matter() -> None:
    strengths = [Strength(1400, 90), Strength(1600, 40), Strength(1500, 200)]
    there = update_ratings(strengths, [2, 1, 3])
    back = update_ratings(strengths[::-1], [3, 1, 2])
    for first, other in zip(there, back[::-1], strict=True):
        assert first.mean == pytest.approx(other.mean)
        assert first.spread == pytest.approx(other.spread)


@pytest.mark.parametrize("players", [2, 4])
def test_ratings_find_players_whose_strength_is_known(players: int) -> None:
    """Games in which the chance to win is one's share of the strength at the table, beside an anchor: the league's model."""
    true = [1500.0, 1300.0, 1700.0, 1500.0][:players]
    strengths = [Strength(ANCHOR_RATING, 0.0, fixed=True), *[Strength() for _ in true[1:]]]
    chance = random.Random(7)
    means = [0.0] * players
    for game in range(1200):
        left = list(range(players))
        places = [0] * players
        for place in range(1, players + 1):
            weights = [10 ** (true[seat] / 400) for seat in left]
            seat = chance.choices(left, weights)[0]
            places[seat] = place
            left.remove(seat)
        strengths = update_ratings(strengths, places)
        if game >= 400:
            means = [total + strength.mean / 800 for total, strength in zip(means, strengths, strict=True)]
    for mean, expected in zip(means, true, strict=True):
        assert mean == pytest.approx(expected, abs=SCALE / 3)


def test_a_first_win_gives_the_published_numbers_of_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """Weng and Lin's model with mean 25, deviation 25 / 3 and beta 25 / 6, as the openskill libraries document it."""
    monkeypatch.setattr(rating, "DRIFT", 0.0)
    unit = rating.CHANCE / (25 / 6)
    winner, loser = update_ratings([Strength(25 * unit, 25 / 3 * unit)] * 2, [1, 2])
    assert winner.mean / unit == pytest.approx(27.63523138347365)
    assert loser.mean / unit == pytest.approx(22.36476861652635)
    assert winner.spread / unit == pytest.approx(8.065506316323548)
    assert loser.spread / unit == pytest.approx(8.065506316323548)
