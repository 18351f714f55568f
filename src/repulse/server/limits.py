"""Sizes and quotas. They limit what a stranger can make the server do; no legal move ever reaches them."""

from __future__ import annotations

import logging
import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, TypeAlias

from repulse.engine.contract import RepulseError
from repulse.server import metrics
from repulse.server.logs import Seldom

_LOG: Final = logging.getLogger("repulse.server")

LARGEST_MESSAGE: Final = 16 * 1024
"""Bytes of one message from a client: the longest legal answer is far below."""

MOST_TABLES: Final = 30
"""Tables that a visitor may ask about at once."""

LARGEST_RECORD: Final = 512 * 1024
"""Bytes of an uploaded record."""

LARGEST_OPTIONS: Final = 32 * 1024
"""Bytes of the options of a record that is to be shown. They may hold card overlays, in TOML, which is read in a time that
grows with the square of its length."""

LONGEST_PASSWORD: Final = 200
LONGEST_ID: Final = 64
"""Characters of a client's command id."""

MOST_KEPT_EVENTS: Final = 32
"""Encoded events a room caches for viewers who see the same: more than seats, spectators and languages usually need."""

MOST_SOURCES: Final = 10_000

MOST_TOLD: Final = 200
"""Addresses whose connections other processes are told of."""


Counted: TypeAlias = Literal["rooms_a_minute", "joins_a_minute", "people_a_minute", "wrong_keys_a_minute"]
"""The limits of how often an address may do something that all processes count together."""


@dataclass(frozen=True)
class Quotas:
    """What one server holds at once. The defaults are generous for a table among friends."""

    rooms: int = 5_000
    """Rooms whose game is not over."""
    lobby_hours: float = 24.0
    """After so long without a change and with nobody there, a room whose game has not begun is removed."""
    compact_hours: float = 24.0
    """After so long the entries of a finished game are compressed into one."""
    finished_days: float = 3650.0
    """After so long a finished game is removed."""
    idle_days: float = 365.0
    """A game in which nothing happens for so long is ended."""
    identity_days: float = 730.0
    """An identity that nobody uses for so long is removed, with its results and ratings."""
    entries_a_room: int = 10_000
    """Entries of a room, after which only moves can be made, and seats be taken back from bots."""
    forced_seconds: float = 4.0
    """When somebody has no choice, the answer is given as soon as this person's quick ones, up to this."""
    rooms_a_minute: int = 120
    """New rooms from one address, on average; twice as many in a burst."""
    rooms_an_address: int = 500
    """Rooms created from one address whose game is not over."""
    loaded_rooms: int = 500
    """Rooms kept in memory; more only while somebody is connected to them, or a bot is thinking."""
    joins_a_minute: int = 60
    """Seats taken from one address, on average; twice as many in a burst."""
    people_a_minute: int = 5
    """New identities from one address, on average; twice as many in a burst."""
    wrong_keys_a_minute: int = 30
    """Keys of no identity that are tried from one address, likewise."""
    seats_an_address: int = 2
    """Seats in one listed room taken from an address other than its creator's. An unlisted room has no such limit."""
    spectators_a_room: int = 64
    """Simultaneous connections to one room without a token."""
    spectators_an_address: int = 16
    """The same from one address."""
    work_share: float = 0.2
    """The share of the server's thread that the requests of one address may take, on average; more must wait."""
    work_at_once: float = 0.5
    """Seconds of such work before there is any wait."""
    bot_answers_a_second: int = 100
    """Answers of bots in rooms where no person has a seat, all such rooms together."""
    connections_a_token: int = 16
    """Simultaneous connections with the same token: nobody else can use them up."""
    chat_a_minute: int = 20
    """Lines of talk from one token, or of all spectators at one address, on average; twice as many in a burst."""
    chat_a_room: int = 2_000
    """Lines of talk in a room."""
    waiting_replays: int = 8
    """Positions of records that may be requested at the same time."""
    replay_seconds: float = 8.0
    """How long it may take to show a position of a record."""
    hints_a_minute: int = 12
    """Hints for one token, on average; twice as many in a burst."""
    waiting_hints: int = 8
    """Hints that may be asked for at the same time."""
    waiting_reviews: int = 4
    """Reviews that may be made at the same time."""
    review_seconds: float = 300.0
    """How long a review may take."""
    bad_messages: int = 50
    """The number of invalid messages after which a connection is closed."""
    connections: int = 2_000
    """Open connections, whatever they carry; never more than the process may have open files, less a reserve."""
    connections_an_address: int = 256
    """Open connections from one address; of one behind a trusted proxy, open WebSockets and streams."""
    request_seconds: float = 20.0
    """How long a request may take to arrive, from the connection or its first byte to its last."""
    headers: int = 100
    """Header lines of a request."""
    header_bytes: int = 64 * 1024
    """Bytes of a request before its body."""
    guesses: int = 10
    """Wrong passwords for a room from one address, after which each further one must wait, longer every time."""
    guess_seconds: float = 2.0
    """The first of these waits; it doubles up to ten minutes, and an hour without a guess forgives all."""
    waiting_passwords: int = 8
    """Passwords from one address that wait to be made or compared."""
    frames_a_second: int = 500
    """Frames of a WebSocket (messages, fragments, pings and pongs), on average."""
    frames_at_once: int = 300
    bytes_a_second: int = 256 * 1024
    """Bytes that a WebSocket sends, on average."""
    bytes_at_once: int = 1024 * 1024
    unread_bytes: int = 1024 * 1024
    """Bytes that wait for the other end of a WebSocket to read them."""


