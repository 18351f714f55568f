"""Random play in the engines we compare against.

Each peer is played through its public interface, following its own documentation, and counted as we count
ourselves: a *decision* is an answer that had an alternative; one without is *forced* and counted separately; chance
costs time but is neither.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from time import process_time
from typing import Any


@dataclass
class Played:
    """The games of a measurement; the same fields as ``repulse.arena.bench.BenchResult``."""

    games: int
    decisions: int
    forced: int
    seconds: float


class Catanatron:
    """Settlers-like trading game in pure Python, players choosing at random."""

    def __init__(self, players: int) -> None:
        from catanatron.game import TURNS_LIMIT, Game
        from catanatron.models.player import Color, RandomPlayer

        self.limit = TURNS_LIMIT
        self.new_game: Callable[[int], Any] = lambda seed: Game(
            [RandomPlayer(color) for color in list(Color)[:players]], seed=seed
        )

    def play(self, seconds: float, seed: int) -> Played:
        """Play whole games for `seconds` of processor time."""
        played = Played(0, 0, 0, 0.0)
        start = process_time()
        while played.seconds < seconds:
            # This library treats a seed of 0 as no seed.
            game = self.new_game(1 + seed + played.games)
            state = game.state
            while game.winning_color() is None and state.num_turns < self.limit:
                if len(state.playable_actions) > 1:
                    played.decisions += 1
                else:
                    played.forced += 1
                game.play_tick()
            played.games += 1
            played.seconds = process_time() - start
        return played

    def positions(self, count: int, seed: int) -> list[Callable[[], object]]:
        """Return ways to copy positions from throughout some random games."""
        copies: list[Callable[[], object]] = []
        rng = random.Random(seed)
        while len(copies) < count:
            game = self.new_game(1 + rng.randrange(1 << 30))
            while game.winning_color() is None and game.state.num_turns < self.limit:
                game.play_tick()
                if rng.random() < 0.02:
                    copies.append(game.copy().copy)
        rng.shuffle(copies)
        return copies[:count]


class OpenSpiel:
    """A game of the OpenSpiel library: C++ behind Python, actions chosen at random."""

    def __init__(self, name: str) -> None:
        import pyspiel

        self.game: Any = pyspiel.load_game(name)

    def play(self, seconds: float, seed: int) -> Played:
        """Play whole games for `seconds` of processor time."""
        rng = random.Random(seed)
        played = Played(0, 0, 0, 0.0)
        start = process_time()
        while played.seconds < seconds:
            state = self.game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(draw(state, rng))
                    continue
                actions = state.legal_actions()
                if len(actions) > 1:
                    played.decisions += 1
                    state.apply_action(actions[rng.randrange(len(actions))])
                else:
                    played.forced += 1
                    state.apply_action(actions[0])
            played.games += 1
            played.seconds = process_time() - start
        return played

    def positions(self, count: int, seed: int) -> list[Callable[[], object]]:
        """Return ways to copy positions from throughout some random games."""
        copies: list[Callable[[], object]] = []
        rng = random.Random(seed)
        while len(copies) < count:
            state = self.game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(draw(state, rng))
                    continue
                state.apply_action(rng.choice(state.legal_actions()))
                if rng.random() < 0.02:
                    copies.append(state.clone().clone)
        rng.shuffle(copies)
        return copies[:count]


def draw(state: Any, rng: random.Random) -> int:
    """Return the next chance outcome. All are equally likely in the games measured here (a shuffled deck)."""
    outcomes: list[tuple[int, float]] = state.chance_outcomes()
    return outcomes[rng.randrange(len(outcomes))][0]
