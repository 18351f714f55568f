"""Candidate answers: those to which a net gives the highest probability, and what playouts have said of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import exp, log, sqrt
from typing import Final, Protocol

from repulse.bots.neural.rollouts import Configuration
from repulse.engine.contract import Choice, Decision, Event, State

MIN_PRIOR: Final = 0.01
"""Less likely answers are no candidates."""
PRIOR_WEIGHT: Final = 0.05
"""The weight of the log of the prior beside the value."""


class Evaluator(Protocol):
    """A net for one configuration."""

    def picks(
        self, features: Sequence[bytearray], masks: Sequence[bytearray], uniforms: Sequence[float]
    ) -> list[int]:
        """Return an action for each position, sampled from the policy.

        Args:
            features: The positions.
            masks: The legal actions of each.
            uniforms: A random number from 0 to 1 for each.
        """

    def log_probs(self, features: bytearray, mask: bytearray) -> list[float]:
        """Return the log-probabilities of the legal actions of a position, in their order."""

    def values(self, features: Sequence[bytearray]) -> list[tuple[float, float, float]]:
        """Return the value, the chance of winning and the expected final score of each position."""


@dataclass
class Playout:
    """One option played to the end of a round in one determinization."""

    value: float
    win: float
    """The chance of winning, or the share of the win if the game is over."""
    score: float
    """The expected final score."""
    events: list[Event]
    """The events of the playout, if they were recorded."""
    state: State | None = None
    """The position at the end, if it was recorded."""


@dataclass
class Option:
    """A candidate answer."""

    choice: Choice
    prior: float
    """The probability that the net gives to it."""
    playouts: list[Playout] = field(default_factory=list)
    """One playout per determinization."""

    @property
    def mean_value(self) -> float:
        """The mean value; 0 for an option that was not tried."""
        return _mean([playout.value for playout in self.playouts])

    @property
    def ranking_score(self) -> float:
        """Score used to rank candidates; priors are floored at `MIN_PRIOR`."""
        return self.mean_value + PRIOR_WEIGHT * log(max(self.prior, MIN_PRIOR))

    @property
    def win_chance(self) -> float:
        """The mean chance of winning."""
        return _mean([playout.win for playout in self.playouts])

    @property
    def score(self) -> float:
        """The mean of the expected final score."""
        return _mean([playout.score for playout in self.playouts])


def find_candidates(
    configuration: Configuration,
    evaluator: Evaluator,
    view: State,
    *,
    decision: Decision,
    limit: int,
    min_prior: float,
    bias: Sequence[float] = (),
) -> list[Option]:
    """Return the likeliest answers by beam search over picks, likeliest first.

    Args:
        configuration: The configuration of the game.
        evaluator: The net.
        view: The position.
        decision: The pending decision.
        limit: The number of answers.
        min_prior: Less likely answers are left out, unless no other is found.
        bias: The amount added to the logit of each action; empty for none.
    """
    if idle := configuration.learning.idle_answer(view, decision):
        return [Option(idle, 1.0)]
    space = configuration.space
    features, mask = bytearray(len(configuration.inputs)), bytearray(space.size)
    beam: list[tuple[float, list[int]]] = [(0.0, [])]
    complete: list[Option] = []
    while beam and len(complete) < limit:
        score, picked = beam.pop(0)
        if space.finished(decision, picked):
            complete.append(Option(space.choice(decision, picked), exp(score)))
            continue
        if space.mask(decision, picked, mask) == 1:
            beam.insert(0, (score, [*picked, mask.index(1)]))
            continue
        configuration.learning.features(view, decision, picked, features)
        open_actions = [action for action, allowed in enumerate(mask) if allowed]
        log_probs = evaluator.log_probs(features, mask)
        if bias:
            log_probs = shift_log_probs(log_probs, [bias[action] for action in open_actions])
        extended = [
            (score + log_prob, [*picked, action])
            for action, log_prob in zip(open_actions, log_probs, strict=True)
        ]
        extended.sort(key=lambda partial: -partial[0])
        likely = [partial for partial in extended if exp(partial[0]) >= min_prior]
        beam += likely or ([] if complete or beam else extended[:1])
        beam.sort(key=lambda partial: -partial[0])
        del beam[4 * limit :]
    return complete


def shift_log_probs(log_probs: Sequence[float], bias: Sequence[float]) -> list[float]:
    """Return the log-probabilities of a policy whose logits are larger by `bias`."""
    shifted = [log_prob + more for log_prob, more in zip(log_probs, bias, strict=True)]
    largest = max(shifted)
    total = largest + log(sum(exp(logit - largest) for logit in shifted))
    return [logit - total for logit in shifted]


def prior_of(
    configuration: Configuration, evaluator: Evaluator, view: State, *, decision: Decision, choice: Choice
) -> float:
    """Return the probability that a net gives to an answer.

    Args:
        configuration: The configuration of the game.
        evaluator: The net.
        view: The position.
        decision: The pending decision.
        choice: The answer.
    """
    if configuration.learning.idle_answer(view, decision):
        return 0.0
    space = configuration.space
    features, mask = bytearray(len(configuration.inputs)), bytearray(space.size)
    total = 0.0
    picks = space.picks(decision, choice)
    for index, pick in enumerate(picks):
        if space.mask(decision, picks[:index], mask) > 1:
            configuration.learning.features(view, decision, picks[:index], features)
            # The mask is 1 for legal actions: their count before the pick is its index among them.
            total += evaluator.log_probs(features, mask)[mask[:pick].count(1)]
    return exp(total)


def mean_and_error(differences: Sequence[float]) -> tuple[float, float]:
    """Return the mean of some differences and its standard error; 0 and 0 for none."""
    mean = _mean(differences)
    squares = sum((difference - mean) ** 2 for difference in differences)
    count = len(differences)
    return mean, sqrt(squares / max(1, count - 1)) / sqrt(max(1, count))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
