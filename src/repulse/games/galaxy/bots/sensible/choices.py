"""The small choices: what to discard, what to pay with, which good, which world."""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import Choice, Decision
from repulse.games.galaxy.bots.sensible.evaluation import Evaluation
from repulse.games.galaxy.bots.sensible.goods import demand, priority
from repulse.games.galaxy.bots.sensible.placing import (
    NEVER,
    develop_gain,
    force_cost,
    free_ride,
    loss,
    settle_gain,
    use_cost,
)
from repulse.games.galaxy.bots.sensible.war import repair_pays
from repulse.games.galaxy.codes import effect, no_card, price
from repulse.games.galaxy.codes.packing import POWERS_PER_CARD, power_of
from repulse.games.galaxy.rules.card_table import CardId
from repulse.games.galaxy.rules.holdings import PASS
from repulse.games.galaxy.rules.military import price_of, temporary_against
from repulse.games.galaxy.rules.phases.consume import sale_price
from repulse.games.galaxy.rules.phases.develop import replacements

_NO_MORE: Final = -1
_REPAIRS: Final = (no_card.REPAIR_BONUS, no_card.REPAIR_WITH_CARDS, no_card.REPAIR_WITH_GOOD)


def least(options: list[int], values: list[float], count: int) -> Choice:
    """Return the `count` options of the least value, in order."""
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


def card_values(ev: Evaluation, cards: list[CardId]) -> list[float]:
    """Return the promise of each card in hand, duplicates last; a card is always worth at least what it pays."""
    values: list[float] = []
    for i in range(len(cards)):
        card = cards[i]
        again = card in cards[:i]
        promise = -1.0 if again else ev.promise(card)
        if promise <= 0.0:
            promise = -0.1 + 0.001 * ev.table.vp[card] - (1.0 if again else 0.0)
        values.append(promise)
    return values


def discard_least(ev: Evaluation, decision: Decision) -> Choice:
    """Discard as few cards as possible, those that promise least."""
    return least(decision.options, card_values(ev, decision.options), decision.least)


def pay_least(ev: Evaluation, decision: Decision) -> Choice:
    """Pay with the cards that promise least."""
    return discard_least(ev, decision)


def discard_for_points(ev: Evaluation, decision: Decision) -> Choice:
    """Turn cards into points: every card worth less than a point."""
    power = ev.table.power(decision.about)
    values = ev.hand_values()
    count = decision.least
    for value in sorted(values)[count : decision.most]:
        if value < power.vp:
            count += 1
    return least(decision.options, values, count)


# --- placing ---


def place_development(ev: Evaluation, decision: Decision) -> Choice:
    """Return the development that gains most; none if none gains."""
    best = PASS
    most = 0.0
    bonus = 1 if ev.view.bonus[ev.seat] else 0
    for card in decision.options:
        if card != PASS:
            gain = develop_gain(ev, card, bonus)
            if gain > most:
                most = gain
                best = card
    return [best]


def place_world(ev: Evaluation, decision: Decision) -> Choice:
    """Return the world that gains most; none if none gains."""
    best = PASS
    most = 0.0
    for card in decision.options:
        if card != PASS:
            gain = settle_gain(ev, card)
            if gain > most:
                most = gain
                best = card
    return [best]


def use_means(ev: Evaluation, decision: Decision) -> Choice:
    """Return the cheapest way to place the world: as it is, with a ship, by paying, or by force."""
    view = ev.view
    world = decision.about
    done = _NO_MORE in decision.options
    conquest = ev.table.military[world] and view.payment.paying_power == 0
    if done:
        if conquest:
            return [_NO_MORE]
        ride = free_ride(ev, world)
        price = 0
        if not view.payment.is_free:
            price = price_of(
                view,
                ev.aids,
                world,
                ev.table.power(view.payment.paying_power) if view.payment.paying_power else None,
            )
        if ride is None or loss(ev, ride, 0) >= ev.price_value(world, price):
            return [_NO_MORE]
    force = NEVER
    if conquest:
        force = force_cost(ev, world, ev.missing(world) - view.payment.temp_military)
    best = decision.options[0]
    cheapest = 10.0 * NEVER
    for use in decision.options:
        if use != _NO_MORE:
            cost = _means_cost(ev, world, use, force)
            if cost < cheapest:
                cheapest = cost
                best = use
    return [best if cheapest < NEVER or not done else _NO_MORE]


def _means_cost(ev: Evaluation, world: CardId, use: int, force: float) -> float:
    """Return the cost of placing the world after this use of a power; `force` is the cost of conquest."""
    power = ev.table.power(power_of(use))
    if power.do == effect.COST_ZERO:
        return use_cost(ev, use) - power.vp
    if power.do == effect.PAY_FOR_MILITARY:
        return ev.price_value(world, price_of(ev.view, ev.aids, world, power))
    if power.do == effect.TEMP_MILITARY and force < NEVER and temporary_against(ev.view, power, world) > 0:
        return force + 0.01 * use_cost(ev, use)
    if power.do == effect.DISCOUNT:
        return use_cost(ev, use) - power.amount * ev.card + 0.5 * NEVER
    return 2.0 * NEVER


def buy_discount(ev: Evaluation, decision: Decision) -> Choice:
    """Buy a discount with a good if the good is worth less than the cards it saves."""
    best = _NO_MORE if _NO_MORE in decision.options else decision.options[0]
    most = 0.0 if best == _NO_MORE else -NEVER
    for use in decision.options:
        if use != _NO_MORE:
            gain = ev.table.power(power_of(use)).amount * ev.card - use_cost(ev, use)
            if gain > most:
                most = gain
                best = use
    return [best]


