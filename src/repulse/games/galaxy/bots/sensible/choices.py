"""The small choices: what to discard, what to pay with, which good, which world."""

from __future__ import annotations

from repulse.engine.contract import Choice, Decision
from repulse.games.galaxy.bots.sensible.evaluation import Outlook
from repulse.games.galaxy.bots.sensible.goods import appetite, demand
from repulse.games.galaxy.bots.sensible.placing import (
    NEVER,
    cheapest_world,
    develop_gain,
    force_cost,
    free_ride,
    loss,
    settle_gain,
    use_cost,
)
from repulse.games.galaxy.bots.sensible.war import repair_pays
from repulse.games.galaxy.rules.card_table import CardId
from repulse.games.galaxy.rules.codes import do, spend
from repulse.games.galaxy.rules.military import price_of, temporary_against
from repulse.games.galaxy.rules.packing import POWERS_A_CARD, power_of
from repulse.games.galaxy.rules.state import PASS

_NO_MORE = -1


def least(options: list[int], values: list[float], count: int) -> Choice:
    """The `count` options of the least value, in order."""
    left = list(range(len(options)))
    chosen: Choice = []
    for _ in range(count):
        best = left[0]
        for i in left:
            if values[i] < values[best]:
                best = i
        left.remove(best)
        chosen.append(options[best])
    chosen.sort()
    return chosen


# --- cards in hand ---


def card_values(o: Outlook, cards: list[CardId]) -> list[float]:
    """What cards of the hand promise, the doubles last; nothing is worth less than it pays."""
    values: list[float] = []
    for i in range(len(cards)):
        card = cards[i]
        again = card in cards[:i]
        promise = -1.0 if again else o.promise(card)
        if promise <= 0.0:
            promise = -0.1 + 0.001 * o.table.vp[card] - (1.0 if again else 0.0)
        values.append(promise)
    return values


def discard_least(o: Outlook, decision: Decision) -> Choice:
    """Give up as few cards as may be, those that promise least."""
    return least(decision.options, card_values(o, decision.options), decision.least)


def pay_least(o: Outlook, decision: Decision) -> Choice:
    """Pay with the cards that promise least."""
    return discard_least(o, decision)


def discard_for_points(o: Outlook, decision: Decision) -> Choice:
    """Turn cards into points: every card worth less than a point."""
    power = o.table.power(decision.about)
    values = o.hand_values()
    count = decision.least
    for value in sorted(values)[count : decision.most]:
        if value < power.vp:
            count += 1
    return least(decision.options, values, count)


# --- placing ---


def place_development(o: Outlook, decision: Decision) -> Choice:
    """The development that gains most; none if none gains."""
    best = PASS
    most = 0.0
    bonus = 1 if o.view.bonus[o.seat] else 0
    for card in decision.options:
        if card != PASS:
            gain = develop_gain(o, card, bonus)
            if gain > most:
                most = gain
                best = card
    return [best]


def place_world(o: Outlook, decision: Decision) -> Choice:
    """The world that gains most; none if none gains."""
    best = PASS
    most = 0.0
    for card in decision.options:
        if card != PASS:
            gain = settle_gain(o, card)
            if gain > most:
                most = gain
                best = card
    return [best]


def use_means(o: Outlook, decision: Decision) -> Choice:
    """The cheapest way to place the world: as it is, with a ship, by paying, or by force."""
    view = o.view
    world = decision.about
    done = _NO_MORE in decision.options
    conquest = o.table.military[world] and view.paying == 0
    if done:
        if conquest:
            return [_NO_MORE]
        ride = free_ride(o, world)
        price = 0
        if not view.free:
            price = price_of(view, o.means, world, o.table.power(view.paying) if view.paying else None)
        if ride is None or loss(o, ride, 0) >= o.price_value(world, price):
            return [_NO_MORE]
    force = NEVER
    if conquest:
        force = force_cost(o, world, o.missing(world) - view.temp)
    best = decision.options[0]
    cheapest = 10.0 * NEVER
    for use in decision.options:
        if use != _NO_MORE:
            cost = _means_cost(o, world, use, force)
            if cost < cheapest:
                cheapest = cost
                best = use
    return [best if cheapest < NEVER or not done else _NO_MORE]


def _means_cost(o: Outlook, world: CardId, use: int, force: float) -> float:
    """What it costs to go on with this use of a power; `force` is the cost of conquest."""
    power = o.table.power(power_of(use))
    if power.do == do.COST_ZERO:
        return use_cost(o, use) - power.vp
    if power.do == do.PAY_FOR_MILITARY:
        return o.price_value(world, price_of(o.view, o.means, world, power))
    if power.do == do.TEMP_MILITARY and force < NEVER and temporary_against(o.view, power, world) > 0:
        return force + 0.01 * use_cost(o, use)
    if power.do == do.DISCOUNT:
        return use_cost(o, use) - power.amount * o.card + 0.5 * NEVER
    return 2.0 * NEVER


