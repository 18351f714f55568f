"""The return of a finished game for each seat: mostly whether it won, and a little by how much."""

from __future__ import annotations

from math import tanh
from typing import Final

from repulse.engine.contract import State

WIN_WEIGHT: Final = 0.6
"""The weight of winning; the rest is the margin."""
MARGIN_SCALE: Final = 15.0
SCORE_SCALE: Final = 50.0
"""The unit of the scores that nets predict."""


def terminal_returns(state: State) -> list[float]:
    """Return the return of each seat, from about -1 (a loss) to 1 (a clear win)."""
    players = state.players
    scores = state.scores()
    returns = []
    for seat, share in enumerate(state.win_shares()):
        best_other = max(scores[:seat] + scores[seat + 1 :])
        won = (share * players - 1) / (players - 1)
        margin = tanh((scores[seat] - best_other) / MARGIN_SCALE)
        returns.append(WIN_WEIGHT * won + (1 - WIN_WEIGHT) * margin)
    return returns
