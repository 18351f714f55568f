"""The contract between a game and everything around it.

A game is a seed, options and a list of choices. `Game.start` makes the opening `State`; whatever the rules need
from a seat is a `Decision`; an answer is a `Choice`. Screens, bots and learners all answer the same decision.

    state = game.start(options, seed)
    while state.owing:
        for seat in state.seats_owing():
            decision = state.decision(seat)
            state.apply(seat, choose(decision))

There are only two kinds of decision. ONE: exactly one of the options. SOME: at least `least` and at most
`most` of them. Options are whole numbers; the decision's `domain` says what they stand for, and the game has a word
for each (`Game.token`), which records, screens and terminals use. An option listed twice in a SOME decision may be
chosen twice (two copies of a card in hand).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Generic, Self, TypeAlias

from repulse.engine import TypeVar, mypyc_attr
from repulse.engine.random import SEED_LIMIT
from repulse.engine.values import restored, values_of

if TYPE_CHECKING:
    from repulse.engine.features import FeatureLayout, FeatureWriter
    from repulse.engine.picks import ActionSpace
    from repulse.engine.study import StudyTable

Seat: TypeAlias = int
"""A place at the table, 0 to players - 1."""

Choice: TypeAlias = list[int]
"""The answer to a decision: option values, in ascending order."""

Event: TypeAlias = list[int]
"""What happened: an event id, a seat (or -1), and numbers whose meaning the game knows."""

Data: TypeAlias = dict[str, object]
"""Plain JSON data."""

SPECTATOR: Final[Seat] = -1
"""The viewer who sees what everybody sees."""

EVERYTHING: Final[Seat] = -2
"""The viewer of a complete position, from whom nothing is hidden."""

ONE: Final = 0
SOME: Final = 1

ROUND_LIMIT: Final = 200
"""A game is abandoned after this many rounds, unless its rules set another limit; no real game comes close."""

LONGEST_TOKEN: Final = 200
"""No game has a token this long; longer input is a probe."""


@mypyc_attr(allow_interpreted_subclasses=True)
class RepulseError(Exception):
    """Something the user asked for that cannot be done; the text is one clear line.

    Errors cross process boundaries, so they can be pickled whatever their constructors take. A compiled class with its
    own attributes needs its own `__reduce__`.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored_error, (type(self), self.args), attributes_of(self)


def _restored_error(kind: Any, args: tuple[object, ...]) -> object:
    return kind.__new__(kind, *args)


def attributes_of(error: Exception) -> dict[str, object]:
    """The attributes that are not compiled; a compiled error has no dictionary until one is added."""
    found: dict[str, object] | None = getattr(error, "__dict__", None)
    return {} if found is None else dict(found)


class BadOptions(RepulseError):
    """Options that do not describe a playable game."""


class IllegalChoice(RepulseError):
    """An answer the rules refuse. `reason` is a stable id; the text says it in words."""

    def __init__(self, reason: str, words: str) -> None:
        super().__init__(words)
        self.reason = reason

    def __reduce__(self) -> tuple[Any, ...]:
        return IllegalChoice, (self.reason, str(self)), attributes_of(self)


class Decision:
    """What a seat is asked. Immutable, so clones can share it."""

    __slots__ = ("about", "domain", "kind", "least", "most", "options", "prompt", "seat")

    def __init__(
        self,
        seat: Seat,
        prompt: str,
        kind: int,
        domain: str,
        options: list[int],
        least: int,
        most: int,
        about: int,
    ) -> None:
        self.seat = seat
        self.prompt = prompt
        """The id of the prompt; `Game.prompts` has the rest of it."""
        self.kind = kind
        self.domain = domain
        self.options = options
        self.least = least
        self.most = most
        self.about = about
        """What the question is about; the prompt says what kind of thing. -1 for nothing."""

    def _parts(self) -> tuple[Any, ...]:
        head = (self.seat, self.prompt, self.kind, self.domain)
        return (*head, tuple(self.options), self.least, self.most, self.about)

    def __reduce__(self) -> tuple[Any, ...]:
        head = (self.seat, self.prompt, self.kind, self.domain)
        return Decision, (*head, self.options, self.least, self.most, self.about)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Decision) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    def __repr__(self) -> str:
        count = "one" if self.kind == ONE else f"{self.least} to {self.most}"
        return f"<{self.prompt} for seat {self.seat}: {count} of {len(self.options)} ({self.domain})>"

    def forced(self) -> bool:
        """Whether there is only one possible answer."""
        if self.kind == ONE:
            return len(self.options) == 1
        return self.most == 0 or self.least == len(self.options)

    def forced_choice(self) -> Choice:
        """The only answer of a forced decision."""
        return [] if self.most == 0 else sorted(self.options)


