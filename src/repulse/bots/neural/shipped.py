"""Whether the nets of a game come with this installation."""

from __future__ import annotations

from importlib import resources
from importlib.util import find_spec

from repulse.engine.contract import RepulseError


class NoNetError(RepulseError):
    """A bot with a net cannot be made here: the net for the game, or numpy, is missing."""


def has_net(game: str) -> bool:
    """Return whether this installation has a net for a game, and numpy to evaluate it."""
    has_file = (resources.files("repulse.bots.neural") / "nets" / f"{game}.npz").is_file()
    return has_file and find_spec("numpy") is not None
