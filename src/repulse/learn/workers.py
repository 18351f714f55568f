"""Games for training, on all cores or a cluster: the pools of `repulse.arena`, which stay up for the whole run."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from repulse.arena.many import cores, in_spans, pool_of
from repulse.bots import make_bot
from repulse.bots.neural.lanes import Player
from repulse.bots.neural.net import Net
from repulse.engine.contract import Data
from repulse.games import game_named
from repulse.learn.selfplay import (
    LEARNER,
    Experience,
    ImitationLane,
    SelfPlayNet,
    Setup,
    TrainingLane,
    play_games,
    setup_for,
)

THREADS: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""What numpy's libraries read when they are loaded."""


@dataclass(frozen=True)
class Job:
    """Games to play: plain data for another process."""

    game: str
    options: Data
    seed: int
    first: int
    end: int
    nets: tuple[str, ...] = ()
    """The names of the nets; the first one learns."""
    rivals: tuple[str | int, ...] = ()
    """Who sits opposite in some games, in turn: bots by name, or nets by number. Games without rivals are self-play."""
    rival_games: float = 0.0
    """The part of the games that has rivals: one learning seat, a rival in all others."""
    imitate: str = ""
    """The bot to learn from, instead of playing."""
    greedy: tuple[int, ...] = ()
    """The nets that take what they like best, by number."""


@dataclass(frozen=True)
class Work:
    """Jobs with the nets that they name."""

    jobs: tuple[Job, ...] = ()
    nets: Mapping[str, Net] = field(default_factory=dict)


class SelfPlay:
    """Processes of this machine, one a core if their number is 0, or those of a cluster, for as long as a run takes."""

    def __init__(self, workers: int = 0, cluster: str = "") -> None:
        # One thread each: the processes are as many as the cores.
        before = {name: os.environ.get(name) for name in THREADS}
        os.environ.update(dict.fromkeys(THREADS, "1"))
        try:
            self._pool = pool_of(play_job, Work(), workers or cores(), cluster, stops=True)
        finally:
            for name, value in before.items():
                if value is None:
                    del os.environ[name]
                else:
                    os.environ[name] = value

    def run(self, jobs: Sequence[Job], nets: Mapping[str, Net]) -> list[Experience]:
        """Do some jobs, each as one piece; the results in their order, which do not depend on who did them."""
        wanted = {name for job in jobs for name in job.nets}
        self._pool.renew(Work(tuple(jobs), {name: nets[name] for name in sorted(wanted)}))
        results: dict[int, Experience] = {}
        for batch in in_spans(self._pool, [range(len(jobs))]):
            for number, found in enumerate(batch.games, batch.first):
                if isinstance(found, Exception):
                    raise found
                results[number] = found
        return [results[number] for number in range(len(jobs))]

    def close(self) -> None:
        """End the processes, or leave the cluster."""
        self._pool.stop()


def play_job(work: Work, number: int) -> Experience:
    """Play the games of a job."""
    job = work.jobs[number]
    setup = _setup(job.game, json.dumps(job.options, sort_keys=True))
    return play_games(
        setup,
        [SelfPlayNet(setup.configuration.bind(work.nets[name])) for name in job.nets],
        lambda number: seats_of(job, setup.players, number),
        range(job.first, job.end),
        job.seed,
        greedy=job.greedy,
        lane_class=ImitationLane if job.imitate else TrainingLane,
    )


@lru_cache(maxsize=64)
def _setup(game: str, options: str) -> Setup:
    return setup_for(game_named(game), json.loads(options))


def seats_of(job: Job, players: int, number: int) -> list[Player]:
    """Who sits where in a game: seats turn from game to game."""
    if job.imitate:
        return [make_bot(job.imitate, job.game, job.seed + number * 8 + seat) for seat in range(players)]
    if not job.rivals or (number * 0.6180339887) % 1 >= job.rival_games:
        return [LEARNER] * players
    rival = job.rivals[number % len(job.rivals)]
    seats: list[Player] = []
    for seat in range(players):
        if (seat + number) % players == 0:
            seats.append(LEARNER)
        elif isinstance(rival, int):
            seats.append(rival)
        else:
            seats.append(make_bot(rival, job.game, job.seed + number * 8 + seat))
    return seats
