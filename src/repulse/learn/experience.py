"""Experience: the observations, picks and returns of the learning seats in finished games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from repulse.bots.neural.net import Bytes, Floats, stack_rows
from repulse.bots.neural.returns import terminal_returns
from repulse.bots.neural.rollouts import Configuration, Player
from repulse.engine.contract import Choice, Decision, State
from repulse.learn import kernels

LEARNER: Final = 0
"""The number of the net that learns."""


@dataclass(kw_only=True)
class Experience:
    """Steps of one configuration, one row per step; the steps of one seat in one game are adjacent and in order."""

    starts: npt.NDArray[np.int64]
    """Offsets of the nonzero features of each step, and the total at the end."""
    features: npt.NDArray[np.uint16]
    """The indices of the nonzero features."""
    numbers: Bytes
    """Their values."""
    open_starts: npt.NDArray[np.int64]
    """Offsets of the legal actions of each step, and the total at the end."""
    open_actions: npt.NDArray[np.uint16]
    action: npt.NDArray[np.uint16]
    """The action that was taken."""
    log_prob: Floats
    """Its log-probability when it was taken."""
    value: Floats
    """The value that the net predicted."""
    last: npt.NDArray[np.bool_]
    """Whether a step is the last of its seat in its game."""
    reward: Floats
    """The terminal return of the seat, on each of its steps."""
    won: Floats
    """The share of the win of the seat, on each of its steps."""
    score: Floats
    """The final score of the seat, on each of its steps."""
    games: int
    wins: float
    """Games won by learning seats."""
    seats: int
    """Learning seats in all games."""
    rounds: int
    """Rounds of all games."""

    def __len__(self) -> int:
        return len(self.action)


@dataclass
class SeatSteps:
    """The steps of one seat in one game."""

    features: list[bytearray] = field(default_factory=list)
    mask: list[bytearray] = field(default_factory=list)
    action: list[int] = field(default_factory=list)
    log_prob: list[float] = field(default_factory=list)
    value: list[float] = field(default_factory=list)

    def add(
        self,
        features: bytearray,
        mask: bytearray,
        action: int,
        *,
        log_prob: float = 0.0,
        value: float = 0.0,
    ) -> None:
        """Add a step; the observation is copied.

        Args:
            features: The features of the view.
            mask: The legal actions.
            action: The pick.
            log_prob: Its log-probability under the policy.
            value: The predicted value.
        """
        self.features.append(features[:])
        self.mask.append(mask[:])
        self.action.append(action)
        self.log_prob.append(log_prob)
        self.value.append(value)

    def add_answer(
        self, configuration: Configuration, decision: Decision, view: State, *, choice: Choice
    ) -> None:
        """Add the steps of a whole answer, pick by pick, as if a net had given it.

        Args:
            configuration: The configuration of the game.
            decision: The decision.
            view: The view of the seat.
            choice: The answer.
        """
        learning, space = configuration.learning, configuration.space
        features, mask = bytearray(len(configuration.inputs)), bytearray(space.size)
        picked: list[int] = []
        for action in space.picks(decision, choice):
            if space.mask(decision, picked, mask) > 1:
                learning.features(view, decision, picked, features)
                self.add(features, mask, action)
            picked.append(action)


class FinishedGame(NamedTuple):
    """A game that was played to its end."""

    state: State
    seats: Sequence[Player]
    steps: Sequence[SeatSteps]
    """The steps of each seat; empty for a seat that is not learned from."""


def collect_experience(games: Sequence[FinishedGame]) -> Experience:
    """Return the experience of finished games of one configuration."""
    episodes: list[SeatSteps] = []
    reward, won, score = list[float](), list[float](), list[float]()
    wins, learning_seats, rounds = 0.0, 0, 0
    for game in games:
        returns, shares = terminal_returns(game.state), game.state.win_shares()
        scores = game.state.scores()
        rounds += game.state.round_number()
        for seat, player in enumerate(game.seats):
            if player == LEARNER:
                wins += shares[seat]
                learning_seats += 1
            if game.steps[seat].action:
                episodes.append(game.steps[seat])
                reward.append(returns[seat])
                won.append(shares[seat])
                score.append(scores[seat])
    lengths = [len(episode.action) for episode in episodes]
    last = np.zeros(sum(lengths), np.bool_)
    last[np.cumsum(lengths, dtype=np.intp) - 1] = True
    starts, features, numbers = to_sparse([row for episode in episodes for row in episode.features])
    open_starts, open_actions, _ = to_sparse([row for episode in episodes for row in episode.mask])
    return Experience(
        starts=starts,
        features=features,
        numbers=numbers,
        open_starts=open_starts,
        open_actions=open_actions,
        action=np.array([action for episode in episodes for action in episode.action], np.uint16),
        log_prob=np.array([value for episode in episodes for value in episode.log_prob], np.float32),
        value=np.array([value for episode in episodes for value in episode.value], np.float32),
        last=last,
        reward=np.repeat(np.array(reward, np.float32), lengths),
        won=np.repeat(np.array(won, np.float32), lengths),
        score=np.repeat(np.array(score, np.float32), lengths),
        games=len(games),
        wins=wins,
        seats=learning_seats,
        rounds=rounds,
    )


def to_sparse(dense: Sequence[bytearray]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint16], Bytes]:
    """Return the nonzero bytes of some rows: the offsets of the rows, the indices and the values."""
    count, width = len(dense), len(dense[0]) if dense else 0
    table = np.zeros((count, -(-width // 8) * 8), np.uint8)
    table[:, :width] = stack_rows(dense)
    size = int(np.count_nonzero(table))
    starts = np.empty(count + 1, np.int64)
    indices, numbers = np.empty(size, np.uint16), np.empty(size, np.uint8)
    kernels.find_nonzero(table.view(np.uint64), table, starts, indices, numbers)
    return starts, indices, numbers


def advantages(experience: Experience, gae_lambda: float) -> tuple[Floats, Floats]:
    """Return generalized advantage estimates, and the value targets that belong to them."""
    count = len(experience)
    advantage = np.zeros(count, np.float32)
    following = 0.0
    value = experience.value.tolist()
    last, reward = experience.last.tolist(), experience.reward.tolist()
    for step in range(count - 1, -1, -1):
        if last[step]:
            following = reward[step] - value[step]
        else:
            following = value[step + 1] - value[step] + gae_lambda * following
        advantage[step] = following
    return advantage, advantage + experience.value


def normalize(values: npt.NDArray[np.float32]) -> Floats:
    """Return values shifted and scaled to mean 0 and standard deviation 1."""
    normalized: Floats = ((values - values.mean()) / (values.std() + 1e-6)).astype(np.float32)
    return normalized
