"""Strategies: seats with points from similar sources, found by k-means.

A seat is a vector of the shares of its score per source (the columns of kind POINTS). The centers are fitted to a sample;
every seat then belongs to the nearest. It is deterministic. Each strategy is named after the sources of which it has more
than average.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

STRATEGIES: Final = 5
MAX_ITERATIONS: Final = 30
MIN_EXCESS: Final = 0.05
"""The excess over the mean share of a source from which it names a strategy."""
MIN_SEATS: Final = 100
"""Fewer seats are not grouped."""


@dataclass(frozen=True)
class Strategies:
    """The centers and their names."""

    names: list[str]
    centers: Any
    """The mean share of the score, per strategy and source."""

    def of(self, points: Any) -> Any:
        """Return the strategy of each row of points."""
        return _nearest(shares(points), self.centers)


def shares(points: Any) -> Any:
    """Return points as shares of the score; a score of zero has no sources."""
    positive = np.maximum(points, 0).astype(np.float64)
    return positive / np.maximum(positive.sum(axis=1, keepdims=True), 1)


def find_strategies(points: Any, sources: list[str]) -> Strategies | None:
    """Return the strategies in a sample of seats, or None if the sample is too small."""
    if len(sources) < 2 or len(points) < MIN_SEATS:
        return None
    rows = shares(points)
    centers = _first_centers(rows)
    for _ in range(MAX_ITERATIONS):
        nearest = _nearest(rows, centers)
        moved = np.array(
            [
                rows[nearest == i].mean(axis=0) if (nearest == i).any() else center
                for i, center in enumerate(centers)
            ]
        )
        if np.allclose(moved, centers, atol=1e-4):
            break
        centers = moved
    return Strategies(_names(rows, centers, sources), centers)


def _first_centers(rows: Any) -> Any:
    """Return the mean, and then repeatedly the row that is furthest from all centers so far."""
    centers = [rows.mean(axis=0)]
    while len(centers) < STRATEGIES:
        distance = np.min([((rows - center) ** 2).sum(axis=1) for center in centers], axis=0)
        centers.append(rows[int(distance.argmax())])
    return np.array(centers)


def _nearest(rows: Any, centers: Any) -> Any:
    return np.array([((rows - center) ** 2).sum(axis=1) for center in centers]).argmin(axis=0)


def _names(rows: Any, centers: Any, sources: list[str]) -> list[str]:
    """Return the sources with the largest excess per strategy; `mixed` where there is none."""
    names: list[str] = []
    for center in centers:
        excess = center - rows.mean(axis=0)
        order = [int(i) for i in np.argsort(-excess, kind="stable") if rows[:, i].any()]
        labels = [sources[i] for i in order[:2] if excess[i] > MIN_EXCESS] or ["mixed"]
        if labels[0] in names:
            labels = [labels[0], *(sources[i] for i in order[1:2])]
        name = " and ".join(labels[:1] if labels[0] not in names else labels)
        names.append(name if name not in names else f"{name} ({len(names) + 1})")
    return names
