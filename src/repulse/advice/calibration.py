"""Chances of winning that people can trust: what a net predicts, corrected by how often such positions are won.

The nets learned from games between strong players, so they are too sure of themselves where weaker ones play. The curves
in `calibration.json` were fitted to games at tables of every level (`make calibration`); hints and reviews show their
chances. Bots do not use them: a curve rises everywhere, so it changes no choice between two positions.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import exp, log
from typing import Final

from repulse.engine.contract import Game

MIN_CHANCE: Final = 1e-4
"""Predictions closer to 0 or 1 count as this close."""


@dataclass(frozen=True)
class WinCurve:
    """A curve from predicted to observed chances: the logit of the result is linear in ln p and -ln(1 - p)."""

    bias: float = 0.0
    of_win: float = 1.0
    """The factor of ln p."""
    of_loss: float = 1.0
    """The factor of -ln(1 - p)."""

    def __call__(self, chance: float) -> float:
        """Return how often positions with this predicted chance are won."""
        p = min(max(chance, MIN_CHANCE), 1 - MIN_CHANCE)
        return 1 / (1 + exp(-(self.bias + self.of_win * log(p) - self.of_loss * log(1 - p))))


IDENTITY: Final = WinCurve()


def curve_for(game: Game, options: Mapping[str, object], players: int) -> WinCurve:
    """Return the curve of a game's mode and number of players; one that changes nothing if none was fitted.

    Args:
        game: The game.
        options: The options of the match, in full.
        players: The number of players.
    """
    row = _rows().get(curve_key(game.name, game.mode_of(options), players))
    return IDENTITY if row is None else WinCurve(*row)


def curve_key(game: str, mode: str, players: int) -> str:
    """Return the name of a curve in `calibration.json`.

    Args:
        game: The name of the game.
        mode: The name of its mode.
        players: The number of players.
    """
    return f"{game}/{mode}/{players}"


@cache
def _rows() -> dict[str, list[float]]:
    text = files(__package__).joinpath("calibration.json").read_text(encoding="utf-8")
    rows: dict[str, list[float]] = json.loads(text)
    return rows
