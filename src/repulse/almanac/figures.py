"""Win rates relative to an even share: 100 is even, with any number of players."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

Z: Final = 1.96
"""The half width of a 95% interval in standard errors."""


@dataclass(frozen=True)
class Figure:
    """The wins of some seats."""

    seats: float = 0
    won: float = 0
    even: float = 0
    """The wins that they would have with even shares."""

    def __add__(self, other: Figure) -> Figure:
        return Figure(self.seats + other.seats, self.won + other.won, self.even + other.even)

    def __sub__(self, other: Figure) -> Figure:
        return Figure(self.seats - other.seats, self.won - other.won, self.even - other.even)

    @classmethod
    def of(cls, seats: float, won: float, players: int) -> Figure:
        """Return the figure of seats in games with as many players."""
        return cls(seats, won, seats / players)

    @property
    def relative(self) -> float | None:
        """The wins in percent of an even share; None without seats."""
        return 100 * self.won / self.even if self.even > 0 else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95% interval of `relative` (Wilson's); None without seats."""
        if self.seats <= 0 or self.even <= 0:
            return None
        rate, n = self.won / self.seats, self.seats
        center = (rate + Z * Z / (2 * n)) / (1 + Z * Z / n)
        half = Z * math.sqrt(max(0.0, rate * (1 - rate)) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
        scale = 100 * n / self.even
        return max(0.0, center - half) * scale, (center + half) * scale


def difference(figure: Figure, other: Figure) -> tuple[float, float] | None:
    """Return how much higher one figure is than another, and half the width of the 95% interval of that."""
    first, second = figure.interval, other.interval
    if first is None or second is None:
        return None
    half_width = math.hypot(first[1] - first[0], second[1] - second[0]) / 2
    return 100 * figure.won / figure.even - 100 * other.won / other.even, half_width
