"""The data of a card of galaxy for the page."""

from __future__ import annotations

from typing import Literal, TypedDict

from repulse.engine.display.cards import CardFacts
from repulse.games.galaxy.display.svg.marks import PowerRow


class PowerFacts(TypedDict):
    """One power of a card, as far as its drawing and its worth depend on it."""

    phase: str
    do: str
    amount: int
    vs: str | None


class ScoreFacts(TypedDict):
    """`vp` points for each of `per`."""

    vp: int
    per: str


class GalaxyCard(CardFacts):
    """A card of galaxy: the facts of its row, and its powers in marks and in words."""

    name: str
    origin: str
    """The name before an overlay renamed it; empty for a card with the name it always had."""
    art: str
    """The motif of its drawing; empty for the plain one of its type."""
    type: Literal["world", "development"]
    cost: int
    """Cost; the defense of a military world; 0 for a hive, which has `hive` instead."""
    vp: int | None
    """Printed points; None where the card scores by `score`."""
    good: str | None
    """The kind of its good; None for a world without one and for a development."""
    windfall: bool
    military: bool
    keywords: list[str]
    hive: int | None
    """Temporary Military needed to conquer this hive."""
    set: str
    deck: str
    start_number: int | None
    good_when_placed: bool
    chromosome: bool
    powers: list[PowerFacts]
    score: list[ScoreFacts]
    rows: list[PowerRow]
    """Its powers in marks, phase by phase."""
