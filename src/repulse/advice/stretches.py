"""Reviews that are made a stretch at a time, so that somebody else has a turn in between."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from time import monotonic
from typing import Final

from repulse.advice.adviser import MakeAdviser, shipped
from repulse.advice.review import SECONDS, Reviewer
from repulse.engine.record import Record, read_record
from repulse.games import display_of

MOST_REVIEWS: Final = 8
"""Reviews under way that are kept."""


class Stretches:
    """The reviews under way, by record and language."""

    def __init__(
        self,
        names: Callable[[Record], list[str]],
        make: MakeAdviser = shipped,
        decision_seconds: float = SECONDS,
    ) -> None:
        self.names = names
        """What the players of a record are called; it may refuse a record."""
        self.make = make
        self.decision_seconds = decision_seconds
        self.known: OrderedDict[bytes, Reviewer] = OrderedDict()

    def go_on(self, record: str, language: str, seconds: float) -> Reviewer:
        """Go on with the review of a record for a while; BadRecord if it is none."""
        key = sha256(f"{language} {record}".encode()).digest()
        reviewer = self.known.pop(key, None)
        if reviewer is None:
            made = read_record(record)
            display = display_of(made.game, language, self.names(made))
            reviewer = Reviewer(made, display, self.decision_seconds, self.make)
        until = monotonic() + seconds
        while reviewer.done < reviewer.total and monotonic() < until:
            reviewer.step()
        if reviewer.done < reviewer.total:
            self.known[key] = reviewer
            if len(self.known) > MOST_REVIEWS:
                self.known.popitem(last=False)
        return reviewer
