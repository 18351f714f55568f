"""Deals of the day as messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from repulse.daily import FIRST_DAY, Calendar, Deal, DealError, Par, ParRun, parse_day
from repulse.table.wire.daily import DailyDeals, DealInfo, DealPar, DealTry, ParProgress

if TYPE_CHECKING:
    from datetime import date


def day_messages(
    calendar: Calendar, today: date, day: str = "", *, tries: list[DealTry] | None = None
) -> DailyDeals:
    """Return the deals of a day; of today if none is named.

    Raises:
        DealError: The day is no date, or has not come.
    """
    chosen = parse_day(day) if day else today
    if chosen > today:
        raise DealError(f"The deals of {chosen} are shown from that day on (UTC).")
    deals = [deal_message(calendar, deal) for deal in calendar.on(chosen)]
    return DailyDeals(today.isoformat(), FIRST_DAY.isoformat(), chosen.isoformat(), deals, tries or [])


def deal_message(calendar: Calendar, deal: Deal) -> DealInfo:
    """Return a deal as the page shows it."""
    return DealInfo(
        deal.id,
        deal.day.isoformat(),
        deal.game,
        deal.mode,
        deal.players,
        deal.seat,
        list(deal.rivals),
        calendar.title_of(deal),
    )


def par_message(deal: str, par: Par) -> DealPar:
    """Return par of a deal."""
    return DealPar(deal, par.points, list(par.scores), par.wins)


def run_message(run: ParRun) -> ParProgress | DealPar:
    """Return how far a run is, or par once it is finished."""
    if run.done < run.plays:
        return ParProgress(run.done, run.plays)
    return par_message(run.deal.id, run.par())
