"""Phase III, Settle: place a world, by payment or by conquest."""

from __future__ import annotations

from repulse.engine.contract import (
    Choice,
    Decision,
    Seat,
    ask_one,
    ask_some,
)
from repulse.engine.steps import Step
from repulse.games.galaxy.codes import action, effect, events, phase, prompts, step
from repulse.games.galaxy.rules.card_table import CardId
from repulse.games.galaxy.rules.holdings import PASS
from repulse.games.galaxy.rules.military import (
    PlacementAids,
    aids_for,
    draw_after,
    military_against,
)
from repulse.games.galaxy.rules.phases.asking import HandHoldersStep
from repulse.games.galaxy.rules.phases.develop import pay, reveal_placed
from repulse.games.galaxy.rules.phases.rounds import begin_phase, settle_card
from repulse.games.galaxy.rules.placement import (
    DONE,
    can_place,
    is_affordable,
    price_now,
    use_power,
    uses_of,
)
from repulse.games.galaxy.rules.position import Position


def placeable_worlds(state: Position, seat: Seat) -> list[CardId]:
    """Return the worlds in hand that a seat may place and has some way to place, each once."""
    aids = aids_for(state, seat)
    table = state.cards
    hand = state.hand[seat]
    spend = len(hand) - 1
    tableau = state.tableau[seat]
    worlds: list[CardId] = []
    for card in hand:
        if not table.development[card] and card not in tableau and card not in worlds:
            if can_place(state, seat, aids, card, spend):
                worlds.append(card)
    return worlds


class Settle(Step[Position]):
    """The `arg`-th Settle phase of the round begins."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Record who has the bonus; send Frontier settlers to the frontier first."""
        begin_phase(state, phase.SETTLE)
        for player in range(state.players):
            state.bonus[player] = 1 if settle_card(state, player, arg) == action.SETTLE else 0
        if state.frontier is None:
            state.then(step.SETTLE_PLACE)
        else:
            state.then(step.SETTLE_END)
            state.then(step.FRONTIER, arg=arg)


class SettlePlace(HandHoldersStep):
    """Everybody chooses a world or passes; all are revealed and placed together (R-SET-01)."""

    def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
        """Ask which world, if any."""
        return ask_one(prompts.SETTLE_PLACE, seat, [*placeable_worlds(state, seat), PASS])

    def reveal(self, state: Position) -> None:
        """Place all, put goods on windfall worlds (R-SET-02), then settle up one seat at a time."""
        reveal_placed(state)
        for seat in state.player_order():
            arrive(state, seat)
        state.then_each(step.SETTLE_MEANS)


def arrive(state: Position, seat: Seat) -> None:
    """Let a world that was just placed get its good (R-SET-02, R-FRO-21), or comes damaged (R-CST-03)."""
    world = state.placed[seat]
    if world == PASS:
        return
    if state.frontier is not None and state.war is not None:
        for power in state.cards.placement[world]:
            if power.do == effect.ENTERS_DAMAGED:
                state.damage(seat, world)
                return
    if state.cards.good_when_placed[world] and state.put_good(seat, world) and state.log is not None:
        state.log.append([events.GOOD_PLACED, seat, world])


class SettleMeans(Step[Position]):
    """Choose the optional powers for the world just placed, one by one."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Ask if there is a choice; `arg` is 1 when some power has been used already."""
        world = state.placed[seat]
        if world == PASS:
            return
        if arg == 0:
            state.payment.reset()
        aids = aids_for(state, seat)
        uses = uses_of(state, seat, aids, world) if aids.optional else []
        if not uses:
            self._settle_up(state, seat, aids, world)
        elif len(uses) == 1 and not is_affordable(state, seat, aids, world):
            self.answer(state, seat, arg, uses)
        else:
            state.ask_seat(seat)

    def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
        """Ask which power, or no more."""
        world = state.placed[seat]
        aids = aids_for(state, seat)
        options = uses_of(state, seat, aids, world)
        if is_affordable(state, seat, aids, world):
            options.append(DONE)
        return ask_one(prompts.SETTLE_MEANS, seat, options, world)

    def answer(self, state: Position, seat: Seat, arg: int, choice: Choice) -> None:
        """Use the power."""
        use = choice[0]
        if use == DONE:
            self._settle_up(state, seat, aids_for(state, seat), state.placed[seat])
            return
        use_power(state, seat, use, state.placed[seat])
        state.then(step.SETTLE_MEANS, seat, 1)

    def _settle_up(self, state: Position, seat: Seat, aids: PlacementAids, world: CardId) -> None:
        conquered = state.cards.military[world] and state.payment.paying_power == 0
        if conquered and state.log is not None:
            state.log.append(
                [
                    events.CONQUER,
                    seat,
                    world,
                    military_against(state, seat, aids, world) + state.payment.temp_military,
                ]
            )
        state.then(step.SETTLE_AFTER, seat)
        state.then(step.SETTLE_GOOD, seat)
        if not conquered:
            state.then(step.SETTLE_PAY, seat, price_now(state, seat, aids, world))


class SettlePay(Step[Position]):
    """Pay `arg` cards for the world."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Ask only where there is a choice."""
        hand = state.hand[seat]
        if 0 < arg < len(hand):
            state.ask_seat(seat)
        else:
            self.answer(state, seat, arg, sorted(hand) if arg else [])

    def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
        """Ask which cards to spend."""
        return ask_some(prompts.SETTLE_PAY, seat, state.hand[seat][:], arg, arg, state.placed[seat])

    def answer(self, state: Position, seat: Seat, arg: int, choice: Choice) -> None:
        """Pay."""
        pay(state, seat, state.placed[seat], choice)


class SettleGood(Step[Position]):
    """The world's own choice to discard a card and get a good (R-SET-03, R-SET-04)."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Ask if the world has that power and the seat has a card to discard."""
        if not state.hand[seat]:
            return
        for power in state.cards.placement[state.placed[seat]]:
            if power.do == effect.GOOD_FOR_CARD:
                state.ask_seat(seat)

    def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
        """Ask which card, if any."""
        return ask_some(prompts.SETTLE_GOOD, seat, state.hand[seat][:], 0, 1, state.placed[seat])

    def answer(self, state: Position, seat: Seat, arg: int, choice: Choice) -> None:
        """Discard the card and put a good on the world."""
        if not choice:
            return
        world = state.placed[seat]
        state.discard_from_hand(seat, choice)
        state.put_good(seat, world)
        if state.log is not None:
            state.log.append([events.GOOD_FOR_CARD, seat, world, choice[0]])


class SettleAfter(Step[Position]):
    """The Settle bonus and draw-after powers, for a seat that placed a world (R-SET-03, R-SET-05)."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Draw."""
        state.payment.bought_discount = 0
        if state.bonus[seat]:
            state.draw(seat, 1, events.FOR_SETTLE_BONUS)
        draw_after(state, seat, state.cards.settle)


class SettleEnd(Step[Position]):
    """VP chips gained in Settle, once all worlds are placed (R-FRO-12, R-FRO-13)."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Let the seats settle in player order."""
        frontier = state.frontier
        if frontier is None:
            return
        for player in state.player_order():
            for card in state.working(player):
                for power in state.cards.settle[card]:
                    if power.do != effect.VP or (
                        power.needs_frontier_world and (not frontier.placed or card in frontier.fresh)
                    ):
                        continue
                    state.gain_chips(player, power.amount)
                    if state.log is not None:
                        state.log.append([events.GAIN, player, card, power.amount])
