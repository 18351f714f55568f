"""Phase II, Develop: place a development and pay for it."""

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
from repulse.games.galaxy.rules.military import amount_of, develop_discount, draw_after
from repulse.games.galaxy.rules.phases.asking import HandHoldersStep
from repulse.games.galaxy.rules.phases.rounds import begin_phase, picks
from repulse.games.galaxy.rules.placement import (
    DONE,
    begin_means,
    develop_uses,
    development_cost,
    most_develop_cut,
    use_power,
)
from repulse.games.galaxy.rules.state import (
    PASS,
    GalaxyState,
    SecretStep,
    Step,
)


def placeable_developments(s: GalaxyState, seat: Seat) -> list[CardId]:
    """The developments in hand that a seat may place and can pay for, each once."""
    table = s.cards
    hand = s.hand[seat]
    most = len(hand) - 1 + develop_discount(s, seat)
    if s.frontier is not None:
        most += most_develop_cut(s, seat)
    tableau = s.tableau[seat]
    cards: list[CardId] = []
    for card in hand:
        if table.development[card] and table.cost[card] <= most and card not in tableau and card not in cards:
            cards.append(card)
    return cards


def reveal_placed(s: GalaxyState) -> None:
    """Reveal the chosen cards and place them, in player order."""
    for seat in s.player_order():
        card = s.secret[seat][0] if s.secret[seat] else PASS
        if card == PASS:
            if s.log is not None:
                s.log.append([events.PASS, seat])
            continue
        s.place(seat, card)
        if s.log is not None:
            s.log.append([events.PLACE, seat, card])


def pay(s: GalaxyState, seat: Seat, card: CardId, cards: list[CardId]) -> None:
    """Spend hand cards for a placed card."""
    s.cut = 0
    s.discard_from_hand(seat, cards)
    if s.log is not None:
        s.log.append([events.PAY, seat, card, *cards])


class Develop(SecretStep):
    """Draw-at-start powers, then everybody chooses a development or passes."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """The `arg`-th Develop phase of the round begins."""
        begin_phase(s, phase.DEVELOP)
        table = s.cards
        for each in s.player_order():
            s.bonus[each] = 1 if picks(s, each, action.DEVELOP) >= arg else 0
            cards = s.working(each)
            for card in cards:
                for power in table.develop[card]:
                    if power.do == do.DRAW:
                        s.draw(each, amount_of(table, cards, power), card)
        s.then(step.DEVELOP_PLACE)
        if s.frontier is not None:
            s.then_each(step.REPLACE)


class DevelopPlace(HandHoldersStep):
    """Everybody chooses a development or passes."""

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which development, if any."""
        return ask_one(prompts.DEVELOP_PLACE, seat, [*placeable_developments(s, seat), PASS])

    def reveal(self, s: GalaxyState) -> None:
        """Place all, then pay one seat at a time (R-GEN-08)."""
        reveal_placed(s)
        s.then_each(step.DEVELOP_MEANS)


