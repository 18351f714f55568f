"""The data set: a folder with a folder for each table, and in each of them a Parquet file for each batch of games.

    DIR/study.json                  the plan, and what the columns are
    DIR/games/00000.parquet         a row for each game
    DIR/seats/00000.parquet         a row for each seat of each game
    DIR/<table>/00000.parquet       the tables of the game (Game.study_tables), such as cards and actions
    DIR/decisions/00000.parquet     if they were asked for

Files are written whole under another name and then renamed, `games` last: the batches that have one are the ones that
are done. A batch cut short has fewer games than the plan says and is played again when the study goes on, so the files
of a finished study are the same however often it was interrupted.
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
from repulse.arena.many import Plan
from repulse.arena.standings import won_part
from repulse.engine.contract import Data, RepulseError
from repulse.engine.study import SEATS
from repulse.games import game_named
from repulse.study.record import StudiedGame, Study
from repulse.study.shape import Shape, shape

MANIFEST: Final = "study.json"
FORMAT: Final = 1
LEAST_GAMES: Final = 10
MOST_GAMES: Final = 1000
"""How many games a part may have."""
PARTS: Final = 20
"""A small study has about this many parts, so that little is played twice after an interruption."""


def arrow() -> Any:
    """Pyarrow with its Parquet module, which are an optional extra."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise RepulseError("A study needs pyarrow: pip install 'repulse[study]'.") from None
    return pyarrow


@contextmanager
def readable(place: Path) -> Iterator[None]:
    """For reading a part: RepulseError, naming the file, if it is damaged."""
    try:
        yield
    except (OSError, arrow().ArrowException) as error:
        raise RepulseError(f"{place} cannot be read: {error}.") from error


