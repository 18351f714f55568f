"""Fixed limits of sizes, and the log of limits that are hit. No legal move ever reaches them."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import Final

from repulse.server import metrics
from repulse.server.logs import LogThrottle

_LOG: Final = logging.getLogger("repulse.server")

MAX_MESSAGE_BYTES: Final = 16 * 1024
"""Bytes of one message from a client: the longest legal answer is far below."""

MAX_TABLES: Final = 30
"""Maximum number of rooms in one request of a visitor."""

MAX_RECORD_BYTES: Final = 512 * 1024
"""Bytes of an uploaded record."""

MAX_OPTIONS_BYTES: Final = 32 * 1024
"""Bytes of the options of a record that is to be shown. They may hold card overlays, in TOML, which is read in a time that
grows with the square of its length."""

MAX_OVERLAY_BYTES: Final = 24 * 1024
"""Bytes of the overlays of a room, as JSON: with the other options they fit into a record that can be shown."""

MAX_ROOM_BYTES: Final = MAX_MESSAGE_BYTES + 2 * MAX_OVERLAY_BYTES
"""Bytes of a request for a new room; a client may escape more characters than JSON needs."""

MAX_PASSWORD_LENGTH: Final = 200
MAX_ID_LENGTH: Final = 64
"""Characters of a client's command id."""

MAX_CACHED_EVENTS: Final = 32
"""Encoded events a room caches for viewers who see the same: more than seats, spectators and languages usually need."""


@dataclass
class LimitLog:
    """Logs which limits are hit, without letting a stranger fill the log."""

    throttle: LogThrottle = field(default_factory=LogThrottle)

    def record(self, limit: str, source: str, **facts: str) -> None:
        """Log that a limit (a field of `Quotas`) was hit by an address, or by the object that the facts name."""
        metrics.LIMITS.labels(limit).inc()
        suppressed = self.throttle.record(limit)
        if suppressed >= 0:
            _LOG.warning(
                "limit %s hit by %s (%d more since the last line)",
                limit,
                source,
                suppressed,
                extra=facts or {"address": source},
            )


log_limit: Final = LimitLog().record
