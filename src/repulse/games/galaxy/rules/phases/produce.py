"""Phase V, Produce: goods on worlds, and cards for them.

Players choose the order of their powers (R-PRO-01). An answer that can never be better later is given first, without
asking: production worlds and draws, then windfall powers that leave no choice. The player is asked where the order or
the world matters: which windfall world; when a card may be discarded for a good, whether the draws for goods come
before or after; and, while a world is damaged, everything that might pay for a repair or be better after one (R-INV-24,
R-INV-25).
"""

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
from repulse.games.galaxy.codes import action, effect, events, no_card, phase, price, prompts, step
from repulse.games.galaxy.codes.packing import POWERS_PER_CARD
from repulse.games.galaxy.rules.card_table import CardId, CompiledPower, PowerId
from repulse.games.galaxy.rules.holdings import NO_GOOD
from repulse.games.galaxy.rules.military import amount_of
from repulse.games.galaxy.rules.phases.asking import HandCardStep
from repulse.games.galaxy.rules.phases.rounds import begin_phase, picks
from repulse.games.galaxy.rules.position import Position

NO_MORE: Final = -1

# The progress of a seat in its part of the phase.
_BEGIN: Final = 0
_GO_ON: Final = 1
_FINISH: Final = 2


def may_produce(state: Position, seat: Seat, world: CardId) -> bool:
    """Return whether a good can be produced on a world now: it is empty, has not produced, and is not forbidden."""
    index = state.tableau[seat].index(world)
    if (
        state.goods[seat][index] != NO_GOOD
        or state.damaged[seat] >> index & 1
        or world in state.produced[seat]
    ):
        return False
    return all(power.do != effect.CANNOT_PRODUCE for power in state.cards.produce[world])


def produce_on(state: Position, seat: Seat, world: CardId) -> None:
    """Produce a good on a world, and draw if the world says so (R-PRO-04, R-GEN-07)."""
    if not state.put_good(seat, world):
        return
    state.produced[seat].append(world)
    if state.log is not None:
        state.log.append([events.PRODUCE, seat, world])
    for power in state.cards.produce[world]:
        if power.do == effect.DRAW_IF_PRODUCED:
            state.draw(seat, power.amount, world)


def empty_windfalls(state: Position, seat: Seat, power: CompiledPower | None) -> list[CardId]:
    """Return the empty windfall worlds that a windfall power (None: the bonus) may fill."""
    table = state.cards
    worlds: list[CardId] = []
    for world in state.tableau[seat]:
        if not table.windfall[world]:
            continue
        if power is not None:
            if power.kind and table.kind[world] != power.kind:
                continue
            if power.not_this_world and power.card == world:
                continue
        if may_produce(state, seat, world):
            worlds.append(world)
    return worlds


class Produce(Step[Position]):
    """The phase begins: each seat in player order, then the draws for having produced the most."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Queue the seats in player order."""
        begin_phase(state, phase.PRODUCE)
        for player in range(state.players):
            state.produced[player] = []
        state.then(step.PRODUCE_MOST)
        state.then_each(step.PRODUCE_POWER)


class ProducePower(Step[Position]):
    """A seat's part of the phase."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Do first everything that needs no choice; then the rest, until nothing is left or the player stops."""
        if arg == _BEGIN:
            state.payment.reset()
            arg = _GO_ON
            if state.war is not None and state.has_goods(seat, 0):
                state.then(step.PRODUCE_POWER, seat, arg)
                state.then(step.CONTRIBUTE, seat)
                return
        produce_own(state, seat)
        if state.damaged[seat] and arg != _FINISH:
            self._mix_with_repairs(state, seat)
            return
        draw_counted(state, seat)
        powers = _open_powers(state, seat)
        windfall = _next_windfall(state, seat, powers)
        if windfall >= 0:
            state.payment.used_powers.append(windfall)
            state.then(step.PRODUCE_POWER, seat, arg)
            state.then(step.PRODUCE_WINDFALL, seat, windfall)
        elif arg != _FINISH and _discard_powers(state, seat, powers):
            state.ask_seat(seat)
        else:
            self._draw_last(state, seat, arg, powers)

    def _mix_with_repairs(self, state: Position, seat: Seat) -> None:
        """Let the player choose each step while a world is damaged, unless only one is left and it is compulsory."""
        options = mixed_with_repairs(state, seat)
        if len(options) == 1 and not _is_optional(state, options[0]):
            self.answer(state, seat, _GO_ON, options)
        elif options:
            state.ask_seat(seat)

    def _draw_last(self, state: Position, seat: Seat, arg: int, powers: list[CompiledPower]) -> None:
        """Do the draws for goods. If a drawn card may pay for something, the player continues (R-PRO-05)."""
        draws = [power for power in powers if is_draw_for_goods(power)]
        has_unpaid = arg != _FINISH and bool(_unpaid_powers(state, seat, powers))
        if has_unpaid and len(draws) > 1:
            state.ask_seat(seat)
            return
        for power in draws:
            state.payment.used_powers.append(power.ident)
            draw_for_goods(state, seat, power)
        if has_unpaid and draws:
            state.then(step.PRODUCE_POWER, seat, _GO_ON)

    def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
        """Ask which power next: a repair, a discard for a good, a draw for the goods so far (R-PRO-05, R-INV-24)."""
        if state.damaged[seat]:
            options = mixed_with_repairs(state, seat)
        else:
            powers = _open_powers(state, seat)
            options = _discard_powers(state, seat, powers)
            options.extend([power.ident for power in powers if is_draw_for_goods(power)])
        options.append(NO_MORE)
        return ask_one(prompts.PRODUCE_POWER, seat, options)

    def answer(self, state: Position, seat: Seat, arg: int, choice: Choice) -> None:
        """Use it; "no more" gives up discards and repairs, and what is compulsory is done in the usual order."""
        ident = choice[0]
        if ident == NO_MORE:
            state.then(step.PRODUCE_POWER, seat, _FINISH)
            return
        state.then(step.PRODUCE_POWER, seat, _GO_ON)
        if ident in (no_card.REPAIR_BONUS, no_card.REPAIR_WITH_CARDS, no_card.REPAIR_WITH_GOOD):
            state.then(step.REPAIR_PAY, seat, ident)
            return
        state.payment.used_powers.append(ident)
        if ident == no_card.PRODUCE_BONUS:
            state.then(step.PRODUCE_WINDFALL, seat, ident)
            return
        power = state.cards.power(ident)
        if is_draw_for_goods(power):
            draw_for_goods(state, seat, power)
        elif power.do == effect.DRAW:
            state.draw(seat, amount_of(state.cards, state.working(seat), power), power.card)
        elif power.do == effect.REPAIR:
            state.then(step.REPAIR_WORLD, seat, ident)
        elif power.discard == price.HAND:
            state.then(step.PRODUCE_DISCARD, seat, ident)
        else:
            state.then(step.PRODUCE_WINDFALL, seat, ident)


