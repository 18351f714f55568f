"""Powers that belong to no card: numbers used in place of a card's power."""

from __future__ import annotations

from typing import Final

PRODUCE_BONUS: Final = 1
BUNKER: Final = 2
REPAIR_BONUS: Final = 3
REPAIR_WITH_CARDS: Final = 4
REPAIR_WITH_GOOD: Final = 5

TOKENS: Final = ("", "Produce bonus", "bunker", "Repair bonus", "two cards", "a good")
"""Their tokens in records."""
