"""Rules 5.3: a player's turn. A Portal on the first turn, Action Points, one Gadget on later turns."""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import Decision, Seat, ask_one
from repulse.games.earth.rules.codes import events, prompts, step
from repulse.games.earth.rules.codes.action import DEPLOY, END_TURN, FLY, MOVE, USE_GADGET
from repulse.games.earth.rules.codes.board import REGIONS
from repulse.games.earth.rules.components import TABLE
from repulse.games.earth.rules.gadgets import can_do_something
from repulse.games.earth.rules.position import Position

DEPLOY_COST: Final = 1
MOVE_COST: Final = 1
FLY_COST: Final = 2


def begin_player_turn(p: Position) -> None:
    """The next seat by Turn Order cards begins its turn (R-EAR-14)."""
    seat = p.line.pop()
    p.actor = seat
    p.moment += 1
    p.points = TABLE.stars[p.card[seat]]
    p.gadget_used = False
    if p.log is not None:
        p.tell([events.TURN_OF, seat, p.points])
    p.agenda.append(step.ACT)
    if p.turn == 1:
        p.agenda.append(step.PORTAL)


def ask_portal(p: Position) -> None:
    """The actor selects a Portal; the last one is taken without asking (R-EAR-15)."""
    if len(p.portal_row) == 1:
        take_portal(p, p.portal_row[0])
    else:
        p.ask_actor(step.PORTAL)


def portal_decision(p: Position, seat: Seat) -> Decision:
    """Which Portal to select."""
    return ask_one(prompts.PORTAL, seat, p.portal_row[:])


def take_portal(p: Position, portal: int) -> None:
    """Place the mothership and the bonus ships of a Portal."""
    seat = p.actor
    p.portal_row.remove(portal)
    if p.log is not None:
        p.tell([events.PORTAL, seat, portal])
    p.mothership[seat] = TABLE.portal_mothership[portal]
    for region in TABLE.portal_ships[portal]:
        p.deploy(seat, region, 1)


def action_decision(p: Position, seat: Seat) -> Decision:
    """What to do next. Ending the turn is always possible (R-EAR-20)."""
    options = [END_TURN]
    points = p.points
    if points >= DEPLOY_COST:
        if p.supply[seat] > 0:
            options.append(DEPLOY)
        ships = p.ships
        at = REGIONS * seat
        moves = TABLE.move_actions
        for region in range(REGIONS):
            if ships[at + region] > 0:
                options.extend(moves[region])
        if points >= FLY_COST:
            options.extend(TABLE.fly_actions[p.mothership[seat]])
    if not p.gadget_used and p.turn > 1:
        funds = p.energy[seat] + TABLE.discount[p.card[seat]]
        last = -1
        for face in p.gadget_row:
            design = face >> 1
            if design != last and TABLE.gadget_cost[design] <= funds and can_do_something(p, seat, design):
                options.append(USE_GADGET + design)
            last = design
    return ask_one(prompts.ACTION, seat, options)


def act(p: Position, action: int) -> None:
    """Carry out one action of the actor; the turn lasts until its player ends it."""
    seat = p.actor
    if action == END_TURN:
        # Action Points cannot be saved (R-EAR-19).
        if p.log is not None:
            p.tell([events.END_TURN, seat, p.points])
        p.points = 0
        return
    p.agenda.append(step.ACT)
    if action == DEPLOY:
        p.points -= DEPLOY_COST
        p.deploy(seat, p.mothership[seat], 1)
    elif action < FLY:
        p.points -= MOVE_COST
        way = action - MOVE
        p.move_ships(seat, way >> 3, way & 7, 1)
    elif action < USE_GADGET:
        p.points -= FLY_COST
        p.fly(seat, action - FLY)
    else:
        _use_gadget(p, seat, action - USE_GADGET)


def gadget_price(p: Position, seat: Seat, design: int) -> int:
    """What a Gadget costs a seat: its cost minus the discount of the seat's Turn Order card (R-EAR-22)."""
    return max(0, TABLE.gadget_cost[design] - TABLE.discount[p.card[seat]])


def _use_gadget(p: Position, seat: Seat, design: int) -> None:
    """Pay for a Gadget, discard it and put its effect on the agenda (R-EAR-21)."""
    price = gadget_price(p, seat, design)
    p.energy[seat] -= price
    p.gadget_used = True
    for face in p.gadget_row:
        if face >> 1 == design:
            p.gadget_row.remove(face)
            p.gadget_discards.append(face)
            break
    if p.log is not None:
        p.tell([events.GADGET, seat, design, price])
    steps = TABLE.gadget_steps[design]
    for i in range(len(steps) - 1, -1, -1):
        p.agenda.append(step.EFFECT + steps[i])
