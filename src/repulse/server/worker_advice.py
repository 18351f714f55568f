"""What helper processes do for people who want advice: hints for a question, reviews of records."""

from __future__ import annotations

import time
from collections import OrderedDict
from hashlib import sha256
from typing import Final

import msgspec

from repulse.engine.record import BadRecord, Record, read_record
from repulse.games import display_of
from repulse.server.limits import LARGEST_OPTIONS
from repulse.server.wire import encode
from repulse.server.worker_jobs import Advise, Advised, Examine, Examined, Matches
from repulse.table.protocol import GameReview, Hint, JudgedChoice
from repulse.table.replays import record_names

MOST_REVIEWS: Final = 8
"""Reviews under way that are kept."""
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
    """The reviews under way, by record and language."""

    def __init__(self) -> None:
        self.known: OrderedDict[bytes, object] = OrderedDict()

    def examine(self, job: Examine) -> Examined:
        """Go on with a review for a while."""
        from repulse.advice.review import Reviewer

        key = sha256(f"{job.language} {job.record}".encode()).digest()
        reviewer = self.known.pop(key, None)
        if not isinstance(reviewer, Reviewer):
            record = read_record(job.record)
            _check_size(record)
            players = record.options.get("players")
            names = record_names(record, players if isinstance(players, int) else 0)
            reviewer = Reviewer(record, display_of(record.game, job.language, names))
        until = time.monotonic() + job.seconds
        while reviewer.done < reviewer.total and time.monotonic() < until:
            reviewer.step()
        if reviewer.done < reviewer.total:
            self.known[key] = reviewer
            if len(self.known) > MOST_REVIEWS:
                self.known.popitem(last=False)
            return Examined(reviewer.done, reviewer.total)
        data = reviewer.review().to_data()
        judged = [JudgedChoice(**each) for each in data.pop("decisions")]
        return Examined(
            reviewer.done, reviewer.total, msgspec.Raw(encode(GameReview(**data, decisions=judged)))
        )


def _check_size(record: Record) -> None:
    if len(encode(record.options)) > LARGEST_OPTIONS:
        raise BadRecord(
            f"The options of a record that is reviewed here have at most {LARGEST_OPTIONS} bytes."
        )
