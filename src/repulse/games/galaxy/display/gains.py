"""What a stretch of play brought a seat, counted from the log: what hints give as their reasons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from repulse.engine.contract import Event, Seat
from repulse.games.galaxy.rules.codes import action, events
from repulse.games.galaxy.rules.state import GalaxyState

GAINS: Final = {
    "vp": 1.0,
    "placed": 2.0,
    "drawn": 0.6,
    "hand": 0.5,
    "goods": 0.7,
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

ENGINE: Final = 2
"""So many goods made, or VP gained, in a round are a cycle that runs."""

_DEVELOPS: Final = {action.DEVELOP}
_SETTLES: Final = {action.SETTLE, action.FRONTIER}
_CONSUMES: Final = {action.TRADE, action.CONSUME_2X}
_PRODUCES: Final = {action.PRODUCE, action.REPAIR}

_RIDES: Final = {
    "ride_develop": _DEVELOPS,
    "ride_settle": _SETTLES,
    "ride_consume": _CONSUMES,
    "ride_produce": _PRODUCES,
}


def gains_of(after: GalaxyState, happened: Sequence[Event], seat: Seat) -> dict[str, float]:
    """What some events brought a seat."""
    found = dict.fromkeys(GAINS, 0.0)
    calls: set[int] = set()
    made = 0
    rivals = max(1, after.players - 1)
    for event in happened:
        kind, who = event[0], event[1]
        mine = who == seat
        if kind == events.ACTIONS:
            if mine:
                calls = set(event[2:])
            for ident, called in _RIDES.items():
                if not mine and called & set(event[2:]):
                    found[f"{ident}.chance"] = 1.0
        elif kind == events.DRAW:
            cards = len(event) - 3
            found["drawn" if mine else "others"] += cards if mine else 0.5 * cards / rivals
        elif kind == events.PLACE:
            if mine:
                found["placed"] += 1
                develops = after.cards.development[event[2]]
                _ride(found, calls, "ride_develop" if develops else "ride_settle")
            else:
                found["others"] += 2 / rivals
        elif kind == events.GAIN:
            found["vp" if mine else "others"] += event[3] if mine else event[3] / rivals
            if mine:
                _ride(found, calls, "ride_consume")
        elif kind == events.PRODUCE and mine:
            made += 1
            _ride(found, calls, "ride_produce")
        elif kind == events.DAMAGE and mine:
            found["damage"] += 1
    found["hand"] = len(after.hand[seat])
    found["goods"] = sum(good >= 0 for good in after.goods[seat])
    found["cycle"] = float(made >= ENGINE or found["vp"] >= ENGINE)
    if after.over:
        found["won" if seat in after.winners() else "lost"] = 1
    return found


def _ride(found: dict[str, float], calls: set[int], ident: str) -> None:
    """Note that something was done in a phase, if others called it."""
    if calls and not calls & _RIDES[ident]:
        found[ident] = 1.0
