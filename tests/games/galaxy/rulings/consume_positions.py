"""Positions that the rulings on Consume share."""

from __future__ import annotations

TRADE = "Consume: Trade"


# A tableau with one good of each kind, and no consume power among them.
NOVELTY, RARE, GENES, ALIEN = "Gem World", "Comet Zone", "Distant World", "Alien Robotic Factory"


ONE_OF_EACH = [NOVELTY, RARE, GENES, ALIEN]
