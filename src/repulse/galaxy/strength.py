"""What a seat can bring to bear: counts, Military, discounts and the other means of placing a world."""

from __future__ import annotations

from repulse.engine.contract import Seat
from repulse.galaxy.cards import (
    BY_NAME,
    BY_TRAITS,
    COST_ZERO,
    DEFENSE,
    DISCOUNT,
    DO_MILITARY,
    DO_PAY_FOR_MILITARY,
    DRAW_AFTER,
    GOOD,
    KEY_XENO,
    NOTHING,
    SELF,
    TEMP_MILITARY,
    CardId,
    CardTable,
    Count,
    Power,
)
from repulse.galaxy.state import GalaxyState


def count_cards(table: CardTable, cards: list[CardId], count: Count) -> int:
    """How many whole groups of cards a "per ..." counts among `cards`."""
    found = 0
    if count.by == BY_TRAITS:
        traits = table.traits
        mask = count.traits
        for card in cards:
            if traits[card] & mask == mask:
                found += 1
    elif count.by == BY_NAME:
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
    """Plain Military: every unqualified permanent plus or minus, as the phase began."""
    cards = s.working(seat)
    table = s.table
    total = 0
    for card in cards:
        for power in table.settle[card]:
            if power.do == DO_MILITARY and power.vs == 0:
                total += amount_of(table, cards, power)
    return total


def military_vs_xenos(s: GalaxyState, seat: Seat) -> int:
    """Military plus permanent specific Military vs. Xenos (R-INV-03)."""
    cards = s.working(seat)
    table = s.table
    total = 0
    for card in cards:
        for power in table.settle[card]:
            if power.do == DO_MILITARY and (power.vs == 0 or power.vs == KEY_XENO):
                total += amount_of(table, cards, power)
    return total


def defense(s: GalaxyState, seat: Seat) -> int:
    """Permanent defense against an invasion or a retaliation (R-INV-17)."""
    cards = s.working(seat)
    table = s.table
    total = 0
    for card in cards:
        for power in table.settle[card]:
            if power.do == DEFENSE:
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
        """Powers the player may use or not: temporary Military, cost zero, pay-for-military."""


def means_of(s: GalaxyState, seat: Seat) -> Means:
    """The means of a seat for placing a world in the current phase."""
    cards = s.working(seat)
    table = s.table
    means = Means()
    for card in cards:
        for power in table.settle[card]:
            do = power.do
            if do == DO_MILITARY:
                if power.vs == 0:
                    means.military += amount_of(table, cards, power)
                else:
                    means.special.append(power)
            elif do == DISCOUNT:
                if power.discard != NOTHING:
                    means.optional.append(power)
                elif power.kind == 0:
                    means.discount += amount_of(table, cards, power)
                else:
                    means.special.append(power)
            elif do == TEMP_MILITARY or do == DO_PAY_FOR_MILITARY or do == COST_ZERO:
                means.optional.append(power)
    return means


def discount_for(s: GalaxyState, means: Means, world: CardId) -> int:
    """All discounts that fit a world."""
    total = means.discount
    kind = s.table.kind[world]
    for power in means.special:
        if power.do == DISCOUNT and power.kind == kind:
            total += power.amount
    return total


def military_against(s: GalaxyState, seat: Seat, means: Means, world: CardId) -> int:
    """Permanent Military against a world: plain, and what fits it by kind, Rebel or Xeno (R-SET-07, R-SET-08)."""
    total = means.military
    traits = s.table.traits[world]
    for power in means.special:
        if power.do == DO_MILITARY and traits & power.vs:
            total += amount_of(s.table, s.working(seat), power)
    return total


def price_of(s: GalaxyState, means: Means, world: CardId, paying: Power | None) -> int:
    """What a world costs in cards: its cost, or its defense by way of a pay-for-military power (R-SET-10)."""
    price = s.table.cost[world] - discount_for(s, means, world)
    if paying is not None:
        price -= paying.amount
    return max(0, price)


def pays_for(s: GalaxyState, power: Power, world: CardId) -> bool:
    """Whether a pay-for-military power may place this world (R-SET-10, R-SET-12)."""
    traits = s.table.traits[world]
    if traits & KEY_XENO or traits & power.excluded:
        return False
    return power.only == 0 or traits & power.only != 0


def frees(s: GalaxyState, power: Power, world: CardId) -> bool:
    """Whether a cost-zero power fits this world (R-SET-12)."""
    return s.table.traits[world] & power.excluded == 0


def temporary_against(s: GalaxyState, power: Power, world: CardId) -> int:
    """What a temporary Military power adds against a world."""
    if power.vs != 0 and s.table.traits[world] & power.vs == 0:
        return 0
    return power.amount


def spendable_goods(s: GalaxyState, seat: Seat, power: Power, world: CardId) -> list[CardId]:
    """The worlds whose goods an optional power may take: not the one being placed (R-SET-02, R-SET-16)."""
    return [each for each in s.worlds_with_goods(seat, power.discard_kind) if each != world]


def is_there(s: GalaxyState, seat: Seat, power: Power, world: CardId) -> bool:
    """Whether an optional power is unused and what it gives up is there (R-GEN-02)."""
    if power.ident in s.spent:
        return False
    if power.discard == SELF:
        return power.card in s.tableau[seat]
    if power.discard == GOOD:
        return bool(spendable_goods(s, seat, power, world))
    return True


def most_temporary(s: GalaxyState, seat: Seat, means: Means, world: CardId) -> int:
    """The most temporary Military against a world that the unused powers can still add.

    Powers compete for goods. Each wants a good of its kind or of any kind, so a set of powers can be served if and
    only if no kind is asked for more goods than there are, and no more goods are asked for than there are in all;
    and taking the strongest power that still fits, again and again, gives the most.
    """
    total = 0
    wanting: list[Power] = []
    for power in means.optional:
        if power.do == TEMP_MILITARY and power.ident not in s.spent:
            if power.discard == GOOD:
                wanting.append(power)
            elif is_there(s, seat, power, world):
                total += temporary_against(s, power, world)
    if not wanting:
        return total
    left = [0, 0, 0, 0, 0]
    for each in s.worlds_with_goods(seat, 0):
        if each != world:
            left[s.table.kind[each]] += 1
            left[0] += 1
    amounts = [temporary_against(s, power, world) for power in wanting]
    while left[0] > 0:
        best = -1
        for i in range(len(wanting)):
            kind = wanting[i].discard_kind
            if amounts[i] > 0 and left[kind] > 0 and (best < 0 or amounts[i] > amounts[best]):
                best = i
        if best < 0:
            break
        total += amounts[best]
        amounts[best] = 0
        kind = wanting[best].discard_kind
        left[0] -= 1
        if kind != 0:
            left[kind] -= 1
    return total


def develop_discount(s: GalaxyState, seat: Seat) -> int:
    """All Develop discounts, the chooser's own included (R-DEV-02)."""
    cards = s.working(seat)
    table = s.table
    total = 1 if s.bonus[seat] else 0
    for card in cards:
        for power in table.develop[card]:
            if power.do == DISCOUNT and power.discard == NOTHING:
                total += amount_of(table, cards, power)
    return total


def draw_after(s: GalaxyState, seat: Seat, powers: list[list[Power]]) -> None:
    """Draw for every draw-after power of a phase, card by card."""
    for card in s.working(seat):
        for power in powers[card]:
            if power.do == DRAW_AFTER:
                s.draw(seat, power.amount, card)
