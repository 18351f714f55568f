"""Actions of a player's turn, each packed into one number (domain `action`)."""

from __future__ import annotations

from typing import Final

END_TURN: Final = 0
DEPLOY: Final = 1
MOVE: Final = 16
"""MOVE + 8 * from + to."""
FLY: Final = 80
"""FLY + to: the mothership moves."""
USE_GADGET: Final = 96
"""USE_GADGET + design."""