def buy_discount(o: Outlook, decision: Decision) -> Choice:
    """Buy a discount with a good if the good is worth less than the cards it saves."""
    best = _NO_MORE if _NO_MORE in decision.options else decision.options[0]
    most = 0.0 if best == _NO_MORE else -NEVER
    for use in decision.options:
        if use != _NO_MORE:
            gain = o.table.power(power_of(use)).amount * o.card - use_cost(o, use)
            if gain > most:
                most = gain
                best = use
    return [best]


def replace_world(o: Outlook, decision: Decision) -> Choice:
    """Put a development in the place of a world if it is worth more by far."""
    best = PASS
    most = cheapest_world(o)
    if o.view.damaged[o.seat]:
        most = 0.0
    for card in decision.options:
        if card != PASS and o.worth(card) - o.held_value(card) > most:
            most = o.worth(card) - o.held_value(card)
            best = card
    return [best]


def world_to_replace(o: Outlook, decision: Decision) -> Choice:
    """Give up the world that is worth least, a damaged one first."""
    damaged = o.view.damaged_worlds(o.seat)
    values = [-1.0 if world in damaged else o.worth(world) for world in decision.options]
    return least(decision.options, values, 1)


def good_on_placement(o: Outlook, decision: Decision) -> Choice:
    """Give a card for a good if the good is worth it."""
    return _card_for_good(o, decision, o.table.kind[decision.about])


def _card_for_good(o: Outlook, decision: Decision, kind: int) -> Choice:
    values = card_values(o, decision.options)
    cheapest = least(decision.options, values, 1)
    if o.one_more(kind) > max(o.card, min(values)):
        return cheapest
    return cheapest if decision.least else []


def world_worth_most(o: Outlook, decision: Decision) -> Choice:
    """The world that is worth most: to begin with, or to repair."""
    best = decision.options[0]
    most = -NEVER
    for world in decision.options:
        value = o.worth(world)
        if value > most:
            most = value
            best = world
    return [best]


# --- goods ---


def sell_good(o: Outlook, decision: Decision) -> Choice:
    """Sell the good that brings most, of two alike the one least wanted."""
    best = decision.options[0]
    most = -1000.0
    wanted = demand(o.eaters)
    for world in decision.options:
        value = _sale(o, world) - 0.1 * wanted[o.table.kind[world]] - 0.01 * o.table.windfall[world]
        if value > most:
            most = value
            best = world
    return [best]


def _sale(o: Outlook, world: CardId) -> float:
    kind = o.table.kind[world]
    price = kind + 1
    for card in o.tableau:
        for power in o.study.trade[card]:
            if (power.kind == 0 or power.kind == kind) and (not power.this_world or card == world):
                price += power.amount
    return float(price)


def use_consume_power(o: Outlook, decision: Decision) -> Choice:
    """Use first what costs nothing, then the powers that make most of the goods, and hand cards last."""
    best = decision.options[0]
    most = -1000.0
    for ident in decision.options:
        value = -50.0
        if ident != _NO_MORE:
            power = o.table.power(ident)
            does = power.do
            if does in (do.DRAW, do.VP, do.DRAW_IF_LUCKY):
                value = 50.0
            elif does == do.DISCARD_CARDS:
                cheapest = min(o.hand_values()) if o.hand else 100.0
                value = -20.0 if cheapest < power.vp else -100.0
            else:
                value = appetite(power)
        if value > most:
            most = value
            best = ident
    return [best]


def spend_goods(o: Outlook, decision: Decision) -> Choice:
    """Give up the goods that are missed least."""
    wanted = demand(o.eaters)
    values: list[float] = []
    for world in decision.options:
        kind = o.table.kind[world]
        spare = o.goods[kind] - wanted[kind]
        value = 0.1 * _sale(o, world) - 0.5 * spare + (0.2 if o.table.windfall[world] else 0.0)
        values.append(value)
    return least(decision.options, values, decision.least)


def lucky_number(o: Outlook, decision: Decision) -> Choice:
    """The number that most cards bear."""
    number = o.study.lucky
    return [number if number in decision.options else decision.options[0]]


def fill_windfall(o: Outlook, decision: Decision) -> Choice:
    """Produce where the good is worth most."""
    best = decision.options[0]
    most = -1000.0
    for world in decision.options:
        value = o.one_more(o.table.kind[world])
        for power in o.table.produce[world]:
            if power.do == do.DRAW_IF_PRODUCED:
                value += o.card * power.amount
        if value > most:
            most = value
            best = world
    return [best]


def use_produce_power(o: Outlook, decision: Decision) -> Choice:
    """Repair and discard for a good where that pays, and only then draw for the goods."""
    for ident in decision.options:
        if ident == _NO_MORE:
            continue
        if ident < POWERS_A_CARD:
            if repair_pays(o, ident):
                return [ident]
            continue
        power = o.table.power(ident)
        if power.do == do.REPAIR:
            return [ident]
        if power.discard == spend.HAND:
            kind = power.kind or o.table.kind[power.card]
            if kind and o.one_more(kind) > min(o.hand_values()):
                return [ident]
    return [_NO_MORE if _NO_MORE in decision.options else decision.options[0]]
