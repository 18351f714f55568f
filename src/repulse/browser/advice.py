"""Hints and reviews in the browser itself: slower than on a server, one slice of time after the other."""

from __future__ import annotations

from typing import Final

from repulse.advice.hints import hints_for
from repulse.advice.review_queue import ReviewQueue
from repulse.browser.nets import make_searcher
from repulse.games import display_of
from repulse.table.advice import hint_messages, review_message
from repulse.table.refusals import RefusalCode, RefusalError
from repulse.table.replays import names_in_record
from repulse.table.room_state import RoomState
from repulse.table.wire.analysis import GameReview, Hints, ReviewProgress

HINT_SECONDS: Final = 2.5
SLICE_SECONDS: Final = 0.5
"""Computing time of a review before other requests have their turn."""


class LocalAdvice:
    """Hints for the person's own questions, and reviews of their games."""

    def __init__(self) -> None:
        self._queue = ReviewQueue(names_in_record, make_adviser=make_searcher)

    def hints(self, room: RoomState, seat: int, language: str) -> Hints:
        """Return hints for the question of a seat, computed from its own view.

        Raises:
            RefusalError: The seat has no question, or the room has no hints.
        """
        question = room.questions.get(seat)
        if not room.hints:
            raise RefusalError(RefusalCode.NO_HINTS, "There are no hints in this room.")
        if seat < 0 or question is None or room.stage != "playing":
            raise RefusalError(RefusalCode.STALE, "You have no pending decision.")
        display = display_of(room.stored.game, language, room.names)
        hints = hints_for(room.playing, seat, display, seconds=HINT_SECONDS, make_adviser=make_searcher)
        return Hints(question.number, hint_messages(hints))

    def review(self, record: str, language: str) -> ReviewProgress | GameReview:
        """Continue the review of a record for a while; return how far it is, or the finished review."""
        reviewer = self._queue.advance(record, language, SLICE_SECONDS)
        if reviewer.done < reviewer.total:
            return ReviewProgress(reviewer.done, reviewer.total)
        return review_message(reviewer.review())
