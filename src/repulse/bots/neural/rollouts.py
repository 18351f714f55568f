"""Games in play, each up to the next pick of a net: many of them wait together, so that a net picks in all at once.

Search uses rollouts to look ahead, training for self-play. Nothing here needs numpy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from repulse.engine.bot import Bot
from repulse.engine.contract import Choice, Decision, Game, State
from repulse.engine.learning import Learning
from repulse.engine.picks.session import GAME_OVER, NO_END, PickSession
from repulse.engine.picks.space import ActionSpace
from repulse.games import learning_of

if TYPE_CHECKING:
    from repulse.bots.neural.net import BoundNet, Net

Player: TypeAlias = Bot | int
"""The player of a seat: a bot, or the number of a net."""


@dataclass(frozen=True)
class Configuration:
    """A configuration of a game, with its inputs and actions for nets."""

    learning: Learning
    space: ActionSpace
    inputs: list[str]
    scales: list[float]
    """The factor of each input."""

    @property
    def game(self) -> Game:
        """The rules."""
        return self.learning.game

    def bind(self, net: Net) -> BoundNet:
        """Return a net for this configuration."""
        return net.bind(self.inputs, self.scales, self.space.names)


def configuration_of(game: Game, state: State) -> Configuration:
    """Return the configuration that a position or view belongs to."""
    learning = learning_of(game)
    layout = learning.feature_layout(state)
    scales = [1 / scale for scale in layout.scales]
    return Configuration(learning, learning.action_space(state), layout.names, scales)


class Rollout:
    """A game in play that stops whenever a net has to pick."""

    def __init__(
        self, configuration: Configuration, state: State, seats: Sequence[Player], *, last_round: int = NO_END
    ) -> None:
        """Prepare a rollout; `advance` starts it.

        Args:
            configuration: The configuration of the game.
            state: The position; it is changed.
            seats: The player of each seat.
            last_round: The rollout ends after this round.
        """
        self.configuration = configuration
        self.state = state
        self.seats = seats
        self.features = bytearray(len(configuration.inputs))
        self.mask = bytearray(configuration.space.size)
        self.decision: Decision | None = None
        """The decision that a net has to make; None once the rollout has ended."""
        self._session = PickSession(configuration.learning, state, last_round)

    def advance(self) -> None:
        """Play until a net has a choice, or the rollout ends."""
        session = self._session
        while (seat := session.seat) != GAME_OVER:
            player = self.seats[seat]
            decision = session.decision(seat)
            assert decision is not None
            if isinstance(player, int):
                if idle := self.configuration.learning.idle_answer(self.state, decision):
                    session.answer(seat, idle)
                    continue
                self.decision = decision
                session.mask(seat, self.mask)
                session.features(seat, self.features)
                return
            view = self.state.view(seat)
            self.answer(decision, view, player.choose(view, decision))
        self.decision = None

    @property
    def net(self) -> int:
        """The number of the net that has to pick."""
        assert self.decision is not None
        player = self.seats[self.decision.seat]
        assert isinstance(player, int)
        return player

    def answer(self, decision: Decision, view: State, choice: Choice) -> None:
        """Apply the answer of a bot."""
        self._session.answer(decision.seat, choice)

    def pick(self, action: int) -> None:
        """Apply the pick of a net, and advance."""
        assert self.decision is not None
        self._session.pick(self.decision.seat, action)
        self.advance()
