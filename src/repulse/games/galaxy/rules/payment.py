"""The means that a seat has used so far to pay for a card, or in its part of a phase."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from repulse.engine.fields import PUBLIC, RESETS
from repulse.engine.values import restored, values_of
from repulse.games.galaxy.rules.card_table import CardId

_FIELDS: Final = {
    "used_powers": PUBLIC | RESETS,
    "taken_goods": PUBLIC | RESETS,
    "temp_military": PUBLIC | RESETS,
    "bought_discount": PUBLIC | RESETS,
    "paying_power": PUBLIC | RESETS,
    "is_free": PUBLIC | RESETS,
}


class Payment:
    """The powers, goods and discounts used towards the card being placed, attacked with or consumed for."""

    def __init__(self) -> None:
        self.used_powers: list[int] = []
        """Powers used up in the current seat's part of the phase."""
        self.taken_goods: list[CardId] = []
        """The worlds whose goods are taken so far for a power that takes several."""
        self.temp_military = 0
        """Temporary Military used for the world being placed, or the defense."""
        self.bought_discount = 0
        """Discount bought with goods for the card being placed."""
        self.paying_power = 0
        """The pay-for-military power chosen for the world being placed; 0 for none."""
        self.is_free = False
        """Whether the world being placed costs nothing (Colony Ship)."""

    def fields(self) -> Mapping[str, int]:
        """Return what `repulse.engine.fields` says of each field."""
        return _FIELDS

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (Payment, (), values_of(self))

    def clone(self) -> Payment:
        """Return an independent copy."""
        copy = Payment()
        copy.used_powers = self.used_powers[:]
        copy.taken_goods = self.taken_goods[:]
        copy.temp_military = self.temp_military
        copy.bought_discount = self.bought_discount
        copy.paying_power = self.paying_power
        copy.is_free = self.is_free
        return copy

    def reset(self) -> None:
        """Forget everything: another card, seat or phase begins."""
        if self.used_powers:
            self.used_powers = []
        if self.taken_goods:
            self.taken_goods = []
        self.temp_military = 0
        self.bought_discount = 0
        self.paying_power = 0
        self.is_free = False
