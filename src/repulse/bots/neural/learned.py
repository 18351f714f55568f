"""The learned player: a net that has played against itself until it knew what wins."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources

import numpy as np

from repulse.bots.neural.net import BoundNet, Net, load_net
from repulse.engine.bot import Bot
from repulse.engine.contract import Choice, Decision, State
from repulse.engine.features import FeatureLayout
from repulse.engine.picks import ActionSpace, Picker
from repulse.games import game_named


def has_net(game: str) -> bool:
    """Whether there is a net for a game in this installation."""
    return (resources.files("repulse.bots.neural") / "nets" / f"{game}.npz").is_file()


@lru_cache(maxsize=4)
def shipped_net(game: str) -> Net:
    """The net that comes with the package."""
    with (resources.files("repulse.bots.neural") / "nets" / f"{game}.npz").open("rb") as file:
        return load_net(file)


class LearnedBot(Bot[State]):
    """Takes what its net prefers most; one look at the position for each pick."""

    def __init__(self, seed: int, game: str, net: Net | None = None) -> None:
        super().__init__(seed)
        self.game = game_named(game)
        self.net = net or shipped_net(game)
        self._layout: FeatureLayout | None = None
        self._space: ActionSpace | None = None
        self._bound: BoundNet | None = None

    def choose(self, view: State, decision: Decision) -> Choice:
        """The most preferred answer, pick by pick."""
        layout, space = self.game.feature_layout(view), self.game.action_space(view)
        if self._bound is None or layout is not self._layout or space is not self._space:
            scales = [1 / scale for scale in layout.scales]
            self._bound = self.net.bind(layout.names, scales, space.names)
            self._layout, self._space = layout, space
        features, mask = bytearray(layout.size), bytearray(space.size)
        picker = Picker(space, decision)
        while not picker.finished():
            if picker.mask(mask) == 1:
                picker.push(mask.index(1))
                continue
            self.game.features(view, decision, picker.picked, features)
            hidden = self._bound.one_position(np.frombuffer(features, np.uint8))
            open_actions = np.flatnonzero(np.frombuffer(mask, np.uint8))
            liking = hidden @ self._bound.policy[:, open_actions] + self._bound.policy_bias[open_actions]
            picker.push(int(open_actions[liking.argmax()]))
        return picker.choice()
