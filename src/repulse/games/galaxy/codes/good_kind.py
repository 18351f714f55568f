"""Kinds of goods. A good of kind k sells for k + 1 cards."""

from __future__ import annotations

from typing import Final

from repulse.games.galaxy.codes import names_in

NONE: Final = 0
NOVELTY: Final = 1
RARE: Final = 2
GENES: Final = 3
ALIEN: Final = 4

NAMES: Final = names_in(__name__)
"""Their names in the card files, by number."""

ANY: Final = NONE
"""Any kind, for a power that takes every good."""
