"""Logs as lines of text or, for programs that collect them, of JSON: `repulse serve --log json`.

A line has the time, the level, the logger and the message; lines about a room also `room`, `seat` and `decision` (the
number of the question). What a seat holds or answers, tokens and passwords are never logged.
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
"""What may come with a line, and nothing else."""

SELDOM_SECONDS: Final = 60.0
"""What happens again and again gets one line in the log in so many seconds."""

LEVELS: Final = ("debug", "info", "warning", "error")


@dataclass
class Seldom:
    """Keeps what happens again and again from filling the log."""

    clock: Callable[[], float] = time.monotonic
    told: dict[str, float] = field(default_factory=dict)
    silent: Counter[str] = field(default_factory=Counter)

    def again(self, what: str) -> int:
        """It happens once more: how often nothing was said of it since the last line, -1 if there is to be none now."""
        now = self.clock()
        if now - self.told.get(what, -SELDOM_SECONDS) < SELDOM_SECONDS:
            self.silent[what] += 1
            return -1
        self.told[what] = now
        return self.silent.pop(what, 0)


class JsonFormatter(logging.Formatter):
    """A line of JSON for each record."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        made: dict[str, Any] = {
            "time": f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(record.created))}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        made |= _facts(record)
        if record.exc_info:
            made["error"] = self.formatException(record.exc_info)
        return json.dumps(made, ensure_ascii=False)


class TextFormatter(logging.Formatter):
    """A line to be read by people, with the facts at its end."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        """The line."""
        return " ".join(
            [super().formatMessage(record), *[f"{fact}={value}" for fact, value in _facts(record).items()]]
        )


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
    errors = logging.getLogger("uvicorn.error")
    errors.handlers = [handler]
    errors.propagate = False
