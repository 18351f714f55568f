"""Options and frames packed into single numbers: the one place that packs and unpacks them.

A *power* is a card and the place of the power on it. A *use* of a power is the power and the world that it takes, or
whose good it takes (0 for none). To *keep* a card of a frontier deck is that card with a mark. A *frame* of the agenda is a
step, a seat and an argument.

The units leave room for any realistic overlay; the card table refuses what does not fit.
"""

from __future__ import annotations

from typing import Final

MOST_CARDS: Final = 4096
"""Card numbers are below this."""

POWERS_A_CARD: Final = 16
"""The most powers one card can have. Power numbers below this belong to no card (`codes.no_card`)."""

_STEP_BITS: Final = 6
_SEAT_BITS: Final = 3
MOST_STEPS: Final = 1 << _STEP_BITS
_MOST_SEATS: Final = 1 << _SEAT_BITS


def pack_power(card: int, index: int) -> int:
    """The number of a power."""
    return card * POWERS_A_CARD + index


def card_of(power: int) -> int:
    """The card that has a power; 0 for a power of no card."""
    return power // POWERS_A_CARD


def index_of(power: int) -> int:
    """The index of a power among those of its card, from 0."""
    return power % POWERS_A_CARD


def pack_use(power: int, world: int = 0) -> int:
    """The use of a power, with the world that it takes or whose good it takes."""
    return power * MOST_CARDS + world


def power_of(use: int) -> int:
    """The power that is used."""
    return use // MOST_CARDS


def world_of(use: int) -> int:
    """The world that a use takes something from; 0 for none."""
    return use % MOST_CARDS


def pack_keep(card: int) -> int:
    """The choice to keep a card instead of settling it."""
    return card + MOST_CARDS


def is_kept(choice: int) -> bool:
    """Whether a choice keeps its card."""
    return choice >= MOST_CARDS


def card_chosen(choice: int) -> int:
    """The card that is kept or settled."""
    return choice % MOST_CARDS


def pack_frame(step: int, seat: int, arg: int) -> int:
    """A frame of the agenda."""
    return step | seat << _STEP_BITS | arg << (_STEP_BITS + _SEAT_BITS)


def step_of(frame: int) -> int:
    """The step of a frame."""
    return frame & (MOST_STEPS - 1)


def seat_of(frame: int) -> int:
    """The seat of a frame."""
    return frame >> _STEP_BITS & (_MOST_SEATS - 1)


def arg_of(frame: int) -> int:
    """The argument of a frame."""
    return frame >> (_STEP_BITS + _SEAT_BITS)
