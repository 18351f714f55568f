"""The card table: card facts turned into small numbers, once, for the rules to read.

A card is a number (`CardId`); its facts stand in lists indexed by that number. Card 0 is the face-down card: no
powers, no points, what a viewer sees of a card he may not see. Everything a count can ask of a card ("per Rebel
military world") is a bit of its *traits*, so such a count is one mask.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from repulse.games.galaxy import cards as facts
from repulse.games.galaxy.cards import Per, parse_per

CardId: TypeAlias = int
PowerId: TypeAlias = int
"""A power of a card: `card * POWERS_A_CARD + index`."""

FACE_DOWN: Final[CardId] = 0
POWERS_A_CARD: Final = 16

# Kinds of goods. A good of kind k sells for k + 1 cards.
NO_KIND: Final = 0
NOVELTY: Final = 1
RARE: Final = 2
GENES: Final = 3
ALIEN: Final = 4
ANY_KIND: Final = 0
KINDS: Final = ("none", "novelty", "rare", "genes", "alien")
KEYWORDS: Final = ("alien", "anti-xeno", "imperium", "rebel", "terraforming", "uplift", "xeno")

# Traits: the bits that counts look at.
WORLD: Final = 1 << 0
DEVELOPMENT: Final = 1 << 1
MILITARY: Final = 1 << 2
NONMILITARY: Final = 1 << 3
PRODUCTION: Final = 1 << 4
WINDFALL: Final = 1 << 5
CHROMOSOME: Final = 1 << 6
NEAR: Final = 1 << 7
FAR: Final = 1 << 8
FRONTIER: Final = 1 << 9
SIX_COST: Final = 1 << 10
PAY_FOR_MILITARY: Final = 1 << 11
_FIRST_KIND: Final = 11  # kind k is bit 11 + k
NOVELTY_KIND: Final = 1 << 12
RARE_KIND: Final = 1 << 13
GENES_KIND: Final = 1 << 14
ALIEN_KIND: Final = 1 << 15
_FIRST_KEYWORD: Final = 16
KEY_ALIEN: Final = 1 << 16
KEY_ANTI_XENO: Final = 1 << 17
KEY_IMPERIUM: Final = 1 << 18
KEY_REBEL: Final = 1 << 19
KEY_TERRAFORMING: Final = 1 << 20
KEY_UPLIFT: Final = 1 << 21
KEY_XENO: Final = 1 << 22
_FIRST_PHASE: Final = 23

# Phases, in which a power works.
PLACEMENT: Final = 0
EXPLORE: Final = 1
DEVELOP: Final = 2
SETTLE: Final = 3
TRADE: Final = 4
CONSUME: Final = 5
PRODUCE: Final = 6
PHASES: Final = ("placement", "explore", "develop", "settle", "trade", "consume", "produce")

# What a power does.
DOES: Final = (
    "good_for_card",
    "enters_damaged",
    "damaged_first",
    "draw",
    "keep",
    "discount",
    "draw_after",
    "replace_world",
    "cost_zero",
    "military",
    "temp_military",
    "defense",
    "temp_defense",
    "pay_for_military",
    "frontier_draw",
    "vp",
    "bonus",
    "cannot_sell",
    "consume",
    "consume_all",
    "consume_different",
    "discard_cards",
    "draw_if_lucky",
    "sell",
    "produce",
    "draw_if_produced",
    "windfall",
    "draw_per_produced",
    "draw_per_kind_produced",
    "draw_if_most",
    "repair",
    "cannot_produce",
)
GOOD_FOR_CARD: Final = 0
ENTERS_DAMAGED: Final = 1
DAMAGED_FIRST: Final = 2
DRAW: Final = 3
KEEP: Final = 4
DISCOUNT: Final = 5
DRAW_AFTER: Final = 6
REPLACE_WORLD: Final = 7
COST_ZERO: Final = 8
DO_MILITARY: Final = 9
TEMP_MILITARY: Final = 10
DEFENSE: Final = 11
TEMP_DEFENSE: Final = 12
DO_PAY_FOR_MILITARY: Final = 13
FRONTIER_DRAW: Final = 14
VP: Final = 15
BONUS: Final = 16
CANNOT_SELL: Final = 17
DO_CONSUME: Final = 18
CONSUME_ALL: Final = 19
CONSUME_DIFFERENT: Final = 20
DISCARD_CARDS: Final = 21
DRAW_IF_LUCKY: Final = 22
SELL: Final = 23
DO_PRODUCE: Final = 24
DRAW_IF_PRODUCED: Final = 25
DO_WINDFALL: Final = 26
DRAW_PER_PRODUCED: Final = 27
DRAW_PER_KIND_PRODUCED: Final = 28
DRAW_IF_MOST: Final = 29
REPAIR: Final = 30
CANNOT_PRODUCE: Final = 31

# What is given up to use a power.
NOTHING: Final = 0
SELF: Final = 1
HAND: Final = 2
GOOD: Final = 3
OWN_WORLD: Final = 4
OWN_NEAR_WORLD: Final = 5

# How a count is made.
BY_TRAITS: Final = 0
BY_NAME: Final = 1
BY_VP_CHIPS: Final = 2
BY_MILITARY: Final = 3
BY_GOODS: Final = 4
BY_ONE: Final = 5

DECKS: Final = ("main", "start", "near", "far", "xeno-system")
MAIN_DECK: Final = 0
START_DECK: Final = 1
NEAR_DECK: Final = 2
FAR_DECK: Final = 3
SYSTEM_DECK: Final = 4


class Count:
    """What a "per ..." counts: whole groups of `divisor` cards with all of `traits`, or something else."""

    __slots__ = ("by", "card", "divisor", "traits")

    def __init__(self, by: int, traits: int, card: CardId, divisor: int) -> None:
        self.by = by
        self.traits = traits
        self.card = card
        self.divisor = divisor


class Power:
    """One power of one card, in numbers."""

    def __init__(self, card: CardId, index: int, power: facts.Power, count: Count | None) -> None:
        self.card = card
        self.ident: PowerId = card * POWERS_A_CARD + index
        self.phase = PHASES.index(power.phase)
        self.do = DOES.index(power.do)
        self.amount = power.amount
        self.count = count
        self.vs = _traits_of_word(power.vs)
        self.kind = KINDS.index(power.good) if power.good is not None else ANY_KIND
        self.discard, self.discard_kind = _discard(power.discard)
        self.times = power.times
        self.this_world = power.this_world
        self.not_this_world = power.not_this_world
        self.goods: list[int] = [ANY_KIND if good == "any" else KINDS.index(good) for good in power.goods]
        self.vp = power.vp
        self.cards = power.cards
        self.offset = power.offset
        self.different = power.count
        self.up_to = power.up_to
        self.doubled = power.doubled
        self.lowest = power.lowest
        self.highest = power.highest
        self.with_bonus = power.bonus
        self.below = power.below
        self.when = power.when or ""
        self.excluded = 0
        for word in power.excluded:
            self.excluded |= _traits_of_word(word)
        self.only = CHROMOSOME if power.only == "chromosome" else 0
        self.for_frontier = power.for_ == "frontier"
        self.per_two = power.per_two
        self.also_vs_xeno = power.also_vs_xeno


class ScoreLine:
    """One line of a "?" card: so many points for each of something."""

    __slots__ = ("count", "vp")

    def __init__(self, vp: int, count: Count) -> None:
        self.vp = vp
        self.count = count


class CardTable:
    """All cards of a game, fact by fact. Shared by every state of that game and never changed."""

    def __init__(self, cards: Sequence[facts.Card]) -> None:
        self.cards: list[facts.Card | None] = [None, *cards]
        self.names: list[str] = ["", *[card.name for card in cards]]
        self.ids: dict[str, CardId] = {card.name: i + 1 for i, card in enumerate(cards)}
        self.size = len(self.names)
        self.cost: list[int] = [0, *[card.cost for card in cards]]
        self.vp: list[int] = [0, *[card.vp or 0 for card in cards]]
        self.kind: list[int] = [0, *[KINDS.index(card.good or "none") for card in cards]]
        self.military: list[bool] = [False, *[card.military for card in cards]]
        self.windfall: list[bool] = [False, *[card.windfall for card in cards]]
        self.good_when_placed: list[bool] = [False, *[c.windfall or c.good_when_placed for c in cards]]
        self.development: list[bool] = [False, *[card.type == "development" for card in cards]]
        self.deck: list[int] = [0, *[DECKS.index(card.deck) for card in cards]]
        self.copies: list[int] = [0, *[card.copies for card in cards]]
        self.preset_hand: list[int] = [0, *[card.preset_hand or 0 for card in cards]]
        self.start_number: list[int] = [0, *[card.start_number or 0 for card in cards]]
        self.hive: list[int] = [0, *[card.hive or 0 for card in cards]]
        self.traits: list[int] = [0, *[_traits(card) for card in cards]]
        self.powers: list[list[Power]] = [[]]
        self.score: list[list[ScoreLine]] = [[]]
        for number, card in enumerate(cards):
            self.powers.append(self._powers(number + 1, card))
            self.score.append([ScoreLine(line.vp, self._count(line.per)) for line in card.score])
        self.explore = self._in_phase(EXPLORE)
        self.develop = self._in_phase(DEVELOP)
        self.settle = self._in_phase(SETTLE)
        self.trade = self._in_phase(TRADE)
        self.consume = self._in_phase(CONSUME)
        self.produce = self._in_phase(PRODUCE)
        self.placement = self._in_phase(PLACEMENT)

    def power(self, ident: PowerId) -> Power:
        """The power with that number."""
        return self.powers[ident // POWERS_A_CARD][ident % POWERS_A_CARD]

    def _powers(self, number: CardId, card: facts.Card) -> list[Power]:
        return [
            Power(number, i, power, self._count(power.per) if power.per is not None else None)
            for i, power in enumerate(card.powers)
        ]

    def _in_phase(self, phase: int) -> list[list[Power]]:
        return [[power for power in powers if power.phase == phase] for powers in self.powers]

    def _count(self, word: str) -> Count:
        per = parse_per(word)
        if per.what == "named_card":
            return Count(BY_NAME, 0, self.ids.get(per.card or "", -1), per.divisor)
        special = {
            "vp_chips": BY_VP_CHIPS,
            "total_military": BY_MILITARY,
            "good": BY_GOODS,
            "this_card": BY_ONE,
        }
        if per.what in special:
            return Count(special[per.what], 0, -1, per.divisor)
        return Count(BY_TRAITS, _traits_of_per(per), -1, per.divisor)


_WHAT_TRAITS: Final = {
    "card": 0,
    "world": WORLD,
    "development": DEVELOPMENT,
    "military_world": MILITARY,
    "nonmilitary_world": NONMILITARY,
    "frontier_world": FRONTIER,
    "near_frontier_world": NEAR,
    "far_frontier_world": FAR,
    "production_world": PRODUCTION,
    "windfall_world": WINDFALL,
    "good_world": WORLD,
    "chromosome_world": CHROMOSOME,
    "six_cost_development": SIX_COST,
    "with_power": 0,
    "with_pay_for_military": PAY_FOR_MILITARY,
}
_TYPE_TRAITS: Final = {"world": WORLD, "development": DEVELOPMENT}


def _traits_of_per(per: Per) -> int:
    traits = _WHAT_TRAITS[per.what]
    if per.keyword is not None:
        traits |= 1 << (_FIRST_KEYWORD + KEYWORDS.index(per.keyword))
    if per.kind is not None:
        traits |= 1 << (_FIRST_KIND + KINDS.index(per.kind))
    if per.world_type is not None and per.what == "with_power":
        traits |= _TYPE_TRAITS[per.world_type]
    if per.phase is not None:
        traits |= 1 << (_FIRST_PHASE + PHASES.index(per.phase))
    return traits


def _traits_of_word(word: str | None) -> int:
    """The traits meant by `vs`, `not`: a kind of good, or the Rebel and Xeno keywords (R-SET-07)."""
    if word is None:
        return 0
    if word in KINDS:
        return 1 << (_FIRST_KIND + KINDS.index(word))
    return 1 << (_FIRST_KEYWORD + KEYWORDS.index(word))


def _discard(word: str | None) -> tuple[int, int]:
    if word is None:
        return NOTHING, ANY_KIND
    if word.startswith("good:"):
        kind = word.removeprefix("good:")
        return GOOD, ANY_KIND if kind == "any" else KINDS.index(kind)
    ways = {"self": SELF, "hand": HAND, "world": OWN_WORLD, "near_frontier_world": OWN_NEAR_WORLD}
    return ways[word], ANY_KIND


def _traits(card: facts.Card) -> int:
    traits = DEVELOPMENT if card.type == "development" else WORLD
    if card.type == "world":
        traits |= MILITARY if card.military else NONMILITARY
    if card.good is not None:
        traits |= WINDFALL if card.windfall else PRODUCTION
        traits |= 1 << (_FIRST_KIND + KINDS.index(card.good))
    if card.chromosome:
        traits |= CHROMOSOME
    if card.deck == "near":
        traits |= NEAR | FRONTIER
    if card.deck == "far":
        traits |= FAR | FRONTIER
    if card.type == "development" and card.cost == 6:
        traits |= SIX_COST
    for keyword in card.keywords:
        traits |= 1 << (_FIRST_KEYWORD + KEYWORDS.index(keyword))
    for power in card.powers:
        traits |= 1 << (_FIRST_PHASE + PHASES.index(power.phase))
        if power.do == "pay_for_military":
            traits |= PAY_FOR_MILITARY
    return traits
