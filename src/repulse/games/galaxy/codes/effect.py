"""The effects of powers, named as in the card files (`docs/extend/card-notation.md`)."""

from __future__ import annotations

from typing import Final

from repulse.games.galaxy.codes import names_in

GOOD_FOR_CARD: Final = 0
ENTERS_DAMAGED: Final = 1
DAMAGED_FIRST: Final = 2
DRAW: Final = 3
KEEP: Final = 4
DISCOUNT: Final = 5
DRAW_AFTER: Final = 6
REPLACE_WORLD: Final = 7
COST_ZERO: Final = 8
MILITARY: Final = 9
TEMP_MILITARY: Final = 10
DEFENSE: Final = 11
TEMP_DEFENSE: Final = 12
PAY_FOR_MILITARY: Final = 13
FRONTIER_DRAW: Final = 14
VP: Final = 15
BONUS: Final = 16
CANNOT_SELL: Final = 17
CONSUME: Final = 18
CONSUME_ALL: Final = 19
CONSUME_DIFFERENT: Final = 20
DISCARD_CARDS: Final = 21
DRAW_IF_LUCKY: Final = 22
SELL: Final = 23
PRODUCE: Final = 24
DRAW_IF_PRODUCED: Final = 25
WINDFALL: Final = 26
DRAW_PER_PRODUCED: Final = 27
DRAW_PER_KIND_PRODUCED: Final = 28
DRAW_IF_MOST: Final = 29
REPAIR: Final = 30
CANNOT_PRODUCE: Final = 31

NAMES: Final = names_in(__name__)
"""Their names in the card files, by number."""
