"""Phase III, Settle: place a world, by payment or by conquest."""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import Choice, Decision, Seat, ask_one, ask_some
from repulse.galaxy import events
from repulse.galaxy.cards import (
    COST_ZERO,
    DO_PAY_FOR_MILITARY,
    GOOD,
    GOOD_FOR_CARD,
    SELF,
    SETTLE,
    TEMP_MILITARY,
    CardId,
    Power,
)
from repulse.galaxy.state import PASS, GalaxyState, SecretStep, Step
from repulse.galaxy.steps import numbers as n
from repulse.galaxy.steps.develop import pay, reveal_placed
from repulse.galaxy.steps.rounds import begin_phase, picks
from repulse.galaxy.strength import (
    Means,
    draw_after,
    frees,
    is_there,
    means_of,
    military_against,
    most_temporary,
    pays_for,
    price_of,
    spendable_goods,
    temporary_against,
)

DONE: Final = -1
"""Of the means: no more powers."""

_WORLD_UNIT: Final = 256
"""A use of a power is `power * 256 + the world whose good it takes` (0 where it takes none)."""


def can_place(s: GalaxyState, seat: Seat, means: Means, world: CardId, cards: int) -> bool:
    """Whether a seat with `cards` cards to spend has some way to place a world."""
    table = s.table
    if not table.military[world]:
        return can_pay(s, seat, means, world, None, cards)
    need = table.cost[world] - military_against(s, seat, means, world)
    if need <= 0:
        return True
    if not means.optional:
        return False
    if most_temporary(s, seat, means, world) >= need:
        return True
    for power in means.optional:
        if power.do == DO_PAY_FOR_MILITARY and pays_for(s, power, world):
            if can_pay(s, seat, means, world, power, cards):
                return True
    return False


def can_pay(s: GalaxyState, seat: Seat, means: Means, world: CardId, paying: Power | None, cards: int) -> bool:
    """Whether a seat can pay for a world, or place it free (R-SET-13)."""
    if price_of(s, means, world, paying) <= cards:
        return True
    for power in means.optional:
        if power.do == COST_ZERO and frees(s, power, world) and is_there(s, seat, power, world):
            return True
    return False


def placeable_worlds(s: GalaxyState, seat: Seat) -> list[CardId]:
    """The worlds in hand that a seat may place and has some way to place, each once."""
    means = means_of(s, seat)
    table = s.table
    hand = s.hand[seat]
    spend = len(hand) - 1
    tableau = s.tableau[seat]
    worlds: list[CardId] = []
    for card in hand:
        if not table.development[card] and card not in tableau and card not in worlds:
            if can_place(s, seat, means, card, spend):
                worlds.append(card)
    return worlds


def uses_of(s: GalaxyState, seat: Seat, means: Means, world: CardId) -> list[int]:
    """The uses of optional powers open to a seat that is placing a world (R-SET-13, R-SET-17)."""
    uses: list[int] = []
    is_military = s.table.military[world]
    for power in means.optional:
        if not is_there(s, seat, power, world):
            continue
        if power.do == TEMP_MILITARY:
            if power.discard == GOOD:
                uses.extend(
                    power.ident * _WORLD_UNIT + each for each in spendable_goods(s, seat, power, world)
                )
            else:
                uses.append(power.ident * _WORLD_UNIT)
        elif power.do == DO_PAY_FOR_MILITARY:
            if is_military and s.paying == 0 and pays_for(s, power, world):
                if can_pay(s, seat, means, world, power, len(s.hand[seat])):
                    uses.append(power.ident * _WORLD_UNIT)
        elif power.do == COST_ZERO:
            if not s.free and frees(s, power, world) and (s.paying or not is_military):
                uses.append(power.ident * _WORLD_UNIT)
    return uses


def is_settled(s: GalaxyState, seat: Seat, means: Means, world: CardId) -> bool:
    """Whether the powers used so far are enough: conquered, or payable from hand."""
    if s.free:
        return True
    if s.table.military[world] and s.paying == 0:
        return military_against(s, seat, means, world) + s.temp >= s.table.cost[world]
    return price_now(s, seat, means, world) <= len(s.hand[seat])


def price_now(s: GalaxyState, seat: Seat, means: Means, world: CardId) -> int:
    """The cards that a world costs after the powers used so far."""
    if s.free or (s.table.military[world] and s.paying == 0):
        return 0
    return price_of(s, means, world, s.table.power(s.paying) if s.paying else None)


class Settle(SecretStep):
    """Everybody chooses a world or passes; all are revealed and placed together (R-SET-01)."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """The `arg`-th Settle phase of the round begins."""
        begin_phase(s, SETTLE)
        seats = 0
        for each in range(s.players):
            s.bonus[each] = 1 if picks(s, each, n.ACT_SETTLE) >= arg else 0
            if s.hand[each]:
                seats |= 1 << each
        if seats:
            s.ask_all(seats)

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which world, if any."""
        return ask_one(seat, "settle.place", "card", [*placeable_worlds(s, seat), PASS])

    def reveal(self, s: GalaxyState) -> None:
        """Place all, put goods on windfall worlds (R-SET-02), then settle up one after the other."""
        reveal_placed(s)
        for seat in s.player_order():
            world = s.placed[seat]
            if world != PASS and s.table.good_when_placed[world]:
                if s.put_good(seat, world) and s.log is not None:
                    s.log.append([events.GOOD_PLACED, seat, world])
        s.then_each(n.SETTLE_MEANS)


