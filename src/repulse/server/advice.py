"""Advice over the network: hints and reviews, made in helper processes, so that nobody waits for them but who asked."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from typing import Final

import msgspec

from repulse.server.limits import Quotas, Rate, limit_hit
from repulse.server.live_room import LiveRoom, Viewer
from repulse.server.wire import encode
from repulse.server.work import SOURCE
from repulse.server.worker_jobs import Advise, Advised, Examine, Examined
from repulse.server.worker_pool import HelperFailed, Helpers
from repulse.table.protocol import Hints, ReviewFailed, ReviewProgress
from repulse.table.room import Refusal

STRETCH: Final = 1.0
"""Seconds that a review is worked on before somebody else has a turn."""
PATIENCE: Final = 30.0
"""Seconds after which a helper that should have answered is taken for lost."""


class Advice:
    """Hints and reviews for everybody, by a pool of helper processes of its own."""

    def __init__(self, advisers: Helpers, quotas: Quotas) -> None:
        self.advisers = advisers
        self.quotas = quotas
        self._rate = Rate(quotas.hints_a_minute)
        self._reviews = 0

    async def hints(self, live: LiveRoom, viewer: Viewer) -> Hints:
        """Hints for what a viewer is asked now, from the sight of their own seat."""
        async with live.lock:
            live.check()
            room = live.room
            if not room.hints:
                raise Refusal("no-hints", "There are no hints in this room.")
            question = room.questions.get(viewer.seat)
            if viewer.seat < 0 or question is None or room.stage != "playing":
                raise Refusal("stale", "You are not asked anything now.")
            match = room.playing
            job = Advise(
                room.room,
                room.stored.game,
                match.options,
                match.seed,
                list(match.choices),
                viewer.seat,
                "",
                live.bot_seconds,
                viewer.language,
                room.names,
            )
        if not self._rate.take(viewer.holder):
            limit_hit("hints_a_minute", f"a seat of room {job.room}")
            raise Refusal("too-many-hints", "You have asked for many hints. Please wait a little.")
        if self.advisers.waiting() >= self.quotas.waiting_hints:
            limit_hit("waiting_hints", "all clients together")
            raise Refusal("busy", "Many ask for advice just now. Please try again in a moment.")
        try:
            report = await self.advisers.do(job.room, job, PATIENCE)
        except HelperFailed as error:
            raise Refusal("no-hints", f"There is no hint: {error}") from error
        assert isinstance(report, Advised)
        return Hints(question.number, msgspec.json.decode(report.hints))

    async def review(self, record: str, language: str) -> AsyncIterator[bytes]:
        """A review as lines: how far it has come, and at last the review, or why there is none."""
        if self._reviews >= self.quotas.waiting_reviews:
            limit_hit("waiting_reviews", "all clients together")
            yield _line(ReviewFailed("Many reviews are being made just now. Please try again in a moment."))
            return
        self._reviews += 1
        try:
            until = time.monotonic() + self.quotas.review_seconds
            while True:
                report = await self.advisers.do("", Examine(record, language, STRETCH), PATIENCE)
                assert isinstance(report, Examined)
                yield _line(ReviewProgress(report.done, report.total))
                if report.finished:
                    yield bytes(report.review) + b"\n"
                    return
                if time.monotonic() >= until:
                    limit_hit("review_seconds", SOURCE.get())
                    yield _line(ReviewFailed("This review takes too long."))
                    return
        except HelperFailed as error:
            yield _line(ReviewFailed(f"This record cannot be reviewed: {error}"))
        finally:
            self._reviews -= 1


def _line(message: ReviewProgress | ReviewFailed) -> bytes:
    return encode(message) + b"\n"