def mixed_with_repairs(state: Position, seat: Seat) -> list[PowerId]:
    """Return everything that a seat with a damaged world can do next: repairs and powers in any order (R-INV-24)."""
    powers = _open_powers(state, seat)
    options = _discard_powers(state, seat, powers)
    for power in powers:
        if is_draw_for_goods(power) or _waits_for_repairs(state, seat, power):
            options.append(power.ident)
    options.extend(repair_ways(state, seat, powers))
    if _has_bonus(state, seat):
        options.append(no_card.PRODUCE_BONUS)
    return options


def _is_optional(state: Position, ident: PowerId) -> bool:
    """Return whether a step costs something or is a repair, so that a player may skip it."""
    if ident < POWERS_PER_CARD:
        return ident != no_card.PRODUCE_BONUS
    power = state.cards.power(ident)
    return power.do == effect.REPAIR or power.discard == price.HAND


def _has_bonus(state: Position, seat: Seat) -> bool:
    """Return whether a seat can still use the Produce bonus."""
    if no_card.PRODUCE_BONUS in state.payment.used_powers or not picks(state, seat, action.PRODUCE):
        return False
    return bool(empty_windfalls(state, seat, None))


def _waits_for_repairs(state: Position, seat: Seat, power: CompiledPower) -> bool:
    """Return whether a power that is otherwise used without asking might be better after a repair."""
    if power.do == effect.DRAW:
        return power.count is not None
    return (
        power.do == effect.WINDFALL
        and power.discard != price.HAND
        and bool(empty_windfalls(state, seat, power))
    )


def _open_powers(state: Position, seat: Seat) -> list[CompiledPower]:
    """Return the Produce powers not used yet."""
    table = state.cards
    spent = state.payment.used_powers
    return [
        power for card in state.working(seat) for power in table.produce[card] if power.ident not in spent
    ]


def produce_own(state: Position, seat: Seat) -> None:
    """Use every production world, and the draws that no repair could raise, the newest card first (R-PRO-02)."""
    table = state.cards
    cards = state.working(seat)
    for index in range(len(cards) - 1, -1, -1):
        card = cards[index]
        for power in table.produce[card]:
            if power.do == effect.DRAW:
                if power.count is None or not state.damaged[seat]:
                    _draw_once(state, seat, cards, power)
            elif (
                power.do == effect.PRODUCE and power.discard != price.HAND and may_produce(state, seat, card)
            ):
                produce_on(state, seat, card)


def draw_counted(state: Position, seat: Seat) -> None:
    """Do the draws counted over cards in the tableau."""
    table = state.cards
    cards = state.working(seat)
    for card in cards:
        for power in table.produce[card]:
            if power.do == effect.DRAW:
                _draw_once(state, seat, cards, power)


def _draw_once(state: Position, seat: Seat, cards: list[CardId], power: CompiledPower) -> None:
    if power.ident not in state.payment.used_powers:
        state.payment.used_powers.append(power.ident)
        state.draw(seat, amount_of(state.cards, cards, power), power.card)


