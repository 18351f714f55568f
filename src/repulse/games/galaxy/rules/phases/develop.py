"""Phase II, Develop: place a development and pay for it."""

from __future__ import annotations

from repulse.engine.contract import (
    Choice,
    Decision,
    Seat,
    ask_one,
    ask_some,
)
from repulse.engine.steps import SecretStep, Step
from repulse.games.galaxy.codes import action, effect, events, phase, prompts, step
from repulse.games.galaxy.rules.card_table import CardId
from repulse.games.galaxy.rules.holdings import PASS
from repulse.games.galaxy.rules.military import amount_of, develop_discount, draw_after
from repulse.games.galaxy.rules.phases.asking import HandHoldersStep
from repulse.games.galaxy.rules.phases.rounds import begin_phase, picks
from repulse.games.galaxy.rules.placement import (
    DONE,
    develop_uses,
    development_cost,
    max_develop_cut,
    use_power,
)
from repulse.games.galaxy.rules.position import Position


def placeable_developments(state: Position, seat: Seat) -> list[CardId]:
    """Return the developments in hand that a seat may place and can pay for, each once."""
    table = state.cards
    hand = state.hand[seat]
    most = len(hand) - 1 + develop_discount(state, seat)
    if state.frontier is not None:
        most += max_develop_cut(state, seat)
    tableau = state.tableau[seat]
    cards: list[CardId] = []
    for card in hand:
        if table.development[card] and table.cost[card] <= most and card not in tableau and card not in cards:
            cards.append(card)
    return cards


def reveal_placed(state: Position) -> None:
    """Reveal the chosen cards and place them, in player order."""
    for seat in state.player_order():
        card = state.secret[seat][0] if state.secret[seat] else PASS
        if card == PASS:
            if state.log is not None:
                state.log.append([events.PASS, seat])
            continue
        state.place(seat, card)
        if state.log is not None:
            state.log.append([events.PLACE, seat, card])


def pay(state: Position, seat: Seat, card: CardId, cards: list[CardId]) -> None:
    """Spend hand cards for a placed card."""
    state.payment.bought_discount = 0
    state.discard_from_hand(seat, cards)
    if state.log is not None:
        state.log.append([events.PAY, seat, card, *cards])


class Develop(SecretStep[Position]):
    """Draw-at-start powers, then everybody chooses a development or passes."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Begin the `arg`-th Develop phase of the round."""
        begin_phase(state, phase.DEVELOP)
        table = state.cards
        for player in state.player_order():
            state.bonus[player] = 1 if picks(state, player, action.DEVELOP) >= arg else 0
            cards = state.working(player)
            for card in cards:
                for power in table.develop[card]:
                    if power.do == effect.DRAW:
                        state.draw(player, amount_of(table, cards, power), card)
        state.then(step.DEVELOP_PLACE)
        if state.frontier is not None:
            state.then_each(step.REPLACE)


class DevelopPlace(HandHoldersStep):
    """Everybody chooses a development or passes."""

    def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
        """Ask which development, if any."""
        return ask_one(prompts.DEVELOP_PLACE, seat, [*placeable_developments(state, seat), PASS])

    def reveal(self, state: Position) -> None:
        """Place all, then pay one seat at a time (R-GEN-08)."""
        reveal_placed(state)
        state.then_each(step.DEVELOP_MEANS)


class DevelopMeans(Step[Position]):
    """Choose the discounts to buy with goods, one by one."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Ask if there is a choice; `arg` is 1 when some power has been used already."""
        if arg == 0 and state.frontier is not None:
            state.then(step.REPLACE, seat)
        card = state.placed[seat]
        if card == PASS:
            return
        if arg == 0:
            state.payment.reset()
        uses = develop_uses(state, seat, card) if state.frontier is not None else []
        if not uses:
            state.then(step.DEVELOP_PAY, seat)
        elif len(uses) == 1 and development_cost(state, seat, card) > len(state.hand[seat]):
            self.answer(state, seat, arg, uses)
        else:
            state.ask_seat(seat)

    def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
        """Ask which discount, or no more."""
        card = state.placed[seat]
        options = develop_uses(state, seat, card)
        if development_cost(state, seat, card) <= len(state.hand[seat]):
            options.append(DONE)
        return ask_one(prompts.DEVELOP_MEANS, seat, options, card)

    def answer(self, state: Position, seat: Seat, arg: int, choice: Choice) -> None:
        """Buy it."""
        if choice[0] == DONE:
            state.then(step.DEVELOP_PAY, seat)
            return
        use_power(state, seat, choice[0], state.placed[seat])
        state.then(step.DEVELOP_MEANS, seat, 1)


