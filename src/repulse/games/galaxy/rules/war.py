"""The war against the Xenos: the invasion deck, the repulse track, damage and awards, as flat data.

An invasion card is a number: `wave * WAVE_UNIT + strength + STRENGTH_OFFSET` for a plain strength, and
`wave * WAVE_UNIT + MILITARY_PLUS + X` for a strength of "your Military + X".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from repulse.engine.contract import Data, Seat
from repulse.engine.fields import HIDDEN, PUBLIC
from repulse.engine.random import Stream
from repulse.engine.values import restored, values_of

InvasionCard: TypeAlias = int

WAVE_UNIT: Final = 1000
STRENGTH_OFFSET: Final = 10
MILITARY_PLUS: Final = 100
MILITARY_XENO_PLUS: Final = 200
"""A strength of "your Military and Military vs. Xenos + X", on retaliation cards."""

RETALIATION: Final = 4
"""The wave that retaliation cards count as."""

# Stages of the war; an Invasion game has the first only.
STAGE_INVASION: Final = 1
STAGE_CONQUEST: Final = 2

SURGE_SETTLE: Final = 4
SURGE_ATTACK: Final = 6
CONQUEST_ADDS: Final = (0, 0, 33, 42, 52, 61)
"""The difference between the conquest value and the repulse value (R-CST-11)."""

CONQUEST_BONUS_VP: Final = 7

FIRST_INVASION_ROUND: Final = 3
MIN_SPACE: Final = -3
"""The one space left of -2 (R-INV-04)."""

BONUS_VP: Final = 5

REPULSE_VALUE: Final = (0, 0, 22, 28, 33, 39)
"""The initial repulse value by number of players."""

AWARDS: Final = ((), (), (1, 2), (1, 1, 2), (1, 1, 1, 2), (1, 1, 1, 2, 2))
"""Defense awards by number of players and rank, highest disk first."""

_WAVE_1: Final = (-1, -1, 0, 0, 1, 1, 1, 2, 2, 3, 4)
_WAVE_2: Final = (0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 7)
_WAVE_3: Final = (3, 3, 3, 3, 4, 4, 4, 5, 6, 7, 8, 8, 9, 9)
_WAVE_3_PLUS: Final = (3, 4, 5)


def wave_cards(wave: int) -> list[InvasionCard]:
    """Return all invasion cards of a wave."""
    strengths = (_WAVE_1, _WAVE_2, _WAVE_3)[wave - 1]
    cards = [wave * WAVE_UNIT + strength + STRENGTH_OFFSET for strength in strengths]
    if wave == 3:
        cards.extend([wave * WAVE_UNIT + MILITARY_PLUS + plus for plus in _WAVE_3_PLUS])
    return cards


def retaliation_cards() -> list[InvasionCard]:
    """Return all retaliation cards (R-CST-12)."""
    cards = [RETALIATION * WAVE_UNIT + MILITARY_PLUS + plus for plus in (3, 4, 5)]
    cards.extend([RETALIATION * WAVE_UNIT + STRENGTH_OFFSET + strength for strength in (8, 10, 12)])
    cards.extend([RETALIATION * WAVE_UNIT + MILITARY_XENO_PLUS + plus for plus in (2, 3, 4, 5, 6)])
    return cards


def wave_of(card: InvasionCard) -> int:
    """Return the wave an invasion card belongs to."""
    return card // WAVE_UNIT


def is_military_plus(card: InvasionCard) -> bool:
    """Return whether the strength of a card is the player's Military + X."""
    return MILITARY_PLUS <= card % WAVE_UNIT < MILITARY_XENO_PLUS


def is_military_xeno_plus(card: InvasionCard) -> bool:
    """Return whether the strength of a card is the player's Military and Military vs. Xenos + X."""
    return card % WAVE_UNIT >= MILITARY_XENO_PLUS


def strength_of(card: InvasionCard, military: int, vs_xenos: int) -> int:
    """Return the strength of a card against a player with that much Military and Military vs. Xenos (R-INV-12, R-CST-30)."""
    value = card % WAVE_UNIT
    if value >= MILITARY_XENO_PLUS:
        return vs_xenos + value - MILITARY_XENO_PLUS
    if value >= MILITARY_PLUS:
        return military + value - MILITARY_PLUS
    return value - STRENGTH_OFFSET


def assign_order(cards: list[InvasionCard]) -> list[InvasionCard]:
    """Return the cards from highest to lowest: by kind, then by number (R-INV-08; retaliation: R-CST-29)."""
    keyed = [height_of(card) * 10000 + card for card in cards]
    keyed.sort(reverse=True)
    return [key % 10000 for key in keyed]


