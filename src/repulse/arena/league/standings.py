"""The standings of a league: the share of wins of each bot against each other, and a rating per division.

A rating is on the scale of chess: with two players, a lead of 400 points means ten wins per loss. The chance that a seat
wins is its share of the sum of all strengths in the game (the Bradley-Terry model for any number of seats); ratings are
a maximum-likelihood fit, independent of the order of the games.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Final

import numpy as np

from repulse.arena.league.plan import Division, Fixture, Pairing, fixtures
from repulse.arena.league.results import Outcome, Results
from repulse.arena.rating import ANCHOR_BOT, ANCHOR_RATING, SCALE
from repulse.arena.scoreboard import Z_95
from repulse.engine.contract import Data

PRIOR: Final = 1500 / SCALE
"""Prior standard deviation; keeps the rating of an undefeated bot finite."""


@dataclass(frozen=True)
class PairTally:
    """The results of one bot against another in all other seats."""

    pairing: Pairing
    games: int
    share: float
    error: float
    """The standard error; the games of one deal are not independent of each other, so deals are compared."""
    margin: float
    """The mean lead over the best other seat, in points."""
    ahead: float
    """The share of other seats that it was ahead of; ties count as half; 0.5 means parity for any number of players."""

    @property
    def even(self) -> float:
        """The share that a bot of equal strength would win."""
        return 1 / self.pairing.table.players

    @property
    def reach(self) -> float:
        """The half-width of the 95% confidence interval of the share."""
        return Z_95 * self.error


@dataclass(frozen=True)
class Rating:
    """The strength of a bot at a table."""

    bot: str
    rating: float
    reach: float
    """The half-width of its 95% confidence interval."""
    games: int


@dataclass(frozen=True)
class Standing:
    """A division of the league with its ratings and results."""

    table: Division
    ratings: list[Rating] = field(default_factory=list)
    """The strongest first."""
    shares: list[PairTally] = field(default_factory=list)

    def to_data(self) -> Data:
        """Return the figures as plain data."""
        return {
            "game": self.table.game,
            "options": self.table.data(),
            "title": self.table.title,
            "ratings": [
                {
                    "bot": rating.bot,
                    "rating": round(rating.rating, 1),
                    "reach": round(rating.reach, 1),
                    "games": rating.games,
                }
                for rating in self.ratings
            ],
            "matches": [
                {
                    "one": share.pairing.first,
                    "others": share.pairing.other,
                    "games": share.games,
                    "share": round(share.share, 4),
                    "reach": round(share.reach, 4),
                    "even": round(share.even, 4),
                    "margin": round(share.margin, 2),
                    "ahead": round(share.ahead, 4),
                }
                for share in self.shares
            ],
        }


def standings(results: Results, pairings: Sequence[Pairing], seed: int) -> list[Standing]:
    """Return the standings of all divisions of a league, as far as its games have been played.

    Args:
        results: The games that have been played.
        pairings: The matches of the plan.
        seed: The first seed of the plan.
    """
    tables = dict.fromkeys(pairing.table for pairing in pairings)
    rows = []
    for table in tables:
        here = [pairing for pairing in pairings if pairing.table == table]
        shares = [share for pairing in here if (share := share_of(results, pairing, seed)) is not None]
        games: dict[Fixture, Outcome] = {}
        for pairing in here:
            for fixture in fixtures(pairing, seed):
                if fixture in results.played:
                    games[fixture] = results.played[fixture]
        if games:
            rows.append(Standing(table, ratings(games), shares))
    return rows


def share_of(results: Results, pairing: Pairing, seed: int) -> PairTally | None:
    """Return the results of a match so far, or None if nothing has been played.

    Args:
        results: The games that have been played.
        pairing: The match.
        seed: The first seed of the plan.
    """
    deals: dict[int, list[float]] = {}
    margins: list[float] = []
    ahead: list[float] = []
    for fixture in fixtures(pairing, seed):
        outcome = results.played.get(fixture)
        if outcome is None:
            continue
        seat = fixture.bots.index(pairing.first)
        deals.setdefault(fixture.seed, []).append(outcome.won(seat))
        others = [score for place, score in enumerate(outcome.scores) if place != seat]
        mine = outcome.scores[seat]
        margins.append(mine - max(others))
        ahead.append(sum((mine > score) + (mine == score) / 2 for score in others) / len(others))
    if not deals:
        return None
    games = sum(len(wins) for wins in deals.values())
    share = sum(sum(wins) for wins in deals.values()) / games
    apart = sum((sum(wins) - share * len(wins)) ** 2 for wins in deals.values())
    count = len(deals)
    error = sqrt(apart * count / max(1, count - 1)) / games if count > 1 else 0.5
    return PairTally(pairing, games, share, error, sum(margins) / games, sum(ahead) / games)


def ratings(games: Mapping[Fixture, Outcome]) -> list[Rating]:
    """Return the maximum-likelihood Bradley-Terry ratings of some games, strongest first."""
    bots = sorted({bot for fixture in games for bot in fixture.bots})
    number = {bot: place for place, bot in enumerate(bots)}
    counts, wins = _summary(games.items(), number)
    strength = np.zeros(len(bots))
    curvature = np.eye(len(bots))
    for _ in range(50):
        # Newton's method: the logarithm of the likelihood has a single peak.
        slope = -strength / PRIOR**2
        curvature = np.eye(len(bots)) / PRIOR**2
        for line_up, count in counts.items():
            seats = np.array(line_up)
            weights = seats * np.exp(strength - strength.max())
            chance = weights / weights.sum()
            slope += wins[line_up] - count * chance
            curvature += count * (np.diag(chance) - np.outer(chance, chance))
        step = np.linalg.solve(curvature, slope)
        strength = strength + np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-6:
            break
    zero = number.get(ANCHOR_BOT)
    covariance = np.linalg.inv(curvature)
    against = np.zeros(len(bots))
    if zero is None:
        against[:] = 1 / len(bots)
    else:
        against[zero] = 1
    spread = np.eye(len(bots)) - against[None, :]
    errors = np.sqrt(np.clip(np.diag(spread @ covariance @ spread.T), 0, None))
    level = float(strength @ against)
    played = {bot: sum(bot in fixture.bots for fixture in games) for bot in bots}
    rows = [
        Rating(
            bot,
            ANCHOR_RATING + SCALE * (float(strength[place]) - level),
            Z_95 * SCALE * float(errors[place]),
            played[bot],
        )
        for place, bot in enumerate(bots)
    ]
    return sorted(rows, key=lambda rating: -rating.rating)


def _summary(
    games: Iterable[tuple[Fixture, Outcome]], number: Mapping[str, int]
) -> tuple[dict[tuple[int, ...], float], dict[tuple[int, ...], np.ndarray[tuple[int], np.dtype[np.float64]]]]:
    """Return, per line-up (the number of seats of each bot), the number of games with a winner, and the wins of each bot."""
    counts: dict[tuple[int, ...], float] = {}
    wins: dict[tuple[int, ...], np.ndarray[tuple[int], np.dtype[np.float64]]] = {}
    for fixture, outcome in games:
        if not outcome.winners:
            continue
        seats = [0] * len(number)
        for bot in fixture.bots:
            seats[number[bot]] += 1
        key = tuple(seats)
        counts[key] = counts.get(key, 0.0) + 1
        won = wins.setdefault(key, np.zeros(len(number)))
        for seat in outcome.winners:
            won[number[fixture.bots[seat]]] += outcome.won(seat)
    return counts, wins