def world_to_replace(ev: Evaluation, decision: Decision) -> Choice:
    """Give up the world that is worth least, a damaged one first, if a development in hand is worth more."""
    best = PASS
    cheapest = NEVER
    for world in decision.options:
        if world != PASS and _standing_value(ev, world) < cheapest:
            cheapest = _standing_value(ev, world)
            best = world
    for card in replacements(ev.view, ev.seat):
        if ev.worth(card) - ev.held_value(card) > cheapest:
            return [best]
    return [PASS]


def replace_world(ev: Evaluation, decision: Decision) -> Choice:
    """Put the best development in the place of a world, if it is worth more."""
    best = PASS
    most = _standing_value(ev, decision.about)
    for card in decision.options:
        if card != PASS and ev.worth(card) - ev.held_value(card) > most:
            most = ev.worth(card) - ev.held_value(card)
            best = card
    return [best]


def _standing_value(ev: Evaluation, world: CardId) -> float:
    """Return the value of a world of the tableau as it stands."""
    return 0.0 if world in ev.view.damaged_worlds(ev.seat) else ev.worth(world)


def good_on_placement(ev: Evaluation, decision: Decision) -> Choice:
    """Give a card for a good if the good is worth it."""
    return _card_for_good(ev, decision, ev.table.kind[decision.about])


def _card_for_good(ev: Evaluation, decision: Decision, kind: int) -> Choice:
    values = card_values(ev, decision.options)
    cheapest = least(decision.options, values, 1)
    if ev.one_more(kind) > max(ev.card, min(values)):
        return cheapest
    return cheapest if decision.least else []


def world_worth_most(ev: Evaluation, decision: Decision) -> Choice:
    """Return the most valuable world: to begin with, or to repair."""
    best = decision.options[0]
    most = -NEVER
    for world in decision.options:
        value = ev.worth(world)
        if value > most:
            most = value
            best = world
    return [best]


# --- goods ---


def sell_good(ev: Evaluation, decision: Decision) -> Choice:
    """Sell the good that brings most; of two alike, the one least wanted."""
    best = decision.options[0]
    most = -1000.0
    demanded = demand(ev.consumers)
    for world in decision.options:
        price = sale_price(ev.view, ev.seat, world, True)
        value = price - 0.1 * demanded[ev.table.kind[world]] - 0.01 * ev.table.windfall[world]
        if value > most:
            most = value
            best = world
    return [best]


def use_consume_power(ev: Evaluation, decision: Decision) -> Choice:
    """Use first what costs nothing, then the powers that make most of the goods, and hand cards last."""
    best = decision.options[0]
    most = -1000.0
    for ident in decision.options:
        value = -50.0
        if ident != _NO_MORE:
            power = ev.table.power(ident)
            does = power.do
            if does in (effect.DRAW, effect.VP, effect.DRAW_IF_LUCKY):
                value = 50.0
            elif does == effect.DISCARD_CARDS:
                cheapest = min(ev.hand_values()) if ev.hand else 100.0
                value = -20.0 if cheapest < power.vp else -100.0
            else:
                value = priority(power)
        if value > most:
            most = value
            best = ident
    return [best]


def spend_goods(ev: Evaluation, decision: Decision) -> Choice:
    """Discard the goods that will be missed least."""
    demanded = demand(ev.consumers)
    values: list[float] = []
    for world in decision.options:
        kind = ev.table.kind[world]
        spare = ev.goods[kind] - demanded[kind]
        value = (
            0.1 * sale_price(ev.view, ev.seat, world, True)
            - 0.5 * spare
            + (0.2 if ev.table.windfall[world] else 0.0)
        )
        values.append(value)
    return least(decision.options, values, decision.least)


def lucky_number(ev: Evaluation, decision: Decision) -> Choice:
    """Return the number that most cards bear."""
    number = ev.estimates.lucky
    return [number if number in decision.options else decision.options[0]]


def fill_windfall(ev: Evaluation, decision: Decision) -> Choice:
    """Produce where the good is worth most."""
    best = decision.options[0]
    most = -1000.0
    for world in decision.options:
        value = ev.one_more(ev.table.kind[world])
        for power in ev.table.produce[world]:
            if power.do == effect.DRAW_IF_PRODUCED:
                value += ev.card * power.amount
        if value > most:
            most = value
            best = world
    return [best]


def use_produce_power(ev: Evaluation, decision: Decision) -> Choice:
    """Repair and discard for a good where that pays, and only then draw for the goods."""
    for ident in decision.options:
        if ident == _NO_MORE:
            continue
        if ident < POWERS_PER_CARD:
            if repair_pays(ev, ident):
                return [ident]
            continue
        power = ev.table.power(ident)
        if power.do == effect.REPAIR:
            return [ident]
        if power.discard == price.HAND:
            kind = power.kind or ev.table.kind[power.card]
            if kind and ev.one_more(kind) > min(ev.hand_values()):
                return [ident]
    return [_towards_a_repair(ev, decision)]


def _towards_a_repair(ev: Evaluation, decision: Decision) -> int:
    """Return what may yet pay for a repair, goods before cards, while none can be paid for; else nothing."""
    if not ev.view.damaged[ev.seat] or any(ident in _REPAIRS for ident in decision.options):
        return _NO_MORE
    if no_card.PRODUCE_BONUS in decision.options:
        return no_card.PRODUCE_BONUS
    for ident in decision.options:
        if ident != _NO_MORE and ev.table.power(ident).discard != price.HAND:
            return ident
    return _NO_MORE
