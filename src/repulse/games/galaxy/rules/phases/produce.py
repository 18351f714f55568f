"""Phase V, Produce: goods on worlds, and cards for them.

Players choose the order of their powers (R-PRO-01). What can never be better later is done first, without asking: production
worlds and draws, then windfall powers that leave no choice. The player is asked where the order or the world matters:
which windfall world; when a card may be discarded for a good, whether the draws for goods come before or after; and, while
a world is damaged, everything that might pay for a repair or be better after one (R-INV-24, R-INV-25).
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
from repulse.games.galaxy.rules.card_table import CardId, Power, PowerId
from repulse.games.galaxy.rules.codes import action, do, events, no_card, phase, prompts, spend, step
from repulse.games.galaxy.rules.military import amount_of
from repulse.games.galaxy.rules.packing import POWERS_A_CARD
from repulse.games.galaxy.rules.phases.asking import HandCardStep
from repulse.games.galaxy.rules.phases.rounds import begin_phase, picks
from repulse.games.galaxy.rules.state import NO_GOOD, GalaxyState, Step

NO_MORE: Final = -1

# How far a seat has got in its part of the phase.
_BEGIN: Final = 0
_GO_ON: Final = 1
_FINISH: Final = 2


def may_produce(s: GalaxyState, seat: Seat, world: CardId) -> bool:
    """Whether a good can be produced on a world now: it is empty, has not produced, and is not forbidden."""
    if s.goods[seat][s.tableau[seat].index(world)] != NO_GOOD or world in s.produced[seat]:
        return False
    return all(power.do != do.CANNOT_PRODUCE for power in s.cards.produce[world])


def produce_on(s: GalaxyState, seat: Seat, world: CardId) -> None:
    """Produce a good on a world, and draw if the world says so (R-PRO-04, R-GEN-07)."""
    if not s.put_good(seat, world):
        return
    s.produced[seat].append(world)
    if s.log is not None:
        s.log.append([events.PRODUCE, seat, world])
    for power in s.cards.produce[world]:
        if power.do == do.DRAW_IF_PRODUCED:
            s.draw(seat, power.amount, world)


def empty_windfalls(s: GalaxyState, seat: Seat, power: Power | None) -> list[CardId]:
    """The empty windfall worlds that a windfall power (None: the bonus) may fill."""
    table = s.cards
    worlds: list[CardId] = []
    for world in s.tableau[seat]:
        if not table.windfall[world]:
            continue
        if power is not None:
            if power.kind and table.kind[world] != power.kind:
                continue
            if power.not_this_world and power.card == world:
                continue
        if may_produce(s, seat, world):
            worlds.append(world)
    return worlds


class Produce(Step):
    """The phase begins: each seat in player order, then the draws for having produced the most."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Queue the seats in player order."""
        begin_phase(s, phase.PRODUCE)
        for each in range(s.players):
            s.produced[each] = []
        s.then(step.PRODUCE_MOST)
        s.then_each(step.PRODUCE_POWER)


class ProducePower(Step):
    """A seat's part of the phase."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """First whatever needs no choice; then the rest, until nothing is left or the player stops."""
        if arg == _BEGIN:
            s.spent = []
            arg = _GO_ON
            if s.war is not None and s.has_goods(seat, 0):
                s.then(step.PRODUCE_POWER, seat, arg)
                s.then(step.CONTRIBUTE, seat)
                return
        produce_own(s, seat)
        if s.damaged[seat] and arg != _FINISH:
            self._mix_with_repairs(s, seat)
            return
        draw_counted(s, seat)
        powers = _open_powers(s, seat)
        windfall = _next_windfall(s, seat, powers)
        if windfall >= 0:
            s.spent.append(windfall)
            s.then(step.PRODUCE_POWER, seat, arg)
            s.then(step.PRODUCE_WINDFALL, seat, windfall)
        elif arg != _FINISH and _discard_powers(s, seat, powers):
            s.ask_seat(seat)
        else:
            self._draw_last(s, seat, arg, powers)

    def _mix_with_repairs(self, s: GalaxyState, seat: Seat) -> None:
        """While a world is damaged the player chooses each step, unless only one is left and it is compulsory."""
        options = mixed_with_repairs(s, seat)
        if len(options) == 1 and not _is_optional(s, options[0]):
            self.answer(s, seat, _GO_ON, options)
        elif options:
            s.ask_seat(seat)

    def _draw_last(self, s: GalaxyState, seat: Seat, arg: int, powers: list[Power]) -> None:
        """The draws for goods. If a drawn card may pay for something, the player continues (R-PRO-05)."""
        draws = [power for power in powers if is_draw_for_goods(power)]
        wanted = arg != _FINISH and bool(_unpaid_powers(s, seat, powers))
        if wanted and len(draws) > 1:
            s.ask_seat(seat)
            return
        for power in draws:
            s.spent.append(power.ident)
            draw_for_goods(s, seat, power)
        if wanted and draws:
            s.then(step.PRODUCE_POWER, seat, _GO_ON)

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which power next: a repair, a discard for a good, a draw for the goods so far (R-PRO-05, R-INV-24)."""
        if s.damaged[seat]:
            options = mixed_with_repairs(s, seat)
        else:
            powers = _open_powers(s, seat)
            options = _discard_powers(s, seat, powers)
            options.extend([power.ident for power in powers if is_draw_for_goods(power)])
        options.append(NO_MORE)
        return ask_one(prompts.PRODUCE_POWER, seat, options)

    def answer(self, s: GalaxyState, seat: Seat, arg: int, choice: Choice) -> None:
        """Use it; "no more" gives up discards and repairs, and what is compulsory is done in the usual order."""
        ident = choice[0]
        if ident == NO_MORE:
            s.then(step.PRODUCE_POWER, seat, _FINISH)
            return
        s.then(step.PRODUCE_POWER, seat, _GO_ON)
        if ident in (no_card.REPAIR_BONUS, no_card.REPAIR_WITH_CARDS, no_card.REPAIR_WITH_GOOD):
            s.then(step.REPAIR_PAY, seat, ident)
            return
        s.spent.append(ident)
        if ident == no_card.PRODUCE_BONUS:
            s.then(step.PRODUCE_WINDFALL, seat, ident)
            return
        power = s.cards.power(ident)
        if is_draw_for_goods(power):
            draw_for_goods(s, seat, power)
        elif power.do == do.DRAW:
            s.draw(seat, amount_of(s.cards, s.working(seat), power), power.card)
        elif power.do == do.REPAIR:
            s.then(step.REPAIR_WORLD, seat, ident)
        elif power.discard == spend.HAND:
            s.then(step.PRODUCE_DISCARD, seat, ident)
        else:
            s.then(step.PRODUCE_WINDFALL, seat, ident)


