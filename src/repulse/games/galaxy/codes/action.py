"""Action cards."""

from __future__ import annotations

from typing import Final

EXPLORE_5: Final = 0
EXPLORE_1_1: Final = 1
DEVELOP: Final = 2
SETTLE: Final = 3
TRADE: Final = 4
CONSUME_2X: Final = 5
PRODUCE: Final = 6
REPAIR: Final = 7
FRONTIER: Final = 8

TOKENS: Final = (
    "Explore +5",
    "Explore +1/+1",
    "Develop",
    "Settle",
    "Consume: Trade",
    "Consume: 2x VPs",
    "Produce",
    "Produce: Repair",
    "Frontier Settle",
)
"""Their tokens in records."""
