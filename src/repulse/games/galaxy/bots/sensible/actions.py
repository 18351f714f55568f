"""The choice of an action: what each phase would bring, and what the others are likely to call anyway."""

from __future__ import annotations

from math import sqrt
from typing import Final

from repulse.engine.contract import Choice, Decision, Seat
from repulse.engine.random import Stream
from repulse.games.galaxy.bots.sensible.evaluation import Evaluation
from repulse.games.galaxy.bots.sensible.frontier import frontier_gain
from repulse.games.galaxy.bots.sensible.goods import consume_all_goods, most_expensive
from repulse.games.galaxy.bots.sensible.placing import Placing, best_development, best_world
from repulse.games.galaxy.codes import action, effect
from repulse.games.galaxy.rules.holdings import NO_GOOD, PASS
from repulse.games.galaxy.rules.military import amount_of, military
from repulse.games.galaxy.rules.phases.explore import explore_without_action
from repulse.games.galaxy.rules.state import GalaxyState

_PHASES: Final = 5
I_EXPLORE: Final = 0
II_DEVELOP: Final = 1
III_SETTLE: Final = 2
IV_CONSUME: Final = 3
V_PRODUCE: Final = 4

_PHASE_OF: Final = [
    I_EXPLORE,
    I_EXPLORE,
    II_DEVELOP,
    III_SETTLE,
    IV_CONSUME,
    IV_CONSUME,
    V_PRODUCE,
    V_PRODUCE,
    III_SETTLE,
]
"""The phase of each action card."""


class Prospects:
    """The gain from each action card, and from each phase that another seat calls."""

    def __init__(self, ev: Evaluation) -> None:
        self.evaluation = ev
        self.plain = [0.0] * _PHASES
        """The gain from a phase that somebody else calls."""
        self.called = [0.0] * len(_PHASE_OF)
        """The gain from a phase that this seat calls itself."""
        self.second = [0.0] * len(_PHASE_OF)
        """The gain from a second phase of the same sort."""
        self.after_settle = [0.0] * len(_PHASE_OF)
        """The gain that a good received in Settle would add to an action."""
        self.world = Placing()
        """The world to place."""
        self.chance: list[float] = others_call(ev.view, ev.seat)
        self._explore()
        self._place()
        self._consume()
        self._produce()

    def action(self, action: int) -> float:
        """Return what an action card adds to the value of the round."""
        phase = _PHASE_OF[action]
        ev = self.evaluation
        gain = self.called[action] - self.chance[phase] * ev.weights.free_rider * self.plain[phase]
        # Nobody calls a phase that brings nothing, even if they prefer it.
        return gain + ev.liked_actions.get(action, 0.0) if self.called[action] > 0.0 else gain

    def _explore(self) -> None:
        ev = self.evaluation
        draw, keep = explore_without_action(ev.view, ev.seat)
        self.plain[I_EXPLORE] = self._explore_gain(draw, keep)
        self.called[action.EXPLORE_5] = self._explore_gain(draw + 5, keep)
        self.called[action.EXPLORE_1_1] = self._explore_gain(draw + 1, keep + 1)

    def _explore_gain(self, draw: int, keep: int) -> float:
        """Return the value of drawing some cards and keeping the best."""
        ev = self.evaluation
        w = ev.weights
        keep = min(draw, keep)
        return ev.next_card() * keep * (w.explore_first + w.explore_more * draw / sqrt(keep))

    def _place(self) -> None:
        ev = self.evaluation
        plain = best_development(ev, 0)
        own = best_development(ev, 1)
        world = best_world(ev)
        self.world = world
        self.plain[II_DEVELOP] = plain.gain
        self.called[action.DEVELOP] = own.gain
        self.second[action.DEVELOP] = own.second
        self.plain[III_SETTLE] = world.gain
        self.called[action.SETTLE] = world.gain + (ev.next_card() if world.gain > 0.0 else 0.0)
        self.second[action.SETTLE] = world.second
        self.called[action.FRONTIER] = frontier_gain(ev)

    def _consume(self) -> None:
        ev = self.evaluation
        now = ev.goods
        self.plain[IV_CONSUME] = self._consume_goods(now, 1)
        self.called[action.CONSUME_2X] = self._consume_goods(now, 2)
        self.called[action.TRADE] = self._trade(now)
        world = self.world.card
        if world == PASS or not ev.table.good_when_placed[world]:
            return
        # A windfall world placed earlier in the round brings its good to the same Consume phase.
        then = now[:]
        then[ev.table.kind[world]] += 1
        self.after_settle[action.CONSUME_2X] = self._consume_goods(then, 2) - self.called[action.CONSUME_2X]
        self.after_settle[action.TRADE] = self._trade(then) - self.called[action.TRADE]
        chance = self.chance[III_SETTLE]
        self.called[action.CONSUME_2X] += chance * self.after_settle[action.CONSUME_2X]
        self.called[action.TRADE] += chance * self.after_settle[action.TRADE]

    def _trade(self, goods: list[int]) -> float:
        """Return the gain of selling the best of these goods and consuming the rest."""
        ev = self.evaluation
        sold = most_expensive(goods, ev.prices)
        if sold == 0:
            return 0.0
        rest = goods[:]
        rest[sold] -= 1
        kept = ev.stock_value(goods) - ev.stock_value(rest)
        return ev.next_card() * ev.prices[sold] - kept + self._consume_goods(rest, 1)

    def _consume_goods(self, goods: list[int], times: int) -> float:
        """Return the gain of consuming these goods over leaving them where they are."""
        ev = self.evaluation
        rest = goods[:]
        got = consume_all_goods(rest, ev.consumers, ev.prices)
        return got.vp * times + got.cards * ev.next_card() + ev.stock_value(rest) - ev.stock_value(goods)

    def _produce(self) -> None:
        ev = self.evaluation
        view = ev.view
        estimates = ev.estimates
        goods = ev.goods[:]
        empty = [0, 0, 0, 0, 0]
        draws = 0.0
        for card in ev.tableau:
            for power in ev.table.produce[card]:
                if power.do == effect.DRAW:
                    draws += amount_of(ev.table, ev.tableau, power)
        held = view.goods[ev.seat]
        for i in range(len(held)):
            card = ev.owned[i]
            kind = ev.table.kind[card]
            if kind and held[i] == NO_GOOD and not view.is_damaged_at(ev.seat, i):
                if estimates.produces[card]:
                    goods[kind] += 1
                else:
                    empty[kind] += 1
        fills = ev.fills[:]
        for kind in range(1, 5):
            filled = min(empty[kind], fills[kind])
            goods[kind] += filled
            empty[kind] -= filled
        self.plain[V_PRODUCE] = self._filled(goods[:], empty[:], fills[0]) + draws * ev.next_card()
        self.called[action.PRODUCE] = self._filled(goods, empty, fills[0] + 1) + draws * ev.next_card()
        self.called[action.REPAIR] = self.plain[V_PRODUCE] + self._repairs()

    def _repairs(self) -> float:
        """Return the value of the two free repairs of Produce: Repair."""
        ev = self.evaluation
        values = sorted([ev.worth(world) for world in ev.view.damaged_worlds(ev.seat)], reverse=True)
        standing = ev.worlds()
        total = 0.0
        for i in range(min(2, len(values))):
            total += values[i] * ev.stands(standing + i + 1)
        return total

    def _filled(self, goods: list[int], empty: list[int], free: int) -> float:
        ev = self.evaluation
        for kind in range(4, 0, -1):
            filled = min(empty[kind], free)
            goods[kind] += filled
            free -= filled
        return ev.stock_value(goods) - ev.stock


