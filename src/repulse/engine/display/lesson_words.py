"""The words of lessons: a file for each language in the folder `lessons/words` of a game.

A file has a table for each lesson with its `title` and `about`, and in it a table for each step with what it says (`say`, `otherwise`):

    [first-game]
    title = "Your first game"
    about = "..."

    [first-game.settle]
    say = "Place [Gem World]: it costs 2."
    otherwise = "You can have that one next round."

A lesson file may instead hold its words itself, each as a table by language (`say.en = "..."`).
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources.abc import Traversable
from typing import Any, Final

from repulse.engine.display.languages import LANGUAGES
from repulse.engine.parsing import ParseError, parse_toml

LessonWords = Mapping[str, Mapping[str, Any]]
"""By language, the tables of a file."""

LESSON_TEXTS: Final = ("title", "about")
STEP_TEXTS: Final = ("say", "otherwise")


def read_words(folder: Traversable) -> LessonWords:
    """Return the words of the lessons in a folder.

    Raises:
        ParseError: A file is not TOML; the message names it.
    """
    words: dict[str, Mapping[str, Any]] = {}
    for language in LANGUAGES:
        source = folder / "words" / f"{language}.toml"
        if not source.is_file():
            continue
        try:
            words[language] = parse_toml(source.read_text(encoding="utf-8"))
        except ParseError as error:
            raise ParseError(f"words/{language}.toml: {error}") from None
    return words


def add_words(data: dict[str, Any], ident: str, words: LessonWords) -> list[str]:
    """Put the words of a lesson where a file that holds them itself has them.

    Returns:
        The names of tables that belong to no step.
    """
    tables_of_steps = data.get("step", [])
    if not isinstance(tables_of_steps, list):
        tables_of_steps = []
    steps = [step for step in tables_of_steps if isinstance(step, dict)]
    stray: list[str] = []
    for language, tables in words.items():
        table = tables.get(ident, {})
        _add(data, table, LESSON_TEXTS, language=language)
        for name, row in table.items():
            if not isinstance(row, Mapping):
                continue
            meant = [step for step in steps if step.get("id") == name]
            for step in meant:
                _add(step, row, STEP_TEXTS, language=language)
            if not meant:
                stray.append(f"words/{language}.toml: [{ident}.{name}]")
    return stray


def _add(target: dict[str, Any], table: Mapping[str, Any], keys: tuple[str, ...], *, language: str) -> None:
    for key in keys:
        if key in table and isinstance(target.setdefault(key, {}), dict):
            target[key][language] = table[key]
