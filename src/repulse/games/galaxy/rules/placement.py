"""The optional powers for a card being placed: what may be used, and what using it does.

A use is one number: the power, and the world that it takes or whose good it takes, 0 for none.
"""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import Seat
from repulse.games.galaxy.rules.card_table import CardId, Power
from repulse.games.galaxy.rules.codes import do, events, spend
from repulse.games.galaxy.rules.military import (
    Means,
    develop_discount,
    frees,
    is_there,
    means_of,
    military_against,
    military_vs_xenos,
    most_of,
    most_temporary,
    pays_for,
    price_of,
    spendable_goods,
    spendable_worlds,
    temporary_against,
)
from repulse.games.galaxy.rules.packing import pack_use, power_of, world_of
from repulse.games.galaxy.rules.state import GalaxyState

DONE: Final = -1
"""Among the uses: no more powers."""

HIVE_NEEDS: Final = 9
"""Military plus Military vs. Xenos needed against a hive (R-CST-22)."""


def begin_means(s: GalaxyState) -> None:
    """A seat begins to settle up for a card: no power is used yet."""
    s.spent = []
    s.temp = 0
    s.cut = 0
    s.paying = 0
    s.free = False


# --- worlds ---


def can_place(s: GalaxyState, seat: Seat, means: Means, world: CardId, cards: int) -> bool:
    """Whether a seat with `cards` cards to spend has some way to place a world."""
    if not s.cards.military[world]:
        return can_pay(s, seat, means, world, None, cards)
    if can_conquer(s, seat, means, world):
        return True
    for power in means.optional:
        if power.do == do.PAY_FOR_MILITARY and pays_for(s, power, world):
            if can_pay(s, seat, means, world, power, cards):
                return True
    return False


def can_conquer(s: GalaxyState, seat: Seat, means: Means, world: CardId) -> bool:
    """Whether a seat's Military, with everything it can add, is enough for a military world (R-SET-06)."""
    hive = s.cards.hive[world]
    if hive:
        if military_vs_xenos(s, seat) < HIVE_NEEDS:
            return False
        need = hive
    else:
        need = s.cards.cost[world] - military_against(s, seat, means, world)
    need -= s.temp
    return need <= 0 or (bool(means.optional) and most_temporary(s, seat, means, world) >= need)


def can_pay(
    s: GalaxyState, seat: Seat, means: Means, world: CardId, paying: Power | None, cards: int
) -> bool:
    """Whether a seat can pay for a world, or place it free (R-SET-13)."""
    short = price_of(s, means, world, paying) - cards
    if short <= 0:
        return True
    if not means.optional:
        return False
    discounts = [power for power in means.optional if power.do == do.DISCOUNT]
    if discounts and most_of(s, seat, discounts, [power.amount for power in discounts], world) >= short:
        return True
    for power in means.optional:
        if power.do == do.COST_ZERO and frees(s, power, world) and is_there(s, seat, power, world):
            return True
    return False


def uses_of(s: GalaxyState, seat: Seat, means: Means, world: CardId) -> list[int]:
    """The uses of optional powers open to a seat that is placing a world (R-SET-13, R-SET-17)."""
    uses: list[int] = []
    for power in means.optional:
        if _fits(s, seat, means, power, world):
            uses.extend(power_uses(s, seat, power, world))
    if s.frontier is None:
        return uses  # in the other games no two powers compete for a good
    return [use for use in uses if _leaves_a_way(s, seat, use, world)]


def _fits(s: GalaxyState, seat: Seat, means: Means, power: Power, world: CardId) -> bool:
    """Whether a power may be used for a world, after the powers used so far."""
    if not is_there(s, seat, power, world):
        return False
    paid = s.paying != 0 or not s.cards.military[world]
    if power.do == do.TEMP_MILITARY:
        return True
    if power.do == do.PAY_FOR_MILITARY:
        return (
            not paid
            and pays_for(s, power, world)
            and can_pay(s, seat, means, world, power, len(s.hand[seat]))
        )
    if power.do == do.COST_ZERO:
        return paid and not s.free and frees(s, power, world)
    return paid and not s.free and price_now(s, seat, means, world) > 0


def power_uses(s: GalaxyState, seat: Seat, power: Power, card: CardId) -> list[int]:
    """The ways to use a power: one for each good or world it may take."""
    if power.discard == spend.GOOD:
        return [pack_use(power.ident, each) for each in spendable_goods(s, seat, power, card)]
    if power.discard == spend.OWN_WORLD or power.discard == spend.OWN_NEAR_WORLD:
        return [pack_use(power.ident, each) for each in spendable_worlds(s, seat, power, card)]
    return [pack_use(power.ident)]


