"""Positions that the rulings on the Frontier game share."""

from __future__ import annotations

from tests.games.galaxy import dsl as g

from repulse.games.galaxy.rules.state import GalaxyState

GAME = "frontier"


FRONTIER = "Frontier Settle"


THREE = ["Scavenger World", "Monastery World", "Pirate Lair"]
"""Near worlds: cost 1, cost 3, defense 3."""


FAR_THREE = ["Frontier Surveyors", "Mega-Exclusive Resort", "Xeno Hidden Command"]


def keep_something(s: GalaxyState, *seats: int) -> None:
    """Frontier settlers keep the first card that they drew."""
    for player in seats:
        g.answer(s, player, "keep " + g.looked(s, player)[0])
