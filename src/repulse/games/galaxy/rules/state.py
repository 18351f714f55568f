"""The state of a game of galaxy: a position and its agenda.

What remains to be done is on the *agenda*, a stack of frames; a frame is a step, a seat and an argument in
one number. `advance` takes frames off the agenda and runs their steps until somebody owes an answer.

The special numbers of a state (`PASS`, `NO_GOOD`) can be imported from here too.
"""

from __future__ import annotations

from typing import Any, Final

from repulse.engine.contract import (
    EVERYTHING,
    Choice,
    Data,
    Decision,
    Event,
    IllegalChoice,
    Seat,
    check_choice,
)
from repulse.engine.random import Stream
from repulse.games.galaxy.rules.card_table import FACE_DOWN, CardTable
from repulse.games.galaxy.rules.codes import step
from repulse.games.galaxy.rules.codes.events import PRIVATE_FROM
from repulse.games.galaxy.rules.packing import arg_of, pack_frame, seat_of, step_of
from repulse.games.galaxy.rules.position import (
    DAMAGED,
    HAND_LIMIT,
    NO_GOOD,
    PASS,
    Position,
)

__all__ = ["DAMAGED", "HAND_LIMIT", "NO_GOOD", "PASS", "STEPS", "GalaxyState", "SecretStep", "Step"]

NOBODY: Final = 7


class Step:
    """A step of the game: what it does when its turn comes, what it asks, and how it acts on the answer."""

    simultaneous = False

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Do the step, or ask for what it needs (`ask_seat`, `ask_all`)."""
        raise NotImplementedError

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """The decision put to `seat` in this step."""
        raise NotImplementedError

    def answer(self, s: GalaxyState, seat: Seat, arg: int, choice: Choice) -> None:
        """Act on a legal answer."""
        raise NotImplementedError

    def asked(self, s: GalaxyState, arg: int) -> int:
        """The seats that a simultaneous step asks, as bits: public, and fixed until all answers are in."""
        return 0


class SecretStep(Step):
    """A step in which several seats choose simultaneously and in secret; all is revealed when the last answer is in."""

    simultaneous = True

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Ask those who have something to choose."""
        self.ask(s, arg)

    def ask(self, s: GalaxyState, arg: int) -> None:
        """Ask the seats that are to be asked, if any."""
        seats = self.asked(s, arg)
        if seats:
            s.ask_all(seats)

    def answer(self, s: GalaxyState, seat: Seat, arg: int, choice: Choice) -> None:
        """Keep the answer secret until all are in."""
        s.secret[seat] = choice[:]
        s.owing &= ~(1 << seat)
        if s.owing == 0:
            s.news += 1
            self.reveal(s)

    def reveal(self, s: GalaxyState) -> None:
        """All answers are in `s.secret`: act on them."""
        raise NotImplementedError


STEPS: Final[list[Step]] = []
"""Every step by its number; `step_table` fills it."""


