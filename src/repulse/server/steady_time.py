"""The time of day as it goes on from the start of this process, regardless of changes to the clock of the machine.

The clock of a machine is set now and then: by NTP after a start without a network, or by hand. A game clock that follows it runs out for everybody at
once, or never; a cleanup that follows it removes what is not old. So the server reads the time of day once, and from then on counts seconds.
"""

from __future__ import annotations

import time


def _seconds() -> float:
    """Return the seconds since some moment, those in which the machine was suspended included, where the system counts them."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


_START = time.time() - _seconds()


def now() -> float:
    """Return the time in seconds since 1970."""
    return _START + _seconds()


def milliseconds() -> int:
    """Return the time in milliseconds since 1970."""
    return int(now() * 1000)
