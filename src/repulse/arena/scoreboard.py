"""The results of many games: wins with confidence intervals, and scores."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from typing import Final

from repulse.arena.play import GameResult
from repulse.engine.contract import Data

Z_95: Final = 1.96
"""Standard deviations to either side for 95% of a normal distribution."""


def wilson_interval(wins: float, games: int) -> tuple[float, float]:
    """Return the 95% confidence interval of a share of wins (Wilson score interval)."""
    if not games:
        return 0.0, 1.0
    n, p, z = games, wins / games, Z_95
    center = (p + z * z / (2 * n)) / (1 + z * z / n)
    radius = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return max(0.0, center - radius), min(1.0, center + radius)


@dataclass
class Tally:
    """The games of one bot, or of one seat."""

    games: int = 0
    wins: float = 0.0
    """A shared win counts as a fraction for each winner."""
    _total: float = 0.0
    _squares: float = 0.0

    def add(self, score: int, won: float) -> None:
        """Add a game."""
        self.games += 1
        self.wins += won
        self._total += score
        self._squares += score * score

    @property
    def share(self) -> float:
        """The share of games won."""
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% confidence interval of the share."""
        return wilson_interval(self.wins, self.games)

    @property
    def mean_score(self) -> float:
        """The mean score."""
        return self._total / self.games if self.games else 0.0

    @property
    def score_deviation(self) -> float:
        """The standard deviation of the score."""
        if self.games < 2:
            return 0.0
        return sqrt(max(0.0, (self._squares - self._total**2 / self.games) / (self.games - 1)))

    def to_data(self) -> Data:
        """Return the figures as plain data."""
        low, high = self.interval
        return {
            "games": self.games,
            "wins": round(self.wins, 6),
            "share": round(self.share, 6),
            "share_low": round(low, 6),
            "share_high": round(high, 6),
            "mean_score": round(self.mean_score, 6),
            "score_deviation": round(self.score_deviation, 6),
        }


@dataclass
class Mean:
    """The mean of a number per game, or per seat of every game."""

    per_seat: bool
    count: int = 0
    _total: float = 0.0

    def add(self, value: float) -> None:
        """Add a value."""
        self.count += 1
        self._total += value

    @property
    def mean(self) -> float:
        """The mean."""
        return self._total / self.count if self.count else 0.0


@dataclass
class Scoreboard:
    """The results of many games."""

    games: int = 0
    unfinished: int = 0
    """The number of games that were stopped after too many rounds."""
    bots: dict[str, Tally] = field(default_factory=dict)
    seats: list[Tally] = field(default_factory=list)
    endings: dict[str, int] = field(default_factory=dict)
    """The number of games per ending, if the game has the fact `ending`."""
    facts: dict[str, Mean] = field(default_factory=dict)
    """The means of the other numeric facts."""
    decisions: int = 0
    forced: int = 0
    _rounds: int = 0
    _games_with_rounds: int = 0

    def add(self, result: GameResult) -> None:
        """Add a game."""
        self.games += 1
        self.unfinished += result.unfinished
        self.decisions += result.decisions
        self.forced += result.forced
        if result.rounds is not None:
            self._rounds += result.rounds
            self._games_with_rounds += 1
        ending = result.facts.get("ending")
        if ending is not None:
            self.endings[str(ending)] = self.endings.get(str(ending), 0) + 1
        for name, fact in result.facts.items():
            per_seat = isinstance(fact, list | tuple)
            for value in fact if isinstance(fact, list | tuple) else [fact]:
                if isinstance(value, int | float):
                    self.facts.setdefault(name, Mean(per_seat)).add(value)
        while len(self.seats) < len(result.scores):
            self.seats.append(Tally())
        win_shares = result.win_shares()
        for seat, score in enumerate(result.scores):
            won = win_shares[seat]
            self.seats[seat].add(score, won)
            if result.bots:
                self.bots.setdefault(result.bots[seat], Tally()).add(score, won)

    @property
    def mean_rounds(self) -> float | None:
        """The mean number of rounds, if the game counts them."""
        return self._rounds / self._games_with_rounds if self._games_with_rounds else None

    def to_data(self) -> Data:
        """Return the figures as plain data."""
        rounds = self.mean_rounds
        return {
            "games": self.games,
            "unfinished": self.unfinished,
            "decisions": self.decisions,
            "forced": self.forced,
            "mean_rounds": None if rounds is None else round(rounds, 6),
            "endings": dict(sorted(self.endings.items())),
            "facts": {name: round(fact.mean, 6) for name, fact in sorted(self.facts.items())},
            "bots": {name: tally.to_data() for name, tally in sorted(self.bots.items())},
            "seats": [tally.to_data() for tally in self.seats],
        }