def choose_action(ev: Evaluation, decision: Decision, stream: Stream) -> Choice:
    """Return the action that adds most to the round."""
    prospects = Prospects(ev)
    best = decision.options[0]
    most = -1000.0
    for card in decision.options:
        value = prospects.action(card) + stream.below(1000) * 0.00001
        if value > most:
            most = value
            best = card
    return [best]


def choose_actions(ev: Evaluation, decision: Decision, stream: Stream) -> Choice:
    """Return the two actions that together add most."""
    prospects = Prospects(ev)
    options = decision.options
    best: Choice = [options[0], options[1]]
    most = -1000.0
    for i in range(len(options)):
        for j in range(i + 1, len(options)):
            value = _both(prospects, options[i], options[j]) + stream.below(1000) * 0.00001
            if value > most:
                most = value
                best = [options[i], options[j]]
    best.sort()
    return best


def _both(prospects: Prospects, number: int, other: int) -> float:
    """Return what two action cards add together."""
    if number == other:
        return prospects.action(number) + prospects.second[number]
    if _PHASE_OF[number] == _PHASE_OF[other]:
        return max(prospects.action(number), prospects.action(other)) * 1.15
    first = prospects.action(number)
    second = prospects.action(other)
    if number == action.DEVELOP and other == action.SETTLE:
        return max(first, second) + 0.5 * min(first, second)
    if number == action.SETTLE:
        second += prospects.after_settle[other]
    return first + second


# --- the others ---


def others_call(view: GalaxyState, seat: Seat) -> list[float]:
    """Return the chance that at least one other seat calls each phase."""
    none = [1.0] * _PHASES
    for other in range(view.players):
        if other != seat:
            likely = _likely(view, other)
            for phase in range(_PHASES):
                none[phase] *= 1.0 - likely[phase]
    if view.war is not None and view.round == 1:
        none[III_SETTLE] = 0.0  # the first round of an invasion has a Settle phase anyway
    return [1.0 - share for share in none]


def _likely(view: GalaxyState, other: Seat) -> list[float]:
    """Return the chance that a seat calls each phase, by what everybody can see of it."""
    table = view.cards
    cards = float(len(view.hand[other]))
    goods = 0.0
    empty = 0.0
    tableau = view.tableau[other]
    held = view.goods[other]
    for i in range(len(tableau)):
        if held[i] >= 0:
            goods += 1.0
        elif table.kind[tableau[i]] and not view.is_damaged_at(other, i):
            empty += 0.4 if table.windfall[tableau[i]] else 1.0
    few = max(0.05, 0.35 - 0.05 * cards)
    weights = [
        few if goods == 0.0 else 0.3 * few,
        0.055 * cards,
        0.04 + 0.045 * cards + 0.04 * max(0, military(view, other)),
        0.4 + 0.2 * min(goods, 3.0) - 0.04 * max(0.0, cards - 3.0) if goods else 0.03,
        0.06 + 0.11 * min(empty, 3.0) if goods == 0.0 else 0.02 + 0.03 * min(empty, 3.0),
    ]
    total = weights[0] + weights[1] + weights[2] + weights[3] + weights[4]
    picks = 2.0 if view.experienced else 1.0
    return [min(0.9, picks * share / total) for share in weights]
