"""Options packed into single numbers: the one place that packs and unpacks them.

A *power* is a card and the place of the power on it. A *use* of a power is the power and the world that it takes, or
whose good it takes (0 for none). To *keep* a card of a frontier deck is that card with a mark.

The units leave room for any realistic overlay; the card table refuses what does not fit.
"""

from __future__ import annotations

from typing import Final

MAX_CARDS: Final = 4096
"""Card numbers are below this."""

POWERS_PER_CARD: Final = 16
"""The most powers one card can have. Power numbers below this belong to no card (`codes.no_card`)."""


def pack_power(card: int, index: int) -> int:
    """Return the number of a power."""
    return card * POWERS_PER_CARD + index


def card_of(power: int) -> int:
    """Return the card that has a power; 0 for a power of no card."""
    return power // POWERS_PER_CARD


def index_of(power: int) -> int:
    """Return the index of a power among those of its card, from 0."""
    return power % POWERS_PER_CARD


def pack_use(power: int, world: int = 0) -> int:
    """Return the use of a power, with the world that it takes or whose good it takes."""
    return power * MAX_CARDS + world


def power_of(use: int) -> int:
    """Return the power that is used."""
    return use // MAX_CARDS


def world_of(use: int) -> int:
    """Return the world that a use takes something from; 0 for none."""
    return use % MAX_CARDS


def pack_keep(card: int) -> int:
    """Return the choice to keep a card instead of settling it."""
    return card + MAX_CARDS


def is_kept(choice: int) -> bool:
    """Return whether a choice keeps its card."""
    return choice >= MAX_CARDS


def card_chosen(choice: int) -> int:
    """Return the card that is kept or settled."""
    return choice % MAX_CARDS
