"""Deals of the day: the same for everybody, from date and game alone; and series from files."""

from __future__ import annotations

from datetime import date, timedelta
from hashlib import blake2b

import pytest

from repulse import daily
from repulse.bots import bot_names
from repulse.daily.deals import rota
from repulse.games import entries

DAY = date(2026, 11, 19)


def test_deals_are_the_same_where_no_net_can_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser has no numpy: bots with a net are not registered there."""
    day = date(2026, 11, 19)
    before = daily.deals_of(day)
    assert any("expert" in deal.rivals for deal in before)
    monkeypatch.setattr(
        "repulse.daily.deals.bot_names", lambda game: ["random", "beginner", "casual", "sensible"]
    )
    assert daily.deals_of(day) == before


def test_a_deal_follows_from_date_and_game_by_the_documented_rule() -> None:
    deal = daily.deal_of(DAY, "galaxy", "invasion")
    digest = blake2b(b"2026-11-19/galaxy/invasion", digest_size=8, person=b"repulse daily").digest()
    assert deal.seed == int.from_bytes(digest, "big")
    assert deal.seat == deal.seed % deal.players
    assert (deal.id, deal.players, deal.rivals) == ("2026-11-19/galaxy/invasion", 2, ("expert",))
    assert deal == daily.deal_of(DAY, "galaxy", "invasion") == daily.Series().find(deal.id)


def test_every_day_has_a_deal_for_each_of_the_six_games() -> None:
    games = [(entry.name, mode.name) for entry in entries() for mode in entry.game.modes()][:6]
    seen = set()
    for number in range(14):
        deals = daily.deals_of(DAY + timedelta(days=number))
        assert [(deal.game, deal.mode) for deal in deals] == games
        seen |= {deal.seed for deal in deals}
        for deal in deals:
            assert deal.bots[deal.seat] == ""
            assert len(deal.bots) == deal.players == deal.options["players"]
            assert set(deal.rivals) <= set(bot_names(deal.game))
    assert len(seen) == 14 * 6


def test_the_rota_has_a_week_of_rows_and_no_rival_that_searches() -> None:
    for row in rota():
        assert len(row.players) == len(row.rivals) == 7
        assert not any("master" in rivals for rivals in row.rivals)


def test_the_week_repeats_with_other_seeds() -> None:
    deal, later = (daily.deal_of(day, "earth", "earth") for day in (DAY, DAY + timedelta(days=7)))
    assert (deal.players, deal.rivals) == (later.players, later.rivals)
    assert deal.seed != later.seed


@pytest.mark.parametrize(
    "ident",
    [
        "2026-11-19/galaxy/chess",
        "2026-10-31/galaxy/base",
        "yesterday/galaxy/base",
        "2026-11-19/base",
        "2026-13-01/galaxy/base",
    ],
)
def test_an_id_of_no_deal_is_refused(ident: str) -> None:
    with pytest.raises(daily.DealError):
        daily.Series().find(ident)


def test_the_day_is_counted_in_utc() -> None:
    assert daily.day_of(1_795_046_399) == date(2026, 11, 18)
    assert daily.day_of(1_795_046_400) == DAY


SERIES = """
name = "tuesday-club"
title = "Tuesday Club"
[[deal]]
day = "2026-12-01"
game = "galaxy"
mode = "invasion"
players = 4
rivals = ["vega", "antares@expert"]
seed = "18446744073709551615"
seat = 2
[[deal]]
day = 2026-12-08
game = "earth"
rivals = ["sensible", "casual"]
"""


def test_a_series_comes_from_a_file() -> None:
    series = daily.read_series(SERIES)
    first, second = series.on(date(2026, 12, 1))[0], series.on(date(2026, 12, 8))[0]
    assert first.id == "tuesday-club/2026-12-01/galaxy/invasion"
    assert (first.seed, first.bots) == (2**64 - 1, ["sensible", "expert@conqueror", "", "sensible"])
    assert second.seed == daily.read_series(SERIES).find(second.id).seed
    assert second.players == 3
    assert series.days() == [first.day, second.day]
    assert series.on(DAY) == []


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('name = "tuesday-club"', "", "needs a name"),
        ('"2026-12-01"', '"soon"', "Deal 1 of the series: A day is written"),
        ('["vega", "antares@expert"]\nseed', '["master"]\nseed', "may answer differently"),
        ('["vega", "antares@expert"]\nseed', '["./evil.py:Bot"]\nseed', "may answer differently"),
        ("seat = 2", "seat = 4", "has the seats 0 to 3"),
        ("players = 4", "players = 2", "more than 2 players"),
        ('mode = "invasion"', 'mode = "chess"', "no mode 'chess'"),
        ("seat = 2", "chair = 2", "not chair"),
        ('game = "earth"', "", "Deal 2 of the series: 'game' is missing"),
        ("[[deal]]", "[[deal", "not TOML"),
    ],
)
def test_a_wrong_series_is_refused_with_the_deal_and_the_reason(old: str, new: str, reason: str) -> None:
    with pytest.raises(daily.DealError, match=reason):
        daily.read_series(SERIES.replace(old, new, 1))
