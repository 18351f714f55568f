"""The prices of using a power."""

from __future__ import annotations

from typing import Final

NOTHING: Final = 0
SELF: Final = 1
HAND: Final = 2
GOOD: Final = 3
OWN_WORLD: Final = 4
OWN_NEAR_WORLD: Final = 5
