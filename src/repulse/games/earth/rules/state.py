"""The state of a game: a position, and the loop that runs its steps until somebody owes an answer."""

from __future__ import annotations

from typing import Any

from repulse.engine.contract import (
    EVERYTHING,
    Choice,
    Decision,
    Event,
    IllegalChoice,
    Seat,
    check_choice,
)
from repulse.engine.random import seeded
from repulse.games.earth.rules.bid import (
    ask_bids,
    ask_card,
    bid_decision,
    card_decision,
    take_bid,
    take_card,
)
from repulse.games.earth.rules.codes import step
from repulse.games.earth.rules.ending import check_end, find_winners
from repulse.games.earth.rules.gadgets import effect_decision, run_effect
from repulse.games.earth.rules.position import Position
from repulse.games.earth.rules.reveal import begin_turn, set_up
from repulse.games.earth.rules.score import score_turn
from repulse.games.earth.rules.turn import (
    act,
    action_decision,
    ask_portal,
    begin_player_turn,
    portal_decision,
    take_portal,
)


class EarthState(Position):
    """One position of a game of earth, as the contract requires it."""

    def decision(self, seat: Seat) -> Decision:
        """What `seat` is asked now."""
        if not (0 <= seat < self.players and self.owing >> seat & 1):
            raise IllegalChoice("not-owing", "No answer is awaited from this seat.")
        if self.viewer != EVERYTHING and self.viewer != seat:
            raise IllegalChoice("not-yours", "A view does not show another seat's decision.")
        asked = self.asked[seat]
        if asked is None:
            asked = self._decide(seat)
            self.asked[seat] = asked
        return asked

    def _decide(self, seat: Seat) -> Decision:
        asking = self.asking
        if asking == step.ACT:
            return action_decision(self, seat)
        if asking >= step.EFFECT:
            return effect_decision(self, seat, asking - step.EFFECT)
        if asking == step.BID:
            return bid_decision(self, seat)
        if asking == step.TAKE_CARD:
            return card_decision(self, seat)
        return portal_decision(self, seat)

    def apply(self, seat: Seat, choice: Choice) -> None:
        """Take an answer and play on to the next decision."""
        if self.viewer != EVERYTHING:
            raise IllegalChoice("a-view", "This is a view of a game: it cannot be played on.")
        check_choice(self, self.decision(seat), choice)
        self.asked[seat] = None
        asking = self.asking
        if asking == step.BID:
            take_bid(self, seat, choice[0])
        else:
            self.owing = 0
            if asking == step.ACT:
                act(self, choice[0])
            elif asking >= step.EFFECT:
                self.picked.extend(choice)
            elif asking == step.TAKE_CARD:
                take_card(self, choice[0])
            else:
                take_portal(self, choice[0])
        self.advance()

    def advance(self) -> None:
        """Run the agenda until somebody owes an answer or the game is over."""
        agenda = self.agenda
        while self.owing == 0 and agenda:
            effect = agenda.pop()
            if effect == step.ACT:
                self.ask_actor(step.ACT)
            elif effect >= step.EFFECT:
                run_effect(self, effect - step.EFFECT)
            elif effect == step.TURN:
                begin_player_turn(self)
            elif effect == step.PORTAL:
                ask_portal(self)
            elif effect == step.TAKE_CARD:
                ask_card(self)
            elif effect == step.BID:
                ask_bids(self)
            elif effect == step.SCORE:
                score_turn(self)
            elif effect == step.CHECK_END:
                check_end(self)
            elif effect == step.REVEAL:
                begin_turn(self)

    def clone(self) -> EarthState:
        """An independent copy, without the log."""
        return EarthState(self.players, self.stream.clone(), self)

    def view(self, viewer: Seat) -> EarthState:
        """The position as a seat (or SPECTATOR) may see it (R-EAR-65)."""
        view = self.clone()
        if self.viewer == EVERYTHING:
            view.hide_from(viewer)
        return view

    def visible_event(self, event: Event, viewer: Seat) -> Event:
        """The event as a viewer may see it: nothing is logged before everybody may know it."""
        return event

    def constructor_arguments(self) -> tuple[Any, ...]:
        """The players and the stream."""
        return self.players, self.stream

    def _repr_html_(self) -> str:
        """What a notebook shows of the position: the map."""
        from repulse.games.earth.display.svg import map_svg

        return map_svg(self)

    def _repr_svg_(self) -> str:
        """The map as a picture."""
        return self._repr_html_()

    def title(self) -> str:
        """For example `earth, turn 4`."""
        return f"earth, turn {self.turn}"

    def round_number(self) -> int:
        """Which turn is being played."""
        return self.turn

    def scores(self) -> list[int]:
        """The VP of each seat."""
        return self.vp[:]

    def winners(self) -> list[Seat]:
        """Who has won; empty while the game goes on."""
        return find_winners(self)

    def refusal(self, decision: Decision, value: int) -> IllegalChoice:
        """Why `value` is not among the options of `decision`."""
        from repulse.games.earth.display.refusals import explain

        return explain(self, decision, value)


def new_state(players: int, seed: int, log: list[Event] | None = None) -> EarthState:
    """The opening position of a game."""
    state = EarthState(players, seeded(seed))
    state.log = log
    set_up(state)
    state.agenda.append(step.REVEAL)
    state.advance()
    return state
