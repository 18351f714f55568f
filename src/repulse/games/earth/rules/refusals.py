"""Why an answer is refused, by a stable id and facts.

The ids are those of the table `reason` of the word catalogs. Regions and Gadgets are named by their tokens, seats and
amounts by numbers.
"""

from __future__ import annotations

from repulse.engine.contract import Data, Decision, IllegalChoice, Seat
from repulse.games.earth.rules.codes import reach, where
from repulse.games.earth.rules.codes.action import DEPLOY, END_TURN, FLY, MOVE, USE_GADGET
from repulse.games.earth.rules.codes.board import REGIONS
from repulse.games.earth.rules.phases.turn import (
    DEPLOY_COST,
    FLY_COST,
    MOVE_COST,
    gadget_price,
)
from repulse.games.earth.rules.position import Position


def refuse(state: Position, decision: Decision, value: int) -> IllegalChoice:
    """Return the error that says why `value` is not among the options of `decision`."""
    prompt = decision.prompt
    seat = decision.seat
    if prompt == "bid":
        if value < 0:
            return IllegalChoice("no-such-bid")
        return IllegalChoice("bid-too-high", {"energy": state.energy[seat], "bid": value})
    if prompt == "take-card":
        if value > 0 and value in state.card:
            taker = state.card.index(value)
            return IllegalChoice("card-taken", {"player": taker, "card": value})
        return IllegalChoice("card-not-revealed", {"card": value})
    if prompt == "portal":
        return IllegalChoice("portal-gone")
    if prompt == "action":
        return _explain_action(state, seat, value)
    return _explain_effect(state, decision, value)


def _explain_action(state: Position, seat: Seat, action: int) -> IllegalChoice:
    if action == DEPLOY:
        if state.points < DEPLOY_COST:
            return _no_stars(state, DEPLOY_COST)
        return IllegalChoice("no-ships-left")
    if MOVE <= action < MOVE + REGIONS * REGIONS:
        start, goal = divmod(action - MOVE, REGIONS)
        if goal not in state.table.adjacent[start]:
            return _unreachable(state, start, goal)
        if state.ships[REGIONS * seat + start] == 0:
            return IllegalChoice("no-ship-there", {"region": state.table.region_names[start]})
        return _no_stars(state, MOVE_COST)
    if FLY <= action < FLY + REGIONS:
        if action - FLY not in state.table.adjacent[state.mothership[seat]]:
            return _unreachable(state, state.mothership[seat], action - FLY)
        return _no_stars(state, FLY_COST)
    if USE_GADGET <= action < USE_GADGET + len(state.table.gadget_names):
        return _explain_gadget(state, seat, action - USE_GADGET)
    assert action != END_TURN
    return IllegalChoice("no-such-action")


def _explain_gadget(state: Position, seat: Seat, design: int) -> IllegalChoice:
    if state.turn == 1:
        return IllegalChoice("no-gadgets-yet")
    if state.gadget_used:
        return IllegalChoice("one-gadget")
    name = state.table.gadget_names[design]
    if design not in [face >> 1 for face in state.gadget_row]:
        return IllegalChoice("gadget-not-revealed", {"gadget": name})
    price = gadget_price(state, seat, design)
    if price > state.energy[seat]:
        facts: Data = {"gadget": name, "price": price, "energy": state.energy[seat]}
        return IllegalChoice("gadget-price", facts)
    return IllegalChoice("gadget-no-effect", {"gadget": name})


def _explain_effect(state: Position, decision: Decision, value: int) -> IllegalChoice:
    seat = decision.seat
    prompt = decision.prompt
    effect = state.current_arg()
    if prompt == "move.number":
        return IllegalChoice("number-of-ships", {"ships": decision.options[-1]})
    if prompt == "drag.ships":
        return _no_ship_of(state, seat, value, state.picked[0])
    if prompt == "destroy.target":
        if not 0 <= value < REGIONS * state.players:
            return IllegalChoice("no-such-region")
        if value // REGIONS == seat:
            return IllegalChoice("own-ship")
        if state.ships[value] == 0:
            return _no_ship_of(state, seat, value // REGIONS, value % REGIONS)
        return _not_allowed(state, effect, value % REGIONS)
    if not 0 <= value < REGIONS:
        return IllegalChoice("no-such-region")
    name = state.table.region_names[value]
    if prompt == "move.from":
        return IllegalChoice("no-ship-there", {"region": name})
    if prompt == "redirect.from":
        return IllegalChoice("not-scoring", {"region": name})
    if prompt == "redirect.to":
        return IllegalChoice("already-scoring", {"region": name})
    if prompt == "fly.to":
        return _out_of_reach(state, effect, state.mothership[seat], value)
    if prompt in ("move.to", "drag.to"):
        return _out_of_reach(state, effect, state.picked[0], value)
    if prompt in ("drag.from", "bombard.region") and not _others_in(state, seat, value):
        return IllegalChoice("no-prey", {"region": name})
    return _not_allowed(state, effect, value)


def _others_in(state: Position, seat: Seat, region: int) -> bool:
    return any(other != seat and state.ships[REGIONS * other + region] > 0 for other in range(state.players))


def _no_ship_of(state: Position, seat: Seat, owner: Seat, region: int) -> IllegalChoice:
    if owner == seat or not 0 <= owner < state.players:
        return IllegalChoice("own-ship")
    facts: Data = {"player": owner, "region": state.table.region_names[region]}
    return IllegalChoice("no-ship-of-theirs", facts)


def _not_allowed(state: Position, step: int, region: int) -> IllegalChoice:
    name = state.table.region_names[region]
    place = state.table.step_where[step]
    if place == where.AT_MOTHERSHIP:
        return IllegalChoice("not-your-mothership", {"region": name})
    assert place == where.PRESENCE
    return IllegalChoice("not-present", {"region": name})


def _out_of_reach(state: Position, step: int, start: int, goal: int) -> IllegalChoice:
    assert start == goal or state.table.step_reach[step] == reach.ADJACENT
    return _unreachable(state, start, goal)


def _unreachable(state: Position, start: int, goal: int) -> IllegalChoice:
    if start == goal:
        return IllegalChoice("same-region", {"region": state.table.region_names[start]})
    return IllegalChoice(
        "not-adjacent", {"from": state.table.region_names[start], "to": state.table.region_names[goal]}
    )


def _no_stars(state: Position, cost: int) -> IllegalChoice:
    return IllegalChoice("no-stars", {"cost": cost, "points": state.points})
