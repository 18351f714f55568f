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
from repulse.engine.steps import Step
from repulse.games.galaxy.codes import action, effect, events, phase, prompts, step
from repulse.games.galaxy.rules.card_table import CardId, CompiledPower, PowerId
from repulse.games.galaxy.rules.phases.rounds import begin_phase, picks
from repulse.games.galaxy.rules.position import Position

NO_MORE: Final = -1
"""Among the powers: use none of the remaining optional ones."""


# --- selling ---


def sale_price(state: Position, seat: Seat, world: CardId, with_bonus: bool) -> int:
    """Return the number of cards that a world's good sells for (R-TRD-02)."""
    table = state.cards
    kind = table.kind[world]
    price = kind + 1
    if not with_bonus:
        return price
    for card in state.working(seat):
        for power in table.trade[card]:
            if raises_price(power, world, kind):
                price += power.amount
    return price


def raises_price(power: CompiledPower, world: CardId, kind: int) -> bool:
    """Return whether a Trade power raises the price of a world's good of that kind."""
    if power.do != effect.BONUS or (power.kind != 0 and power.kind != kind):
        return False
    return not power.this_world or power.card == world


def sell(state: Position, seat: Seat, world: CardId, with_bonus: bool) -> None:
    """Sell the good of a world."""
    price = sale_price(state, seat, world, with_bonus)
    state.spend_good(seat, world)
    if state.log is not None:
        state.log.append([events.SELL, seat, world, price])
    state.draw(seat, price, events.FOR_SALE)


def tradable(state: Position, seat: Seat) -> list[CardId]:
    """Return the worlds whose goods may be sold with the Trade bonus."""
    return [world for world in state.worlds_with_goods(seat, 0) if not _cannot_sell(state, world)]


def _cannot_sell(state: Position, world: CardId) -> bool:
    return any(power.do == effect.CANNOT_SELL for power in state.cards.trade[world])


class Consume(Step[Position]):
    """The phase begins: each seat sells if it picked Trade, then consumes."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Queue the seats in player order."""
        begin_phase(state, phase.CONSUME)
        state.then_each(step.TRADE)


class Trade(Step[Position]):
    """A seat that picked Consume: Trade sells one good first; it cannot decline (R-TRD-01)."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Ask if there is a choice of goods."""
        state.payment.reset()
        state.then(step.CONSUME_POWER, seat)
        if not picks(state, seat, action.TRADE):
            return
        worlds = tradable(state, seat)
        if len(worlds) == 1:
            sell(state, seat, worlds[0], True)
        elif worlds:
            state.ask_seat(seat)

    def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
        """Ask which good."""
        return ask_one(prompts.CONSUME_TRADE, seat, tradable(state, seat))

    def answer(self, state: Position, seat: Seat, arg: int, choice: Choice) -> None:
        """Sell it."""
        sell(state, seat, choice[0], True)


# --- consume powers ---


def is_usable(state: Position, seat: Seat, power: CompiledPower) -> bool:
    """Return whether a consume power can be used now (R-CON-02, R-CON-04)."""
    does = power.do
    if does == effect.CONSUME:
        return _has_goods(state, seat, power)
    if does in (effect.CONSUME_ALL, effect.SELL):
        return state.has_goods(seat, 0)
    if does == effect.CONSUME_DIFFERENT:
        return len(_kinds_held(state, seat)) >= max(1, power.different)
    if does == effect.DISCARD_CARDS:
        return bool(state.hand[seat])
    return True


def _has_goods(state: Position, seat: Seat, power: CompiledPower) -> bool:
    goods = power.goods
    if len(goods) == 1:
        return state.has_goods(seat, goods[0])
    return bool(fitting_next(state, seat, power, []))


def _kinds_held(state: Position, seat: Seat) -> list[int]:
    kinds: list[int] = []
    for world in state.worlds_with_goods(seat, 0):
        kind = state.cards.kind[world]
        if kind not in kinds:
            kinds.append(kind)
    return kinds


def usable_powers(state: Position, seat: Seat) -> list[PowerId]:
    """Return the consume powers that can be used now."""
    table = state.cards
    spent = state.payment.used_powers
    powers: list[PowerId] = []
    for card in state.working(seat):
        for power in table.consume[card]:
            if power.ident not in spent and is_usable(state, seat, power):
                powers.append(power.ident)
    return powers


def is_optional(power: CompiledPower) -> bool:
    """Return whether a consume power is optional: only those that spend hand cards are (R-CON-01)."""
    return power.do == effect.DISCARD_CARDS


