"""The effects of the steps of Gadgets."""

from __future__ import annotations

from typing import Final

DEPLOY: Final = 0
SCATTER: Final = 1
FLY: Final = 2
MOVE: Final = 3
DRAG: Final = 4
DESTROY: Final = 5
BOMBARD: Final = 6
SHIELD: Final = 7
HOLOGRAM: Final = 8
HARVEST: Final = 9
REDIRECT: Final = 10
STARS: Final = 11
ENERGY: Final = 12
CLAMPS: Final = 13

NAMES: Final = (
    "deploy",
    "scatter",
    "fly",
    "move",
    "drag",
    "destroy",
    "bombard",
    "shield",
    "hologram",
    "harvest",
    "redirect",
    "stars",
    "energy",
    "clamps",
)
"""Their names in the components."""
