"""Placing cards: what it gains, what it costs, which one to place and by what means."""

from __future__ import annotations

from typing import Final

from repulse.games.galaxy.bots.sensible.evaluation import Evaluation
from repulse.games.galaxy.codes import effect, price
from repulse.games.galaxy.codes.packing import power_of, world_of
from repulse.games.galaxy.rules.card_table import CardId, CompiledPower
from repulse.games.galaxy.rules.holdings import PASS
from repulse.games.galaxy.rules.military import (
    can_be_used,
    frees,
    max_temporary,
    temporary_against,
)

NEVER: Final = 1000.0
"""The cost of an impossible placement."""


class Placing:
    """The best card to place, or PASS, and what it gains."""

    def __init__(self) -> None:
        self.card: CardId = PASS
        self.gain = 0.0
        self.price = 0
        self.second = 0.0
        """The gain from the next best one."""

    def offer(self, card: CardId, gain: float, price: int) -> None:
        """Consider a card."""
        if gain > self.gain:
            self.second = self.gain
            self.card = card
            self.gain = gain
            self.price = price
        elif gain > self.second:
            self.second = gain


def develop_gain(ev: Evaluation, card: CardId, bonus: int) -> float:
    """Return the gain of placing a development now rather than holding it."""
    price = ev.develop_price(card, bonus)
    return ev.worth(card) - ev.price_value(card, price) - ev.held_value(card) * ev.weights.tempo


def settle_gain(ev: Evaluation, world: CardId) -> float:
    """Return the gain of placing a world now rather than holding it."""
    return ev.worth(world) - settle_cost(ev, world) - ev.held_value(world) * ev.weights.tempo


def best_development(ev: Evaluation, bonus: int) -> Placing:
    """Return the best development that can be placed, with or without the bonus of Develop."""
    best = Placing()
    spend = len(ev.hand) - 1
    seen: list[CardId] = []
    for card in ev.hand:
        if ev.table.development[card] and card not in ev.owned and card not in seen:
            seen.append(card)
            price = ev.develop_price(card, bonus)
            if price <= spend:
                best.offer(card, develop_gain(ev, card, bonus), price)
    return best


def best_world(ev: Evaluation) -> Placing:
    """Return the best world that can be placed."""
    best = Placing()
    seen: list[CardId] = []
    for world in ev.hand:
        if not ev.table.development[world] and world not in ev.owned and world not in seen:
            seen.append(world)
            best.offer(world, settle_gain(ev, world), max(0, ev.settle_price(world)))
    return best


# --- the means of placing a world ---


def settle_cost(ev: Evaluation, world: CardId) -> float:
    """Return the cost of placing a world in the cheapest way."""
    price = ev.settle_price(world)
    cost = NEVER
    if 0 <= price <= len(ev.hand) - ev.hand.count(world):
        cost = ev.price_value(world, price)
    if cost > 0.0 and ev.aids.optional:
        if ev.table.military[world]:
            cost = min(cost, force_cost(ev, world, ev.missing(world)))
        else:
            ship = free_ride(ev, world)
            if ship is not None:
                cost = min(cost, loss(ev, ship, 0))
    return cost


def force_cost(ev: Evaluation, world: CardId, missing: int) -> float:
    """Return the cost of conquering a world with temporary Military."""
    if max_temporary(ev.view, ev.seat, ev.aids, world) < missing:
        return NEVER
    cost = 0.0
    for power in ev.aids.optional:
        if missing > 0 and power.do == effect.TEMP_MILITARY and can_be_used(ev.view, ev.seat, power, world):
            more = temporary_against(ev.view, power, world)
            if more > 0:
                missing -= more
                cost += loss(ev, power, power.discard_kind)
    return cost


def use_cost(ev: Evaluation, use: int) -> float:
    """Return the cost of one use of a power: its own card, a good, a world, a card in hand."""
    power = ev.table.power(power_of(use))
    sacrifice = world_of(use)
    if power.discard == price.GOOD:
        return good_loss(ev, ev.table.kind[sacrifice])
    if sacrifice:
        return ev.worth(sacrifice)
    if power.discard == price.HAND:
        values = ev.hand_values()
        return min(values) if values else NEVER
    return loss(ev, power, 0)


def free_ride(ev: Evaluation, world: CardId) -> CompiledPower | None:
    """Return a power that places this world at no cost."""
    for power in ev.aids.optional:
        if (
            power.do == effect.COST_ZERO
            and frees(ev.view, power, world)
            and can_be_used(ev.view, ev.seat, power, world)
        ):
            return power
    return None


def loss(ev: Evaluation, power: CompiledPower, kind: int) -> float:
    """Return the cost of using a power."""
    if power.discard == price.SELF:
        return ev.table.vp[power.card] + 0.5 * min(1.0, ev.later)
    if power.discard == price.GOOD:
        return good_loss(ev, kind)
    if power.discard in (price.OWN_WORLD, price.OWN_NEAR_WORLD):
        return cheapest_world(ev)
    return 0.0


def cheapest_world(ev: Evaluation) -> float:
    """Return the value of the least valuable world of the tableau."""
    least = NEVER
    for card in ev.tableau:
        if not ev.table.development[card]:
            least = min(least, ev.worth(card))
    return least


def good_loss(ev: Evaluation, kind: int) -> float:
    """Return the loss of spending a good."""
    goods = ev.goods[:]
    if kind == 0:
        for other in range(1, 5):
            if goods[other] > 0:
                kind = other
                break
    if kind == 0 or goods[kind] == 0:
        return 0.0
    goods[kind] -= 1
    return ev.stock - ev.stock_value(goods)
