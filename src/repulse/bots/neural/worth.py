"""What a finished game is worth to each seat: mostly whether it won, a little by how much."""

from __future__ import annotations

from math import tanh
from typing import Final

from repulse.engine.contract import State

WIN_PART: Final = 0.6
MARGIN_SCALE: Final = 15.0
SCORE_SCALE: Final = 50.0
"""The unit in which nets tell the score to expect."""


def win_shares(state: State) -> list[float]:
    """The part of the win that each seat has; nobody wins a game that was broken off."""
    winners = state.winners()
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(state.players)]


def rewards(state: State) -> list[float]:
    """From about -1 (a lost game) to 1 (a clear win), by seat."""
    players = state.players
    scores = state.scores()
    found = []
    for seat, share in enumerate(win_shares(state)):
        best_other = max(scores[:seat] + scores[seat + 1 :])
        won = (share * players - 1) / (players - 1)
        found.append(WIN_PART * won + (1 - WIN_PART) * tanh((scores[seat] - best_other) / MARGIN_SCALE))
    return found
