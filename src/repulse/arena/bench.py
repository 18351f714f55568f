"""The speed of a game: random games per second, and the times of a copy, a view and a determinization.

Time is processor time, so that other programs on the machine do not count. A *decision* is an answer that had an
alternative; forced answers are counted separately, since they would inflate the figure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from time import process_time

from repulse.engine.answers import play_at_random, random_answer
from repulse.engine.contract import Game, State
from repulse.engine.random import seeded
from repulse.games import game_named, learning_of

POSITIONS = 200
"""The number of positions that are copied in rotation: enough for whole games, few enough for the cache."""


@dataclass(frozen=True)
class BenchResult:
    """The games that were played, and the processor time they took."""

    games: int
    decisions: int
    forced: int
    seconds: float


def random_games(game: str, options: Mapping[str, object], seconds: float, *, seed: int) -> BenchResult:
    """Play random games for `seconds` of processor time."""
    return play_for(game_named(game), options, seconds, seed=seed)


def play_for(game: Game, options: Mapping[str, object], seconds: float, *, seed: int) -> BenchResult:
    """Play random games for `seconds` of processor time, the first with `seed`, the next with `seed` + 1."""
    full = game.check_options(options)
    stream = seeded(seed)
    games = decisions = forced = 0
    start = process_time()
    spent = 0.0
    while spent < seconds:
        chosen, without_choice = play_at_random(game.start(full, seed + games), stream)
        decisions += chosen
        forced += without_choice
        games += 1
        spent = process_time() - start
    return BenchResult(games, decisions, forced, spent)


def clone_for(positions: list[State], seconds: float) -> float:
    """Return the mean time of a copy of these positions."""
    return copy_microseconds([state.clone for state in positions], seconds)


def view_for(positions: list[State], seconds: float) -> float:
    """Return the mean time of a view of these positions for a seat with a pending decision."""
    return copy_microseconds([partial(state.view, lowest_seat(state.owing)) for state in positions], seconds)


def determinize_for(game: Game, positions: list[State], seconds: float) -> float:
    """Return the mean time of a determinization of a view of these positions."""
    views = [state.view(lowest_seat(state.owing)) for state in positions]
    makers = [partial(game.determinize, view, seed) for seed, view in enumerate(views)]
    return copy_microseconds(makers, seconds)


def thinking_microseconds(
    game: str, options: Mapping[str, object], seconds: float, *, seed: int
) -> dict[str, float]:
    """Return the mean times of a copy, a view and a determinization, over positions of random games."""
    rules = game_named(game)
    positions = sample_positions(rules, options, POSITIONS, seed=seed)
    return {
        "clone": clone_for(positions, seconds / 3),
        "view": view_for(positions, seconds / 3),
        "determinize": determinize_for(rules, positions, seconds / 3),
    }


def copy_microseconds(copies: Sequence[Callable[[], object]], seconds: float) -> float:
    """Return the mean time of a call of `copies`, ours or of another library."""
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
    game: str, options: Mapping[str, object], seconds: float, *, seed: int
) -> dict[str, float]:
    """Return the mean times of features, of a mask, and of an answer turned into picks and back.

    The means are over views of seats with a pending decision, in positions of random games; features and mask are those
    before the first pick.
    """
    rules = game_named(game)
    states = sample_positions(rules, options, POSITIONS, seed=seed)
    pending = [(state, lowest_seat(state.owing)) for state in states if state.owing]
    learning = learning_of(rules)
    space = learning.action_space(states[0])
    numbers = bytearray(learning.feature_layout(states[0]).size)
    mask = bytearray(space.size)
    stream = seeded(seed)
    views = [state.view(seat) for state, seat in pending]
    decisions = [view.decision(seat) for view, (_, seat) in zip(views, pending, strict=True)]
    answers = [random_answer(decision, stream) for decision in decisions]
    none: list[int] = []

    def write_features(index: int) -> None:
        learning.features(views[index], decisions[index], none, numbers)

    def write_mask(index: int) -> object:
        return space.mask(decisions[index], none, mask)

    def pick_and_read(index: int) -> object:
        return space.choice(decisions[index], space.picks(decisions[index], answers[index]))

    measured: dict[str, Callable[[int], object]] = {
        "features": write_features,
        "mask": write_mask,
        "picks": pick_and_read,
    }
    return {
        name: copy_microseconds([partial(call, index) for index in range(len(pending))], seconds / 3)
        for name, call in measured.items()
    }


def sample_positions(game: Game, options: Mapping[str, object], count: int, *, seed: int) -> list[State]:
    """Return positions of random games, in random order."""
    full = game.check_options(options)
    stream = seeded(seed)
    positions: list[State] = []
    games = 0
    while len(positions) < count:
        state = game.start(full, seed + games)
        games += 1
        while state.owing:
            seat = lowest_seat(state.owing)
            state.apply(seat, random_answer(state.decision(seat), stream))
            if stream.below(50) == 0 and state.owing:
                positions.append(state.clone())
    order = list(range(len(positions)))
    stream.shuffle(order)
    return [positions[i] for i in order[:count]]


def lowest_seat(owing: int) -> int:
    """Return the lowest seat in a bit set of seats."""
    return (owing & -owing).bit_length() - 1
