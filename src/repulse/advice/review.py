"""Reviews of finished games: the chance of winning after every choice, and the most expensive decisions.

A decision is judged by what its seat could know then: the choice made, and those that a strong player would consider, are
searched from that seat's view, with what it remembered. The effort is a count, never a time, and every decision has a
seed of its own: the same record gives the same review on any machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from math import inf
from typing import Any, Final

from repulse.advice.adviser import AdviserFactory, default_adviser
from repulse.advice.calibration import curve_for
from repulse.advice.ranking import sort_options
from repulse.engine.bot import bot_seed
from repulse.engine.contract import RepulseError, Seat, State
from repulse.engine.display.display import Display
from repulse.engine.match import Match, check_record
from repulse.engine.record import BadRecord, Record
from repulse.engine.tokens import read_choice

CANDIDATES: Final = 3
"""Number of answers searched besides the one that was given."""
BATCH_DETERMINIZATIONS: Final = 8
"""Determinizations that are searched together: a net evaluates many positions at once quickly."""
DETERMINIZATIONS: Final = 8
"""Number of determinizations per decision, to find a better answer, and again to judge it."""
BLUNDER_FACTOR: Final = 8
"""Factor of the number of determinizations for suspected blunders."""
BLUNDER_THRESHOLD: Final = 0.03
"""The loss in chance of winning from which a decision is examined closely and reported."""
MAX_REPORTED: Final = 5
"""Maximum number of decisions reported per seat."""


@dataclass(frozen=True)
class JudgedDecision:
    """A decision that had an alternative, with its cost."""

    number: int
    """The number of choices before it."""
    seat: Seat
    round: int
    question: str
    chosen: str
    win: float
    """The chance of winning with the choice made."""
    best: str
    best_win: float
    cost: float
    """The loss in chance of winning; 0 if nothing better was found."""


@dataclass(frozen=True)
class Review:
    """The review of a game."""

    game: str
    players: list[str]
    winners: list[Seat]
    scores: list[int]
    chances: list[list[float]]
    """The chance of winning of each seat: before the first choice, then after each."""
    rounds: list[int]
    """The round of each of these positions."""
    decisions: list[JudgedDecision] = field(default_factory=list)
    name: str = ""
    """The name of the game and mode for people; empty if the id of the game is the only one."""

    def costliest(self, seat: Seat, limit: int = MAX_REPORTED) -> list[JudgedDecision]:
        """Return the blunders of a seat, most expensive first."""
        blunders = [decision for decision in self.of(seat) if decision.cost >= BLUNDER_THRESHOLD]
        return sorted(blunders, key=lambda decision: -decision.cost)[:limit]

    def of(self, seat: Seat) -> list[JudgedDecision]:
        """Return the decisions of a seat."""
        return [decision for decision in self.decisions if decision.seat == seat]

    def mean_loss(self, seat: Seat) -> float:
        """Return the mean loss in chance of winning per decision of a seat."""
        decisions = self.of(seat)
        return sum(decision.cost for decision in decisions) / len(decisions) if decisions else 0.0

    def agreement(self, seat: Seat) -> float:
        """Return the share of a seat's decisions that are as good as those of a strong player."""
        decisions = self.of(seat)
        return sum(decision.cost == 0 for decision in decisions) / len(decisions) if decisions else 1.0

    def to_data(self) -> dict[str, Any]:
        """Return the review as plain data."""
        data = asdict(self)
        # Consumers of the data already know the game id.
        del data["name"]
        data["costliest"] = [
            [decision.number for decision in self.costliest(seat)] for seat in range(len(self.players))
        ]
        data["chances"] = [[round(chance, 4) for chance in row] for row in self.chances]
        for row in data["decisions"]:
            for key in ("win", "best_win", "cost"):
                row[key] = round(row[key], 4)
        return data


