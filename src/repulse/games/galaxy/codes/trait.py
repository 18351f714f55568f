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

KEYWORDS: Final = ("alien", "anti-xeno", "imperium", "rebel", "terraforming", "uplift", "xeno")

# Above these bits: one for each kind of good, then one for each keyword and one for having a power in each phase.
_FIRST_KIND: Final = 11
_FIRST_KEYWORD: Final = 16
_FIRST_PHASE: Final = 23

KEY_XENO: Final = 1 << (_FIRST_KEYWORD + 6)


def of_kind(kind: int) -> int:
    """Return the trait of cards that hold or make goods of a kind, 1 to 4."""
    return 1 << (_FIRST_KIND + kind)


def of_keyword(keyword: str) -> int:
    """Return the trait of cards with a keyword."""
    return 1 << (_FIRST_KEYWORD + KEYWORDS.index(keyword))


def of_phase(phase: int) -> int:
    """Return the trait of cards with a power in a phase."""
    return 1 << (_FIRST_PHASE + phase)
