"""Texts with card names marked, so that a screen need not recognize them.

While a text is being built, a marked name is a string like any other: it can fill a slot of a catalogue or be joined
with others. `segments` splits the finished text at its marks; `plain` removes them.
"""

from __future__ import annotations

import re
from typing import Final, NotRequired, TypeAlias, TypedDict

# Noncharacters of Unicode, reserved for use within a program: no real text contains them.
_OPEN: Final = "\ufdd0"
_CLOSE: Final = "\ufdd1"
_MARKED: Final = re.compile(f"{_OPEN}([^{_OPEN}{_CLOSE}]*){_CLOSE}")
_MARKS: Final = str.maketrans("", "", _OPEN + _CLOSE)


class Segment(TypedDict):
    """A piece of a text."""

    text: str
    card: NotRequired[str]
    """The card that the piece names, if any."""


Text: TypeAlias = list[Segment]
"""A text for a screen, as consecutive pieces; empty for no text."""


def mark_card(name: str) -> str:
    """Mark the name of a card."""
    return f"{_OPEN}{name}{_CLOSE}"


def plain(text: str) -> str:
    """Return a text without its marks."""
    return text.translate(_MARKS)


def segments(text: str) -> Text:
    """Split a text at its marks."""
    parts: Text = []
    for place, piece in enumerate(_MARKED.split(text)):
        if place % 2:
            parts.append({"text": piece, "card": piece})
        elif piece:
            parts.append({"text": plain(piece)})
    return parts


def text_of(text: Text) -> str:
    """Join the text of segments."""
    return "".join(segment["text"] for segment in text)
