"""Features: a position as a fixed-length row of small numbers, for a neural net to read.

`Learning.feature_layout` says what the numbers of a configuration mean; `Learning.features` writes them into a `bytearray`,
as the seat being asked sees the position. A number is between 0 and 255; divided by its scale it is at most about 1.
The same thing has the same name in all configurations of a game, so one net can serve them all.
A `FeatureWriter` is faster for a game in play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_VALUE: Final = 255
"""Larger numbers are written as this."""


class Block:
    """A run of adjacent numbers of one kind."""

    __slots__ = ("entries", "name", "scale", "start", "what")

    def __init__(self, name: str, entries: list[str], what: str, *, scale: int, start: int) -> None:
        self.name = name
        """The common prefix of their names."""
        self.entries = entries
        """The rest of each name; a single empty one for a number on its own."""
        self.what = what
        """Its meaning in words."""
        self.scale = scale
        self.start = start


class FeatureLayout:
    """The meaning of the numbers of `features` in a configuration of a game."""

    def __init__(self) -> None:
        self.names: list[str] = []
        """The stable name of each number."""
        self.scales: list[int] = []
        """The divisor of each number."""
        self.blocks: list[Block] = []
        self.size = 0

    def block(self, name: str, entries: Sequence[str], what: str, *, scale: int = 1) -> int:
        """Add a run of numbers and return its start.

        Args:
            name: The name of the block.
            entries: The names of its numbers.
            what: Its description.
            scale: The value that counts as 1.
        """
        start = self.size
        self.blocks.append(Block(name, list(entries), what, scale=scale, start=start))
        for entry in entries:
            self.names.append(f"{name}/{entry}" if entry else name)
            self.scales.append(scale)
        self.size += len(entries)
        return start

    def number(self, name: str, what: str, scale: int) -> int:
        """Add a single number and return its index.

        Args:
            name: The name of the number.
            what: Its description.
            scale: The value that counts as 1.
        """
        return self.block(name, [""], what, scale=scale)


def seat_name(away: int) -> str:
    """Return how features name a seat: by its distance from the one being asked."""
    return f"seat+{away}" if away else "me"


def table_of(layout: FeatureLayout) -> list[str]:
    """Return the layout as lines of a Markdown table."""
    lines = ["| from | numbers | name | scale | what |", "|---:|---:|---|---:|---|"]
    for block in layout.blocks:
        count = len(block.entries)
        name = block.name if block.entries == [""] else f"{block.name}/{_some(block.entries)}"
        lines.append(f"| {block.start} | {count} | `{name}` | {block.scale} | {block.what} |")
    return lines


def _some(entries: list[str]) -> str:
    return "|".join(entries).replace("|", " ") if len(entries) <= 6 else f"{entries[0]} ... {entries[-1]}"


def small(number: int) -> int:
    """Return the nearest number that can be written."""
    return 0 if number < 0 else MAX_VALUE if number > MAX_VALUE else number
