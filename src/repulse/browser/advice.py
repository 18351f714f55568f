"""Hints and reviews in the browser itself: slower than on a server, a stretch at a time."""

from __future__ import annotations

from typing import Final

from repulse.advice.hints import hints_for
from repulse.advice.stretches import Stretches
from repulse.browser.nets import thinker
from repulse.engine.record import Record
from repulse.games import display_of
from repulse.table.protocol import (
    GameReview,
    Hint,
    Hints,
    JudgedChoice,
    ReviewProgress,
)
from repulse.table.replays import record_names
from repulse.table.room import Refusal, Room

HINT_SECONDS: Final = 2.5
DECISION_SECONDS: Final = 0.6
"""How long a review looks at a decision."""
STRETCH: Final = 0.5
"""Seconds that a review is worked on before something else has its turn."""


class Advice:
    """Hints for one's own questions, and reviews of one's games."""

    def __init__(self) -> None:
        self._stretches = Stretches(_names, thinker, DECISION_SECONDS)

    def hints(self, room: Room, seat: int, language: str) -> Hints:
        """Hints for what a seat is asked now, from its own sight."""
        question = room.questions.get(seat)
        if not room.hints:
            raise Refusal("no-hints", "There are no hints in this room.")
        if seat < 0 or question is None or room.stage != "playing":
            raise Refusal("stale", "You are not asked anything now.")
        display = display_of(room.stored.game, language, room.names)
        found = hints_for(room.playing, seat, display, HINT_SECONDS, thinker)
        return Hints(
            question.number,
            [Hint(each.words, each.text, each.win, each.score, each.reasons) for each in found],
        )

    def review(self, record: str, language: str) -> ReviewProgress | GameReview:
        """How far the review of a record has come after another stretch, or the review."""
        reviewer = self._stretches.go_on(record, language, STRETCH)
        if reviewer.done < reviewer.total:
            return ReviewProgress(reviewer.done, reviewer.total)
        data = reviewer.review().to_data()
        judged = [JudgedChoice(**each) for each in data.pop("decisions")]
        return GameReview(**data, decisions=judged)


def _names(record: Record) -> list[str]:
    players = record.options.get("players")
    return record_names(record, players if isinstance(players, int) else 0)
