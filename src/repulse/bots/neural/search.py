"""The searching player: a net that looks ahead to the end of the round in positions that fit what it sees.

Candidates are the answers that the net itself thinks of first. Each is tried in the same determinizations of the view:
the net plays all seats to the end of the round, and says what the position is then worth. The prior counts too: without
it, search finds chance rather than strength.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import log
from time import monotonic
from typing import Final

import numpy as np

from repulse.bots.neural.lanes import Configuration, Lane, log_softmax, play_lanes
from repulse.bots.neural.learned import NetBot
from repulse.bots.neural.net import SCORE, SCORE_SCALE, WIN, WORTH, BoundNet, Net, sigmoid
from repulse.bots.neural.worth import rewards
from repulse.engine.contract import Choice, Decision, Seat, State

MOST_CANDIDATES: Final = 6
LEAST_PRIOR: Final = 0.01
PRIOR_WEIGHT: Final = 0.05
CHUNK: Final = 4
"""Determinizations that are tried together."""
MOST_DETERMINIZATIONS: Final = 32


@dataclass
class Option:
    """An answer that is looked at."""

    choice: Choice
    prior: float
    """How likely the net is to give it."""
    worths: list[float] = field(default_factory=list)
    """What it was worth in each determinization."""
    wins: list[float] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)

    @property
    def merit(self) -> float:
        """By what options are compared."""
        return (sum(self.worths) / len(self.worths) if self.worths else 0.0) + PRIOR_WEIGHT * log(self.prior)

    @property
    def win_chance(self) -> float:
        """The mean chance of winning."""
        return sum(self.wins) / len(self.wins) if self.wins else 0.0

    @property
    def score(self) -> float:
        """The mean final score."""
        return sum(self.scores) / len(self.scores) if self.scores else 0.0


class SearchBot(NetBot):
    """Looks ahead within a time budget; it has an answer whenever the time is over."""

    def __init__(
        self,
        seed: int,
        game: str,
        net: Net | None = None,
        seconds: float = 1.0,
        most: int = MOST_DETERMINIZATIONS,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        super().__init__(seed, game, net)
        self.seconds = seconds
        self.most = most
        self.clock = clock
        self._chance = np.random.default_rng(seed)

    def choose(self, view: State, decision: Decision) -> Choice:
        """The best of the candidates."""
        options = self.consider(view, decision)
        return max(options, key=lambda option: option.merit).choice

    def consider(self, view: State, decision: Decision, everything: bool = False) -> list[Option]:
        """The candidates, looked at until the time is over; all that have any prior if `everything`."""
        until = self.clock() + self.seconds
        configuration, net = self.bound(view)
        least = 0.0 if everything else LEAST_PRIOR
        options = candidates(configuration, net, view, decision, MOST_CANDIDATES, least)
        if len(options) == 1 and not everything:
            return options
        tried = 0
        while tried < self.most and (not tried or self.clock() < until):
            self._try(configuration, net, view, decision.seat, options, CHUNK)
            tried += CHUNK
        return options

    def _try(
        self,
        configuration: Configuration,
        net: BoundNet,
        view: State,
        seat: Seat,
        options: list[Option],
        count: int,
    ) -> None:
        """Play every option to the end of the round in the same few determinizations."""
        lanes: list[tuple[Option, Lane]] = []
        for _ in range(count):
            position: State = self.game.determinize(view, int(self._chance.integers(1 << 63)))
            for option in options:
                state = position.clone()
                state.apply(seat, option.choice)
                lane = Lane(configuration, state, [0] * state.players, view.round_number())
                lane.advance()
                lanes.append((option, lane))
        play_lanes([lane for _, lane in lanes], [net], self._chance, greedy=False)
        self._judge(configuration, net, seat, lanes)

    def _judge(
        self, configuration: Configuration, net: BoundNet, seat: Seat, lanes: Sequence[tuple[Option, Lane]]
    ) -> None:
        """Say what the positions that lanes have come to are worth to a seat."""
        asked: list[tuple[Option, bytes]] = []
        for option, lane in lanes:
            state = lane.state
            if state.owing >> seat & 1:
                features = bytearray(len(configuration.inputs))
                self.game.features(state.view(seat), state.decision(seat), [], features)
                asked.append((option, bytes(features)))
            else:
                won = 1 / len(state.winners()) if seat in state.winners() else 0.0
                option.worths.append(rewards(state)[seat])
                option.wins.append(won)
                option.scores.append(state.scores()[seat])
        if asked:
            rows = np.frombuffer(b"".join([row for _, row in asked]), np.uint8).reshape(len(asked), -1)
            values = net.values(net.hidden(rows))
            chances = sigmoid(values[:, WIN])
            for (option, _), value, chance in zip(asked, values, chances, strict=True):
                option.worths.append(float(value[WORTH]))
                option.wins.append(float(chance))
                option.scores.append(float(value[SCORE]) * SCORE_SCALE)


def candidates(
    configuration: Configuration, net: BoundNet, view: State, decision: Decision, most: int, least: float
) -> list[Option]:
    """The answers that a net thinks of first, likeliest first, found pick by pick."""
    space = configuration.space
    features, mask = bytearray(len(configuration.inputs)), bytearray(space.size)
    beam: list[tuple[float, list[int]]] = [(0.0, [])]
    done: list[Option] = []
    while beam and len(done) < most:
        score, picked = beam.pop(0)
        if space.finished(decision, picked):
            done.append(Option(space.choice(decision, picked), float(np.exp(score))))
            continue
        configuration.game.features(view, decision, picked, features)
        space.mask(decision, picked, mask)
        rows = np.frombuffer(features, np.uint8)[None, :]
        opened = np.frombuffer(mask, np.uint8)[None, :]
        log_probs = log_softmax(net.logits(net.hidden(rows), opened))[0]
        for action in np.flatnonzero(opened[0]).tolist():
            total = score + float(log_probs[action])
            if (not done and not beam) or np.exp(total) >= least:
                beam.append((total, [*picked, action]))
        beam.sort(key=lambda each: -each[0])
        del beam[4 * most :]
    return done
