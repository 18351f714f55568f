"""The learned bot: a net trained by self-play, evaluated once per pick."""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Final

import numpy as np

from repulse.bots.neural.net import BoundNet, Net, load_net
from repulse.bots.neural.rollouts import Configuration, configuration_of
from repulse.bots.neural.stand_in import stand_in
from repulse.engine.bot import Bot
from repulse.engine.contract import Choice, Data, Decision, Game, RepulseError, Seat, State
from repulse.engine.features import FeatureLayout
from repulse.games import game_named, learning_of

MAX_BOUND_NETS: Final = 16
"""Number of cached nets bound to configurations."""


@lru_cache(maxsize=16)
def net_for(game: str, file: str = "") -> Net:
    """Return the net in a file, or the one that comes with the package.

    Raises:
        RepulseError: The net cannot be read, or is for another game.
    """
    if file:
        net = load_net(Path(file))
    else:
        net, *net.siblings = [load_net(path) for path in net_files(game)]
    if net.game != game:
        raise RepulseError(f"{file or 'The net'} is for {net.game}, not for {game}.")
    return net


def net_files(game: str) -> list[Path]:
    """Return the files of a game's nets in the package: `galaxy.npz`, and `galaxy-....npz` for other configurations."""
    folder = Path(str(resources.files("repulse.bots.neural"))) / "nets"
    return [folder / f"{game}.npz", *sorted(folder.glob(f"{game}-*.npz"))]


_BOUND: Final[OrderedDict[tuple[int, int], tuple[Net, FeatureLayout, Configuration, BoundNet]]] = (
    OrderedDict()
)


def bind(net: Net, game: str, view: State) -> tuple[Configuration, BoundNet]:
    """Return the configuration of a view, and a net for it; all bots of this process share both.

    Args:
        net: The net.
        game: The rules.
        view: The view of any seat, which says what the configuration is.
    """
    rules = game_named(game)
    # The layout tells configurations apart, also those with the same actions.
    layout = learning_of(rules).feature_layout(view)
    key = (id(net), id(layout))
    entry = _BOUND.get(key)
    # The cache keeps net and layout alive, so no other object can get their ids.
    if entry is None:
        configuration = configuration_of(rules, view)
        entry = _BOUND[key] = (net, layout, configuration, configuration.bind(net))
        if len(_BOUND) > MAX_BOUND_NETS:
            _BOUND.popitem(last=False)
    return entry[2], entry[3]


class NetBot(Bot[State]):
    """A bot with a net, bound to the configuration of each view."""

    def __init__(self, seed: int, game: str, net: Net | None = None) -> None:
        super().__init__(seed)
        self.game = game_named(game)
        self.learning = learning_of(self.game)
        self.net = net or net_for(game)
        self._layout: FeatureLayout | None = None
        self._bound: tuple[Configuration, BoundNet] | None = None
        self._seed = seed
        self.stand_in: Bot | None = None
        """Plays instead where overlays have replaced most of what the net has learned."""
        self.temperament = ""
        """Shifts the policy towards a way of playing; empty for none."""

    def adopt(self, temperament: str) -> None:
        """Take a temperament of the game."""
        self.temperament = temperament

    def begin(self, game: Game, options: Data, seat: Seat) -> None:
        """Check whether the net knows the cards of this game."""
        self.stand_in = stand_in(game, options, self._seed)

    def bound(self, view: State) -> tuple[Configuration, BoundNet]:
        """Return the configuration of a view, and the net for it."""
        layout = self.learning.feature_layout(view)
        if self._bound is None or self._layout is not layout:
            self._bound, self._layout = bind(self.net, self.game.name, view), layout
        return self._bound


class LearnedBot(NetBot):
    """Takes the likeliest action of its policy, pick by pick.

    With a temperature above 0 it samples picks from the policy at that temperature.
    """

    def __init__(self, seed: int, game: str, net: Net | None = None, *, temperature: float = 0.0) -> None:
        """Create a bot with a net.

        Args:
            seed: The seed of its random numbers.
            game: The name of the game.
            net: The net; by default the one that comes with the package.
            temperature: 0 takes the likeliest action; above 0, picks are sampled from the policy.
        """
        super().__init__(seed, game, net)
        self.temperature = temperature
        self._rng = np.random.default_rng(seed)

    def choose(self, view: State, decision: Decision) -> Choice:
        """Return the answer, made pick by pick."""
        if self.stand_in is not None:
            return self.stand_in.choose(view, decision)
        if idle := self.learning.idle_answer(view, decision):
            return idle
        configuration, net = self.bound(view)
        space = configuration.space
        features, mask = bytearray(len(configuration.inputs)), bytearray(space.size)
        bias = self.learning.policy_bias(self.temperament, view, decision) if self.temperament else []
        picked: list[int] = []
        while not space.finished(decision, picked):
            if space.mask(decision, picked, mask) == 1:
                picked.append(mask.index(1))
                continue
            self.learning.features(view, decision, picked, features)
            open_actions, logits = net.legal_logits(features, mask)
            if bias:
                logits = logits + np.array([bias[action] for action in open_actions], np.float32)
            # The maximum of logits with Gumbel noise is a sample of the softmax.
            noise = self.temperature * self._rng.gumbel(size=len(logits)) if self.temperature > 0 else 0
            picked.append(int(open_actions[(logits + noise).argmax()]))
        return space.choice(decision, picked)
