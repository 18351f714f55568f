"""The data of a card: the facts of the card files as immutable values.

Everything here is read from data (`repulse.games.galaxy.cards.loader`) and checked there; `docs/extend/card-notation.md` explains each key.
The rules compile these values into tables of numbers; the words and the pictures are made from them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from repulse.engine.contract import BadOptions
from repulse.games.galaxy.codes import deck, good_kind, phase, trait

SETS: Final = ("base", "new-worlds", "xeno-invasion", "xeno-counterstrike")
"""The shipped card files, oldest first."""

TYPES: Final = ("world", "development")
DECKS: Final = deck.NAMES
KINDS: Final = good_kind.NAMES[1:]
"""The kinds of good, cheapest first (a sale brings 2, 3, 4, 5 cards)."""

KEYWORDS: Final = trait.KEYWORDS
PHASES: Final = phase.NAMES
"""Where a power works: when its card is placed, or in one of the phases (trade is the $ part of Consume)."""


class BadCards(BadOptions):
    """Card data that cannot be used. The text names the file, the card and the key in one line."""

    def __init__(self, file: str, card: str, key: str, *, words: str) -> None:
        place = ": ".join(part for part in (file, card, key) if part)
        super().__init__(" ".join(f"{place}: {words}".split()))
        self.file = file
        self.card = card
        self.key = key


@dataclass(frozen=True, slots=True)
class Power:
    """One power of a card: where it works, what it does, and the numbers and limits of it.

    A number that does not matter to what it does is 0, a word None; `docs/extend/card-notation.md` says which keys go with which `do`.
    """

    phase: str
    do: str
    amount: int = 0
    per: str | None = None
    """Multiplied by the count of this (`repulse.games.galaxy.cards.per`)."""
    vs: str | None = None
    """Only against such military worlds: a kind, `rebel` or `xeno`."""
    good: str | None = None
    """Only for this kind of good or world."""
    discard: str | None = None
    """The price of using it: `self`, `hand`, `world`, `near_frontier_world`, `good:any`, `good:<kind>`."""
    times: int = 1
    this_world: bool = False
    not_this_world: bool = False
    goods: tuple[str, ...] = ()
    """The goods one use takes: kinds or `any`."""
    vp: int = 0
    cards: int = 0
    offset: int = 0
    count: int = 0
    up_to: int = 0
    doubled: bool = True
    """Whether the 2x VPs bonus doubles it."""
    lowest: int = 0
    highest: int = 0
    bonus: bool = True
    """Whether $ powers add to this sale."""
    below: int = 0
    """Only developments of a printed cost below this."""
    when: str | None = None
    excluded: tuple[str, ...] = ()
    """Not for these: kinds, or `xeno` (the key `not`)."""
    only: str | None = None
    """Only for these worlds: `chromosome`."""
    for_: str | None = None
    """Only when placing one of these: `frontier` (the key `for`)."""
    per_two: bool = False
    also_vs_xeno: int = 0
    """Military against Xenos given besides `amount`."""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """`vp` points for each of what `per` says."""

    vp: int
    per: str


@dataclass(frozen=True, slots=True)
class Card:
    """One distinct card; its deck holds `copies` of it."""

    name: str
    set: str
    """The stem of its file, or the name of the overlay that added it."""
    type: str
    deck: str
    copies: int
    cost: int
    """Cost; the defense of a military world; 0 for a hive, which has `hive` instead."""
    vp: int | None
    """Printed points; None where the card scores by `score`."""
    military: bool = False
    good: str | None = None
    """The kind of its good; None for a world without one and for a development."""
    windfall: bool = False
    good_when_placed: bool = False
    keywords: tuple[str, ...] = ()
    chromosome: bool = False
    start_number: int | None = None
    preset_hand: int | None = None
    """The start number of the preset hand that one copy of it belongs to."""
    hive: int | None = None
    """Temporary Military needed to conquer this hive."""
    reconstructed: tuple[str, ...] = ()
    """Keys whose values are ours, since the printed card was not available."""
    powers: tuple[Power, ...] = ()
    score: tuple[ScoreLine, ...] = ()
    origin: str = ""
    """The name before an overlay renamed it; empty for a card with the name it always had."""
    art: str = ""
    """The motif of its drawing (`data/motifs.json`); empty for the plain one of its type."""

    @property
    def world(self) -> bool:
        """Whether it is a world, not a development."""
        return self.type == "world"

    @property
    def sort(self) -> str:
        """Return its kind, by the id of its words: a development, a hive, a military world or another world."""
        if not self.world:
            return "development"
        if self.hive is not None:
            return "hive"
        return "military" if self.military else "world"

    @property
    def production(self) -> bool:
        """Whether it is a production world: it has a kind and is not a windfall world."""
        return self.good is not None and not self.windfall


@dataclass(frozen=True, slots=True)
class WarFacts:
    """The numbers of the war that are data."""

    retaliation_awards: tuple[tuple[int, ...], ...]
    """Awards against retaliation by number of players, highest disk first (R-CST-32)."""
    reconstructed: tuple[int, ...] = ()
    """The numbers of players whose awards are ours, since the printed tiles were not available."""
