"""Counting games: from the rows that a game writes about itself (`GameStudy`) to sums.

Every array of sums ends with an axis of measures: the number of seats, their wins (in units of `WIN`) and, where it says
so, their score. The names of arrays:

    games                      games, unfinished ones
    rounds                     games by their number of rounds
    seats                      per seat: number, wins, score
    choices/<column>           per word of a choice of the seats, such as the start world
    strategies                 per strategy
    strategies/<column>        per word of the first choice and strategy
    things/<table>/<column>    per thing: seats with more than zero in the column, such as cards placed
    when/<table>/<column>      per thing and round
    start/<table>/<column>     per thing and word of the first choice
    pairs/<table>/<column>     per two things that one seat used
    rounds/<table>/<column>    per round and word of a choice in rounds, such as the action
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from repulse.almanac.sums import WIN, Sums
from repulse.engine.study import CHOICE, COUNT, POINTS, ROUNDS, SEATS, THINGS, WHEN, Column, StudyTable
from repulse.study.clusters import Strategies
from repulse.study.record import StudiedGame
from repulse.study.schema import Schema

MAX_ROUND: Final = 24
"""Later rounds are counted with this one."""
UNIONS: Final = {"held": ("opening", "drawn")}
"""Columns that are derived where a table has their parts: what a seat had in hand was dealt or drawn."""


@dataclass(frozen=True)
class Counter:
    """Counts the games of one configuration."""

    head: dict[str, Any]
    schema: Schema
    strategies: Strategies | None

    def table(self, role: str) -> StudyTable | None:
        """Return the first table of a role."""
        return next((table for table in self.schema.tables if table.role == role), None)

    def count(self, games: Sequence[StudiedGame]) -> Sums:
        """Return the sums over some games with consecutive seeds."""
        rows = _Rows(self.schema, games)
        arrays: dict[str, Any] = {}
        self._count_games(games, arrays)
        first_choice = self._count_seats(rows, arrays)
        for index, table in enumerate(self.schema.tables):
            if table.role == THINGS:
                _count_things(rows, index, table, first_choice=first_choice, arrays=arrays)
            elif table.role == ROUNDS:
                _count_rounds(rows, index, table, arrays=arrays)
        seeds = [game.result.seed for game in games]
        return Sums(self.head, [(min(seeds), max(seeds) + 1)], arrays)

    def _count_games(self, games: Sequence[StudiedGame], arrays: dict[str, Any]) -> None:
        unfinished = sum(game.result.unfinished for game in games)
        arrays["games"] = np.array([len(games), unfinished], np.int64)
        rounds = [min(game.result.rounds or 0, MAX_ROUND) for game in games]
        arrays["rounds"] = np.bincount(rounds, minlength=MAX_ROUND + 1)

    def _count_seats(self, rows: _Rows, arrays: dict[str, Any]) -> tuple[Any, int]:
        """Count seats; return the first choice of each seat and the number of its words."""
        seat_numbers = np.arange(len(rows.won)) % self.schema.players
        arrays["seats"] = _sums([seat_numbers], [self.schema.players], rows.won, score=rows.score)
        seats = self.table(SEATS)
        first_choice = (np.zeros(len(rows.won), np.int64), 0)
        if seats is None:
            return first_choice
        columns = rows.of(self.schema.tables.index(seats), seats)
        name = ""
        for column in seats.columns:
            if column.kind != CHOICE:
                continue
            size = len(column.words)
            values = columns[column.name]
            arrays[f"choices/{column.name}"] = _sums([values], [size], rows.won, score=rows.score)
            if not first_choice[1]:
                first_choice, name = (values, size), column.name
        points = point_columns(seats)
        if self.strategies is not None and points:
            strategies = self.strategies.of(np.stack([columns[column.name] for column in points], axis=1))
            size = len(self.strategies.names)
            arrays["strategies"] = _sums([strategies], [size], rows.won, score=rows.score)
            if name:
                cells = [first_choice[0], strategies]
                arrays[f"strategies/{name}"] = _sums(cells, [first_choice[1], size], rows.won)
        return first_choice


class _Rows:
    """The rows of some games."""

    def __init__(self, schema: Schema, games: Sequence[StudiedGame]) -> None:
        self._games = games
        self._players = schema.players
        shares = [share for game in games for share in game.result.win_shares()]
        self.won = np.rint(np.array(shares) * WIN).astype(np.int64)
        """The wins of each seat of each game."""
        self.score = np.array([score for game in games for score in game.result.scores], np.int64)

    def of(self, index: int, table: StudyTable) -> dict[str, Any]:
        """Return the columns of a table; `@` is the number of the seat in `won` that a row is about."""
        width = len(table.columns) + 1
        cells = np.frombuffer(b"".join(game.tables[index] for game in self._games), np.int16).reshape(
            -1, width
        )
        per_game = [len(game.tables[index]) // (2 * width) for game in self._games]
        games = np.repeat(np.arange(len(self._games)), per_game)
        columns = {column.name: cells[:, i].astype(np.int64) for i, column in enumerate(table.columns, 1)}
        return {"@": games * self._players + cells[:, 0], **columns}


def point_columns(seats: StudyTable) -> list[Column]:
    """Return the columns of points of the table of seats."""
    return [column for column in seats.columns if column.kind == POINTS]


def points_of(schema: Schema, games: Sequence[StudiedGame]) -> Any:
    """Return the points of each seat by source; None if the game has no such columns."""
    for index, table in enumerate(schema.tables):
        if table.role == SEATS and point_columns(table):
            columns = _Rows(schema, games).of(index, table)
            return np.stack([columns[column.name] for column in point_columns(table)], axis=1)
    return None


def _sums(cells: list[Any], shape: list[int], won: Any, *, score: Any = None) -> Any:
    """Return the number of rows in each cell, their wins and, if given, their scores."""
    size = int(np.prod(shape))
    index = np.ravel_multi_index(tuple(cells), tuple(shape)) if len(won) else np.zeros(0, np.int64)
    weights = [None, won] if score is None else [None, won, score]
    sums = [np.rint(np.bincount(index, weight, minlength=size)).astype(np.int64) for weight in weights]
    return np.stack(sums, axis=-1).reshape(*shape, len(weights))


def _count_things(
    rows: _Rows, index: int, table: StudyTable, *, first_choice: tuple[Any, int], arrays: dict[str, Any]
) -> None:
    columns = rows.of(index, table)
    thing = table.columns[0]
    size = len(thing.words)
    things, seats = columns[thing.name], columns["@"]
    won = rows.won[seats]
    used = {column.name: columns[column.name] > 0 for column in table.columns if column.kind in (COUNT, WHEN)}
    for union, parts in UNIONS.items():
        if all(part in used for part in parts):
            used[union] = np.logical_or.reduce([used[part] for part in parts])
    for name, rows_with in used.items():
        arrays[f"things/{table.name}/{name}"] = _sums([things[rows_with]], [size], won[rows_with])
    for column in table.columns:
        if column.kind != WHEN:
            continue
        placed = used[column.name]
        key = f"{table.name}/{column.name}"
        rounds = np.minimum(columns[column.name][placed], MAX_ROUND)
        arrays[f"when/{key}"] = _sums([things[placed], rounds], [size, MAX_ROUND + 1], won[placed])
        if first_choice[1]:
            choices = first_choice[0][seats[placed]]
            arrays[f"start/{key}"] = _sums([things[placed], choices], [size, first_choice[1]], won[placed])
        arrays[f"pairs/{key}"] = _count_pairs(things[placed], seats[placed], won[placed], size=size)


def _count_pairs(things: Any, seats: Any, won: Any, *, size: int) -> Any:
    """Return the sums of the pairs of things that one seat used, the lower number first."""
    order = np.lexsort((things, seats))
    things, seats, won = things[order], seats[order], won[order]
    sums = np.zeros((size, size, 2), np.int64)
    for offset in range(1, len(seats)):
        same = np.flatnonzero(seats[offset:] == seats[:-offset])
        if not len(same):
            break
        sums += _sums([things[same], things[same + offset]], [size, size], won[same])
    return sums


def _count_rounds(rows: _Rows, index: int, table: StudyTable, *, arrays: dict[str, Any]) -> None:
    columns = rows.of(index, table)
    won = rows.won[columns["@"]]
    rounds = np.minimum(columns[table.columns[0].name], MAX_ROUND)
    for column in table.columns[1:]:
        if column.kind == CHOICE:
            shape = [MAX_ROUND + 1, len(column.words)]
            arrays[f"rounds/{table.name}/{column.name}"] = _sums([rounds, columns[column.name]], shape, won)
