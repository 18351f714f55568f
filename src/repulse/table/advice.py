"""Hints and reviews as messages."""

from __future__ import annotations

from collections.abc import Iterable

from repulse.advice.hints import RatedOption
from repulse.advice.review import Review
from repulse.table.wire.analysis import GameReview, Hint, JudgedChoice


def hint_messages(hints: Iterable[RatedOption]) -> list[Hint]:
    """Return hints as they are sent."""
    return [
        Hint(hint.tokens, hint.text, hint.win, hint.score, hint.reasons, hint.by_points) for hint in hints
    ]


def review_message(review: Review) -> GameReview:
    """Return a review as it is sent."""
    data = review.to_data()
    decisions = [JudgedChoice(**decision) for decision in data.pop("decisions")]
    return GameReview(**data, decisions=decisions)
