"""Caches of a bounded size, for what is built once per configuration."""

from __future__ import annotations

from typing import Final, TypeVar

K = TypeVar("K")
V = TypeVar("V")

MAX_CONFIGURATIONS: Final = 64
"""Configurations whose tables are kept; overlays can make any number of them."""


def remember(cache: dict[K, V], key: K, value: V) -> V:
    """Add a value to a cache, from which the oldest one goes when it is full."""
    if len(cache) >= MAX_CONFIGURATIONS:
        del cache[next(iter(cache))]
    cache[key] = value
    return value
