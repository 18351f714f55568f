"""The optional powers for a card being placed: what may be used, and what using it does.

A use is one number: the power, and the world that it takes or whose good it takes, 0 for none.
"""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import Seat
from repulse.games.galaxy.codes import effect, events, price
from repulse.games.galaxy.codes.packing import pack_use, power_of, world_of
from repulse.games.galaxy.rules.card_table import CardId, CompiledPower
from repulse.games.galaxy.rules.military import (
    PlacementAids,
    aids_for,
    can_be_used,
    develop_discount,
    frees,
    max_temporary,
    max_total,
    military_against,
    military_vs_xenos,
    pays_for,
    price_of,
    spendable_goods,
    spendable_worlds,
    temporary_against,
)
from repulse.games.galaxy.rules.position import Position

DONE: Final = -1
"""Among the uses: no more powers."""

HIVE_NEEDS: Final = 9
"""Military plus Military vs. Xenos needed against a hive (R-CST-22)."""


# --- worlds ---


def can_place(state: Position, seat: Seat, aids: PlacementAids, world: CardId, cards: int) -> bool:
    """Return whether a seat with `cards` cards to spend has some way to place a world."""
    if not state.cards.military[world]:
        return can_pay(state, seat, aids, world, None, cards)
    if can_conquer(state, seat, aids, world):
        return True
    for power in aids.optional:
        if power.do == effect.PAY_FOR_MILITARY and pays_for(state, power, world):
            if can_pay(state, seat, aids, world, power, cards):
                return True
    return False


def can_conquer(state: Position, seat: Seat, aids: PlacementAids, world: CardId) -> bool:
    """Return whether a seat's Military, with everything it can add, is enough for a military world (R-SET-06)."""
    hive = state.cards.hive[world]
    if hive:
        if military_vs_xenos(state, seat) < HIVE_NEEDS:
            return False
        need = hive
    else:
        need = state.cards.cost[world] - military_against(state, seat, aids, world)
    need -= state.payment.temp_military
    return need <= 0 or (bool(aids.optional) and max_temporary(state, seat, aids, world) >= need)


def can_pay(
    state: Position, seat: Seat, aids: PlacementAids, world: CardId, paying: CompiledPower | None, cards: int
) -> bool:
    """Return whether a seat can pay for a world, or place it free (R-SET-13)."""
    short = price_of(state, aids, world, paying) - cards
    if short <= 0:
        return True
    if not aids.optional:
        return False
    discounts = [power for power in aids.optional if power.do == effect.DISCOUNT]
    if discounts and max_total(state, seat, discounts, [power.amount for power in discounts], world) >= short:
        return True
    for power in aids.optional:
        if (
            power.do == effect.COST_ZERO
            and frees(state, power, world)
            and can_be_used(state, seat, power, world)
        ):
            return True
    return False


def uses_of(state: Position, seat: Seat, aids: PlacementAids, world: CardId) -> list[int]:
    """Return the uses of optional powers open to a seat that is placing a world (R-SET-13, R-SET-17)."""
    uses: list[int] = []
    for power in aids.optional:
        if _fits(state, seat, aids, power, world):
            uses.extend(power_uses(state, seat, power, world))
    if state.frontier is None:
        return uses  # in the other games no two powers compete for a good
    return [use for use in uses if _leaves_a_way(state, seat, use, world)]


def _fits(state: Position, seat: Seat, aids: PlacementAids, power: CompiledPower, world: CardId) -> bool:
    """Return whether a power may be used for a world, after the powers used so far."""
    if not can_be_used(state, seat, power, world):
        return False
    paid = state.payment.paying_power != 0 or not state.cards.military[world]
    if power.do == effect.TEMP_MILITARY:
        return True
    if power.do == effect.PAY_FOR_MILITARY:
        return (
            not paid
            and pays_for(state, power, world)
            and can_pay(state, seat, aids, world, power, len(state.hand[seat]))
        )
    if power.do == effect.COST_ZERO:
        return paid and not state.payment.is_free and frees(state, power, world)
    return paid and not state.payment.is_free and price_now(state, seat, aids, world) > 0


def power_uses(state: Position, seat: Seat, power: CompiledPower, card: CardId) -> list[int]:
    """Return the ways to use a power: one for each good or world it may take."""
    if power.discard == price.GOOD:
        return [pack_use(power.ident, world) for world in spendable_goods(state, seat, power, card)]
    if power.discard == price.OWN_WORLD or power.discard == price.OWN_NEAR_WORLD:
        return [pack_use(power.ident, world) for world in spendable_worlds(state, seat, power, card)]
    return [pack_use(power.ident)]


def _leaves_a_way(state: Position, seat: Seat, use: int, world: CardId) -> bool:
    """Return whether the world can still be placed after a use, which may take a good that is needed elsewhere."""
    if state.cards.power(power_of(use)).discard == price.NOTHING:
        return True
    after = state.clone()
    use_power(after, seat, use, world)
    aids = aids_for(after, seat)
    cards = len(after.hand[seat])
    if after.payment.is_free:
        return True
    if after.payment.paying_power:
        return can_pay(after, seat, aids, world, after.cards.power(after.payment.paying_power), cards)
    return can_place(after, seat, aids, world, cards)


