"""The chances of players in the next attack: exact chances from what everybody can see.

The order of the waves in the deck is public, and so are all invasion cards that were turned over. Every choice of cards
that can still come is equally likely, so the chances are counts of such choices.
"""

from __future__ import annotations

import math
from typing import Final

from repulse.engine.contract import Seat
from repulse.games.galaxy.rules.military import defense, military, military_vs_xenos
from repulse.games.galaxy.rules.phases.invasion import most_defense, war_of
from repulse.games.galaxy.rules.position import Position
from repulse.games.galaxy.rules.state import GalaxyState
from repulse.games.galaxy.rules.war import (
    STAGE_CONQUEST,
    InvasionCard,
    War,
    disks_after,
    height_of,
    strength_of,
    unseen_of_wave,
    wave_of,
)

_MAX_CARDS: Final = 64
"""More invasion cards than there are."""
_MAX_DRAWN: Final = 5
"""A card for each player."""
SHUFFLED_AGAIN: Final = 3
"""Cards of this wave and of retaliation come back when the deck is empty (R-INV-09)."""


_CHOOSE: Final = [
    [math.comb(cards, drawn) for drawn in range(_MAX_DRAWN + 1)] for cards in range(_MAX_CARDS + 1)
]
"""The number of ways to draw 0, 1, ... cards from a number of cards."""


class NextAttack:
    """The chances of each rank of admirals to get each card in the next attack, counted over all draws."""

    __slots__ = ("cards", "draws", "ways")

    def __init__(self, war: War, players: int) -> None:
        groups, drawn = _groups_drawn_from(war, players)
        by_height: dict[int, InvasionCard] = {}
        group_heights: list[list[int]] = []
        for group in groups:
            of_group: list[int] = []
            for card in group:
                height = height_of(card)
                by_height[height] = card
                of_group.append(height)
            of_group.sort()
            group_heights.append(of_group)
        heights = sorted(by_height)
        self.cards: list[InvasionCard] = [by_height[height] for height in heights]
        """The cards that can come, one of each height, lowest first."""
        self.draws = 1
        """The number of draws."""
        for i in range(len(groups)):
            self.draws *= _CHOOSE[len(groups[i])][drawn[i]]
        self.ways: list[list[int]] = [[] for _ in range(players)]
        """For each rank, the number of draws in which it gets each of `cards`."""
        before = [0] * players
        lower = [0] * len(groups)
        """For each group, the number of cards of at most this height."""
        for height in heights:
            for i in range(len(groups)):
                of_group = group_heights[i]
                while lower[i] < len(of_group) and of_group[lower[i]] <= height:
                    lower[i] += 1
            # A rank gets a card of at most this height if at most that many higher cards are drawn.
            counts = _draws_by_higher_cards(groups, drawn, lower, players)
            at_most = 0
            for rank in range(players):
                at_most += counts[rank]
                self.ways[rank].append(at_most - before[rank])
                before[rank] = at_most

    def ways_to_hold(self, rank: int, total: int, military: int, vs_xenos: int) -> int:
        """Return in how many draws `total` is above the strength of the card of a rank; a tie is not enough."""
        ways = self.ways[rank]
        count = 0
        for i in range(len(ways)):
            if strength_of(self.cards[i], military, vs_xenos) < total:
                count += ways[i]
        return count

    def strengths(self, rank: int, military: int, vs_xenos: int) -> list[int]:
        """Return the lowest, the median and the highest strength that can hit a rank."""
        ways_by_strength: dict[int, int] = {}
        for i in range(len(self.cards)):
            if self.ways[rank][i]:
                strength = strength_of(self.cards[i], military, vs_xenos)
                ways_by_strength[strength] = ways_by_strength.get(strength, 0) + self.ways[rank][i]
        possible = sorted(ways_by_strength)
        passed = 0
        for strength in possible:
            passed += ways_by_strength[strength]
            if 2 * passed >= self.draws:
                return [possible[0], strength, possible[-1]]
        return [possible[0], possible[-1], possible[-1]]


