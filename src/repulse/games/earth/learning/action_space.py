"""The actions of earth for learners: how its options are spelled as picks.

Seats are counted from the one that decides, so that an action means the same thing for everybody.
"""

from __future__ import annotations

from typing import Final

from repulse.engine.caches import remember
from repulse.engine.contract import Seat
from repulse.engine.picks.space import END, ActionSpace, Digits, Domain, Listed
from repulse.games.earth.rules.codes.action import DEPLOY, END_TURN, FLY, USE_GADGET
from repulse.games.earth.rules.codes.board import REGIONS
from repulse.games.earth.rules.components import Components, learner_names
from repulse.games.earth.rules.position import Position
from repulse.games.earth.rules.tokens import action_word

_BASE: Final = 32
"""Bids below this are one pick."""


class Seats(Domain):
    """Seats, counted from the one that decides."""

    def __init__(self, picks: list[int]) -> None:
        self._picks = picks

    def encode_step(self, seat: Seat, value: int, position: int) -> int:
        """Return the pick of a seat."""
        return self._picks[(value - seat) % len(self._picks)] if position == 0 else END


class Targets(Domain):
    """A seat in a region: the seat, then the region."""

    def __init__(self, seats: list[int], regions: list[int]) -> None:
        self._seats = seats
        self._regions = regions

    def encode_step(self, seat: Seat, value: int, position: int) -> int:
        """Return the seat first, the region second."""
        if position == 0:
            return self._seats[(value // REGIONS - seat) % len(self._seats)]
        return self._regions[value % REGIONS] if position == 1 else END


_spaces: dict[tuple[Components, int], ActionSpace] = {}


def action_space(state: Position) -> ActionSpace:
    """Return the actions of a position's configuration, built once."""
    key = (state.table, state.players)
    space = _spaces.get(key)
    return remember(_spaces, key, _make_space(state.table, state.players)) if space is None else space


def _make_space(table: Components, players: int) -> ActionSpace:
    space = ActionSpace()
    region_names = learner_names(table.region_names, table.region_origin)
    gadgets = learner_names(table.gadget_names, table.gadget_origin)
    actions = {
        value: space.action(f"action/{action_word(region_names, gadgets, value)}")
        for value in _actions(table)
    }
    space.set_encoding("action", Listed(actions))
    regions = [space.action(f"region/{name}") for name in region_names]
    space.set_encoding("region", Listed(dict(enumerate(regions))))
    portals = [space.action(f"portal/{region_names[region]}") for region in table.portal_mothership]
    space.set_encoding("portal", Listed(dict(enumerate(portals))))
    cards = range(1, table.cards() + 1)
    space.set_encoding("turn-order", Listed({card: space.action(f"turn-order/{card}") for card in cards}))
    seats = [space.action(f"seat+{away}") for away in range(players)]
    space.set_encoding("seat", Seats(seats))
    space.set_encoding("target", Targets(seats, regions))
    numbers = Digits(space, "number", _BASE)
    space.set_encoding("number", numbers)
    space.set_encoding("energy", numbers)
    return space


def _actions(table: Components) -> list[int]:
    """Return everything that can be done in a turn."""
    actions = [END_TURN, DEPLOY]
    for region in range(REGIONS):
        actions.extend(table.move_actions[region])
    actions.extend(FLY + region for region in range(REGIONS))
    actions.extend(USE_GADGET + design for design in range(len(table.gadget_names)))
    return actions
