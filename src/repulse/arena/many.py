"""Many games on all cores.

Game number i of a plan has the seed `plan.seed + i`, and its bots sit i places further on than in game 0, so every
bot plays from every seat, and a game comes out the same whatever the number of workers.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from repulse.arena.play import Result, play_game
from repulse.arena.workers import Alone, Batch, Job, Piece, Pool, Workers
from repulse.bots import make_bot
from repulse.engine.bot import Bot, bot_fault, bot_seed
from repulse.engine.contract import BadOptions, Data, RepulseError
from repulse.engine.random import SEED_LIMIT
from repulse.games import game_named

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
    return play_game(game_named(plan.game), plan.options, seed, seat_bots(plan, number), names, number)


def seat_bots(plan: Plan, number: int) -> list[Bot]:
    """New bots for a game, by seat; BotError if one cannot be made."""
    seed = plan.seed + number
    bots = []
    for seat, name in enumerate(line_up(plan, number)):
        try:
            bots.append(make_bot(name, plan.game, bot_seed(seed, seat)))
        except RepulseError as error:
            where = f" in game {number} (seed {seed})"
            raise bot_fault(name, seat, "its constructor", error, where) from error
    return bots


def play_numbers(plan: Plan, first: int, end: int) -> list[Result]:
    """The games of a plan from number `first` up to, not including, `end`."""
    return [play_number(plan, number) for number in range(first, end)]


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def play_many(
    plan: Plan, workers: int = 0, seconds: float | None = None, cluster: str = ""
) -> Iterator[Result]:
    """Play the games of a plan; the results come in game order, as soon as they are available.

    `workers` is the number of processes; 0 is one for each core, 1 plays in this process. With `cluster` (see
    `repulse.arena.cluster`) it is that of the cluster. After `seconds`, or when interrupted, running games are stopped
    immediately, and the finished ones are still returned. A BotError comes in place of the game that it stopped,
    after all games before it.
    """
    return play_numbered(play_number, plan, plan.games, workers, seconds, cluster)


def play_numbered(
    play: Callable[[Job, int], Result],
    job: Job,
    games: int,
    workers: int = 0,
    seconds: float | None = None,
    cluster: str = "",
) -> Iterator[Result]:
    """The games 0 to `games` - 1 of any job, each played by `play(job, number)`; else as `play_many`."""
    workers = min(workers or cores(), games)
    if workers == 1 and seconds is None and not cluster:
        for number in range(games):
            yield play(job, number)
        return
    deadline = None if seconds is None else time.monotonic() + seconds
    played = Played()
    with pool_of(play, job, workers, cluster, deadline is not None) as pool:
        try:
            for batch in in_spans(pool, [range(games)], deadline):
                played.add(batch.first, batch.games)
                yield from played.ready()
        except KeyboardInterrupt:
            pool.stop()
            yield from played.rest()
            raise
    yield from played.rest()


def pool_of(
    do: Callable[[Job, int], Piece], job: Job, workers: int, cluster: str = "", stops: bool = False
) -> Pool[Piece]:
    """Processes of this machine (0 is one for each core, 1 is this one), or a cluster.

    With `stops` even one worker has a process of its own, so that it can be stopped in the middle of a game.
    """
    if cluster:
        from repulse.arena.cluster import RayPool

        return RayPool(do, job, cluster)
    if workers == 1 and not stops:
        return Alone(do, job)
    return Workers(do, job, workers or cores())


def in_spans(
    pool: Pool[Piece], todo: Iterable[range], deadline: float | None = None
) -> Iterator[Batch[Piece]]:
    """Have numbers done in spans that take a fraction of a second each; they come as they are done, in any order.

    Nothing more is handed out after an error, and what is running is still waited for; after the deadline it is not.
    """
    left = deque(numbers for numbers in todo if numbers)
    count = sum(len(numbers) for numbers in left)
    span, failed = 1, False
    while True:
        for slot in pool.slots:
            if slot.span is not None:
                continue
            oldest = min((other.span[0] for other in pool.slots if other.span), default=0)
            ahead = oldest + AHEAD * LONGEST_SPAN * len(pool.slots)
            if failed or not left or (oldest and left[0].start >= ahead):
                break
            numbers = left.popleft()
            # Towards the end the spans get small, so that all workers stay busy until the last.
            end = min(numbers.start + min(span, max(1, count // len(pool.slots))), numbers.stop)
            pool.give(slot, numbers.start, end)
            count -= end - numbers.start
            if end < numbers.stop:
                left.appendleft(range(end, numbers.stop))
        if not any(slot.span for slot in pool.slots):
            return
        rest = None if deadline is None else deadline - time.monotonic()
        if rest is not None and rest <= 0:
            return
        for batch in pool.wait(rest):
            failed = failed or isinstance(batch.games[-1], Exception)
            pace = batch.seconds / len(batch.games)
            span = max(1, min(LONGEST_SPAN, int(pool.span_seconds / pace))) if pace else LONGEST_SPAN
            yield batch


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