class ConsumePower(Step[Position]):
    """Use consume powers, in any order, until no compulsory one is left."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Use the only power without asking; ask where there is a choice."""
        powers = usable_powers(state, seat)
        if not powers:
            return
        if len(powers) == 1 and not is_optional(state.cards.power(powers[0])):
            self.answer(state, seat, arg, powers)
        else:
            state.ask_seat(seat)

    def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
        """Ask which power; "no more" is offered once only optional ones are left."""
        powers = usable_powers(state, seat)
        for ident in powers:
            if not is_optional(state.cards.power(ident)):
                return ask_one(prompts.CONSUME_POWER, seat, powers)
        return ask_one(prompts.CONSUME_POWER, seat, [*powers, NO_MORE])

    def answer(self, state: Position, seat: Seat, arg: int, choice: Choice) -> None:
        """Use it."""
        if choice[0] == NO_MORE:
            return
        power = state.cards.power(choice[0])
        state.payment.used_powers.append(power.ident)
        state.then(step.CONSUME_POWER, seat)
        does = power.do
        if does in (effect.CONSUME, effect.CONSUME_DIFFERENT):
            state.payment.taken_goods = []
            state.then(step.CONSUME_GOODS, seat, power.ident)
        elif does == effect.CONSUME_ALL:
            _consume(state, seat, power, state.worlds_with_goods(seat, 0))
        elif does == effect.SELL:
            state.then(step.CONSUME_SELL, seat, power.ident)
        elif does == effect.DISCARD_CARDS:
            state.then(step.CONSUME_HAND, seat, power.ident)
        elif does == effect.DRAW:
            state.draw(seat, power.amount, power.card)
        elif does == effect.VP:
            _gain(state, seat, power, power.amount)
        elif does == effect.DRAW_IF_LUCKY:
            state.then(step.CONSUME_LUCKY, seat, power.ident)


def _gain(state: Position, seat: Seat, power: CompiledPower, vp: int) -> None:
    """Gain the VPs of a power, doubled by the 2x VPs bonus (R-CON-07)."""
    if vp == 0:
        return
    if power.doubled and picks(state, seat, action.CONSUME_2X):
        vp *= 2
    state.gain_chips(seat, vp)
    if state.log is not None:
        state.log.append([events.GAIN, seat, power.card, vp])


def _consume(state: Position, seat: Seat, power: CompiledPower, worlds: list[CardId]) -> None:
    """Spend the goods of some worlds on a power and take what it gives for them."""
    for world in worlds:
        state.spend_good(seat, world)
    if state.log is not None:
        state.log.append([events.CONSUME, seat, power.card, *worlds])
    times = _times(power, len(worlds))
    _gain(state, seat, power, power.vp * times + power.offset)
    if power.cards:
        state.draw(seat, power.cards * times, power.card)


def _times(power: CompiledPower, goods: int) -> int:
    """Return how often a power pays out for a number of goods."""
    if power.do == effect.CONSUME:
        return goods // len(power.goods)
    if power.different:
        return 1
    return goods


def fitting_next(state: Position, seat: Seat, power: CompiledPower, taken: list[CardId]) -> list[CardId]:
    """Return the worlds whose goods a power may take next, such that it can still take all it needs.

    For a list of kinds the goods are taken kind by kind in the order of the list; for different kinds, one of
    each, as many kinds as it needs or as there are (R-CON-04, R-CON-05).
    """
    held = [world for world in state.worlds_with_goods(seat, 0) if world not in taken]
    kinds = state.cards.kind
    if power.do == effect.CONSUME_DIFFERENT:
        seen = [kinds[world] for world in taken]
        return [world for world in held if kinds[world] not in seen]
    kinds_needed = power.goods[len(taken) :]
    return [
        world
        for world in held
        if (kinds_needed[0] == 0 or kinds[world] == kinds_needed[0])
        and _can_fill(state, held, world, kinds_needed[1:])
    ]


def _can_fill(state: Position, held: list[CardId], without: CardId, kinds_needed: list[int]) -> bool:
    """Return whether the goods held, without one of them, can serve all the kinds still needed."""
    left = [0, 0, 0, 0, 0]
    for world in held:
        if world != without:
            left[state.cards.kind[world]] += 1
            left[0] += 1
    for kind in kinds_needed:
        if kind:
            left[kind] -= 1
            if left[kind] < 0:
                return False
    return left[0] >= len(kinds_needed)