def make_study(plan: Plan, decisions: bool = False) -> Study:
    """The study of a plan."""
    return Study(plan, max(LEAST_GAMES, min(MOST_GAMES, plan.games // PARTS)), decisions)


class DataSet:
    """The folder of a study."""

    def __init__(self, folder: Path, study: Study) -> None:
        self.folder = folder
        self.study = study

    # --- making and finding it ---

    @staticmethod
    def create(folder: Path, study: Study) -> DataSet:
        """The data set for a study: a new one, or one that was begun with the same plan."""
        arrow()
        place = folder / MANIFEST
        wanted = manifest_of(study)
        if place.exists():
            there = read_manifest(folder)
            same = ("game", "rules", "options", "bots", "games", "seed", "batch", "decisions")
            for key in same:
                if there.get(key) != wanted.get(key):
                    raise RepulseError(
                        f"{folder} holds another study ({key}: {there.get(key)}, not {wanted.get(key)})."
                    )
            return DataSet(folder, study)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if any(folder.iterdir()):
                raise RepulseError(f"{folder} is not empty, and holds no study.")
            place.write_text(json.dumps(wanted, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        except OSError as error:
            raise RepulseError(f"{folder} cannot be written: {error.strerror}.") from error
        return DataSet(folder, study)

    @staticmethod
    def open(folder: Path) -> DataSet:
        """The data set in a folder."""
        arrow()
        data = read_manifest(folder)
        plan = Plan(
            str(data["game"]), data["options"], tuple(data["bots"]), int(data["games"]), int(data["seed"])
        )
        return DataSet(folder, Study(plan, int(data["batch"]), bool(data["decisions"])))

    # --- parts ---

    def batches(self) -> range:
        """The numbers of all batches."""
        return range(-(-self.study.plan.games // self.study.batch))

    def numbers(self, batch: int) -> range:
        """The games of a batch."""
        first = batch * self.study.batch
        return range(first, min(first + self.study.batch, self.study.plan.games))

    def part(self, table: str, batch: int) -> Path:
        """The file of a table for a batch."""
        return self.folder / table / f"{batch:05d}.parquet"

    def parts(self) -> Iterator[int]:
        """The batches that there is anything of."""
        return (batch for batch in self.batches() if self.part("games", batch).exists())

    def games_in(self, batch: int) -> int:
        """How many games of a batch there are."""
        place = self.part("games", batch)
        if not place.exists():
            return 0
        with readable(place):
            rows: int = arrow().parquet.read_metadata(place).num_rows
        return rows

    def todo(self) -> list[range]:
        """The games that are still to be played: those of the batches that are not whole."""
        left: list[range] = []
        for batch in self.batches():
            numbers = self.numbers(batch)
            if self.games_in(batch) == len(numbers):
                continue
            if left and left[-1].stop == numbers.start:
                left[-1] = range(left[-1].start, numbers.stop)
            else:
                left.append(numbers)
        return left

    def games(self) -> int:
        """How many games there are."""
        return sum(self.games_in(batch) for batch in self.parts())

    def write(self, batch: int, games: Sequence[StudiedGame]) -> None:
        """Write a batch, or what there is of it."""
        tables = tables_of(self.study, sorted(games, key=lambda game: game.number))
        # The one that says that the batch is done comes last.
        for name in sorted(tables, key=lambda name: name == "games"):
            place = self.part(name, batch)
            unfinished = place.with_suffix(".writing")
            try:
                place.parent.mkdir(exist_ok=True)
                arrow().parquet.write_table(tables[name], unfinished, compression="zstd", compression_level=1)
                unfinished.replace(place)
            except OSError as error:
                raise RepulseError(f"{place} cannot be written: {error.strerror or error}.") from error


def manifest_of(study: Study) -> Data:
    """What the folder says about itself."""
    plan = study.plan
    formed = shape(plan)
    return {
        "format": FORMAT,
        "repulse": repulse.__version__,
        "rules": game_named(plan.game).rules,
        **asdict(plan),
        "bots": list(plan.bots),
        "batch": study.batch,
        "decisions": study.decisions,
        "facts": {"games": list(formed.game_facts), "seats": list(formed.seat_facts)},
        "tables": [
            {
                "name": table.name,
                "role": table.role,
                "columns": [
                    {"name": column.name, "kind": column.kind, "words": column.words}
                    for column in table.columns
                ],
            }
            for table in formed.tables
        ],
    }


def read_manifest(folder: Path) -> dict[str, Any]:
    """What a folder says about itself; RepulseError if it is not a study."""
    try:
        data = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise RepulseError(f"There is no study in {folder}.") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise RepulseError(f"The study in {folder} was written by another version.")
    return data


# --- games as tables ---


def tables_of(study: Study, games: Sequence[StudiedGame]) -> dict[str, Any]:
    """The tables of some games, in the order given."""
    pa = arrow()
    formed = shape(study.plan)
    bots = sorted(set(study.plan.bots))
    numbers = np.array([game.number for game in games], np.uint32)
    # By game and seat, one after the other.
    won = np.array(
        [won_part(game.result, seat) for game in games for seat in range(formed.players)], np.float32
    )
    played_by = np.array([bots.index(name) for game in games for name in game.result.bots], np.int16)

    def words(indices: Any, dictionary: Sequence[str]) -> Any:
        return pa.DictionaryArray.from_arrays(pa.array(indices), pa.array(dictionary, pa.string()))

    def head(at: Any, seats: Any) -> dict[str, Any]:
        """The columns that every table of seats begins with; `at` is the place of the game here."""
        which = at * formed.players + seats
        return {
            "game": pa.array(numbers[at]),
            "seat": pa.array(seats.astype(np.uint8)),
            "bot": words(played_by[which], bots),
            "won": pa.array(won[which]),
        }

    about = {key: value for key, value in manifest_of(study).items() if key not in ("tables", "facts")}
    metadata = {"repulse": json.dumps(about, ensure_ascii=False)}
    found = {"games": _games_table(formed, games, numbers)}
    every = np.arange(len(games) * formed.players)
    seats = head(every // formed.players, every % formed.players)
    seats["score"] = pa.array([score for game in games for score in game.result.scores], pa.int32())
    for name, kind in formed.seat_facts.items():
        values = [fact for game in games for fact in _by_seat(game, name, formed.players)]
        seats[name] = pa.array(values, _type(kind))
    for number, table in enumerate(formed.tables):
        width = len(table.columns) + 1
        rows = np.frombuffer(b"".join(game.tables[number] for game in games), np.int16).reshape(-1, width)
        each = [len(game.tables[number]) // (2 * width) for game in games]
        columns = {
            column.name: words(rows[:, i], column.words) if column.words else pa.array(rows[:, i])
            for i, column in enumerate(table.columns, 1)
        }
        if table.role == SEATS:
            seats.update(columns)
        else:
            at = np.repeat(np.arange(len(games)), each)
            found[table.name] = pa.table({**head(at, rows[:, 0].astype(np.int64)), **columns})
    found["seats"] = pa.table(seats)
    if study.decisions:
        found["decisions"] = _decisions_table(games)
    return {name: table.replace_schema_metadata(metadata) for name, table in found.items()}


def _games_table(formed: Shape, games: Sequence[StudiedGame], numbers: Any) -> Any:
    pa = arrow()
    columns = {
        "game": pa.array(numbers),
        "seed": pa.array([game.result.seed for game in games], pa.uint64()),
        "rounds": pa.array([game.result.rounds for game in games], pa.int16()),
        "decisions": pa.array([game.result.decisions for game in games], pa.int32()),
        "forced": pa.array([game.result.forced for game in games], pa.int32()),
        "unfinished": pa.array([game.result.unfinished for game in games], pa.bool_()),
    }
    for name, kind in formed.game_facts.items():
        columns[name] = pa.array([game.result.facts.get(name) for game in games], _type(kind))
    return pa.table(columns)


def _by_seat(game: StudiedGame, name: str, players: int) -> Sequence[object]:
    fact = game.result.facts.get(name)
    return fact if isinstance(fact, list | tuple) else [None] * players


def _type(kind: type) -> Any:
    pa = arrow()
    return {str: pa.string(), float: pa.float64(), bool: pa.bool_()}.get(kind, pa.int32())


def _decisions_table(games: Sequence[StudiedGame]) -> Any:
    pa = arrow()
    rows = [(game.number, i, asked) for game in games for i, asked in enumerate(game.decisions or [])]
    return pa.table(
        {
            "game": pa.array([number for number, _, _ in rows], pa.uint32()),
            "decision": pa.array([i for _, i, _ in rows], pa.int32()),
            "seat": pa.array([asked.seat for _, _, asked in rows], pa.uint8()),
            "round": pa.array([asked.round for _, _, asked in rows], pa.int16()),
            "prompt": pa.array([asked.prompt for _, _, asked in rows], pa.string()),
            "options": pa.array([asked.options for _, _, asked in rows], pa.int16()),
            "words": pa.array([asked.words for _, _, asked in rows], pa.list_(pa.string())),
        }
    )