def read_quotas(texts: Sequence[str]) -> Quotas:
    """The quotas with some changed, each given as NAME=VALUE; RepulseError if one cannot be."""
    usual = Quotas()
    changed: dict[str, Any] = {}
    for text in texts:
        name, _, value = text.partition("=")
        if name not in Quotas.__dataclass_fields__:
            raise RepulseError(
                f"There is no limit {name!r}; there are {', '.join(Quotas.__dataclass_fields__)}."
            )
        try:
            changed[name] = type(getattr(usual, name))(value)
        except ValueError:
            changed[name] = 0
        if not 0 < changed[name] < math.inf:
            raise RepulseError(f"The limit {name} is a number above 0, not {value!r}.")
    return replace(usual, **changed)


@dataclass
class LimitLog:
    """Tells the operator which limits are hit, without letting a stranger fill the log."""

    seldom: Seldom = field(default_factory=Seldom)

    def hit(self, limit: str, source: str, **facts: str) -> None:
        """A limit (a field of `Quotas`) was hit by an address, or by what the facts say."""
        metrics.LIMITS.labels(limit).inc()
        silent = self.seldom.again(limit)
        if silent >= 0:
            _LOG.warning(
                "limit %s hit by %s (%d more since the last line)",
                limit,
                source,
                silent,
                extra=facts or {"address": source},
            )


limit_hit: Final = LimitLog().hit


@dataclass
class Allowance:
    """So much a second, and so much at once after a pause."""

    a_second: float
    at_once: float
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self.level = self.at_once
        self.at = self.clock()

    def _fill(self) -> None:
        now = self.clock()
        self.level = min(self.at_once, self.level + (now - self.at) * self.a_second)
        self.at = now

    def take(self, amount: float) -> bool:
        """Whether so much more is allowed now."""
        self._fill()
        self.level -= amount
        return self.level >= 0

    def spend(self, amount: float) -> None:
        """Use so much, allowed or not."""
        self.take(amount)

    def wait(self) -> float:
        """Seconds until anything is allowed again."""
        self._fill()
        return max(0.0, -self.level / self.a_second)


LONGEST_WAIT: Final = 600.0
FORGIVEN_SECONDS: Final = 3600.0


@dataclass
class Misses:
    """Wrong guesses so far."""

    count: int = 0
    until: float = 0.0
    """When the next may be made."""


