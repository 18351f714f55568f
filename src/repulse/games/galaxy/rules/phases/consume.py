"""Phase IV, Consume: sell a good, then use the consume powers."""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import (
    Choice,
    Decision,
    Seat,
    ask_one,
    ask_some,
)
from repulse.games.galaxy.rules.card_table import CardId, Power, PowerId
from repulse.games.galaxy.rules.codes import action, do, events, phase, prompts, step
from repulse.games.galaxy.rules.phases.rounds import begin_phase, picks
from repulse.games.galaxy.rules.state import GalaxyState, Step

NO_MORE: Final = -1
"""Among the powers: use none of the remaining optional ones."""


# --- selling ---


def sale_price(s: GalaxyState, seat: Seat, world: CardId, with_bonus: bool) -> int:
    """The number of cards that a world's good sells for (R-TRD-02)."""
    table = s.cards
    kind = table.kind[world]
    price = kind + 1
    if not with_bonus:
        return price
    for card in s.working(seat):
        for power in table.trade[card]:
            if raises_price(power, world, kind):
                price += power.amount
    return price


def raises_price(power: Power, world: CardId, kind: int) -> bool:
    """Whether a Trade power raises the price of a world's good of that kind."""
    if power.do != do.BONUS or (power.kind != 0 and power.kind != kind):
        return False
    return not power.this_world or power.card == world


def sell(s: GalaxyState, seat: Seat, world: CardId, with_bonus: bool) -> None:
    """Sell the good of a world."""
    price = sale_price(s, seat, world, with_bonus)
    s.spend_good(seat, world)
    if s.log is not None:
        s.log.append([events.SELL, seat, world, price])
    s.draw(seat, price, events.FOR_SALE)


def tradable(s: GalaxyState, seat: Seat) -> list[CardId]:
    """The worlds whose goods may be sold with the Trade bonus."""
    return [world for world in s.worlds_with_goods(seat, 0) if not _cannot_sell(s, world)]


def _cannot_sell(s: GalaxyState, world: CardId) -> bool:
    return any(power.do == do.CANNOT_SELL for power in s.cards.trade[world])


class Consume(Step):
    """The phase begins: each seat sells if it picked Trade, then consumes."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Queue the seats in player order."""
        begin_phase(s, phase.CONSUME)
        s.then_each(step.TRADE)


