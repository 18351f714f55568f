"""Online ratings on the scale of the league: the Bradley-Terry full-pair model of Weng and Lin.

See "A Bayesian approximation method for online ranking" (2011): each player has a mean and a standard deviation; after a
game every pair of players is compared, and uncertain ratings move most. It supports any number of players, and ties. A
league has all its games and uses a maximum-likelihood fit instead (`repulse.arena.league`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import Final

SCALE: Final = 400 / log(10)
"""With two players, a lead of 400 points means ten wins per loss, as in chess."""
ANCHOR_BOT: Final = "sensible"
"""The bot whose rating is ANCHOR_RATING by definition."""
ANCHOR_RATING: Final = 1500.0

CHANCE: Final = SCALE / sqrt(2)
"""Beta of the model, the noise of a single game: for two certain ratings, the scale is SCALE."""
UNKNOWN: Final = 2 * CHANCE
"""The standard deviation of the rating of a new player."""
DRIFT: Final = 6.0
"""The drift of a player per game, as a standard deviation; it keeps ratings from freezing."""
MIN_VARIANCE_FACTOR: Final = 0.0001
"""Kappa of the model: a game leaves at least this share of a variance."""


@dataclass(frozen=True)
class Strength:
    """The estimated rating of a player, and its standard deviation."""

    mean: float = ANCHOR_RATING
    spread: float = UNKNOWN
    fixed: bool = False
    """Whether it never changes: the anchor of the scale."""


def update_ratings(
    players: Sequence[Strength],
    places: Sequence[int],
    counts: Callable[[int, int], bool] = lambda _one, _other: True,
) -> list[Strength]:
    """Return the strengths after a game, by the Weng-Lin Bradley-Terry full-pair model.

    Args:
        players: The strengths before the game.
        places: The place of each player: 1 is best, and equal places are a tie.
        counts: Whether the result against another player changes the strength of a player.
    """
    spreads = [player.spread if player.fixed else sqrt(player.spread**2 + DRIFT**2) for player in players]
    after: list[Strength] = []
    for index, player in enumerate(players):
        if player.fixed or not any(counts(index, other) for other in range(len(players)) if other != index):
            after.append(player)
            continue
        mine = spreads[index]
        gain = loss = 0.0
        for other, opponent in enumerate(players):
            if other == index or not counts(index, other):
                continue
            width = sqrt(mine**2 + spreads[other] ** 2 + 2 * CHANCE**2)
            expected = 1 / (1 + exp((opponent.mean - player.mean) / width))
            result = (places[index] < places[other]) + 0.5 * (places[index] == places[other])
            gain += mine**2 / width * (result - expected)
            loss += (mine / width) ** 3 * expected * (1 - expected)
        after.append(Strength(player.mean + gain, mine * sqrt(max(1 - loss, MIN_VARIANCE_FACTOR))))
    return after
