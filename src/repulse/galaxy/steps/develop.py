"""Phase II, Develop: place a development and pay for it."""

from __future__ import annotations

from repulse.engine.contract import Choice, Decision, Seat, ask_one, ask_some
from repulse.galaxy import events
from repulse.galaxy.cards import DEVELOP, DRAW, CardId
from repulse.galaxy.state import PASS, GalaxyState, SecretStep, Step
from repulse.galaxy.steps import numbers as n
from repulse.galaxy.steps.rounds import begin_phase, picks
from repulse.galaxy.strength import amount_of, develop_discount, draw_after


def development_cost(s: GalaxyState, seat: Seat, card: CardId) -> int:
    """What a development costs a seat in this phase (R-GEN-04, R-DEV-02)."""
    return max(0, s.table.cost[card] - develop_discount(s, seat))


def placeable_developments(s: GalaxyState, seat: Seat) -> list[CardId]:
    """The developments in hand that a seat may place and can pay for, each once."""
    table = s.table
    hand = s.hand[seat]
    most = len(hand) - 1 + develop_discount(s, seat)
    tableau = s.tableau[seat]
    cards: list[CardId] = []
    for card in hand:
        if table.development[card] and table.cost[card] <= most and card not in tableau and card not in cards:
            cards.append(card)
    return cards


def reveal_placed(s: GalaxyState) -> None:
    """Turn up the chosen cards and place them, in player order."""
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
    s.discard_from_hand(seat, cards)
    if s.log is not None:
        s.log.append([events.PAY, seat, card, *cards])


class Develop(SecretStep):
    """Draw-at-start powers, then everybody chooses a development or passes."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """The `arg`-th Develop phase of the round begins."""
        begin_phase(s, DEVELOP)
        table = s.table
        seats = 0
        for each in s.player_order():
            s.bonus[each] = 1 if picks(s, each, n.ACT_DEVELOP) >= arg else 0
            cards = s.working(each)
            for card in cards:
                for power in table.develop[card]:
                    if power.do == DRAW:
                        s.draw(each, amount_of(table, cards, power), card)
            s.secret[each] = []
            if s.hand[each]:
                seats |= 1 << each
        if seats:
            s.ask_all(seats)

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which development, if any."""
        return ask_one(seat, "develop.place", "card", [*placeable_developments(s, seat), PASS])

    def reveal(self, s: GalaxyState) -> None:
        """Place all, then pay one after the other (R-GEN-08)."""
        reveal_placed(s)
        s.then_each(n.DEVELOP_PAY)


class DevelopPay(Step):
    """Pay for the development, then draw for it (R-DEV-03, R-DEV-04)."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Pay what is to pay; ask only where there is a choice."""
        card = s.placed[seat]
        if card == PASS:
            return
        cost = development_cost(s, seat, card)
        hand = s.hand[seat]
        if 0 < cost < len(hand):
            s.ask_seat(seat)
            return
        self.answer(s, seat, arg, sorted(hand) if cost else [])

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which cards to spend."""
        card = s.placed[seat]
        cost = development_cost(s, seat, card)
        return ask_some(seat, "develop.pay", "card", s.hand[seat][:], cost, cost, card)

    def answer(self, s: GalaxyState, seat: Seat, arg: int, choice: Choice) -> None:
        """Pay, then draw."""
        pay(s, seat, s.placed[seat], choice)
        draw_after(s, seat, s.table.develop)
