"""The phases in which powers work."""

from __future__ import annotations

from typing import Final

from repulse.games.galaxy.codes import names_in

PLACEMENT: Final = 0
EXPLORE: Final = 1
DEVELOP: Final = 2
SETTLE: Final = 3
TRADE: Final = 4
CONSUME: Final = 5
PRODUCE: Final = 6

NAMES: Final = names_in(__name__)
"""Their names in the card files, by number."""
