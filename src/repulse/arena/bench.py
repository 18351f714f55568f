"""How fast a game is: random games in a number of seconds, and the time of a copy, a view, a determinization.

Time is processor time, so that other programs on the machine do not count. A *decision* is an answer that had an
alternative; forced answers are counted separately, since a figure padded with them says little.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from time import process_time

from repulse.engine.answers import random_answer
from repulse.engine.contract import Game, State
from repulse.engine.random import seeded
from repulse.games import game_named

POSITIONS = 200
"""How many positions are copied in rotation: enough to cover whole games, few enough to stay in the cache."""


@dataclass(frozen=True)
class BenchResult:
    """What was played, and the processor time it took."""

    games: int
    decisions: int
    forced: int
    seconds: float


def random_games(game: str, options: Mapping[str, object], seconds: float, seed: int) -> BenchResult:
    """Play whole games at random for a number of seconds of processor time."""
    return play_for(game_named(game), options, seconds, seed)


def play_for(game: Game, options: Mapping[str, object], seconds: float, seed: int) -> BenchResult:
    """Play whole games of `game` at random, the first with `seed`, the next with the next seed."""
    chosen = game.check_options(options)
    stream = seeded(seed)
    games = decisions = forced = 0
    start = process_time()
    spent = 0.0
    while spent < seconds:
        state = game.start(chosen, seed + games)
        while state.owing:
            seat = lowest_seat(state.owing)
            decision = state.decision(seat)
            if decision.forced():
                forced += 1
                state.apply(seat, decision.forced_choice())
            else:
                decisions += 1
                state.apply(seat, random_answer(decision, stream))
        games += 1
        spent = process_time() - start
    return BenchResult(games, decisions, forced, spent)


def clone_for(positions: list[State], seconds: float) -> float:
    """The mean time of a copy of these positions."""
    return copy_microseconds([state.clone for state in positions], seconds)


def view_for(positions: list[State], seconds: float) -> float:
    """The mean time to make a view of these positions, for the seat being asked."""
    return copy_microseconds([partial(state.view, lowest_seat(state.owing)) for state in positions], seconds)


def determinize_for(game: Game, positions: list[State], seconds: float) -> float:
    """The mean time to make a complete position from a view of each of these."""
    views = [state.view(lowest_seat(state.owing)) for state in positions]
    makers = [partial(game.determinize, view, seed) for seed, view in enumerate(views)]
    return copy_microseconds(makers, seconds)


def thinking_microseconds(
    game: str, options: Mapping[str, object], seconds: float, seed: int
) -> dict[str, float]:
    """The mean times of a copy, a view and a determinization, over positions from throughout some random games."""
    rules = game_named(game)
    positions = sample_positions(rules, options, POSITIONS, seed)
    return {
        "clone": clone_for(positions, seconds / 3),
        "view": view_for(positions, seconds / 3),
        "determinize": determinize_for(rules, positions, seconds / 3),
    }


def copy_microseconds(copies: Sequence[Callable[[], object]], seconds: float) -> float:
    """The mean time of a call of each of `copies`, ours or another library's."""
    rounds = 0
    start = process_time()
    spent = 0.0
    while spent < seconds:
        for copy in copies:
            copy()
        rounds += 1
        spent = process_time() - start
    return spent / (rounds * len(copies)) * 1e6


def learning_microseconds(
    game: str, options: Mapping[str, object], seconds: float, seed: int
) -> dict[str, float]:
    """The mean times of what learners use: features, a mask, and an answer turned into picks and back.

    Taken over the views of seats being asked, in positions from throughout some random games; the features and the mask
    are those before the first pick.
    """
    rules = game_named(game)
    states = sample_positions(rules, options, POSITIONS, seed)
    asked = [(state, lowest_seat(state.owing)) for state in states if state.owing]
    space = rules.action_space(states[0])
    numbers = bytearray(rules.feature_layout(states[0]).size)
    mask = bytearray(space.size)
    stream = seeded(seed)
    views = [state.view(seat) for state, seat in asked]
    decisions = [view.decision(seat) for view, (_, seat) in zip(views, asked, strict=True)]
    answers = [random_answer(decision, stream) for decision in decisions]
    none: list[int] = []

    def write_features(at: int) -> None:
        rules.features(views[at], decisions[at], none, numbers)

    def write_mask(at: int) -> object:
        return space.mask(decisions[at], none, mask)

    def pick_and_read(at: int) -> object:
        return space.choice(decisions[at], space.picks(decisions[at], answers[at]))

    measured: dict[str, Callable[[int], object]] = {
        "features": write_features,
        "mask": write_mask,
        "picks": pick_and_read,
    }
    return {
        name: copy_microseconds([partial(do, at) for at in range(len(asked))], seconds / 3)
        for name, do in measured.items()
    }


def sample_positions(game: Game, options: Mapping[str, object], wanted: int, seed: int) -> list[State]:
    """Positions taken throughout some random games, in no particular order."""
    chosen = game.check_options(options)
    stream = seeded(seed)
    found: list[State] = []
    games = 0
    while len(found) < wanted:
        state = game.start(chosen, seed + games)
        games += 1
        while state.owing:
            seat = lowest_seat(state.owing)
            state.apply(seat, random_answer(state.decision(seat), stream))
            if stream.below(50) == 0 and state.owing:
                found.append(state.clone())
    order = list(range(len(found)))
    stream.shuffle(order)
    return [found[i] for i in order[:wanted]]


def lowest_seat(owing: int) -> int:
    """The lowest seat in a bit set of seats."""
    return (owing & -owing).bit_length() - 1