class SettleMeans(Step):
    """Choose the optional powers for the world just placed, one by one."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Ask if there is a choice; `arg` is 1 when some power has been used already."""
        world = s.placed[seat]
        if world == PASS:
            return
        if arg == 0:
            s.spent = []
            s.temp = 0
            s.paying = 0
            s.free = False
        means = means_of(s, seat)
        uses = uses_of(s, seat, means, world) if means.optional else []
        if not uses:
            self._settle_up(s, seat, means, world)
        elif len(uses) == 1 and not is_settled(s, seat, means, world):
            self.answer(s, seat, arg, uses)
        else:
            s.ask_seat(seat)

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which power, or no more."""
        world = s.placed[seat]
        means = means_of(s, seat)
        options = uses_of(s, seat, means, world)
        if is_settled(s, seat, means, world):
            options.append(DONE)
        return ask_one(seat, "settle.means", "means", options, world)

    def answer(self, s: GalaxyState, seat: Seat, arg: int, choice: Choice) -> None:
        """Use the power."""
        use = choice[0]
        if use == DONE:
            self._settle_up(s, seat, means_of(s, seat), s.placed[seat])
            return
        use_power(s, seat, use)
        s.then(n.SETTLE_MEANS, seat, 1)

    def _settle_up(self, s: GalaxyState, seat: Seat, means: Means, world: CardId) -> None:
        conquered = s.table.military[world] and s.paying == 0
        if conquered and s.log is not None:
            s.log.append([events.CONQUER, seat, world, military_against(s, seat, means, world) + s.temp])
        s.then(n.SETTLE_AFTER, seat)
        s.then(n.SETTLE_GOOD, seat)
        if not conquered:
            s.then(n.SETTLE_PAY, seat, price_now(s, seat, means, world))


def use_power(s: GalaxyState, seat: Seat, use: int) -> None:
    """Use an optional power for the world being placed, giving up what it asks."""
    power = s.table.power(use // _WORLD_UNIT)
    world = use % _WORLD_UNIT
    s.spent.append(power.ident)
    if power.discard == SELF:
        s.discard_from_tableau(seat, power.card)
        if s.log is not None:
            s.log.append([events.DISCARD_OWN, seat, power.card])
    elif power.discard == GOOD:
        s.spend_good(seat, world)
        if s.log is not None:
            s.log.append([events.GOOD_DISCARDED, seat, world, power.ident])
    if power.do == TEMP_MILITARY:
        s.temp += temporary_against(s, power, s.placed[seat])
    elif power.do == DO_PAY_FOR_MILITARY:
        s.paying = power.ident
        if s.log is not None:
            s.log.append([events.PAY_WITH, seat, s.placed[seat], power.card])
    elif power.do == COST_ZERO:
        s.free = True


class SettlePay(Step):
    """Pay `arg` cards for the world."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Ask only where there is a choice."""
        hand = s.hand[seat]
        if 0 < arg < len(hand):
            s.ask_seat(seat)
        else:
            self.answer(s, seat, arg, sorted(hand) if arg else [])

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which cards to spend."""
        return ask_some(seat, "settle.pay", "card", s.hand[seat][:], arg, arg, s.placed[seat])

    def answer(self, s: GalaxyState, seat: Seat, arg: int, choice: Choice) -> None:
        """Pay."""
        pay(s, seat, s.placed[seat], choice)


class SettleGood(Step):
    """The world's own choice to discard a card and get a good (R-SET-03, R-SET-04)."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Ask if the world has that power and there is a card to give."""
        if not s.hand[seat]:
            return
        for power in s.table.placement[s.placed[seat]]:
            if power.do == GOOD_FOR_CARD:
                s.ask_seat(seat)

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which card, if any."""
        return ask_some(seat, "settle.good", "card", s.hand[seat][:], 0, 1, s.placed[seat])

    def answer(self, s: GalaxyState, seat: Seat, arg: int, choice: Choice) -> None:
        """Discard the card and put a good on the world."""
        if not choice:
            return
        world = s.placed[seat]
        s.discard_from_hand(seat, choice)
        s.put_good(seat, world)
        if s.log is not None:
            s.log.append([events.GOOD_FOR_CARD, seat, world, choice[0]])


class SettleAfter(Step):
    """The Settle bonus and draw-after powers, for a seat that placed a world (R-SET-03, R-SET-05)."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Draw."""
        if s.bonus[seat]:
            s.draw(seat, 1, events.FOR_SETTLE_BONUS)
        draw_after(s, seat, s.table.settle)