def mixed_with_repairs(s: GalaxyState, seat: Seat) -> list[PowerId]:
    """Everything that a seat with a damaged world can do next: repairs and powers in any order (R-INV-24)."""
    powers = _open_powers(s, seat)
    options = _discard_powers(s, seat, powers)
    for power in powers:
        if is_draw_for_goods(power) or _waits_for_repairs(s, seat, power):
            options.append(power.ident)
    options.extend(repair_ways(s, seat, powers))
    if _has_bonus(s, seat):
        options.append(no_card.PRODUCE_BONUS)
    return options


def _is_optional(s: GalaxyState, ident: PowerId) -> bool:
    """Whether a step costs something or is a repair, so that a player may skip it."""
    if ident < POWERS_A_CARD:
        return ident != no_card.PRODUCE_BONUS
    power = s.cards.power(ident)
    return power.do == do.REPAIR or power.discard == spend.HAND


def _has_bonus(s: GalaxyState, seat: Seat) -> bool:
    """Whether a seat can still use the Produce bonus."""
    if no_card.PRODUCE_BONUS in s.spent or not picks(s, seat, action.PRODUCE):
        return False
    return bool(empty_windfalls(s, seat, None))


def _waits_for_repairs(s: GalaxyState, seat: Seat, power: Power) -> bool:
    """Whether a power that is otherwise used without asking might be better after a repair."""
    if power.do == do.DRAW:
        return power.count is not None
    return power.do == do.WINDFALL and power.discard != spend.HAND and bool(empty_windfalls(s, seat, power))


def _open_powers(s: GalaxyState, seat: Seat) -> list[Power]:
    """The Produce powers not used yet."""
    table = s.cards
    spent = s.spent
    return [power for card in s.working(seat) for power in table.produce[card] if power.ident not in spent]


def produce_own(s: GalaxyState, seat: Seat) -> None:
    """Every production world, and the draws that no repair could raise, the newest card first (R-PRO-02)."""
    table = s.cards
    cards = s.working(seat)
    for at in range(len(cards) - 1, -1, -1):
        card = cards[at]
        for power in table.produce[card]:
            if power.do == do.DRAW:
                if power.count is None or not s.damaged[seat]:
                    _draw_once(s, seat, cards, power)
            elif power.do == do.PRODUCE and power.discard != spend.HAND and may_produce(s, seat, card):
                produce_on(s, seat, card)


def draw_counted(s: GalaxyState, seat: Seat) -> None:
    """The draws counted over cards in the tableau."""
    table = s.cards
    cards = s.working(seat)
    for card in cards:
        for power in table.produce[card]:
            if power.do == do.DRAW:
                _draw_once(s, seat, cards, power)


def _draw_once(s: GalaxyState, seat: Seat, cards: list[CardId], power: Power) -> None:
    if power.ident not in s.spent:
        s.spent.append(power.ident)
        s.draw(seat, amount_of(s.cards, cards, power), power.card)


