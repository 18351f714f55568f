"""Rules 5.3: a player's turn. A Portal on the first turn, Action Points, one Gadget on later turns."""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import Choice, Decision, Seat, ask_one
from repulse.engine.steps import Step
from repulse.games.earth.rules.codes import events, prompts, step
from repulse.games.earth.rules.codes.action import DEPLOY, END_TURN, FLY, MOVE, USE_GADGET
from repulse.games.earth.rules.codes.board import REGIONS
from repulse.games.earth.rules.phases.gadgets import can_do_something
from repulse.games.earth.rules.position import Position

DEPLOY_COST: Final = 1
MOVE_COST: Final = 1
FLY_COST: Final = 2


class BeginTurn(Step[Position]):
    """The next seat by Turn Order cards begins its turn (R-EAR-14)."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Give the seat its Action Points; it selects a Portal on the first turn, then acts."""
        state.line.pop()
        state.move_on()
        state.points = state.table.stars[state.card[seat]]
        state.gadget_used = False
        if state.log is not None:
            state.log.append([events.TURN_OF, seat, state.points])
        state.then(step.ACT, seat)
        if state.turn == 1:
            state.then(step.PORTAL, seat)


class Portal(Step[Position]):
    """A seat selects a Portal; the last one is taken without asking (R-EAR-15)."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Ask, if there is a choice."""
        if len(state.portal_row) == 1:
            self.answer(state, seat, arg, state.portal_row)
        else:
            state.ask_seat(seat)

    def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
        """Ask which Portal to select."""
        return ask_one(prompts.PORTAL, seat, state.portal_row[:])

    def answer(self, state: Position, seat: Seat, arg: int, choice: Choice) -> None:
        """Place the mothership and the bonus ships of a Portal."""
        portal = choice[0]
        state.portal_row.remove(portal)
        if state.log is not None:
            state.log.append([events.PORTAL, seat, portal])
        state.mothership[seat] = state.table.portal_mothership[portal]
        for region in state.table.portal_ships[portal]:
            state.deploy(seat, region, 1)


class Act(Step[Position]):
    """A seat takes one action; its turn lasts until it ends it."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Ask for the next action."""
        state.ask_seat(seat)

    def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
        """Ask what to do next. Ending the turn is always possible (R-EAR-20)."""
        options = [END_TURN]
        points = state.points
        if points >= DEPLOY_COST:
            if state.supply[seat] > 0:
                options.append(DEPLOY)
            ships = state.ships
            first = REGIONS * seat
            moves = state.table.move_actions
            for region in range(REGIONS):
                if ships[first + region] > 0:
                    options.extend(moves[region])
            if points >= FLY_COST:
                options.extend(state.table.fly_actions[state.mothership[seat]])
        if not state.gadget_used and state.turn > 1:
            _add_gadgets(state, seat, options)
        return ask_one(prompts.ACTION, seat, options)

    def answer(self, state: Position, seat: Seat, arg: int, choice: Choice) -> None:
        """Carry out one action."""
        action = choice[0]
        if action == END_TURN:
            # Action Points cannot be saved (R-EAR-19).
            if state.log is not None:
                state.log.append([events.END_TURN, seat, state.points])
            state.points = 0
            return
        if action >= USE_GADGET:
            state.then(step.ACT, seat)
            _use_gadget(state, seat, action - USE_GADGET)
            return
        if action == DEPLOY:
            state.points -= DEPLOY_COST
            state.deploy(seat, state.mothership[seat], 1)
        elif action < FLY:
            state.points -= MOVE_COST
            way = action - MOVE
            state.move_ships(seat, way >> 3, way & 7, 1)
        else:
            state.points -= FLY_COST
            state.fly(seat, action - FLY)
        state.ask_seat(seat)


def gadget_price(state: Position, seat: Seat, design: int) -> int:
    """Return what a Gadget costs a seat: its cost minus the discount of the seat's Turn Order card (R-EAR-22)."""
    return max(0, state.table.gadget_cost[design] - state.table.discount[state.card[seat]])


def _add_gadgets(state: Position, seat: Seat, options: list[int]) -> None:
    """Add the Gadgets that a seat can pay for and that would change something."""
    funds = state.energy[seat] + state.table.discount[state.card[seat]]
    last = -1
    for face in state.gadget_row:
        design = face >> 1
        if (
            design != last
            and state.table.gadget_cost[design] <= funds
            and can_do_something(state, seat, design)
        ):
            options.append(USE_GADGET + design)
        last = design


def _use_gadget(state: Position, seat: Seat, design: int) -> None:
    """Pay for a Gadget, discard it and put its effects on the agenda (R-EAR-21)."""
    price = gadget_price(state, seat, design)
    state.energy[seat] -= price
    state.gadget_used = True
    for face in state.gadget_row:
        if face >> 1 == design:
            state.gadget_row.remove(face)
            state.gadget_discards.append(face)
            break
    if state.log is not None:
        state.log.append([events.GADGET, seat, design, price])
    effects = state.table.gadget_steps[design]
    for i in range(len(effects) - 1, -1, -1):
        state.then(step.EFFECT + state.table.step_do[effects[i]], seat, effects[i])
