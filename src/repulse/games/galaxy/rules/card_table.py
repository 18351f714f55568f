"""The card table: card facts turned into small numbers, once, for the rules to read.

A card is a number (`CardId`); its facts are in lists indexed by that number. Card 0 is the face-down card: no
powers, no points; it stands for any hidden card in a view. Everything a count can ask about a card ("per Rebel
military world") is a bit of its *traits*, so such a count is one mask.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

from repulse.engine.caches import remember
from repulse.games.galaxy import cards as facts
from repulse.games.galaxy.cards import Per, parse_per
from repulse.games.galaxy.codes import count_by, deck, effect, good_kind, phase, price, trait
from repulse.games.galaxy.codes.packing import card_of, index_of, pack_power

CardId: TypeAlias = int
PowerId: TypeAlias = int
"""A power of a card, as `packing` packs it."""

FACE_DOWN: Final[CardId] = 0


class Count:
    """The count of a "per ...": whole groups of `divisor` cards with all of `traits`, or something else."""

    __slots__ = ("by", "card", "divisor", "traits")

    def __init__(self, by: int, traits: int, card: CardId, divisor: int) -> None:
        self.by = by
        self.traits = traits
        self.card = card
        self.divisor = divisor


class CompiledPower:
    """One power of one card, in numbers."""

    def __init__(self, card: CardId, index: int, power: facts.Power, count: Count | None) -> None:
        self.card = card
        self.ident: PowerId = pack_power(card, index)
        self.phase = phase.NAMES.index(power.phase)
        self.do = effect.NAMES.index(power.do)
        self.amount = power.amount
        self.count = count
        self.vs = _traits_of_word(power.vs)
        self.kind = good_kind.NAMES.index(power.good) if power.good is not None else good_kind.ANY
        self.discard, self.discard_kind = _discard(power.discard)
        self.times = power.times
        self.this_world = power.this_world
        self.not_this_world = power.not_this_world
        self.goods: list[int] = [
            good_kind.ANY if good == "any" else good_kind.NAMES.index(good) for good in power.goods
        ]
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
        self.needs_military = power.when == "military"
        """Whether it works only after a card that gives Military was placed."""
        self.needs_frontier_world = power.when == "frontier_world_placed_this_round_by_anyone"
        """Whether it works only in a round in which a Frontier world was placed (R-FRO-13)."""
        self.excluded = 0
        for word in power.excluded:
            self.excluded |= _traits_of_word(word)
        self.only = trait.CHROMOSOME if power.only == "chromosome" else 0
        self.for_frontier = power.for_ == "frontier"
        self.per_two = power.per_two
        self.also_vs_xeno = power.also_vs_xeno


class CompiledScoreLine:
    """One line of a "?" card: a number of points for each of something."""

    __slots__ = ("count", "vp")

    def __init__(self, vp: int, count: Count) -> None:
        self.vp = vp
        self.count = count


class CardIndex:
    """All cards of a game, fact by fact. Shared by every state of that game and never changed."""

    def __init__(self, cards: Sequence[facts.Card], war: facts.WarFacts | None = None) -> None:
        self.war = facts.load_war() if war is None else war
        """The numbers of the war."""
        self.cards: list[facts.Card | None] = [None, *cards]
        self.names: list[str] = ["", *[card.name for card in cards]]
        self.ids: dict[str, CardId] = {card.name: i + 1 for i, card in enumerate(cards)}
        self.size = len(self.names)
        self.cost: list[int] = [0, *[card.cost for card in cards]]
        self.vp: list[int] = [0, *[card.vp or 0 for card in cards]]
        self.kind: list[int] = [0, *[good_kind.NAMES.index(card.good or "none") for card in cards]]
        self.military: list[bool] = [False, *[card.military for card in cards]]
        self.windfall: list[bool] = [False, *[card.windfall for card in cards]]
        self.good_when_placed: list[bool] = [False, *[c.windfall or c.good_when_placed for c in cards]]
        self.development: list[bool] = [False, *[card.type == "development" for card in cards]]
        self.deck: list[int] = [0, *[deck.NAMES.index(card.deck) for card in cards]]
        self.copies: list[int] = [0, *[card.copies for card in cards]]
        self.decks: list[list[CardId]] = [[] for _ in deck.NAMES]
        """Each deck as it is before it is shuffled."""
        for number in range(1, self.size):
            self.decks[self.deck[number]].extend([number] * self.copies[number])
        self.preset_hand: list[int] = [0, *[card.preset_hand or 0 for card in cards]]
        self.start_number: list[int] = [0, *[card.start_number or 0 for card in cards]]
        self.hive: list[int] = [0, *[card.hive or 0 for card in cards]]
        self.traits: list[int] = [0, *[_traits(card) for card in cards]]
        self.powers: list[list[CompiledPower]] = [[]]
        self.score: list[list[CompiledScoreLine]] = [[]]
        for number, card in enumerate(cards):
            self.powers.append(self._powers(number + 1, card))
            self.score.append([CompiledScoreLine(line.vp, self._count(line.per)) for line in card.score])
        self.explore = self._in_phase(phase.EXPLORE)
        self.develop = self._in_phase(phase.DEVELOP)
        self.settle = self._in_phase(phase.SETTLE)
        self.trade = self._in_phase(phase.TRADE)
        self.consume = self._in_phase(phase.CONSUME)
        self.produce = self._in_phase(phase.PRODUCE)
        self.placement = self._in_phase(phase.PLACEMENT)

    def __reduce__(self) -> tuple[Any, ...]:
        return table_of, (tuple(self.cards[1:]), self.war)

    def __deepcopy__(self, memo: object) -> CardIndex:
        return self

    def has_set(self, name: str) -> bool:
        """Return whether a set's cards are in the game."""
        return any(card is not None and card.set == name for card in self.cards)

    def power(self, ident: PowerId) -> CompiledPower:
        """Return the power with that number."""
        return self.powers[card_of(ident)][index_of(ident)]

    def _powers(self, number: CardId, card: facts.Card) -> list[CompiledPower]:
        return [
            CompiledPower(number, i, power, self._count(power.per) if power.per is not None else None)
            for i, power in enumerate(card.powers)
        ]

    def _in_phase(self, phase: int) -> list[list[CompiledPower]]:
        return [[power for power in powers if power.phase == phase] for powers in self.powers]

    def _count(self, word: str) -> Count:
        counted = parse_per(word)
        if counted.what == "named_card":
            return Count(count_by.NAME, 0, self.ids.get(counted.card or "", -1), counted.divisor)
        special = {
            "vp_chips": count_by.VP_CHIPS,
            "total_military": count_by.MILITARY,
            "good": count_by.GOODS,
            "this_card": count_by.ONE,
        }
        if counted.what in special:
            return Count(special[counted.what], 0, -1, counted.divisor)
        return Count(count_by.TRAITS, _traits_of_per(counted), -1, counted.divisor)


