"""A position as its player sees it: how long the game will last, what a card is worth, what placing one brings."""

from __future__ import annotations

import math

from repulse.engine.contract import Seat
from repulse.games.galaxy.bots.sensible.card_estimates import CardEstimates, best_line
from repulse.games.galaxy.bots.sensible.game_length import rounds_left
from repulse.games.galaxy.bots.sensible.goods import consume_all_goods, insert_consumer, most_expensive
from repulse.games.galaxy.bots.sensible.war_forecast import WarForecast
from repulse.games.galaxy.bots.sensible.weights import Weights
from repulse.games.galaxy.codes import count_by, effect, phase
from repulse.games.galaxy.rules.card_table import CardId, CardIndex, CompiledPower, CompiledScoreLine
from repulse.games.galaxy.rules.military import (
    PlacementAids,
    aids_for,
    amount_of,
    discount_for,
    max_temporary,
    military_against,
    pays_for,
)
from repulse.games.galaxy.rules.state import GalaxyState


class Evaluation:
    """A seat's assessment of a position before it chooses."""

    def __init__(self, view: GalaxyState, seat: Seat, estimates: CardEstimates, weights: Weights) -> None:
        self.view = view
        self.seat = seat
        self.estimates = estimates
        self.weights = weights
        self.table: CardIndex = view.cards
        self.tableau: list[CardId] = view.undamaged(seat)
        self.owned: list[CardId] = view.tableau[seat]
        """The whole tableau, damaged worlds included."""
        self.hand: list[CardId] = view.hand[seat]
        self.left = rounds_left(view)
        self.doomed = False
        """Whether the empire is likely to fall: then slow plans do not pay off, and there are no bonuses."""
        self.failures = 0.0
        """The expected number of times this seat will fail against the Xenos, and lose a world."""
        if view.war is not None:
            forecast = WarForecast(view, seat)
            self.left = max(1.0, min(self.left, forecast.rounds))
            self.doomed = forecast.falls and forecast.rounds <= self.left
            self.failures = forecast.failures(self.left)
        self.later = max(0.0, self.left - 1.0)
        """Rounds to come after this one."""
        fade = min(1.0, self.later / weights.card_rounds)
        crowd = max(0.4, 1.0 - weights.card_crowd * max(0, len(self.hand) - 4))
        self.card = weights.card * fade * crowd
        """The worth of one more card in hand."""
        self.steady_card = weights.card * fade
        """The worth of a card that comes in some later round."""
        self.military = 0
        self.develop_discount = 0
        self.goods: list[int] = [0, 0, 0, 0, 0]
        self.made: list[int] = [0, 0, 0, 0, 0]
        """Goods that Produce makes, by kind; those of windfall worlds apart."""
        self.windfalls: list[int] = [0, 0, 0, 0, 0]
        self.fills: list[int] = [0, 0, 0, 0, 0]
        self.consumers: list[CompiledPower] = []
        self.prices: list[int] = [0, 2, 3, 4, 5]
        self.plans: list[CardId] = []
        """The "?" cards of the tableau."""
        self.hopes: list[CardId] = []
        """The "?" cards in hand."""
        self.aids: PlacementAids = aids_for(view, seat)
        self._read_tableau()
        self.cycle = self.cycle_value(self.made, self.windfalls, self.fills, self.consumers, self.prices)
        """The yield of the goods of one production."""
        self.stock = self.stock_value(self.goods)
        self.war = view.war is not None
        self.preferences: list[float] = []
        """The preference of the player for each card, in points; empty for a player without a temperament."""
        self.liked_actions: dict[int, float] = {}
        """The preference of the player for some actions."""
        self._hand_values: list[float] = []
        self._next_card = -1.0
        self._worths: dict[CardId, float] = {}

    def _read_tableau(self) -> None:
        table = self.table
        estimates = self.estimates
        for card in self.tableau:
            self.develop_discount += estimates.develop_discount[card]
            self.military += self.military_of(card)
            if table.score[card]:
                self.plans.append(card)
            if estimates.has_engine[card]:
                self._add_engine(card, self.made, self.windfalls, self.fills, self.prices)
                for power in estimates.eats[card]:
                    insert_consumer(self.consumers, power)
        held = self.view.goods[self.seat]
        for i in range(len(held)):
            if held[i] >= 0:
                self.goods[table.kind[self.owned[i]]] += 1
        for card in self.hand:
            if table.score[card] and card not in self.owned and card not in self.hopes:
                self.hopes.append(card)

    def _add_engine(
        self, card: CardId, produced: list[int], windfalls: list[int], fills: list[int], prices: list[int]
    ) -> None:
        kind = self.table.kind[card]
        estimates = self.estimates
        if estimates.produces[card]:
            produced[kind] += 1
        elif kind:
            windfalls[kind] += 1
        if estimates.fills[card] >= 0:
            fills[estimates.fills[card]] += 1
        for power in estimates.trade[card]:
            if power.kind == 0:
                for color in range(1, 5):
                    prices[color] += power.amount
            elif not power.this_world:
                prices[power.kind] += power.amount
            elif power.kind == kind:
                prices[kind] += max(1, power.amount // 2)

    def worlds(self) -> int:
        """Return the number of undamaged worlds."""
        count = 0
        for card in self.tableau:
            if not self.table.development[card]:
                count += 1
        return count

    def stands(self, worlds: int) -> float:
        """Return the chance that the last of these worlds is still undamaged in the end."""
        return max(self.weights.fallen, min(1.0, worlds - self.failures))

    def military_of(self, card: CardId) -> int:
        """Return the plain Military of a card in this tableau."""
        total = self.estimates.military[card]
        for power in self.estimates.counted_military[card]:
            if power.vs == 0:
                total += amount_of(self.table, self.tableau, power)
        return total

    # --- goods ---

    def cycle_value(
        self,
        produced: list[int],
        windfalls: list[int],
        fills: list[int],
        consumers: list[CompiledPower],
        prices: list[int],
    ) -> float:
        """Return the value of the goods of one Produce phase when they are consumed or sold."""
        goods = produced[:]
        free = fills[0]
        for kind in range(4, 0, -1):
            filled = min(windfalls[kind], fills[kind])
            extra = min(windfalls[kind] - filled, free)
            free -= extra
            goods[kind] += filled + extra
        return self.goods_value(goods, consumers, prices)

    def goods_value(self, goods: list[int], consumers: list[CompiledPower], prices: list[int]) -> float:
        """Return the eventual value of some goods (by kind); the list is used up."""
        w = self.weights
        got = consume_all_goods(goods, consumers, prices)
        value = got.vp * w.double + got.cards * self.steady_card
        best = most_expensive(goods, prices)
        if best:
            value += prices[best] * w.sale * self.steady_card
            spare = goods[1] + goods[2] + goods[3] + goods[4] - 1
            value += spare * w.spare_good * self.steady_card
        return value

    def stock_value(self, goods: list[int]) -> float:
        """Return the present value of the goods lying on worlds."""
        return (
            self.weights.stock
            * min(1.0, self.later)
            * self.goods_value(goods[:], self.consumers, self.prices)
        )

    def one_more(self, kind: int) -> float:
        """Return the value of one more good of a kind."""
        goods = self.goods[:]
        goods[kind] += 1
        return self.stock_value(goods) - self.stock

    # --- the worth of cards ---

    def worth(self, card: CardId) -> float:
        """Return the final value of having a card in the tableau from now on, not counting the cost of placing it."""
        value = self._worths.get(card)
        if value is None:
            value = self._work_out(card)
            if self.preferences:
                value += self.preferences[card]
            self._worths[card] = value
        return value

    def _work_out(self, card: CardId) -> float:
        table = self.table
        estimates = self.estimates
        later = self.later
        value = self.points(card)
        income = estimates.income[card]
        for power in estimates.counted_draws[card]:
            rate = (
                self.weights.explores * self.weights.look
                if power.phase == phase.EXPLORE
                else self.weights.produces
            )
            income += rate * (amount_of(table, self.tableau, power) + 0.5)
        for power in estimates.harvest[card]:
            income += self.weights.produces * self._harvest(power)
        value += income * later * self.steady_card
        if estimates.has_engine[card]:
            value += self._engine_gain(card) * later * self.weights.cycles
            if table.good_when_placed[card]:
                value += self.one_more(table.kind[card])
        if estimates.has_military[card]:
            value += self._military_gain(card)
        return value

    def _harvest(self, power: CompiledPower) -> float:
        """Return the cards that a draw for goods produced brings in a Produce phase, with what may still be built."""
        produced = self.made
        if power.do == effect.DRAW_IF_MOST:
            return power.amount * min(0.8, 0.1 + 0.3 * produced[power.kind])
        count = 0.0
        if power.do == effect.DRAW_PER_KIND_PRODUCED:
            for kind in range(1, 5):
                if produced[kind]:
                    count += 1.0
        elif power.kind:
            count = float(produced[power.kind])
        else:
            count = float(produced[1] + produced[2] + produced[3] + produced[4])
        count += 0.5
        return power.amount * (count * 0.5 if power.per_two else count)

    def points(self, card: CardId) -> float:
        """Return the points of a card: its own, and those it adds to "?" cards."""
        table = self.table
        points = float(table.vp[card])
        if table.score[card]:
            points += self._own_points(card, table.score[card])
        for plan in self.plans:
            points += best_line(table, card, table.score[plan])
        hopes = 0.0
        for plan in self.hopes:
            if plan != card:
                hopes += best_line(table, card, table.score[plan])
        return points + hopes * self.weights.plan_in_hand * min(1.0, self.later / 2.0)

    def _own_points(self, card: CardId, lines: list[CompiledScoreLine]) -> float:
        table = self.table
        points = float(best_line(table, card, lines))
        for other in self.tableau:
            points += best_line(table, other, lines)
        for line in lines:
            by = line.count.by
            if by == count_by.VP_CHIPS:
                chips = self.view.chips_held(self.seat) * (1.0 + self.later * 0.15)
                points += line.vp * chips / line.count.divisor
            elif by == count_by.MILITARY:
                points += line.vp * (self.military + self.estimates.military[card] + self.later * 0.3)
            elif by == count_by.GOODS:
                points += line.vp * 1.0
        growth = self.estimates.growth[card] * self.later * self.weights.growth
        return points + (growth * self.weights.doomed if self.doomed else growth)

    def _engine_gain(self, card: CardId) -> float:
        """Return what a card adds to each production."""
        produced = self.made[:]
        windfalls = self.windfalls[:]
        fills = self.fills[:]
        prices = self.prices[:]
        self._add_engine(card, produced, windfalls, fills, prices)
        consumers = self.consumers
        if self.estimates.eats[card]:
            consumers = consumers[:]
            for power in self.estimates.eats[card]:
                insert_consumer(consumers, power)
        return self.cycle_value(produced, windfalls, fills, consumers, prices) - self.cycle

    def _military_gain(self, card: CardId) -> float:
        """Return the value of a change of Military: for worlds to come, and for those waiting in hand."""
        w = self.weights
        more = float(self.estimates.military[card])
        for power in self.estimates.counted_military[card]:
            count = amount_of(self.table, self.tableau, power) + 0.5
            more += count if power.vs == 0 else count * w.special_military
        special = self.estimates.special[card] * w.special_military
        after = self.military + more + special
        gain = (self._military_flow(after) - self._military_flow(self.military)) * self.later * w.settles
        if self.war:
            gain += (more + self.estimates.xeno[card]) * w.war_military * min(4.0, self.later + 1.0)
        for world in self.hand:
            if self.table.military[world] and world != card:
                need = self.table.cost[world]
                nearer = self._nearness(need - after) - self._nearness(need - self.military)
                gain += nearer * w.waiting_world * self.table.vp[world]
        return gain

    def _military_flow(self, military: float) -> float:
        """Return the value of Military in a Settle phase: the first points count most."""
        if military <= 0.0:
            return military * self.weights.military * 0.5
        fade = self.weights.military_fade
        return self.weights.military * (1.0 - math.pow(fade, military)) / (1.0 - fade)

    def _nearness(self, missing: float) -> float:
        return 1.0 if missing <= 0.0 else math.pow(self.weights.missing_military, missing)

    # --- what placing costs ---

    def develop_price(self, card: CardId, bonus: int) -> int:
        """Return the cards a development costs."""
        return max(0, self.table.cost[card] - self.develop_discount - bonus)

    def settle_price(self, world: CardId) -> int:
        """Return the cards a world costs: 0 if it can be conquered, -1 if it can only be conquered and Military is lacking."""
        table = self.table
        price = table.cost[world] - discount_for(self.view, self.aids, world)
        if table.military[world]:
            if self.missing(world) <= 0:
                return 0
            paying = self._best_paying(world)
            if paying < 0:
                return -1
            price -= paying
        return max(0, price)

    def missing(self, world: CardId) -> int:
        """Return the permanent Military that is missing to conquer a world."""
        return self.table.cost[world] - military_against(self.view, self.seat, self.aids, world)

    def _best_paying(self, world: CardId) -> int:
        best = -1
        for power in self.aids.optional:
            if (
                power.do == effect.PAY_FOR_MILITARY
                and power.amount > best
                and pays_for(self.view, power, world)
            ):
                best = power.amount
        return best

    # --- the worth of cards in hand ---

    def promise(self, card: CardId) -> float:
        """Return the promise of a card in hand: its value if it is placed some time."""
        w = self.weights
        if card in self.owned or self.left <= 1.0:
            return 0.0
        reach = w.reach * min(1.0, self.later / 2.0)
        spend = len(self.hand) - 1
        price = self._price(card)
        if price < 0:
            price = 0
            missing = self.missing(card) - max_temporary(self.view, self.seat, self.aids, card)
            reach *= math.pow(w.missing_military, float(max(0, missing)))
        if price > spend:
            reach *= math.pow(w.missing_card, float(price - spend))
        return reach * (self.worth(card) - price * self.steady_card)

    def hand_values(self) -> list[float]:
        """Return the value of each card in hand: the best counts in full, the next less; a duplicate is just a card."""
        values = self._hand_values
        if values or not self.hand:
            return values
        hand = self.hand
        for i in range(len(hand)):
            card = hand[i]
            values.append(0.0 if card in hand[:i] else self.promise(card))
        ranked = sorted(values, reverse=True)
        for i in range(len(hand)):
            rank = ranked.index(values[i])
            values[i] = max(self.card, values[i] * math.pow(self.weights.rank_fade, rank))
        return values

    def next_card(self) -> float:
        """Return the value of one more card: more if good cards wait to be paid for."""
        if self._next_card < 0.0:
            best = 0.0
            values = self.hand_values()
            for i in range(len(self.hand)):
                if values[i] > best and self._price(self.hand[i]) >= len(self.hand):
                    best = values[i]
            self._next_card = self.card + best * self.weights.hunger
        return self._next_card

    def _price(self, card: CardId) -> int:
        return self.develop_price(card, 0) if self.table.development[card] else self.settle_price(card)

    def held_value(self, card: CardId) -> float:
        """Return the value of holding a card."""
        return self.hand_values()[self.hand.index(card)]

    def price_value(self, card: CardId, price: int) -> float:
        """Return the cost of paying some cards for a card: the least valuable others in hand."""
        if price <= 0:
            return 0.0
        values = self.hand_values()
        others: list[float] = []
        skipped = False
        for i in range(len(self.hand)):
            if self.hand[i] == card and not skipped:
                skipped = True
            else:
                others.append(values[i])
        others.sort()
        total = 0.0
        for i in range(min(price, len(others))):
            total += others[i]
        return total
