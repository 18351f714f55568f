"""The searching player: a net that looks ahead to the end of a round in positions that fit what it sees.

Candidates are the answers that the net itself thinks of first. All are tried in the same determinizations of the view:
the net plays all seats to the end of the round, and says what the position is then worth. Candidates that fall clearly
behind are dropped, so that time goes where it is close, and the others are looked at again, a round further and in more
determinizations. The prior counts too: without it, search finds chance rather than strength.

Nothing here needs numpy: the net is asked through `Mind`, in numpy (`master.py`) or by the worker of a page
(`repulse.browser.nets`).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import exp, log, sqrt
from random import Random
from time import monotonic
from typing import Final, Protocol

from repulse.bots.neural.lanes import Configuration, Lane
from repulse.bots.neural.worth import rewards, win_shares
from repulse.engine.bot import Bot
from repulse.engine.contract import Choice, Decision, Event, Seat, State
from repulse.games import game_named

SECONDS: Final = 1.0
SPARE: Final = 0.4
"""The part of the time that a bot is allowed which it means to use."""
MOST_CANDIDATES: Final = 6
LEAST_PRIOR: Final = 0.01
PRIOR_WEIGHT: Final = 0.05
CHUNK: Final = 4
"""Determinizations that are tried together."""
MOST_DETERMINIZATIONS: Final = 16
LOOKS: Final = ((0, 1), (1, 4))
"""How a search goes deeper: so many rounds beyond this one, in so many times the determinizations."""
BEHIND: Final = 2.5
"""Standard errors by which an option must be behind the best to be dropped."""


class Mind(Protocol):
    """A net for one configuration, as a search asks it."""

    def picks(
        self, features: Sequence[bytearray], masks: Sequence[bytearray], points: Sequence[float]
    ) -> list[int]:
        """An action for each position, drawn by its probability; the points, from 0 to 1, are the luck."""

    def log_probs(self, features: bytearray, mask: bytearray) -> list[float]:
        """The log-probabilities of the actions that the mask allows, in their order."""

    def values(self, features: Sequence[bytearray]) -> list[tuple[float, float, float]]:
        """For each position: what it is worth, the chance of winning, and the final score to expect."""


@dataclass
class Line:
    """One option played to the end of the round in one determinization."""

    worth: float
    win: float
    """The chance of winning, or the part of the win if the game is over."""
    score: float
    """The final score that is expected."""
    events: list[Event]
    """What happened, if it was asked for."""
    state: State | None = None
    """The position at the end, if it was asked for."""


@dataclass
class Option:
    """An answer that is looked at."""

    choice: Choice
    prior: float
    """How likely the net is to give it."""
    lines: list[Line] = field(default_factory=list)
    """How it went, by determinization."""

    @property
    def worth(self) -> float:
        """The mean worth; 0 for an option that was not tried."""
        return _mean([line.worth for line in self.lines])

    @property
    def merit(self) -> float:
        """By what options are compared; a prior below what `master` looks at says no more than that one."""
        return self.worth + PRIOR_WEIGHT * log(max(self.prior, LEAST_PRIOR))

    @property
    def win_chance(self) -> float:
        """The mean chance of winning."""
        return _mean([line.win for line in self.lines])

    @property
    def score(self) -> float:
        """The mean final score."""
        return _mean([line.score for line in self.lines])


class Searcher(Bot[State]):
    """Looks ahead within a time budget; it has an answer whenever the time is over."""

    chunk = CHUNK

    def __init__(
        self,
        seed: int,
        game: str,
        seconds: float = SECONDS,
        most: int = MOST_DETERMINIZATIONS,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        super().__init__(seed)
        self.game = game_named(game)
        self.budget = seconds
        """How long it thinks if nobody limits it."""
        self.seconds = seconds
        self.most = most
        self.clock = clock
        self.memory = self.game.memory()
        self.chance = Random(seed)
        """The bot's own randomness."""

    @abstractmethod
    def bound(self, view: State) -> tuple[Configuration, Mind]:
        """The configuration of a view, and the net for it."""

    def observe(self, view: State) -> None:
        """Remember what a view shows."""
        self.memory.see(view)

    def allow(self, seconds: float) -> None:
        """Stay below a time limit."""
        self.seconds = min(self.budget, SPARE * seconds)

    def choose(self, view: State, decision: Decision) -> Choice:
        """The best of the candidates."""
        until = self.clock() + self.seconds
        self.memory.see(view)
        configuration, mind = self.bound(view)
        options = candidates(configuration, mind, view, decision, MOST_CANDIDATES, LEAST_PRIOR)
        search = Search(self, view, decision.seat, options, until)
        best = options[0]
        for rounds, times in LOOKS:
            search.deepen(rounds)
            while len(search.open) > 1 and search.tried < self.most * times and search.look(self.chunk):
                search.drop_behind()
            # A deeper look that was broken off too soon knows less than the one before it.
            if not rounds or search.tried >= self.most:
                best = max(search.open, key=lambda option: option.merit)
        return best.choice

    def consider(
        self,
        view: State,
        decision: Decision,
        must: Sequence[Choice] = (),
        most: int = MOST_CANDIDATES,
        chunk: int = 0,
        tell: bool = False,
    ) -> list[Option]:
        """Candidates, and answers that must be among them, all looked at equally until the time is over.

        The first `chunk` determinizations are looked at whatever the time. With `tell` the lines say what happened.
        """
        until = self.clock() + self.seconds
        self.memory.see(view)
        configuration, mind = self.bound(view)
        options = candidates(configuration, mind, view, decision, most, 0.0)
        for choice in must:
            if not any(option.choice == choice for option in options):
                options.append(Option(choice, prior_of(configuration, mind, view, decision, choice)))
        search = Search(self, view, decision.seat, options, until, sure=True, tell=tell)
        while search.tried < self.most and search.look(chunk or self.chunk):
            pass
        return options

    def position(self, view: State) -> State:
        """A complete position that fits a view, in which the others have yet to give their secret answers."""
        state: State = self.game.determinize(view, self.chance.getrandbits(63), self.memory)
        self.game.reopen(state, view.viewer)
        return state