def is_affordable(state: Position, seat: Seat, aids: PlacementAids, world: CardId) -> bool:
    """Return whether the powers used so far are enough: conquered, or payable from hand."""
    if state.payment.is_free:
        return True
    if state.cards.military[world] and state.payment.paying_power == 0:
        if state.cards.hive[world]:
            return (
                military_vs_xenos(state, seat) >= HIVE_NEEDS
                and state.payment.temp_military >= state.cards.hive[world]
            )
        return (
            military_against(state, seat, aids, world) + state.payment.temp_military
            >= state.cards.cost[world]
        )
    return price_now(state, seat, aids, world) <= len(state.hand[seat])


def price_now(state: Position, seat: Seat, aids: PlacementAids, world: CardId) -> int:
    """Return the cards that a world costs after the powers used so far."""
    if state.payment.is_free or (state.cards.military[world] and state.payment.paying_power == 0):
        return 0
    return price_of(
        state,
        aids,
        world,
        state.cards.power(state.payment.paying_power) if state.payment.paying_power else None,
    )


def max_bought(state: Position, seat: Seat, aids: PlacementAids, world: CardId) -> int:
    """Return the most that discounts bought with goods can still take off a world."""
    powers = [power for power in aids.optional if power.do == effect.DISCOUNT]
    return max_total(state, seat, powers, [power.amount for power in powers], world)


def use_power(state: Position, seat: Seat, use: int, card: CardId) -> None:
    """Use an optional power for the card being placed, and pay its price."""
    power = state.cards.power(power_of(use))
    state.payment.used_powers.append(power.ident)
    pay_cost(state, seat, power, world_of(use))
    if power.do == effect.TEMP_MILITARY:
        state.payment.temp_military += temporary_against(state, power, card)
    elif power.do == effect.DISCOUNT:
        state.payment.bought_discount += power.amount
    elif power.do == effect.PAY_FOR_MILITARY:
        state.payment.paying_power = power.ident
        if state.log is not None:
            state.log.append([events.PAY_WITH, seat, card, power.card])
    elif power.do == effect.COST_ZERO:
        state.payment.is_free = True
        if power.vp:
            state.gain_chips(seat, power.vp)
            if state.log is not None:
                state.log.append([events.GAIN, seat, power.card, power.vp])


def pay_cost(state: Position, seat: Seat, power: CompiledPower, world: CardId) -> None:
    """Pay the price of a power: its own card, a good, or a world (damaged instead, in a war: R-FRO-15)."""
    if power.discard == price.SELF:
        state.discard_from_tableau(seat, power.card)
        if state.log is not None:
            state.log.append([events.DISCARD_OWN, seat, power.card])
    elif power.discard == price.GOOD:
        state.spend_good(seat, world)
        if state.log is not None:
            state.log.append([events.GOOD_DISCARDED, seat, world, power.ident])
    elif power.discard == price.OWN_WORLD and state.war is not None:
        state.give_up(seat, world)
        if state.log is not None:
            state.log.append([events.DAMAGE, seat, world])
    elif power.discard == price.OWN_WORLD or power.discard == price.OWN_NEAR_WORLD:
        state.discard_from_tableau(seat, world)
        if state.log is not None:
            state.log.append([events.DISCARD_OWN, seat, world])


# --- developments ---


def develop_cuts(state: Position, seat: Seat) -> list[CompiledPower]:
    """Return the Develop discounts that are bought with a good."""
    table = state.cards
    return [
        power
        for card in state.working(seat)
        for power in table.develop[card]
        if power.do == effect.DISCOUNT and power.discard == price.GOOD
    ]


def max_develop_cut(state: Position, seat: Seat) -> int:
    """Return the most that bought Develop discounts can take off a development's cost."""
    powers = develop_cuts(state, seat)
    if not powers:
        return 0
    return max_total(state, seat, powers, [power.amount for power in powers], 0)


def development_cost(state: Position, seat: Seat, card: CardId) -> int:
    """Return what a development costs a seat in this phase (R-GEN-04, R-DEV-02)."""
    return max(0, state.cards.cost[card] - develop_discount(state, seat))


def develop_uses(state: Position, seat: Seat, card: CardId) -> list[int]:
    """Return the uses of bought Develop discounts available for a development."""
    cost = development_cost(state, seat, card)
    if cost == 0:
        return []
    uses: list[int] = []
    for power in develop_cuts(state, seat):
        if can_be_used(state, seat, power, 0):
            uses.extend(power_uses(state, seat, power, 0))
    if len(uses) < 2:
        return uses
    hand = len(state.hand[seat])
    return [use for use in uses if _leaves_payable(state, seat, use, card, hand)]


def _leaves_payable(state: Position, seat: Seat, use: int, card: CardId, hand: int) -> bool:
    after = state.clone()
    use_power(after, seat, use, card)
    return development_cost(after, seat, card) - max_develop_cut(after, seat) <= hand
