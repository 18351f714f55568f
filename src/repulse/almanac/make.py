"""Making an almanac: all configurations in turns, so that each has data whenever the command is stopped."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any, Final

import numpy as np

from repulse.almanac.configurations import BOT, PlayedConfiguration, configurations
from repulse.almanac.counting import Counter, point_columns, points_of
from repulse.almanac.sums import Sums
from repulse.engine.contract import Data, RepulseError
from repulse.engine.study import CHOICE, SEATS, THINGS
from repulse.files import write_atomically
from repulse.games import game_named
from repulse.jobs.pool import core_count
from repulse.jobs.pools import make_pool
from repulse.jobs.scheduler import BatchScheduler
from repulse.study.clusters import Strategies, find_strategies
from repulse.study.record import StudiedGame, Study, play_studied
from repulse.study.schema import Schema, schema_of

BATCH: Final = 200
"""The games that are counted and stored together."""
SAMPLE: Final = 100
"""The games of each configuration in which strategies are searched."""
STRATEGIES_SEED: Final = 0
"""The seed of the games in which strategies are searched: always the same, so that everybody finds the same."""


@dataclass(frozen=True)
class Progress:
    """The progress of a configuration."""

    configuration: PlayedConfiguration
    games: int
    target: int


def targets(games: int) -> Iterator[int]:
    """Return how many games every configuration is to have, turn by turn: 200, 500, 1,000, 2,000, ... and at last all."""
    scale = 100
    for factor in cycle((2, 5, 10)):
        if factor * scale >= games:
            break
        yield factor * scale
        if factor == 10:
            scale *= 10
    yield games


class Workshop:
    """The folder of an almanac in the making: a file of sums per configuration, and the strategies of each mode."""

    def __init__(
        self, folder: Path, *, seed: int = 0, workers: int = 0, seconds: float | None = None
    ) -> None:
        """Open a folder; it need not exist.

        Args:
            folder: The folder.
            seed: The seed of the first game of each configuration.
            workers: The number of processes; 0 means one per core.
            seconds: Stop after this time.
        """
        self.folder = folder
        self._seed = seed
        self._workers = workers or core_count()
        self._deadline = None if seconds is None else time.monotonic() + seconds

    def make(
        self,
        chosen: list[PlayedConfiguration],
        games: int,
        *,
        report: Callable[[Progress], None] = lambda progress: None,
    ) -> None:
        """Play until every configuration has as many games; what is there already is not played again.

        Raises:
            RepulseError: The folder holds sums of another version, or a file cannot be written.
        """
        strategies = {
            (game, mode): self.strategies(game, mode)
            for game, mode in dict.fromkeys((entry.game, entry.mode) for entry in chosen)
        }
        for target in targets(games):
            for configuration in chosen:
                counter = counter_for(configuration, strategies[configuration.game, configuration.mode])
                while self._step(configuration, target, counter, report=report):
                    if self._is_over():
                        return

    def sums(self, configuration: PlayedConfiguration) -> Path:
        """Return the file with the sums of a configuration; it may not exist."""
        return self.folder / f"{configuration.name}.npz"

    def _is_over(self) -> bool:
        return self._deadline is not None and time.monotonic() >= self._deadline

    def _step(
        self,
        configuration: PlayedConfiguration,
        target: int,
        counter: Counter,
        *,
        report: Callable[[Progress], None],
    ) -> bool:
        """Play and store one batch; return whether there was anything to do."""
        path = self.sums(configuration)
        total = Sums.read(path) if path.exists() else Sums(counter.head)
        missing = target - total.games
        if missing <= 0:
            return False
        first = next_seed(total, self._seed)
        games = self._play(configuration, first, min(missing, BATCH))
        total.add(counter.count(games))
        total.write(path)
        report(Progress(configuration, total.games, target))
        return True

    def _play(self, configuration: PlayedConfiguration, seed: int, games: int) -> list[StudiedGame]:
        study = Study(configuration.plan(seed), games)
        workers = min(self._workers, games)
        played: list[StudiedGame] = []
        with make_pool(play_studied, study, workers=workers, single_threaded=True) as pool:
            for batch in BatchScheduler(pool, [range(games)]).run():
                for result in batch.results:
                    if isinstance(result, Exception):
                        raise result
                    played.append(result)
        return sorted(played, key=lambda game: game.number)

    # --- strategies ---

    def strategies(self, game: str, mode: str) -> Strategies | None:
        """Return the strategies of a mode: those in the folder, or those found in a sample of all its configurations.

        They are the same for all numbers of players, so that these can be compared.
        """
        path = self.folder / f"{game}-{mode}-strategies.json"
        if not path.exists():
            strategies = self._find_strategies(list(configurations(game, mode)))
            write_atomically(path, json.dumps(strategies_data(strategies), indent=1) + "\n")
        try:
            return strategies_of(json.loads(path.read_text(encoding="utf-8")))
        except (OSError, ValueError, KeyError) as error:
            raise RepulseError(f"{path} cannot be read: {error}.") from error

    def _find_strategies(self, chosen: list[PlayedConfiguration]) -> Strategies | None:
        samples: list[Any] = []
        sources: list[str] = []
        for configuration in chosen:
            schema = schema_of(configuration.plan(STRATEGIES_SEED))
            points = points_of(schema, self._play(configuration, STRATEGIES_SEED, SAMPLE))
            if points is None:
                return None
            samples.append(points)
            sources = [column.name for column in _point_columns(schema)]
        return find_strategies(np.concatenate(samples), sources) if samples else None


def counter_for(configuration: PlayedConfiguration, strategies: Strategies | None) -> Counter:
    """Return what counts the games of a configuration."""
    plan = configuration.plan(0)
    schema = schema_of(plan)
    head: dict[str, Any] = {
        "game": configuration.game,
        "mode": configuration.mode,
        "players": configuration.players,
        "bot": BOT,
        "rules": game_named(configuration.game).rules,
        "strategies": strategies_data(strategies),
        "sources": [column.name for column in _point_columns(schema)],
        "words": {
            f"{table.name}/{column.name}": column.words
            for table in schema.tables
            for column in table.columns
            if column.kind == CHOICE or (table.role == THINGS and column is table.columns[0])
        },
    }
    return Counter(head, schema, strategies)


def _point_columns(schema: Schema) -> list[Any]:
    return [column for table in schema.tables if table.role == SEATS for column in point_columns(table)]


def next_seed(total: Sums, seed: int) -> int:
    """Return the first seed from `seed` on whose game is not counted."""
    for start, stop in sorted(total.seeds):
        if start <= seed < stop:
            seed = stop
    return seed


def strategies_data(strategies: Strategies | None) -> Data:
    """Return strategies as data."""
    if strategies is None:
        return {}
    centers = [[round(float(share), 4) for share in center] for center in strategies.centers]
    return {"names": strategies.names, "centers": centers}


def strategies_of(data: Mapping[str, Any]) -> Strategies | None:
    """Return strategies from data."""
    return Strategies(list(data["names"]), np.array(data["centers"])) if data else None
