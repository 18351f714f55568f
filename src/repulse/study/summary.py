"""The figures of a report: everything counted once, part by part, so that a million games need little memory.

Counts are cubes: by value, bot and seat. The page adds up what its filters leave.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np

from repulse.arena.many import cores, in_spans
from repulse.arena.workers import Workers
from repulse.engine.contract import Data
from repulse.engine.study import CHOICE, COUNT, POINTS, ROUNDS, SEATS, THINGS, WHEN
from repulse.study.clusters import Strategies, find_strategies
from repulse.study.dataset import DataSet, arrow, read_manifest, readable

Counts: TypeAlias = dict[str, Any]
"""Arrays of sums, by name; parts are added up."""

LAST_ROUND: Final = 40
"""Rounds after this one are counted with it."""
SCORES: Final = 400
"""So are scores beyond this one."""
SAMPLE: Final = 20
"""How many parts strategies are looked for in."""
FEW: Final = 8
"""Fewer parts than this are counted in this process."""


@dataclass(frozen=True)
class Source:
    """A data set as the workers need it."""

    folder: str
    manifest: dict[str, Any]
    players: int
    bots: list[str]
    strategies: Strategies | None

    def tables(self, role: str) -> list[dict[str, Any]]:
        """The tables of a role."""
        return [table for table in self.manifest["tables"] if table["role"] == role]

    def seat_columns(self, kind: str) -> list[dict[str, Any]]:
        """The columns of a kind that the game adds to `seats`."""
        return [
            column for table in self.tables(SEATS) for column in table["columns"] if column["kind"] == kind
        ]


def summarise(folder: Path, progress: Callable[[], None] = lambda: None) -> Data:
    """The figures of a data set; `progress` is called after each part."""
    data = DataSet.open(folder)
    manifest = read_manifest(folder)
    parts = list(data.parts())
    players = len(manifest["bots"])
    plain = Source(str(folder), manifest, players, sorted(set(manifest["bots"])), None)
    source = Source(plain.folder, manifest, players, plain.bots, _strategies(plain, parts))
    sums: Counts = {}
    for counts in _counted(source, parts):
        for name, values in counts.items():
            sums[name] = sums[name] + values if name in sums else values
        progress()
    return _figures(source, sums)


def names_of(folders: Sequence[Path]) -> list[str]:
    """What to call each of some folders: its name, with as many of those above it as tell it from the others."""
    places = [folder.absolute().parts for folder in folders]
    return [
        next(
            str(Path(*parts[-n:]))
            for n in range(1, len(parts) + 1)
            if not any(other != parts and other[-n:] == parts[-n:] for other in places)
        )
        for parts in places
    ]


def _counted(source: Source, parts: list[int]) -> Any:
    if len(parts) < FEW or cores() == 1:
        yield from (count_part(source, batch) for batch in parts)
        return
    with Workers(count_part, source, cores()) as pool:
        for batch in in_spans(pool, [range(first, first + 1) for first in parts]):
            for counts in batch.games:
                if isinstance(counts, Exception):
                    raise counts
                yield counts


def _strategies(source: Source, parts: list[int]) -> Strategies | None:
    columns = [column["name"] for column in source.seat_columns(POINTS)]
    if not columns or not parts:
        return None
    step = max(1, len(parts) // SAMPLE)
    points = [_points(_read(source, "seats", batch), columns) for batch in parts[::step][:SAMPLE]]
    return find_strategies(
        np.concatenate(points), [name.removeprefix("points_").replace("_", " ") for name in columns]
    )


def count_part(source: Source, batch: int) -> Counts:
    """The counts of one part."""
    found: Counts = {}
    games = _read(source, "games", batch)
    found["games"] = np.array([games.num_rows, games.column("unfinished").to_numpy().sum()])
    rounds = games.column("rounds").fill_null(0).to_numpy()
    found["rounds"] = np.bincount(np.minimum(rounds, SCORES), minlength=SCORES + 1)
    seats = _read(source, "seats", batch)
    _count_seats(source, seats, found)
    if "ending" in games.column_names:
        _count_endings(source, games, seats, found)
    for table in source.tables(THINGS):
        _count_things(source, table, _read(source, table["name"], batch), found)
    for table in source.tables(ROUNDS):
        _count_rounds(source, table, _read(source, table["name"], batch), found)
    return found


class _Cell:
    """Where each row counts: which bot, and which seat."""

    def __init__(self, source: Source, table: Any) -> None:
        self.size = len(source.bots) * source.players
        bots = _indices(table, "bot", source.bots)
        self.at = bots * source.players + table.column("seat").to_numpy().astype(np.int64)
        self.won = table.column("won").to_numpy().astype(np.float64)

    def counts(self, values: Any, size: int, weights: Any = None) -> Any:
        """How many rows there are of each value, by bot and seat; or the sums of weights."""
        return np.bincount(values * self.size + self.at, weights, minlength=size * self.size)


def _count_seats(source: Source, table: Any, found: Counts) -> None:
    cell = _Cell(source, table)
    nothing = np.zeros(table.num_rows, np.int64)
    score = table.column("score").to_numpy().astype(np.float64)
    found["seats n"] = cell.counts(nothing, 1)
    found["seats won"] = cell.counts(nothing, 1, cell.won)
    found["seats score"] = cell.counts(nothing, 1, score)
    found["seats square"] = cell.counts(nothing, 1, score * score)
    held = np.clip(score, 0, SCORES).astype(np.int64)
    found["scores n"] = cell.counts(held, SCORES + 1)
    found["scores won"] = cell.counts(held, SCORES + 1, cell.won)
    for column in source.seat_columns(CHOICE):
        words = column["words"]
        values = _indices(table, column["name"], words)
        found[f"choice {column['name']} n"] = cell.counts(values, len(words))
        found[f"choice {column['name']} won"] = cell.counts(values, len(words), cell.won)
        found[f"choice {column['name']} score"] = cell.counts(values, len(words), score)
    names = [column["name"] for column in source.seat_columns(POINTS)]
    for name in names:
        points = table.column(name).to_numpy().astype(np.float64)
        found[f"points {name} all"] = cell.counts(nothing, 1, points)
        found[f"points {name} won"] = cell.counts(nothing, 1, points * cell.won)
    if source.strategies is not None:
        size = len(source.strategies.names)
        group = source.strategies.of(_points(table, names))
        found["strategy n"] = cell.counts(group, size)
        found["strategy won"] = cell.counts(group, size, cell.won)
        found["strategy score"] = cell.counts(group, size, score)


def _count_endings(source: Source, games: Any, seats: Any, found: Counts) -> None:
    """Games, and seats with their strategies, by how their game ended."""
    cell = _Cell(source, seats)
    score = seats.column("score").to_numpy().astype(np.float64)
    endings = games.column("ending").combine_chunks().dictionary_encode()
    words = [word or "" for word in endings.dictionary.to_pylist()]
    # A game that was called off has none.
    of_game = np.nan_to_num(endings.indices.to_numpy(zero_copy_only=False), nan=len(words)).astype(np.int64)
    place = np.searchsorted(games.column("game").to_numpy(), seats.column("game").to_numpy())
    of_seat = of_game[place]
    names = [column["name"] for column in source.seat_columns(POINTS)]
    groups = None if source.strategies is None else source.strategies.of(_points(seats, names))
    for number, word in enumerate([*words, ""]):
        here = of_seat == number
        if not here.any():
            continue
        found[f"ending {word}"] = np.array([(of_game == number).sum()])
        only = np.flatnonzero(here)
        values = {"n": None, "won": cell.won[only], "score": score[only]}
        for name, weights in values.items():
            found[f"seats of {word} {name}"] = np.bincount(cell.at[only], weights, minlength=cell.size)
            if groups is not None and source.strategies is not None:
                at = groups[only] * cell.size + cell.at[only]
                most = len(source.strategies.names) * cell.size
                found[f"strategy of {word} {name}"] = np.bincount(at, weights, minlength=most)


def _count_things(source: Source, shape: Mapping[str, Any], table: Any, found: Counts) -> None:
    cell = _Cell(source, table)
    thing, *columns = shape["columns"]
    words = thing["words"]
    things = _indices(table, thing["name"], words)
    at = things * cell.size + cell.at
    size = len(words) * cell.size
    # Most rows are of seats that lost, and add nothing to the wins.
    winners = np.flatnonzero(cell.won)
    for column in columns:
        if column["kind"] not in (COUNT, WHEN):
            continue
        name = f"{shape['name']} {column['name']}"
        values = table.column(column["name"]).to_numpy()
        where = np.flatnonzero(values)
        winning = winners[values[winners] != 0]
        found[f"thing {name} n"] = np.bincount(at[where], minlength=size)
        found[f"thing {name} won"] = np.bincount(at[winning], cell.won[winning], minlength=size)
        if column["kind"] == WHEN:
            rounds = things * (LAST_ROUND + 1) + np.minimum(values, LAST_ROUND)
            most = len(words) * (LAST_ROUND + 1)
            found[f"when {name} n"] = np.bincount(rounds[where], minlength=most)
            found[f"when {name} won"] = np.bincount(rounds[winning], cell.won[winning], minlength=most)


def _count_rounds(source: Source, shape: Mapping[str, Any], table: Any, found: Counts) -> None:
    cell = _Cell(source, table)
    first, *columns = shape["columns"]
    rounds = np.minimum(table.column(first["name"]).to_numpy().astype(np.int64), LAST_ROUND)
    for column in columns:
        if column["kind"] != CHOICE:
            continue
        words = column["words"]
        values = rounds * len(words) + _indices(table, column["name"], words)
        name = f"round {shape['name']} {column['name']}"
        found[f"{name} n"] = cell.counts(values, (LAST_ROUND + 1) * len(words))
        found[f"{name} won"] = cell.counts(values, (LAST_ROUND + 1) * len(words), cell.won)


def _read(source: Source, table: str, batch: int) -> Any:
    place = Path(source.folder) / table / f"{batch:05d}.parquet"
    # There is a process for each core already.
    with readable(place):
        return arrow().parquet.read_table(place, use_threads=False)


def _points(table: Any, columns: list[str]) -> Any:
    return np.stack([table.column(name).to_numpy() for name in columns], axis=1)


def _indices(table: Any, name: str, words: list[str]) -> Any:
    """The numbers of a column of words in our list of them, whatever order the file has them in."""
    column = table.column(name).combine_chunks()
    if column.type == arrow().string():
        column = column.dictionary_encode()
    known = {word: i for i, word in enumerate(words)}
    there = np.array([known[word] for word in column.dictionary.to_pylist()], np.int64)
    indices = column.indices.to_numpy(zero_copy_only=False)
    return there[indices] if len(there) else indices.astype(np.int64)


# --- as data for the page ---


def _figures(source: Source, sums: Counts) -> Data:
    """The sums as plain data: sparse rows, since most cells of most cubes are empty."""
    games = sums.get("games", np.zeros(2))
    manifest = source.manifest
    cells = len(source.bots) * source.players

    def cube(name: str, *fields: str) -> list[list[float]]:
        """Rows of value, bot, seat and a sum for each field, where there is anything."""
        if f"{name} {fields[0]}" not in sums:
            return []
        rows = []
        for at in np.flatnonzero(sums[f"{name} {fields[0]}"]):
            value, rest = divmod(int(at), cells)
            row = [value, rest // source.players, rest % source.players]
            rows.append(row + [round(float(sums[f"{name} {field}"][at]), 3) for field in fields])
        return rows

    endings = [name.removeprefix("ending ") for name in sums if name.startswith("ending ")]
    return {
        "name": Path(source.folder).absolute().name,
        "game": manifest["game"],
        "options": manifest["options"],
        "seed": manifest["seed"],
        "planned": manifest["games"],
        "games": int(games[0]),
        "unfinished": int(games[1]),
        "players": source.players,
        "bots": source.bots,
        "rounds": [[i, int(n)] for i, n in enumerate(sums.get("rounds", ())) if n],
        "endings": {word: int(sums[f"ending {word}"][0]) for word in endings},
        "by_ending": {
            word: {
                "seats": cube(f"seats of {word}", "n", "won", "score"),
                "strategies": cube(f"strategy of {word}", "n", "won", "score"),
            }
            for word in endings
        },
        "seats": cube("seats", "n", "won", "score", "square"),
        "scores": cube("scores", "n", "won"),
        "choices": [
            {
                "name": column["name"],
                "words": column["words"],
                "rows": cube(f"choice {column['name']}", "n", "won", "score"),
            }
            for column in source.seat_columns(CHOICE)
        ],
        "points": [
            {"name": column["name"], "rows": cube(f"points {column['name']}", "all", "won")}
            for column in source.seat_columns(POINTS)
        ],
        "strategies": None
        if source.strategies is None
        else {
            "words": source.strategies.names,
            "shares": [[round(float(share), 4) for share in centre] for centre in source.strategies.centres],
            "rows": cube("strategy", "n", "won", "score"),
        },
        "things": [_things(source, table, sums, cube) for table in source.tables(THINGS)],
        "by_round": [
            {
                "table": table["name"],
                "name": column["name"],
                "words": column["words"],
                "rows": cube(f"round {table['name']} {column['name']}", "n", "won"),
            }
            for table in source.tables(ROUNDS)
            for column in table["columns"][1:]
            if column["kind"] == CHOICE
        ],
    }


def _things(source: Source, table: Mapping[str, Any], sums: Counts, cube: Any) -> Data:
    thing, *columns = table["columns"]
    fields = [column for column in columns if column["kind"] in (COUNT, WHEN)]
    when: Data = {}
    for column in fields:
        name = f"when {table['name']} {column['name']}"
        if column["kind"] == WHEN and f"{name} n" in sums:
            when[column["name"]] = [
                [
                    *divmod(int(at), LAST_ROUND + 1),
                    int(sums[f"{name} n"][at]),
                    round(float(sums[f"{name} won"][at]), 2),
                ]
                for at in np.flatnonzero(sums[f"{name} n"])
            ]
    return {
        "name": table["name"],
        "thing": thing["name"],
        "words": thing["words"],
        "fields": {
            column["name"]: cube(f"thing {table['name']} {column['name']}", "n", "won") for column in fields
        },
        "when": when,
    }
