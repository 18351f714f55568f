"""The deal of the day: one deal per day and game, the same for everybody, scored against par.

    from datetime import date
    from repulse import daily

    deal = daily.deal_of(date(2026, 11, 19), "galaxy", "invasion")
    print(deal.players, deal.seat, deal.rivals, deal.seed)
    par = daily.play_par(deal)
    print(par.points, par.above(38), par.better_than(38))

A deal follows from its date by a fixed rule (`deals.py`); a series of your own comes from a file (`series.py`). Rivals answer by
the position alone, so that the same answers lead to the same game on every machine and in a browser. Par is what a strong bot makes
of your seat in this deal, against the same rivals (`par.py`). Nothing here keeps time or writes files.
"""

from repulse.daily.deals import FIRST_DAY, STANDARD, Deal, DealError, day_of, deal_of, deals_of, parse_day
from repulse.daily.history import DealResult, DealStatistics, statistics, streak
from repulse.daily.match import play_rivals
from repulse.daily.par import PLAYS, Par, ParRun, par_version, play_par
from repulse.daily.series import Calendar, Series, read_series

__all__ = [
    "FIRST_DAY",
    "PLAYS",
    "STANDARD",
    "Calendar",
    "Deal",
    "DealError",
    "DealResult",
    "DealStatistics",
    "Par",
    "ParRun",
    "Series",
    "day_of",
    "deal_of",
    "deals_of",
    "par_version",
    "parse_day",
    "play_par",
    "play_rivals",
    "read_series",
    "statistics",
    "streak",
]
