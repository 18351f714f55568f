"""Placing cards: what it gains, what it costs, which one to place and by what means."""

from __future__ import annotations

from typing import Final

from repulse.games.galaxy.bots.sensible.evaluation import Outlook
from repulse.games.galaxy.rules.card_table import CardId, Power
from repulse.games.galaxy.rules.codes import do, spend
from repulse.games.galaxy.rules.military import (
    frees,
    is_there,
    most_temporary,
    temporary_against,
)
from repulse.games.galaxy.rules.packing import power_of, world_of
from repulse.games.galaxy.rules.state import PASS

NEVER: Final = 1000.0
"""The cost of what cannot be done."""


class Placing:
    """The best card to place, or PASS, and what it gains."""

    def __init__(self) -> None:
        self.card: CardId = PASS
        self.gain = 0.0
        self.price = 0
        self.second = 0.0
        """What the next best one would gain."""

    def offer(self, card: CardId, gain: float, price: int) -> None:
        """Consider a card."""
        if gain > self.gain:
            self.second = self.gain
            self.card = card
            self.gain = gain
            self.price = price
        elif gain > self.second:
            self.second = gain


def develop_gain(o: Outlook, card: CardId, bonus: int) -> float:
    """What it gains to place a development now rather than hold it."""
    price = o.develop_price(card, bonus)
    return o.worth(card) - o.price_value(card, price) - o.held_value(card) * o.weights.tempo


def settle_gain(o: Outlook, world: CardId) -> float:
    """What it gains to place a world now rather than hold it."""
    return o.worth(world) - settle_cost(o, world) - o.held_value(world) * o.weights.tempo


def best_development(o: Outlook, bonus: int) -> Placing:
    """The best development that can be placed, with or without the bonus of Develop."""
    best = Placing()
    spend = len(o.hand) - 1
    seen: list[CardId] = []
    for card in o.hand:
        if o.table.development[card] and card not in o.owned and card not in seen:
            seen.append(card)
            price = o.develop_price(card, bonus)
            if price <= spend:
                best.offer(card, develop_gain(o, card, bonus), price)
    return best


def best_world(o: Outlook) -> Placing:
    """The best world that can be placed."""
    best = Placing()
    seen: list[CardId] = []
    for world in o.hand:
        if not o.table.development[world] and world not in o.owned and world not in seen:
            seen.append(world)
            best.offer(world, settle_gain(o, world), max(0, o.settle_price(world)))
    return best


# --- the means of placing a world ---


def settle_cost(o: Outlook, world: CardId) -> float:
    """What it costs to place a world in the cheapest way."""
    price = o.settle_price(world)
    cost = NEVER
    if 0 <= price <= len(o.hand) - o.hand.count(world):
        cost = o.price_value(world, price)
    if cost > 0.0 and o.means.optional:
        if o.table.military[world]:
            cost = min(cost, force_cost(o, world, o.missing(world)))
        else:
            ship = free_ride(o, world)
            if ship is not None:
                cost = min(cost, loss(o, ship, 0))
    return cost


def force_cost(o: Outlook, world: CardId, missing: int) -> float:
    """What it costs to conquer a world with temporary Military."""
    if most_temporary(o.view, o.seat, o.means, world) < missing:
        return NEVER
    cost = 0.0
    for power in o.means.optional:
        if missing > 0 and power.do == do.TEMP_MILITARY and is_there(o.view, o.seat, power, world):
            more = temporary_against(o.view, power, world)
            if more > 0:
                missing -= more
                cost += loss(o, power, power.discard_kind)
    return cost


def use_cost(o: Outlook, use: int) -> float:
    """What one use of a power gives up: its own card, a good, a world, a card in hand."""
    power = o.table.power(power_of(use))
    given = world_of(use)
    if power.discard == spend.GOOD:
        return good_loss(o, o.table.kind[given])
    if given:
        return o.worth(given)
    if power.discard == spend.HAND:
        values = o.hand_values()
        return min(values) if values else NEVER
    return loss(o, power, 0)


def free_ride(o: Outlook, world: CardId) -> Power | None:
    """A power that places this world for nothing."""
    for power in o.means.optional:
        if (
            power.do == do.COST_ZERO
            and frees(o.view, power, world)
            and is_there(o.view, o.seat, power, world)
        ):
            return power
    return None


def loss(o: Outlook, power: Power, kind: int) -> float:
    """What is given up by using a power."""
    if power.discard == spend.SELF:
        return o.table.vp[power.card] + 0.5 * min(1.0, o.later)
    if power.discard == spend.GOOD:
        return good_loss(o, kind)
    if power.discard in (spend.OWN_WORLD, spend.OWN_NEAR_WORLD):
        return cheapest_world(o)
    return 0.0


def cheapest_world(o: Outlook) -> float:
    """What the least worthy world of the tableau is worth."""
    least = NEVER
    for card in o.tableau:
        if not o.table.development[card]:
            least = min(least, o.worth(card))
    return least


def good_loss(o: Outlook, kind: int) -> float:
    """What is lost with a good."""
    goods = o.goods[:]
    if kind == 0:
        for each in range(1, 5):
            if goods[each] > 0:
                kind = each
                break
    if kind == 0 or goods[kind] == 0:
        return 0.0
    goods[kind] -= 1
    return o.stock - o.stock_value(goods)
