"""A lesson at a table: how far its player is, what is said now, and what its bots play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from repulse.engine.contract import RepulseError, Seat, read_choice
from repulse.engine.display.lesson import Lesson, Step, find_lesson, lesson_text
from repulse.engine.display.segments import text_of
from repulse.engine.match import Match
from repulse.games import display_of
from repulse.table.entries import SeatPlan
from repulse.table.messages import Coach
from repulse.table.words import table_words


def lesson_named(game: str, ident: str) -> Lesson | None:
    """A lesson of a game; None if there is no such lesson (any more)."""
    return find_lesson(display_of(game).lessons(), ident) if ident else None


def seats_of_lesson(lesson: Lesson, holder: str, name: str, face: str = "") -> list[SeatPlan]:
    """Who sits where in a lesson."""
    return [
        SeatPlan("person", name, "", holder, face) if seat.me else SeatPlan("bot", seat.name, seat.bot)
        for seat in lesson.seats
    ]


class Progress:
    """How far the player of a lesson is.

    It follows from the entries of the room. A question that the lesson does not speak of is left to the player, so
    that no lesson can get stuck.
    """

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.at = 0
        """The place of the current step; the number of steps once all are done."""
        self._before: list[int] = []
        """For each answer of the player: the step it was given at."""

    @property
    def step(self) -> Step | None:
        """The current step; None once all are done."""
        steps = self.lesson.steps
        return steps[self.at] if self.at < len(steps) else None

    def waits_for_reader(self) -> bool:
        """Whether the current step is one that is only read."""
        step = self.step
        return step is not None and not step.prompt and not step.until

    def read(self) -> None:
        """The player has read the current step."""
        if self.waits_for_reader():
            self.at += 1

    def answered(self, prompt: str, chosen: bool) -> None:
        """The player has answered a question, or there was only one answer."""
        self._before.append(self.at)
        step = self.step
        if step is not None and chosen and step.prompt == prompt:
            self.at += 1

    def undone(self, answers: int) -> None:
        """The player has taken back their last answers."""
        if answers:
            self.at = self._before[-answers]
            del self._before[-answers:]

    def look(self, match: Match) -> None:
        """Go on from a step that ends with a round or with the game."""
        over = match.is_over()
        while (step := self.step) is not None and (
            (step.until and (over or match.state.round_number() >= step.until)) or (step.prompt and over)
        ):
            self.at += 1

    def objection(self, prompt: str, words: Sequence[str], language: str) -> str:
        """What the lesson says against an answer; empty if it is taken."""
        step = self.step
        if step is None or step.until:
            return ""
        if not step.prompt:
            return table_words(language).text("lesson.read-first")
        if step.prompt != prompt or step.takes(words):
            return ""
        assert step.otherwise is not None
        return text_of(lesson_text(step.otherwise, language))

    def coach(self, language: str) -> Coach:
        """What the player is shown of the lesson now."""
        lesson, step = self.lesson, self.step
        title = text_of(lesson_text(lesson.title, language))
        steps = len(lesson.steps)
        if step is None:
            return Coach(lesson.ident, title, steps, steps, [], "over")
        waits: Any = "answer" if step.prompt else "play" if step.until else "next"
        accept = [list(words) for words in step.accept]
        said = lesson_text(step.say, language)
        return Coach(lesson.ident, title, self.at, steps, said, waits, step.prompt, accept, list(step.point))

    def play_of(self, match: Match, seat: Seat) -> list[str] | None:
        """What the bot in a seat answers by the lesson; None if the lesson does not say, or it cannot be done."""
        state = match.state
        decision = state.decision(seat)
        now = state.round_number()
        for play in self.lesson.seats[seat].plays:
            if play.round == now and play.prompt == decision.prompt:
                words = list(play.words)
                try:
                    state.clone().apply(seat, read_choice(match.game, state, decision, words))
                except RepulseError:
                    continue
                return words
        return None
