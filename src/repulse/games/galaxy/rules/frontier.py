"""The frontier: the Near and Far decks, what settlers look at, and the Xeno systems beyond, as flat data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from repulse.engine.contract import Data, Seat
from repulse.engine.fields import CACHE, HIDDEN, OWN, PUBLIC
from repulse.engine.values import restored, values_of
from repulse.games.galaxy.rules.card_table import FACE_DOWN, CardId

NEAR: Final = 0
FAR: Final = 1
SYSTEMS: Final = 2
PILES: Final = 3

LOOK: Final = 3
"""Cards drawn in a Frontier settle, before powers (R-FRO-02)."""

FAR_NEEDS: Final = 5
"""Cards in tableau that open the Far deck."""

MUST_ATTACK: Final = 16
"""The tableau size at which the frontier closes (R-CST-20)."""


_FIELDS: Final = {
    "decks": HIDDEN,
    "discards": HIDDEN,
    "unused": HIDDEN,
    "reshuffles": PUBLIC,
    "backs": CACHE,
    "looked": OWN,
    "lost": PUBLIC,
    "target": PUBLIC,
    "acting": PUBLIC,
    "in_turn": PUBLIC,
    "under_attack": PUBLIC,
    "tucked": PUBLIC,
    "placed": PUBLIC,
    "fresh": PUBLIC,
}


class Frontier:
    """Everything the Frontier game adds to a position."""

    def __init__(self, players: int) -> None:
        self.decks: list[list[CardId]] = [[], [], []]
        """Near, Far and Xeno systems, top card last."""
        self.discards: list[list[CardId]] = [[], [], []]
        self.unused: list[CardId] = []
        """Xeno systems that are not in this game; nobody knows which (R-CST-13)."""
        self.reshuffles: list[int] = [0, 0, 0]
        """The number of times each deck has been reshuffled."""
        self.backs: list[list[int]] = []
        """In a view: how many cards with a Near back and with a Far back each seat holds, which all can see."""
        self.looked: list[list[CardId]] = [[] for _ in range(players)]
        """The cards that each settler has drawn from a frontier deck."""
        self.lost: list[list[CardId]] = [[] for _ in range(players)]
        """Xeno systems that each seat has conquered and since lost from its tableau (R-CST-37)."""
        self.target: list[int] = [NEAR] * players
        """The deck a settler draws from."""
        self.acting = 0
        """Seats that do a Frontier settle in this Settle phase, all simultaneously."""
        self.in_turn = 0
        """Seats whose Frontier/Conquest Settle waits for their turn (R-FRO-08, R-CST-38)."""
        self.under_attack: CardId = 0
        """The Xeno system that is being attacked; 0 for none."""
        self.tucked = 0
        """Seats whose Frontier/Conquest Settle card is tucked this round (R-FRO-07)."""
        self.placed = False
        """Whether anyone has placed a Frontier world this round (R-FRO-13)."""
        self.fresh: list[CardId] = []
        """Frontier worlds placed this round."""

    def fields(self) -> Mapping[str, int]:
        """Return what `repulse.engine.fields` says of each field."""
        return _FIELDS

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (Frontier, (0,), values_of(self))

    def clone(self) -> Frontier:
        """Return an independent copy."""
        copy = Frontier(0)
        copy.decks = [cards[:] for cards in self.decks]
        copy.discards = [cards[:] for cards in self.discards]
        copy.unused = self.unused[:]
        copy.reshuffles = self.reshuffles[:]
        copy.backs = self.backs
        copy.looked = [cards[:] for cards in self.looked]
        copy.lost = [cards[:] for cards in self.lost]
        copy.target = self.target[:]
        copy.acting = self.acting
        copy.in_turn = self.in_turn
        copy.under_attack = self.under_attack
        copy.tucked = self.tucked
        copy.placed = self.placed
        copy.fresh = self.fresh[:]
        return copy

    def hide(self, viewer: Seat) -> None:
        """Blank out what a viewer may not see."""
        self.decks = [[FACE_DOWN] * len(cards) for cards in self.decks]
        self.discards = [[FACE_DOWN] * len(cards) for cards in self.discards]
        self.unused = [FACE_DOWN] * len(self.unused)
        for seat in range(len(self.looked)):
            if seat != viewer:
                self.looked[seat] = [FACE_DOWN] * len(self.looked[seat])

    def all_cards(self) -> list[CardId]:
        """Return every card in the frontier."""
        cards = self.unused[:]
        if self.under_attack:
            cards.append(self.under_attack)
        for pile in self.decks + self.discards + self.looked + self.lost:
            cards = cards + pile
        return cards

    def left(self, pile: int) -> int:
        """Return how many cards a deck and its discards hold."""
        return len(self.decks[pile]) + len(self.discards[pile])

    def open_decks(self, tableau: int) -> list[int]:
        """Return the non-empty frontier decks open to a tableau of a given size (R-FRO-02)."""
        decks: list[int] = []
        if self.left(NEAR):
            decks.append(NEAR)
        if self.left(FAR) and tableau >= FAR_NEEDS:
            decks.append(FAR)
        return decks

    def data(self) -> Data:
        """Return everything here as plain data."""
        return {
            "decks": self.decks,
            "discards": self.discards,
            "unused": self.unused,
            "reshuffles": self.reshuffles,
            "backs": [backs[:] for backs in self.backs],
            "looked": self.looked,
            "lost": self.lost,
            "target": self.target,
            "acting": self.acting,
            "in_turn": self.in_turn,
            "under_attack": self.under_attack,
            "tucked": self.tucked,
            "placed": self.placed,
            "fresh": self.fresh,
        }
