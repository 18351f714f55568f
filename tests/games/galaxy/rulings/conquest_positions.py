"""Positions that the rulings on the conquest stage share."""

from __future__ import annotations

from tests.games.galaxy import dsl as g
from tests.games.galaxy.rulings.counterstrike_positions import FRONTIER, GAME

from repulse.games.galaxy.rules.state import GalaxyState

SUPPLY = "Frontier Surveyors"
"""A Far Frontier world without any Military."""


THREE = ["Scavenger World", "Monastery World", "Pirate Lair"]


NINE = ["Lost Alien Battle Fleet", "Drop Ships", "New Galactic Order", "Expedition Force"]  # 9 Military


def attacked_in_round_9(*cards: str, **about: str) -> GalaxyState:
    """Return the same with the retaliation to come: 8 for the stronger, M+3 for the other."""
    s = g.settle(
        tableau=[SUPPLY, *cards],
        picks=FRONTIER,
        rivals=[g.seat(tableau=["Epsilon Eridani"])],
        conquest=True,
        systems=["Xeno Satellite I", "Xeno Satellite V"],
        attacks=[8, "M+3"],
        game=GAME,
    )
    g.answer(s, 0, "attack")
    return s
