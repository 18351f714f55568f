"""Many games on all cores.

Game number i of a plan has the seed `plan.seed + i`, and its bots sit i places further on than in game 0: so each
bot sits everywhere, and a game comes out the same whatever the number of workers.
"""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass

from repulse.arena.play import Result, play_game
from repulse.bots import make_bot
from repulse.engine.bot import bot_seed
from repulse.engine.contract import BadOptions, Data, RepulseError
from repulse.engine.random import SEED_LIMIT
from repulse.games import game_named

LARGEST_CHUNK = 200


@dataclass(frozen=True)
class Plan:
    """What is to be played: plain data, so that it can be sent to any process."""

    game: str
    options: Data
    bots: tuple[str, ...]
    """A bot for each seat of game 0."""
    games: int
    seed: int = 0


def make_plan(game: str, options: Data, bots: list[str], games: int, seed: int = 0) -> Plan:
    """A plan that can be carried out; RepulseError if it cannot. Fewer bots than seats take turns at the table."""
    played = game_named(game)
    full = played.check_options(options)
    if games < 1:
        raise RepulseError(f"At least one game must be played, not {games}.")
    if not 0 <= seed <= SEED_LIMIT - games:
        raise RepulseError(f"The seeds must be whole numbers from 0 to 2**64 - 1; {seed} is no first one.")
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


def play_numbers(plan: Plan, first: int, end: int) -> list[Result]:
    """The games of a plan from number `first` to before number `end`."""
    game = game_named(plan.game)
    results = []
    for number in range(first, end):
        seed = plan.seed + number
        names = line_up(plan, number)
        bots = [make_bot(name, game.name, bot_seed(seed, seat)) for seat, name in enumerate(names)]
        result = play_game(game, plan.options, seed, bots)
        result.bots = names
        results.append(result)
    return results


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def play_many(plan: Plan, workers: int = 0) -> Iterator[Result]:
    """Play the games of a plan; the results come in the order of the games, as soon as they are there.

    `workers` is the number of processes; 0 is one for each core, 1 plays in this very process.
    """
    workers = min(workers or cores(), plan.games)
    chunk = max(1, min(LARGEST_CHUNK, plan.games // (workers * 8)))
    spans = [(first, min(first + chunk, plan.games)) for first in range(0, plan.games, chunk)]
    if workers == 1:
        for first, end in spans:
            yield from play_numbers(plan, first, end)
        return
    # Fresh processes rather than forked ones: the same on every system, and safe beside threads.
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"))
    waiting: deque[Future[list[Result]]] = deque()
    try:
        for span in spans:
            waiting.append(pool.submit(play_numbers, plan, *span))
            # No more than a few chunks ahead, so that a million games need no more memory than a thousand.
            if len(waiting) > workers * 4:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
