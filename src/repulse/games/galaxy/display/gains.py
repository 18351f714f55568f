"""The gains of a seat in a stretch of play, counted from the log: what hints give as their reasons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from repulse.engine.contract import Event, Seat
from repulse.games.galaxy.codes import action, events
from repulse.games.galaxy.rules.military import military
from repulse.games.galaxy.rules.score import score_before_bonus
from repulse.games.galaxy.rules.state import GalaxyState

GAINS: Final = {
    "vp": 1.0,
    "placed": 2.0,
    "drawn": 0.6,
    "spent": -0.5,
    "goods": 0.7,
    "points": 1.0,
    "military": 0.4,
    "cycle": 1.5,
    "ride_develop": 1.5,
    "ride_settle": 1.5,
    "ride_consume": 1.0,
    "ride_produce": 1.0,
    "damage": -2.0,
    "others": -0.4,
    "won": 6.0,
    "lost": -6.0,
}
"""About how many points one of each is worth."""

_DEVELOPS: Final = {action.DEVELOP}
_SETTLES: Final = {action.SETTLE, action.FRONTIER}
_CONSUMES: Final = {action.TRADE, action.CONSUME_2X}
_PRODUCES: Final = {action.PRODUCE, action.REPAIR}

_NOT_KEPT: Final = {events.EXPLORE_DISCARD, events.HAND_LIMIT}
"""Cards that come and go, and were never of use."""

_RIDES: Final = {
    "ride_develop": _DEVELOPS,
    "ride_settle": _SETTLES,
    "ride_consume": _CONSUMES,
    "ride_produce": _PRODUCES,
}


def gains_of(after: GalaxyState, happened: Sequence[Event], seat: Seat) -> dict[str, float]:
    """Return what some events brought a seat."""
    gains = dict.fromkeys(GAINS, 0.0)
    calls: set[int] = set()
    others_call: set[int] = set()
    produced = used = 0
    rivals = max(1, after.players - 1)
    for event in happened:
        kind, who = event[0], event[1]
        mine = who == seat
        if kind == events.ACTIONS:
            if mine:
                calls = set(event[2:])
            else:
                others_call |= set(event[2:])
        elif kind == events.DRAW:
            cards = len(event) - 3
            gains["drawn" if mine else "others"] += cards if mine else 0.5 * cards / rivals
        elif kind == events.KEEP and mine:
            gains["drawn"] += 1
        elif kind in _NOT_KEPT and mine:
            gains["drawn"] -= len(event) - 2
        elif kind == events.PLACE:
            if mine:
                gains["placed"] += 1
                develops = after.cards.development[event[2]]
                _ride(gains, calls, "ride_develop" if develops else "ride_settle")
            else:
                gains["others"] += 2 / rivals
        elif kind == events.GAIN:
            gains["vp" if mine else "others"] += event[3] if mine else event[3] / rivals
            if mine:
                _ride(gains, calls, "ride_consume")
        elif kind == events.CONSUME and mine:
            used += 1
        elif kind == events.PRODUCE and mine:
            produced += 1
            _ride(gains, calls, "ride_produce")
        elif kind == events.DAMAGE and mine:
            gains["damage"] += 1
    # Cards that were in hand before are the same for all options, and so leave no trace in the differences between them.
    gains["spent"] = gains["drawn"] - len(after.hand[seat])
    gains["goods"] = sum(good >= 0 for good in after.goods[seat])
    gains["points"] = score_before_bonus(after, seat) - after.chips_held(seat)
    gains["military"] = military(after, seat)
    gains["cycle"] = float(produced > 0 and used > 0)
    for ident, called in _RIDES.items():
        # A player who calls a phase does not wait for others to do it.
        gains[f"{ident}.chance"] = float(bool(called & others_call) and not called & calls)
    if after.over:
        gains["won" if seat in after.winners() else "lost"] = 1
    return gains


def _ride(gains: dict[str, float], calls: set[int], ident: str) -> None:
    """Note that something was done in a phase, if others called it."""
    if calls and not calls & _RIDES[ident]:
        gains[ident] = 1.0
