"""What a seat can bring to bear: counts, Military, discounts and the other means of placing a world."""

from __future__ import annotations

from repulse.engine.contract import Seat
from repulse.games.galaxy.rules.card_table import CardId, CardTable, Count, Power
from repulse.games.galaxy.rules.codes import do, per, spend, trait
from repulse.games.galaxy.rules.state import GalaxyState


def count_cards(table: CardTable, cards: list[CardId], count: Count) -> int:
    """How many whole groups of cards a "per ..." counts among `cards`."""
    found = 0
    if count.by == per.TRAITS:
        traits = table.traits
        mask = count.traits
        for card in cards:
            if traits[card] & mask == mask:
                found += 1
    elif count.by == per.NAME:
        found = 1 if count.card in cards else 0
    else:
        found = 1
    return found // count.divisor


def amount_of(table: CardTable, cards: list[CardId], power: Power) -> int:
    """The amount of a power, multiplied by its count if it has one."""
    if power.count is None:
        return power.amount
    return power.amount * count_cards(table, cards, power.count)


def military(s: GalaxyState, seat: Seat) -> int:
    """Plain Military: every unqualified permanent plus or minus, as of the start of the phase."""
    return _total(s, seat, do.MILITARY, 0)


def military_vs_xenos(s: GalaxyState, seat: Seat) -> int:
    """Military plus permanent specific Military vs. Xenos (R-INV-03)."""
    return _total(s, seat, do.MILITARY, trait.KEY_XENO)


def defense(s: GalaxyState, seat: Seat) -> int:
    """Permanent defense against an invasion or a retaliation (R-INV-17)."""
    return _total(s, seat, do.DEFENSE, 0)


def _total(s: GalaxyState, seat: Seat, do: int, vs: int) -> int:
    """All permanent Settle powers of one kind: the unqualified ones, and those against `vs`."""
    cards = s.working(seat)
    table = s.cards
    total = 0
    for card in cards:
        for power in table.settle[card]:
            if power.do == do and (power.vs == 0 or power.vs == vs):
                total += amount_of(table, cards, power)
    return total


class Means:
    """Everything in a tableau that helps to place a world, added up once."""

    def __init__(self) -> None:
        self.military = 0
        self.discount = 0
        self.special: list[Power] = []
        """Discounts for a kind and Military against some worlds."""
        self.optional: list[Power] = []
        """Optional powers: temporary Military, cost zero, pay-for-military."""


def means_of(s: GalaxyState, seat: Seat) -> Means:
    """The means of a seat for placing a world in the current phase."""
    cards = s.working(seat)
    table = s.cards
    means = Means()
    for card in cards:
        for power in table.settle[card]:
            does = power.do
            if does == do.MILITARY:
                if power.vs == 0:
                    means.military += amount_of(table, cards, power)
                else:
                    means.special.append(power)
            elif does == do.DISCOUNT:
                if power.discard != spend.NOTHING:
                    means.optional.append(power)
                elif power.kind == 0 and not power.for_frontier:
                    means.discount += amount_of(table, cards, power)
                else:
                    means.special.append(power)
            elif does in (do.TEMP_MILITARY, do.PAY_FOR_MILITARY, do.COST_ZERO):
                means.optional.append(power)
    return means


def discount_for(s: GalaxyState, means: Means, world: CardId) -> int:
    """All discounts that fit a world."""
    total = means.discount + s.cut
    kind = s.cards.kind[world]
    frontier = s.cards.traits[world] & trait.FRONTIER
    for power in means.special:
        if power.do == do.DISCOUNT and (frontier if power.for_frontier else power.kind == kind):
            total += power.amount
    return total


def military_against(s: GalaxyState, seat: Seat, means: Means, world: CardId) -> int:
    """Permanent Military against a world: plain, and what fits it by kind, Rebel or Xeno (R-SET-07, R-SET-08)."""
    total = means.military
    traits = s.cards.traits[world]
    for power in means.special:
        if power.do == do.MILITARY and traits & power.vs:
            total += amount_of(s.cards, s.working(seat), power)
    return total


def price_of(s: GalaxyState, means: Means, world: CardId, paying: Power | None) -> int:
    """What a world costs in cards: its cost, or its defense by way of a pay-for-military power (R-SET-10)."""
    price = s.cards.cost[world] - discount_for(s, means, world)
    if paying is not None:
        price -= paying.amount
    return max(0, price)


def pays_for(s: GalaxyState, power: Power, world: CardId) -> bool:
    """Whether a pay-for-military power may place this world (R-SET-10, R-SET-12)."""
    traits = s.cards.traits[world]
    if traits & trait.KEY_XENO or traits & power.excluded:
        return False
    return power.only == 0 or traits & power.only != 0


def frees(s: GalaxyState, power: Power, world: CardId) -> bool:
    """Whether a cost-zero power fits this world (R-SET-12)."""
    return s.cards.traits[world] & power.excluded == 0


def temporary_against(s: GalaxyState, power: Power, world: CardId) -> int:
    """What a temporary Military power adds against a world."""
    traits = s.cards.traits[world]
    if power.vs != 0 and traits & power.vs == 0:
        return 0
    return power.amount + power.also_vs_xeno if traits & trait.KEY_XENO else power.amount


def temporary_vs_xenos(power: Power) -> int:
    """What a temporary power adds against an invasion or a retaliation."""
    return power.amount + power.also_vs_xeno