class Reviewer:
    """A review in progress, choice by choice."""

    def __init__(
        self,
        record: Record,
        display: Display,
        *,
        determinizations: int = DETERMINIZATIONS,
        make_adviser: AdviserFactory = default_adviser,
    ) -> None:
        """Start a review.

        Args:
            record: The record of the game.
            display: The display of the game, in the language of the reader.
            determinizations: The number of determinizations per decision.
            make_adviser: Makes the searching bots, one per seat.

        Raises:
            BadRecord: The record is of another game, or of other rules.
            RepulseError: There is no adviser for the game.
        """
        check_record(display.game, record)
        self.record = record
        self.display = display
        self.determinizations = determinizations
        self.match = Match(display.game, record.options, record.seed)
        players = self.match.state.players
        self._bots = [
            make_adviser(display.game.name, bot_seed(record.seed, seat), inf) for seat in range(players)
        ]
        self._win_curve = curve_for(display.game, self.match.options, players)
        for bot in self._bots:
            bot.win_curve = self._win_curve
        self._chances = [[1 / players] * players]
        self._rounds = [self.match.state.round_number()]
        self._judged: list[JudgedDecision] = []
        self._update()

    @property
    def done(self) -> int:
        """The number of choices that have been reviewed."""
        return len(self.match.choices)

    @property
    def total(self) -> int:
        """The number of choices of the record."""
        return len(self.record.choices)

    def step(self) -> None:
        """Review the next choice.

        Raises:
            BadRecord: It cannot be played.
        """
        number = self.done
        seat, tokens = self.record.choices[number]
        state: State = self.match.state
        try:
            decision = state.decision(seat)
            choice = read_choice(self.match.game, state, decision, tokens=tokens)
            if not decision.forced():
                after = state.clone()
                after.apply(seat, choice)
                self._judge(number, seat, choice)
            moment = state.step_id
            self.match.answer_tokens(seat, tokens)
        except RepulseError as error:
            raise BadRecord(f"Choice {number} of this record cannot be played: {error}") from error
        state = self.match.state
        if state.step_id != moment:
            for observer, bot in enumerate(self._bots):
                bot.observe(state.view(observer))
        self._chances.append(list(self._chances[-1]))
        self._rounds.append(state.round_number())
        self._update()

    def run(self) -> Iterator[int]:
        """Review all choices; after each, yield the number of choices reviewed."""
        while self.done < self.total:
            self.step()
            yield self.done

    def _judge(self, number: int, seat: Seat, choice: list[int]) -> None:
        view = self.match.state.view(seat)
        decision = view.decision(seat)
        bot = self._bots[seat]
        # A seed per decision: a random number more or less in one does not change the others.
        bot.rng.seed(bot_seed(self.record.seed, seat, number))
        bot.max_determinizations = self.determinizations
        options = sort_options(
            bot.evaluate_options(
                view, decision, include=[choice], limit=CANDIDATES, batch=BATCH_DETERMINIZATIONS
            )
        )
        chosen, best = next(option for option in options if option.choice == choice), options[0]
        if best is not chosen:
            # The apparent best may have been lucky: new determinizations give an unbiased estimate.
            if best.win_chance - chosen.win_chance >= BLUNDER_THRESHOLD:
                bot.max_determinizations = BLUNDER_FACTOR * self.determinizations
            chosen, best = bot.evaluate_options(
                view, decision, include=[choice, best.choice], limit=0, batch=BATCH_DETERMINIZATIONS
            )
            best = sort_options([chosen, best])[0]
        cost = max(0.0, best.win_chance - chosen.win_chance)
        display = self.display
        self._judged.append(
            JudgedDecision(
                number=number,
                seat=seat,
                round=view.round_number(),
                question=display.question_text(view, decision),
                chosen=display.choice_text(view, decision, choice),
                win=chosen.win_chance,
                best=display.choice_text(view, decision, best.choice),
                best_win=best.win_chance,
                cost=cost,
            )
        )

    def _update(self) -> None:
        """Update the chances of winning of all seats with a pending decision."""
        state, chances = self.match.state, self._chances[-1]
        if not state.owing:
            chances[:] = state.win_shares()
            return
        for seat in state.seats_owing():
            view = state.view(seat)
            configuration, evaluator = self._bots[seat].bound(view)
            features = bytearray(len(configuration.inputs))
            configuration.learning.features(view, view.decision(seat), [], features)
            chances[seat] = self._win_curve(evaluator.values([features])[0][1])
        total = sum(chances)
        if total > 0:
            chances[:] = [chance / total for chance in chances]

    def review(self) -> Review:
        """Return the review of the choices so far."""
        state = self.match.state
        return Review(
            game=self.display.game.name,
            players=[self.display.player_name(seat) for seat in range(state.players)],
            winners=state.winners(),
            scores=state.scores(),
            chances=self._chances,
            rounds=self._rounds,
            decisions=self._judged,
            name=self.display.played(self.match.options),
        )