@dataclass
class Guesses:
    """Wrong passwords, by address and room: after the first few each must wait twice as long as the one before."""

    free: int
    first_wait: float
    clock: Callable[[], float] = time.monotonic
    misses: OrderedDict[tuple[str, str], Misses] = field(default_factory=OrderedDict)

    def take(self, source: str, room: str) -> bool:
        """Whether a guess may be made now. It counts as wrong until `right` says otherwise."""
        now = self.clock()
        key = (source, room)
        missed = self.misses.get(key)
        if missed is None or now - missed.until > FORGIVEN_SECONDS:
            missed = Misses()
        elif now < missed.until:
            return False
        missed.count += 1
        doubled = min(max(0, missed.count - self.free), 20)
        missed.until = now + (min(LONGEST_WAIT, self.first_wait * 2.0 ** (doubled - 1)) if doubled else 0.0)
        self.misses[key] = missed
        self.misses.move_to_end(key)
        if len(self.misses) > MOST_SOURCES:
            self.misses.popitem(last=False)
        return True

    def right(self, source: str, room: str) -> None:
        """The guess was right: all is forgiven."""
        self.misses.pop((source, room), None)


@dataclass
class Connections:
    """The open connections, by address."""

    most: int
    most_an_address: int
    proxies: frozenset[str] = frozenset()
    """Addresses that speak for many others."""
    total: int = 0
    by_address: Counter[str] = field(default_factory=Counter)
    elsewhere: Counter[str] = field(default_factory=Counter)
    """Those of other processes, as they said last."""
    behind: Counter[str] = field(default_factory=Counter)
    """WebSockets and streams of clients who came through a proxy."""
    held: Counter[str] = field(default_factory=Counter)
    """Those that are turned away, but left standing for a moment."""

    def enter(self, address: str) -> str:
        """One more connection; if it cannot be, the limit that forbids it, else nothing."""
        if self.total >= self.most:
            return "connections"
        near = self.by_address[address] + self.elsewhere[address]
        if near >= self.most_an_address and address not in self.proxies:
            return "connections_an_address"
        self.total += 1
        self.by_address[address] += 1
        return ""

    def enter_behind(self, address: str) -> bool:
        """One more connection of a client behind a proxy, whose own connection is counted; False if it cannot be."""
        if self.behind[address] + self.elsewhere[address] >= self.most_an_address:
            return False
        self.behind[address] += 1
        return True

    def leave_behind(self, address: str) -> None:
        """It is gone."""
        self.behind[address] -= 1
        if self.behind[address] <= 0:
            del self.behind[address]

    def hold(self, address: str) -> bool:
        """Leave a connection standing that is turned away; False if there are too many of those too."""
        if self.total >= self.most or self.held[address] >= self.most_an_address:
            return False
        self.total += 1
        self.held[address] += 1
        return True

    def let_go(self, address: str) -> None:
        """A connection that was left standing is gone."""
        self.total -= 1
        self.held[address] -= 1
        if self.held[address] <= 0:
            del self.held[address]

    def many(self) -> dict[str, int]:
        """The addresses with so many connections that other processes should know, and how many."""
        least = max(1, self.most_an_address // 8)
        most = (self.by_address + self.behind).most_common(MOST_TOLD)
        return {address: count for address, count in most if count >= least}

    def leave(self, address: str) -> None:
        """A connection that was let in is gone."""
        self.total -= 1
        self.by_address[address] -= 1
        if self.by_address[address] <= 0:
            del self.by_address[address]


@dataclass
class Bucket:
    """A token bucket for each address."""

    level: float
    at: float


@dataclass
class Rate:
    """How often somebody may do something: a number per minute, with bursts of twice as many."""

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
        # Forget old addresses, so that the table cannot grow without limit.
        while len(self.buckets) > MOST_SOURCES:
            self.buckets.popitem(last=False)
        if bucket.level < 1:
            return False
        bucket.level -= 1
        return True
