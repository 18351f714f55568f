"""The counts behind a report, part by part, so that a million games need little memory.

Counts are cubes: sums per value, bot and seat. Those of several parts are added.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from repulse.engine.study import CHOICE, COUNT, POINTS, ROUNDS, SEATS, THINGS, WHEN
from repulse.study.clusters import Strategies
from repulse.study.dataset import arrow, readable

LAST_ROUND: Final = 40
"""Later rounds are counted with this one."""
MAX_SCORE: Final = 400
"""Higher scores are counted with this one."""

# Subjects of counts and sums.
GAMES: Final = "games"
GAME_ROUNDS: Final = "rounds"
SEAT: Final = "seat"
SCORE: Final = "score"
SEAT_CHOICE: Final = "choice"
SEAT_POINTS: Final = "points"
STRATEGY: Final = "strategy"
ENDING: Final = "ending"
ENDING_SEAT: Final = "seat by ending"
ENDING_STRATEGY: Final = "strategy by ending"
THING: Final = "thing"
THING_ROUND: Final = "thing by round"
THING_PAIR: Final = "pair of things"
ROUND_CHOICE: Final = "choice by round"

# The measures: what is summed.
NUMBER: Final = "n"
WINS: Final = "won"
SCORES: Final = "score"
SQUARES: Final = "square"
ALL: Final = "all"


class SumKey(NamedTuple):
    """The key of an array of sums."""

    subject: str
    """The counted thing."""
    name: str = ""
    """The ending or the column, if the subject has several."""
    table: str = ""
    """The table of the column, if it is not `seats`."""
    measure: str = NUMBER
    """The summed column."""

    def of(self, measure: str) -> SumKey:
        """Return the key of another measure of the same subject."""
        return self._replace(measure=measure)


Counts: TypeAlias = dict[SumKey, Any]
"""Arrays of sums."""


@dataclass(frozen=True)
class Source:
    """A data set as the workers need it."""

    folder: str
    manifest: dict[str, Any]
    players: int
    bots: list[str]
    strategies: Strategies | None

    def tables(self, role: str) -> list[dict[str, Any]]:
        """Return the tables of a role."""
        return [table for table in self.manifest["tables"] if table["role"] == role]

    def seat_columns(self, kind: str) -> list[dict[str, Any]]:
        """Return the columns of a kind that the game adds to `seats`."""
        return [
            column for table in self.tables(SEATS) for column in table["columns"] if column["kind"] == kind
        ]

    def point_columns(self) -> list[str]:
        """Return the names of the columns of points."""
        return [column["name"] for column in self.seat_columns(POINTS)]


def count_part(source: Source, part: int) -> Counts:
    """Return the counts of one part of a data set."""
    counts: Counts = {}
    games = read_table(source, "games", part)
    counts[SumKey(GAMES)] = np.array([games.num_rows, games.column("unfinished").to_numpy().sum()])
    rounds = games.column("rounds").fill_null(0).to_numpy()
    counts[SumKey(GAME_ROUNDS)] = np.bincount(np.minimum(rounds, MAX_SCORE), minlength=MAX_SCORE + 1)
    seats = read_table(source, "seats", part)
    _count_seats(source, seats, counts)
    if "ending" in games.column_names:
        _count_endings(source, games, seats, counts=counts)
    for table in source.tables(THINGS):
        _count_things(source, table, read_table(source, table["name"], part), counts=counts)
    for table in source.tables(ROUNDS):
        _count_rounds(source, table, read_table(source, table["name"], part), counts=counts)
    return counts


class _Cells:
    """The cell of each row of a table: its bot and seat."""

    def __init__(self, source: Source, table: Any) -> None:
        self.size = len(source.bots) * source.players
        bots = _indices(table, "bot", source.bots)
        self.index = bots * source.players + table.column("seat").to_numpy().astype(np.int64)
        self.won = table.column("won").to_numpy().astype(np.float64)

    def sums(self, values: Any, size: int, weights: Any = None) -> Any:
        """Return the number of rows per value, bot and seat; or the sums of weights."""
        return np.bincount(values * self.size + self.index, weights, minlength=size * self.size)

    def add(self, counts: Counts, key: SumKey, values: Any, *, size: int, weights: Mapping[str, Any]) -> None:
        """Add the number of rows per value, bot and seat, and the sum of each measure, to the counts."""
        counts[key] = self.sums(values, size)
        for measure, weight in weights.items():
            counts[key.of(measure)] = self.sums(values, size, weight)


def _count_seats(source: Source, table: Any, counts: Counts) -> None:
    cells = _Cells(source, table)
    zeros = np.zeros(table.num_rows, np.int64)
    score = table.column("score").to_numpy().astype(np.float64)
    won_and_score = {WINS: cells.won, SCORES: score}
    cells.add(counts, SumKey(SEAT), zeros, size=1, weights={**won_and_score, SQUARES: score * score})
    clipped = np.clip(score, 0, MAX_SCORE).astype(np.int64)
    cells.add(counts, SumKey(SCORE), clipped, size=MAX_SCORE + 1, weights={WINS: cells.won})
    for column in source.seat_columns(CHOICE):
        values = _indices(table, column["name"], column["words"])
        key = SumKey(SEAT_CHOICE, column["name"])
        cells.add(counts, key, values, size=len(column["words"]), weights=won_and_score)
    for name in source.point_columns():
        points = table.column(name).to_numpy().astype(np.float64)
        key = SumKey(SEAT_POINTS, name)
        counts[key.of(ALL)] = cells.sums(zeros, 1, points)
        counts[key.of(WINS)] = cells.sums(zeros, 1, points * cells.won)
    if source.strategies is not None:
        groups = source.strategies.of(read_points(table, source.point_columns()))
        size = len(source.strategies.names)
        cells.add(counts, SumKey(STRATEGY), groups, size=size, weights=won_and_score)


def _count_endings(source: Source, games: Any, seats: Any, *, counts: Counts) -> None:
    """Count games, and seats with their strategies, per ending."""
    cells = _Cells(source, seats)
    score = seats.column("score").to_numpy().astype(np.float64)
    endings = games.column("ending").combine_chunks().dictionary_encode()
    names = [name or "" for name in endings.dictionary.to_pylist()]
    # A game that was stopped has no ending.
    of_game = np.nan_to_num(endings.indices.to_numpy(zero_copy_only=False), nan=len(names)).astype(np.int64)
    of_seat = of_game[np.searchsorted(games.column("game").to_numpy(), seats.column("game").to_numpy())]
    strategies = source.strategies
    groups = None if strategies is None else strategies.of(read_points(seats, source.point_columns()))
    for number, name in enumerate([*names, ""]):
        rows = np.flatnonzero(of_seat == number)
        if not len(rows):
            continue
        counts[SumKey(ENDING, name)] = np.array([(of_game == number).sum()])
        index = cells.index[rows]
        for measure, weights in {NUMBER: None, WINS: cells.won[rows], SCORES: score[rows]}.items():
            key = SumKey(ENDING_SEAT, name, measure=measure)
            counts[key] = np.bincount(index, weights, minlength=cells.size)
            if groups is not None and strategies is not None:
                key = SumKey(ENDING_STRATEGY, name, measure=measure)
                size = len(strategies.names) * cells.size
                counts[key] = np.bincount(groups[rows] * cells.size + index, weights, minlength=size)


def _count_things(source: Source, description: Mapping[str, Any], table: Any, *, counts: Counts) -> None:
    cells = _Cells(source, table)
    thing, *columns = description["columns"]
    words = thing["words"]
    things = _indices(table, thing["name"], words)
    index = things * cells.size + cells.index
    size = len(words) * cells.size
    # Most rows are of seats that lost, and add nothing to the wins.
    winners = np.flatnonzero(cells.won)
    for column in columns:
        if column["kind"] not in (COUNT, WHEN):
            continue
        values = table.column(column["name"]).to_numpy()
        rows = np.flatnonzero(values)
        winning = winners[values[winners] != 0]
        key = SumKey(THING, column["name"], description["name"])
        counts[key] = np.bincount(index[rows], minlength=size)
        counts[key.of(WINS)] = np.bincount(index[winning], cells.won[winning], minlength=size)
        if column["kind"] == WHEN:
            rounds = things * (LAST_ROUND + 1) + np.minimum(values, LAST_ROUND)
            key = SumKey(THING_ROUND, column["name"], description["name"])
            length = len(words) * (LAST_ROUND + 1)
            counts[key] = np.bincount(rounds[rows], minlength=length)
            counts[key.of(WINS)] = np.bincount(rounds[winning], cells.won[winning], minlength=length)
            key = SumKey(THING_PAIR, column["name"], description["name"])
            seats = table.column("game").to_numpy().astype(np.int64) * source.players + _seats(table)
            _count_pairs(counts, key, things[rows], seats=seats[rows], won=cells.won[rows], size=len(words))


def _seats(table: Any) -> Any:
    return table.column("seat").to_numpy().astype(np.int64)


def _count_pairs(counts: Counts, key: SumKey, things: Any, *, seats: Any, won: Any, size: int) -> None:
    """Count the pairs of things that one seat used, the lower number first.

    Args:
        counts: Receives the counts.
        key: The key of the pairs.
        things: The things, row by row.
        seats: The seat of a game in each row.
        won: The share of the win in each row.
        size: The number of things.
    """
    order = np.lexsort((things, seats))
    things, seats, won = things[order], seats[order], won[order]
    numbers, wins = np.zeros(size * size, np.int64), np.zeros(size * size)
    offset = 1
    while True:
        same = (
            np.flatnonzero(seats[offset:] == seats[:-offset])
            if offset < len(seats)
            else np.zeros(0, np.int64)
        )
        if not len(same):
            break
        pairs = things[same] * size + things[same + offset]
        numbers += np.bincount(pairs, minlength=size * size)
        wins += np.bincount(pairs, won[same], minlength=size * size)
        offset += 1
    counts[key], counts[key.of(WINS)] = numbers, wins


def _count_rounds(source: Source, description: Mapping[str, Any], table: Any, *, counts: Counts) -> None:
    cells = _Cells(source, table)
    first, *columns = description["columns"]
    rounds = np.minimum(table.column(first["name"]).to_numpy().astype(np.int64), LAST_ROUND)
    for column in columns:
        if column["kind"] == CHOICE:
            words = column["words"]
            values = rounds * len(words) + _indices(table, column["name"], words)
            key = SumKey(ROUND_CHOICE, column["name"], description["name"])
            cells.add(counts, key, values, size=(LAST_ROUND + 1) * len(words), weights={WINS: cells.won})


# --- reading ---


def read_table(source: Source, table: str, part: int) -> Any:
    """Return a table of a part."""
    path = Path(source.folder) / table / f"{part:05d}.parquet"
    # There is a process per core already.
    with readable(path):
        return arrow().parquet.read_table(path, use_threads=False)


def read_points(table: Any, columns: list[str]) -> Any:
    """Return columns of points as an array, one row per seat."""
    return np.stack([table.column(name).to_numpy() for name in columns], axis=1)


def _indices(table: Any, name: str, words: list[str]) -> Any:
    """Return a column of words as indices into `words`, independent of their order in the file."""
    column = table.column(name).combine_chunks()
    if column.type == arrow().string():
        column = column.dictionary_encode()
    positions = {word: i for i, word in enumerate(words)}
    translation = np.array([positions[word] for word in column.dictionary.to_pylist()], np.int64)
    indices = column.indices.to_numpy(zero_copy_only=False)
    return translation[indices] if len(translation) else indices.astype(np.int64)
