"""A person's own results: streak and statistics, from a plain list that anything can keep."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from datetime import date, timedelta
from typing import Any

from repulse.daily.deals import Deal, parse_day
from repulse.daily.par import Par


@dataclass(frozen=True)
class DealResult:
    """How the rated try of a deal ended."""

    deal: str
    """The id of the deal."""
    day: str
    game: str
    mode: str
    players: int
    score: int
    place: int
    """1 for a winner."""
    par: int | None = None
    """Par of the deal; None as long as it has not been played."""
    better_than: int | None = None
    """The percentage of plays that the score beats."""

    @classmethod
    def of(cls, deal: Deal, score: int, place: int, *, par: Par | None = None) -> DealResult:
        """Return the result of a deal."""
        return cls(
            deal.id,
            deal.day.isoformat(),
            deal.game,
            deal.mode,
            deal.players,
            score,
            place,
            None if par is None else par.points,
            None if par is None else par.better_than(score),
        )

    @property
    def above(self) -> int | None:
        """The points above par; None as long as par is unknown."""
        return None if self.par is None else self.score - self.par

    def to_data(self) -> dict[str, Any]:
        """Return the result as plain data."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> DealResult:
        """Return what `to_data` gave; data of later versions may have more."""
        return cls(**{part.name: data[part.name] for part in fields(cls) if part.name in data})


def streak(results: Iterable[DealResult], today: date) -> int:
    """Return on how many days in a row a rated try was finished, up to today; today may still be to come."""
    days = {parse_day(result.day) for result in results}
    day = today if today in days else today - timedelta(days=1)
    count = 0
    while day in days:
        count += 1
        day -= timedelta(days=1)
    return count


@dataclass(frozen=True)
class DealStatistics:
    """A summary of the results of a person."""

    played: int
    wins: int
    mean_above: float | None
    """The mean of the points above par, where par is known."""
    mean_better_than: float | None
    best_above: int | None
    longest_streak: int


def statistics(results: Iterable[DealResult]) -> DealStatistics:
    """Return the statistics of some results."""
    rows = list(results)
    above = [result.above for result in rows if result.above is not None]
    better = [result.better_than for result in rows if result.better_than is not None]
    return DealStatistics(
        len(rows),
        sum(result.place == 1 for result in rows),
        sum(above) / len(above) if above else None,
        sum(better) / len(better) if better else None,
        max(above, default=None),
        max((streak(rows, parse_day(result.day)) for result in rows), default=0),
    )
