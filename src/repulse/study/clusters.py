"""Strategies: seats with points from similar sources, found by k-means.

A seat is the shares of its score by source (the columns of kind POINTS). The centres are found on a sample; every seat
then belongs to the nearest. There is no chance in it: the same data give the same strategies. Each is named after the
sources of which it has more than others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

STRATEGIES: Final = 5
ROUNDS: Final = 30
STANDS_OUT: Final = 0.05
"""How much larger than the mean share of a source a share must be to give its name."""
LEAST_SEATS: Final = 100
"""With fewer seats there is nothing to group."""


@dataclass(frozen=True)
class Strategies:
    """The centres and their names."""

    names: list[str]
    centres: Any
    """By strategy and source: the mean share of the score."""

    def of(self, points: Any) -> Any:
        """The strategy of each row of points by source."""
        return _nearest(shares(points), self.centres)


def shares(points: Any) -> Any:
    """Points by source as shares of the score; a score of nothing has no sources."""
    positive = np.maximum(points, 0).astype(np.float64)
    return positive / np.maximum(positive.sum(axis=1, keepdims=True), 1)


def find_strategies(points: Any, sources: list[str]) -> Strategies | None:
    """The strategies in a sample of seats, or None if there is too little to go by."""
    if len(sources) < 2 or len(points) < LEAST_SEATS:
        return None
    rows = shares(points)
    centres = _first_centres(rows)
    for _ in range(ROUNDS):
        nearest = _nearest(rows, centres)
        moved = np.array(
            [
                rows[nearest == i].mean(axis=0) if (nearest == i).any() else centre
                for i, centre in enumerate(centres)
            ]
        )
        if np.allclose(moved, centres, atol=1e-4):
            break
        centres = moved
    return Strategies(_names(rows, centres, sources), centres)


def _first_centres(rows: Any) -> Any:
    """The middle, and then again and again the row that is furthest from all so far."""
    centres = [rows.mean(axis=0)]
    while len(centres) < STRATEGIES:
        distance = np.min([((rows - centre) ** 2).sum(axis=1) for centre in centres], axis=0)
        centres.append(rows[int(distance.argmax())])
    return np.array(centres)


def _nearest(rows: Any, centres: Any) -> Any:
    return np.array([((rows - centre) ** 2).sum(axis=1) for centre in centres]).argmin(axis=0)


def _names(rows: Any, centres: Any, sources: list[str]) -> list[str]:
    """The sources that stand out most; `mixed` where none does."""
    names: list[str] = []
    for centre in centres:
        above = centre - rows.mean(axis=0)
        order = [int(i) for i in np.argsort(-above, kind="stable") if rows[:, i].any()]
        found = [sources[i] for i in order[:2] if above[i] > STANDS_OUT] or ["mixed"]
        if found[0] in names:
            found = [found[0], *(sources[i] for i in order[1:2])]
        name = " and ".join(found[:1] if found[0] not in names else found)
        names.append(name if name not in names else f"{name} ({len(names) + 1})")
    return names
