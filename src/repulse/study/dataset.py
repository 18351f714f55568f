"""The data set: a folder per table, with a Parquet file per part of the games.

    DIR/study.json                  the plan and the columns
    DIR/games/00000.parquet         a row per game
    DIR/seats/00000.parquet         a row per seat of each game
    DIR/<table>/00000.parquet       the tables of the game (GameStudy.tables), such as cards and actions
    DIR/decisions/00000.parquet     on request
    DIR/facts/<table>.parquet       what the things of a table are, such as the costs of cards

Files are written under another name and then renamed, `games` last: a part with this file is complete. A part that was
cut short has fewer games than planned and is played again when the study resumes, so the files of a finished study are
the same however often it was interrupted.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import numpy as np

import repulse
from repulse.arena.many import SimulationPlan
from repulse.engine.contract import Data, RepulseError
from repulse.engine.study import FLAG, REAL, SEATS, TEXT, Fact
from repulse.games import game_named
from repulse.study.record import StudiedGame, Study
from repulse.study.schema import Schema, schema_of

MANIFEST: Final = "study.json"
FORMAT: Final = 1
MIN_PART_GAMES: Final = 10
MAX_PART_GAMES: Final = 1000
"""The bounds of the number of games in a part."""
TYPICAL_PARTS: Final = 20
"""A small study has about this many parts, so that little is played twice after an interruption."""


def arrow() -> Any:
    """Return pyarrow with its Parquet module.

    Raises:
        RepulseError: It is not installed.
    """
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise RepulseError("A study needs pyarrow: pip install 'repulse[study]'.") from None
    return pyarrow


@contextmanager
def readable(path: Path) -> Iterator[None]:
    """Turn errors of reading a part into a RepulseError that names the file.

    Raises:
        RepulseError: The file cannot be read.
    """
    try:
        yield
    except (OSError, arrow().ArrowException) as error:
        raise RepulseError(f"{path} cannot be read: {error}.") from error


def make_study(plan: SimulationPlan, decisions: bool = False) -> Study:
    """Return the study of a plan.

    Args:
        plan: The games to play.
        decisions: Whether to record every decision.
    """
    return Study(plan, max(MIN_PART_GAMES, min(MAX_PART_GAMES, plan.games // TYPICAL_PARTS)), decisions)


class DataSet:
    """The folder of a study."""

    def __init__(self, folder: Path, study: Study) -> None:
        self.folder = folder
        self.study = study

    # --- creating and opening ---

    @staticmethod
    def create(folder: Path, study: Study) -> DataSet:
        """Return the data set for a study: a new one, or one that was started with the same plan.

        Raises:
            RepulseError: The folder holds another study or other files, or cannot be written.
        """
        arrow()
        path = folder / MANIFEST
        manifest = manifest_of(study)
        if path.exists():
            existing = read_manifest(folder)
            keys = ("game", "rules", "options", "bots", "games", "seed", "batch", "decisions")
            for key in keys:
                if existing.get(key) != manifest.get(key):
                    raise RepulseError(
                        f"{folder} holds another study ({key}: {existing.get(key)}, not {manifest.get(key)})."
                    )
            data = DataSet(folder, study)
            data.write_facts()
            return data
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if any(folder.iterdir()):
                raise RepulseError(f"{folder} is not empty, and holds no study.")
            path.write_text(json.dumps(manifest, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        except OSError as error:
            raise RepulseError(f"{folder} cannot be written: {error.strerror}.") from error
        data = DataSet(folder, study)
        data.write_facts()
        return data

    @staticmethod
    def open(folder: Path) -> DataSet:
        """Return the data set in a folder.

        Raises:
            RepulseError: The folder holds no data set.
        """
        arrow()
        data = read_manifest(folder)
        plan = SimulationPlan(
            str(data["game"]), data["options"], tuple(data["bots"]), int(data["games"]), int(data["seed"])
        )
        return DataSet(folder, Study(plan, int(data["batch"]), bool(data["decisions"])))

    # --- what things are ---

    def write_facts(self) -> None:
        """Write what the things of each table are, unless it is there: data sets of older versions lack it.

        Raises:
            RepulseError: The file cannot be written.
        """
        schema = schema_of(self.study.plan)
        for table in schema.tables:
            columns = schema.thing_facts.get(table.name)
            path = self.facts_file(table.name)
            if columns is None or path.exists():
                continue
            thing = table.columns[0]
            unfinished = path.with_suffix(".writing")
            try:
                path.parent.mkdir(exist_ok=True)
                arrow().parquet.write_table(arrow().table({thing.name: thing.words, **columns}), unfinished)
                unfinished.replace(path)
            except OSError as error:
                raise RepulseError(f"{path} cannot be written: {error.strerror or error}.") from error

    def facts_file(self, table: str) -> Path:
        """Return the file that says what the things of a table are; it may not exist."""
        return self.folder / "facts" / f"{table}.parquet"

    def facts(self, table: str) -> list[dict[str, Any]]:
        """Return what each thing of a table is, in the order of its words; empty if nothing is known."""
        path = self.facts_file(table)
        if not path.exists():
            return []
        with readable(path):
            rows: list[dict[str, Any]] = arrow().parquet.read_table(path).to_pylist()
        return rows

    # --- parts ---

    def batches(self) -> range:
        """Return the numbers of all batches."""
        return range(-(-self.study.plan.games // self.study.batch))

    def numbers(self, batch: int) -> range:
        """Return the numbers of the games of a batch."""
        first = batch * self.study.batch
        return range(first, min(first + self.study.batch, self.study.plan.games))

    def part(self, table: str, batch: int) -> Path:
        """Return the file of a table for a batch."""
        return self.folder / table / f"{batch:05d}.parquet"

    def parts(self) -> Iterator[int]:
        """Return the batches that have been written, at least in part."""
        return (batch for batch in self.batches() if self.part("games", batch).exists())

    def games_in(self, batch: int) -> int:
        """Return the number of games of a batch that have been written."""
        path = self.part("games", batch)
        if not path.exists():
            return 0
        with readable(path):
            rows: int = arrow().parquet.read_metadata(path).num_rows
        return rows

    def todo(self) -> list[range]:
        """Return the games that are still to be played: those of incomplete batches."""
        missing: list[range] = []
        for batch in self.batches():
            numbers = self.numbers(batch)
            if self.games_in(batch) == len(numbers):
                continue
            if missing and missing[-1].stop == numbers.start:
                missing[-1] = range(missing[-1].start, numbers.stop)
            else:
                missing.append(numbers)
        return missing

    def games(self) -> int:
        """Return the number of games that have been written."""
        return sum(self.games_in(batch) for batch in self.parts())

    def write(self, batch: int, games: Sequence[StudiedGame]) -> None:
        """Write a batch, or a part of it.

        Raises:
            RepulseError: The file cannot be written.
        """
        tables = tables_of(self.study, sorted(games, key=lambda game: game.number))
        # The file that marks the batch as complete comes last.
        for name in sorted(tables, key=lambda name: name == "games"):
            path = self.part(name, batch)
            unfinished = path.with_suffix(".writing")
            try:
                path.parent.mkdir(exist_ok=True)
                arrow().parquet.write_table(tables[name], unfinished, compression="zstd", compression_level=1)
                unfinished.replace(path)
            except OSError as error:
                raise RepulseError(f"{path} cannot be written: {error.strerror or error}.") from error


def manifest_of(study: Study) -> Data:
    """Return the manifest of a study."""
    plan = study.plan
    schema = schema_of(plan)
    return {
        "format": FORMAT,
        "repulse": repulse.__version__,
        "rules": game_named(plan.game).rules,
        **asdict(plan),
        "bots": list(plan.bots),
        "batch": study.batch,
        "decisions": study.decisions,
        "facts": {
            "games": [fact.name for fact in schema.game_facts],
            "seats": [fact.name for fact in schema.seat_facts],
        },
        "tables": [
            {
                "name": table.name,
                "role": table.role,
                "columns": [
                    {
                        "name": column.name,
                        "kind": column.kind,
                        "label": column.label,
                        "words": column.words,
                    }
                    for column in table.columns
                ],
            }
            for table in schema.tables
        ],
    }


def read_manifest(folder: Path) -> dict[str, Any]:
    """Return the manifest in a folder.

    Raises:
        RepulseError: The manifest is missing, or another version wrote it.
    """
    try:
        data = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise RepulseError(f"There is no study in {folder}.") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise RepulseError(f"The study in {folder} was written by another version.")
    return data


# --- games as tables ---


def tables_of(study: Study, games: Sequence[StudiedGame]) -> dict[str, Any]:
    """Return the tables of some games, in this order."""
    pa = arrow()
    schema = schema_of(study.plan)
    bots = sorted(set(study.plan.bots))
    numbers = np.array([game.number for game in games], np.uint32)
    # Per game and seat, in order.
    won = np.array([share for game in games for share in game.result.win_shares()], np.float32)
    played_by = np.array([bots.index(name) for game in games for name in game.result.bots], np.int16)

    def words(indices: Any, dictionary: Sequence[str]) -> Any:
        return pa.DictionaryArray.from_arrays(pa.array(indices), pa.array(dictionary, pa.string()))

    def head(positions: Any, seats: Any) -> dict[str, Any]:
        """Return the first columns of every table of seats, given the positions of games and the seats."""
        rows = positions * schema.players + seats
        return {
            "game": pa.array(numbers[positions]),
            "seat": pa.array(seats.astype(np.uint8)),
            "bot": words(played_by[rows], bots),
            "won": pa.array(won[rows]),
        }

    metadata = {key: value for key, value in manifest_of(study).items() if key not in ("tables", "facts")}
    schema_metadata = {"repulse": json.dumps(metadata, ensure_ascii=False)}
    tables = {"games": _games_table(schema, games, numbers)}
    every_seat = np.arange(len(games) * schema.players)
    seats = head(every_seat // schema.players, every_seat % schema.players)
    seats["score"] = pa.array([score for game in games for score in game.result.scores], pa.int32())
    for fact in schema.seat_facts:
        values = [value for game in games for value in _values_per_seat(game, fact.name, schema.players)]
        seats[fact.name] = pa.array(values, _column_type(fact))
    for number, table in enumerate(schema.tables):
        width = len(table.columns) + 1
        rows = np.frombuffer(b"".join(game.tables[number] for game in games), np.int16).reshape(-1, width)
        row_counts = [len(game.tables[number]) // (2 * width) for game in games]
        columns = {
            column.name: words(rows[:, i], column.words) if column.words else pa.array(rows[:, i])
            for i, column in enumerate(table.columns, 1)
        }
        if table.role == SEATS:
            seats.update(columns)
        else:
            positions = np.repeat(np.arange(len(games)), row_counts)
            tables[table.name] = pa.table({**head(positions, rows[:, 0].astype(np.int64)), **columns})
    tables["seats"] = pa.table(seats)
    if study.decisions:
        tables["decisions"] = _decisions_table(games)
    return {name: table.replace_schema_metadata(schema_metadata) for name, table in tables.items()}


def _games_table(schema: Schema, games: Sequence[StudiedGame], numbers: Any) -> Any:
    pa = arrow()
    columns = {
        "game": pa.array(numbers),
        "seed": pa.array([game.result.seed for game in games], pa.uint64()),
        "rounds": pa.array([game.result.rounds for game in games], pa.int16()),
        "decisions": pa.array([game.result.decisions for game in games], pa.int32()),
        "forced": pa.array([game.result.forced for game in games], pa.int32()),
        "unfinished": pa.array([game.result.unfinished for game in games], pa.bool_()),
    }
    for fact in schema.game_facts:
        values = [game.result.facts.get(fact.name) for game in games]
        columns[fact.name] = pa.array(values, _column_type(fact))
    return pa.table(columns)


def _values_per_seat(game: StudiedGame, name: str, players: int) -> Sequence[object]:
    fact = game.result.facts.get(name)
    return fact if isinstance(fact, list | tuple) else [None] * players


def _column_type(fact: Fact) -> Any:
    pa = arrow()
    return {TEXT: pa.string(), REAL: pa.float64(), FLAG: pa.bool_()}.get(fact.kind, pa.int32())


def _decisions_table(games: Sequence[StudiedGame]) -> Any:
    pa = arrow()
    rows = [(game.number, i, decision) for game in games for i, decision in enumerate(game.decisions or [])]
    return pa.table(
        {
            "game": pa.array([number for number, _, _ in rows], pa.uint32()),
            "decision": pa.array([i for _, i, _ in rows], pa.int32()),
            "seat": pa.array([decision.seat for _, _, decision in rows], pa.uint8()),
            "round": pa.array([decision.round for _, _, decision in rows], pa.int16()),
            "prompt": pa.array([decision.prompt for _, _, decision in rows], pa.string()),
            "options": pa.array([decision.options for _, _, decision in rows], pa.int16()),
            "words": pa.array([decision.tokens for _, _, decision in rows], pa.list_(pa.string())),
        }
    )
