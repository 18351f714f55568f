"""Names and lines that people type, made fit to be shown to others."""

from __future__ import annotations

from typing import Final

from repulse.table.room import Refusal

LONGEST_NAME: Final = 40


def clean(text: str, what: str, most: int = LONGEST_NAME) -> str:
    """A text on one line, not too long, without invisible characters; Refusal if it is too long."""
    made = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    if len(made) > most:
        raise Refusal("too-long", f"{what} has at most {most} characters.")
    return made
