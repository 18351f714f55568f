"""The tables at which an assistant sits: games in this process, and seats at tables of a server."""

from __future__ import annotations

from typing import Final, Protocol

from repulse.engine.contract import RepulseError, Seat
from repulse.env.text.table import TextTable

MAX_TABLES: Final = 20
"""An assistant that begins more tables must first leave one."""


class AssistantTable(Protocol):
    """One table as an assistant knows it."""

    def describe(self) -> str:
        """Return what is played, in a line."""
        ...

    def look(self) -> str:
        """Return what the seat sees now: an observation, or the result."""
        ...

    def answer(self, reply: str) -> str:
        """Play an answer and return what the seat sees next.

        Raises:
            RepulseError: It is not a legal answer, or nothing is asked.
        """
        ...


class LocalTable:
    """A game against bots in this process."""

    def __init__(self, table: TextTable, seat: Seat) -> None:
        self.table = table
        self.seat = seat

    def describe(self) -> str:
        """Return what is played, in a line."""
        match = self.table.match
        return f"{self.table.display.played(match.options)}, round {match.state.round_number()}"

    def look(self) -> str:
        """Return the observation of the seat, or the result."""
        if self.table.is_over():
            return f"The game is over.\n{self.table.result()}"
        return self.table.observation(self.seat)

    def answer(self, reply: str) -> str:
        """Play an answer and return the next observation.

        Raises:
            RepulseError: The game is over, or this is not a legal answer.
        """
        if self.table.is_over():
            raise RepulseError("The game is over.")
        self.table.answer(self.seat, reply)
        return self.look()


class AssistantTables:
    """The tables of one assistant, by short names."""

    def __init__(self) -> None:
        self._tables: dict[str, AssistantTable] = {}
        self._count = 0

    def add(self, table: AssistantTable) -> str:
        """Keep a table and return its name.

        Raises:
            RepulseError: There are too many tables.
        """
        if len(self._tables) >= MAX_TABLES:
            raise RepulseError(f"You have {MAX_TABLES} tables; leave one first.")
        self._count += 1
        name = f"table{self._count}"
        self._tables[name] = table
        return name

    def get(self, name: str) -> AssistantTable:
        """Return a table.

        Raises:
            RepulseError: There is no such table; the message lists the tables.
        """
        if name not in self._tables:
            listed = ", ".join(self._tables) or "none"
            raise RepulseError(f"There is no table {name!r}; your tables are: {listed}.")
        return self._tables[name]

    def leave(self, name: str) -> None:
        """Forget a table.

        Raises:
            RepulseError: There is no such table.
        """
        self.get(name)
        del self._tables[name]

    def describe(self) -> str:
        """Return a line for each table."""
        return "\n".join(f"{name}: {table.describe()}" for name, table in self._tables.items()) or "no tables"
