"""Traits: the bits of a card that counts look at."""

from __future__ import annotations

from typing import Final

WORLD: Final = 1 << 0
DEVELOPMENT: Final = 1 << 1
MILITARY: Final = 1 << 2
NONMILITARY: Final = 1 << 3
PRODUCTION: Final = 1 << 4
WINDFALL: Final = 1 << 5
CHROMOSOME: Final = 1 << 6
NEAR: Final = 1 << 7
FAR: Final = 1 << 8
FRONTIER: Final = 1 << 9
SIX_COST: Final = 1 << 10
PAY_FOR_MILITARY: Final = 1 << 11

FIRST_KIND: Final = 11
"""Kind k is bit 11 + k."""
NOVELTY_KIND: Final = 1 << 12
RARE_KIND: Final = 1 << 13
GENES_KIND: Final = 1 << 14
ALIEN_KIND: Final = 1 << 15

KEYWORDS: Final = ("alien", "anti-xeno", "imperium", "rebel", "terraforming", "uplift", "xeno")
FIRST_KEYWORD: Final = 16
KEY_ALIEN: Final = 1 << 16
KEY_ANTI_XENO: Final = 1 << 17
KEY_IMPERIUM: Final = 1 << 18
KEY_REBEL: Final = 1 << 19
KEY_TERRAFORMING: Final = 1 << 20
KEY_UPLIFT: Final = 1 << 21
KEY_XENO: Final = 1 << 22

FIRST_PHASE: Final = 23
"""Having a power in phase p is bit 23 + p."""
