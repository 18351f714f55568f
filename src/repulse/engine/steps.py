"""The step engine: a game is an agenda of steps, and each step is a small class.

The remaining steps are on the *agenda*, a stack of frames. A *frame* is a step, a seat and an argument packed into
one number. `AgendaState.advance` takes frames off the agenda and runs their steps until a seat owes an answer. Cached
decisions, secret answers, the refusal to play on a view, and copying all of this are here, so a game writes only
its position and its steps.

How to write a game on it:

1. Number the steps (`codes/step.py`): `BID: Final = 0`, `TAKE_CARD: Final = 1`, ...
2. Derive the position from `AgendaState`: everything on the table, and the functions that move pieces.

       class Position(AgendaState):
           def __init__(self, players: int) -> None:
               super().__init__(players)
               self.energy = [3] * players

3. Write a class per step. `Step.run` does the step or asks (`ask_seat`); `decide` makes the decision from public facts and
   the asked seat's own; `answer` acts on the choice. `then` puts a further step on the agenda, ahead of all that is there
   already. A step that needs to ask several questions in a row puts itself on the agenda again, with another `arg`.

       class TakeCard(Step[Position]):
           def run(self, state: Position, seat: Seat, arg: int) -> None:
               state.ask_seat(seat)

           def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
               return ask_one(prompts.TAKE_CARD, seat, state.card_row[:])

           def answer(self, state: Position, seat: Seat, arg: int, choice: Choice) -> None:
               state.take_card(seat, choice[0])

   Where several seats choose simultaneously and in secret, derive from `SecretStep`: `asked` says which seats,
   `reveal` acts on `state.secret` once the last answer is in.

       class Bid(SecretStep[Position]):
           def asked(self, state: Position, arg: int) -> int:
               return state.seats_with_energy()

           def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
               return ask_one(prompts.BID, seat, list(range(state.energy[seat] + 1)))

           def reveal(self, state: Position) -> None:
               state.pay_bids([answer[0] if answer else 0 for answer in state.secret])

4. List the steps by number in a module that imports them all, and derive the state from the position in a module that
   imports that list. The state class gives its steps, so importing the class is enough to play on: a pickled state works in a
   new process, and no list has to be filled first.

       STEPS: Final[list[Step[Position]]] = [Bid(), TakeCard()]

       class MyState(Position):
           def steps(self) -> list[Step]:
               return STEPS

           def clone(self) -> MyState:
               copy = MyState(self.players)
               copy.copy_agenda(self)
               copy.energy = self.energy[:]
               return copy

5. Declare the fields of the position (`repulse.engine.fields`), and extend `hide_from` (called on the copy that becomes a view) and `data` with what the position adds.
"""

from __future__ import annotations

from typing import Any, Final, Generic, Self

from repulse.engine import TypeVar, mypyc_attr
from repulse.engine.contract import (
    EVERYTHING,
    Choice,
    Data,
    Decision,
    IllegalChoice,
    Seat,
    State,
    check_choice,
)
from repulse.engine.fields import CACHE, OWN, PUBLIC

_STEP_BITS: Final = 6
_SEAT_BITS: Final = 3
MAX_STEPS: Final = 1 << _STEP_BITS
"""A game has at most this many steps."""
NO_SEAT: Final = (1 << _SEAT_BITS) - 1
"""In place of the seat of a frame: the step belongs to no seat."""


def pack_frame(step: int, seat: int, arg: int) -> int:
    """Return a frame of the agenda."""
    return step | seat << _STEP_BITS | arg << (_STEP_BITS + _SEAT_BITS)


def step_of(frame: int) -> int:
    """Return the number of a frame's step."""
    return frame & (MAX_STEPS - 1)


def seat_of(frame: int) -> int:
    """Return the seat of a frame, or NO_SEAT."""
    return frame >> _STEP_BITS & NO_SEAT


def arg_of(frame: int) -> int:
    """Return the argument of a frame."""
    return frame >> (_STEP_BITS + _SEAT_BITS)


AGENDA_FIELDS: Final = {
    "owing": PUBLIC,
    "reveal_count": PUBLIC,
    "step_id": PUBLIC,
    "agenda": PUBLIC,
    "current": PUBLIC,
    "asked_seat": PUBLIC,
    "secret": OWN,
    "_decisions": CACHE,
}
"""The fields of an `AgendaState` (see `repulse.engine.fields`)."""


