"""The decks that cards belong to."""

from __future__ import annotations

from typing import Final

MAIN: Final = 0
START: Final = 1
NEAR: Final = 2
FAR: Final = 3
SYSTEM: Final = 4

NAMES: Final = ("main", "start", "near", "far", "xeno-system")