_tables: dict[tuple[tuple[facts.Card, ...], facts.WarFacts], CardIndex] = {}


def table_of(cards: tuple[facts.Card, ...], war: facts.WarFacts | None = None) -> CardIndex:
    """Return the table of these cards and numbers of the war, built once."""
    key = (cards, facts.load_war() if war is None else war)
    table = _tables.get(key)
    return remember(_tables, key, CardIndex(cards, war)) if table is None else table


def learner_table(table: CardIndex) -> CardIndex:
    """Return the same cards by the names that learners know them by: those before overlays renamed them."""
    cards = [card for card in table.cards if card is not None]
    if not any(card.origin for card in cards):
        return table
    names = [card.name for card in cards]
    before = [
        replace(card, name=card.origin, origin="") if card.origin and card.origin not in names else card
        for card in cards
    ]
    return table_of(tuple(before), table.war)


_WHAT_TRAITS: Final = {
    "card": 0,
    "world": trait.WORLD,
    "development": trait.DEVELOPMENT,
    "military_world": trait.MILITARY,
    "nonmilitary_world": trait.NONMILITARY,
    "frontier_world": trait.FRONTIER,
    "near_frontier_world": trait.NEAR,
    "far_frontier_world": trait.FAR,
    "production_world": trait.PRODUCTION,
    "windfall_world": trait.WINDFALL,
    "good_world": trait.WORLD,
    "chromosome_world": trait.CHROMOSOME,
    "six_cost_development": trait.SIX_COST,
    "with_power": 0,
    "with_pay_for_military": trait.PAY_FOR_MILITARY,
}
_TYPE_TRAITS: Final = {"world": trait.WORLD, "development": trait.DEVELOPMENT}


def _traits_of_per(counted: Per) -> int:
    traits = _WHAT_TRAITS[counted.what]
    if counted.keyword is not None:
        traits |= trait.of_keyword(counted.keyword)
    if counted.kind is not None:
        traits |= trait.of_kind(good_kind.NAMES.index(counted.kind))
    if counted.world_type is not None and counted.what == "with_power":
        traits |= _TYPE_TRAITS[counted.world_type]
    if counted.phase is not None:
        traits |= trait.of_phase(phase.NAMES.index(counted.phase))
    return traits


def _traits_of_word(word: str | None) -> int:
    """Return the traits meant by `vs`, `not`: a kind of good, or the Rebel and Xeno keywords (R-SET-07)."""
    if word is None:
        return 0
    if word in good_kind.NAMES:
        return trait.of_kind(good_kind.NAMES.index(word))
    return trait.of_keyword(word)


def _discard(word: str | None) -> tuple[int, int]:
    if word is None:
        return price.NOTHING, good_kind.ANY
    if word.startswith("good:"):
        good = word.removeprefix("good:")
        return price.GOOD, good_kind.ANY if good == "any" else good_kind.NAMES.index(good)
    ways = {
        "self": price.SELF,
        "hand": price.HAND,
        "world": price.OWN_WORLD,
        "near_frontier_world": price.OWN_NEAR_WORLD,
    }
    return ways[word], good_kind.ANY


def _traits(card: facts.Card) -> int:
    traits = trait.DEVELOPMENT if card.type == "development" else trait.WORLD
    if card.type == "world":
        traits |= trait.MILITARY if card.military else trait.NONMILITARY
    if card.good is not None:
        traits |= trait.WINDFALL if card.windfall else trait.PRODUCTION
        traits |= trait.of_kind(good_kind.NAMES.index(card.good))
    if card.chromosome:
        traits |= trait.CHROMOSOME
    if card.deck == "near":
        traits |= trait.NEAR | trait.FRONTIER
    if card.deck == "far":
        traits |= trait.FAR | trait.FRONTIER
    if card.type == "development" and card.cost == 6:
        traits |= trait.SIX_COST
    for keyword in card.keywords:
        traits |= trait.of_keyword(keyword)
    for power in card.powers:
        traits |= trait.of_phase(phase.NAMES.index(power.phase))
        if power.do == "pay_for_military":
            traits |= trait.PAY_FOR_MILITARY
    return traits