@mypyc_attr(allow_interpreted_subclasses=True)
class AgendaState(State):
    """A state whose game is played step by step: the agenda, and who is asked what."""

    def __init__(self, players: int) -> None:
        super().__init__(players)
        self.agenda: list[int] = []
        """The frames still to be run, the next one last. The list is cleared in place, never replaced."""
        self.current = 0
        """The frame that is running or asking."""
        self.asked_seat = -1
        """The one seat that is asked; -1 in a simultaneous step."""
        self.secret: list[Choice] = [[] for _ in range(players)]
        """Answers of a simultaneous step, not revealed yet. An answer is replaced, never changed, so copies share it."""
        self._decisions: list[Decision | None] = [None] * players
        """A cache of this step's decisions. Not part of the position: they follow from it."""

    def steps(self) -> list[Step]:
        """Return the steps of the game, by number."""
        raise NotImplementedError

    # --- answering ---

    def decision(self, seat: Seat) -> Decision:
        """Return the pending decision of `seat`.

        Raises:
            IllegalChoice: The seat has no pending decision, or this is another seat's view.
        """
        if not (0 <= seat < self.players and self.owing >> seat & 1):
            raise IllegalChoice("not-owing", {"seat": seat}, "This seat has no pending decision.")
        if self.viewer != EVERYTHING and self.viewer != seat:
            raise IllegalChoice("not-yours", {"seat": seat}, "A view shows only its own viewer's decision.")
        decision = self._decisions[seat]
        if decision is None:
            current = self.current
            decision = self.steps()[step_of(current)].decide(self, seat, arg_of(current))
            self._decisions[seat] = decision
        return decision

    def apply(self, seat: Seat, choice: Choice) -> None:
        """Apply an answer and play on to the next decision.

        Raises:
            IllegalChoice: The answer is not legal, or this is a view; nothing has changed.
        """
        if self.viewer != EVERYTHING:
            raise IllegalChoice("a-view", message="A view is read-only.")
        decision = self.decision(seat)
        check_choice(self, decision, choice)
        current = self.current
        step = self.steps()[step_of(current)]
        self._decisions[seat] = None
        if not step.simultaneous:
            self.owing = 0
        step.answer(self, seat, arg_of(current), choice)
        self.advance()

    def advance(self, floor: int = 0) -> None:
        """Run the agenda until a seat owes an answer, or no more than `floor` frames are left."""
        agenda = self.agenda
        steps = self.steps()
        while self.owing == 0 and len(agenda) > floor:
            current = agenda.pop()
            self.current = current
            steps[step_of(current)].run(self, seat_of(current), arg_of(current))

    def try_answer(self, seat: Seat, choice: Choice, floor: int) -> Self:
        """Return a copy in which the one asked seat has given a legal answer and play has gone on.

        A view can be copied so too, as far as the steps above `floor` need nothing that is hidden from it.

        Args:
            seat: The seat that is asked.
            choice: A legal answer to a step that is not simultaneous.
            floor: Stop when no more than this many frames are on the agenda.
        """
        after = self.clone()
        after.forget_decisions()
        after.owing = 0
        current = after.current
        after.steps()[step_of(current)].answer(after, seat, arg_of(current), choice)
        after.advance(floor)
        return after

    # --- asking, on behalf of the running step ---

    def ask_seat(self, seat: Seat) -> None:
        """Ask one seat."""
        self.owing = 1 << seat
        if self.asked_seat != seat:
            self.asked_seat = seat
            self.step_id += 1

    def ask_decision(self, decision: Decision) -> None:
        """Ask one seat, with the decision already made."""
        self.ask_seat(decision.seat)
        self._decisions[decision.seat] = decision

    def ask_all(self, seats: int) -> None:
        """Ask a set of seats (bits) for secret answers."""
        self.owing = seats
        self.asked_seat = -1
        self.step_id += 1
        no_answer: Choice = []
        self.secret = [no_answer] * self.players

    def ask_again(self, seats: int) -> None:
        """Ask a set of seats (bits) for secret answers, keeping those to the previous step."""
        self.owing = seats
        self.asked_seat = -1
        self.step_id += 1

    def move_on(self) -> None:
        """Move on: answers given before cannot be undone after the next one, not even by the same seat."""
        self.asked_seat = -1
        self.step_id += 1

    def then(self, step: int, seat: Seat = NO_SEAT, arg: int = 0) -> None:
        """Put a step on the agenda, ahead of the frames that are there already."""
        self.agenda.append(pack_frame(step, seat, arg))

    # --- lookups ---

    def current_step(self) -> int:
        """Return the number of the step that is asking."""
        return step_of(self.current)

    def current_arg(self) -> int:
        """Return the argument of the step that is asking."""
        return arg_of(self.current)

    def asking(self) -> Step:
        """Return the step that is asking."""
        return self.steps()[step_of(self.current)]

    def forget_decisions(self) -> None:
        """Clear the cached decisions, after the facts they depend on have changed."""
        self._decisions = [None] * self.players

    # --- copies and views ---

    def copy_agenda(self, other: AgendaState) -> None:
        """Copy from `other` everything that this class and `State` declare, except the log."""
        self.players = other.players
        self.owing = other.owing
        self.reveal_count = other.reveal_count
        self.step_id = other.step_id
        self.viewer = other.viewer
        self.agenda = other.agenda[:]
        self.current = other.current
        self.asked_seat = other.asked_seat
        self.secret = other.secret[:]
        self._decisions = other._decisions[:]

    def view(self, viewer: Seat) -> Self:
        """Return the position as a seat (or SPECTATOR) may see it, with only that seat's decision."""
        view = self.clone()
        if not self.is_view():
            view.hide_from(viewer)
        return view

    def hide_from(self, viewer: Seat) -> None:
        """Turn this copy into the view of a seat (or SPECTATOR): blank out everything it may not see."""
        self.viewer = viewer
        no_answer: Choice = []
        for seat in range(self.players):
            if seat != viewer:
                self.secret[seat] = no_answer
                self._decisions[seat] = None

    def data(self) -> Data:
        """Return the agenda and the questions as plain data; secret answers are for the game to show."""
        return {
            "viewer": self.viewer,
            "owing": self.owing,
            "news": self.reveal_count,
            "moment": self.step_id,
            "agenda": self.agenda[:],
            "current": self.current,
            "asked_seat": self.asked_seat,
        }


