"""The quotas of a server: limits that an operator can change (`--limit NAME=VALUE`)."""

from __future__ import annotations

import logging
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, TypeAlias

from repulse.engine.contract import RepulseError

_LOG: Final = logging.getLogger("repulse.server")

Counted: TypeAlias = Literal[
    "rooms_per_minute", "joins_per_minute", "people_per_minute", "wrong_keys_per_minute"
]
"""The rate limits per address that all processes of a cluster share."""


@dataclass(frozen=True)
class Quotas:
    """The limits of one server. The defaults are generous for a group of friends."""

    rooms: int = 5_000
    """Rooms whose game is not over."""
    lobby_hours: float = 24.0
    """An abandoned lobby is removed after this many hours without a change."""
    compact_hours: float = 24.0
    """The entries of a finished game are compressed after this many hours."""
    finished_days: float = 3650.0
    """A finished game is removed after this many days."""
    idle_days: float = 365.0
    """A game without any move is ended after this many days."""
    identity_days: float = 730.0
    """An unused identity is removed after this many days, with its results and ratings."""
    entries_per_room: int = 10_000
    """Entries of a room; beyond this, only moves and returns to a seat are possible."""
    forced_seconds: float = 4.0
    """Maximum delay of a forced answer, which otherwise takes as long as the player's recent ones."""
    rooms_per_minute: int = 120
    """New rooms from one address, on average; twice as many in a burst."""
    rooms_per_address: int = 500
    """Rooms created from one address whose game is not over."""
    loaded_rooms: int = 500
    """Rooms kept in memory; more only while they have connections, or a bot is thinking."""
    joins_per_minute: int = 60
    """Seats taken from one address, on average; twice as many in a burst."""
    people_per_minute: int = 5
    """New identities from one address, on average; twice as many in a burst."""
    wrong_keys_per_minute: int = 30
    """Invalid identity keys tried from one address; twice as many in a burst."""
    seats_per_address: int = 2
    """Seats in one listed room taken from an address other than its creator's. An unlisted room has no such limit."""
    spectators_per_room: int = 64
    """Simultaneous connections to one room without a token."""
    spectators_per_address: int = 16
    """The same from one address."""
    cpu_share: float = 0.2
    """The share of the server's thread that one address may use, on average; requests above it wait."""
    cpu_burst_seconds: float = 0.5
    """CPU seconds that an address may use before it has to wait."""
    bot_answers_per_second: int = 100
    """Answers of bots in rooms where no person has a seat, all such rooms together."""
    connections_per_token: int = 16
    """Simultaneous connections with the same token."""
    chat_per_minute: int = 20
    """Lines of talk from one token, or of all spectators at one address, on average; twice as many in a burst."""
    chat_per_room: int = 2_000
    """Lines of talk in a room."""
    waiting_replays: int = 32
    """Positions of records that may be requested at the same time."""
    max_replays_per_address: int = 4
    """The same from one address."""
    replay_seconds: float = 8.0
    """The time limit for showing a position of a record."""
    hints_per_minute: int = 12
    """Hints for one token, on average; twice as many in a burst."""
    hints_per_minute_per_address: int = 30
    """Hints for one address with any number of tokens; twice as many in a burst."""
    waiting_hints: int = 16
    """Hints that may be asked for at the same time."""
    max_hints_per_address: int = 2
    """The same from one address."""
    waiting_reviews: int = 8
    """Reviews that may be in progress at the same time."""
    max_reviews_per_address: int = 1
    """The same for one address."""
    review_seconds: float = 300.0
    """The time limit of a review."""
    waiting_pars: int = 8
    """Pars of deals of the day that may be played at the same time."""
    max_pars_per_address: int = 2
    """The same for one address."""
    bad_messages: int = 50
    """The number of invalid messages after which a connection is closed."""
    connections: int = 2_000
    """Open connections of any kind; never more than the process may have open files, less a reserve."""
    connections_per_address: int = 256
    """Open connections from one address; of one behind a trusted proxy, open WebSockets and streams."""
    request_seconds: float = 20.0
    """The time limit for a request to arrive, from the connection or its first byte to its last."""
    headers: int = 100
    """Header lines of a request."""
    header_bytes: int = 64 * 1024
    """Bytes of a request before its body."""
    max_pipelined_requests: int = 8
    """Requests that a connection may send before the reply to an earlier one; more cuts it off."""
    max_body_bytes: int = 32 * 1024 * 1024
    """Bytes of request bodies in memory, beyond the first 16 KiB of each."""
    max_body_bytes_per_address: int = 4 * 1024 * 1024
    """The same for one address."""
    guesses: int = 10
    """Wrong passwords for a room from one address, after which each further one must wait, longer every time."""
    guess_seconds: float = 2.0
    """The first of these waits; it doubles up to ten minutes, and is reset after 60 minutes without a guess."""
    waiting_passwords: int = 8
    """Passwords from one address that wait to be hashed or compared."""
    frames_per_second: int = 500
    """Frames of a WebSocket (messages, fragments, pings and pongs), on average."""
    frame_burst: int = 300
    bytes_per_second: int = 256 * 1024
    """Bytes that a WebSocket sends, on average."""
    byte_burst: int = 1024 * 1024
    unread_bytes: int = 1024 * 1024
    """Bytes that wait for the other end of a WebSocket to read them."""


_OLD_NAMES: Final = {
    "rooms_a_minute": "rooms_per_minute",
    "rooms_an_address": "rooms_per_address",
    "joins_a_minute": "joins_per_minute",
    "people_a_minute": "people_per_minute",
    "wrong_keys_a_minute": "wrong_keys_per_minute",
    "seats_an_address": "seats_per_address",
    "spectators_a_room": "spectators_per_room",
    "spectators_an_address": "spectators_per_address",
    "entries_a_room": "entries_per_room",
    "bot_answers_a_second": "bot_answers_per_second",
    "connections_a_token": "connections_per_token",
    "chat_a_minute": "chat_per_minute",
    "chat_a_room": "chat_per_room",
    "hints_a_minute": "hints_per_minute",
    "connections_an_address": "connections_per_address",
    "frames_a_second": "frames_per_second",
    "bytes_a_second": "bytes_per_second",
    "frames_at_once": "frame_burst",
    "bytes_at_once": "byte_burst",
    "work_share": "cpu_share",
    "work_at_once": "cpu_burst_seconds",
}
"""Names that limits had before, which are still accepted."""


def read_quotas(texts: Sequence[str]) -> Quotas:
    """Return the quotas with some changed, each given as NAME=VALUE.

    Raises:
        RepulseError: A name does not exist, or a value is not a positive number.
    """
    defaults = Quotas()
    changes: dict[str, Any] = {}
    for text in texts:
        name, _, value = text.partition("=")
        if name in _OLD_NAMES:
            _LOG.warning("limit %s is deprecated: use %s", name, _OLD_NAMES[name])
            name = _OLD_NAMES[name]
        if name not in Quotas.__dataclass_fields__:
            raise RepulseError(
                f"There is no limit {name!r}; there are {', '.join(Quotas.__dataclass_fields__)}."
            )
        try:
            changes[name] = type(getattr(defaults, name))(value)
        except ValueError:
            changes[name] = 0
        if not 0 < changes[name] < math.inf:
            raise RepulseError(f"The limit {name} must be a number above 0, not {value!r}.")
    return replace(defaults, **changes)
