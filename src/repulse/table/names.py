"""Names and lines that people type, made fit to be shown to others."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

from repulse.engine.display.words import LANGUAGES
from repulse.table.room import Refusal
from repulse.table.words import table_words

LONGEST_NAME: Final = 40
MOST_MARKS: Final = 2
"""Combining marks on one letter: more would reach into the lines above and below."""


def clean(text: str, what: str, most: int = LONGEST_NAME) -> str:
    """A text on one line, not too long, without invisible characters; Refusal if it is too long."""
    made = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    made = _without_stacks(made)
    if len(made) > most:
        raise Refusal("too-long", f"{what} has at most {most} characters.")
    return made


def person_name(text: str) -> str:
    """The name of a person; Refusal if it is what a seat without a name is called."""
    made = clean(text, "A name")
    if _key(made) in _seat_names():
        raise Refusal("bad-name", "A seat without a name is called that. Please choose another name.")
    return made


def _without_stacks(text: str) -> str:
    """A text without marks piled on one letter."""
    made: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text):
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if marks <= MOST_MARKS:
            made.append(letter)
    return "".join(made)


def _key(name: str) -> str:
    """What two names have in common that look the same."""
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())


@lru_cache(maxsize=1)
def _seat_names() -> frozenset[str]:
    return frozenset(
        _key(table_words(language).text("player", {"n": number}))
        for language in LANGUAGES
        for number in range(1, 10)
    )
