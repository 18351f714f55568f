"""Positions that the rulings on the Invasion game share."""

from __future__ import annotations

GAME = "invasion"


ARMY = ["Drop Ships", "Space Marines", "New Galactic Order"]  # 7 Military
