"""The number of rounds that a game will still last: by experience, by the tableaus and by the pool."""

from __future__ import annotations

import math
from typing import Final

from repulse.games.galaxy.rules.state import GalaxyState

_USUAL_ROUNDS: Final = 17.5
"""The rounds of a usual game without any player."""
_ROUNDS_PER_PLAYER: Final = 1.4
"""The rounds by which every player shortens a game."""
_LARGE_TABLEAU: Final = 1.45
"""The factor of games that end with more than 20 cards in a tableau."""
_WIDE_TABLEAU: Final = 1.07
"""The factor of games that end with 13 to 20 cards in a tableau."""
_EXPERIENCED: Final = 0.6
"""The factor of the experienced game for two players."""
_PACE: Final = 0.85
"""The number of cards that a seat usually places in a round."""
_EXPERIENCED_PACE: Final = 1.6
"""Its factor in the experienced game."""
_PRIOR_ROUNDS: Final = 8.0
"""The weight of the usual pace beside that of this game, in rounds."""


def usual_rounds(view: GalaxyState) -> float:
    """Return the usual number of rounds of such a game."""
    usual = _USUAL_ROUNDS - _ROUNDS_PER_PLAYER * view.players
    if view.tableau_limit > 20:
        usual *= _LARGE_TABLEAU
    elif view.tableau_limit > 12:
        usual *= _WIDE_TABLEAU
    return usual * _EXPERIENCED if view.experienced else usual


def rounds_left(view: GalaxyState) -> float:
    """Return the number of rounds to come, this one included: by experience, by the tableaus, by the pool."""
    if view.pool <= 0:
        return 1.0
    done = max(0, view.round - 1)
    usual = usual_rounds(view)
    left = max(2.0, usual - done)
    pace = _PACE * _EXPERIENCED_PACE if view.experienced else _PACE
    chips = 0
    for seat in range(view.players):
        chips += view.chips_held(seat)
        size = len(view.tableau[seat])
        if size >= view.tableau_limit:
            return 1.0
        left = min(
            left, (view.tableau_limit - size) * (done + _PRIOR_ROUNDS) / (size - 1 + _PRIOR_ROUNDS * pace)
        )
    # Chips come faster and faster: roughly by the square of the time.
    taken = chips + (view.pool + chips) / (usual * usual)
    left = min(left, (done + 1.0) * (math.sqrt((view.pool + chips) / taken) - 1.0) + 0.5)
    return max(1.0, left)