def _leaves_a_way(s: GalaxyState, seat: Seat, use: int, world: CardId) -> bool:
    """Whether the world can still be placed after a use, which may take a good that is needed elsewhere."""
    if s.cards.power(power_of(use)).discard == spend.NOTHING:
        return True
    after = s.clone()
    use_power(after, seat, use, world)
    means = means_of(after, seat)
    cards = len(after.hand[seat])
    if after.free:
        return True
    if after.paying:
        return can_pay(after, seat, means, world, after.cards.power(after.paying), cards)
    return can_place(after, seat, means, world, cards)


def is_settled(s: GalaxyState, seat: Seat, means: Means, world: CardId) -> bool:
    """Whether the powers used so far are enough: conquered, or payable from hand."""
    if s.free:
        return True
    if s.cards.military[world] and s.paying == 0:
        if s.cards.hive[world]:
            return military_vs_xenos(s, seat) >= HIVE_NEEDS and s.temp >= s.cards.hive[world]
        return military_against(s, seat, means, world) + s.temp >= s.cards.cost[world]
    return price_now(s, seat, means, world) <= len(s.hand[seat])


def price_now(s: GalaxyState, seat: Seat, means: Means, world: CardId) -> int:
    """The cards that a world costs after the powers used so far."""
    if s.free or (s.cards.military[world] and s.paying == 0):
        return 0
    return price_of(s, means, world, s.cards.power(s.paying) if s.paying else None)


def use_power(s: GalaxyState, seat: Seat, use: int, card: CardId) -> None:
    """Use an optional power for the card being placed, and pay its price."""
    power = s.cards.power(power_of(use))
    s.spent.append(power.ident)
    give_up(s, seat, power, world_of(use))
    if power.do == do.TEMP_MILITARY:
        s.temp += temporary_against(s, power, card)
    elif power.do == do.DISCOUNT:
        s.cut += power.amount
    elif power.do == do.PAY_FOR_MILITARY:
        s.paying = power.ident
        if s.log is not None:
            s.log.append([events.PAY_WITH, seat, card, power.card])
    elif power.do == do.COST_ZERO:
        s.free = True
        if power.vp:
            s.gain_chips(seat, power.vp)
            if s.log is not None:
                s.log.append([events.GAIN, seat, power.card, power.vp])


def give_up(s: GalaxyState, seat: Seat, power: Power, world: CardId) -> None:
    """Pay the price of a power: its own card, a good, or a world (damaged instead, in a war: R-FRO-15)."""
    if power.discard == spend.SELF:
        s.discard_from_tableau(seat, power.card)
        if s.log is not None:
            s.log.append([events.DISCARD_OWN, seat, power.card])
    elif power.discard == spend.GOOD:
        s.spend_good(seat, world)
        if s.log is not None:
            s.log.append([events.GOOD_DISCARDED, seat, world, power.ident])
    elif power.discard == spend.OWN_WORLD and s.war is not None:
        s.give_up(seat, world)
        if s.log is not None:
            s.log.append([events.DAMAGE, seat, world])
    elif power.discard == spend.OWN_WORLD or power.discard == spend.OWN_NEAR_WORLD:
        s.discard_from_tableau(seat, world)
        if s.log is not None:
            s.log.append([events.DISCARD_OWN, seat, world])


# --- developments ---


def develop_cuts(s: GalaxyState, seat: Seat) -> list[Power]:
    """The Develop discounts that are bought with a good."""
    table = s.cards
    return [
        power
        for card in s.working(seat)
        for power in table.develop[card]
        if power.do == do.DISCOUNT and power.discard == spend.GOOD
    ]


def most_develop_cut(s: GalaxyState, seat: Seat) -> int:
    """The most that bought Develop discounts can take off a development's cost."""
    powers = develop_cuts(s, seat)
    if not powers:
        return 0
    return most_of(s, seat, powers, [power.amount for power in powers], 0)


def development_cost(s: GalaxyState, seat: Seat, card: CardId) -> int:
    """What a development costs a seat in this phase (R-GEN-04, R-DEV-02)."""
    return max(0, s.cards.cost[card] - develop_discount(s, seat))


def develop_uses(s: GalaxyState, seat: Seat, card: CardId) -> list[int]:
    """The uses of bought Develop discounts available for a development."""
    cost = development_cost(s, seat, card)
    if cost == 0:
        return []
    uses: list[int] = []
    for power in develop_cuts(s, seat):
        if is_there(s, seat, power, 0):
            uses.extend(power_uses(s, seat, power, 0))
    if len(uses) < 2:
        return uses
    hand = len(s.hand[seat])
    return [use for use in uses if _leaves_payable(s, seat, use, card, hand)]


def _leaves_payable(s: GalaxyState, seat: Seat, use: int, card: CardId, hand: int) -> bool:
    after = s.clone()
    use_power(after, seat, use, card)
    return development_cost(after, seat, card) - most_develop_cut(after, seat) <= hand
