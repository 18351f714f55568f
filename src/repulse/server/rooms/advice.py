"""Hints and reviews, computed in helper processes so that only the requester waits."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator
from typing import Final

import msgspec

from repulse.server.guard.fair_queue import FairHelpers, Slots
from repulse.server.guard.limits import log_limit
from repulse.server.guard.quotas import Quotas
from repulse.server.guard.rates import RateLimiter
from repulse.server.helpers.jobs import Advise, Advised, Examine, Examined
from repulse.server.helpers.pool import HelperError
from repulse.server.http.wire import encode
from repulse.server.rooms.presence import Viewer
from repulse.server.rooms.session import RoomSession
from repulse.table.refusals import RefusalCode, RefusalError
from repulse.table.wire.analysis import Hints, ReviewFailed, ReviewProgress

SLICE_SECONDS: Final = 1.0
"""Length of the time slice of a review before another request has its turn."""
HELPER_TIMEOUT_S: Final = 30.0
"""A helper that has not answered after this long is considered hung."""


class Advice:
    """Hints and reviews, by helper processes that addresses share fairly."""

    def __init__(self, advisers: FairHelpers, quotas: Quotas) -> None:
        self.advisers = advisers
        self.quotas = quotas
        self._rate = RateLimiter(quotas.hints_per_minute)
        self._rate_of_address = RateLimiter(quotas.hints_per_minute_per_address)
        self._hints = Slots(quotas.waiting_hints, quotas.max_hints_per_address)
        self._reviews = Slots(quotas.waiting_reviews, quotas.max_reviews_per_address)

    async def hints(self, session: RoomSession, viewer: Viewer) -> Hints:
        """Return hints for the pending decision of a viewer, from the view of their seat.

        Raises:
            RefusalError: Hints are not available, or a limit is reached.
        """
        async with session.lock:
            session.committer.check()
            room = session.room
            if not room.hints:
                raise RefusalError(RefusalCode.NO_HINTS, "Hints are disabled in this room.")
            question = room.questions.get(viewer.seat)
            if viewer.seat < 0 or question is None or room.stage != "playing":
                raise RefusalError(RefusalCode.STALE, "You have no pending decision.")
            match = room.playing
            job = Advise(
                room=room.id,
                game=room.stored.game,
                options=match.options,
                seed=match.seed,
                choices=list(match.choices),
                seat=viewer.seat,
                bot="",
                seconds=session.services.bot_seconds,
                language=viewer.language,
                names=room.names,
            )
        self._check_hints(viewer, job.room)
        with self._hints.take(viewer.source):
            try:
                report = await self.advisers.do(viewer.source, job, HELPER_TIMEOUT_S)
            except HelperError as error:
                raise RefusalError(RefusalCode.NO_HINTS, f"No hint is available: {error}") from error
        assert isinstance(report, Advised)
        return Hints(question.number, msgspec.json.decode(report.hints))

    def _check_hints(self, viewer: Viewer, room: str) -> None:
        """Refuse one hint too many."""
        full = self._hints.full(viewer.source)
        if full == "address":
            log_limit("max_hints_per_address", viewer.source)
            raise RefusalError(RefusalCode.TOO_MANY_HINTS, "You are already waiting for other hints.")
        if full == "total":
            log_limit("waiting_hints", "all clients together")
            raise RefusalError(RefusalCode.BUSY, "Too many requests for advice. Please try again shortly.")
        if not self._rate.take(viewer.owner):
            log_limit("hints_per_minute", f"a seat of room {room}")
            raise RefusalError(
                RefusalCode.TOO_MANY_HINTS, "Too many hint requests. Please try again shortly."
            )
        if viewer.source and not self._rate_of_address.take(viewer.source):
            log_limit("hints_per_minute_per_address", viewer.source)
            raise RefusalError(
                RefusalCode.TOO_MANY_HINTS, "Too many hint requests. Please try again shortly."
            )

    def check_review(self, source: str) -> None:
        """Refuse one review too many."""
        full = self._reviews.full(source)
        if full == "address":
            log_limit("max_reviews_per_address", source)
            raise RefusalError(
                RefusalCode.TOO_MANY_REVIEWS,
                "Another review of yours is in progress. Please wait until it is done.",
            )
        if full == "total":
            log_limit("waiting_reviews", "all clients together")
            raise RefusalError(
                RefusalCode.BUSY, "Too many reviews are in progress. Please try again shortly."
            )

    async def review(self, source: str, record: str, language: str) -> AsyncGenerator[bytes]:
        """Yield the lines of a review: its progress, then the review, or why it failed."""
        try:
            # Again, since another review may have begun in the meantime.
            self.check_review(source)
        except RefusalError as refusal:
            yield _line(ReviewFailed(str(refusal)))
            return
        with self._reviews.take(source):
            async for line in self._stretches(source, record, language):
                yield line

    async def _stretches(self, source: str, record: str, language: str) -> AsyncGenerator[bytes]:
        """Make a review a stretch at a time."""
        until = time.monotonic() + self.quotas.review_seconds
        try:
            while True:
                report = await self.advisers.do(
                    source, Examine(record, language, SLICE_SECONDS), HELPER_TIMEOUT_S
                )
                assert isinstance(report, Examined)
                yield _line(ReviewProgress(report.done, report.total))
                if report.is_finished:
                    yield bytes(report.review) + b"\n"
                    return
                if time.monotonic() >= until:
                    log_limit("review_seconds", source)
                    yield _line(ReviewFailed("This review takes too long."))
                    return
        except HelperError as error:
            yield _line(ReviewFailed(f"This record cannot be reviewed: {error}"))


def _line(message: ReviewProgress | ReviewFailed) -> bytes:
    return encode(message) + b"\n"
