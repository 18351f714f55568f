"""Self-play on all cores or a cluster: a pool of `repulse.jobs` that stays up for a whole run."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from repulse.bots import make_bot
from repulse.bots.neural.net import Net
from repulse.bots.neural.rollouts import Player
from repulse.engine.contract import Data
from repulse.games import game_named
from repulse.jobs.pool import core_count
from repulse.jobs.pools import make_pool
from repulse.jobs.scheduler import run_all
from repulse.learn.experience import LEARNER, Experience
from repulse.learn.selfplay import (
    ImitationRollout,
    SelfPlayNet,
    TrainedGame,
    TrainingRollout,
    play_games,
    setup_for,
)

_GOLDEN_RATIO: Final = 0.6180339887
"""Its multiples are spread evenly between whole numbers: so are the games with opponents."""


@dataclass(frozen=True, kw_only=True)
class SelfPlayJob:
    """A batch of games to play: plain data for another process."""

    game: str
    options: Data
    seed: int
    first: int
    """The number of the first game."""
    end: int
    """The number after the last game."""
    nets: tuple[str, ...] = ()
    """The names of the nets; the first one learns."""
    opponents: tuple[str | int, ...] = ()
    """The opponents of some games, in turn: bots by name, or nets by number."""
    opponent_share: float = 0.0
    """The fraction of games with one learning seat and an opponent in all others; the rest is self-play."""
    imitate: str = ""
    """The bot to imitate; it then plays all seats."""
    greedy: tuple[int, ...] = ()
    """The nets, by number, that play greedily."""


@dataclass(frozen=True)
class SelfPlayWork:
    """Jobs with the nets that they name."""

    jobs: tuple[SelfPlayJob, ...] = ()
    nets: Mapping[str, Net] = field(default_factory=dict)


class SelfPlayPool:
    """The processes of this machine, or of a cluster, that play for a run."""

    def __init__(self, workers: int = 0, *, cluster: str = "") -> None:
        """Start the processes, or connect to the cluster.

        Args:
            workers: The number of processes; 0 means one per core.
            cluster: The address of a Ray cluster that plays instead.
        """
        self._pool = make_pool(
            play_job,
            SelfPlayWork(),
            workers=workers or core_count(),
            cluster=cluster,
            interruptible=True,
            single_threaded=True,
        )

    def run(self, jobs: Sequence[SelfPlayJob], nets: Mapping[str, Net]) -> list[Experience]:
        """Play all jobs; return their experience in order. It does not depend on the number of processes."""
        needed = {name for job in jobs for name in job.nets}
        self._pool.set_job(SelfPlayWork(tuple(jobs), {name: nets[name] for name in sorted(needed)}))
        return run_all(self._pool, len(jobs))

    def close(self) -> None:
        """Stop the processes, or disconnect from the cluster."""
        self._pool.stop()


def play_job(work: SelfPlayWork, number: int) -> Experience:
    """Play the games of a job."""
    job = work.jobs[number]
    setup = _setup(job.game, json.dumps(job.options, sort_keys=True))
    return play_games(
        setup,
        [SelfPlayNet(setup.configuration.bind(work.nets[name])) for name in job.nets],
        lambda number: seats_for(job, setup.players, number),
        numbers=range(job.first, job.end),
        seed=job.seed,
        greedy=job.greedy,
        rollout_class=ImitationRollout if job.imitate else TrainingRollout,
    )


@lru_cache(maxsize=64)
def _setup(game: str, options: str) -> TrainedGame:
    return setup_for(game_named(game), json.loads(options))


def seats_for(job: SelfPlayJob, players: int, number: int) -> list[Player]:
    """Return the players of a game, per seat; the learning seat rotates from game to game.

    Args:
        job: The job.
        players: The number of players.
        number: The number of the game.
    """
    if job.imitate:
        return [make_bot(job.imitate, job.game, job.seed + number * 8 + seat) for seat in range(players)]
    if not job.opponents or (number * _GOLDEN_RATIO) % 1 >= job.opponent_share:
        return [LEARNER] * players
    opponent = job.opponents[number % len(job.opponents)]
    seats: list[Player] = []
    for seat in range(players):
        if (seat + number) % players == 0:
            seats.append(LEARNER)
        elif isinstance(opponent, int):
            seats.append(opponent)
        else:
            seats.append(make_bot(opponent, job.game, job.seed + number * 8 + seat))
    return seats
