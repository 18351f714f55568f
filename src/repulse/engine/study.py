"""The facts of a finished game for studies of many games: tables of small integers.

A game declares its tables (`GameStudy.tables`) and writes the rows of one finished game (`GameStudy.add_rows`) from its last
position and its log. The collector adds the players, the winners and the number of the game. Reports know
columns only by what they are, so that any game can have one.
"""

from __future__ import annotations

from typing import Any, Final, Generic

from repulse.engine import mypyc_attr
from repulse.engine.contract import Event, Game, S

# The thing that a table has a row for.
SEATS: Final = "seats"
"""Each seat, in order. One table at most; its columns become columns of the table `seats`."""
THINGS: Final = "things"
"""Each thing (a card, a region) that a seat used. The first column is the thing."""
ROUNDS: Final = "rounds"
"""Each seat in each round. The first column is the round."""

# The content of a column.
NUMBER: Final = "number"
"""Any number."""
CHOICE: Final = "choice"
"""One of several words, by its number."""
POINTS: Final = "points"
"""A part of the score; these columns add up to it. Of a seat."""
COUNT: Final = "count"
"""The number of times something happened; 0 for never. Of a thing."""
WHEN: Final = "when"
"""The round in which something first happened; 0 for never. Of a thing."""


class Column:
    """A column of a table: numbers from -32,768 to 32,767."""

    __slots__ = ("kind", "label", "name", "words")

    def __init__(
        self, name: str, kind: str = NUMBER, words: list[str] | None = None, *, label: str = ""
    ) -> None:
        """Declare a column.

        Args:
            name: Its name in the data set.
            kind: The content of the column, such as NUMBER or TIMES.
            words: The words of a column of things or choices, by number.
            label: Its title in a report; by default made from the name.
        """
        self.name = name
        self.kind = kind
        self.label = label or name.removeprefix("points_").replace("_", " ")
        """Its title in a report."""
        self.words = words or []
        """The words of a column of things or choices, by number."""


# The types of facts.
TEXT: Final = "text"
WHOLE: Final = "whole"
REAL: Final = "real"
FLAG: Final = "flag"


class Fact:
    """A fact of `Game.result_facts`, declared so that the columns of a data set do not depend on samples."""

    __slots__ = ("kind", "name", "per_seat")

    def __init__(self, name: str, kind: str = WHOLE, *, per_seat: bool = False) -> None:
        self.name = name
        self.kind = kind
        """TEXT, WHOLE, REAL or FLAG; the value may also be None."""
        self.per_seat = per_seat
        """Whether the fact is a list with one value per seat."""


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


@mypyc_attr(allow_interpreted_subclasses=True)
class GameStudy(Generic[S]):
    """The study part of a game. This one has no tables; a game may derive its own.

    The entry of a game names it (`repulse.games.GameEntry.study`).
    """

    def __init__(self, game: Game[S]) -> None:
        self.game = game

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.game,)

    def facts(self, state: S) -> list[Fact]:
        """Return the facts of `Game.result_facts` that become columns: the same for every game of a configuration."""
        return []

    def tables(self, state: S) -> list[StudyTable]:
        """Return the tables to fill: the same for every game of a configuration."""
        return []

    def thing_facts(self, state: S) -> dict[str, dict[str, list[Any]]]:
        """Return what things are, per table of things that has such facts.

        Each is a table of its own, in columns with a value (a text, a number, a truth value or None) for every word of the first
        column of that table, in order: what a card costs, for example. Reports filter and sort by them.

        Args:
            state: A position of the game.
        """
        return {}

    def add_rows(self, state: S, log: list[Event], tables: list[list[int]]) -> None:
        """Add the rows of a finished game to `tables`, one flat list for each table.

        A row is the seat and then a number for each column. `log` is the whole log of the game.

        Args:
            state: The final position.
            log: The events of the game.
            tables: The rows so far, per table.
        """
