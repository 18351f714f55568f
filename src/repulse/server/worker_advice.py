"""What helper processes do for people who want advice: hints for a question, reviews of records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from repulse.engine.record import BadRecord, Record
from repulse.games import display_of
from repulse.server.limits import LARGEST_OPTIONS
from repulse.server.wire import encode
from repulse.server.worker_jobs import Advise, Advised, Examine, Examined, Matches
from repulse.table.protocol import GameReview, Hint, JudgedChoice
from repulse.table.replays import record_names

if TYPE_CHECKING:
    from repulse.advice.stretches import Stretches

SPARE: Final = 0.4
"""The part of the time allowed that a hint means to use."""


def advise(matches: Matches, job: Advise) -> Advised:
    """Hints for what a seat is asked now."""
    from repulse.advice.hints import SECONDS, hints_for

    match = matches.seating(job).match
    display = display_of(job.game, job.language, job.names)
    seconds = min(SECONDS, SPARE * job.seconds) if job.seconds else SECONDS
    found = hints_for(match, job.seat, display, seconds)
    return Advised(
        msgspec.Raw(
            encode([Hint(each.words, each.text, each.win, each.score, each.reasons) for each in found])
        )
    )


class Reviews:
    """The reviews under way."""

    def __init__(self) -> None:
        self._stretches: Stretches | None = None

    def examine(self, job: Examine) -> Examined:
        """Go on with a review for a while."""
        # What it takes to judge is imported when it is first needed: few helpers ever are asked.
        from repulse.advice.stretches import Stretches

        if self._stretches is None:
            self._stretches = Stretches(_names)
        reviewer = self._stretches.go_on(job.record, job.language, job.seconds)
        if reviewer.done < reviewer.total:
            return Examined(reviewer.done, reviewer.total)
        data = reviewer.review().to_data()
        judged = [JudgedChoice(**each) for each in data.pop("decisions")]
        return Examined(
            reviewer.done, reviewer.total, msgspec.Raw(encode(GameReview(**data, decisions=judged)))
        )


def _names(record: Record) -> list[str]:
    _check_size(record)
    players = record.options.get("players")
    return record_names(record, players if isinstance(players, int) else 0)


def _check_size(record: Record) -> None:
    if len(encode(record.options)) > LARGEST_OPTIONS:
        raise BadRecord(
            f"The options of a record that is reviewed here have at most {LARGEST_OPTIONS} bytes."
        )