class DevelopMeans(Step):
    """Choose the discounts to buy with goods, one by one."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Ask if there is a choice; `arg` is 1 when some power has been used already."""
        if arg == 0 and s.frontier is not None:
            s.then(step.REPLACE, seat)
        card = s.placed[seat]
        if card == PASS:
            return
        if arg == 0:
            begin_means(s)
        uses = develop_uses(s, seat, card) if s.frontier is not None else []
        if not uses:
            s.then(step.DEVELOP_PAY, seat)
        elif len(uses) == 1 and development_cost(s, seat, card) > len(s.hand[seat]):
            self.answer(s, seat, arg, uses)
        else:
            s.ask_seat(seat)

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which discount, or no more."""
        card = s.placed[seat]
        options = develop_uses(s, seat, card)
        if development_cost(s, seat, card) <= len(s.hand[seat]):
            options.append(DONE)
        return ask_one(prompts.DEVELOP_MEANS, seat, options, card)

    def answer(self, s: GalaxyState, seat: Seat, arg: int, choice: Choice) -> None:
        """Buy it."""
        if choice[0] == DONE:
            s.then(step.DEVELOP_PAY, seat)
            return
        use_power(s, seat, choice[0], s.placed[seat])
        s.then(step.DEVELOP_MEANS, seat, 1)


class DevelopPay(Step):
    """Pay for the development, then draw for it (R-DEV-03, R-DEV-04)."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Pay the cost; ask only if there is a choice."""
        cost = development_cost(s, seat, s.placed[seat])
        hand = s.hand[seat]
        if 0 < cost < len(hand):
            s.ask_seat(seat)
            return
        self.answer(s, seat, arg, sorted(hand) if cost else [])

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which cards to spend."""
        card = s.placed[seat]
        cost = development_cost(s, seat, card)
        return ask_some(prompts.DEVELOP_PAY, seat, s.hand[seat][:], cost, cost, card)

    def answer(self, s: GalaxyState, seat: Seat, arg: int, choice: Choice) -> None:
        """Pay, then draw."""
        pay(s, seat, s.placed[seat], choice)
        draw_after(s, seat, s.cards.develop)


# --- a development in place of a world (R-FRO-16) ---


def replacements(s: GalaxyState, seat: Seat) -> list[CardId]:
    """The developments in hand that may take the place of a world now, each once."""
    table = s.cards
    if s.replaced[seat] != PASS or all(table.development[card] for card in s.tableau[seat]):
        return []
    cards: list[CardId] = []
    for owner in s.working(seat):
        for power in table.develop[owner]:
            if power.do == do.REPLACE_WORLD:
                for card in s.hand[seat]:
                    if table.development[card] and table.cost[card] < power.below:
                        if card not in s.tableau[seat] and card not in cards:
                            cards.append(card)
    return cards


def may_replace(s: GalaxyState, seat: Seat) -> bool:
    """Whether a seat has the power to replace a world, and a card in hand: the part everyone can see."""
    if s.replaced[seat] != PASS or not s.hand[seat]:
        return False
    for owner in s.working(seat):
        for power in s.cards.develop[owner]:
            if power.do == do.REPLACE_WORLD:
                return not all(s.cards.development[card] for card in s.tableau[seat])
    return False


class Replace(Step):
    """Before or after its placement a seat may replace a world with a development: which world?

    The world is chosen first, openly: the development stays hidden in hand until it is placed.
    """

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Ask every seat with the power and several worlds."""
        if not may_replace(s, seat):
            return
        worlds = _worlds(s, seat)
        if len(worlds) == 1:
            s.then(step.REPLACE_WITH, seat, worlds[0])
        else:
            s.ask_seat(seat)

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which world, damaged or not, if any."""
        worlds = _worlds(s, seat) if replacements(s, seat) else []
        return ask_one(prompts.DEVELOP_REPLACE_WORLD, seat, [*worlds, PASS])

    def answer(self, s: GalaxyState, seat: Seat, arg: int, choice: Choice) -> None:
        """Continue with the development, if any."""
        if choice[0] != PASS:
            s.then(step.REPLACE_WITH, seat, choice[0])


def _worlds(s: GalaxyState, seat: Seat) -> list[CardId]:
    return [card for card in s.tableau[seat] if not s.cards.development[card]]


class ReplaceWith(Step):
    """Choose the development that replaces the world `arg`."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Ask."""
        s.ask_seat(seat)

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which development, if any."""
        return ask_one(prompts.DEVELOP_REPLACE, seat, [*replacements(s, seat), PASS], arg)

    def answer(self, s: GalaxyState, seat: Seat, arg: int, choice: Choice) -> None:
        """Discard the world and place the development."""
        card = choice[0]
        if card == PASS:
            return
        s.replace(seat, arg, card)
        if s.log is not None:
            s.log.append([events.REPLACE, seat, arg, card])
