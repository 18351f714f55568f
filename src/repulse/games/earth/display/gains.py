"""The gains of a seat in a stretch of play, counted from the log: what hints give as their reasons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from repulse.engine.contract import Event, Seat
from repulse.games.earth.rules.codes import events
from repulse.games.earth.rules.codes.board import REGIONS
from repulse.games.earth.rules.state import EarthState

GAINS: Final = {"vp": 1.0, "majority": 1.0, "energy": 0.25, "ships": 0.3, "losses": -0.3, "others": -0.3}
"""About how many VP one of each is worth."""


def gains_of(after: EarthState, happened: Sequence[Event], seat: Seat) -> dict[str, float]:
    """Return what some events brought a seat."""
    gains = dict.fromkeys(GAINS, 0.0)
    rivals = max(1, after.players - 1)
    for event in happened:
        if event[0] == events.REWARD:
            _, who, _, place, _, vp = event[:6]
            if who == seat:
                gains["vp"] += vp
                gains["majority"] += place == 1
            else:
                gains["others"] += vp / rivals
        elif event[0] == events.CASUALTIES and event[1] == seat:
            gains["losses"] += event[3]
    gains["energy"] = after.energy[seat]
    gains["ships"] = sum(after.ships[REGIONS * seat : REGIONS * seat + REGIONS])
    return gains
