"""Ratings that change game by game, on the scale of the league: for players whose games come one at a time.

The method is the Bradley-Terry model with full pairs of Weng and Lin ("A Bayesian approximation method for online
ranking", 2011): each player has a mean and an uncertainty; after a game every pair at the table is compared, and an
upset moves those most of whom least is known. It takes any number of players, and ties. A league knows all its games and
uses the likeliest ratings instead (`repulse.arena.league`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import Final

SCALE: Final = 400 / log(10)
"""At a table for two, 400 points more win ten games for one lost, as in chess."""
ANCHOR: Final = "sensible"
"""The bot whose rating is ZERO by definition."""
ZERO: Final = 1500.0

CHANCE: Final = SCALE / sqrt(2)
"""How much a single game says about a player: with two players who are known well, the scale is SCALE."""
UNKNOWN: Final = 2 * CHANCE
"""How uncertain the rating of a new player is, as a standard deviation."""
DRIFT: Final = 6.0
"""How much a player may change from one game to the next: it keeps ratings from freezing."""
LEAST: Final = 0.0001
"""A game leaves at least this share of an uncertainty."""


@dataclass(frozen=True)
class Strength:
    """What is known of a player: the likeliest rating, and its standard deviation."""

    mean: float = ZERO
    spread: float = UNKNOWN
    fixed: bool = False
    """Whether it stays as it is, whatever happens: the others are measured by it."""


def rated(players: Sequence[Strength], places: Sequence[int]) -> list[Strength]:
    """The strengths after a game that ended with these places: 1 is best, and equal places are a tie."""
    spreads = [each.spread if each.fixed else sqrt(each.spread**2 + DRIFT**2) for each in players]
    after: list[Strength] = []
    for one, player in enumerate(players):
        if player.fixed:
            after.append(player)
            continue
        mine = spreads[one]
        gain = loss = 0.0
        for other, opponent in enumerate(players):
            if other == one:
                continue
            width = sqrt(mine**2 + spreads[other] ** 2 + 2 * CHANCE**2)
            expected = 1 / (1 + exp((opponent.mean - player.mean) / width))
            result = (places[one] < places[other]) + 0.5 * (places[one] == places[other])
            gain += mine**2 / width * (result - expected)
            loss += (mine / width) ** 3 * expected * (1 - expected)
        after.append(Strength(player.mean + gain, mine * sqrt(max(1 - loss, LEAST))))
    return after
