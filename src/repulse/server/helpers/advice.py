"""Advice in helper processes: hints for a decision, reviews of records, par of deals of the day."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Final

import msgspec

from repulse.engine.record import BadRecord, Record
from repulse.games import display_of
from repulse.server.guard.limits import MAX_OPTIONS_BYTES
from repulse.server.helpers.jobs import (
    Advise,
    Advised,
    Examine,
    Examined,
    MatchCache,
    ParPlayed,
    PlayPar,
)
from repulse.server.http.wire import encode
from repulse.table.advice import hint_messages, review_message
from repulse.table.replays import names_in_record

if TYPE_CHECKING:
    from repulse.advice.review_queue import ReviewQueue
    from repulse.daily.par import ParRun

MAX_PARS: Final = 16
"""The number of pars that a helper keeps unfinished."""
TIME_FRACTION: Final = 0.4
"""The fraction of the time limit that a hint uses."""


def advise(matches: MatchCache, job: Advise) -> Advised:
    """Return hints for the pending decision of a seat."""
    # Few helpers are ever asked for hints.
    from repulse.advice.hints import SECONDS, hints_for

    match = matches.update(job).match
    display = display_of(job.game, job.language, job.names)
    seconds = min(SECONDS, TIME_FRACTION * job.seconds) if job.seconds else SECONDS
    hint_list = hints_for(match, job.seat, display, seconds=seconds)
    return Advised(msgspec.Raw(encode(hint_messages(hint_list))))


class Reviews:
    """The reviews under way."""

    def __init__(self) -> None:
        self._stretches: ReviewQueue | None = None

    def examine(self, job: Examine) -> Examined:
        """Continue a review for a slice of time."""
        # Imported when first needed: few helpers ever review anything.
        from repulse.advice.review_queue import ReviewQueue

        if self._stretches is None:
            self._stretches = ReviewQueue(_names)
        reviewer = self._stretches.advance(job.record, job.language, job.seconds)
        if reviewer.done < reviewer.total:
            return Examined(reviewer.done, reviewer.total)
        message = review_message(reviewer.review())
        return Examined(reviewer.done, reviewer.total, msgspec.Raw(encode(message)))


class ParRuns:
    """The pars under way, by deal."""

    def __init__(self) -> None:
        self._runs: OrderedDict[str, ParRun] = OrderedDict()
        self._versions: dict[str, str] = {}

    def play(self, job: PlayPar) -> ParPlayed:
        """Continue par of a deal for a slice of time."""
        # Imported when first needed, as above.
        from repulse.daily.deals import deal_from_data
        from repulse.daily.par import ParRun, par_version

        deal = deal_from_data(job.deal)
        run = self._runs.pop(deal.id, None)
        if run is None or run.deal != deal:
            run = ParRun(deal)
        if not run.advance(job.seconds):
            self._runs[deal.id] = run
        if len(self._runs) > MAX_PARS:
            self._runs.popitem(last=False)
        if deal.game not in self._versions:
            self._versions[deal.game] = par_version(deal)
        return ParPlayed(run.plays, list(run.scores), run.wins, self._versions[deal.game])


def _names(record: Record) -> list[str]:
    _check_size(record)
    return names_in_record(record)


def _check_size(record: Record) -> None:
    if len(encode(record.options)) > MAX_OPTIONS_BYTES:
        raise BadRecord(
            f"The options of a record that is reviewed here have at most {MAX_OPTIONS_BYTES} bytes."
        )
