"""Many games at once, played by nets that answer for all of them together.

A *lane* is a game in play. In each round of the loop every lane puts its next position into one batch, the net of its
seat answers the whole batch, and the lanes take their picks. Search uses it to look ahead, training to play itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from repulse.bots.neural.net import WORTH, BoundNet, Floats, Net
from repulse.engine.bot import Bot
from repulse.engine.contract import Choice, Decision, Game, State
from repulse.engine.picks import ActionSpace

Player: TypeAlias = Bot | int
"""Who sits in a seat: a bot, or the net of that number."""

NO_END: Final = 1 << 30


@dataclass(frozen=True)
class Configuration:
    """A configuration of a game, with its inputs and actions for nets."""

    game: Game
    space: ActionSpace
    inputs: list[str]
    scales: list[float]
    """What each input is multiplied with."""

    def bind(self, net: Net) -> BoundNet:
        """A net for this configuration."""
        return net.bind(self.inputs, self.scales, self.space.names)


def configuration_of(game: Game, state: State) -> Configuration:
    """The configuration that a position or view belongs to."""
    layout = game.feature_layout(state)
    return Configuration(game, game.action_space(state), layout.names, [1 / scale for scale in layout.scales])


class Lane:
    """A game in play, up to the next pick of a net."""

    def __init__(
        self, configuration: Configuration, state: State, seats: Sequence[Player], last_round: int = NO_END
    ) -> None:
        self.configuration = configuration
        self.state = state
        self.seats = seats
        self.last_round = last_round
        """The lane ends with this round, if the game does not end before."""
        self.features = bytearray(len(configuration.inputs))
        self.mask = bytearray(configuration.space.size)
        self.decision: Decision | None = None
        """What a net is asked; None when the lane has ended."""
        self._view: State | None = None
        self._picked: list[int] = []

    def advance(self) -> None:
        """Play on until a net has a choice, or the lane ends."""
        state, last = self.state, self.last_round
        while state.owing and state.round_number() <= last:
            seat = (state.owing & -state.owing).bit_length() - 1
            decision = state.decision(seat)
            if decision.forced():
                state.apply(seat, decision.forced_choice())
                continue
            player = self.seats[seat]
            view = state.view(seat)
            if isinstance(player, int):
                self.decision, self._view, self._picked = decision, view, []
                if self._wants_pick():
                    return
                state.apply(seat, self.configuration.space.choice(decision, self._picked))
                continue
            self.answer(decision, view, player.choose(view, decision))
        self.decision = None

    @property
    def net(self) -> int:
        """The number of the net whose pick is wanted."""
        assert self.decision is not None
        player = self.seats[self.decision.seat]
        assert isinstance(player, int)
        return player

    def answer(self, decision: Decision, view: State, choice: Choice) -> None:
        """Take the answer of a bot."""
        self.state.apply(decision.seat, choice)

    def _wants_pick(self) -> bool:
        """Take the picks that leave no choice; whether a net has to pick then, in a position that is written down."""
        decision, picked, space = self.decision, self._picked, self.configuration.space
        assert decision is not None
        while not space.finished(decision, picked):
            if space.mask(decision, picked, self.mask) > 1:
                self.configuration.game.features(self._view, decision, picked, self.features)
                return True
            picked.append(self.mask.index(1))
        return False

    def pick(self, action: int, log_prob: float, value: float) -> None:
        """Take the pick of a net, who gave it that probability and the position that value."""
        decision = self.decision
        assert decision is not None
        self._picked.append(action)
        if not self._wants_pick():
            self.state.apply(decision.seat, self.configuration.space.choice(decision, self._picked))
            self.advance()


def play_lanes(
    lanes: Sequence[Lane], nets: Sequence[BoundNet], chance: np.random.Generator, greedy: bool
) -> None:
    """Play lanes to their ends."""
    waiting = [lane for lane in lanes if lane.decision is not None]
    while waiting:
        pick_for(waiting, nets, chance, greedy)
        waiting = [lane for lane in waiting if lane.decision is not None]


def pick_for(
    lanes: Sequence[Lane], nets: Sequence[BoundNet], chance: np.random.Generator, greedy: bool
) -> None:
    """Let nets pick once in each lane that waits for one: by their preferences, or the most preferred if `greedy`."""
    by_net: dict[int, list[Lane]] = {}
    for lane in lanes:
        by_net.setdefault(lane.net, []).append(lane)
    for which, asked in sorted(by_net.items()):
        hidden = nets[which].hidden(_rows([lane.features for lane in asked]))
        logits = nets[which].logits(hidden, _rows([lane.mask for lane in asked]))
        values = nets[which].values(hidden)[:, WORTH]
        log_probs = log_softmax(logits)
        actions = log_probs.argmax(axis=1) if greedy else _drawn(log_probs, chance)
        taken = log_probs[np.arange(len(asked)), actions]
        picks = zip(asked, actions.tolist(), taken.tolist(), values.tolist(), strict=True)
        for lane, action, log_prob, value in picks:
            lane.pick(action, log_prob, value)


def log_softmax(logits: Floats) -> Floats:
    """Log-probabilities, one position a row."""
    shifted: Floats = logits - logits.max(axis=1, keepdims=True)
    result: Floats = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return result


def _drawn(log_probs: Floats, chance: np.random.Generator) -> npt.NDArray[np.intp]:
    """An action for each row, drawn by its probability."""
    reached = np.exp(log_probs).cumsum(axis=1)
    points = chance.random((len(reached), 1)) * reached[:, -1:]
    drawn: npt.NDArray[np.intp] = (reached > points).argmax(axis=1)
    return drawn


def _rows(parts: Sequence[bytearray]) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    return np.frombuffer(b"".join(parts), np.uint8).reshape(len(parts), -1)