class Search:
    """A search under way: options, and how each went in the same determinizations."""

    def __init__(
        self,
        bot: Searcher,
        view: State,
        seat: Seat,
        options: list[Option],
        until: float,
        sure: bool = False,
        tell: bool = False,
    ) -> None:
        self.bot = bot
        self.view = view
        self.seat = seat
        self.open = options
        """The options that are still looked at."""
        self.tried = 0
        """How many determinizations were tried."""
        self._rounds = 0
        self._until = until
        self._sure = sure
        """Whether the first determinizations are looked at to the end, whatever the time."""
        self._tell = tell
        self._configuration, self._mind = bot.bound(view)

    def deepen(self, rounds: int) -> None:
        """Look at what is open anew, to the end of so many rounds beyond this one."""
        self._rounds = rounds
        self.tried = 0
        for option in self.open:
            option.lines = []

    def look(self, count: int) -> bool:
        """Play every open option on in some determinizations; False if the time was over before."""
        if (self.tried or self._rounds) and self.bot.clock() >= self._until:
            return False
        lanes: list[tuple[Option, Lane]] = []
        last = self.view.round_number() + self._rounds
        for _ in range(count):
            position = self.bot.position(self.view)
            for option in self.open:
                state = position.clone()
                if self._tell:
                    state.log = []
                state.apply(self.seat, option.choice)
                lane = Lane(self._configuration, state, [0] * state.players, last)
                lane.advance()
                lanes.append((option, lane))
        if not self._play([lane for _, lane in lanes]):
            return False
        self._judge(lanes)
        self.tried += count
        return True

    def _play(self, lanes: Sequence[Lane]) -> bool:
        """Play lanes to their ends; False if the time is over before."""
        waiting = [lane for lane in lanes if lane.decision is not None]
        stoppable = self.tried > 0 or not self._sure
        while waiting:
            points = [self.bot.chance.random() for _ in waiting]
            picks = self._mind.picks(
                [lane.features for lane in waiting], [lane.mask for lane in waiting], points
            )
            for lane, action in zip(waiting, picks, strict=True):
                lane.pick(action, 0.0, 0.0)
            waiting = [lane for lane in waiting if lane.decision is not None]
            if waiting and stoppable and self.bot.clock() >= self._until:
                return False
        return True

    def drop_behind(self) -> None:
        """Leave out the options that are clearly worse than the best."""
        best = max(self.open, key=lambda option: option.merit)
        self.open = [option for option in self.open if option is best or not _is_behind(option, best)]

    def _judge(self, lanes: Sequence[tuple[Option, Lane]]) -> None:
        """Say what the positions that lanes have come to are worth to the seat."""
        configuration, seat = self._configuration, self.seat
        asked: list[bytearray] = []
        for _, lane in lanes:
            state = lane.state
            if state.owing >> seat & 1:
                features = bytearray(len(configuration.inputs))
                configuration.game.features(state.view(seat), state.decision(seat), [], features)
                asked.append(features)
        values = iter(self._mind.values(asked) if asked else ())
        # Kept in the order of the lanes, so that lines of two options are compared in the same determinization.
        for option, lane in lanes:
            state = lane.state
            if state.owing >> seat & 1:
                worth, win, score = next(values)
            else:
                worth, win = rewards(state)[seat], win_shares(state)[seat]
                score = float(state.scores()[seat])
            told = (state.log or [], state) if self._tell else ([], None)
            option.lines.append(Line(worth, win, score, *told))