class DevelopPay(Step[Position]):
    """Pay for the development, then draw for it (R-DEV-03, R-DEV-04)."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Pay the cost; ask only if there is a choice."""
        cost = development_cost(state, seat, state.placed[seat])
        hand = state.hand[seat]
        if 0 < cost < len(hand):
            state.ask_seat(seat)
            return
        self.answer(state, seat, arg, sorted(hand) if cost else [])

    def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
        """Ask which cards to spend."""
        card = state.placed[seat]
        cost = development_cost(state, seat, card)
        return ask_some(prompts.DEVELOP_PAY, seat, state.hand[seat][:], cost, cost, card)

    def answer(self, state: Position, seat: Seat, arg: int, choice: Choice) -> None:
        """Pay, then draw."""
        pay(state, seat, state.placed[seat], choice)
        draw_after(state, seat, state.cards.develop)


# --- a development in place of a world (R-FRO-16) ---


def replacements(state: Position, seat: Seat) -> list[CardId]:
    """Return the developments in hand that may take the place of a world now, each once."""
    table = state.cards
    if state.replaced[seat] != PASS or all(table.development[card] for card in state.tableau[seat]):
        return []
    cards: list[CardId] = []
    for owner in state.working(seat):
        for power in table.develop[owner]:
            if power.do == effect.REPLACE_WORLD:
                for card in state.hand[seat]:
                    if table.development[card] and table.cost[card] < power.below:
                        if card not in state.tableau[seat] and card not in cards:
                            cards.append(card)
    return cards


def may_replace(state: Position, seat: Seat) -> bool:
    """Return whether a seat has the power to replace a world, and a card in hand: the part everyone can see."""
    if state.replaced[seat] != PASS or not state.hand[seat]:
        return False
    for owner in state.working(seat):
        for power in state.cards.develop[owner]:
            if power.do == effect.REPLACE_WORLD:
                return not all(state.cards.development[card] for card in state.tableau[seat])
    return False


class Replace(Step[Position]):
    """Before or after its placement a seat may replace a world with a development: which world?

    The world is chosen first, openly: the development stays hidden in hand until it is placed.
    """

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Ask every seat with the power and several worlds."""
        if not may_replace(state, seat):
            return
        worlds = _worlds(state, seat)
        if len(worlds) == 1:
            state.then(step.REPLACE_WITH, seat, worlds[0])
        else:
            state.ask_seat(seat)

    def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
        """Ask which world, damaged or not, if any."""
        worlds = _worlds(state, seat) if replacements(state, seat) else []
        return ask_one(prompts.DEVELOP_REPLACE_WORLD, seat, [*worlds, PASS])

    def answer(self, state: Position, seat: Seat, arg: int, choice: Choice) -> None:
        """Continue with the development, if any."""
        if choice[0] != PASS:
            state.then(step.REPLACE_WITH, seat, choice[0])


def _worlds(state: Position, seat: Seat) -> list[CardId]:
    return [card for card in state.tableau[seat] if not state.cards.development[card]]


class ReplaceWith(Step[Position]):
    """Choose the development that replaces the world `arg`."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Ask."""
        state.ask_seat(seat)

    def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
        """Ask which development, if any."""
        return ask_one(prompts.DEVELOP_REPLACE, seat, [*replacements(state, seat), PASS], arg)

    def answer(self, state: Position, seat: Seat, arg: int, choice: Choice) -> None:
        """Discard the world and place the development."""
        card = choice[0]
        if card == PASS:
            return
        state.replace(seat, arg, card)
        if state.log is not None:
            state.log.append([events.REPLACE, seat, arg, card])