class Prompt:
    """A question that a game can ask: one row of its prompt table, from which all its decisions are made."""

    __slots__ = ("about", "domain", "ident", "kind", "totals")

    def __init__(
        self, ident: str, kind: int, domain: str, about: str = "", totals: tuple[str, ...] = ()
    ) -> None:
        self.ident = ident
        """The stable id, such as `settle.place`; the catalogues hold its words."""
        self.kind = kind
        """ONE or SOME."""
        self.domain = domain
        """What the options stand for, such as `card` or `number`."""
        self.about = about
        """What `Decision.about` is, such as `card` or `power`; empty where a question is about nothing."""
        self.totals = totals
        """The numbers that the question turns on, such as `cost`: a screen shows their sums beside it."""

    def _parts(self) -> tuple[Any, ...]:
        return self.ident, self.kind, self.domain, self.about, self.totals

    def __reduce__(self) -> tuple[Any, ...]:
        return Prompt, self._parts()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Prompt) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self.ident)

    def __repr__(self) -> str:
        return f"<prompt {self.ident}: {'one' if self.kind == ONE else 'some'} of {self.domain}>"


def ask_one(prompt: Prompt, seat: Seat, options: list[int], about: int = -1) -> Decision:
    """A decision for exactly one of the options (all different)."""
    return Decision(seat, prompt.ident, ONE, prompt.domain, options, 1, 1, about)


def ask_some(
    prompt: Prompt, seat: Seat, options: list[int], least: int, most: int, about: int = -1
) -> Decision:
    """A decision for `least` to `most` of the options."""
    return Decision(seat, prompt.ident, SOME, prompt.domain, options, least, most, about)


class EventKind:
    """A kind of event: one row of a game's event table."""

    __slots__ = ("fields", "name", "private_from")

    def __init__(self, name: str, fields: tuple[str, ...] = (), private: str = "") -> None:
        self.name = name
        """The stable id that screens and programs get."""
        self.fields = fields
        """What the numbers after the seat are; the last name may cover all that remain (`cards`)."""
        self.private_from = 2 + fields.index(private) if private else 2 + ALL_PUBLIC
        """Where the numbers that only the event's seat may see begin."""


ALL_PUBLIC: Final = 1 << 20
"""More numbers than any event has."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """One position of one game: flat data that only `apply` changes.

    A *view* is a state too: the same position with everything its viewer may not see blanked out, so whatever can
    be worked out from public facts (costs, scores, descriptions) is worked out from views by the same functions.
    A view refuses `apply` and knows only its own viewer's decision.
    """

    def __init__(self, players: int) -> None:
        self.players = players
        self.owing = 0
        """Bit set of the seats that owe an answer; 0 when the game is over."""
        self.news = 0
        """Increases whenever something hidden is shown to anyone; undo stops there."""
        self.moment = 0
        """Increases whenever play moves on to another step or another seat's turn. Answers given at one moment are
        independent of each other, or all by one seat."""
        self.viewer: Seat = EVERYTHING
        """Whose view this is: a seat or SPECTATOR; EVERYTHING for the complete position."""
        self.log: list[Event] | None = None
        """Where events are written, if anywhere. Not part of the position: clones have none."""

    def constructor_arguments(self) -> tuple[Any, ...]:
        """Arguments for the class that make an object like this one, for pickling."""
        return (self.players,)

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (type(self), self.constructor_arguments(), values_of(self, but="log"))

    def __deepcopy__(self, memo: object) -> Self:
        return self.clone()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and type(self) is type(other) and self.data() == other.data()

    def __hash__(self) -> int:
        raise TypeError("a position changes, so it has no hash")

    def title(self) -> str:
        """What is being played and how far it has got, in a few words: the start of `repr`."""
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

    def _repr_html_(self) -> str:
        """What a notebook shows of the position."""
        text = repr(self).replace("&", "&amp;").replace("<", "&lt;")
        return f"<pre>{text}</pre>"

    def is_view(self) -> bool:
        """Whether this is somebody's view rather than the complete position."""
        return self.viewer != EVERYTHING

    def seats_owing(self) -> list[Seat]:
        """The seats that owe an answer, lowest first."""
        owing = self.owing
        return [seat for seat in range(self.players) if owing >> seat & 1]

    def decision(self, seat: Seat) -> Decision:
        """What `seat` is asked now; IllegalChoice if it owes nothing."""
        raise NotImplementedError

    def apply(self, seat: Seat, choice: Choice) -> None:
        """Take an answer and play on to the next decision. IllegalChoice, and no change, if it is not legal."""
        raise NotImplementedError

    def clone(self) -> Self:
        """An independent copy, without the log."""
        raise NotImplementedError

    def view(self, viewer: Seat) -> Self:
        """The position as a seat (or SPECTATOR) may see it."""
        raise NotImplementedError

    def visible_event(self, event: Event, viewer: Seat) -> Event:
        """The event as a viewer may see it, hidden numbers blanked."""
        raise NotImplementedError

    def round_number(self) -> int:
        """Which round (or turn) is being played; 0 in a game that has none."""
        return 0

    def scores(self) -> list[int]:
        """The score of each seat if the game ended now."""
        raise NotImplementedError

    def winners(self) -> list[Seat]:
        """Who has won; empty while the game goes on."""
        raise NotImplementedError

    def data(self) -> Data:
        """Everything in this position as plain JSON data (for a view: what may be sent to its viewer)."""
        raise NotImplementedError

    def refusal(self, decision: Decision, value: int) -> IllegalChoice:
        """Why `value` is not among the options of `decision`."""
        return IllegalChoice("not-offered", "That is not one of the options.")


