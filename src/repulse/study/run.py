"""Playing a study: games come from all cores or a cluster in any order, and are written batch by batch."""

from __future__ import annotations

import time
from collections.abc import Callable

from repulse.arena.many import cores, in_spans, pool_of
from repulse.study.dataset import DataSet
from repulse.study.record import StudiedGame, play_studied


class Collector:
    """Games of batches that are not whole yet."""

    def __init__(self, data: DataSet) -> None:
        self.data = data
        self._batches: dict[int, list[StudiedGame]] = {}

    def add(self, game: StudiedGame) -> None:
        """Take a game; a batch that is whole is written."""
        batch = game.number // self.data.study.batch
        games = self._batches.setdefault(batch, [])
        games.append(game)
        if len(games) == len(self.data.numbers(batch)):
            self.data.write(batch, self._batches.pop(batch))

    def write_rest(self) -> None:
        """Write what there is of the other batches, unless more of one was written before."""
        for batch, games in sorted(self._batches.items()):
            if len(games) > self.data.games_in(batch):
                self.data.write(batch, games)
        self._batches.clear()


def run_study(
    data: DataSet,
    workers: int = 0,
    seconds: float | None = None,
    cluster: str = "",
    progress: Callable[[StudiedGame], None] = lambda game: None,
) -> None:
    """Play what is missing of a study. Whatever ends it early, the games that were played are written.

    BotError if a bot gives no legal answer: the games before it, and those running beside it, are kept.
    """
    todo = data.todo()
    if not todo:
        return
    deadline = None if seconds is None else time.monotonic() + seconds
    collected = Collector(data)
    wanted = min(workers or cores(), sum(len(numbers) for numbers in todo))
    failed: Exception | None = None
    with pool_of(play_studied, data.study, wanted, cluster, deadline is not None) as pool:
        try:
            for batch in in_spans(pool, todo, deadline):
                for game in batch.games:
                    if isinstance(game, Exception):
                        failed = failed or game
                    else:
                        collected.add(game)
                        progress(game)
        finally:
            pool.stop()
            collected.write_rest()
    if failed is not None:
        raise failed