def repair_ways(s: GalaxyState, seat: Seat, powers: list[Power]) -> list[PowerId]:
    """The ways in which a seat can repair a world now, with powers or without (R-INV-24)."""
    ways = [power.ident for power in powers if power.do == do.REPAIR]
    if s.spent.count(no_card.REPAIR_BONUS) < 2 * picks(s, seat, action.REPAIR):
        ways.append(no_card.REPAIR_BONUS)
    if len(s.hand[seat]) >= 2:
        ways.append(no_card.REPAIR_WITH_CARDS)
    if s.has_goods(seat, 0):
        ways.append(no_card.REPAIR_WITH_GOOD)
    return ways


def _next_windfall(s: GalaxyState, seat: Seat, powers: list[Power]) -> PowerId:
    """The next windfall power to use: those bound to a kind, the bonus, the free ones; -1 if none can be used."""
    free = -1
    for power in powers:
        if power.do == do.WINDFALL and power.discard != spend.HAND and empty_windfalls(s, seat, power):
            if power.kind:
                return power.ident
            if free < 0:
                free = power.ident
    if _has_bonus(s, seat):
        return no_card.PRODUCE_BONUS
    return free


def _discard_powers(s: GalaxyState, seat: Seat, powers: list[Power]) -> list[PowerId]:
    """Those of the powers that produce for a discarded card and can be used now (R-PRO-08)."""
    return _unpaid_powers(s, seat, powers) if s.hand[seat] else []


def _unpaid_powers(s: GalaxyState, seat: Seat, powers: list[Power]) -> list[PowerId]:
    """Those that produce for a discarded card and have an empty world, whether or not there is a card."""
    found: list[PowerId] = []
    for power in powers:
        if power.discard == spend.HAND:
            if power.do == do.PRODUCE:
                if may_produce(s, seat, power.card):
                    found.append(power.ident)
            elif power.do == do.WINDFALL and empty_windfalls(s, seat, power):
                found.append(power.ident)
    return found


def is_draw_for_goods(power: Power) -> bool:
    """Whether a power draws for what was produced so far in the phase."""
    return power.do == do.DRAW_PER_PRODUCED or power.do == do.DRAW_PER_KIND_PRODUCED


def draw_for_goods(s: GalaxyState, seat: Seat, power: Power) -> None:
    """Draw for the goods produced so far (R-PRO-05, R-PRO-06)."""
    kinds = [s.cards.kind[world] for world in s.produced[seat]]
    if power.do == do.DRAW_PER_KIND_PRODUCED:
        count = len(set(kinds))
    elif power.kind:
        count = kinds.count(power.kind)
    else:
        count = len(kinds)
    if power.per_two:
        count //= 2
    s.draw(seat, power.amount * count, power.card)


class ProduceWindfall(Step):
    """Produce on one windfall world, with the power `arg` or the bonus (R-PRO-03, R-PRO-09)."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Ask if there is a choice of worlds."""
        worlds = self._worlds(s, seat, arg)
        if len(worlds) == 1:
            self.answer(s, seat, arg, worlds)
        elif worlds:
            s.ask_seat(seat)

    def _worlds(self, s: GalaxyState, seat: Seat, arg: int) -> list[CardId]:
        return empty_windfalls(s, seat, None if arg == no_card.PRODUCE_BONUS else s.cards.power(arg))

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which world."""
        return ask_one(prompts.PRODUCE_WINDFALL, seat, self._worlds(s, seat, arg), arg)

    def answer(self, s: GalaxyState, seat: Seat, arg: int, choice: Choice) -> None:
        """Produce there."""
        produce_on(s, seat, choice[0])


class ProduceDiscard(HandCardStep):
    """Discard a card for the power `arg`, then produce (R-PRO-08)."""

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which card."""
        return ask_some(prompts.PRODUCE_DISCARD, seat, s.hand[seat][:], 1, 1, arg)

    def answer(self, s: GalaxyState, seat: Seat, arg: int, choice: Choice) -> None:
        """Discard it; then this world produces, or a windfall world of the player's choice."""
        power = s.cards.power(arg)
        s.discard_from_hand(seat, choice)
        if s.log is not None:
            s.log.append([events.GOOD_FOR_CARD, seat, power.card, choice[0]])
        if power.do == do.PRODUCE:
            produce_on(s, seat, power.card)
        else:
            s.then(step.PRODUCE_WINDFALL, seat, arg)


class ProduceMost(Step):
    """After everybody is done: draws for having produced strictly the most of a kind (R-PRO-07)."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Compare and draw, in player order."""
        table = s.cards
        for each in s.player_order():
            for card in s.working(each):
                for power in table.produce[card]:
                    if power.do == do.DRAW_IF_MOST and _produced_most(s, each, power.kind):
                        s.draw(each, power.amount, card)


def _produced_most(s: GalaxyState, seat: Seat, kind: int) -> bool:
    counts = [
        len([world for world in s.produced[each] if s.cards.kind[world] == kind]) for each in range(s.players)
    ]
    own = counts[seat]
    return own > 0 and counts.count(own) == 1 and own == max(counts)
