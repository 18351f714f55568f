"""The learned player: a net that has played against itself until it knew what wins."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources

import numpy as np

from repulse.bots.neural.lanes import Configuration, configuration_of
from repulse.bots.neural.net import BoundNet, Net, load_net
from repulse.engine.bot import Bot
from repulse.engine.contract import Choice, Decision, State
from repulse.engine.picks import Picker
from repulse.games import game_named


def has_net(game: str) -> bool:
    """Whether there is a net for a game in this installation."""
    return (resources.files("repulse.bots.neural") / "nets" / f"{game}.npz").is_file()


@lru_cache(maxsize=4)
def shipped_net(game: str) -> Net:
    """The net that comes with the package."""
    with (resources.files("repulse.bots.neural") / "nets" / f"{game}.npz").open("rb") as file:
        return load_net(file)


class NetBot(Bot[State]):
    """A player that asks a net, bound to whatever configuration it is asked about."""

    def __init__(self, seed: int, game: str, net: Net | None = None) -> None:
        super().__init__(seed)
        self.game = game_named(game)
        self.net = net or shipped_net(game)
        self._configuration: Configuration | None = None
        self._bound: BoundNet | None = None

    def bound(self, view: State) -> tuple[Configuration, BoundNet]:
        """The configuration of a view, and the net for it."""
        configuration, bound = self._configuration, self._bound
        if configuration is None or bound is None or configuration.space is not self.game.action_space(view):
            configuration = configuration_of(self.game, view)
            bound = configuration.bind(self.net)
            self._configuration, self._bound = configuration, bound
        return configuration, bound


class LearnedBot(NetBot):
    """Takes what its net prefers most; one look at the position for each pick."""

    def choose(self, view: State, decision: Decision) -> Choice:
        """The most preferred answer, pick by pick."""
        configuration, net = self.bound(view)
        space = configuration.space
        features, mask = bytearray(len(configuration.inputs)), bytearray(space.size)
        picker = Picker(space, decision)
        while not picker.finished():
            if picker.mask(mask) == 1:
                picker.push(mask.index(1))
                continue
            self.game.features(view, decision, picker.picked, features)
            hidden = net.one_position(np.frombuffer(features, np.uint8))
            open_actions = np.flatnonzero(np.frombuffer(mask, np.uint8))
            liking = hidden @ net.policy[:, open_actions] + net.policy_bias[open_actions]
            picker.push(int(open_actions[liking.argmax()]))
        return picker.choice()
