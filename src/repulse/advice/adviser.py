"""Advisers: searching bots, made for a game, a seed and a time limit."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING, TypeAlias

from repulse.bots import has_net
from repulse.bots.neural.search import Searcher
from repulse.engine.contract import RepulseError

if TYPE_CHECKING:
    from repulse.bots.neural.net import Net

AdviserFactory: TypeAlias = Callable[[str, int, float], Searcher]
"""Makes the adviser for a game, with a seed and a time limit in seconds; raises RepulseError if the game has none."""


def default_adviser(game: str, seed: int, seconds: float) -> Searcher:
    """Return the adviser with the net that comes with the package.

    Raises:
        RepulseError: The net for the game, or numpy, is missing.
    """
    if find_spec("numpy") is None:
        raise RepulseError("Hints and reviews need numpy, which is not installed.")
    if not has_net(game):
        raise RepulseError(f"Hints need a net for {game}, and none comes with this installation.")
    # Imported here: numpy is optional.
    from repulse.bots.neural.master import SearchBot

    return SearchBot(seed, game, seconds=seconds)


def adviser_with(net: Net) -> AdviserFactory:
    """Return a factory of advisers that use a net of your own."""
    # Imported here: numpy is optional.
    from repulse.bots.neural.master import SearchBot

    return lambda game, seed, seconds: SearchBot(seed, game, net, seconds=seconds)