def repair_ways(state: Position, seat: Seat, powers: list[CompiledPower]) -> list[PowerId]:
    """Return the ways in which a seat can repair a world now, with powers or without (R-INV-24)."""
    ways = [power.ident for power in powers if power.do == effect.REPAIR]
    if state.payment.used_powers.count(no_card.REPAIR_BONUS) < 2 * picks(state, seat, action.REPAIR):
        ways.append(no_card.REPAIR_BONUS)
    if len(state.hand[seat]) >= 2:
        ways.append(no_card.REPAIR_WITH_CARDS)
    if state.has_goods(seat, 0):
        ways.append(no_card.REPAIR_WITH_GOOD)
    return ways


def _next_windfall(state: Position, seat: Seat, powers: list[CompiledPower]) -> PowerId:
    """Return the next windfall power to use: those bound to a kind, the bonus, the free ones; -1 if none can be used."""
    free = -1
    for power in powers:
        if (
            power.do == effect.WINDFALL
            and power.discard != price.HAND
            and empty_windfalls(state, seat, power)
        ):
            if power.kind:
                return power.ident
            if free < 0:
                free = power.ident
    if _has_bonus(state, seat):
        return no_card.PRODUCE_BONUS
    return free


def _discard_powers(state: Position, seat: Seat, powers: list[CompiledPower]) -> list[PowerId]:
    """Return those of the powers that produce for a discarded card and can be used now (R-PRO-08)."""
    return _unpaid_powers(state, seat, powers) if state.hand[seat] else []


def _unpaid_powers(state: Position, seat: Seat, powers: list[CompiledPower]) -> list[PowerId]:
    """Return those that produce for a discarded card and have an empty world, whether or not there is a card."""
    powers_left: list[PowerId] = []
    for power in powers:
        if power.discard == price.HAND:
            if power.do == effect.PRODUCE:
                if may_produce(state, seat, power.card):
                    powers_left.append(power.ident)
            elif power.do == effect.WINDFALL and empty_windfalls(state, seat, power):
                powers_left.append(power.ident)
    return powers_left


def is_draw_for_goods(power: CompiledPower) -> bool:
    """Return whether a power draws for what was produced so far in the phase."""
    return power.do == effect.DRAW_PER_PRODUCED or power.do == effect.DRAW_PER_KIND_PRODUCED


def draw_for_goods(state: Position, seat: Seat, power: CompiledPower) -> None:
    """Draw for the goods produced so far (R-PRO-05, R-PRO-06)."""
    kinds = [state.cards.kind[world] for world in state.produced[seat]]
    if power.do == effect.DRAW_PER_KIND_PRODUCED:
        count = len(set(kinds))
    elif power.kind:
        count = kinds.count(power.kind)
    else:
        count = len(kinds)
    if power.per_two:
        count //= 2
    state.draw(seat, power.amount * count, power.card)


class ProduceWindfall(Step[Position]):
    """Produce on one windfall world, with the power `arg` or the bonus (R-PRO-03, R-PRO-09)."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Ask if there is a choice of worlds."""
        worlds = self._worlds(state, seat, arg)
        if len(worlds) == 1:
            self.answer(state, seat, arg, worlds)
        elif worlds:
            state.ask_seat(seat)

    def _worlds(self, state: Position, seat: Seat, arg: int) -> list[CardId]:
        return empty_windfalls(state, seat, None if arg == no_card.PRODUCE_BONUS else state.cards.power(arg))

    def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
        """Ask which world."""
        return ask_one(prompts.PRODUCE_WINDFALL, seat, self._worlds(state, seat, arg), arg)

    def answer(self, state: Position, seat: Seat, arg: int, choice: Choice) -> None:
        """Produce there."""
        produce_on(state, seat, choice[0])


class ProduceDiscard(HandCardStep):
    """Discard a card for the power `arg`, then produce (R-PRO-08)."""

    def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
        """Ask which card."""
        return ask_some(prompts.PRODUCE_DISCARD, seat, state.hand[seat][:], 1, 1, arg)

    def answer(self, state: Position, seat: Seat, arg: int, choice: Choice) -> None:
        """Discard it; then this world produces, or a windfall world of the player's choice."""
        power = state.cards.power(arg)
        state.discard_from_hand(seat, choice)
        if state.log is not None:
            state.log.append([events.GOOD_FOR_CARD, seat, power.card, choice[0]])
        if power.do == effect.PRODUCE:
            produce_on(state, seat, power.card)
        else:
            state.then(step.PRODUCE_WINDFALL, seat, arg)


class ProduceMost(Step[Position]):
    """After everybody is done: draws for having produced strictly the most of a kind (R-PRO-07)."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Compare and draw, in player order."""
        table = state.cards
        for player in state.player_order():
            for card in state.working(player):
                for power in table.produce[card]:
                    if power.do == effect.DRAW_IF_MOST and _produced_most(state, player, power.kind):
                        state.draw(player, power.amount, card)


def _produced_most(state: Position, seat: Seat, kind: int) -> bool:
    counts = [
        len([world for world in state.produced[player] if state.cards.kind[world] == kind])
        for player in range(state.players)
    ]
    own = counts[seat]
    return own > 0 and counts.count(own) == 1 and own == max(counts)
