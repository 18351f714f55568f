"""The contract between a game and everything around it.

A game is a seed, options and a list of choices. `Game.start` makes the opening `State`; everything the rules need
from a seat is a `Decision`; an answer is a `Choice`. Screens, bots and learners all answer the same decision.

    state = game.start(options, seed)
    while state.owing:
        for seat in state.seats_owing():
            decision = state.decision(seat)
            state.apply(seat, choose(decision))

`repulse.engine.decisions` has the decisions, `repulse.engine.errors` the errors; both can be imported from here too.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, Final, Generic, Self

from repulse.engine import TypeVar, mypyc_attr
from repulse.engine.decisions import ALL_PUBLIC as ALL_PUBLIC
from repulse.engine.decisions import ONE as ONE
from repulse.engine.decisions import SOME as SOME
from repulse.engine.decisions import Choice as Choice
from repulse.engine.decisions import Data as Data
from repulse.engine.decisions import Decision as Decision
from repulse.engine.decisions import Event as Event
from repulse.engine.decisions import EventKind as EventKind
from repulse.engine.decisions import Prompt as Prompt
from repulse.engine.decisions import Seat as Seat
from repulse.engine.decisions import ask_one as ask_one
from repulse.engine.decisions import ask_some as ask_some
from repulse.engine.decisions import is_among as is_among
from repulse.engine.errors import BadOptions as BadOptions
from repulse.engine.errors import IllegalChoice as IllegalChoice
from repulse.engine.errors import RepulseError as RepulseError
from repulse.engine.errors import attributes_of as attributes_of
from repulse.engine.random import SEED_LIMIT
from repulse.engine.values import restored, values_of

SPECTATOR: Final[Seat] = -1
"""The viewer who sees what everybody sees."""

EVERYTHING: Final[Seat] = -2
"""The viewer of a complete position, from whom nothing is hidden."""

ROUND_LIMIT: Final = 200
"""A game is abandoned after this many rounds, unless its rules set another limit; real games are far shorter."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """One position of one game: flat data that only `apply` changes.

    A *view* is a state too: the same position with everything its viewer may not see blanked out, so everything that can
    be worked out from public facts (costs, scores, descriptions) is worked out from views by the same functions.
    A view refuses `apply` and knows only its own viewer's decision.
    """

    def __init__(self, players: int) -> None:
        self.players: int = players
        self.owing = 0
        """Bit set of the seats that owe an answer; 0 when the game is over."""
        self.reveal_count = 0
        """Increases whenever something hidden is shown to anyone; undo stops there."""
        self.step_id = 0
        """Increases whenever play moves on to another step or another seat's turn. Answers given in one step are
        independent of each other, or all by one seat."""
        self.viewer: Seat = EVERYTHING
        """The viewer: a seat or SPECTATOR; EVERYTHING for the complete position."""
        self.log: list[Event] | None = None
        """Where events are written, if anywhere. Not part of the position: clones have none."""

    def constructor_arguments(self) -> tuple[Any, ...]:
        """Return arguments for the class that make an object like this one, for pickling."""
        return (self.players,)

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (type(self), self.constructor_arguments(), values_of(self, but="log"))

    def __deepcopy__(self, memo: object) -> Self:
        return self.clone()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and type(self) is type(other) and self.data() == other.data()

    def __hash__(self) -> int:
        raise TypeError("a position is mutable and therefore unhashable")

    def fields(self) -> Mapping[str, int]:
        """Return the fields of the position by name, each with what `repulse.engine.fields` says of it."""
        return {}

    def title(self) -> str:
        """Return what is being played and how far it has got, in a few words: the start of `repr`."""
        return f"{type(self).__name__}, round {self.round_number()}"

    def __repr__(self) -> str:
        seats = [str(seat) for seat in self.seats_owing()]
        if not seats:
            waiting = "over"
        elif len(seats) == 1:
            waiting = f"seat {seats[0]} to choose"
        else:
            waiting = f"seats {', '.join(seats[:-1])} and {seats[-1]} to choose"
        sight = ""
        if self.is_view():
            sight = (
                ", as spectators see it" if self.viewer == SPECTATOR else f", as seat {self.viewer} sees it"
            )
        return f"<{self.title()}, {waiting}{sight}>"

    def is_view(self) -> bool:
        """Return whether this is somebody's view rather than the complete position."""
        return self.viewer != EVERYTHING

    def seats_owing(self) -> list[Seat]:
        """Return the seats that owe an answer, lowest first."""
        owing = self.owing
        return [seat for seat in range(self.players) if owing >> seat & 1]

    def decision(self, seat: Seat) -> Decision:
        """Return the pending decision of `seat`.

        Raises:
            IllegalChoice: The seat has no pending decision.
        """
        raise NotImplementedError

    def apply(self, seat: Seat, choice: Choice) -> None:
        """Apply an answer and play on to the next decision.

        Raises:
            IllegalChoice: The answer is not legal; nothing has changed.
        """
        raise NotImplementedError

    def clone(self) -> Self:
        """Return an independent copy, without the log."""
        raise NotImplementedError

    def view(self, viewer: Seat) -> Self:
        """Return the position as a seat (or SPECTATOR) may see it."""
        raise NotImplementedError

    def visible_event(self, event: Event, viewer: Seat) -> Event:
        """Return the event as a viewer may see it, hidden numbers blanked."""
        raise NotImplementedError

    def round_number(self) -> int:
        """Return the current round (or turn); 0 in a game without rounds."""
        return 0

    def scores(self) -> list[int]:
        """Return the score of each seat if the game ended now."""
        raise NotImplementedError

    def winners(self) -> list[Seat]:
        """Return the winners; empty while the game is in progress."""
        raise NotImplementedError

    def win_shares(self) -> list[float]:
        """Return each seat's share of the win: 1 for a sole winner, 0 for a loser or while the game is in progress."""
        return share_win(self.winners(), self.players)

    def apply_forced(self, seat: Seat) -> bool:
        """Play the forced answer of a seat, if its decision has only one answer; return whether it has."""
        decision = self.decision(seat)
        if not decision.forced():
            return False
        self.apply(seat, decision.forced_choice())
        return True

    def data(self) -> Data:
        """Return everything in this position as plain JSON data (for a view: what may be sent to its viewer)."""
        raise NotImplementedError

    def refusal(self, decision: Decision, value: int) -> IllegalChoice:
        """Return why `value` is not among the options of `decision`."""
        return IllegalChoice("not-offered")


