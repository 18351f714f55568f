"""Results as files: CSV, JSON or Parquet, written as games finish.

CSV and Parquet have a row per seat of each game; the facts of the first game (`GameResult.facts`) become further columns.
JSON has an object per game.
"""

from __future__ import annotations

import csv
import json
from contextlib import AbstractContextManager
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any, Final, TextIO

from repulse.arena.many import SimulationPlan
from repulse.arena.play import GameResult
from repulse.engine.contract import Data, RepulseError

FIXED: Final = ("game", "seed", "seat", "bot", "score", "won", "rounds", "decisions", "forced", "unfinished")
BATCH_ROWS: Final = 20_000


def seat_rows(number: int, result: GameResult) -> list[Data]:
    """Return a row per seat of a game."""
    rows: list[Data] = []
    win_shares = result.win_shares()
    for seat, score in enumerate(result.scores):
        row: Data = {
            "game": number,
            "seed": result.seed,
            "seat": seat,
            "bot": result.bots[seat] if result.bots else None,
            "score": score,
            "won": win_shares[seat],
            "rounds": result.rounds,
            "decisions": result.decisions,
            "forced": result.forced,
            "unfinished": result.unfinished,
        }
        for name, value in result.facts.items():
            if isinstance(value, list | tuple) and len(value) == len(result.scores):
                value = value[seat]
            if value is None or isinstance(value, int | float | str):
                row[name] = value
        rows.append(row)
    return rows


class ResultExport(AbstractContextManager["ResultExport"]):
    """A file of results; close it, or use it in a `with` statement."""

    def __init__(self) -> None:
        self.games = 0

    def add(self, result: GameResult) -> None:
        """Add a game."""
        self.write(self.games, result)
        self.games += 1

    def write(self, number: int, result: GameResult) -> None:
        """Write a game."""
        raise NotImplementedError

    def close(self) -> None:
        """Finish the file."""
        raise NotImplementedError

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class CsvExport(ResultExport):
    """Comma-separated values, with a header line."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._file = _open(path)
        self._writer: csv.DictWriter[str] | None = None

    def write(self, number: int, result: GameResult) -> None:
        """Write the rows of a game."""
        rows = seat_rows(number, result)
        if self._writer is None:
            self._writer = csv.DictWriter(self._file, list(rows[0]), restval="", extrasaction="ignore")
            self._writer.writeheader()
        self._writer.writerows(rows)

    def close(self) -> None:
        """Finish the file."""
        self._file.close()


class JsonExport(ResultExport):
    """One JSON object: the plan, and a list with one game per line."""

    def __init__(self, path: Path, plan: SimulationPlan | None = None) -> None:
        super().__init__()
        self._file = _open(path)
        head = json.dumps(None if plan is None else asdict(plan), ensure_ascii=False)
        self._file.write(f'{{"plan": {head},\n"games": [')

    def write(self, number: int, result: GameResult) -> None:
        """Write a line."""
        line = json.dumps({"game": number, **asdict(result)}, ensure_ascii=False)
        self._file.write((",\n" if number else "\n") + line)

    def close(self) -> None:
        """Finish the file."""
        self._file.write("\n]}\n")
        self._file.close()


class ParquetExport(ResultExport):
    """Apache Parquet; needs pyarrow, an optional extra."""

    def __init__(self, path: Path, plan: SimulationPlan | None = None) -> None:
        super().__init__()
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            raise RepulseError("Parquet files need pyarrow: pip install 'repulse[parquet]'.") from None
        _open(path).close()
        self._arrow: Any = pyarrow
        self._path = path
        self._rows: list[Data] = []
        self._writer: Any = None
        self._metadata = {} if plan is None else {"repulse": json.dumps(asdict(plan), ensure_ascii=False)}
        """The plan, as metadata of the file."""

    def write(self, number: int, result: GameResult) -> None:
        """Buffer the rows of a game until a batch is complete."""
        self._rows += seat_rows(number, result)
        if len(self._rows) >= BATCH_ROWS:
            self._flush()

    def _flush(self) -> None:
        arrow = self._arrow
        if self._writer is None:
            table = arrow.Table.from_pylist(self._rows, schema=self._schema())
            self._writer = arrow.parquet.ParquetWriter(self._path, table.schema)
        else:
            table = arrow.Table.from_pylist(self._rows, schema=self._writer.schema)
        self._writer.write_table(table)
        self._rows = []

    def _schema(self) -> Any:
        arrow = self._arrow
        kinds: dict[str, Any] = {"seed": arrow.uint64(), "bot": arrow.string(), "won": arrow.float64()}
        fields = []
        for name in self._rows[0] if self._rows else FIXED:
            values = [row[name] for row in self._rows if row.get(name) is not None]
            kind = kinds.get(name)
            if kind is None and any(isinstance(value, str) for value in values):
                kind = arrow.string()
            elif kind is None and any(isinstance(value, float) for value in values):
                kind = arrow.float64()
            elif kind is None and values and all(isinstance(value, bool) for value in values):
                kind = arrow.bool_()
            fields.append(arrow.field(name, kind or arrow.int64()))
        return arrow.schema(fields, self._metadata)

    def close(self) -> None:
        """Finish the file."""
        if self._rows or self._writer is None:
            self._flush()
        self._writer.close()


def _open(path: Path) -> TextIO:
    try:
        return path.open("w", encoding="utf-8", newline="")
    except OSError as error:
        raise RepulseError(f"{path} cannot be written: {error.strerror}.") from error
