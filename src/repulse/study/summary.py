"""The figures of a report as plain data: sparse rows per value, bot and seat. The page sums over its filters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from repulse.engine.contract import Data
from repulse.engine.study import CHOICE, COUNT, POINTS, ROUNDS, THINGS, WHEN
from repulse.jobs.pool import core_count
from repulse.jobs.pools import make_pool
from repulse.jobs.scheduler import BatchScheduler
from repulse.study.clusters import Strategies, find_strategies
from repulse.study.counting import (
    ALL,
    ENDING,
    ENDING_SEAT,
    ENDING_STRATEGY,
    GAME_ROUNDS,
    GAMES,
    LAST_ROUND,
    NUMBER,
    ROUND_CHOICE,
    SCORE,
    SCORES,
    SEAT,
    SEAT_CHOICE,
    SEAT_POINTS,
    SQUARES,
    STRATEGY,
    THING,
    THING_PAIR,
    THING_ROUND,
    WINS,
    Counts,
    Source,
    SumKey,
    count_part,
    read_points,
    read_table,
)
from repulse.study.dataset import DataSet, read_manifest

MAX_SAMPLE_PARTS: Final = 20
"""The number of parts that strategies are searched in."""
PAIR_SHARE: Final = 1 / 400
"""Pairs of things are left out that fewer than this share of all seats used; of the others, at most `MAX_PAIRS` are kept."""
MAX_PAIRS: Final = 4000
MIN_PARALLEL_PARTS: Final = 8
"""Fewer parts than this are counted in this process."""


def summarize(
    folder: Path, progress: Callable[[], None] = lambda: None, *, strategies: Strategies | None = None
) -> Data:
    """Return the figures of a data set.

    Args:
        folder: The folder of the study.
        progress: Is called after each part.
        strategies: The strategies to sort seats into; without them, those of this data set alone are found.

    Raises:
        RepulseError: The folder holds no study, or a file of it is damaged.
    """
    data = DataSet.open(folder)
    manifest = read_manifest(folder)
    parts = list(data.parts())
    players = len(manifest["bots"])
    plain = _plain_source(folder)
    if strategies is None:
        strategies = joint_strategies([folder])
    source = Source(plain.folder, manifest, players, plain.bots, strategies)
    sums: Counts = {}
    for counts in _count_parts(source, parts):
        for key, values in counts.items():
            sums[key] = sums[key] + values if key in sums else values
        progress()
    return _Figures(source, sums).to_data()


def short_names(folders: Sequence[Path]) -> list[str]:
    """Return a name for each folder: its own, with as many parents as distinguish it from the others."""
    paths = [folder.absolute().parts for folder in folders]
    return [
        next(
            str(Path(*parts[-n:]))
            for n in range(1, len(parts) + 1)
            if not any(other != parts and other[-n:] == parts[-n:] for other in paths)
        )
        for parts in paths
    ]


def _count_parts(source: Source, parts: list[int]) -> Iterator[Counts]:
    workers = 1 if len(parts) < MIN_PARALLEL_PARTS else core_count()
    with make_pool(count_part, source, workers=workers) as pool:
        for batch in BatchScheduler(pool, [range(part, part + 1) for part in parts]).run():
            for counts in batch.results:
                if isinstance(counts, Exception):
                    raise counts
                yield counts


def _plain_source(folder: Path) -> Source:
    """Return a data set without strategies."""
    manifest = read_manifest(folder)
    return Source(str(folder), manifest, len(manifest["bots"]), sorted(set(manifest["bots"])), None)


def joint_strategies(folders: Sequence[Path]) -> Strategies | None:
    """Return the strategies in several data sets together, so that a name means the same in all of them.

    None if their games score differently, or there are too few seats.
    """
    sources = [_plain_source(folder) for folder in folders]
    columns = sources[0].point_columns()
    if not columns or any(source.point_columns() != columns for source in sources):
        return None
    samples = [_sample(source, DataSet.open(folder)) for source, folder in zip(sources, folders, strict=True)]
    # As many seats of each data set, so that the largest does not decide alone.
    size = min((len(sample) for sample in samples), default=0)
    points = np.concatenate([sample[:size] for sample in samples])
    return find_strategies(points, [_label(column) for column in sources[0].seat_columns(POINTS)])


def _sample(source: Source, data: DataSet) -> Any:
    """Return the points of the seats in a sample of parts."""
    parts = list(data.parts())
    step = max(1, len(parts) // MAX_SAMPLE_PARTS)
    columns = source.point_columns()
    points = [
        read_points(read_table(source, "seats", part), columns) for part in parts[::step][:MAX_SAMPLE_PARTS]
    ]
    return np.concatenate(points) if points else np.zeros((0, len(columns)))


def _label(column: Mapping[str, Any]) -> str:
    """Return the label of a column; data sets of older versions have only its name."""
    name: str = column["name"]
    return column.get("label") or name.removeprefix("points_").replace("_", " ")


class _Figures:
    """Sums as plain data: sparse rows, since most cells of most cubes are empty."""

    def __init__(self, source: Source, sums: Counts) -> None:
        self._source = source
        self._sums = sums
        self._cells = len(source.bots) * source.players

    def to_data(self) -> Data:
        """Return all figures."""
        source, sums = self._source, self._sums
        manifest = source.manifest
        games = sums.get(SumKey(GAMES), np.zeros(2))
        endings = [key.name for key in sums if key.subject == ENDING]
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
            "rounds": [[i, int(n)] for i, n in enumerate(sums.get(SumKey(GAME_ROUNDS), ())) if n],
            "endings": {name: int(sums[SumKey(ENDING, name)][0]) for name in endings},
            "by_ending": {name: self._ending(name) for name in endings},
            "seats": self._cube(SumKey(SEAT), NUMBER, WINS, SCORES, SQUARES),
            "scores": self._cube(SumKey(SCORE), NUMBER, WINS),
            "choices": [self._choice(column) for column in source.seat_columns(CHOICE)],
            "points": [self._points(column) for column in source.seat_columns(POINTS)],
            "strategies": None if source.strategies is None else self._strategies(source.strategies),
            "things": [self._things(table) for table in source.tables(THINGS)],
            "by_round": [
                self._choice_by_round(table, column)
                for table in source.tables(ROUNDS)
                for column in table["columns"][1:]
                if column["kind"] == CHOICE
            ],
        }

    def _cube(self, key: SumKey, *measures: str) -> list[list[float]]:
        """Return rows of value, bot, seat and a sum per measure, where the first measure is not zero."""
        if key.of(measures[0]) not in self._sums:
            return []
        players = self._source.players
        sums = [self._sums[key.of(measure)] for measure in measures]
        rows = []
        for index in np.flatnonzero(sums[0]):
            value, cell = divmod(int(index), self._cells)
            row: list[float] = [value, cell // players, cell % players]
            rows.append(row + [round(float(array[index]), 3) for array in sums])
        return rows

    def _ending(self, name: str) -> Data:
        return {
            "seats": self._cube(SumKey(ENDING_SEAT, name), NUMBER, WINS, SCORES),
            "strategies": self._cube(SumKey(ENDING_STRATEGY, name), NUMBER, WINS, SCORES),
        }

    def _choice(self, column: Mapping[str, Any]) -> Data:
        return {
            "name": column["name"],
            "label": _label(column),
            "words": column["words"],
            "rows": self._cube(SumKey(SEAT_CHOICE, column["name"]), NUMBER, WINS, SCORES),
        }

    def _points(self, column: Mapping[str, Any]) -> Data:
        return {
            "name": column["name"],
            "label": _label(column),
            "rows": self._cube(SumKey(SEAT_POINTS, column["name"]), ALL, WINS),
        }

    def _strategies(self, strategies: Strategies) -> Data:
        return {
            "words": strategies.names,
            "shares": [[round(float(share), 4) for share in center] for center in strategies.centers],
            "rows": self._cube(SumKey(STRATEGY), NUMBER, WINS, SCORES),
        }

    def _choice_by_round(self, table: Mapping[str, Any], column: Mapping[str, Any]) -> Data:
        key = SumKey(ROUND_CHOICE, column["name"], table["name"])
        return {
            "table": table["name"],
            "name": column["name"],
            "label": _label(column),
            "words": column["words"],
            "rows": self._cube(key, NUMBER, WINS),
        }

    def _things(self, table: Mapping[str, Any]) -> Data:
        thing, *columns = table["columns"]
        fields = [column for column in columns if column["kind"] in (COUNT, WHEN)]
        keys = {column["name"]: SumKey(THING, column["name"], table["name"]) for column in fields}
        return {
            "name": table["name"],
            "thing": thing["name"],
            "words": thing["words"],
            "facts": DataSet.open(Path(self._source.folder)).facts(table["name"]),
            "pairs": [self._pairs(table, column) for column in fields if column["kind"] == WHEN][:1],
            "fields": {name: self._cube(key, NUMBER, WINS) for name, key in keys.items()},
            "when": {
                column["name"]: rows
                for column in fields
                if column["kind"] == WHEN
                and (rows := self._rounds_of(table["name"], column["name"])) is not None
            },
        }

    def _pairs(self, table: Mapping[str, Any], column: Mapping[str, Any]) -> Data:
        """Return rows of two things, the number of seats that used both, and their wins."""
        key = SumKey(THING_PAIR, column["name"], table["name"])
        size = len(table["columns"][0]["words"])
        numbers, wins = self._sums.get(key, np.zeros(size * size)), self._sums.get(key.of(WINS), np.zeros(0))
        seats = float(self._sums.get(SumKey(GAMES), np.zeros(2))[0]) * self._source.players
        frequent = np.flatnonzero(numbers >= max(2.0, seats * PAIR_SHARE))
        kept = np.sort(frequent[np.argsort(-numbers[frequent], kind="stable")][:MAX_PAIRS])
        rows = [
            [*divmod(int(index), size), int(numbers[index]), round(float(wins[index]), 2)] for index in kept
        ]
        return {"name": column["name"], "rows": rows}

    def _rounds_of(self, table: str, column: str) -> list[list[float]] | None:
        """Return rows of thing, round, number and wins; None if nothing was counted."""
        key = SumKey(THING_ROUND, column, table)
        if key not in self._sums:
            return None
        numbers, wins = self._sums[key], self._sums[key.of(WINS)]
        return [
            [*divmod(int(index), LAST_ROUND + 1), int(numbers[index]), round(float(wins[index]), 2)]
            for index in np.flatnonzero(numbers)
        ]
