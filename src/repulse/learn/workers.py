"""Processes that play games for training, one a core, and stay up for the whole run."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any

from repulse.bots import make_bot
from repulse.bots.neural.lanes import Player
from repulse.bots.neural.net import Net
from repulse.engine.contract import Data, RepulseError
from repulse.games import game_named
from repulse.learn.selfplay import (
    LEARNER,
    Experience,
    ImitationLane,
    Setup,
    TrainingLane,
    play_games,
    setup_for,
)


@dataclass(frozen=True)
class Job:
    """Games to play: plain data for another process."""

    game: str
    options: Data
    seed: int
    first: int
    end: int
    nets: tuple[str, ...] = ()
    """The names of the nets, which were sent before; the first one learns."""
    rivals: tuple[str | int, ...] = ()
    """Who sits opposite in some games, in turn: bots by name, or nets by number. Games without rivals are self-play."""
    rival_games: float = 0.0
    """The part of the games that has rivals: one learning seat, a rival in all others."""
    imitate: str = ""
    """The bot to learn from, instead of playing."""
    greedy: bool = False


class Workers:
    """The processes."""

    def __init__(self, count: int) -> None:
        # One thread each: the processes are as many as the cores.
        for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
            os.environ[name] = "1"
        context = multiprocessing.get_context("spawn")
        self._pipes: list[Connection] = []
        self._processes = []
        for _ in range(count):
            ours, theirs = context.Pipe()
            process = context.Process(target=_work, args=(theirs,), daemon=True)
            process.start()
            self._pipes.append(ours)
            self._processes.append(process)
        for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
            os.environ.pop(name, None)

    def __len__(self) -> int:
        return len(self._pipes)

    def send_net(self, name: str, net: Net) -> None:
        """Give all processes a net under a name; it takes the place of the last one of that name."""
        for pipe in self._pipes:
            pipe.send((name, net))

    def run(self, jobs: Sequence[Job]) -> list[Experience]:
        """Do some jobs, each by one process; the results in their order."""
        results: list[Any] = [None] * len(jobs)
        waiting = list(enumerate(jobs))
        busy: dict[int, int] = {}
        while waiting or busy:
            for number, pipe in enumerate(self._pipes):
                if number not in busy and waiting:
                    which, job = waiting.pop(0)
                    pipe.send(job)
                    busy[number] = which
            wait([self._pipes[number] for number in busy])
            for number in [number for number in busy if self._pipes[number].poll()]:
                try:
                    result = self._pipes[number].recv()
                except EOFError:
                    raise RepulseError("A process that plays games has died.") from None
                if isinstance(result, str):
                    raise RepulseError(f"A process that plays games broke off:\n{result}")
                results[busy.pop(number)] = result
        return results

    def close(self) -> None:
        """End the processes."""
        for pipe in self._pipes:
            pipe.close()
        for process in self._processes:
            process.join(timeout=5)
            if process.is_alive():
                process.terminate()


def _work(pipe: Connection) -> None:
    """A process: take nets and jobs until the other end closes."""
    import traceback

    nets: dict[str, Net] = {}
    setups: dict[str, Setup] = {}
    while True:
        try:
            message = pipe.recv()
        except (EOFError, KeyboardInterrupt):
            return
        if isinstance(message, tuple):
            nets[message[0]] = message[1]
            continue
        try:
            pipe.send(do(message, nets, setups))
        except Exception:
            pipe.send(traceback.format_exc())


def do(job: Job, nets: dict[str, Net], setups: dict[str, Setup]) -> Experience:
    """Play the games of a job."""
    key = repr((job.game, sorted(job.options.items(), key=str)))
    setup = setups.get(key)
    if setup is None:
        setup = setups[key] = setup_for(game_named(job.game), job.options)
    players = setup.players
    kind: type[TrainingLane] = ImitationLane if job.imitate else TrainingLane
    return play_games(
        setup,
        [setup.configuration.bind(nets[name]) for name in job.nets],
        lambda number: seats_of(job, players, number),
        range(job.first, job.end),
        job.seed,
        greedy=job.greedy,
        lane_class=kind,
    )


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