def height_of(card: InvasionCard) -> int:
    """Return the rank of a card when cards are assigned, the strongest highest."""
    value = card % WAVE_UNIT
    if wave_of(card) == RETALIATION and MILITARY_PLUS <= value < MILITARY_XENO_PLUS:
        return value - MILITARY_PLUS  # below the plain ones, the reverse of the invasion
    return value + 10


_FIELDS: Final = {
    "repulse": PUBLIC,
    "deck": HIDDEN,
    "discards": PUBLIC,
    "spent": PUBLIC,
    "unused": HIDDEN,
    "order": PUBLIC,
    "spaces": PUBLIC,
    "assigned": PUBLIC,
    "ranks": PUBLIC,
    "awards": PUBLIC,
    "contributed": PUBLIC,
    "failed": PUBLIC,
    "defeats": PUBLIC,
    "repulsed": PUBLIC,
    "counterstrike": PUBLIC,
    "stage": PUBLIC,
    "breather": PUBLIC,
    "surge": PUBLIC,
    "conquered": PUBLIC,
    "won": PUBLIC,
    "tiles": PUBLIC,
}


class War:
    """Everything the Invasion game adds to a position."""

    def __init__(self, players: int) -> None:
        self.repulse = REPULSE_VALUE[players]
        """The Military vs. Xenos that the players must reach together."""
        self.deck: list[InvasionCard] = []
        """The invasion deck, top card last."""
        self.discards: list[InvasionCard] = []
        """Used cards that will be reshuffled: those of wave 3, or retaliation cards."""
        self.spent: list[InvasionCard] = []
        """Used cards of waves 1 and 2, which do not come back."""
        self.unused: list[InvasionCard] = []
        """Cards of waves 1 and 2 that are not in this game; nobody knows which."""
        self.order: list[Seat] = []
        """The admiral disks: highest space first, within a space top disk first."""
        self.spaces: list[int] = [0] * players
        """The space of each seat's disk."""
        self.assigned: list[InvasionCard] = [0] * players
        """The invasion card of each seat in this step; 0 for none."""
        self.ranks: list[int] = [0] * players
        """The rank by which cards were assigned, 0 the highest."""
        self.awards: list[int] = [0] * players
        self.contributed: list[int] = [0] * players
        """War-contribution VP chips."""
        self.failed = 0
        """Bit set of the seats that failed to defend in this step."""
        self.defeats = 0
        """The number of times everybody failed; the second time, the empire is defeated."""
        self.repulsed = False
        self.counterstrike = False
        """Whether the game goes on when the Xenos are repulsed."""
        self.stage = STAGE_INVASION
        self.breather = False
        """Whether this is the round after the repulse (R-CST-14)."""
        self.surge = 0
        """The addition to all retaliation strengths this round from failed settles and attacks (R-CST-23, R-CST-24)."""
        self.conquered = False
        """Whether a Xeno system was conquered this round: then there is no retaliation."""
        self.won = False
        """Whether the conquest value was reached."""
        self.tiles: list[int] = [0] * players
        """Points of the bonus tiles awarded at the turn of the tide (R-CST-10)."""

    def fields(self) -> Mapping[str, int]:
        """Return what `repulse.engine.fields` says of each field."""
        return _FIELDS

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (War, (0,), values_of(self))

    def clone(self) -> War:
        """Return an independent copy."""
        copy = War(0)
        copy.repulse = self.repulse
        copy.deck = self.deck[:]
        copy.discards = self.discards[:]
        copy.spent = self.spent[:]
        copy.unused = self.unused[:]
        copy.order = self.order[:]
        copy.spaces = self.spaces[:]
        copy.assigned = self.assigned[:]
        copy.ranks = self.ranks[:]
        copy.awards = self.awards[:]
        copy.contributed = self.contributed[:]
        copy.failed = self.failed
        copy.defeats = self.defeats
        copy.repulsed = self.repulsed
        copy.counterstrike = self.counterstrike
        copy.stage = self.stage
        copy.breather = self.breather
        copy.surge = self.surge
        copy.conquered = self.conquered
        copy.won = self.won
        copy.tiles = self.tiles[:]
        return copy

    def hide(self) -> None:
        """Blank out what no player may see: only the waves of the deck and the unused cards are known."""
        self.deck = [wave_of(card) * WAVE_UNIT for card in self.deck]
        self.unused = [wave_of(card) * WAVE_UNIT for card in self.unused]

    def is_defeat(self) -> bool:
        """Return whether the empire is defeated (R-INV-21)."""
        return self.defeats >= 2

    def data(self) -> Data:
        """Return everything here as plain data."""
        return {
            "repulse": self.repulse,
            "deck": self.deck,
            "discards": self.discards,
            "spent": self.spent,
            "unused": self.unused,
            "order": self.order,
            "spaces": self.spaces,
            "assigned": self.assigned,
            "ranks": self.ranks,
            "awards": self.awards,
            "contributed": self.contributed,
            "failed": self.failed,
            "defeats": self.defeats,
            "repulsed": self.repulsed,
            "counterstrike": self.counterstrike,
            "stage": self.stage,
            "breather": self.breather,
            "surge": self.surge,
            "conquered": self.conquered,
            "won": self.won,
            "tiles": self.tiles,
        }