class GalaxyState(Position):
    """One position of a game of galaxy, with what remains to be done: the contract's `State`."""

    def __init__(self, table: CardTable, players: int, stream: Stream) -> None:
        super().__init__(table, players, stream)
        self.agenda: list[int] = []
        self.current = 0
        """The frame that is asking."""
        self.asked_seat = -1
        self._asked: list[Decision | None] = [None] * players
        """A cache of this step's decisions. Not part of the position: they follow from it."""

    # --- asking and answering ---

    def decision(self, seat: Seat) -> Decision:
        """What `seat` is asked now."""
        if not (0 <= seat < self.players and self.owing >> seat & 1):
            raise IllegalChoice("not-owing", "No answer is awaited from this seat.")
        if self.viewer != EVERYTHING and self.viewer != seat:
            raise IllegalChoice("not-yours", "A view does not show another seat's decision.")
        asked = self._asked[seat]
        if asked is None:
            current = self.current
            asked = STEPS[step_of(current)].decide(self, seat, arg_of(current))
            self._asked[seat] = asked
        return asked

    def apply(self, seat: Seat, choice: Choice) -> None:
        """Take an answer and play on to the next decision."""
        if self.viewer != EVERYTHING:
            raise IllegalChoice("a-view", "This is a view of a game: it cannot be played on.")
        decision = self.decision(seat)
        check_choice(self, decision, choice)
        current = self.current
        step = STEPS[step_of(current)]
        self._asked[seat] = None
        if not step.simultaneous:
            self.owing = 0
        step.answer(self, seat, arg_of(current), choice)
        self.advance()

    def advance(self) -> None:
        """Run the agenda until somebody owes an answer or the game is over."""
        agenda = self.agenda
        while self.owing == 0 and agenda:
            current = agenda.pop()
            self.current = current
            STEPS[step_of(current)].run(self, seat_of(current), arg_of(current))

    def ask_seat(self, seat: Seat) -> None:
        """Ask one seat on behalf of the running step."""
        self.owing = 1 << seat
        if self.asked_seat != seat:
            self.asked_seat = seat
            self.moment += 1

    def ask_all(self, seats: int) -> None:
        """Ask a set of seats (bits) for secret answers on behalf of the running step."""
        self.ask_more(seats)
        # Answers are replaced, never changed, so the empty one can be shared.
        none: Choice = []
        self.secret = [none] * self.players

    def ask_more(self, seats: int) -> None:
        """The same, keeping the secret answers of the previous step."""
        self.owing = seats
        self.asked_seat = -1
        self.moment += 1

    def then(self, step: int, seat: Seat = NOBODY, arg: int = 0) -> None:
        """Put a step on the agenda, ahead of what is there already."""
        self.agenda.append(pack_frame(step, seat, arg))

    def then_each(self, step: int) -> None:
        """Put a step on the agenda for every seat, in player order."""
        players = self.players
        for i in range(players - 1, -1, -1):
            self.agenda.append(pack_frame(step, (self.first + i) % players, 0))

    def current_step(self) -> int:
        """The number of the step that is asking."""
        return step_of(self.current)

    def current_arg(self) -> int:
        """The argument of the step that is asking."""
        return arg_of(self.current)

    def forget_asked(self) -> None:
        """Clear the cached decisions, after the cards they depend on have changed."""
        self._asked = [None] * self.players

    # --- the rest of the contract ---

    def clone(self) -> GalaxyState:
        """An independent copy, without the log."""
        copy = GalaxyState(self.cards, 0, self.stream.clone())
        copy.copy_from(self)
        copy.agenda = self.agenda[:]
        copy.current = self.current
        copy.asked_seat = self.asked_seat
        copy._asked = self._asked[:]
        return copy

    def view(self, viewer: Seat) -> GalaxyState:
        """The position as a seat (or SPECTATOR) may see it, with only that seat's decision."""
        view = self.clone()
        if not self.is_view():
            view.hide_from(viewer)
            for seat in range(self.players):
                if seat != viewer:
                    view._asked[seat] = None
        return view

    def data(self) -> Data:
        """Everything in this position as new plain data; for a view, what its viewer may see."""
        found = super().data()
        found["agenda"] = self.agenda[:]
        found["current"] = self.current
        found["asked_seat"] = self.asked_seat
        return found

    def visible_event(self, event: Event, viewer: Seat) -> Event:
        """The event as a viewer may see it."""
        private = PRIVATE_FROM[event[0]]
        if viewer == event[1] or len(event) <= private:
            return event
        return event[:private] + [FACE_DOWN] * (len(event) - private)

    def constructor_arguments(self) -> tuple[Any, ...]:
        """The card table and the stream."""
        return self.cards, self.players, self.stream

    def _repr_html_(self) -> str:
        """What a notebook shows of the position."""
        from repulse.games.galaxy.display.html import position_html
        from repulse.games.galaxy.display.phrases import Phrases

        return position_html(self, Phrases(self.cards))

    def title(self) -> str:
        """For example `galaxy invasion, round 4, Settle place`."""
        words = step.NAMES[self.current_step()].replace("_", " ").capitalize()
        return f"galaxy {self.sort_of_game()}, round {self.round}, {words}"

    def sort_of_game(self) -> str:
        """Which of the five games it is."""
        if self.war is not None:
            return "counterstrike" if self.frontier is not None else "invasion"
        if self.frontier is not None:
            return "frontier"
        return "xeno-invasion" if self.cards.has_set("xeno-invasion") else "base"

    def round_number(self) -> int:
        """Which round is being played."""
        return self.round

    def scores(self) -> list[int]:
        """The score of each seat if the game ended now."""
        from repulse.games.galaxy.rules.score import total_score

        return [total_score(self, seat) for seat in range(self.players)]

    def winners(self) -> list[Seat]:
        """Who has won; empty while the game goes on."""
        from repulse.games.galaxy.rules.score import winners

        return winners(self) if self.over else []

    def refusal(self, decision: Decision, value: int) -> IllegalChoice:
        """Why `value` is not among the options of `decision`."""
        from repulse.games.galaxy.display.refusals import refuse

        return refuse(self, decision, value)
