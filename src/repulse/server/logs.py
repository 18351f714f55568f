"""Logs as lines of text or, for programs that collect them, of JSON: `repulse serve --log json`.

A line has the time, the level, the logger and the message; lines about a room also `room`, `seat` and `decision` (the
number of the question). Hands, answers, tokens and passwords are never logged.

One record is one line: control characters, line breaks and directional marks, which clients may send in a path, are written as escapes,
and the lines of a traceback are indented. So a client cannot add a line, or color or reorder one in the operator's terminal.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

FACTS: Final = ("room", "seat", "decision", "address", "status", "method", "path", "milliseconds")
"""The facts that a line may have."""

THROTTLE_SECONDS: Final = 60.0
"""Interval between two log lines about the same repeating event."""

FLAPPING_SECONDS: Final = 5.0
"""The shortest time between two lines about something that fails, works and fails again."""

LEVELS: Final = ("debug", "info", "warning", "error")


@dataclass
class LogThrottle:
    """Limits the log lines about events that repeat."""

    clock: Callable[[], float] = time.monotonic
    logged_at: dict[str, float] = field(default_factory=dict)
    suppressed: Counter[str] = field(default_factory=Counter)

    def record(self, event: str) -> int:
        """Record an occurrence.

        Returns:
            The number suppressed since the last log line, or -1 to suppress this one.
        """
        now = self.clock()
        if now - self.logged_at.get(event, -THROTTLE_SECONDS) < THROTTLE_SECONDS:
            self.suppressed[event] += 1
            return -1
        self.logged_at[event] = now
        return self.suppressed.pop(event, 0)


@dataclass
class Outages:
    """Logs when something begins to fail, once per minute while it fails, and when it works again."""

    name: str
    log: logging.Logger
    clock: Callable[[], float] = time.monotonic
    begun: float | None = None
    """When it began to fail; None while it works."""
    failures: int = 0
    """Failures since it began."""
    logged: float = -THROTTLE_SECONDS
    """When the last line was written."""

    def failed(self, what: str, error: BaseException) -> None:
        """Note a failure."""
        now = self.clock()
        new = self.begun is None
        self.begun = now if self.begun is None else self.begun
        self.failures += 1
        # Intermittent failures are throttled too.
        if now - self.logged >= (FLAPPING_SECONDS if new else THROTTLE_SECONDS):
            self.logged = now
            reason = (str(error).splitlines() or [""])[0]
            line = "%s fails (%s): %s: %s (failure %d since it began)"
            self.log.error(line, self.name, what, type(error).__name__, reason, self.failures)

    def worked(self) -> None:
        """Note a success."""
        if self.begun is not None:
            seconds = self.clock() - self.begun
            line = "%s works again after %.1f s and %d failures"
            self.log.info(line, self.name, seconds, self.failures)
            self.begun, self.failures = None, 0


class JsonFormatter(logging.Formatter):
    """A line of JSON for each record."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line: dict[str, Any] = {
            "time": f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(record.created))}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= _facts(record)
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        # In ASCII, so that directional marks and the controls above 127 are escapes too.
        return json.dumps(line)


class TextFormatter(logging.Formatter):
    """A line to be read by people, with the facts at its end."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        """Return the line, with everything escaped that is not printable."""
        facts = [f"{fact}={_fact_text(value)}" for fact, value in _facts(record).items()]
        return " ".join([escape(super().formatMessage(record)), *facts])

    def formatException(self, ei: Any) -> str:  # noqa: N802
        """Return the traceback with every line indented: an error message may contain line breaks."""
        lines = super().formatException(ei).split("\n")
        return "\n".join(f"    {escape(line)}" for line in lines)

    def formatStack(self, stack_info: str) -> str:  # noqa: N802
        """Return the stack likewise."""
        return "\n".join(f"    {escape(line)}" for line in stack_info.split("\n"))


def escape(text: str) -> str:
    r"""Return `text` with every character escaped (`\n`, `\x1b`, `\u202e`) that is not printable."""
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode("ascii") for letter in text
    )


def _fact_text(value: object) -> str:
    """Return the value of a fact: in quotes unless it is a single word, so that it cannot pass for two facts."""
    text = escape(str(value))
    return text if text and not set(text) & set(' "=') else json.dumps(text, ensure_ascii=False)


def _facts(record: logging.LogRecord) -> dict[str, Any]:
    return {fact: getattr(record, fact) for fact in FACTS if hasattr(record, fact)}


def set_up(style: str, level: str) -> None:
    """Log to standard error from now on: `style` is `text` or `json`."""
    handler = logging.StreamHandler(sys.stderr)
    if style == "json":
        handler.setFormatter(JsonFormatter())
    else:
        handler.setFormatter(TextFormatter("%(asctime)s %(levelname)s %(message)s"))
    ours = logging.getLogger("repulse")
    ours.handlers = [handler]
    ours.propagate = False
    ours.setLevel(level.upper())
    # Uvicorn, asyncio and the drivers of databases log under names of their own; all of it passes through the same formatter.
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        theirs = logging.getLogger(name)
        theirs.handlers = []
        theirs.propagate = True
    logging.getLogger().handlers = [handler]
    # It logs a traceback for every connection that is lost; `Storage` logs the outage.
    logging.getLogger("sqlalchemy.pool").setLevel(logging.CRITICAL)
