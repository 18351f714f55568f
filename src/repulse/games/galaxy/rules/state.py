"""The state of a game of galaxy: a position and the steps that play it."""

from __future__ import annotations

from typing import Any

from repulse.engine.contract import Decision, Event, IllegalChoice, Seat
from repulse.engine.steps import Step
from repulse.games.galaxy.codes import step
from repulse.games.galaxy.codes.events import PRIVATE_FROM
from repulse.games.galaxy.rules.card_table import FACE_DOWN
from repulse.games.galaxy.rules.position import Position
from repulse.games.galaxy.rules.refusals.reasons import refuse
from repulse.games.galaxy.rules.score import total_score, winners
from repulse.games.galaxy.rules.step_table import STEPS


class GalaxyState(Position):
    """One position of a game of galaxy, with the steps that play it: the contract's `State`."""

    def steps(self) -> list[Step]:
        """Return the steps of the game, by number."""
        return STEPS

    def clone(self) -> GalaxyState:
        """Return an independent copy, without the log."""
        copy = GalaxyState(self.cards, 0, self.stream.clone())
        copy.copy_from(self)
        return copy

    def visible_event(self, event: Event, viewer: Seat) -> Event:
        """Return the event as a viewer may see it."""
        private = PRIVATE_FROM[event[0]]
        if viewer == event[1] or len(event) <= private:
            return event
        return event[:private] + [FACE_DOWN] * (len(event) - private)

    def constructor_arguments(self) -> tuple[Any, ...]:
        """Return the card table and the stream."""
        return self.cards, self.players, self.stream

    def title(self) -> str:
        """For example `galaxy invasion, round 4, Settle place`."""
        words = step.NAMES[self.current_step()].replace("_", " ").capitalize()
        return f"galaxy {self.mode()}, round {self.round}, {words}"

    def mode(self) -> str:
        """Return the mode: one of the five games."""
        if self.war is not None:
            return "counterstrike" if self.frontier is not None else "invasion"
        if self.frontier is not None:
            return "frontier"
        return "xeno-invasion" if self.cards.has_set("xeno-invasion") else "base"

    def round_number(self) -> int:
        """Return the number of the current round."""
        return self.round

    def scores(self) -> list[int]:
        """Return the score of each seat if the game ended now."""
        return [total_score(self, seat) for seat in range(self.players)]

    def winners(self) -> list[Seat]:
        """Return who has won; empty while the game goes on."""
        return winners(self) if self.over else []

    def refusal(self, decision: Decision, value: int) -> IllegalChoice:
        """Return why `value` is not among the options of `decision`."""
        return refuse(self, decision, value)
