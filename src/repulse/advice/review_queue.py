"""Reviews in slices of time, so that other work can run in between."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from time import monotonic
from typing import Final

from repulse.advice.adviser import AdviserFactory, default_adviser
from repulse.advice.review import DETERMINIZATIONS, Reviewer
from repulse.engine.record import Record, read_record
from repulse.games import display_of

MAX_REVIEWS: Final = 8
"""The number of unfinished reviews that are kept."""


class ReviewQueue:
    """The unfinished reviews, by record and language."""

    def __init__(
        self,
        names: Callable[[Record], list[str]],
        *,
        make_adviser: AdviserFactory = default_adviser,
        determinizations: int = DETERMINIZATIONS,
    ) -> None:
        """Start without reviews.

        Args:
            names: Returns the names of the players of a record; it may refuse a record.
            make_adviser: Makes the searching bots.
            determinizations: The number of determinizations per decision.
        """
        self.names = names
        self.make_adviser = make_adviser
        self.determinizations = determinizations
        self.reviews: OrderedDict[bytes, Reviewer] = OrderedDict()

    def advance(self, record: str, language: str, seconds: float) -> Reviewer:
        """Advance the review of a record by about `seconds`; return it.

        Raises:
            BadRecord: The text is not a record.
        """
        key = sha256(f"{language} {record}".encode()).digest()
        reviewer = self.reviews.pop(key, None)
        if reviewer is None:
            parsed = read_record(record)
            display = display_of(parsed.game, language, self.names(parsed))
            reviewer = Reviewer(
                parsed, display, determinizations=self.determinizations, make_adviser=self.make_adviser
            )
        deadline = monotonic() + seconds
        while reviewer.done < reviewer.total and monotonic() < deadline:
            reviewer.step()
        if reviewer.done < reviewer.total:
            self.reviews[key] = reviewer
            if len(self.reviews) > MAX_REVIEWS:
                self.reviews.popitem(last=False)
        return reviewer
