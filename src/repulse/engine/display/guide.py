"""The parts of a display that teach the game: its rulebook, its lessons, the changes of its overlays."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TypedDict

from repulse.engine.contract import (
    S,
)
from repulse.engine.display.lesson import Lesson, load_lessons
from repulse.engine.display.rulebook import Rulebook, has_rulebook, load_rulebook
from repulse.engine.display.texts import Texts
from repulse.engine.display.words import engine_words


class OverlayChanges(TypedDict):
    """An overlay of a game, for those who are about to play with it."""

    name: str
    lines: list[str]
    """The changes, one line for each card, component or number."""


class Guide(Texts[S]):
    """The rules for people. A game without a rulebook and lessons leaves it as it is."""

    def played(self, options: Mapping[str, object]) -> str:
        """Return the name of what is played with some options (in full): the game, and its mode if that has a name."""
        game = self.title or self.game.name
        if not self.has_rulebook():
            return game
        book = self.rulebook()
        mode = book.mode_name(book.own_mode(self.game.mode_of(options)))
        facts: dict[str, object] = {"game": game, "mode": mode}
        return game if mode == game else engine_words(self.language).text("played", facts)

    def rulebook_lists(self, mode: str) -> dict[str, list[str]]:
        """Return lines from the game's data to show under sections of its rules, by section id."""
        return {}

    def rulebook_facts(self) -> dict[str, object]:
        """Return what the texts of the rules take from the game's data, by the names of their slots."""
        return {}

    def rulebook_hidden(self) -> Collection[str]:
        """Return the sections of the rules that do not apply to the game as it is played, by id."""
        return ()

    def overlay_changes(self) -> list[OverlayChanges]:
        """Return what each overlay of the game (`with_options`) changes, in words."""
        return []

    def lessons(self) -> tuple[Lesson, ...]:
        """Return the lessons of the game, in their order.

        Raises:
            BadLesson: One of their files is not a lesson.
        """
        return load_lessons(self.package, self.game)

    @classmethod
    def has_rulebook(cls) -> bool:
        """Return whether the game has a written rulebook."""
        return bool(cls.package) and has_rulebook(cls.package)

    def rulebook(self) -> Rulebook:
        """Return the rulebook of the game.

        Raises:
            RepulseError: The game has no rulebook.
        """
        return load_rulebook(
            self.package,
            self.game.name,
            self.language,
            lists=self.rulebook_lists,
            facts=self.rulebook_facts(),
            hidden=self.rulebook_hidden(),
        )
