"""The position of a game of galaxy: the functions that move cards.

The steps of `phases` move the cards by the rules; `state` puts position and steps together.
"""

from __future__ import annotations

from repulse.engine.contract import Seat
from repulse.engine.random import Stream
from repulse.engine.steps import pack_frame
from repulse.games.galaxy.codes import deck, events
from repulse.games.galaxy.rules.card_table import CardId
from repulse.games.galaxy.rules.holdings import NO_GOOD, PASS, Holdings


def stacked(stream: Stream, cards: list[CardId], top: list[CardId]) -> list[CardId]:
    """Return a shuffled deck of `cards`, with those of `top` that are among them on top of it, in that order."""
    rest = cards[:]
    laid: list[CardId] = []
    for card in top:
        if card in rest:
            rest.remove(card)
            laid.append(card)
    stream.shuffle(rest)
    laid.reverse()
    return rest + laid


class Position(Holdings):
    """A position whose cards, goods and chips can be moved."""

    def then_each(self, step: int) -> None:
        """Put a step on the agenda for every seat, in player order."""
        players = self.players
        for i in range(players - 1, -1, -1):
            self.agenda.append(pack_frame(step, (self.first + i) % players, 0))

    # --- moving cards ---

    def take_top(self) -> CardId:
        """Take the next card of the deck, or PASS if there is none (R-GEN-06, R-GEN-07)."""
        deck = self.deck
        if not deck:
            if not self.discards:
                return PASS
            self.reshuffle()
            deck = self.deck
        card = deck.pop()
        if not deck and self.discards:
            self.reshuffle()
        return card

    def reshuffle(self) -> None:
        """Shuffle the discards into a new deck."""
        top = self.arranged.pop(0) if self.arranged else []
        self.deck = stacked(self.stream, self.discards, top)
        self.discards = []
        self.reshuffles += 1
        self.reveal_count += 1
        if self.log is not None:
            self.log.append([events.RESHUFFLE, -1, len(self.deck)])

    def draw(self, seat: Seat, count: int, why: int) -> int:
        """Draw cards to hand and return how many there were. `why` is the card that gives them, or a reason of `events`."""
        hand = self.hand[seat]
        before = len(hand)
        for _ in range(count):
            card = self.take_top()
            if card < 0:
                break
            hand.append(card)
        drawn = len(hand) - before
        if drawn > 0:
            self.reveal_count += 1
            if self.log is not None:
                self.log.append([events.DRAW, seat, why, *hand[before:]])
        return drawn

    def discard(self, card: CardId) -> None:
        """Put a card on its discard pile: frontier cards have their own (R-FRO-05)."""
        if self.frontier is not None:
            back = self.cards.deck[card]
            if back >= deck.NEAR:
                self.frontier.discards[back - deck.NEAR].append(card)
                return
        self.discards.append(card)

    def discard_from_hand(self, seat: Seat, cards: list[CardId]) -> None:
        """Discard cards from hand."""
        hand = self.hand[seat]
        for card in cards:
            hand.remove(card)
            self.discard(card)

    def place(self, seat: Seat, card: CardId) -> None:
        """Put a card from hand into the tableau."""
        self.hand[seat].remove(card)
        self.lay_down(seat, card)

    def lay_down(self, seat: Seat, card: CardId) -> None:
        """Put a card already taken from its pile into the tableau."""
        self.add_to_tableau(seat, card)
        self.placed[seat] = card

    def replace(self, seat: Seat, world: CardId, card: CardId) -> None:
        """Discard a world and put a development from hand in its place."""
        self.discard_from_tableau(seat, world)
        self.hand[seat].remove(card)
        self.add_to_tableau(seat, card)
        self.replaced[seat] = card

    def add_to_tableau(self, seat: Seat, card: CardId) -> None:
        """Add a card, without a good, to the end of a tableau."""
        self.tableau[seat].append(card)
        self.goods[seat].append(NO_GOOD)
        self._working[seat] = None

    def discard_from_tableau(self, seat: Seat, card: CardId) -> None:
        """Discard a card from the tableau, with any good on it."""
        index = self.tableau[seat].index(card)
        del self.tableau[seat][index]
        self._working[seat] = None
        good = self.goods[seat].pop(index)
        if good >= 0:
            self.discards.append(good)
        if not self.is_damaged_at(seat, index):
            self.discarded_this_phase[seat].append(card)
        if self.damaged[seat]:
            self.damaged[seat] = self._without_bit(self.damaged[seat], index)
        if self.frontier is not None and self.cards.deck[card] == deck.SYSTEM:
            self.frontier.lost[seat].append(card)
        else:
            self.discard(card)

    @staticmethod
    def _without_bit(bits: int, index: int) -> int:
        """Return a bit set without the card at `index`; later ones move up."""
        below = bits & ((1 << index) - 1)
        return below | bits >> (index + 1) << index

    def begin_phase(self) -> None:
        """Begin a phase: nothing has been placed, discarded or used in it yet."""
        self.payment.reset()
        for seat in range(self.players):
            self.placed[seat] = PASS
            self.replaced[seat] = PASS
            if self.discarded_this_phase[seat]:
                self.discarded_this_phase[seat] = []
            self._working[seat] = None

    def put_good(self, seat: Seat, world: CardId) -> bool:
        """Put a face-down card on a world as its good; False if there is no card left."""
        good = self.take_top()
        if good < 0:
            return False
        self.goods[seat][self.tableau[seat].index(world)] = good
        return True

    def spend_good(self, seat: Seat, world: CardId) -> None:
        """Discard the good of a world."""
        index = self.tableau[seat].index(world)
        self.discards.append(self.goods[seat][index])
        self.goods[seat][index] = NO_GOOD

    def damage(self, seat: Seat, world: CardId) -> None:
        """Damage a world; its good is lost (R-INV-18)."""
        index = self.tableau[seat].index(world)
        good = self.goods[seat][index]
        if good >= 0:
            self.discards.append(good)
        self.goods[seat][index] = NO_GOOD
        self.damaged[seat] |= 1 << index
        self._working[seat] = None

    def give_up(self, seat: Seat, world: CardId) -> None:
        """Damage a world as the price of a power: it counts until the phase ends (R-FRO-15)."""
        self.damage(seat, world)
        self.discarded_this_phase[seat].append(world)

    def repair(self, seat: Seat, world: CardId) -> None:
        """Repair a world: it works immediately (R-INV-25)."""
        self.damaged[seat] &= ~(1 << self.tableau[seat].index(world))
        self._working[seat] = None

    def gain_chips(self, seat: Seat, count: int) -> None:
        """Take VP chips, from extra chips once the pool is empty (R-CON-10)."""
        self.chips[seat] += count
        self.pool -= count
