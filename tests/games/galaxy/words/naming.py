"""Values of options by the names of cards, and what a case of a refused one is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from repulse.games.galaxy.codes.packing import pack_power, pack_use
from repulse.games.galaxy.rules.state import GalaxyState

Case: TypeAlias = tuple[str, Callable[[], GalaxyState], Callable[[GalaxyState], int], str]
"""A reason, a position, the refused value in it, and some of the words."""


def card(s: GalaxyState, name: str) -> int:
    return s.cards.ids[name]


def power(s: GalaxyState, name: str, number: int = 1) -> int:
    return pack_power(card(s, name), number - 1)


def use(s: GalaxyState, name: str, world: str = "", number: int = 1) -> int:
    return pack_use(power(s, name, number), card(s, world) if world else 0)
