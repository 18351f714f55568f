"""What a game tells about a finished game to people who study many: tables of small whole numbers.

A game declares its tables (`Game.study_tables`) and writes the rows of one finished game (`Game.study`) from its last
position and its log. Who plays, who won and the number of the game are added by whoever gathers them. Reports know
columns only by what they are, so that any game can have one.
"""

from __future__ import annotations

from typing import Final

# What a table has a row for.
SEATS: Final = "seats"
"""Each seat, in order. One table at most; its columns become columns of the table `seats`."""
THINGS: Final = "things"
"""Each thing (a card, a region) that a seat had to do with. The first column is the thing."""
ROUNDS: Final = "rounds"
"""Each seat in each round. The first column is the round."""

# What a column holds.
NUMBER: Final = "number"
"""Any number."""
CHOICE: Final = "choice"
"""One of some words, by its number."""
POINTS: Final = "points"
"""A part of the score; these columns add up to it. Of a seat."""
COUNT: Final = "count"
"""How often something happened; 0 for never. Of a thing."""
WHEN: Final = "when"
"""The round in which something first happened; 0 for never. Of a thing."""


class Column:
    """A column of a table: numbers from -32,768 to 32,767."""

    __slots__ = ("kind", "name", "words")

    def __init__(self, name: str, kind: str = NUMBER, words: list[str] | None = None) -> None:
        self.name = name
        self.kind = kind
        self.words = words or []
        """The words of a column of things or choices, by number."""


class StudyTable:
    """A table that a game fills."""

    __slots__ = ("columns", "name", "role")

    def __init__(self, name: str, role: str, columns: list[Column]) -> None:
        self.name = name
        """Its name in the data set, such as `cards`."""
        self.role = role
        """SEATS, THINGS or ROUNDS."""
        self.columns = columns
        """Its columns after the seat. A row is written as the seat, then a number for each of them."""
