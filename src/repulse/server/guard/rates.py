"""Rate limits: token buckets, and waits after wrong passwords."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

MAX_SOURCES: Final = 10_000
"""Addresses that a limit remembers; the oldest are forgotten."""


@dataclass
class TokenBucket:
    """A token bucket: `per_second` on average, and up to `burst` after a pause."""

    per_second: float
    burst: float
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self.level = self.burst
        self._filled_at = self.clock()

    def _fill(self) -> None:
        now = self.clock()
        self.level = min(self.burst, self.level + (now - self._filled_at) * self.per_second)
        self._filled_at = now

    def take(self, amount: float) -> bool:
        """Use `amount` of the bucket.

        Returns:
            Whether it was allowed.
        """
        self._fill()
        self.level -= amount
        return self.level >= 0

    def spend(self, amount: float) -> None:
        """Use `amount` unconditionally."""
        self.take(amount)

    def wait(self) -> float:
        """Return the seconds until the next action is allowed."""
        self._fill()
        return max(0.0, -self.level / self.per_second)


@dataclass
class Bucket:
    """A token bucket for each address."""

    level: float
    updated: float


@dataclass
class RateLimiter:
    """A rate limit per source: `per_minute` on average, with bursts of twice as many."""

    per_minute: int
    clock: Callable[[], float] = time.monotonic
    buckets: OrderedDict[str, Bucket] = field(default_factory=OrderedDict)

    def take(self, source: str) -> bool:
        """Count one more action.

        Returns:
            Whether it is within the limit.
        """
        now = self.clock()
        most = 2.0 * self.per_minute
        bucket = self.buckets.pop(source, None) or Bucket(most, now)
        bucket.level = min(most, bucket.level + (now - bucket.updated) * self.per_minute / 60)
        bucket.updated = now
        self.buckets[source] = bucket
        # Forget old addresses, so that the table cannot grow without limit.
        while len(self.buckets) > MAX_SOURCES:
            self.buckets.popitem(last=False)
        if bucket.level < 1:
            return False
        bucket.level -= 1
        return True


MAX_WAIT_S: Final = 600.0
FORGET_AFTER_S: Final = 3600.0


@dataclass
class FailedGuesses:
    """Wrong guesses so far."""

    count: int = 0
    until: float = 0.0
    """When the next guess is allowed."""


@dataclass
class PasswordGuesses:
    """Wrong passwords, by address and room: after the first few each must wait twice as long as the one before."""

    free: int
    first_wait: float
    clock: Callable[[], float] = time.monotonic
    misses: OrderedDict[tuple[str, str], FailedGuesses] = field(default_factory=OrderedDict)

    def take(self, source: str, room: str) -> bool:
        """Count a guess, which is considered wrong until `right` is called.

        Returns:
            Whether it may be made now.
        """
        now = self.clock()
        key = (source, room)
        missed = self.misses.get(key)
        if missed is None or now - missed.until > FORGET_AFTER_S:
            missed = FailedGuesses()
        elif now < missed.until:
            return False
        missed.count += 1
        doubled = min(max(0, missed.count - self.free), 20)
        missed.until = now + (min(MAX_WAIT_S, self.first_wait * 2.0 ** (doubled - 1)) if doubled else 0.0)
        self.misses[key] = missed
        self.misses.move_to_end(key)
        if len(self.misses) > MAX_SOURCES:
            self.misses.popitem(last=False)
        return True

    def right(self, source: str, room: str) -> None:
        """Forget the wrong guesses after a right one."""
        self.misses.pop((source, room), None)
