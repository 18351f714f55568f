"""Simulations: many games between bots, on all cores or a cluster.

Game number i of a plan has the seed `plan.seed + i`, and its bots sit i places further on than in game 0. So every bot
plays from every seat, and a game has the same result for any number of workers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from repulse.arena.play import GameResult, play_game
from repulse.bots import make_bot
from repulse.engine.bot import Bot, bot_fault, bot_seed
from repulse.engine.contract import BadOptions, Data, RepulseError
from repulse.engine.random import SEED_LIMIT
from repulse.games import game_named
from repulse.jobs.scheduler import run_in_order


@dataclass(frozen=True)
class SimulationPlan:
    """The games to play: plain data, so that it can be sent to any process."""

    game: str
    options: Data
    bots: tuple[str, ...]
    """The bot of each seat in game 0."""
    games: int
    seed: int = 0


def make_plan(game: str, options: Data, bots: Sequence[str], *, games: int, seed: int = 0) -> SimulationPlan:
    """Return a checked plan.

    Args:
        game: The name of a game.
        options: Its options.
        bots: The names of the bots; fewer than there are seats are repeated.
        games: The number of games.
        seed: The seed of the first game.

    Raises:
        BadOptions: The options or the number of bots do not fit the game.
        RepulseError: A name is unknown, or a number is out of range.
    """
    rules = game_named(game)
    full = rules.check_options(options)
    if games < 1:
        raise RepulseError(f"At least one game must be played, not {games}.")
    if not 0 <= seed <= SEED_LIMIT - games:
        raise RepulseError(
            f"The seeds must be whole numbers from 0 to 2**64 - 1, so they cannot start at {seed}."
        )
    players = rules.start(full, seed).players
    if not 1 <= len(bots) <= players:
        raise BadOptions(f"There are {players} seats: name 1 to {players} bots, not {len(bots)}.")
    for name in bots:
        make_bot(name, rules.name, 0)
    return SimulationPlan(game, full, tuple(bots[seat % len(bots)] for seat in range(players)), games, seed)


def line_up(plan: SimulationPlan, number: int) -> list[str]:
    """Return the names of the bots of a game, per seat."""
    players = len(plan.bots)
    return [plan.bots[(seat + number) % players] for seat in range(players)]


def play_number(plan: SimulationPlan, number: int) -> GameResult:
    """Play one game of a plan."""
    seed = plan.seed + number
    names = line_up(plan, number)
    return play_game(
        game_named(plan.game),
        plan.options,
        seed,
        bots=seat_bots(plan, number),
        names=names,
        number=number,
    )


def seat_bots(plan: SimulationPlan, number: int) -> list[Bot]:
    """Return new bots for a game, per seat.

    Raises:
        BotError: A bot cannot be made.
    """
    seed = plan.seed + number
    bots = []
    for seat, name in enumerate(line_up(plan, number)):
        try:
            bots.append(make_bot(name, plan.game, bot_seed(seed, seat)))
        except RepulseError as error:
            where = f" in game {number} (seed {seed})"
            raise bot_fault(name, seat, "its constructor", error=error, where=where) from error
    return bots


def play_many(
    plan: SimulationPlan, workers: int = 0, *, seconds: float | None = None, cluster: str = ""
) -> Iterator[GameResult]:
    """Play the games of a plan; yield the results in the order of the games, as soon as they are available.

    Args:
        plan: The games to play.
        workers: The number of processes; 0 means one per core, 1 plays in this process.
        seconds: Stop after this time, or when interrupted: running games are dropped, finished ones still yielded.
        cluster: The address of a Ray cluster that plays instead; see `repulse.jobs.ray_pool`.

    Raises:
        BotError: A bot gave no legal answer. It comes in place of its game, after all games before it.
    """
    return run_in_order(play_number, plan, plan.games, workers=workers, seconds=seconds, cluster=cluster)
