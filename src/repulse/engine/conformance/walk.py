"""A complete random game, checked along the way."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields

from repulse.engine.answers import random_answer
from repulse.engine.conformance.basics import (
    MAX_CHOICES,
    ConformanceError,
    broken,
    canonical,
    mixed_seed,
)
from repulse.engine.conformance.fields import check_fields
from repulse.engine.conformance.learning import check_features, check_picks, check_writer
from repulse.engine.conformance.pickling import check_pickling
from repulse.engine.conformance.play import (
    check_accept,
    check_clone,
    check_data,
    check_decision,
    check_order,
    check_position,
    check_refuse,
    check_replay,
    check_undo,
    check_words,
    replayed,
)
from repulse.engine.conformance.visibility import (
    check_determinize,
    check_log,
    check_news,
    check_quiet,
    check_secrets,
    check_view,
)
from repulse.engine.contract import (
    Choice,
    Data,
    Decision,
    Game,
    IllegalChoice,
    Seat,
    State,
)
from repulse.engine.display.display import Display
from repulse.engine.learning import Learning
from repulse.engine.match import Match
from repulse.engine.random import Stream, seeded

Chooser = Callable[[State, Decision, Stream], Choice]
"""Chooses the answers in checked games, given the position, the decision and a random stream."""


@dataclass(frozen=True)
class Rates:
    """The interval of each expensive check, in choices; 0 for never."""

    accept: int = 4
    refuse: int = 4
    clone: int = 4
    replay: int = 20
    order: int = 4
    quiet: int = 4
    secrets: int = 6
    news: int = 4
    undo: int = 4
    view: int = 6
    words: int = 4
    picks: int = 4
    features: int = 6
    determinize: int = 20
    fields: int = 60

    def thinned(self, factor: int) -> Rates:
        """Return the same checks, this many times less often: for thousands of games."""
        return Rates(**{other.name: getattr(self, other.name) * factor for other in fields(self)})


ALWAYS = Rates(**{other.name: 1 for other in fields(Rates)})
"""Every check at every choice."""

NEVER = ALWAYS.thinned(0)
"""None of the sampled checks."""


@dataclass
class Report:
    """The coverage of a run."""

    games: int = 0
    finished: int = 0
    choices: int = 0
    longest: int = 0
    prompts: dict[str, int] = field(default_factory=dict)
    """Number of answers to each question."""
    events: dict[int, int] = field(default_factory=dict)
    """Number of times each event id was seen."""
    checks: dict[str, int] = field(default_factory=dict)
    """Number of times each sampled check ran."""
    dealt_anew: int = 0
    """Number of times `determinize` gave a position other than the true one; if 0, secrecy is untested."""
    differing: int = 0
    """Number of times two seeds gave two positions."""


class _Walk:
    """One random game. Its answers do not depend on which checks run."""

    def __init__(
        self,
        display: Display,
        learning: Learning,
        options: Mapping[str, object],
        *,
        seed: int,
        rates: Rates,
        report: Report,
    ) -> None:
        game = display.game
        self.learning = learning
        self.display = display
        self.game = game
        self.rates = rates
        self.report = report
        self.play = seeded(mixed_seed(seed, 1))
        self.test = seeded(mixed_seed(seed, 2))
        self.learning_test = seeded(mixed_seed(seed, 3))
        """For the learners' checks, which were added later: their own stream leaves the games unchanged."""
        self.match = Match(game, dict(options), seed)
        self.points: list[tuple[int, str, int]] = []
        """Positions along the way: the number of choices made, their bytes, the length of the log."""
        self.simultaneous = -1
        """The last step in which several seats had pending decisions."""
        self.answered: dict[Seat, int] = {}
        """The step of each seat's last answer."""
        self.writer = learning.feature_writer(self.match.state)
        self.memories = [game.memory() for _ in range(self.match.state.players)]

    def due(self, check: str, stream: Stream | None = None) -> bool:
        """Return whether to run a check now."""
        rate: int = getattr(self.rates, check)
        if rate == 0 or (rate > 1 and (stream or self.test).below(rate)):
            return False
        self.report.checks[check] = self.report.checks.get(check, 0) + 1
        return True

    def run(self, depth: int, choose: Chooser) -> None:
        """Play to the end, or for `depth` choices."""
        count = 0
        check_position(self.game, self.match.state)
        while self.match.state.owing:
            if depth and count >= depth:
                break
            if count >= MAX_CHOICES:
                broken("endless", f"not finished after {count} choices")
            seats = self.match.state.seats_owing()
            seat = seats[self.play.below(len(seats))] if len(seats) > 1 else seats[0]
            self.examine(seat)
            self.answer(seat, choose)
            count += 1
        self.finish(count)

    def examine(self, seat: Seat) -> None:
        """Run the checks of a position in which `seat` is about to answer."""
        game, match, test = self.game, self.match, self.test
        state = match.state
        for other in state.seats_owing():
            check_decision(state, other)
        if self.due("accept"):
            check_accept(game, state, seat, stream=test)
        if self.due("refuse"):
            check_refuse(state, test)
        if self.due("clone"):
            check_data(state)
            check_clone(state, test)
        if self.due("replay"):
            self.points.append((len(match.choices), canonical(state), len(match.all_events())))
        if state.owing & (state.owing - 1) and self.due("order"):
            check_order(state, test)
        if self.due("secrets"):
            recent = match.all_events()[-200:]
            self.report.dealt_anew += check_secrets(game, state, recent, stream=test)
            check_log(state, recent, test)
        if self.due("news"):
            mates = [
                other
                for other, step in self.answered.items()
                if step == state.step_id and match.can_undo(other)
            ]
            check_news(game, state, seat, answered=mates, stream=test)
        if self.due("view"):
            check_view(state, test)
        if self.due("words"):
            check_words(self.display, state, match.all_events()[-30:])
        if self.due("picks", self.learning_test):
            check_picks(self.learning, state, seat, stream=self.learning_test)
        if self.due("features", self.learning_test):
            check_features(self.learning, state, seat, stream=self.learning_test)
            check_writer(self.writer, self.learning, state, stream=self.learning_test)
        if self.due("fields", self.learning_test):
            check_fields(state)
        if self.rates.determinize:
            self.memories[seat].see(state.view(seat))
        if self.due("determinize"):
            viewer = test.below(state.players + 1) - 1
            memory = self.memories[viewer] if viewer >= 0 else game.memory()
            memory.see(state.view(viewer))
            self.report.differing += check_determinize(game, state, viewer, memory=memory, stream=test)

    def answer(self, seat: Seat, choose: Chooser) -> None:
        """Apply an answer; sometimes undo it and apply another."""
        match = self.match
        state = match.state
        step, news = state.step_id, state.reveal_count
        if state.owing & (state.owing - 1):
            self.simultaneous = step
        self.answered[seat] = step
        decision = state.decision(seat)
        prompts = self.report.prompts
        prompts[decision.prompt] = prompts.get(decision.prompt, 0) + 1
        choice = choose(state, decision, self.play)
        if step == self.simultaneous and self.due("quiet"):
            check_quiet(state, seat, choice)
        retry = self.due("undo")
        before = canonical(state) if retry else ""
        log = list(match.all_events()) if retry else []
        choices = len(match.choices)
        match.answer(seat, choice)
        check_position(self.game, match.state)
        if match.state.reveal_count != news:
            for other in range(match.state.players):
                if match.can_undo(other):
                    broken("news", f"seat {other} may undo though there is news")
        elif retry:
            if not match.can_undo(seat):
                broken("undo", f"seat {seat} cannot take back an answer that made no news")
            check_undo(match, seat, before, log=log, choices=choices)
            match.answer(seat, random_answer(match.state.decision(seat), self.test))

    def finish(self, count: int) -> None:
        """Run the checks at the end."""
        match, report = self.match, self.report
        state = match.state
        report.games += 1
        report.choices += count
        report.longest = max(report.longest, count)
        report.finished += not state.owing
        for event in match.all_events():
            report.events[event[0]] = report.events.get(event[0], 0) + 1
        check_refuse(state, self.test)
        if self.due("words"):
            check_words(self.display, state, match.all_events())
        if self.due("secrets"):
            check_view(state, self.test)
            self.report.dealt_anew += check_secrets(
                self.game, state, match.all_events()[-200:], stream=self.test
            )
        if self.points:
            check_replay(match)
            self.check_points()

    def check_points(self) -> None:
        """Check that the replayed match passes through the same positions; one of them is also saved and loaded on its own."""
        record = self.match.record()
        again = replayed(self.game, record, 0)
        done = 0
        for number, data, events in self.points:
            if number > len(record.choices):
                continue
            for seat, words in record.choices[done:number]:
                again.answer_tokens(seat, words)
            done = number
            if canonical(again.state) != data or len(again.all_events()) != events:
                broken("replay", f"the replayed match differs after {number} choices")
        number, data, events = self.points[self.test.below(len(self.points))]
        loaded = replayed(self.game, record, number)
        if canonical(loaded.state) != data or len(loaded.all_events()) != events:
            broken("replay", f"the match saved after {number} choices is another one when loaded")


