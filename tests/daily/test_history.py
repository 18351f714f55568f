"""A person's own results: streak and statistics."""

from __future__ import annotations

from datetime import date, timedelta

from repulse import daily

TODAY = date(2026, 11, 20)
PAR = daily.Par((10, 20), 1.0)


def result(days_ago: int, mode: str = "base", *, score: int = 17, place: int = 1) -> daily.DealResult:
    deal = daily.deal_of(TODAY - timedelta(days=days_ago), "galaxy", mode)
    return daily.DealResult.of(deal, score, place, par=PAR)


def test_a_streak_counts_days_in_a_row_up_to_today() -> None:
    days = [result(2), result(1), result(1, "invasion"), result(5)]
    assert daily.streak(days, TODAY) == 2, "today may still be to come"
    assert daily.streak([*days, result(0)], TODAY) == 3
    assert daily.streak(days, TODAY + timedelta(days=1)) == 0
    assert daily.streak([], TODAY) == 0


def test_statistics() -> None:
    unknown = daily.DealResult.of(daily.deal_of(TODAY, "earth", "earth"), 30, 2)
    numbers = daily.statistics([result(1), result(0, score=9, place=3), unknown])
    assert (numbers.played, numbers.wins, numbers.longest_streak) == (3, 1, 2)
    assert (numbers.mean_above, numbers.mean_better_than, numbers.best_above) == (-2.0, 25.0, 2)
    assert daily.statistics([]).mean_above is None


def test_a_result_is_stored_as_plain_data() -> None:
    stored = result(0)
    assert daily.DealResult.from_data(stored.to_data() | {"later": 1}) == stored