def _groups_drawn_from(war: War, players: int) -> tuple[list[list[InvasionCard]], list[int]]:
    """Return the sets of cards that the next cards are drawn from, and how many are drawn from each."""
    groups: list[list[InvasionCard]] = []
    drawn: list[int] = []
    wave = 0
    for i in range(min(players, len(war.deck))):
        next_wave = wave_of(war.deck[-1 - i])
        if next_wave != wave:
            wave = next_wave
            groups.append(unseen_of_wave(war, wave))
            drawn.append(0)
        drawn[-1] += 1
    if players > len(war.deck):
        groups.append(war.discards + [card for card in war.assigned if wave_of(card) >= SHUFFLED_AGAIN])
        drawn.append(players - len(war.deck))
    return groups, drawn


def _draws_by_higher_cards(
    groups: list[list[InvasionCard]], drawn: list[int], lower: list[int], players: int
) -> list[int]:
    """Return the number of draws with 0, 1, ... cards above a height, given how many of each group are not above it."""
    counts: list[int] = []
    for i in range(len(groups)):
        below = _CHOOSE[lower[i]]
        above = _CHOOSE[len(groups[i]) - lower[i]]
        if not i:
            for j in range(players + 1):
                counts.append(above[j] * below[drawn[i] - j] if j <= drawn[i] else 0)
            continue
        before = counts
        counts = [0] * (players + 1)
        for j in range(drawn[i] + 1):
            ways = above[j] * below[drawn[i] - j]
            for k in range(players + 1 - j):
                counts[k + j] += before[k] * ways
    return counts


class AttackOdds:
    """The chances of a seat in the next attack, as things stand."""

    __slots__ = (
        "draws",
        "highest",
        "holds",
        "holds_at_most",
        "lowest",
        "median",
        "most",
        "rank",
        "seat",
        "total",
    )

    def __init__(self, seat: Seat, rank: int, total: int, most: int) -> None:
        self.seat = seat
        self.rank = rank
        """0 for the highest admiral."""
        self.total = total
        """Military vs. Xenos and defense."""
        self.most = most
        """The same with all temporary powers and the bunker."""
        self.draws = 1
        self.holds = 0
        """In how many of the draws `total` is enough."""
        self.holds_at_most = 0
        """In how many of the draws `most` is enough."""
        self.lowest = 0
        self.median = 0
        self.highest = 0


def attack_odds(state: GalaxyState) -> list[AttackOdds]:
    """Return what each seat can expect of the next attack if it came now; nothing while none is expected.

    A view and the whole position give the same: only public facts are used.
    """
    if not may_be_attacked(state):
        return []
    now = state.clone()
    now.begin_phase()
    war = war_of(now)
    attack = NextAttack(war, now.players)
    vs_xenos = [military_vs_xenos(now, seat) for seat in range(now.players)]
    order = disks_after(war, vs_xenos, now.player_order())
    return [_odds_of(now, war, attack, seat, order.index(seat)) for seat in range(now.players)]


def may_be_attacked(state: Position) -> bool:
    """Return whether there is an attack to expect: the war goes on, and no attack is under way."""
    war = state.war
    if war is None or state.over or any(war.assigned):
        return False
    if war.stage == STAGE_CONQUEST:
        return not war.won
    return not (war.repulsed or war.is_defeat())


def _odds_of(state: Position, war: War, attack: NextAttack, seat: Seat, rank: int) -> AttackOdds:
    plain = military(state, seat)
    vs_xenos = military_vs_xenos(state, seat)
    total = vs_xenos + defense(state, seat)
    odds = AttackOdds(seat, rank, total, total + most_defense(state, seat))
    odds.draws = attack.draws
    odds.holds = attack.ways_to_hold(rank, total - war.surge, plain, vs_xenos)
    odds.holds_at_most = attack.ways_to_hold(rank, odds.most - war.surge, plain, vs_xenos)
    strengths = attack.strengths(rank, plain, vs_xenos)
    odds.lowest = strengths[0] + war.surge
    odds.median = strengths[1] + war.surge
    odds.highest = strengths[2] + war.surge
    return odds
