"""Games in play, up to the next pick of a net: many of them wait together, so that a net answers for all at once.

Search uses such *lanes* to look ahead, training to play itself. Nothing here needs numpy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from repulse.engine.bot import Bot
from repulse.engine.contract import Choice, Decision, Game, State
from repulse.engine.picked_play import NO_END, NOBODY, PickedPlay
from repulse.engine.picks import ActionSpace

if TYPE_CHECKING:
    from repulse.bots.neural.net import BoundNet, Net

Player: TypeAlias = Bot | int
"""Who sits in a seat: a bot, or the net of that number."""


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
        self.features = bytearray(len(configuration.inputs))
        self.mask = bytearray(configuration.space.size)
        self.decision: Decision | None = None
        """What a net is asked; None when the lane has ended."""
        self._play = PickedPlay(configuration.game, state, last_round)

    def advance(self) -> None:
        """Play on until a net has a choice, or the lane ends."""
        play = self._play
        while (seat := play.seat) != NOBODY:
            player = self.seats[seat]
            decision = play.decision(seat)
            assert decision is not None
            if isinstance(player, int):
                self.decision = decision
                play.mask(seat, self.mask)
                play.features(seat, self.features)
                return
            view = self.state.view(seat)
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
        self._play.answer(decision.seat, choice)

    def pick(self, action: int, log_prob: float, value: float) -> None:
        """Take the pick of a net, who gave it that probability and the position that value."""
        assert self.decision is not None
        self._play.pick(self.decision.seat, action)
        self.advance()