S = TypeVar("S", bound=State, default=Any)
"""The states of one game."""


class GameMode:
    """One way to play a game, as a lobby offers it."""

    def __init__(
        self,
        name: str,
        options: Data,
        players: list[int],
        *,
        deals: list[str] | None = None,
        flags: list[str] | None = None,
    ) -> None:
        """Offer a mode.

        Args:
            name: The id of the mode.
            options: Its options, besides the number of players.
            players: The possible numbers of players.
            deals: The values of the option `deal`.
            flags: Further options that are true or false.
        """
        self.name = name
        self.options = options
        """The options of this mode, besides the number of players."""
        self.players = players
        """The possible numbers of players."""
        self.deals = deals or []
        """The values that the option `deal` may have, if there is such an option."""
        self.flags = flags or []
        """Further options that are true or false."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Memory(Generic[S]):
    """The memory of one player beyond what the current view shows, such as its own discards.

    A player shows it each view as it comes, and passes it to `Game.determinize` with the latest one:

        memory = game.memory()
        ...
        memory.see(view)
        state = game.determinize(view, seed, memory)

    This one remembers nothing, which is enough for a game whose views show everything ever revealed. Missed views do no
    harm: what is not remembered is dealt like any hidden card.
    """

    def see(self, view: S) -> None:
        """Update the memory with the next view of the same player."""

    def see_position(self, state: S, seat: Seat) -> None:
        """Update the memory as `see` does with the view of a seat. A game that can do so without making it is faster."""
        self.see(state.view(seat))

    def clone(self) -> Memory[S]:
        """Return an independent copy."""
        copied: Memory[S] = copy.deepcopy(self)
        return copied

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (type(self), (), values_of(self))


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Generic[S]):
    """The rules of a game, independent of any position.

    This and its `State` are all that a game must have. Learners need a `Learning` as well, studies a `GameStudy`,
    people a `Display`; each works for any game and can be derived.
    """

    def __init__(self, name: str, rules: str) -> None:
        self.name = name
        self.rules = rules
        """The version of the rules, named in every record."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), ()

    def __repr__(self) -> str:
        return f"<game {self.name}, rules {self.rules}>"

    def check_options(self, options: Mapping[str, object]) -> Data:
        """Return the complete options, with defaults filled in.

        Raises:
            BadOptions: They describe no playable game.
        """
        raise NotImplementedError

    def check_public_options(self, options: Mapping[str, object]) -> Data:
        """Return the complete options of a game that people ask a server or a page for.

        A game refuses here what is meant for programs and tests alone.

        Raises:
            BadOptions: They describe no playable game, or one that is not open to the public.
        """
        return self.check_options(options)

    def with_players(self, options: Mapping[str, object], players: int) -> Data:
        """Return options for a number of players, unless they name one themselves."""
        return {"players": players, **options}

    def player_count(self, options: Mapping[str, object]) -> int:
        """Return the number of players in options (in full).

        Raises:
            BadOptions: The number of players is missing or out of range.
        """
        players = options["players"]
        if not isinstance(players, int):
            raise BadOptions(f"The number of players must be a whole number, not {players!r}.")
        return players

    def start(self, options: Mapping[str, object], seed: int, log: list[Event] | None = None) -> S:
        """Return the opening position. Events, from the very start, are written to `log` if there is one.

        Args:
            options: The options in full.
            seed: The seed of the game.
            log: Receives the events.
        """
        raise NotImplementedError

    def configurations(self) -> list[Data]:
        """Return every configuration of the game, as options, for tests and tools to iterate over."""
        raise NotImplementedError

    def modes(self) -> list[GameMode]:
        """Return what a lobby offers. By default one mode, for the numbers of players of the configurations."""
        players = {options.get("players") for options in self.configurations()}
        return [GameMode(self.name, {}, sorted(count for count in players if isinstance(count, int)))]

    def mode_of(self, options: Mapping[str, object]) -> str:
        """Return the name of the mode that options (in full) play."""
        return self.name

    def overlay_sizes(self, options: Mapping[str, object]) -> dict[str, int]:
        """Return the overlays of options (in full) by name, and how many changes each makes."""
        return {}

    def prompts(self) -> list[Prompt]:
        """Return every question that the game can ask."""
        raise NotImplementedError

    def event_kinds(self) -> list[EventKind]:
        """Return every kind of event, by number."""
        raise NotImplementedError

    def round_limit(self, options: Mapping[str, object]) -> int:
        """Return the number of rounds after which a game with these options (in full) is abandoned, with no winner.

        The rules do not know this limit. Code that runs games enforces it, so that bots cannot play forever.
        """
        return ROUND_LIMIT

    def token(self, state: S, domain: str, value: int) -> str:
        """Return the stable word for an option, as used in records.

        Args:
            state: A position or view of the game.
            domain: The domain of the decision.
            value: The option.
        """
        raise NotImplementedError

    def from_token(self, state: S, domain: str, token: str) -> int:
        """Return the option that a token stands for.

        Raises:
            RepulseError: No option has that token.
        """
        raise NotImplementedError

    def determinize(self, view: S, seed: int, memory: Memory[S] | None = None) -> S:
        """Return a complete, playable position of which `view` is a view.

        Everything hidden from the viewer is dealt at random from all the possibilities; nothing is taken from the true
        position. Secret answers already given are replaced by random ones, and the same seats still owe theirs. The
        deal and everything after it depend only on the seed. `memory` is what the viewer remembers (`Game.memory`),
        this view included.

        Args:
            view: The view of a seat.
            seed: The seed for everything hidden.
            memory: The memory of the seat, if the game has been followed.
        """
        raise NotImplementedError

    def reopen(self, state: S, viewer: Seat) -> None:
        """Reopen the secret answers that all seats except `viewer` have given in this step.

        For positions from `determinize`, whose secret answers are random ones: a caller that models the other players can then
        answer for them.
        """

    def memory(self) -> Memory[S]:
        """Return an empty memory, for one player in one game."""
        return Memory()

    def check_state(self, state: S) -> None:
        """Raise AssertionError if the position breaks an invariant (a card lost, a negative count)."""
        raise NotImplementedError

    def result_facts(self, state: S) -> Data:
        """Return facts about a finished game besides the scores: single values, or lists with one value per seat."""
        return {}


