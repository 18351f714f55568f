"""Counts of open connections and of request bodies in memory, per address and in total."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from repulse.server.guard.limits import MAX_MESSAGE_BYTES

FREE_BODY_BYTES: Final = MAX_MESSAGE_BYTES
"""Bytes of each request body that count against no limit of bodies."""

MAX_REPORTED_ADDRESSES: Final = 200
"""Maximum number of addresses reported to other processes."""


@dataclass
class Connections:
    """The open connections, by address."""

    max_total: int
    max_per_address: int
    proxies: frozenset[str] = frozenset()
    """Addresses that speak for many others."""
    total: int = 0
    by_address: Counter[str] = field(default_factory=Counter)
    elsewhere: Counter[str] = field(default_factory=Counter)
    """Those of other processes, as last reported."""
    behind: Counter[str] = field(default_factory=Counter)
    """WebSockets and streams of clients behind a proxy."""
    held: Counter[str] = field(default_factory=Counter)
    """Rejected ones that are kept open for a moment."""

    def enter(self, address: str) -> str:
        """Count a new connection.

        Returns:
            The limit that forbids it; empty if it is allowed.
        """
        if self.total >= self.max_total:
            return "connections"
        near = self.by_address[address] + self.elsewhere[address]
        if near >= self.max_per_address and address not in self.proxies:
            return "connections_per_address"
        self.total += 1
        self.by_address[address] += 1
        return ""

    def enter_behind(self, address: str) -> bool:
        """Count a new connection of a client behind a proxy.

        Returns:
            Whether it is allowed.
        """
        if self.behind[address] + self.elsewhere[address] >= self.max_per_address:
            return False
        self.behind[address] += 1
        return True

    def leave_behind(self, address: str) -> None:
        """Forget a connection of a client behind a proxy."""
        self.behind[address] -= 1
        if self.behind[address] <= 0:
            del self.behind[address]

    def hold(self, address: str) -> bool:
        """Keep a rejected connection open for a moment. Returns False if too many of them are open already."""
        if self.total >= self.max_total or self.held[address] >= self.max_per_address:
            return False
        self.total += 1
        self.held[address] += 1
        return True

    def let_go(self, address: str) -> None:
        """Forget a rejected connection that was kept open for a moment."""
        self.total -= 1
        self.held[address] -= 1
        if self.held[address] <= 0:
            del self.held[address]

    def many(self) -> dict[str, int]:
        """Return the addresses with many connections, which other processes should know, and how many."""
        least = max(1, self.max_per_address // 8)
        most = (self.by_address + self.behind).most_common(MAX_REPORTED_ADDRESSES)
        return {address: count for address, count in most if count >= least}

    def leave(self, address: str) -> None:
        """Forget an accepted connection."""
        self.total -= 1
        self.by_address[address] -= 1
        if self.by_address[address] <= 0:
            del self.by_address[address]


@dataclass
class Bodies:
    """The bytes of request bodies that are in memory, per address and in total.

    The first `FREE_BODY_BYTES` of a body are not counted. The number of connections bounds them, and every move fits in.
    """

    max_bytes: float
    max_bytes_per_address: int
    proxies: frozenset[str] = frozenset()
    """Addresses that speak for many others, and count in the total only."""
    total: int = 0
    by_address: Counter[str] = field(default_factory=Counter)


class HeldBody:
    """The part of one request body that is in memory."""

    def __init__(self, bodies: Bodies, address: str) -> None:
        self._bodies = bodies
        self._address = address
        self._size = 0

    def _counted(self) -> int:
        return max(0, self._size - FREE_BODY_BYTES)

    def grow(self, size: int) -> str:
        """Count `size` more bytes.

        Returns:
            The limit that they exceed; empty if none. They are counted in any case.
        """
        bodies, before = self._bodies, self._counted()
        self._size += size
        more = self._counted() - before
        if not more:
            return ""
        bodies.total += more
        bodies.by_address[self._address] += more
        if bodies.total > bodies.max_bytes:
            return "max_body_bytes"
        if self._address in bodies.proxies:
            return ""
        above = bodies.by_address[self._address] > bodies.max_bytes_per_address
        return "max_body_bytes_per_address" if above else ""

    def release(self) -> None:
        """Forget the body: the request is answered, or its connection closed."""
        counted, self._size = self._counted(), 0
        if counted:
            self._bodies.total -= counted
            self._bodies.by_address[self._address] -= counted
            if self._bodies.by_address[self._address] <= 0:
                del self._bodies.by_address[self._address]
