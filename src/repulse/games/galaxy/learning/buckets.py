"""Buckets: numbers that features show as one of a few ranges."""

from __future__ import annotations

from typing import Final

NEAR: Final = 4
"""A lead is shown exactly up to one less than this, either way."""
LEAD_BOUNDS: Final = (-16, -11, -7, -4, -2, -1, 0, 1, 3, 6, 10, 15)
POOL_BOUNDS: Final = (0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 21, 24, 30, 36, 45, 60, 80, 110)


def lead_bucket(lead: int) -> int:
    """Return the place of a lead in points among those of `LEAD_BOUNDS`."""
    return bucket_of(LEAD_BOUNDS, lead)


def near(lead: int) -> int:
    """Return the place of a lead that is shown exactly when it is small."""
    return min(max(lead, -NEAR), NEAR) + NEAR


def bucket_of(bounds: tuple[int, ...], number: int) -> int:
    """Return the index of the bucket of a number, given the highest number of each bucket but the last."""
    place = 0
    while place < len(bounds) and number > bounds[place]:
        place += 1
    return place
