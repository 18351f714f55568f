"""The holdings in a game of galaxy: the fields of a position, their copies and views, and lookups.

`position` adds the functions that move cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from repulse.engine.contract import Data, Seat
from repulse.engine.fields import CACHE, FIXED, HIDDEN, OWN, PART, PUBLIC, RESETS, SHARED
from repulse.engine.random import Stream
from repulse.engine.steps import AGENDA_FIELDS, AgendaState
from repulse.games.galaxy.codes import deck
from repulse.games.galaxy.rules.card_table import FACE_DOWN, CardId, CardIndex
from repulse.games.galaxy.rules.frontier import Frontier
from repulse.games.galaxy.rules.payment import Payment
from repulse.games.galaxy.rules.war import War

NO_GOOD: Final = -1
_DAMAGED_IN_DATA: Final = -2
"""In place of a good, in plain data: the world is damaged."""
PASS: Final = -1
HAND_LIMIT: Final = 10

FIELDS: Final = {
    **AGENDA_FIELDS,
    "cards": SHARED,
    "stream": HIDDEN,
    "reveal_count": HIDDEN,
    "mix_with_hand": FIXED,
    "experienced": FIXED,
    "tableau_limit": FIXED,
    "round": PUBLIC,
    "first": PUBLIC,
    "pool": PUBLIC,
    "over": PUBLIC,
    "deck": HIDDEN,
    "discards": HIDDEN,
    "arranged": HIDDEN,
    "reshuffles": PUBLIC,
    "hand": OWN,
    "tableau": PUBLIC,
    "goods": HIDDEN,
    "chips": PUBLIC,
    "offered": OWN,
    "actions": PUBLIC,
    "bonus": PUBLIC,
    "drawn_count": PUBLIC,
    "placed": PUBLIC | RESETS,
    "replaced": PUBLIC | RESETS,
    "discarded_this_phase": PUBLIC | RESETS,
    "produced": PUBLIC,
    "payment": PART,
    "damaged": PUBLIC,
    "war": PART,
    "frontier": PART,
    "_working": CACHE,
}
"""The fields of a position (see `repulse.engine.fields`); those that reset do so when a phase begins."""


class Holdings(AgendaState):
    """Everything on the table: cards, goods, chips, and what has been done with them in this phase."""

    def __init__(self, table: CardIndex, players: int, stream: Stream) -> None:
        super().__init__(players)
        self.cards = table
        self.stream = stream
        self.mix_with_hand = False
        self.experienced = False
        self.tableau_limit = 12
        self.round = 0
        self.first: Seat = 0
        """The owner of the lowest start number: player order goes clockwise from here."""
        self.pool = 0
        self.over = False
        self.deck: list[CardId] = []
        """The draw pile, top card last."""
        self.discards: list[CardId] = []
        self.arranged: list[list[CardId]] = []
        """Piles laid out by hand for the next reshuffles, next one first."""
        self.reshuffles = 0
        """The number of times the deck has been reshuffled."""
        self.hand: list[list[CardId]] = [[] for _ in range(players)]
        self.tableau: list[list[CardId]] = [[] for _ in range(players)]
        self.goods: list[list[CardId]] = [[] for _ in range(players)]
        """Beside each tableau: the face-down good on each world, or NO_GOOD."""
        self.chips: list[int] = [0] * players
        self.offered: list[list[CardId]] = [[] for _ in range(players)]
        """Start worlds dealt to choose from."""
        self.actions: list[list[int]] = [[] for _ in range(players)]
        """The action cards of this round, once revealed."""
        self.bonus: list[int] = [0] * players
        """The number of picks of a seat in the current Develop or Settle phase."""
        self.drawn_count: list[int] = [0] * players
        """Cards drawn in this Explore: the last ones of the hand."""
        self.placed: list[CardId] = [PASS] * players
        """The card placed in the current phase: it gives nothing before the next (R-GEN-01)."""
        self.replaced: list[CardId] = [PASS] * players
        """A development that replaced a world in the current phase: it gives nothing yet either."""
        self.discarded_this_phase: list[list[CardId]] = [[] for _ in range(players)]
        """Cards discarded from the tableau in the current phase: they count until it ends (R-GEN-02)."""
        self.produced: list[list[CardId]] = [[] for _ in range(players)]
        """Worlds that produced in this Produce phase."""
        self.payment = Payment()
        """The means that the current seat has used for the card being placed, or in its part of the phase."""
        self.damaged: list[int] = [0] * players
        """The damaged worlds of each seat (R-INV-19), as bits: bit `i` for the `i`-th card of its tableau."""
        self.war: War | None = None
        """The Xeno invasion, in the games that have one."""
        self.frontier: Frontier | None = None
        """The frontier, in the games that have one."""
        self._working: list[list[CardId] | None] = [None] * players
        """A cache of `working`. Not part of the position: it follows from it."""

    # --- copies and views ---

    def fields(self) -> Mapping[str, int]:
        """Return the fields of a position."""
        return FIELDS

    def copy_from(self, other: Holdings) -> None:
        """Copy everything from `other`, except the random stream."""
        self.copy_agenda(other)
        self.mix_with_hand = other.mix_with_hand
        self.experienced = other.experienced
        self.tableau_limit = other.tableau_limit
        self.round = other.round
        self.first = other.first
        self.pool = other.pool
        self.over = other.over
        self.deck = other.deck[:]
        self.discards = other.discards[:]
        self.arranged = [pile[:] for pile in other.arranged] if other.arranged else []
        self.reshuffles = other.reshuffles
        self.hand = [cards[:] for cards in other.hand]
        self.tableau = [cards[:] for cards in other.tableau]
        self.goods = [cards[:] for cards in other.goods]
        self.chips = other.chips[:]
        self.offered = [cards[:] for cards in other.offered]
        self.actions = other.actions[:]
        self.bonus = other.bonus[:]
        self.drawn_count = other.drawn_count[:]
        self.placed = other.placed[:]
        self.replaced = other.replaced[:]
        self.discarded_this_phase = [cards[:] for cards in other.discarded_this_phase]
        self.produced = [cards[:] for cards in other.produced]
        self.payment = other.payment.clone()
        self.damaged = other.damaged[:]
        self.war = other.war.clone() if other.war is not None else None
        self.frontier = other.frontier.clone() if other.frontier is not None else None
        # A list in the cache may be the tableau itself; any other is never changed, so copies share it.
        self._working = [
            self.tableau[seat] if cards is other.tableau[seat] else cards
            for seat, cards in enumerate(other._working)
        ]

    def hide_from(self, viewer: Seat) -> None:
        """Turn face down everything that a seat (or SPECTATOR) may not see (R-GEN-08, R-GEN-09)."""
        super().hide_from(viewer)
        self.stream = Stream(0, 0, 0, 0)
        self._working = [None] * self.players
        self.reveal_count = 0
        self.arranged = []
        self.deck = [FACE_DOWN] * len(self.deck)
        self.discards = [FACE_DOWN] * len(self.discards)
        if self.war is not None:
            self.war.hide()
        if self.frontier is not None:
            self.frontier.backs = [self._frontier_backs(cards) for cards in self.hand]
            self.frontier.hide(viewer)
        for seat in range(self.players):
            self.goods[seat] = [FACE_DOWN if good >= 0 else good for good in self.goods[seat]]
            if seat != viewer:
                self.hand[seat] = [FACE_DOWN] * len(self.hand[seat])
                self.offered[seat] = [FACE_DOWN] * len(self.offered[seat])

    def _frontier_backs(self, cards: list[CardId]) -> list[int]:
        backs = [0, 0]
        decks = self.cards.deck
        for card in cards:
            if decks[card] >= deck.NEAR:
                backs[decks[card] - deck.NEAR] += 1
        return backs

    def data(self) -> Data:
        """Return everything in this position as new plain data; for a view, what its viewer may see."""
        names = self.cards.names
        seats: list[Data] = []
        for seat in range(self.players):
            seats.append(
                {
                    "hand": [names[card] for card in self.hand[seat]],
                    "tableau": [names[card] for card in self.tableau[seat]],
                    "goods": self._goods_data(seat),
                    "chips": self.chips[seat],
                    "offered": [names[card] for card in self.offered[seat]],
                    "secret": self.secret[seat][:],
                    "actions": self.actions[seat][:],
                    "bonus": self.bonus[seat],
                    "drew": self.drawn_count[seat],
                    "placed": self.placed[seat],
                    "replaced": self.replaced[seat],
                    "gone": self.discarded_this_phase[seat][:],
                    "produced": self.produced[seat][:],
                }
            )
        payment = self.payment
        data = super().data()
        data |= {
            "round": self.round,
            "first": self.first,
            "pool": self.pool,
            "over": self.over,
            "deck": [names[card] for card in self.deck],
            "discards": [names[card] for card in self.discards],
            "reshuffles": self.reshuffles,
            "arranged": [pile[:] for pile in self.arranged],
            "seats": seats,
            "spent": payment.used_powers[:],
            "taken": payment.taken_goods[:],
            "temp": payment.temp_military,
            "cut": payment.bought_discount,
            "paying": payment.paying_power,
            "free": payment.is_free,
            "war": self.war.clone().data() if self.war is not None else None,
            "frontier": self.frontier.clone().data() if self.frontier is not None else None,
            "stream": self.stream.words(),
        }
        return data

    def _goods_data(self, seat: Seat) -> list[object]:
        """Return the goods of a seat as plain data, with a mark for damaged worlds."""
        names = self.cards.names
        goods = self.goods[seat]
        damaged = self.damaged[seat]
        marks: list[object] = []
        for i in range(max(len(goods), damaged.bit_length())):
            good = goods[i] if i < len(goods) else NO_GOOD
            mark: object = good if good < 0 else names[good]
            if damaged >> i & 1:
                # A damaged world has no good (R-INV-18); data that hid one would hide a fault.
                mark = _DAMAGED_IN_DATA if good < 0 else [_DAMAGED_IN_DATA, mark]
            marks.append(mark)
        return marks

    # --- lookups ---

    def working(self, seat: Seat) -> list[CardId]:
        """Return the cards whose powers and counts work in this phase: the tableau as the phase began (R-GEN-01)."""
        cards = self._working[seat]
        if cards is None:
            cards = self.working_now(seat)
            self._working[seat] = cards
        return cards

    def working_now(self, seat: Seat) -> list[CardId]:
        """Return the same, computed again."""
        placed = self.placed[seat]
        replaced = self.replaced[seat]
        gone = self.discarded_this_phase[seat]
        cards = self.undamaged(seat)
        if placed >= 0 or replaced >= 0:
            cards = [card for card in cards if card != placed and card != replaced]
        return cards + gone if gone else cards

    def undamaged(self, seat: Seat) -> list[CardId]:
        """Return the cards of a tableau that are not damaged."""
        tableau = self.tableau[seat]
        damaged = self.damaged[seat]
        if damaged == 0:
            return tableau
        return [tableau[i] for i in range(len(tableau)) if not damaged >> i & 1]

    def damaged_worlds(self, seat: Seat) -> list[CardId]:
        """Return the damaged worlds of a tableau."""
        damaged = self.damaged[seat]
        if damaged == 0:
            return []
        tableau = self.tableau[seat]
        return [tableau[i] for i in range(len(tableau)) if damaged >> i & 1]

    def count_damaged(self, seat: Seat) -> int:
        """Return the number of damaged worlds of a seat."""
        return self.damaged[seat].bit_count()

    def is_damaged_at(self, seat: Seat, index: int) -> bool:
        """Return whether the card at `index` of a tableau is damaged."""
        return self.damaged[seat] >> index & 1 == 1

    def is_damaged(self, seat: Seat, world: CardId) -> bool:
        """Return whether a world of a tableau is damaged."""
        return self.is_damaged_at(seat, self.tableau[seat].index(world))

    def chips_held(self, seat: Seat) -> int:
        """Return all VP chips of a seat, war contributions included."""
        return self.chips[seat] + (self.war.contributed[seat] if self.war is not None else 0)

    def worlds_with_goods(self, seat: Seat, kind: int) -> list[CardId]:
        """Return the worlds that hold a good of a kind (0: of any kind)."""
        tableau = self.tableau[seat]
        goods = self.goods[seat]
        kinds = self.cards.kind
        return [
            tableau[i]
            for i in range(len(goods))
            if goods[i] >= 0 and (kind == 0 or kinds[tableau[i]] == kind)
        ]

    def has_goods(self, seat: Seat, kind: int) -> bool:
        """Return whether any world holds a good of a kind (0: of any kind)."""
        goods = self.goods[seat]
        for i in range(len(goods)):
            if goods[i] >= 0 and (kind == 0 or self.cards.kind[self.tableau[seat][i]] == kind):
                return True
        return False

    def has_good(self, seat: Seat, world: CardId) -> bool:
        """Return whether a world holds a good."""
        return self.goods[seat][self.tableau[seat].index(world)] >= 0

    def player_order(self) -> list[Seat]:
        """Return the seats, lowest start number first, then clockwise."""
        players = self.players
        first = self.first
        return [(first + i) % players for i in range(players)]

    def all_cards(self) -> list[CardId]:
        """Return every card of the game, wherever it is."""
        cards = self.deck + self.discards
        for seat in range(self.players):
            cards = cards + self.hand[seat] + self.tableau[seat] + self.offered[seat]
            cards.extend([good for good in self.goods[seat] if good >= 0])
        if self.frontier is not None:
            cards = cards + self.frontier.all_cards()
        return cards
