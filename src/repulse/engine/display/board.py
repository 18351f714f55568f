"""A table drawn with letters for a terminal: lines of spans, each with a tone that the terminal may show as a color.

Tones never carry meaning alone: without colors the words say the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple
from unicodedata import east_asian_width

Tone = Literal["", "strong", "quiet", "own", "gain", "loss", "cyan", "yellow", "red", "green", "magenta"]


class Span(NamedTuple):
    """Some text in one tone."""

    text: str
    tone: Tone = ""


Line = list[Span]
"""A line of a drawn table."""

WIDE: Final = "WF"
"""The classes of characters that take two columns."""


def text_width(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    return sum(2 if east_asian_width(letter) in WIDE else 1 for letter in text)


def line_width(line: Iterable[Span]) -> int:
    """Return how many columns of a terminal a line takes."""
    return sum(text_width(span.text) for span in line)


def justified(left: Line, right: Line, width: int) -> list[Line]:
    """Return a line with one part at each edge; two lines where they do not fit beside each other."""
    room = width - line_width(left) - line_width(right)
    return [[*left, Span(" " * room), *right]] if room > 1 else [left, right]


def flowed(items: Sequence[Line], width: int, *, indent: int, separator: str = " · ") -> list[Line]:
    """Return items one after another, in as many indented lines as they need. An item is never broken.

    Args:
        items: The items to show.
        width: The columns of a line.
        indent: The columns left empty at the beginning of each line.
        separator: The text between two items of a line.
    """
    lines: list[Line] = []
    used = width
    for item in items:
        needed = line_width(item)
        if lines and used + text_width(separator) + needed <= width:
            lines[-1].append(Span(separator, "quiet"))
            lines[-1].extend(item)
            used += text_width(separator) + needed
        else:
            lines.append([Span(" " * indent), *item])
            used = indent + needed
    return lines


def wrapped(text: str, width: int) -> list[str]:
    """Return a text as lines of at most `width` columns, broken between words, or between letters where there are no spaces."""
    lines: list[str] = []
    line = ""
    for word in re.findall(r"\S+\s*", text):
        for piece in _pieces(word, width):
            if line and text_width(line + piece.rstrip()) > width:
                lines.append(line.rstrip())
                line = ""
            line += piece
    return [*lines, line.rstrip()] if line else lines


def _pieces(word: str, width: int) -> list[str]:
    """Return a word whole, or letter by letter where it may or must be broken: in scripts without spaces, or too wide a word."""
    return list(word) if text_width(word.rstrip()) > min(width, len(word.rstrip())) else [word]
