"""Games for training, many side by side, with the experience of the learning seats."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from repulse.bots.neural.net import VALUE, BoundNet, stack_rows
from repulse.bots.neural.rollouts import Configuration, Player, Rollout, configuration_of
from repulse.engine.contract import Choice, Data, Decision, Game, State
from repulse.learn import kernels
from repulse.learn.experience import (
    LEARNER,
    Experience,
    FinishedGame,
    SeatSteps,
    collect_experience,
    to_sparse,
)

Seating: TypeAlias = Callable[[int], list[Player]]
"""Returns the players of game number n, per seat."""

MAX_ACTIVE_GAMES = 256


@dataclass(frozen=True)
class TrainedGame:
    """A configuration that is trained, with the options behind it."""

    options: Data
    players: int
    round_limit: int
    configuration: Configuration


def setup_for(game: Game, options: Data) -> TrainedGame:
    """Return a configuration to train on.

    Raises:
        BadOptions: The options do not describe a game.
    """
    full = game.check_options(options)
    state = game.start(full, 0)
    return TrainedGame(full, state.players, game.round_limit(full), configuration_of(game, state))


class TrainingRollout(Rollout):
    """A game whose learning seats record their steps."""

    def __init__(self, setup: TrainedGame, seed: int, seats: Sequence[Player]) -> None:
        configuration = setup.configuration
        state = configuration.game.start(setup.options, seed)
        super().__init__(configuration, state, seats, last_round=setup.round_limit)
        self.steps = [SeatSteps() for _ in seats]
        self.advance()

    def pick_and_record(self, action: int, log_prob: float, value: float) -> None:
        """Take the pick of a net, with its log-probability and the value that the net predicted.

        Args:
            action: The pick.
            log_prob: Its log-probability.
            value: The predicted value.
        """
        assert self.decision is not None
        if self.net == LEARNER:
            steps = self.steps[self.decision.seat]
            steps.add(self.features, self.mask, action, log_prob=log_prob, value=value)
        self.pick(action)


class ImitationRollout(TrainingRollout):
    """A game between bots whose answers are recorded as if a net had picked them."""

    def answer(self, decision: Decision, view: State, choice: Choice) -> None:
        """Take the answer of a bot, pick by pick.

        Args:
            decision: The decision.
            view: The view of its seat.
            choice: The answer of the bot.
        """
        self.steps[decision.seat].add_answer(self.configuration, decision, view, choice=choice)
        super().answer(decision, view, choice)


class SelfPlayNet:
    """A net for one configuration that picks in many games at once."""

    def __init__(self, net: BoundNet) -> None:
        self.net = net
        self._policy = np.ascontiguousarray(net.policy.T)

    def pick_in_all(
        self, rollouts: Sequence[TrainingRollout], rng: np.random.Generator, *, greedy: bool
    ) -> None:
        """Pick once in each game: the likeliest action if `greedy`, otherwise one sampled from the policy.

        Args:
            rollouts: The games.
            rng: The random generator.
            greedy: Whether to take the likeliest action.
        """
        net, count = self.net, len(rollouts)
        first = np.empty((count, len(net.b1)), np.float32)
        kernels.first_layer(*to_sparse([rollout.features for rollout in rollouts]), net.w1, net.b1, first)
        hidden = net.second_layer(first)
        values = net.values(hidden)[:, VALUE]
        actions, log_probs = np.empty(count, np.intp), np.empty(count, np.float32)
        masks = stack_rows([rollout.mask for rollout in rollouts])
        uniforms = rng.random(count)
        kernels.sample_actions(
            hidden, masks, self._policy, net.policy_bias, uniforms, greedy, actions, log_probs
        )
        picks = zip(rollouts, actions.tolist(), log_probs.tolist(), values.tolist(), strict=True)
        for rollout, action, log_prob, value in picks:
            rollout.pick_and_record(action, log_prob, value)


def play_games(
    setup: TrainedGame,
    nets: Sequence[SelfPlayNet],
    seating: Seating,
    *,
    numbers: range,
    seed: int,
    greedy: Container[int] = (),
    rollout_class: type[TrainingRollout] = TrainingRollout,
) -> Experience:
    """Play games, and return the experience of the seats of net 0.

    Args:
        setup: The configuration.
        nets: The nets that seats may name.
        seating: The players of each game.
        numbers: The numbers of the games; game n is dealt from `seed + n`.
        seed: The base of all seeds.
        greedy: The nets, by number, that play greedily.
        rollout_class: `ImitationRollout` records the answers of bots.
    """
    waiting: Iterator[int] = iter(numbers)
    rng = np.random.default_rng([seed, numbers.start])
    active: list[TrainingRollout] = []
    finished: list[TrainingRollout] = []
    while len(finished) < len(numbers):
        while len(active) < MAX_ACTIVE_GAMES and (number := next(waiting, None)) is not None:
            active.append(rollout_class(setup, seed + number, seating(number)))
        finished += [rollout for rollout in active if rollout.decision is None]
        active = [rollout for rollout in active if rollout.decision is not None]
        by_net: dict[int, list[TrainingRollout]] = {}
        for rollout in active:
            by_net.setdefault(rollout.net, []).append(rollout)
        for net, rollouts in sorted(by_net.items()):
            nets[net].pick_in_all(rollouts, rng, greedy=net in greedy)
    return collect_experience(
        [FinishedGame(rollout.state, rollout.seats, rollout.steps) for rollout in finished]
    )
