"""The steps that can be on the agenda."""

from __future__ import annotations

from typing import Final

REVEAL: Final = 0
BID: Final = 1
TAKE_CARD: Final = 2
TURN: Final = 3
PORTAL: Final = 4
ACT: Final = 5
SCORE: Final = 6
CHECK_END: Final = 7
EFFECT: Final = 16
"""EFFECT + number of the effect step in the components."""