P = TypeVar("P", bound=AgendaState, default=Any)
"""The positions of one game."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Step(Generic[P]):
    """A step of a game: what it does, what it asks, and how it acts on the answer.

    It has no data of its own, so one object serves all games.
    """

    simultaneous = False
    """Whether several seats answer in secret; `SecretStep` alone sets it."""

    def run(self, state: P, seat: Seat, arg: int) -> None:
        """Do the step, or ask for a decision (`ask_seat`, `ask_all`)."""
        raise NotImplementedError

    def decide(self, state: P, seat: Seat, arg: int) -> Decision:
        """Return the decision of `seat` in this step."""
        raise NotImplementedError

    def answer(self, state: P, seat: Seat, arg: int, choice: Choice) -> None:
        """Act on a legal answer."""
        raise NotImplementedError

    def asked(self, state: P, arg: int) -> int:
        """Return the seats that a simultaneous step asks, as bits: public, and fixed until all answers are in."""
        return 0


@mypyc_attr(allow_interpreted_subclasses=True)
class SecretStep(Step[P]):
    """A step in which several seats choose simultaneously and in secret; the last answer reveals them all."""

    simultaneous = True

    def run(self, state: P, seat: Seat, arg: int) -> None:
        """Ask the seats that have a choice."""
        self.ask(state, arg)

    def ask(self, state: P, arg: int) -> None:
        """Ask the seats of `asked`, if there are any."""
        seats = self.asked(state, arg)
        if seats:
            state.ask_all(seats)

    def answer(self, state: P, seat: Seat, arg: int, choice: Choice) -> None:
        """Keep the answer secret until all are in."""
        state.secret[seat] = choice[:]
        state.owing &= ~(1 << seat)
        if state.owing == 0:
            state.reveal_count += 1
            self.reveal(state)

    def reveal(self, state: P) -> None:
        """Act on the answers: all of them are in `state.secret`."""
        raise NotImplementedError