def _is_behind(option: Option, best: Option) -> bool:
    """Whether an option is worse than the best by more than chance, compared determinization by determinization."""
    gaps = [ahead.worth - behind.worth for ahead, behind in zip(best.lines, option.lines, strict=True)]
    return len(gaps) > 1 and best.merit - option.merit > BEHIND * mean_and_error(gaps)[1]


def candidates(
    configuration: Configuration, mind: Mind, view: State, decision: Decision, most: int, least: float
) -> list[Option]:
    """The answers that a net thinks of first, likeliest first, found pick by pick; none less likely than `least`."""
    space = configuration.space
    features, mask = bytearray(len(configuration.inputs)), bytearray(space.size)
    beam: list[tuple[float, list[int]]] = [(0.0, [])]
    done: list[Option] = []
    while beam and len(done) < most:
        score, picked = beam.pop(0)
        if space.finished(decision, picked):
            done.append(Option(space.choice(decision, picked), exp(score)))
            continue
        if space.mask(decision, picked, mask) == 1:
            beam.insert(0, (score, [*picked, mask.index(1)]))
            continue
        configuration.game.features(view, decision, picked, features)
        open_actions = [action for action, allowed in enumerate(mask) if allowed]
        log_probs = mind.log_probs(features, mask)
        after = [
            (score + log_prob, [*picked, action])
            for action, log_prob in zip(open_actions, log_probs, strict=True)
        ]
        after.sort(key=lambda each: -each[0])
        likely = [each for each in after if exp(each[0]) >= least]
        beam += likely or ([] if done or beam else after[:1])
        beam.sort(key=lambda each: -each[0])
        del beam[4 * most :]
    return done


def prior_of(
    configuration: Configuration, mind: Mind, view: State, decision: Decision, choice: Choice
) -> float:
    """How likely a net is to give an answer."""
    space = configuration.space
    features, mask = bytearray(len(configuration.inputs)), bytearray(space.size)
    total = 0.0
    picks = space.picks(decision, choice)
    for place, pick in enumerate(picks):
        if space.mask(decision, picks[:place], mask) > 1:
            configuration.game.features(view, decision, picks[:place], features)
            # The mask is 1 for what is allowed: so many come before the pick.
            total += mind.log_probs(features, mask)[mask[:pick].count(1)]
    return exp(total)


def mean_and_error(gaps: Sequence[float]) -> tuple[float, float]:
    """The mean of some differences, and its standard error; 0 and 0 for none."""
    mean = _mean(gaps)
    squares = sum((gap - mean) ** 2 for gap in gaps)
    return mean, sqrt(squares / max(1, len(gaps) - 1)) / sqrt(max(1, len(gaps)))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