def check_seed(seed: int) -> int:
    """Return the validated seed.

    Raises:
        BadOptions: The value is not a valid seed.
    """
    if not 0 <= seed < SEED_LIMIT:
        raise BadOptions("A seed is a whole number from 0 to 2**64 - 1.")
    return seed


def share_win(winners: list[Seat], players: int) -> list[float]:
    """Return each seat's share of a win that `winners` share equally."""
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(players)]


def check_choice(state: State, decision: Decision, choice: Choice) -> None:
    """Check that `choice` is one of the possible answers of `decision`.

    Args:
        state: The position.
        decision: The decision.
        choice: The answer.

    Raises:
        IllegalChoice: The choice is not one of the possible answers; it has a reason and facts.
    """
    options = decision.options
    count = len(choice)
    if decision.kind == ONE:
        if count != 1:
            raise IllegalChoice("exactly-one", {"count": count})
        if not is_among(options, choice[0]):
            raise state.refusal(decision, choice[0])
        return
    if count < decision.least:
        raise IllegalChoice("too-few", {"least": decision.least, "count": count})
    if count > decision.most:
        raise IllegalChoice("too-many", {"most": decision.most, "count": count})
    last = 0
    repeats = 0
    for i in range(count):
        value = choice[i]
        if i > 0:
            if value < last:
                raise IllegalChoice("order")
            repeats = repeats + 1 if value == last else 0
        if not is_among(options, value):
            raise state.refusal(decision, value)
        if repeats and options.count(value) <= repeats:
            raise IllegalChoice("twice")
        last = value
