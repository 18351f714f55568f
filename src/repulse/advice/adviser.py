"""Who gives advice: a searching player, made for a game, a seed and a time to think."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING, TypeAlias

from repulse.bots import has_net
from repulse.bots.neural.search import Searcher
from repulse.engine.contract import RepulseError

if TYPE_CHECKING:
    from repulse.bots.neural.net import Net

MakeAdviser: TypeAlias = Callable[[str, int, float], Searcher]
"""Makes the adviser for a game, with a seed and the seconds that it may think; RepulseError if there is none."""


def shipped(game: str, seed: int, seconds: float) -> Searcher:
    """The adviser with the net that comes with the package."""
    if find_spec("numpy") is None:
        raise RepulseError("Hints and reviews need numpy, which is not installed.")
    if not has_net(game):
        raise RepulseError(f"Hints need a net for {game}, and none comes with this installation.")
    from repulse.bots.neural.master import SearchBot

    return SearchBot(seed, game, None, seconds)


def asking(net: Net) -> MakeAdviser:
    """Advisers that ask a net of one's own."""
    from repulse.bots.neural.master import SearchBot

    return lambda game, seed, seconds: SearchBot(seed, game, net, seconds)
