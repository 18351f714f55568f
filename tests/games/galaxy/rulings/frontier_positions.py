"""Positions that the rulings on the Frontier game share."""

from __future__ import annotations

from tests.games.galaxy.positions import (
    answer,
    looked,
)

from repulse.games.galaxy.rules.state import GalaxyState

GAME = "frontier"


FRONTIER = "Frontier Settle"


THREE = ["Scavenger World", "Monastery World", "Pirate Lair"]
"""Near worlds: cost 1, cost 3, defense 3."""


FAR_THREE = ["Frontier Surveyors", "Mega-Exclusive Resort", "Xeno Hidden Command"]


def keep_something(s: GalaxyState, *seats: int) -> None:
    """Frontier settlers keep the first card that they drew."""
    for player in seats:
        answer(s, player, "keep " + looked(s, player)[0])