def declare_war(stream: Stream, players: int, experienced: bool) -> War:
    """Return the opening war: wave 3 at the bottom, then some of wave 2, then some of wave 1 on top."""
    war = War(players)
    used = 2 if experienced else 2 * players
    for wave in (3, 2, 1):
        cards = wave_cards(wave)
        stream.shuffle(cards)
        count = len(cards) if wave == 3 else used
        war.deck.extend(cards[:count])
        war.unused.extend(cards[count:])
    return war


def deal_war(war: War, stream: Stream) -> None:
    """Deal what a view hides: each wave's unseen cards, to its places in the deck and the unused cards."""
    for wave in (1, 2, 3) if war.stage == STAGE_INVASION else (RETALIATION,):
        cards = unseen_of_wave(war, wave)
        stream.shuffle(cards)
        deck = war.deck
        for i in range(len(deck)):
            if wave_of(deck[i]) == wave:
                deck[i] = cards.pop()
        unused = war.unused
        for i in range(len(unused)):
            if wave_of(unused[i]) == wave:
                unused[i] = cards.pop()


def unseen_of_wave(war: War, wave: int) -> list[InvasionCard]:
    """Return the invasion cards of a wave that lie face down: in the deck, or unused."""
    cards = retaliation_cards() if wave == RETALIATION else wave_cards(wave)
    for card in war.discards + war.spent + war.assigned:
        if wave_of(card) == wave:
            cards.remove(card)
    return cards


def check_war(war: War) -> None:
    """Raise AssertionError if an invasion card is lost or a number is out of range."""
    cards = war.deck + war.discards + war.spent + war.unused + [card for card in war.assigned if card]
    if war.stage == STAGE_INVASION:
        expected = wave_cards(1) + wave_cards(2) + wave_cards(3)
    else:
        expected = retaliation_cards()
    assert sorted(cards) == sorted(expected), "an invasion card is lost"
    assert war.repulse >= 0, "the repulse value is negative"
    assert all(award >= 0 for award in war.awards + war.contributed), "negative awards"


def move_disks(order: list[Seat], spaces: list[int], targets: list[int]) -> list[Seat]:
    """Return the disks after an update, highest first, top of a stack first (R-INV-05); `spaces` becomes `wanted`.

    Spaces are handled as they stood, high to low. Disks that move from one space to the same new space move as a
    group, on top of what is there.
    """
    stacks: dict[int, list[Seat]] = {}
    for seat in order:
        stacks.setdefault(spaces[seat], []).append(seat)
    before = sorted(stacks, reverse=True)
    stood = [stacks[space][:] for space in before]
    for i in range(len(before)):
        space = before[i]
        groups: dict[int, list[Seat]] = {}
        for seat in stood[i]:
            if targets[seat] != space:
                groups.setdefault(targets[seat], []).append(seat)
        for target, group in groups.items():
            stacks[space] = [seat for seat in stacks[space] if seat not in group]
            stacks[target] = group + stacks.get(target, [])
    for seat in order:
        spaces[seat] = targets[seat]
    return [seat for space in sorted(stacks, reverse=True) for seat in stacks[space]]


def disks_after(war: War, strengths: list[int], player_order: list[Seat]) -> list[Seat]:
    """Return the disks, highest first, once they are placed or shifted for some strengths (R-INV-04, R-INV-05)."""
    targets = target_spaces(strengths)
    if war.order:
        return move_disks(war.order, war.spaces[:], targets)
    later_on_top = player_order[::-1]
    return [
        seat
        for space in sorted(set(targets), reverse=True)
        for seat in later_on_top
        if targets[seat] == space
    ]


def target_spaces(strengths: list[int]) -> list[int]:
    """Return the spaces where disks of some strengths belong."""
    return [max(MIN_SPACE, strength) for strength in strengths]


def rotate_stacks(order: list[Seat], spaces: list[int]) -> list[Seat]:
    """Move the bottom disk of each stack to the top (R-INV-10)."""
    rotated: list[Seat] = []
    i = 0
    while i < len(order):
        j = i
        while j + 1 < len(order) and spaces[order[j + 1]] == spaces[order[i]]:
            j += 1
        rotated.append(order[j])
        rotated.extend(order[i:j])
        i = j + 1
    return rotated