S = TypeVar("S", bound=State, default=Any)
"""The states of one game."""


class Mode:
    """One way to play a game, as a lobby offers it."""

    def __init__(
        self,
        name: str,
        options: Data,
        players: list[int],
        deals: list[str] | None = None,
        flags: list[str] | None = None,
    ) -> None:
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
    """What one player remembers beyond what the current view shows, such as its own discards.

    A player shows it each view as it comes, and passes it to `Game.determinize` with the latest one:

        memory = game.memory()
        ...
        memory.see(view)
        state = game.determinize(view, seed, memory)

    This one remembers nothing, which is enough for a game whose views show everything ever revealed. Missed views do no
    harm: what is not remembered is dealt like any hidden card.
    """

    def see(self, view: S) -> None:
        """Take in the next view of the same player."""

    def write(self, view: S, out: bytearray) -> None:
        """Write what is remembered beyond the latest view as numbers; `Game.memory_layout` says what they mean."""

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (type(self), (), values_of(self))


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Generic[S]):
    """The rules of a game, independent of any position. What people read and see of it is its `Display`."""

    def __init__(self, name: str, rules: str) -> None:
        self.name = name
        self.rules = rules
        """The version of the rules, named in every record."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), ()

    def __repr__(self) -> str:
        return f"<game {self.name}, rules {self.rules}>"

    def check_options(self, options: Mapping[str, object]) -> Data:
        """The complete options, with defaults filled in; BadOptions if they describe no playable game."""
        raise NotImplementedError

    def start(self, options: Mapping[str, object], seed: int, log: list[Event] | None = None) -> S:
        """The opening position. Events, from the very start, are written to `log` if there is one."""
        raise NotImplementedError

    def configurations(self) -> list[Data]:
        """Every configuration of the game, as options, for tests and tools to iterate over."""
        raise NotImplementedError

    def modes(self) -> list[Mode]:
        """What a lobby offers. By default one mode, for the numbers of players of the configurations."""
        players = {options.get("players") for options in self.configurations()}
        return [Mode(self.name, {}, sorted(count for count in players if isinstance(count, int)))]

    def mode_of(self, options: Mapping[str, object]) -> str:
        """The name of the mode that options (in full) play."""
        return self.name

    def prompts(self) -> list[Prompt]:
        """Every question that the game can ask."""
        raise NotImplementedError

    def event_kinds(self) -> list[EventKind]:
        """Every kind of event, by number."""
        raise NotImplementedError

    def round_limit(self, options: Mapping[str, object]) -> int:
        """The number of rounds after which a game with these options (in full) is abandoned, with no winner.

        The rules do not know this limit. Code that runs games enforces it, so that bots cannot play forever.
        """
        return ROUND_LIMIT

    def token(self, state: S, domain: str, value: int) -> str:
        """The stable word for an option, as used in records."""
        raise NotImplementedError

    def from_token(self, state: S, domain: str, token: str) -> int:
        """The option that a token stands for; RepulseError if there is none."""
        raise NotImplementedError

    def determinize(self, view: S, seed: int, memory: Memory[S] | None = None) -> S:
        """A complete, playable position of which `view` is a view.

        What the viewer cannot see is dealt at random from everything it could be; nothing is taken from the true
        position. Secret answers already given are replaced by random ones, and the same seats still owe theirs. The deal
        and everything after it depend only on the seed. `memory` is what the viewer remembers (`Game.memory`), this view included.
        """
        raise NotImplementedError

    def reopen(self, state: S, viewer: Seat) -> None:
        """Let the seats besides `viewer` owe again what they have answered in secret at this moment.

        For positions from `determinize`, whose secret answers are random ones: whoever models the other players can then
        answer for them.
        """

    def memory(self) -> Memory[S]:
        """An empty memory, for one player in one game."""
        return Memory()

    def memory_layout(self, state: S) -> FeatureLayout:
        """What the numbers of a memory mean: the same for every position of a configuration."""
        from repulse.engine.features import FeatureLayout

        return FeatureLayout()

    def check_state(self, state: S) -> None:
        """Raise AssertionError if the position breaks an invariant (a card lost, a negative count)."""
        raise NotImplementedError

    # --- for learners ---

    def action_space(self, state: S) -> ActionSpace:
        """The actions with which every decision of a configuration can be answered, pick by pick.

        The same for every position and view of a configuration. By default every domain is numbers.
        """
        from repulse.engine.picks import plain_space

        return plain_space(self.prompts())

    def feature_layout(self, state: S) -> FeatureLayout:
        """What the numbers of `features` mean: the same for every position and view of a configuration."""
        from repulse.engine.features import plain_layout

        return plain_layout(self, state)

    def features(self, view: S, decision: Decision, picked: list[int], out: bytearray) -> None:
        """Write a position as numbers, as the seat that owes `decision` sees it after the picks so far.

        `out` is as long as the layout. It does not depend on anything this seat cannot see.
        """
        from repulse.engine.features import write_plain

        write_plain(self, view, decision, picked, out)

    def feature_writer(self, state: S) -> FeatureWriter:
        """What writes the numbers of one game in play, move after move; `state` is a position of it."""
        from repulse.engine.features import FeatureWriter

        return FeatureWriter(self)

    def result_facts(self, state: S) -> Data:
        """Facts about a finished game besides the scores: single values, or lists by seat."""
        return {}

    def study_tables(self, state: S) -> list[StudyTable]:
        """What the game tells about a finished game besides that: the same for every game of a configuration."""
        return []

    def study(self, state: S, log: list[Event], tables: list[list[int]]) -> None:
        """Add the rows of a finished game to `tables`, one flat list for each table of `study_tables`.

        A row is the seat and then a number for each column. `log` is the whole log of the game.
        """


def check_seed(seed: int) -> int:
    """The validated seed; BadOptions if it is not one."""
    if not 0 <= seed < SEED_LIMIT:
        raise BadOptions("A seed is a whole number from 0 to 2**64 - 1.")
    return seed


def read_choice(game: Game[S], state: S, decision: Decision, tokens: Sequence[str]) -> Choice:
    """The choice that tokens stand for; RepulseError if one of them is unknown."""
    for token in tokens:
        if len(token) > LONGEST_TOKEN:
            raise RepulseError(f"There is no {decision.domain} {token[:40]!r}...")
    return sorted(game.from_token(state, decision.domain, token) for token in tokens)


def check_choice(state: State, decision: Decision, choice: Choice) -> None:
    """IllegalChoice unless `choice` is one of the possible answers of `decision`."""
    options = decision.options
    count = len(choice)
    if decision.kind == ONE:
        if count != 1:
            raise IllegalChoice("one-please", "Choose exactly one.")
        if not _is_among(options, choice[0]):
            raise state.refusal(decision, choice[0])
        return
    if count < decision.least:
        raise IllegalChoice("too-few", f"Choose at least {decision.least}, not {count}.")
    if count > decision.most:
        raise IllegalChoice("too-many", f"Choose at most {decision.most}, not {count}.")
    last = 0
    repeats = 0
    for i in range(count):
        value = choice[i]
        if i > 0:
            if value < last:
                raise IllegalChoice("order", "Give the chosen options in ascending order.")
            repeats = repeats + 1 if value == last else 0
        if not _is_among(options, value):
            raise state.refusal(decision, value)
        if repeats and options.count(value) <= repeats:
            raise IllegalChoice("twice", "The same option is chosen more often than it is offered.")
        last = value


def _is_among(options: list[int], value: int) -> bool:
    """Whether `value` is one of the options: the operator `in`, which would compare objects even when compiled."""
    for option in options:  # noqa: SIM110  (a generator would cost more than the loop when interpreted)
        if option == value:
            return True
    return False
