"""The memory of a player of galaxy: which cards it has seen go to the discard piles."""

from __future__ import annotations

from repulse.engine.contract import Memory, Seat
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
        self.seen: list[int] = []
        """The number of each card that was visible in the last view."""
        self.reshuffles: list[int] = []
        self.discards: list[list[CardId]] = [[], [], [], []]
        """The known cards in the main discards and in those of the frontier decks."""

    def see(self, view: GalaxyState) -> None:
        """Take in the next view of the same player."""
        seen = count_visible(view, view.viewer)
        reshuffles = _reshuffles(view)
        if view.step_id < self.step_id or len(seen) != len(self.seen):
            # Answers were undone, or this is another game.
            self.discards = [[], [], [], []]
        else:
            for pile in range(4):
                if reshuffles[pile] != self.reshuffles[pile]:
                    self.discards[pile] = []
            backs = view.cards.deck
            for card in range(1, len(seen)):
                lost = self.seen[card] - seen[card]
                if lost > 0:
                    pile = _pile_of(backs[card])
                    if reshuffles[pile] == self.reshuffles[pile]:
                        self.discards[pile].extend([card] * lost)
        self.seen = seen
        self.step_id = view.step_id
        self.reshuffles = reshuffles

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


def count_visible(view: GalaxyState, viewer: Seat) -> list[int]:
    """Return how many of each card a viewer can see."""
    counts = [0] * view.cards.size
    for cards in view.tableau:
        for card in cards:
            counts[card] += 1
    if viewer >= 0:
        for card in view.hand[viewer]:
            counts[card] += 1
        for card in view.offered[viewer]:
            counts[card] += 1
    frontier = view.frontier
    if frontier is not None:
        counts[frontier.under_attack] += 1
        for cards in frontier.lost:
            for card in cards:
                counts[card] += 1
        if viewer >= 0:
            for card in frontier.looked[viewer]:
                counts[card] += 1
    counts[0] = 0
    return counts


def _pile_of(back: int) -> int:
    return 0 if back < deck.NEAR else 1 + back - deck.NEAR


def _reshuffles(view: GalaxyState) -> list[int]:
    if view.frontier is None:
        return [view.reshuffles, 0, 0, 0]
    return [view.reshuffles, *view.frontier.reshuffles]
