"""The actions of earth for learners: how its options are spelled as picks.

Seats are counted from the one that decides, so that an action means the same thing for everybody.
"""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import Seat
from repulse.engine.picks import END, ActionSpace, Digits, Domain, Listed
from repulse.games.earth.rules.codes.action import DEPLOY, END_TURN, FLY, USE_GADGET
from repulse.games.earth.rules.codes.board import REGIONS
from repulse.games.earth.rules.components import TABLE
from repulse.games.earth.rules.position import Position
from repulse.games.earth.rules.tokens import word_of

_BASE: Final = 32
"""Bids below this are one pick."""


class Seats(Domain):
    """Seats, counted from the one that decides."""

    def __init__(self, picks: list[int]) -> None:
        self._picks = picks

    def pick(self, seat: Seat, value: int, at: int) -> int:
        """The pick of a seat."""
        return self._picks[(value - seat) % len(self._picks)] if at == 0 else END


class Targets(Domain):
    """A seat in a region: the seat, then the region."""

    def __init__(self, seats: list[int], regions: list[int]) -> None:
        self._seats = seats
        self._regions = regions

    def pick(self, seat: Seat, value: int, at: int) -> int:
        """The seat first, the region second."""
        if at == 0:
            return self._seats[(value // REGIONS - seat) % len(self._seats)]
        return self._regions[value % REGIONS] if at == 1 else END


_spaces: dict[int, ActionSpace] = {}


def action_space(p: Position) -> ActionSpace:
    """The actions of a position's configuration, built once."""
    space = _spaces.get(p.players)
    if space is None:
        space = _make_space(p.players)
        _spaces[p.players] = space
    return space


def _make_space(players: int) -> ActionSpace:
    space = ActionSpace()
    actions = {value: space.action(f"action/{word_of('action', value)}") for value in _actions()}
    space.spell("action", Listed(actions))
    regions = [space.action(f"region/{name}") for name in TABLE.region_names]
    space.spell("region", Listed(dict(enumerate(regions))))
    portals = [space.action(f"portal/{TABLE.region_names[region]}") for region in TABLE.portal_mothership]
    space.spell("portal", Listed(dict(enumerate(portals))))
    cards = range(1, TABLE.cards() + 1)
    space.spell("turn-order", Listed({card: space.action(f"turn-order/{card}") for card in cards}))
    seats = [space.action(f"seat+{away}") for away in range(players)]
    space.spell("seat", Seats(seats))
    space.spell("target", Targets(seats, regions))
    numbers = Digits(space, "number", _BASE)
    space.spell("number", numbers)
    space.spell("energy", numbers)
    return space


def _actions() -> list[int]:
    """Everything that can be done in a turn."""
    actions = [END_TURN, DEPLOY]
    for region in range(REGIONS):
        actions.extend(TABLE.move_actions[region])
    actions.extend(FLY + region for region in range(REGIONS))
    actions.extend(USE_GADGET + design for design in range(len(TABLE.gadget_names)))
    return actions
