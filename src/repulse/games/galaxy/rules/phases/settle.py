"""Phase III, Settle: place a world, by payment or by conquest."""

from __future__ import annotations

from repulse.engine.contract import (
    Choice,
    Decision,
    Seat,
    ask_one,
    ask_some,
)
from repulse.games.galaxy.rules.card_table import CardId
from repulse.games.galaxy.rules.codes import action, do, events, phase, prompts, step
from repulse.games.galaxy.rules.military import (
    Means,
    draw_after,
    means_of,
    military_against,
)
from repulse.games.galaxy.rules.phases.asking import HandHoldersStep
from repulse.games.galaxy.rules.phases.develop import pay, reveal_placed
from repulse.games.galaxy.rules.phases.rounds import begin_phase, settle_card
from repulse.games.galaxy.rules.placement import (
    DONE,
    begin_means,
    can_place,
    is_settled,
    price_now,
    use_power,
    uses_of,
)
from repulse.games.galaxy.rules.state import PASS, GalaxyState, Step


def placeable_worlds(s: GalaxyState, seat: Seat) -> list[CardId]:
    """The worlds in hand that a seat may place and has some way to place, each once."""
    means = means_of(s, seat)
    table = s.cards
    hand = s.hand[seat]
    spend = len(hand) - 1
    tableau = s.tableau[seat]
    worlds: list[CardId] = []
    for card in hand:
        if not table.development[card] and card not in tableau and card not in worlds:
            if can_place(s, seat, means, card, spend):
                worlds.append(card)
    return worlds


class Settle(Step):
    """The `arg`-th Settle phase of the round begins."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Record who has the bonus; send Frontier settlers to the frontier first."""
        begin_phase(s, phase.SETTLE)
        for each in range(s.players):
            s.bonus[each] = 1 if settle_card(s, each, arg) == action.SETTLE else 0
        if s.frontier is None:
            s.then(step.SETTLE_PLACE)
        else:
            s.then(step.SETTLE_END)
            s.then(step.FRONTIER, arg=arg)


class SettlePlace(HandHoldersStep):
    """Everybody chooses a world or passes; all are revealed and placed together (R-SET-01)."""

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which world, if any."""
        return ask_one(prompts.SETTLE_PLACE, seat, [*placeable_worlds(s, seat), PASS])

    def reveal(self, s: GalaxyState) -> None:
        """Place all, put goods on windfall worlds (R-SET-02), then settle up one seat at a time."""
        reveal_placed(s)
        for seat in s.player_order():
            arrive(s, seat)
        s.then_each(step.SETTLE_MEANS)


def arrive(s: GalaxyState, seat: Seat) -> None:
    """A world has been placed: it gets its good (R-SET-02, R-FRO-21), or comes damaged (R-CST-03)."""
    world = s.placed[seat]
    if world == PASS:
        return
    if s.frontier is not None and s.war is not None:
        for power in s.cards.placement[world]:
            if power.do == do.ENTERS_DAMAGED:
                s.damage(seat, world)
                return
    if s.cards.good_when_placed[world] and s.put_good(seat, world) and s.log is not None:
        s.log.append([events.GOOD_PLACED, seat, world])


class SettleMeans(Step):
    """Choose the optional powers for the world just placed, one by one."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Ask if there is a choice; `arg` is 1 when some power has been used already."""
        world = s.placed[seat]
        if world == PASS:
            return
        if arg == 0:
            begin_means(s)
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
        return ask_one(prompts.SETTLE_MEANS, seat, options, world)

    def answer(self, s: GalaxyState, seat: Seat, arg: int, choice: Choice) -> None:
        """Use the power."""
        use = choice[0]
        if use == DONE:
            self._settle_up(s, seat, means_of(s, seat), s.placed[seat])
            return
        use_power(s, seat, use, s.placed[seat])
        s.then(step.SETTLE_MEANS, seat, 1)

    def _settle_up(self, s: GalaxyState, seat: Seat, means: Means, world: CardId) -> None:
        conquered = s.cards.military[world] and s.paying == 0
        if conquered and s.log is not None:
            s.log.append([events.CONQUER, seat, world, military_against(s, seat, means, world) + s.temp])
        s.then(step.SETTLE_AFTER, seat)
        s.then(step.SETTLE_GOOD, seat)
        if not conquered:
            s.then(step.SETTLE_PAY, seat, price_now(s, seat, means, world))


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
        return ask_some(prompts.SETTLE_PAY, seat, s.hand[seat][:], arg, arg, s.placed[seat])

    def answer(self, s: GalaxyState, seat: Seat, arg: int, choice: Choice) -> None:
        """Pay."""
        pay(s, seat, s.placed[seat], choice)


class SettleGood(Step):
    """The world's own choice to discard a card and get a good (R-SET-03, R-SET-04)."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Ask if the world has that power and the seat has a card to discard."""
        if not s.hand[seat]:
            return
        for power in s.cards.placement[s.placed[seat]]:
            if power.do == do.GOOD_FOR_CARD:
                s.ask_seat(seat)

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which card, if any."""
        return ask_some(prompts.SETTLE_GOOD, seat, s.hand[seat][:], 0, 1, s.placed[seat])

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
        s.cut = 0
        if s.bonus[seat]:
            s.draw(seat, 1, events.FOR_SETTLE_BONUS)
        draw_after(s, seat, s.cards.settle)


class SettleEnd(Step):
    """VP chips gained in Settle, once all worlds are placed (R-FRO-12, R-FRO-13)."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """In player order."""
        frontier = s.frontier
        if frontier is None:
            return
        for each in s.player_order():
            for card in s.working(each):
                for power in s.cards.settle[card]:
                    if power.do != do.VP or (power.when and (not frontier.placed or card in frontier.fresh)):
                        continue
                    s.gain_chips(each, power.amount)
                    if s.log is not None:
                        s.log.append([events.GAIN, each, card, power.amount])