class Trade(Step):
    """A seat that picked Consume: Trade sells one good first; it cannot decline (R-TRD-01)."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Ask if there is a choice of goods."""
        s.spent = []
        s.then(step.CONSUME_POWER, seat)
        if not picks(s, seat, action.TRADE):
            return
        worlds = tradable(s, seat)
        if len(worlds) == 1:
            sell(s, seat, worlds[0], True)
        elif worlds:
            s.ask_seat(seat)

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which good."""
        return ask_one(prompts.CONSUME_TRADE, seat, tradable(s, seat))

    def answer(self, s: GalaxyState, seat: Seat, arg: int, choice: Choice) -> None:
        """Sell it."""
        sell(s, seat, choice[0], True)


# --- consume powers ---


def is_usable(s: GalaxyState, seat: Seat, power: Power) -> bool:
    """Whether a consume power can be used now (R-CON-02, R-CON-04)."""
    does = power.do
    if does == do.CONSUME:
        return _has_goods(s, seat, power)
    if does in (do.CONSUME_ALL, do.SELL):
        return s.has_goods(seat, 0)
    if does == do.CONSUME_DIFFERENT:
        return len(_kinds_held(s, seat)) >= max(1, power.different)
    if does == do.DISCARD_CARDS:
        return bool(s.hand[seat])
    return True


def _has_goods(s: GalaxyState, seat: Seat, power: Power) -> bool:
    goods = power.goods
    if len(goods) == 1:
        return s.has_goods(seat, goods[0])
    return bool(fitting_next(s, seat, power, []))


def _kinds_held(s: GalaxyState, seat: Seat) -> list[int]:
    kinds: list[int] = []
    for world in s.worlds_with_goods(seat, 0):
        kind = s.cards.kind[world]
        if kind not in kinds:
            kinds.append(kind)
    return kinds


def usable_powers(s: GalaxyState, seat: Seat) -> list[PowerId]:
    """The consume powers that can be used now."""
    table = s.cards
    spent = s.spent
    powers: list[PowerId] = []
    for card in s.working(seat):
        for power in table.consume[card]:
            if power.ident not in spent and is_usable(s, seat, power):
                powers.append(power.ident)
    return powers


def is_optional(power: Power) -> bool:
    """Whether a consume power is optional: only those that spend hand cards are (R-CON-01)."""
    return power.do == do.DISCARD_CARDS


class ConsumePower(Step):
    """Use consume powers, in any order, until no compulsory one is left."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Use the only power without asking; ask where there is a choice."""
        powers = usable_powers(s, seat)
        if not powers:
            return
        if len(powers) == 1 and not is_optional(s.cards.power(powers[0])):
            self.answer(s, seat, arg, powers)
        else:
            s.ask_seat(seat)

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which power; "no more" is offered once only optional ones are left."""
        powers = usable_powers(s, seat)
        for ident in powers:
            if not is_optional(s.cards.power(ident)):
                return ask_one(prompts.CONSUME_POWER, seat, powers)
        return ask_one(prompts.CONSUME_POWER, seat, [*powers, NO_MORE])

    def answer(self, s: GalaxyState, seat: Seat, arg: int, choice: Choice) -> None:
        """Use it."""
        if choice[0] == NO_MORE:
            return
        power = s.cards.power(choice[0])
        s.spent.append(power.ident)
        s.then(step.CONSUME_POWER, seat)
        does = power.do
        if does in (do.CONSUME, do.CONSUME_DIFFERENT):
            s.taken = []
            s.then(step.CONSUME_GOODS, seat, power.ident)
        elif does == do.CONSUME_ALL:
            _consume(s, seat, power, s.worlds_with_goods(seat, 0))
        elif does == do.SELL:
            s.then(step.CONSUME_SELL, seat, power.ident)
        elif does == do.DISCARD_CARDS:
            s.then(step.CONSUME_HAND, seat, power.ident)
        elif does == do.DRAW:
            s.draw(seat, power.amount, power.card)
        elif does == do.VP:
            _gain(s, seat, power, power.amount)
        elif does == do.DRAW_IF_LUCKY:
            s.then(step.CONSUME_LUCKY, seat, power.ident)


def _gain(s: GalaxyState, seat: Seat, power: Power, vp: int) -> None:
    """Gain the VPs of a power, doubled by the 2x VPs bonus (R-CON-07)."""
    if vp == 0:
        return
    if power.doubled and picks(s, seat, action.CONSUME_2X):
        vp *= 2
    s.gain_chips(seat, vp)
    if s.log is not None:
        s.log.append([events.GAIN, seat, power.card, vp])


def _consume(s: GalaxyState, seat: Seat, power: Power, worlds: list[CardId]) -> None:
    """Spend the goods of some worlds on a power and take what it gives for them."""
    for world in worlds:
        s.spend_good(seat, world)
    if s.log is not None:
        s.log.append([events.CONSUME, seat, power.card, *worlds])
    times = _times(power, len(worlds))
    _gain(s, seat, power, power.vp * times + power.offset)
    if power.cards:
        s.draw(seat, power.cards * times, power.card)


def _times(power: Power, goods: int) -> int:
    """How often a power pays out for a number of goods."""
    if power.do == do.CONSUME:
        return goods // len(power.goods)
    if power.different:
        return 1
    return goods


def fitting_next(s: GalaxyState, seat: Seat, power: Power, taken: list[CardId]) -> list[CardId]:
    """The worlds whose goods a power may take next, such that it can still take all it needs.

    For a list of kinds the goods are taken kind by kind in the order of the list; for different kinds, one of
    each, as many kinds as it needs or as there are (R-CON-04, R-CON-05).
    """
    held = [world for world in s.worlds_with_goods(seat, 0) if world not in taken]
    kinds = s.cards.kind
    if power.do == do.CONSUME_DIFFERENT:
        seen = [kinds[world] for world in taken]
        return [world for world in held if kinds[world] not in seen]
    wanted = power.goods[len(taken) :]
    return [
        world
        for world in held
        if (wanted[0] == 0 or kinds[world] == wanted[0]) and _can_fill(s, held, world, wanted[1:])
    ]


def _can_fill(s: GalaxyState, held: list[CardId], without: CardId, wanted: list[int]) -> bool:
    """Whether the goods held, without one of them, can serve all the kinds still needed."""
    left = [0, 0, 0, 0, 0]
    for world in held:
        if world != without:
            left[s.cards.kind[world]] += 1
            left[0] += 1
    for kind in wanted:
        if kind:
            left[kind] -= 1
            if left[kind] < 0:
                return False
    return left[0] >= len(wanted)


def goods_needed(s: GalaxyState, seat: Seat, power: Power) -> int:
    """How many goods a power takes: as many as it can (R-CON-03, R-CON-05)."""
    if power.do == do.CONSUME_DIFFERENT:
        return power.different or min(power.up_to, len(_kinds_held(s, seat)))
    if len(power.goods) == 1:
        return min(power.times, len(s.worlds_with_goods(seat, power.goods[0])))
    return len(power.goods)


def takes_alike(power: Power) -> bool:
    """Whether all goods that a power takes are interchangeable, so that they can be picked together."""
    if power.do != do.CONSUME:
        return False
    first = power.goods[0]
    return all(kind == first for kind in power.goods)


class ConsumeGoods(Step):
    """Choose the goods for the power `arg`: together if they are all alike, else one by one."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Take them without asking if there is no choice."""
        power = s.cards.power(arg)
        if takes_alike(power):
            worlds = s.worlds_with_goods(seat, power.goods[0])
            if len(worlds) == goods_needed(s, seat, power):
                _consume(s, seat, power, worlds)
            else:
                s.ask_seat(seat)
            return
        if len(s.taken) == goods_needed(s, seat, power):
            _consume(s, seat, power, s.taken)
            s.taken = []
            return
        worlds = fitting_next(s, seat, power, s.taken)
        if len(worlds) == 1:
            self.answer(s, seat, arg, worlds)
        else:
            s.ask_seat(seat)

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which goods."""
        power = s.cards.power(arg)
        if takes_alike(power):
            count = goods_needed(s, seat, power)
            worlds = s.worlds_with_goods(seat, power.goods[0])
            return ask_some(prompts.CONSUME_GOODS, seat, worlds, count, count, arg)
        return ask_one(prompts.CONSUME_GOOD, seat, fitting_next(s, seat, power, s.taken), arg)

    def answer(self, s: GalaxyState, seat: Seat, arg: int, choice: Choice) -> None:
        """Take them."""
        power = s.cards.power(arg)
        if takes_alike(power):
            _consume(s, seat, power, choice)
            return
        s.taken.append(choice[0])
        s.then(step.CONSUME_GOODS, seat, arg)


class ConsumeHand(Step):
    """Discard hand cards for VPs, up to the power's limit (R-CON-08)."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Ask."""
        s.ask_seat(seat)

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which cards."""
        hand = s.hand[seat]
        most = min(s.cards.power(arg).times, len(hand))
        return ask_some(prompts.CONSUME_HAND, seat, hand[:], 1, most, arg)

    def answer(self, s: GalaxyState, seat: Seat, arg: int, choice: Choice) -> None:
        """Discard them and gain."""
        power = s.cards.power(arg)
        s.discard_from_hand(seat, choice)
        if s.log is not None:
            s.log.append([events.DISCARD_FOR_VP, seat, power.card, *choice])
        _gain(s, seat, power, power.vp * len(choice))


class ConsumeSell(Step):
    """Sell a good with the consume power `arg`."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Ask if there is a choice of goods."""
        worlds = s.worlds_with_goods(seat, 0)
        if len(worlds) == 1:
            self.answer(s, seat, arg, worlds)
        else:
            s.ask_seat(seat)

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which good."""
        return ask_one(prompts.CONSUME_SELL, seat, s.worlds_with_goods(seat, 0), arg)

    def answer(self, s: GalaxyState, seat: Seat, arg: int, choice: Choice) -> None:
        """Sell it."""
        sell(s, seat, choice[0], s.cards.power(arg).with_bonus)


class ConsumeLucky(Step):
    """Name a number and turn over the top card: a match goes to hand (R-CON-09)."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Ask."""
        s.ask_seat(seat)

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which number."""
        power = s.cards.power(arg)
        return ask_one(prompts.CONSUME_LUCKY, seat, list(range(power.lowest, power.highest + 1)), arg)

    def answer(self, s: GalaxyState, seat: Seat, arg: int, choice: Choice) -> None:
        """Turn it over."""
        card = s.take_top()
        if card < 0:
            return
        s.news += 1
        hit = s.cards.cost[card] == choice[0]
        if s.log is not None:
            s.log.append([events.LUCKY, seat, choice[0], card, 1 if hit else 0])
        if hit:
            s.hand[seat].append(card)
        else:
            s.discards.append(card)
