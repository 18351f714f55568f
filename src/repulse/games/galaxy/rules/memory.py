"""The memory of a player of galaxy: which cards it has seen go to the discard piles."""

from __future__ import annotations

from repulse.engine.contract import Memory, Seat, is_among
from repulse.games.galaxy.codes import deck
from repulse.games.galaxy.rules.card_table import CardId
from repulse.games.galaxy.rules.state import GalaxyState


class GalaxyMemory(Memory[GalaxyState]):
    """Cards known to be in the discards: the player's own, and those of tableaus.

    A card visible in one view and not in the next has gone to its discard pile: it can go nowhere else. When the pile is
    reshuffled, this is forgotten.
    """

    def __init__(self) -> None:
        super().__init__()
        self.step_id = -1
        self.card_count = 0
        """The number of different cards of the game, to tell it from another."""
        self.visible: list[CardId] = []
        """The cards that were visible in the last view."""
        self.reshuffles: list[int] = []
        self.discards: list[list[CardId]] = [[], [], [], []]
        """The known cards in the main discards and in those of the frontier decks."""

    def see(self, view: GalaxyState) -> None:
        """Update the memory with the next view of the same player."""
        self.see_position(view, view.viewer)

    def see_position(self, state: GalaxyState, seat: Seat) -> None:
        """Update the memory as the view of a seat would: only what that seat can see is read."""
        visible = visible_cards(state, seat)
        reshuffles = _reshuffles(state)
        if state.step_id < self.step_id or state.cards.size != self.card_count:
            # Answers were undone, or this is another game.
            self.discards = [[], [], [], []]
        else:
            for pile in range(4):
                if reshuffles[pile] != self.reshuffles[pile]:
                    self.discards[pile] = []
            if visible != self.visible:
                backs = state.cards.deck
                for card in _missing(self.visible, visible):
                    pile = _pile_of(backs[card])
                    if reshuffles[pile] == self.reshuffles[pile]:
                        self.discards[pile] = self.discards[pile] + [card]
        self.visible = visible
        self.card_count = state.cards.size
        self.step_id = state.step_id
        self.reshuffles = reshuffles

    def clone(self) -> GalaxyMemory:
        """Return an independent copy. Its lists are replaced, never changed, so that copies can share them."""
        copy = GalaxyMemory()
        copy.step_id = self.step_id
        copy.card_count = self.card_count
        copy.visible = self.visible
        copy.reshuffles = self.reshuffles
        copy.discards = self.discards[:]
        return copy

    def discards_known(self, view: GalaxyState) -> list[list[CardId]]:
        """Return the known cards of each discard pile that can still be there, as far as `view` shows."""
        if not self.reshuffles:
            return [[], [], [], []]
        reshuffles = _reshuffles(view)
        sizes = [len(view.discards), 0, 0, 0]
        if view.frontier is not None:
            for pile in range(3):
                sizes[1 + pile] = len(view.frontier.discards[pile])
        return [
            self.discards[pile][:]
            if reshuffles[pile] == self.reshuffles[pile] and len(self.discards[pile]) <= sizes[pile]
            else []
            for pile in range(4)
        ]


def visible_cards(view: GalaxyState, viewer: Seat) -> list[CardId]:
    """Return the cards that a viewer can see, with their copies."""
    visible: list[CardId] = []
    for cards in view.tableau:
        visible += cards
    if viewer >= 0:
        visible += view.hand[viewer]
        visible += view.offered[viewer]
    frontier = view.frontier
    if frontier is not None:
        if frontier.under_attack:
            visible.append(frontier.under_attack)
        for cards in frontier.lost:
            visible += cards
        if viewer >= 0:
            visible += frontier.looked[viewer]
    return visible


def count_visible(view: GalaxyState, viewer: Seat) -> list[int]:
    """Return how many of each card a viewer can see."""
    counts = [0] * view.cards.size
    for card in visible_cards(view, viewer):
        counts[card] += 1
    counts[0] = 0
    return counts


def _missing(before: list[CardId], after: list[CardId]) -> list[CardId]:
    """Return the cards that were visible before and no longer are, lowest first."""
    left = after[:]
    missing: list[CardId] = []
    for card in before:
        if is_among(left, card):
            left.remove(card)
        else:
            missing.append(card)
    missing.sort()
    return missing


def _pile_of(back: int) -> int:
    return 0 if back < deck.NEAR else 1 + back - deck.NEAR


def _reshuffles(view: GalaxyState) -> list[int]:
    if view.frontier is None:
        return [view.reshuffles, 0, 0, 0]
    return [view.reshuffles, *view.frontier.reshuffles]
