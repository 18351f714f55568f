"""Positions of records, shown by a helper process that addresses share fairly."""

from __future__ import annotations

from repulse.server.guard.cpu_budget import MAX_TURN_S, SOURCE, CpuBudget
from repulse.server.guard.fair_queue import FairHelpers, Slots
from repulse.server.guard.limits import log_limit
from repulse.server.guard.quotas import Quotas
from repulse.server.helpers.jobs import Show, Shown
from repulse.server.helpers.pool import HelperError, HelperPool
from repulse.table.refusals import RefusalCode, RefusalError


class SharedReplays:
    """Shows positions of records: addresses take turns, and each has a share of the processor time of the helper.

    The work of the helper for an address is counted apart from the work of the server's own thread: somebody who looks
    at a long replay waits for replays only, never for a move.
    """

    def __init__(self, helpers: HelperPool, quotas: Quotas) -> None:
        self.quotas = quotas
        self.work = CpuBudget(quotas.cpu_share, quotas.cpu_burst_seconds)
        """The processor time of the helper, by address."""
        self._helpers = FairHelpers(helpers)
        self._places = Slots(quotas.waiting_replays, quotas.max_replays_per_address)

    async def show(self, job: Show) -> bytes:
        """Return a position of a record as JSON.

        Raises:
            RefusalError: The record is invalid, or its address or all clients together ask for too much.
        """
        source = SOURCE.get()
        self._check(source)
        with self._places.take(source):
            await self.work.turn(source)
            try:
                report = await self._helpers.do(source, job, self.quotas.replay_seconds)
            except HelperError as error:
                self.work.charge(error.cpu_seconds)
                if error.ident == "slow":
                    log_limit("replay_seconds", source)
                raise RefusalError(RefusalCode.BAD_RECORD, f"This record cannot be shown: {error}") from error
        self.work.charge(report.cpu_seconds)
        assert isinstance(report, Shown)
        return bytes(report.step)

    def _check(self, source: str) -> None:
        """Refuse one request too many."""
        if self.work.wait(source) > MAX_TURN_S:
            log_limit("cpu_share", source)
            raise RefusalError(
                RefusalCode.TOO_MANY_REQUESTS, "Too many replay requests. Please try again shortly."
            )
        full = self._places.full(source)
        if full == "address":
            log_limit("max_replays_per_address", source)
            raise RefusalError(
                RefusalCode.TOO_MANY_REQUESTS,
                "Too many simultaneous replay requests. Please try again shortly.",
            )
        if full == "total":
            log_limit("waiting_replays", "all clients together")
            raise RefusalError(RefusalCode.BUSY, "The server is busy with replays. Please try again shortly.")
