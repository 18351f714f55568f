"""Games in play, up to the next pick of a net: many of them wait together, so that a net answers for all at once.

Search uses such *lanes* to look ahead, training to play itself (`batches.py`). Nothing here needs numpy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from repulse.engine.bot import Bot
from repulse.engine.contract import Choice, Decision, Game, State
from repulse.engine.picks import ActionSpace

if TYPE_CHECKING:
    from repulse.bots.neural.net import BoundNet, Net

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
