"""The learned player: a net that has played against itself until it knew what wins."""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Final

import numpy as np

from repulse.bots.neural.lanes import Configuration, configuration_of
from repulse.bots.neural.net import BoundNet, Net, load_net
from repulse.engine.bot import Bot
from repulse.engine.contract import Choice, Decision, RepulseError, State
from repulse.engine.features import FeatureLayout
from repulse.games import game_named

MOST_BOUND: Final = 16
"""How many nets bound to configurations are kept."""


@lru_cache(maxsize=16)
def net_for(game: str, file: str = "") -> Net:
    """The net in a file, or the one that comes with the package; RepulseError if it is missing or of another game."""
    if file:
        net = load_net(Path(file))
    else:
        net, *net.siblings = [load_net(path) for path in net_files(game)]
    if net.game != game:
        raise RepulseError(f"{file or 'The net'} is for {net.game}, not for {game}.")
    return net


def net_files(game: str) -> list[Path]:
    """The files of a game's nets in the package: `galaxy.npz`, and `galaxy-....npz` for what that one does not play."""
    folder = Path(str(resources.files("repulse.bots.neural"))) / "nets"
    return [folder / f"{game}.npz", *sorted(folder.glob(f"{game}-*.npz"))]


_BOUND: Final[OrderedDict[tuple[int, int], tuple[Net, FeatureLayout, Configuration, BoundNet]]] = (
    OrderedDict()
)


def bind(net: Net, game: str, view: State) -> tuple[Configuration, BoundNet]:
    """The configuration of a view, and a net for it; both are shared by all bots of this process."""
    played = game_named(game)
    # Configurations have layouts of their own, also where they share their actions.
    layout = played.feature_layout(view)
    key = (id(net), id(layout))
    known = _BOUND.get(key)
    # What is kept also keeps these objects alive, so nothing else can get their ids.
    if known is None:
        configuration = configuration_of(played, view)
        known = _BOUND[key] = (net, layout, configuration, configuration.bind(net))
        if len(_BOUND) > MOST_BOUND:
            _BOUND.popitem(last=False)
    return known[2], known[3]


class NetBot(Bot[State]):
    """A player that asks a net, bound to whatever configuration it is asked about."""

    def __init__(self, seed: int, game: str, net: Net | None = None) -> None:
        super().__init__(seed)
        self.game = game_named(game)
        self.net = net or net_for(game)
        self._layout: FeatureLayout | None = None
        self._bound: tuple[Configuration, BoundNet] | None = None

    def bound(self, view: State) -> tuple[Configuration, BoundNet]:
        """The configuration of a view, and the net for it."""
        layout = self.game.feature_layout(view)
        if self._bound is None or self._layout is not layout:
            self._bound, self._layout = bind(self.net, self.game.name, view), layout
        return self._bound


class LearnedBot(NetBot):
    """Takes what its net prefers; one look at the position for each pick.

    Above a temperature of 0 it takes other answers too, the likelier the better the net thinks of them.
    """

    def __init__(self, seed: int, game: str, net: Net | None = None, temperature: float = 0.0) -> None:
        super().__init__(seed, game, net)
        self.temperature = temperature
        self._chance = np.random.default_rng(seed)

    def choose(self, view: State, decision: Decision) -> Choice:
        """The answer, pick by pick."""
        configuration, net = self.bound(view)
        space = configuration.space
        features, mask = bytearray(len(configuration.inputs)), bytearray(space.size)
        picked: list[int] = []
        while not space.finished(decision, picked):
            if space.mask(decision, picked, mask) == 1:
                picked.append(mask.index(1))
                continue
            self.game.features(view, decision, picked, features)
            open_actions, liking = net.likings(features, mask)
            luck = self.temperature * self._chance.gumbel(size=len(liking)) if self.temperature > 0 else 0
            picked.append(int(open_actions[(liking + luck).argmax()]))
        return space.choice(decision, picked)
