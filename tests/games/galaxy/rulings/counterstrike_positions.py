"""Positions that the rulings on the Counterstrike game share."""

from __future__ import annotations

from tests.games.galaxy import dsl as g

from repulse.games.galaxy.rules.state import GalaxyState

GAME = "counterstrike"


FRONTIER = "Frontier Settle"


ARMY = ["Lost Alien Battle Fleet", "Drop Ships", "New Galactic Order", "Space Marines"]  # 10 Military


def breather_with(*actions: str) -> GalaxyState:
    """Return the round after the repulse, in which seat 0 holds Drop Ships (4) and five cards to pay with."""
    s = g.invasion(
        tableau=["New Sparta"],
        hand=["Drop Ships", "Space Marines"],
        spare=5,
        rivals=[g.seat(tableau=["Epsilon Eridani"])],
        repulse=3,
        round=7,
        game=GAME,
    )
    for player, action in enumerate(actions):
        g.answer(s, player, action)
    return s