def at_random(state: State, decision: Decision, stream: Stream) -> Choice:
    """Return a chooser that picks at random."""
    return random_answer(decision, stream)


def check_game(
    game: Game,
    options: Mapping[str, object],
    seeds: Iterable[int],
    *,
    depth: int = 0,
    rates: Rates | None = None,
    choose: Chooser = at_random,
    display: Display | None = None,
    learning: Learning | None = None,
) -> Report:
    """Play a game for each seed and check every promise along the way.

    Args:
        game: The rules.
        options: The options of the game.
        seeds: A game is played for each of them.
        depth: Number of choices to play; 0 plays to the end.
        rates: Rate of each check.
        choose: Chooses the answers; by default at random.
        display: The texts of the game; by default those that work for any game.
        learning: The learners' part of the game; by default the one that works for any game.

    Raises:
        ConformanceError: The first broken promise, with the record that leads there.
    """
    report = Report()
    rates = rates or Rates()
    display = display or Display(game)
    learning = learning or Learning(game)
    for seed in seeds:
        walk: _Walk | None = None
        try:
            walk = _Walk(display, learning, options, seed=seed, rates=rates, report=report)
            walk.run(depth, choose)
        except ConformanceError as error:
            raise _placed(error, game, options, seed=seed, walk=walk) from error.__cause__
        except IllegalChoice as error:
            refused = ConformanceError("accept", f"an offered answer is refused: {error}")
            raise _placed(refused, game, options, seed=seed, walk=walk) from error
        except Exception as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            crash = ConformanceError("crash", f"{error!r} in {last.name} ({last.filename}:{last.lineno})")
            raise _placed(crash, game, options, seed=seed, walk=walk) from error
    if report.checks.get("secrets", 0) >= 20 and not report.dealt_anew:
        broken("secrets", "determinize always gives the true position, so the secrets are not tested")
    if report.checks.get("determinize", 0) >= 20 and not report.differing:
        broken("determinize", "every seed gives the same position")
    return report


def _placed(
    error: ConformanceError, game: Game, options: Mapping[str, object], *, seed: int, walk: _Walk | None
) -> ConformanceError:
    where = f"{game.name} {dict(options)}, seed {seed}"
    if walk is not None:
        error.record = walk.match.record()
        where += f", after {len(error.record.choices)} choices"
    error.add_note(where)
    return error


def check_configurations(
    game: Game,
    seeds: Iterable[int],
    depth: int = 0,
    *,
    rates: Rates | None = None,
    display: Display | None = None,
    learning: Learning | None = None,
) -> list[tuple[Data, Report]]:
    """Call `check_game` for every configuration that the game names, and `check_pickling` once."""
    fixed = list(seeds)
    check_pickling(game)
    return [
        (
            options,
            check_game(game, options, fixed, depth=depth, rates=rates, display=display, learning=learning),
        )
        for options in game.configurations()
    ]
