"""The numbers of the steps, which `repulse.games.earth.rules.step_table` lists."""

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
EFFECT: Final = 8
"""The first of the effects of Gadgets: `EFFECT` plus a number of `codes.do`."""
