"""A lesson at a table: how far its player is, what is said now, and what its bots play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from repulse.engine.contract import RepulseError, Seat
from repulse.engine.display.lesson import Lesson, LessonStep, find_lesson, lesson_text
from repulse.engine.display.segments import text_of
from repulse.engine.match import Match
from repulse.engine.tokens import read_choice
from repulse.games import display_of
from repulse.table.wire.views import Coach
from repulse.table.words import table_words


def lesson_named(game: str, ident: str) -> Lesson | None:
    """Return a lesson of a game; None if it does not exist."""
    return find_lesson(display_of(game).lessons(), ident) if ident else None


class LessonProgress:
    """The progress of the player of a lesson.

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
    def step(self) -> LessonStep | None:
        """The current step; None once all are done."""
        steps = self.lesson.steps
        return steps[self.at] if self.at < len(steps) else None

    def waits_for_reader(self) -> bool:
        """Return whether the current step is one that is only read."""
        step = self.step
        return step is not None and not step.prompt and not step.until

    def is_free(self) -> bool:
        """Return whether the guided steps are over, so that the player plays without help from the lesson."""
        step = self.step
        return step is None or bool(step.until)

    def read(self) -> None:
        """Advance from a step that is only read."""
        if self.waits_for_reader():
            self.at += 1

    def answer(self, prompt: str, chosen: bool) -> None:
        """Note that the player has answered a question, or had a single answer."""
        self._before.append(self.at)
        step = self.step
        if step is not None and chosen and step.prompt == prompt:
            self.at += 1

    def undo(self, answers: int) -> None:
        """Return to the step at which the player gave the answers that were taken back."""
        if answers:
            self.at = self._before[-answers]
            del self._before[-answers:]

    def skip_finished(self, match: Match) -> None:
        """Advance from a step that ends with a round or with the game."""
        over = match.is_over()
        while (step := self.step) is not None and (
            (step.until and (over or match.state.round_number() >= step.until)) or (step.prompt and over)
        ):
            self.at += 1

    def is_accepted(self, prompt: str, words: Sequence[str]) -> bool:
        """Return whether the lesson takes these words as the answer to a question."""
        step = self.step
        if step is None or step.until:
            return True
        return bool(step.prompt) and (step.prompt != prompt or step.takes(words))

    def objection(self, prompt: str, words: Sequence[str], language: str) -> str:
        """Return what the lesson says against an answer; empty if it is accepted."""
        step = self.step
        if step is None or self.is_accepted(prompt, words):
            return ""
        if not step.prompt:
            return table_words(language).text("lesson.read-first")
        assert step.otherwise is not None
        return text_of(lesson_text(step.otherwise, language))

    def coach(self, language: str) -> Coach:
        """Return what the player is shown of the lesson now."""
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
        """Return what the bot in a seat answers by the lesson; None if the lesson leaves it open, or it is illegal."""
        state = match.state
        decision = state.decision(seat)
        now = state.round_number()
        for play in self.lesson.seats[seat].plays:
            if play.round == now and play.prompt == decision.prompt:
                words = list(play.words)
                try:
                    state.clone().apply(seat, read_choice(match.game, state, decision, tokens=words))
                except RepulseError:
                    continue
                return words
        return None
