"""Playing a study: games arrive from all cores or a cluster in any order, and are written batch by batch."""

from __future__ import annotations

import time
from collections.abc import Callable

from repulse.jobs.pool import core_count
from repulse.jobs.pools import make_pool
from repulse.jobs.scheduler import BatchScheduler
from repulse.study.dataset import DataSet
from repulse.study.record import StudiedGame, play_studied


class Collector:
    """Games of incomplete batches."""

    def __init__(self, data: DataSet) -> None:
        self.data = data
        self._batches: dict[int, list[StudiedGame]] = {}

    def add(self, game: StudiedGame) -> None:
        """Add a game; write its batch once that is complete."""
        batch = game.number // self.data.study.batch
        games = self._batches.setdefault(batch, [])
        games.append(game)
        if len(games) == len(self.data.numbers(batch)):
            self.data.write(batch, self._batches.pop(batch))

    def write_rest(self) -> None:
        """Write the incomplete batches, except where more games have been written before."""
        for batch, games in sorted(self._batches.items()):
            if len(games) > self.data.games_in(batch):
                self.data.write(batch, games)
        self._batches.clear()


def run_study(
    data: DataSet,
    workers: int = 0,
    *,
    seconds: float | None = None,
    cluster: str = "",
    progress: Callable[[StudiedGame], None] = lambda game: None,
) -> None:
    """Play the missing games of a study. Finished games are written even if it ends early.

    Args:
        data: The data set.
        workers: The number of processes; 0 means one per core.
        seconds: Stop after this time.
        cluster: The address of a Ray cluster that plays instead.
        progress: Is called after each game.

    Raises:
        BotError: A bot gave no legal answer. The games before it, and those running beside it, are kept.
    """
    todo = data.todo()
    if not todo:
        return
    deadline = None if seconds is None else time.monotonic() + seconds
    collector = Collector(data)
    workers = min(workers or core_count(), sum(len(numbers) for numbers in todo))
    first_error: Exception | None = None
    with make_pool(
        play_studied, data.study, workers=workers, cluster=cluster, interruptible=deadline is not None
    ) as pool:
        try:
            for batch in BatchScheduler(pool, todo, deadline=deadline).run():
                for game in batch.results:
                    if isinstance(game, Exception):
                        first_error = first_error or game
                    else:
                        collector.add(game)
                        progress(game)
        finally:
            pool.stop()
            collector.write_rest()
    if first_error is not None:
        raise first_error
