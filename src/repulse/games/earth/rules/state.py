"""The state of a game of earth: a position and the steps that play it."""

from __future__ import annotations

from typing import Any

from repulse.engine.contract import Decision, Event, IllegalChoice, Seat
from repulse.engine.random import seeded
from repulse.engine.steps import Step
from repulse.games.earth.rules.codes import step
from repulse.games.earth.rules.components import SHIPPED, Components
from repulse.games.earth.rules.phases.ending import find_winners
from repulse.games.earth.rules.phases.reveal import set_up
from repulse.games.earth.rules.position import Position
from repulse.games.earth.rules.refusals import refuse
from repulse.games.earth.rules.step_table import STEPS


class EarthState(Position):
    """One position of a game of earth, with the steps that play it: the contract's `State`."""

    def steps(self) -> list[Step]:
        """Return the steps of the game, by number."""
        return STEPS

    def clone(self) -> EarthState:
        """Return an independent copy, without the log."""
        return EarthState(self.table, self.players, self.stream.clone(), self)

    def visible_event(self, event: Event, viewer: Seat) -> Event:
        """Return the event as a viewer may see it: everything in the log is public."""
        return event

    def constructor_arguments(self) -> tuple[Any, ...]:
        """Return the components, the players and the stream."""
        return self.table, self.players, self.stream

    def title(self) -> str:
        """Return a title such as `earth, turn 4`."""
        return f"earth, turn {self.turn}"

    def round_number(self) -> int:
        """Return the number of the turn that is being played."""
        return self.turn

    def scores(self) -> list[int]:
        """Return the VP of each seat."""
        return self.vp[:]

    def winners(self) -> list[Seat]:
        """Return the winners; empty while the game goes on."""
        return find_winners(self)

    def refusal(self, decision: Decision, value: int) -> IllegalChoice:
        """Return why `value` is not among the options of `decision`."""
        return refuse(self, decision, value)


def new_state(
    players: int, seed: int, log: list[Event] | None = None, *, table: Components = SHIPPED
) -> EarthState:
    """Return the opening position of a game."""
    state = EarthState(table, players, seeded(seed))
    state.log = log
    set_up(state)
    state.then(step.REVEAL)
    state.advance()
    return state
