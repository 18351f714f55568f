"""Goods, and the yield of the consume powers of a tableau for them."""

from __future__ import annotations

from repulse.games.galaxy.codes import effect
from repulse.games.galaxy.rules.card_table import CompiledPower


def priority(power: CompiledPower) -> float:
    """Return roughly what a consume power gives for each good: the order in which to use them."""
    if power.do == effect.CONSUME_ALL:
        return 0.4
    if power.do == effect.SELL:
        return 1.9
    value = power.vp * 1.5 + power.cards * 0.8
    if power.do == effect.CONSUME_DIFFERENT:
        return value / power.different if power.different else value - 0.05
    kinds = power.goods
    if len(kinds) > 1:
        return value / len(kinds)
    return value if kinds[0] == 0 else value + 0.1


def insert_consumer(consumers: list[CompiledPower], power: CompiledPower) -> None:
    """Put a power into a list that is kept in order of priority."""
    mine = priority(power)
    index = len(consumers)
    while index > 0 and priority(consumers[index - 1]) < mine:
        index -= 1
    consumers.insert(index, power)


def demand(consumers: list[CompiledPower]) -> list[int]:
    """Return the number of goods of each kind wanted by powers that take no other."""
    demanded = [0, 0, 0, 0, 0]
    for power in consumers:
        if power.do == effect.CONSUME:
            for kind in power.goods:
                if kind:
                    demanded[kind] += power.times
    return demanded


def take_any(goods: list[int], demanded: list[int]) -> int:
    """Take the good that the other powers miss least, the cheaper of two alike; its kind."""
    best = 0
    spare = -100
    for kind in range(1, 5):
        if goods[kind] > 0 and goods[kind] - demanded[kind] > spare:
            spare = goods[kind] - demanded[kind]
            best = kind
    goods[best] -= 1
    return best


class Consumed:
    """The yield of a heap of goods with the consume powers."""

    def __init__(self) -> None:
        self.vp = 0
        self.cards = 0


def consume_all_goods(goods: list[int], consumers: list[CompiledPower], prices: list[int]) -> Consumed:
    """Use the powers, best first; `goods` (by kind) is left with what they do not take."""
    got = Consumed()
    total = goods[1] + goods[2] + goods[3] + goods[4]
    if total == 0:
        return got
    demanded = demand(consumers)
    for power in consumers:
        if total == 0:
            break
        does = power.do
        if does == effect.CONSUME:
            total -= _eat(goods, total, power, demanded, got)
        elif does == effect.CONSUME_ALL:
            got.vp += max(0, power.vp * total + power.offset)
            for kind in range(1, 5):
                goods[kind] = 0
            total = 0
        elif does == effect.CONSUME_DIFFERENT:
            total -= _eat_different(goods, power, got)
        elif does == effect.SELL:
            best = most_expensive(goods, prices)
            goods[best] -= 1
            total -= 1
            got.cards += prices[best] if power.with_bonus else best + 1
    return got


def _eat(goods: list[int], total: int, power: CompiledPower, demanded: list[int], got: Consumed) -> int:
    """Use a power that takes goods of given kinds; how many it took."""
    kinds = power.goods
    if len(kinds) == 1:
        kind = kinds[0]
        count = min(power.times, goods[kind] if kind else total)
        if kind:
            goods[kind] -= count
        else:
            for _ in range(count):
                take_any(goods, demanded)
        got.vp += power.vp * count
        got.cards += power.cards * count
        return count
    if not _can_serve(goods, total, kinds):
        return 0
    for kind in kinds:
        if kind:
            goods[kind] -= 1
    for kind in kinds:
        if kind == 0:
            take_any(goods, demanded)
    got.vp += power.vp
    got.cards += power.cards
    return len(kinds)


def _can_serve(goods: list[int], total: int, kinds: list[int]) -> bool:
    if total < len(kinds):
        return False
    return all(not (kind and goods[kind] < kinds.count(kind)) for kind in kinds)


def _eat_different(goods: list[int], power: CompiledPower, got: Consumed) -> int:
    present = 0
    for kind in range(1, 5):
        if goods[kind] > 0:
            present += 1
    if present < power.different:
        return 0
    most = power.different if power.different else power.up_to
    count = 0
    for kind in range(1, 5):
        if goods[kind] > 0 and count < most:
            goods[kind] -= 1
            count += 1
    got.vp += power.vp if power.different else power.vp * count
    return count


def most_expensive(goods: list[int], prices: list[int]) -> int:
    """Return the kind among these goods that sells best; 0 without goods."""
    best = 0
    for kind in range(1, 5):
        if goods[kind] > 0 and (best == 0 or prices[kind] >= prices[best]):
            best = kind
    return best