def spendable_goods(s: GalaxyState, seat: Seat, power: Power, world: CardId) -> list[CardId]:
    """The worlds whose goods an optional power may take: not the one being placed (R-SET-02, R-SET-16)."""
    return [each for each in s.worlds_with_goods(seat, power.discard_kind) if each != world]


def uses_left(s: GalaxyState, power: Power) -> int:
    """How often a power may still be used in this phase."""
    return power.times - s.spent.count(power.ident)


def is_there(s: GalaxyState, seat: Seat, power: Power, world: CardId) -> bool:
    """Whether an optional power is unused and its price can be paid (R-GEN-02)."""
    if uses_left(s, power) <= 0:
        return False
    if power.discard == spend.SELF:
        return power.card in s.tableau[seat]
    if power.discard == spend.GOOD:
        return bool(spendable_goods(s, seat, power, world))
    if power.discard == spend.OWN_WORLD or power.discard == spend.OWN_NEAR_WORLD:
        return bool(spendable_worlds(s, seat, power, world))
    return True


def spendable_worlds(s: GalaxyState, seat: Seat, power: Power, world: CardId) -> list[CardId]:
    """The undamaged worlds of the tableau that a power may take: not the one being placed (R-FRO-14, R-FRO-15)."""
    wanted = trait.NEAR if power.discard == spend.OWN_NEAR_WORLD else trait.WORLD
    traits = s.cards.traits
    worlds = [each for each in s.undamaged(seat) if each != world and traits[each] & wanted]
    return damaged_first(s, worlds) if power.discard == spend.OWN_WORLD and s.war is not None else worlds


def damaged_first(s: GalaxyState, worlds: list[CardId]) -> list[CardId]:
    """The undamaged worlds that may be chosen for damage; some must be chosen before all others (R-CST-04)."""
    for world in worlds:
        for power in s.cards.placement[world]:
            if power.do == do.DAMAGED_FIRST:
                return [world]
    return worlds


def most_temporary(s: GalaxyState, seat: Seat, means: Means, world: CardId) -> int:
    """The most temporary Military against a world that the unused powers can still add."""
    powers = [power for power in means.optional if power.do == do.TEMP_MILITARY]
    amounts = [temporary_against(s, power, world) for power in powers]
    return most_of(s, seat, powers, amounts, world)


def most_of(s: GalaxyState, seat: Seat, powers: list[Power], amounts: list[int], world: CardId) -> int:
    """The most that optional powers, each of the amount beside it, can add together.

    Powers compete for goods. Each wants a good of its kind or of any kind, so a set of powers can be served if and
    only if it needs no more goods of any kind than there are, and no more goods in all than there are;
    repeatedly taking the strongest power that still fits gives the most. Powers that take a world can
    wait until the goods are spent, so they compete only with each other (R-FRO-23).
    """
    total = 0
    kinds: list[int] = []
    offers: list[int] = []
    by_world: list[int] = []
    for i in range(len(powers)):
        power = powers[i]
        if amounts[i] <= 0:
            continue
        if power.discard == spend.GOOD:
            for _ in range(uses_left(s, power)):
                kinds.append(power.discard_kind)
                offers.append(amounts[i])
        elif is_there(s, seat, power, world):
            if power.discard == spend.OWN_WORLD:
                by_world.append(amounts[i])
            else:
                total += amounts[i]
    if by_world:
        worlds = [each for each in s.undamaged(seat) if each != world and not s.cards.development[each]]
        by_world.sort(reverse=True)
        total += sum(by_world[: len(worlds)])
    if not kinds:
        return total
    left = [0, 0, 0, 0, 0]
    for each in s.worlds_with_goods(seat, 0):
        if each != world:
            left[s.cards.kind[each]] += 1
            left[0] += 1
    return total + _most_for_goods(kinds, offers, left)


def _most_for_goods(kinds: list[int], offers: list[int], goods: list[int]) -> int:
    """The most that offers for goods of some kinds can fetch together."""
    left = goods[:]
    open_offers = offers[:]
    total = 0
    while left[0] > 0:
        best = -1
        for i in range(len(kinds)):
            if open_offers[i] > 0 and left[kinds[i]] > 0 and (best < 0 or open_offers[i] > open_offers[best]):
                best = i
        if best < 0:
            break
        total += open_offers[best]
        open_offers[best] = 0
        left[0] -= 1
        if kinds[best]:
            left[kinds[best]] -= 1
    return total


def develop_discount(s: GalaxyState, seat: Seat) -> int:
    """All Develop discounts, the chooser's own included (R-DEV-02)."""
    cards = s.working(seat)
    table = s.cards
    total = s.cut + (1 if s.bonus[seat] else 0)
    for card in cards:
        for power in table.develop[card]:
            if power.do == do.DISCOUNT and power.discard == spend.NOTHING:
                total += amount_of(table, cards, power)
    return total


def draw_after(s: GalaxyState, seat: Seat, powers: list[list[Power]]) -> None:
    """Draw for every draw-after power of a phase, card by card."""
    for card in s.working(seat):
        for power in powers[card]:
            if power.do == do.DRAW_AFTER and (power.when != "military" or gives_military(s, s.placed[seat])):
                s.draw(seat, power.amount, card)


def gives_military(s: GalaxyState, card: CardId) -> bool:
    """Whether a card gives permanent unqualified Military, counted or not (R-FRO-17)."""
    for power in s.cards.settle[card]:
        if power.do == do.MILITARY and power.vs == 0 and power.amount > 0:
            return True
    return False
