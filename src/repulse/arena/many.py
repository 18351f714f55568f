"""Many games on all cores.

Game number i of a plan has the seed `plan.seed + i`, and its bots sit i places further on than in game 0, so every
bot plays from every seat, and a game comes out the same whatever the number of workers.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from repulse.arena.play import Result, play_game
from repulse.arena.workers import Workers
from repulse.bots import make_bot
from repulse.engine.bot import bot_seed
from repulse.engine.contract import BadOptions, Data, RepulseError
from repulse.engine.random import SEED_LIMIT
from repulse.games import game_named

Job = TypeVar("Job")

SPAN_SECONDS: Final = 0.2
"""About how long a worker plays before it returns its results."""
LONGEST_SPAN: Final = 200
"""The most games a worker is given at a time."""
AHEAD: Final = 4
"""How many spans a worker may run ahead of the first missing game; this bounds the memory used."""


@dataclass(frozen=True)
class Plan:
    """What to play: plain data, so that it can be sent to any process."""

    game: str
    options: Data
    bots: tuple[str, ...]
    """A bot for each seat of game 0."""
    games: int
    seed: int = 0


def make_plan(game: str, options: Data, bots: list[str], games: int, seed: int = 0) -> Plan:
    """A valid plan, or RepulseError. If there are fewer bots than seats, they are repeated."""
    played = game_named(game)
    full = played.check_options(options)
    if games < 1:
        raise RepulseError(f"At least one game must be played, not {games}.")
    if not 0 <= seed <= SEED_LIMIT - games:
        raise RepulseError(
            f"The seeds must be whole numbers from 0 to 2**64 - 1, so they cannot start at {seed}."
        )
    players = played.start(full, seed).players
    if not 1 <= len(bots) <= players:
        raise BadOptions(f"There are {players} seats: name 1 to {players} bots, not {len(bots)}.")
    for name in bots:
        make_bot(name, played.name, 0)
    return Plan(game, full, tuple(bots[seat % len(bots)] for seat in range(players)), games, seed)


def line_up(plan: Plan, number: int) -> list[str]:
    """The bots of a game, by seat."""
    players = len(plan.bots)
    return [plan.bots[(seat + number) % players] for seat in range(players)]


def play_number(plan: Plan, number: int) -> Result:
    """One game of a plan."""
    seed = plan.seed + number
    names = line_up(plan, number)
    bots = [make_bot(name, plan.game, bot_seed(seed, seat)) for seat, name in enumerate(names)]
    return play_game(game_named(plan.game), plan.options, seed, bots, names, number)


def play_numbers(plan: Plan, first: int, end: int) -> list[Result]:
    """The games of a plan from number `first` up to, not including, `end`."""
    return [play_number(plan, number) for number in range(first, end)]


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def play_many(plan: Plan, workers: int = 0, seconds: float | None = None) -> Iterator[Result]:
    """Play the games of a plan; the results come in game order, as soon as they are available.

    `workers` is the number of processes; 0 is one for each core, 1 plays in this process. After `seconds`, or
    when interrupted, running games are stopped immediately, and the finished ones are still returned. A
    BotError comes in place of the game that it stopped, after all games before it.
    """
    return play_numbered(play_number, plan, plan.games, workers, seconds)


def play_numbered(
    play: Callable[[Job, int], Result], job: Job, games: int, workers: int = 0, seconds: float | None = None
) -> Iterator[Result]:
    """The games 0 to `games` - 1 of any job, each played by `play(job, number)`; else as `play_many`."""
    workers = min(workers or cores(), games)
    if workers == 1 and seconds is None:
        for number in range(games):
            yield play(job, number)
        return
    deadline = None if seconds is None else time.monotonic() + seconds
    played = Played()
    with Workers(play, job, workers) as pool:
        try:
            yield from _in_order(games, pool, played, deadline)
        except KeyboardInterrupt:
            pool.stop()
            yield from played.rest()
            raise
    yield from played.rest()


class Played:
    """Games that have been played and are waiting for earlier ones."""

    def __init__(self) -> None:
        self.next = 0
        """The first game that has not been handed out."""
        self._waiting: dict[int, Result | Exception] = {}

    def add(self, first: int, games: Sequence[Result | Exception]) -> None:
        """Add games from number `first` on."""
        self._waiting.update(enumerate(games, first))

    def ready(self) -> Iterator[Result]:
        """The games that have none missing before them."""
        while self.next in self._waiting:
            found = self._waiting.pop(self.next)
            if isinstance(found, Exception):
                self._waiting.clear()
                raise found
            self.next += 1
            yield found

    def rest(self) -> Iterator[Result]:
        """All remaining games, with whatever gaps there are."""
        for _, found in sorted(self._waiting.items()):
            if isinstance(found, Result):
                yield found


def _in_order(
    games: int, pool: Workers[Job, Result], played: Played, deadline: float | None
) -> Iterator[Result]:
    """Hand out spans and collect results, until all games are played or time is up."""
    given, span, failed = 0, 1, False
    while played.next < games:
        for worker in pool.idle():
            furthest = played.next + AHEAD * LONGEST_SPAN * len(pool.workers)
            if not failed and given < min(games, furthest):
                # Towards the end the spans get small, so that all workers stay busy until the last.
                size = min(span, max(1, (games - given) // len(pool.workers)))
                pool.give(worker, given, min(given + size, games))
                given = min(given + size, games)
        left = None if deadline is None else deadline - time.monotonic()
        if left is not None and left <= 0:
            return
        for batch in pool.wait(left):
            played.add(batch.first, batch.games)
            failed = failed or isinstance(batch.games[-1], Exception)
            pace = batch.seconds / len(batch.games)
            span = max(1, min(LONGEST_SPAN, int(SPAN_SECONDS / pace))) if pace else LONGEST_SPAN
        yield from played.ready()
