"""Games for training: what each learning seat saw, picked and got."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from repulse.bots.neural.lanes import Configuration, Lane, Player, configuration_of
from repulse.bots.neural.net import WORTH, BoundNet, Bytes, Floats, rows
from repulse.bots.neural.worth import rewards, win_shares
from repulse.engine.contract import Choice, Data, Decision, Game, State
from repulse.learn import kernels

LEARNER: Final = 0
"""The number of the net that learns."""

Seating: TypeAlias = Callable[[int], list[Player]]
"""Who plays game number n, by seat."""


@dataclass
class Experience:
    """Steps of one configuration, one row a step; the steps of one seat in one game stand together, in order."""

    starts: npt.NDArray[np.int64]
    """Where the numbers of each step begin; one more at the end."""
    places: npt.NDArray[np.uint16]
    """The features that are not zero."""
    numbers: Bytes
    open_starts: npt.NDArray[np.int64]
    open_actions: npt.NDArray[np.uint16]
    action: npt.NDArray[np.uint16]
    log_prob: Floats
    value: Floats
    last: npt.NDArray[np.bool_]
    """Whether a step is the last of its seat in its game."""
    reward: Floats
    """What the game was worth to the seat in the end, on every one of its steps."""
    won: Floats
    score: Floats
    games: int
    wins: float
    """Games won by learning seats."""
    seats: int
    """Learning seats in all games."""
    rounds: int

    def __len__(self) -> int:
        return len(self.action)


@dataclass
class Steps:
    """What one seat of one lane went through."""

    features: list[bytearray] = field(default_factory=list)
    mask: list[bytearray] = field(default_factory=list)
    action: list[int] = field(default_factory=list)
    log_prob: list[float] = field(default_factory=list)
    value: list[float] = field(default_factory=list)

    def add(
        self, features: bytearray, mask: bytearray, action: int, log_prob: float = 0.0, value: float = 0.0
    ) -> None:
        """One more step, in the position that was written down."""
        self.features.append(features[:])
        self.mask.append(mask[:])
        self.action.append(action)
        self.log_prob.append(log_prob)
        self.value.append(value)

    def add_answer(
        self, configuration: Configuration, decision: Decision, view: State, choice: Choice
    ) -> None:
        """The steps of a whole answer, pick by pick, as if a net had given it."""
        game, space = configuration.game, configuration.space
        features, mask = bytearray(len(configuration.inputs)), bytearray(space.size)
        picked: list[int] = []
        for action in space.picks(decision, choice):
            if space.mask(decision, picked, mask) > 1:
                game.features(view, decision, picked, features)
                self.add(features, mask, action)
            picked.append(action)


@dataclass(frozen=True)
class Setup:
    """A configuration that is trained, with the options that make it."""

    options: Data
    players: int
    round_limit: int
    configuration: Configuration


def setup_for(game: Game, options: Data) -> Setup:
    """A configuration to train on."""
    full = game.check_options(options)
    state = game.start(full, 0)
    return Setup(full, state.players, game.round_limit(full), configuration_of(game, state))


class TrainingLane(Lane):
    """A game whose learning seats write down what they go through."""

    def __init__(self, setup: Setup, seed: int, seats: Sequence[Player]) -> None:
        configuration = setup.configuration
        state = configuration.game.start(setup.options, seed)
        super().__init__(configuration, state, seats, setup.round_limit)
        self.steps = [Steps() for _ in seats]
        self.advance()

    def pick(self, action: int, log_prob: float, value: float) -> None:
        """Take the pick of a net."""
        assert self.decision is not None
        if self.net == LEARNER:
            self.steps[self.decision.seat].add(self.features, self.mask, action, log_prob, value)
        super().pick(action, log_prob, value)


class SelfPlayNet:
    """A net for one configuration that answers for many games at once."""

    def __init__(self, net: BoundNet) -> None:
        self.net = net
        self._policy = np.ascontiguousarray(net.policy.T)

    def pick_for(self, lanes: Sequence[TrainingLane], chance: np.random.Generator, greedy: bool) -> None:
        """Pick once in each lane: by preference, or what is most preferred if `greedy`."""
        net, count = self.net, len(lanes)
        first = np.empty((count, len(net.b1)), np.float32)
        kernels.first_layer(*_sparse([lane.features for lane in lanes]), net.w1, net.b1, first)
        hidden = net.second(first)
        values = net.values(hidden)[:, WORTH]
        actions, log_probs = np.empty(count, np.intp), np.empty(count, np.float32)
        masks = rows([lane.mask for lane in lanes])
        points = chance.random(count)
        kernels.draw(hidden, masks, self._policy, net.policy_bias, points, greedy, actions, log_probs)
        picks = zip(lanes, actions.tolist(), log_probs.tolist(), values.tolist(), strict=True)
        for lane, action, log_prob, value in picks:
            lane.pick(action, log_prob, value)


class ImitationLane(TrainingLane):
    """A game between bots, whose answers are written down as if a net had picked them."""

    def answer(self, decision: Decision, view: State, choice: Choice) -> None:
        """Take the answer of a bot, pick by pick."""
        self.steps[decision.seat].add_answer(self.configuration, decision, view, choice)
        super().answer(decision, view, choice)


def play_games(
    setup: Setup,
    nets: Sequence[SelfPlayNet],
    seating: Seating,
    numbers: range,
    seed: int,
    lanes: int = 256,
    greedy: Container[int] = (),
    lane_class: type[TrainingLane] = TrainingLane,
) -> Experience:
    """Play games; what the seats of net 0 went through. Game n is dealt from `seed + n`.

    Nets whose numbers are in `greedy` take what they like best.
    """
    waiting: Iterator[int] = iter(numbers)
    chance = np.random.default_rng([seed, numbers.start])
    active: list[TrainingLane] = []
    done: list[TrainingLane] = []
    while len(done) < len(numbers):
        while len(active) < lanes and (number := next(waiting, None)) is not None:
            active.append(lane_class(setup, seed + number, seating(number)))
        done += [lane for lane in active if lane.decision is None]
        active = [lane for lane in active if lane.decision is not None]
        by_net: dict[int, list[TrainingLane]] = {}
        for lane in active:
            by_net.setdefault(lane.net, []).append(lane)
        for which, asked in sorted(by_net.items()):
            nets[which].pick_for(asked, chance, which in greedy)
    return gathered([Played(lane.state, lane.seats, lane.steps) for lane in done])


class Played(NamedTuple):
    """A game that was played to its end."""

    state: State
    seats: Sequence[Player]
    steps: Sequence[Steps]
    """What each seat went through; none for one that nobody learns from."""


def gathered(games: Sequence[Played]) -> Experience:
    """What was gone through in some games of one configuration."""
    steps: list[Steps] = []
    reward, won, score = list[float](), list[float](), list[float]()
    wins, seats, rounds = 0.0, 0, 0
    for game in games:
        worth, shares, scores = rewards(game.state), win_shares(game.state), game.state.scores()
        rounds += game.state.round_number()
        for seat, player in enumerate(game.seats):
            if player == LEARNER:
                wins += shares[seat]
                seats += 1
            if game.steps[seat].action:
                steps.append(game.steps[seat])
                reward.append(worth[seat])
                won.append(shares[seat])
                score.append(scores[seat])
    counts = [len(each.action) for each in steps]
    last = np.zeros(sum(counts), np.bool_)
    last[np.cumsum(counts, dtype=np.intp) - 1] = True
    starts, places, numbers = _sparse([row for each in steps for row in each.features])
    open_starts, open_actions, _ = _sparse([row for each in steps for row in each.mask])
    return Experience(
        starts,
        places,
        numbers,
        open_starts,
        open_actions,
        np.array([action for each in steps for action in each.action], np.uint16),
        np.array([value for each in steps for value in each.log_prob], np.float32),
        np.array([value for each in steps for value in each.value], np.float32),
        last,
        np.repeat(np.array(reward, np.float32), counts),
        np.repeat(np.array(won, np.float32), counts),
        np.repeat(np.array(score, np.float32), counts),
        len(games),
        wins,
        seats,
        rounds,
    )


def _sparse(dense: Sequence[bytearray]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint16], Bytes]:
    """What is not zero in some rows: where each row begins, the places, the numbers."""
    count, width = len(dense), len(dense[0]) if dense else 0
    table = np.zeros((count, -(-width // 8) * 8), np.uint8)
    table[:, :width] = rows(dense)
    size = int(np.count_nonzero(table))
    starts = np.empty(count + 1, np.int64)
    places, numbers = np.empty(size, np.uint16), np.empty(size, np.uint8)
    kernels.entries(table.view(np.uint64), table, starts, places, numbers)
    return starts, places, numbers
