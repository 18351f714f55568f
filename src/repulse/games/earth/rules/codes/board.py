"""The map, and the numbers for nothing and nobody."""

from __future__ import annotations

from typing import Final

REGIONS: Final = 8
NOWHERE: Final = -1

HIDDEN: Final = -1
"""The value in a view in place of a card or a bid that its viewer may not see."""
