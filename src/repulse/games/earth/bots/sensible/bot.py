"""A bot for earth that fights for majorities: it looks for the region where its next ships pay best.

It sees a view, as a person does, remembers nothing between decisions, and takes well under a millisecond for each.
"""

from __future__ import annotations

from typing import Final

from repulse.engine import mypyc_attr
from repulse.engine.bot import Bot
from repulse.engine.contract import (
    Choice,
    Decision,
    Seat,
)
from repulse.engine.random import seeded
from repulse.games.earth.bots.sensible.worth import (
    ENERGY,
    SHIP,
    Worth,
)
from repulse.games.earth.rules.codes import do, reach
from repulse.games.earth.rules.codes.action import DEPLOY, END_TURN, FLY, MOVE, USE_GADGET
from repulse.games.earth.rules.codes.board import REGIONS
from repulse.games.earth.rules.phases.turn import FLY_COST, gadget_price
from repulse.games.earth.rules.position import Position
from repulse.games.earth.rules.state import EarthState

_STAR: Final = 12
"""The least that an Action Point is worth."""
_NONE: Final = -1 << 30


@mypyc_attr(allow_interpreted_subclasses=True)
class EarthSensible(Bot[EarthState]):
    """Bids up to half its Energy, prefers stars and a late turn, and puts its ships where they earn most."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.stream = seeded(seed)

    def choose(self, view: EarthState, decision: Decision) -> Choice:
        """Return the answer to a decision, by what the seat may see."""
        state = view
        prompt = decision.prompt
        seat = decision.seat
        if prompt == "action":
            return [self._action(state, seat, decision.options)]
        if prompt == "bid":
            return [self._bid(state, seat)]
        if prompt == "take-card":
            return [_best_card(state, seat, decision.options)]
        if prompt == "portal":
            return [_best_portal(state, seat, decision.options)]
        return _effect(state, decision)

    def _bid(self, state: Position, seat: Seat) -> int:
        """Bid up to half of what it has, so that nobody can count on its bid."""
        return self.stream.below(state.energy[seat] // 2 + 1)

    def _action(self, state: Position, seat: Seat, options: list[int]) -> int:
        if len(options) == 1:
            return options[0]
        worth = Worth(state, seat)
        plan = _Plan(worth, state.points, state.supply[seat])
        gadget = _best_gadget(state, seat, worth, options, plan.star_worth(), plan.action != END_TURN)
        return gadget if gadget > 0 else plan.action


class _Plan:
    """The best way to spend Action Points: some ships to a region, or the mothership to another place."""

    def __init__(self, worth: Worth, points: int, supply: int) -> None:
        self.action = END_TURN
        self.ratio = 0
        """A hundred times the worth of each star."""
        for goal in range(REGIONS):
            self._reinforce(worth, goal, points, supply)
        if points >= FLY_COST:
            for goal in worth.p.table.adjacent[worth.home]:
                self._take(FLY + goal, worth.flight(goal), FLY_COST)

    def star_worth(self) -> int:
        """Return what another Action Point would bring."""
        return max(_STAR, self.ratio // 100)

    def _take(self, action: int, net: int, cost: int) -> None:
        if net > 0 and 100 * net // cost > self.ratio:
            self.ratio = 100 * net // cost
            self.action = action

    def _reinforce(self, worth: Worth, goal: int, points: int, supply: int) -> None:
        """Bring ships to a region one after another, always from where it is cheapest."""
        home = worth.home
        distance = worth.p.table.distance
        left = worth.mine[:]
        before = worth.of(goal, left[goal])
        spent = 0
        lost = 0
        first = END_TURN
        for more in range(1, points + 1):
            price = _NONE
            start = -1
            loss = 0
            cost = 0
            deploying = distance[REGIONS * home + goal] + 1
            if supply >= more and spent + deploying <= points:
                cost = deploying
                price = -cost * _STAR
            for region in range(REGIONS):
                ships = left[region]
                far = distance[REGIONS * region + goal]
                if ships > 0 and region != goal and spent + far <= points:
                    away = worth.of(region, ships) - worth.of(region, ships - 1)
                    if -far * _STAR - away > price:
                        price = -far * _STAR - away
                        start = region
                        loss = away
                        cost = far
            if price == _NONE:
                return
            spent += cost
            lost += loss
            if start >= 0:
                left[start] -= 1
            if first == END_TURN:
                first = DEPLOY if start < 0 else MOVE + REGIONS * start + _toward(worth.p, start, goal)
            self._take(first, worth.of(goal, worth.mine[goal] + more) - before - lost, spent)


def _toward(state: Position, start: int, goal: int) -> int:
    """Return the next region on the way."""
    best = goal
    for near in state.table.adjacent[start]:
        if state.table.distance[REGIONS * near + goal] < state.table.distance[REGIONS * start + goal]:
            best = near
            break
    return best


def _best_card(state: Position, seat: Seat, options: list[int]) -> int:
    """Return the best Turn Order card by Action Points, a late turn, and a discount if it can be used."""
    best = options[0]
    most = _NONE
    for place in range(len(options)):
        card = options[place]
        later = sum([1 for taken in state.card if 0 < taken < card]) + place
        value = 10 * state.table.stars[card] + 8 * later
        if state.turn > 1 and state.energy[seat] >= 3:
            value += 3 * state.table.discount[card]
        if value > most:
            most = value
            best = card
    return best


def _best_portal(state: Position, seat: Seat, options: list[int]) -> int:
    best = options[0]
    most = _NONE
    worth = Worth(state, seat)
    for portal in options:
        home = state.table.portal_mothership[portal]
        value = worth.reach(home)
        for region in state.table.portal_ships[portal]:
            value += worth.gain(region, 1)
        for region in state.table.adjacent[home]:
            if state.scoring >> region & 1:
                value += 10
        if value > most:
            most = value
            best = portal
    return best


def _best_gadget(state: Position, seat: Seat, worth: Worth, options: list[int], star: int, busy: bool) -> int:
    """Return the action that uses the Gadget with the best return for its price; -1 for none.

    While there is still something to do with Action Points, only Gadgets that help to do more of it come now.
    """
    best = -1
    most = 0
    for option in options:
        if option < USE_GADGET:
            continue
        design = option - USE_GADGET
        value = -ENERGY * gadget_price(state, seat, design)
        for step in state.table.gadget_steps[design]:
            does = state.table.step_do[step]
            if busy and does not in (do.DEPLOY, do.SCATTER, do.FLY, do.STARS, do.MOVE):
                value = _NONE
                break
            if does == do.DEPLOY:
                value += max(
                    worth.gain(worth.home, state.table.step_count[step]), star * state.table.step_count[step]
                )
            elif does == do.STARS:
                value += star * state.table.step_count[step] if busy else 0
            elif does == do.ENERGY:
                value += ENERGY * state.table.step_count[step]
            elif does == do.CLAMPS:
                value += _clamps(state, worth)
            else:
                value += _best_use(state, seat, worth, step, [])[0]
        if value > most:
            most = value
            best = option
    return best


def _clamps(state: Position, worth: Worth) -> int:
    """Return what halving costs at home."""
    home = worth.home
    if not state.scoring >> home & 1:
        return 0
    ships = worth.mine[home]
    return worth.estimate(home, ships, -1, state.harvest[home], True, -1, 0) - worth.of(home, ships)


def _effect(state: Position, decision: Decision) -> Choice:
    """Return the answer to a question of a Gadget: the next part of its best use."""
    seat = decision.seat
    worth = Worth(state, seat)
    stage = len(state.picked)
    use = _best_use(state, seat, worth, state.current_arg(), state.picked)
    answer = use[1 + stage :] if decision.most > 1 else use[1 + stage : 2 + stage]
    answer = [value for value in answer if value in decision.options][: decision.most]
    if len(answer) < decision.least:
        return sorted(decision.options)[: decision.least]
    answer.sort()
    return answer


def _best_use(state: Position, seat: Seat, worth: Worth, step: int, picked: list[int]) -> list[int]:
    """Return the best way to use a step of a Gadget that begins with what was picked: its worth, then all its answers."""
    does = state.table.step_do[step]
    count = state.table.step_count[step]
    if does == do.SCATTER:
        return _scatter(worth, min(count, state.supply[seat]))
    if does == do.MOVE:
        return _move(worth, step, count, picked)
    if does == do.DRAG:
        return _drag(state, seat, worth, step, count, picked)
    best = [0, 0]
    best[0] = _NONE
    for region in range(REGIONS):
        ships = worth.mine[region]
        tokens = state.harvest[region]
        scores = state.scoring >> region & 1 == 1
        now = worth.of(region, ships)
        if does == do.FLY:
            if region != worth.home:
                _better(best, worth.flight(region), region)
        elif does == do.DESTROY:
            if state.is_present(seat, region):
                for other in range(state.players):
                    if other != seat and state.ships[REGIONS * other + region] > 0:
                        then = worth.estimate(region, ships, worth.home, tokens, scores, other, -count)
                        _better(best, then - now + SHIP, REGIONS * other + region)
        elif does == do.BOMBARD:
            if state.is_present(seat, region):
                then = worth.estimate(region, ships, worth.home, tokens, scores, -2, -count)
                _better(best, then - now + SHIP, region)
        elif does == do.SHIELD:
            if scores and ships > 0:
                _better(best, SHIP * (ships + 1) // 2, region)
        elif does == do.HOLOGRAM:
            if scores and ships > 0:
                _better(best, worth.gain(region, count) - SHIP * count, region)
        elif does == do.HARVEST:
            then = worth.estimate(region, ships, worth.home, tokens + count, scores, -1, 0)
            _better(best, then - now, region)
        elif does == do.REDIRECT:
            if scores and (not picked or picked[0] == region):
                _redirect(state, worth, best, region, now)
    return best


def _better(best: list[int], value: int, answer: int) -> None:
    if value > best[0]:
        best[0] = value
        best[1] = answer


def _redirect(state: Position, worth: Worth, best: list[int], region: int, now: int) -> None:
    ships = worth.mine[region]
    spared = worth.estimate(region, ships, worth.home, state.harvest[region], False, -1, 0) - now
    for goal in range(REGIONS):
        if not state.scoring >> goal & 1:
            mine = worth.mine[goal]
            paid = worth.estimate(goal, mine, worth.home, state.harvest[goal], True, -1, 0) - worth.of(
                goal, mine
            )
            if spared + paid > best[0]:
                best[:] = [spared + paid, region, goal]


def _scatter(worth: Worth, count: int) -> list[int]:
    """Return the regions where one ship more brings most."""
    best = [0]
    for _ in range(count):
        most = 0
        choice = -1
        for region in range(REGIONS):
            if region not in best[1:] and worth.gain(region, 1) > most:
                most = worth.gain(region, 1)
                choice = region
        if choice < 0:
            break
        best.append(choice)
        best[0] += most
    return best


def _move(worth: Worth, step: int, count: int, picked: list[int]) -> list[int]:
    best = [_NONE, 0, 0, 1]
    starts = picked[:1] if picked else list(range(REGIONS))
    for start in starts:
        ships = worth.mine[start]
        near = (
            worth.p.table.adjacent[start]
            if worth.p.table.step_reach[step] == reach.ADJACENT
            else worth.p.table.elsewhere[start]
        )
        goals = picked[1:2] if len(picked) > 1 else near
        for number in range(1, min(count, ships) + 1):
            away = worth.gain(start, -number)
            for goal in goals:
                value = away + worth.gain(goal, number)
                if value > best[0]:
                    best = [value, start, goal, number]
    return best


def _drag(state: Position, seat: Seat, worth: Worth, step: int, count: int, picked: list[int]) -> list[int]:
    """Drag ships of one rival from where they are in the way to where they do least harm."""
    best = [_NONE, 0, 0, 0]
    starts = picked[:1] if picked else list(range(REGIONS))
    for start in starts:
        if not state.is_present(seat, start):
            continue
        tokens = state.harvest[start]
        scores = state.scoring >> start & 1 == 1
        near = (
            state.table.adjacent[start]
            if state.table.step_reach[step] == reach.ADJACENT
            else state.table.elsewhere[start]
        )
        goals = picked[1:2] if len(picked) > 1 else near
        for other in range(state.players):
            number = min(count, state.ships[REGIONS * other + start])
            if other == seat or number == 0:
                continue
            gone = worth.estimate(start, worth.mine[start], worth.home, tokens, scores, other, -number)
            gone -= worth.of(start, worth.mine[start])
            for goal in goals:
                mine = worth.mine[goal]
                goal_scores = state.scoring >> goal & 1 == 1
                gain = worth.estimate(goal, mine, worth.home, state.harvest[goal], goal_scores, other, number)
                value = gone + gain - worth.of(goal, mine)
                if value > best[0]:
                    best = [value, start, goal] + [other] * number
    return best
