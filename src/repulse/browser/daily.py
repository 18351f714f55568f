"""Deals of the day in the browser itself: par is played a slice at a time, while the page waits for people."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from datetime import date
from typing import Any, Final

from repulse.bots import make_bot
from repulse.bots.names import exact_name
from repulse.browser.nets import available_bots, net_missing_error
from repulse.daily import Calendar, Deal, ParRun
from repulse.daily.par import PAR_BOT, PAR_TEMPERATURE
from repulse.engine.bot import Bot
from repulse.table.daily import day_messages, run_message
from repulse.table.wire.daily import DailyDeals, DealPar, ParProgress

SLICE_SECONDS: Final = 0.12
"""Computing time of par before other requests have their turn: an answer at a table never waits longer."""
MAX_RUNS: Final = 12
"""The number of deals whose plays are kept: those of today, and some of other days."""


class LocalDaily:
    """The deals of the day for one person without a server."""

    def __init__(self, today: Callable[[], date]) -> None:
        self.calendar = Calendar()
        self.today = today
        self._runs: OrderedDict[str, ParRun] = OrderedDict()

    def day(self, day: str) -> DailyDeals:
        """Return the deals of a day; of today if `day` is empty.

        Raises:
            DealError: The day is no date, or has not come.
        """
        return day_messages(self.calendar, self.today(), day)

    def par(self, ident: str) -> ParProgress | DealPar:
        """Continue par of a deal for a while; return how far it is, or par.

        Raises:
            RepulseError: There is no such deal, or its net is not available.
        """
        run = self._runs.pop(ident, None) or self._begin(self.calendar.find(ident))
        self._runs[ident] = run
        if len(self._runs) > MAX_RUNS:
            self._runs.popitem(last=False)
        run.advance(SLICE_SECONDS)
        return run_message(run)

    @staticmethod
    def _begin(deal: Deal) -> ParRun:
        bots = available_bots(deal.game)
        if PAR_BOT not in bots:
            raise net_missing_error()

        def make_player(game: str, seed: int) -> Bot:
            player: Any = make_bot(exact_name(bots[PAR_BOT]), game, seed)
            player.temperature = PAR_TEMPERATURE
            result: Bot = player
            return result

        return ParRun(deal, make_player=make_player, bots=bots)
