"""Sizes and quotas. They bound what a stranger can make the server do; a legal move is never held back by one."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

LARGEST_MESSAGE: Final = 16 * 1024
"""Bytes of one message from a client: the longest legal answer is far below."""

LARGEST_RECORD: Final = 512 * 1024
"""Bytes of an uploaded record."""

LONGEST_NAME: Final = 40
LONGEST_PASSWORD: Final = 200
LONGEST_ID: Final = 64
"""Characters of a client's command id."""

MOST_KEPT_EVENTS: Final = 32
"""Encoded events a room keeps for viewers who see the same: more than seats, spectators and languages usually need."""

MOST_SOURCES: Final = 10_000


@dataclass(frozen=True)
class Quotas:
    """What one server holds at a time. The defaults are generous for a table among friends."""

    rooms: int = 5_000
    """Rooms whose game is not over."""
    rooms_a_minute: int = 120
    """New rooms from one address, on average; twice as many in a burst."""
    spectators_a_room: int = 64
    """Simultaneous connections to one room without a token."""
    connections_a_token: int = 16
    """Simultaneous connections with the same token: nobody else can use them up."""
    waiting_replays: int = 8
    """Positions of records that may be requested at the same time."""
    bad_messages: int = 50
    """Messages that make no sense, after which a connection is closed."""


@dataclass
class Bucket:
    """Tokens that come back with time: one for each address."""

    level: float
    at: float


@dataclass
class Rate:
    """How often somebody may do something: so many a minute, with a burst of twice as many."""

    a_minute: int
    clock: Callable[[], float] = time.monotonic
    buckets: OrderedDict[str, Bucket] = field(default_factory=OrderedDict)

    def take(self, source: str) -> bool:
        """Whether one more is allowed now."""
        now = self.clock()
        most = 2.0 * self.a_minute
        bucket = self.buckets.pop(source, None) or Bucket(most, now)
        bucket.level = min(most, bucket.level + (now - bucket.at) * self.a_minute / 60)
        bucket.at = now
        self.buckets[source] = bucket
        # Forget who came long ago, so that the table of addresses cannot grow without end.
        while len(self.buckets) > MOST_SOURCES:
            self.buckets.popitem(last=False)
        if bucket.level < 1:
            return False
        bucket.level -= 1
        return True
