"""Par of deals of the day: played by helper processes a slice at a time, stored, and the same for everybody."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator
from typing import Final

from repulse.daily import Deal, Par
from repulse.server.guard.fair_queue import FairHelpers, Slots
from repulse.server.guard.limits import log_limit
from repulse.server.guard.quotas import Quotas
from repulse.server.helpers.jobs import ParPlayed, PlayPar
from repulse.server.helpers.pool import HelperError
from repulse.server.http.wire import encode
from repulse.server.people.deals import DealBook
from repulse.table.daily import par_message
from repulse.table.refusals import RefusalCode, RefusalError
from repulse.table.wire.daily import ParFailed, ParLine, ParProgress

SLICE_SECONDS: Final = 1.0
"""Length of the time slice of a par before another request has its turn."""
HELPER_TIMEOUT_S: Final = 30.0


class DealPars:
    """Par of deals: stored, or played for the first who asks, at whose expense the helpers work."""

    def __init__(self, helpers: FairHelpers, quotas: Quotas, book: DealBook) -> None:
        self.helpers = helpers
        self.quotas = quotas
        self.book = book
        self._slots = Slots(quotas.waiting_pars, quotas.max_pars_per_address)
        self._versions: dict[str, str] = {}
        """The version of par of each game, as helpers have named it."""

    def check(self, source: str) -> None:
        """Refuse one par too many."""
        full = self._slots.full(source)
        if full == "address":
            log_limit("max_pars_per_address", source)
            raise RefusalError(RefusalCode.TOO_MANY_REVIEWS, "Par of other deals is being played for you.")
        if full == "total":
            log_limit("waiting_pars", "all clients together")
            raise RefusalError(
                RefusalCode.BUSY, "Par of too many deals is being played. Please try again shortly."
            )

    async def lines(self, source: str, deal: Deal) -> AsyncGenerator[bytes]:
        """Yield the lines of a par: its progress, then par, or why it failed."""
        try:
            stored = await self._stored(deal)
            if stored is not None:
                yield _line(par_message(deal.id, stored))
                return
            # Again, since another may have begun in the meantime.
            self.check(source)
        except RefusalError as refusal:
            yield _line(ParFailed(str(refusal)))
            return
        with self._slots.take(source):
            async for line in self._play(source, deal):
                yield _line(line)

    async def _stored(self, deal: Deal) -> Par | None:
        version = self._versions.get(deal.game)
        return await self.book.par(deal.id, version) if version else None

    async def _play(self, source: str, deal: Deal) -> AsyncGenerator[ParLine]:
        """Play par a slice at a time."""
        until = time.monotonic() + self.quotas.review_seconds
        # The first slice only asks for the version: another process may have stored par.
        seconds = 0.0
        try:
            while True:
                report = await self.helpers.do(source, PlayPar(deal.to_data(), seconds), HELPER_TIMEOUT_S)
                assert isinstance(report, ParPlayed)
                self._versions[deal.game] = report.version
                par = await self.book.par(deal.id, report.version)
                if par is None and len(report.scores) >= report.total:
                    par = Par(tuple(report.scores), report.wins)
                    await self.book.keep_par(deal.id, report.version, par)
                if par is not None:
                    yield par_message(deal.id, par)
                    return
                yield ParProgress(len(report.scores), report.total)
                if time.monotonic() >= until:
                    log_limit("review_seconds", source)
                    yield ParFailed("Par takes too long.")
                    return
                seconds = SLICE_SECONDS
        except HelperError as error:
            yield ParFailed(f"Par cannot be played: {error}")


def _line(message: ParLine) -> bytes:
    return encode(message) + b"\n"