def goods_needed(state: Position, seat: Seat, power: CompiledPower) -> int:
    """Return how many goods a power takes: as many as it can (R-CON-03, R-CON-05)."""
    if power.do == effect.CONSUME_DIFFERENT:
        return power.different or min(power.up_to, len(_kinds_held(state, seat)))
    if len(power.goods) == 1:
        return min(power.times, len(state.worlds_with_goods(seat, power.goods[0])))
    return len(power.goods)


def takes_alike(power: CompiledPower) -> bool:
    """Return whether all goods that a power takes are interchangeable, so that they can be picked together."""
    if power.do != effect.CONSUME:
        return False
    first = power.goods[0]
    return all(kind == first for kind in power.goods)


class ConsumeGoods(Step[Position]):
    """Choose the goods for the power `arg`: together if they are all alike, else one by one."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Take them without asking if there is no choice."""
        power = state.cards.power(arg)
        if takes_alike(power):
            worlds = state.worlds_with_goods(seat, power.goods[0])
            if len(worlds) == goods_needed(state, seat, power):
                _consume(state, seat, power, worlds)
            else:
                state.ask_seat(seat)
            return
        if len(state.payment.taken_goods) == goods_needed(state, seat, power):
            _consume(state, seat, power, state.payment.taken_goods)
            state.payment.taken_goods = []
            return
        worlds = fitting_next(state, seat, power, state.payment.taken_goods)
        if len(worlds) == 1:
            self.answer(state, seat, arg, worlds)
        else:
            state.ask_seat(seat)

    def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
        """Ask which goods."""
        power = state.cards.power(arg)
        if takes_alike(power):
            count = goods_needed(state, seat, power)
            worlds = state.worlds_with_goods(seat, power.goods[0])
            return ask_some(prompts.CONSUME_GOODS, seat, worlds, count, count, arg)
        return ask_one(
            prompts.CONSUME_GOOD, seat, fitting_next(state, seat, power, state.payment.taken_goods), arg
        )

    def answer(self, state: Position, seat: Seat, arg: int, choice: Choice) -> None:
        """Take them."""
        power = state.cards.power(arg)
        if takes_alike(power):
            _consume(state, seat, power, choice)
            return
        state.payment.taken_goods.append(choice[0])
        state.then(step.CONSUME_GOODS, seat, arg)


class ConsumeHand(Step[Position]):
    """Discard hand cards for VPs, up to the power's limit (R-CON-08)."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Ask."""
        state.ask_seat(seat)

    def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
        """Ask which cards."""
        hand = state.hand[seat]
        most = min(state.cards.power(arg).times, len(hand))
        return ask_some(prompts.CONSUME_HAND, seat, hand[:], 1, most, arg)

    def answer(self, state: Position, seat: Seat, arg: int, choice: Choice) -> None:
        """Discard them and gain."""
        power = state.cards.power(arg)
        state.discard_from_hand(seat, choice)
        if state.log is not None:
            state.log.append([events.DISCARD_FOR_VP, seat, power.card, *choice])
        _gain(state, seat, power, power.vp * len(choice))


class ConsumeSell(Step[Position]):
    """Sell a good with the consume power `arg`."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Ask if there is a choice of goods."""
        worlds = state.worlds_with_goods(seat, 0)
        if len(worlds) == 1:
            self.answer(state, seat, arg, worlds)
        else:
            state.ask_seat(seat)

    def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
        """Ask which good."""
        return ask_one(prompts.CONSUME_SELL, seat, state.worlds_with_goods(seat, 0), arg)

    def answer(self, state: Position, seat: Seat, arg: int, choice: Choice) -> None:
        """Sell it."""
        sell(state, seat, choice[0], state.cards.power(arg).with_bonus)


class ConsumeLucky(Step[Position]):
    """Name a number and turn over the top card: a match goes to hand (R-CON-09)."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Ask."""
        state.ask_seat(seat)

    def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
        """Ask which number."""
        power = state.cards.power(arg)
        return ask_one(prompts.CONSUME_LUCKY, seat, list(range(power.lowest, power.highest + 1)), arg)

    def answer(self, state: Position, seat: Seat, arg: int, choice: Choice) -> None:
        """Turn it over."""
        card = state.take_top()
        if card < 0:
            return
        state.reveal_count += 1
        hit = state.cards.cost[card] == choice[0]
        if state.log is not None:
            state.log.append([events.LUCKY, seat, choice[0], card, 1 if hit else 0])
        if hit:
            state.hand[seat].append(card)
        else:
            state.discards.append(card)
