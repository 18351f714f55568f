"""Estimates of the cards that can be made before a game begins: tables built once for each card table."""

from __future__ import annotations

from typing import Final

from repulse.games.galaxy.bots.sensible.weights import Weights
from repulse.games.galaxy.codes import deck, effect, price, trait
from repulse.games.galaxy.rules.card_table import CardId, CardIndex, CompiledPower, CompiledScoreLine
from repulse.games.galaxy.rules.score import fits_line

_MAX_STUDIES: Final = 12
"""There are few card tables, but overlays can make any number of them."""


class CardEstimates:
    """Facts and estimates about every card, indexed by card."""

    def __init__(self, table: CardIndex, weights: Weights) -> None:
        size = table.size
        self.table = table
        self.weights = weights
        self.income: list[float] = [0.0] * size
        """Cards gained a round by the powers of phases I to III and the fixed draws of the others."""
        self.military: list[int] = [0] * size
        """Plain Military, without what depends on a count."""
        self.special: list[int] = [0] * size
        """The most Military against some worlds only."""
        self.xeno: list[int] = [0] * size
        """Military against Xenos and defense, which count in an invasion only."""
        self.has_military: list[bool] = [False] * size
        self.counted_military: list[list[CompiledPower]] = [[] for _ in range(size)]
        self.counted_draws: list[list[CompiledPower]] = [[] for _ in range(size)]
        """Draws of Explore and Produce that depend on a count."""
        self.harvest: list[list[CompiledPower]] = [[] for _ in range(size)]
        """Draws for goods produced."""
        self.develop_discount: list[int] = [0] * size
        self.produces: list[bool] = [False] * size
        self.fills: list[int] = [-1] * size
        """The kind of windfall world on which it produces (0: any), or -1."""
        self.trade: list[list[CompiledPower]] = [[] for _ in range(size)]
        self.eats: list[list[CompiledPower]] = [[] for _ in range(size)]
        """Consume powers that take goods."""
        self.has_engine: list[bool] = [False] * size
        """Whether goods come from, lie on or go to this card."""
        self.growth: list[float] = [0.0] * size
        """Of a "?" card: the points a card of the deck brings it on average."""
        self.frontier: list[list[CardId]] = [[], [], []]
        """The cards of the Near and Far decks, and the Xeno systems."""
        for card in range(1, size):
            if table.deck[card] >= deck.NEAR:
                self.frontier[table.deck[card] - deck.NEAR].append(card)
            self._estimate_powers(card, weights)
            if table.score[card]:
                self.growth[card] = self._growth(table.score[card])
        self.lucky = self._commonest_cost()

    def _estimate_powers(self, card: CardId, w: Weights) -> None:
        table = self.table
        for power in table.explore[card]:
            worth = w.look if power.do == effect.DRAW else w.keep
            if power.count is not None:
                self.counted_draws[card].append(power)
            elif power.do == effect.DRAW or power.do == effect.KEEP:
                self.income[card] += w.explores * worth * power.amount
        for power in table.develop[card]:
            self._estimate_develop(card, power, w)
        for power in table.settle[card]:
            self._estimate_settle(card, power, w)
        for power in table.trade[card]:
            if power.do == effect.BONUS:
                self.trade[card].append(power)
                if power.kind == 0:
                    self.income[card] += w.trades * power.amount * 0.5
        for power in table.consume[card]:
            self._estimate_consume(card, power, w)
        for power in table.produce[card]:
            self._estimate_produce(card, power, w)
        if table.kind[card] or self.eats[card] or self.fills[card] >= 0 or self.trade[card]:
            self.has_engine[card] = True

    def _estimate_develop(self, card: CardId, power: CompiledPower, w: Weights) -> None:
        if power.do == effect.DISCOUNT and power.discard == price.NOTHING:
            self.develop_discount[card] += power.amount
            self.income[card] += w.develops * w.use * power.amount
        elif power.do == effect.DRAW_AFTER:
            self.income[card] += w.develops * w.use * power.amount
        elif power.do == effect.DRAW:
            self.income[card] += w.develops * power.amount

    def _estimate_settle(self, card: CardId, power: CompiledPower, w: Weights) -> None:
        does = power.do
        if does == effect.MILITARY:
            if power.count is not None:
                self.counted_military[card].append(power)
            elif power.vs == 0:
                self.military[card] += power.amount
            else:
                self.special[card] = max(self.special[card], power.amount)
                if power.vs & trait.KEY_XENO:
                    self.xeno[card] += power.amount
            self.has_military[card] = True
        elif does in (effect.DEFENSE, effect.TEMP_DEFENSE):
            self.xeno[card] += power.amount if does == effect.DEFENSE else 1
            self.has_military[card] = True
        elif does == effect.DISCOUNT and power.discard == price.NOTHING:
            share = 1.0 if power.kind == 0 else w.kind_discount
            self.income[card] += w.settles * w.use * share * power.amount
        elif does == effect.DRAW_AFTER:
            self.income[card] += w.settles * w.use * power.amount
        elif does == effect.PAY_FOR_MILITARY:
            self.income[card] += w.settles * w.pay_for_military * (0.5 if power.only else 1.0)
        elif does == effect.TEMP_MILITARY:
            self.income[card] += 0.1 * w.temp_military
        elif does == effect.COST_ZERO:
            self.income[card] += 0.1 * w.colony_ship

    def _estimate_consume(self, card: CardId, power: CompiledPower, w: Weights) -> None:
        does = power.do
        if does in (effect.CONSUME, effect.CONSUME_ALL, effect.CONSUME_DIFFERENT, effect.SELL):
            self.eats[card].append(power)
        elif does == effect.DRAW:
            self.income[card] += w.produces * power.amount
        elif does == effect.DRAW_IF_LUCKY:
            self.income[card] += w.produces * 0.2
        elif power.vp:
            self.income[card] += w.produces * power.times * 0.3

    def _estimate_produce(self, card: CardId, power: CompiledPower, w: Weights) -> None:
        does = power.do
        if does == effect.PRODUCE:
            self.produces[card] = True
        elif does == effect.WINDFALL:
            self.fills[card] = power.kind
        elif does == effect.DRAW:
            if power.count is not None:
                self.counted_draws[card].append(power)
            else:
                self.income[card] += w.produces * power.amount
        elif does == effect.DRAW_IF_PRODUCED:
            share = 1.0 if not self.table.windfall[card] else 0.4
            self.income[card] += w.produces * share * power.amount
        elif does in (effect.DRAW_PER_PRODUCED, effect.DRAW_PER_KIND_PRODUCED, effect.DRAW_IF_MOST):
            self.harvest[card].append(power)
        if power.discard == price.HAND:
            self.income[card] -= w.produces * 0.5

    def _growth(self, lines: list[CompiledScoreLine]) -> float:
        """Return the points that a card of the deck brings to these lines on average."""
        table = self.table
        points = 0
        cards = 0
        for card in range(1, table.size):
            if table.deck[card] == deck.MAIN:
                cards += table.copies[card]
                points += table.copies[card] * best_line(table, card, lines)
        return points / max(1, cards)

    def _commonest_cost(self) -> int:
        """Return the cost or defense from 1 to 7 that most cards of the deck have."""
        table = self.table
        counts = [0] * 20
        for card in range(1, table.size):
            if table.deck[card] == deck.MAIN:
                counts[table.cost[card]] += table.copies[card]
        best = 1
        for cost in range(2, 8):
            if counts[cost] > counts[best]:
                best = cost
        return best


def best_line(table: CardIndex, card: CardId, lines: list[CompiledScoreLine]) -> int:
    """Return the points that a card brings to a "?" card: the best line that it fits."""
    best = 0
    traits = table.traits[card]
    for line in lines:
        if line.vp > best and fits_line(traits, card, line.count):
            best = line.vp
    return best


_studies: list[CardEstimates] = []


def estimates_for(table: CardIndex, weights: Weights) -> CardEstimates:
    """Return the estimates of a card table, built once."""
    for estimates in _studies:
        if estimates.table is table and estimates.weights is weights:
            return estimates
    estimates = CardEstimates(table, weights)
    if len(_studies) >= _MAX_STUDIES:
        del _studies[0]
    _studies.append(estimates)
    return estimates
