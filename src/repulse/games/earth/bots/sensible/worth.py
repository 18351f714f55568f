"""The worth of a position of earth to a seat, region by region, in the eyes of the sensible bot.

Everything is counted in units of a twentieth of a VP. A region is worth what it would pay if it scored now
(in full if it scores this turn, in part if it may later), the ships that would be left there, and a little for
keeping VP from the others.
"""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import Seat
from repulse.games.earth.rules.codes.board import NOWHERE, REGIONS
from repulse.games.earth.rules.position import Position
from repulse.games.earth.rules.score import casualties, places_pay

VP: Final = 20
ENERGY: Final = 5
RIVAL_VP: Final = 5
SHIP: Final = 6
LATER: Final = 35
"""Per cent that a reward counts in a region that does not score this turn."""

MAX_EXTRA: Final = 41
"""More ships than are ever counted beyond those of a player: two Gadgets of 20."""
_UNKNOWN: Final = -1 << 30


class Worth:
    """The worth of regions to one seat, remembered by the number of its ships there."""

    def __init__(self, state: Position, seat: Seat) -> None:
        self.p = state
        self.seat = seat
        self.home = state.mothership[seat]
        self.mine = state.ships[REGIONS * seat : REGIONS * seat + REGIONS]
        # A Gadget or an estimate may count more ships than a player has.
        self._most = state.table.ships + MAX_EXTRA
        self._known: list[int] = [_UNKNOWN] * (REGIONS * self._most)

    def of(self, region: int, ships: int) -> int:
        """Return the worth of a region with `ships` ships of the seat in it."""
        index = region * self._most + ships
        worth = self._known[index]
        if worth == _UNKNOWN:
            worth = self.estimate(
                region, ships, self.home, self.p.harvest[region], self._scores(region), -1, 0
            )
            self._known[index] = worth
        return worth

    def gain(self, region: int, change: int) -> int:
        """Return the worth of `change` more ships in a region."""
        ships = self.mine[region]
        return self.of(region, ships + change) - self.of(region, ships)

    def _scores(self, region: int) -> bool:
        return self.p.scoring >> region & 1 == 1

    def estimate(
        self, region: int, ships: int, home: int, tokens: int, scores: bool, other: Seat, change: int
    ) -> int:
        """Return the same for any home, tokens and tile, with `change` ships more for another seat (all others: -2)."""
        state = self.p
        players = state.players
        seat = self.seat
        strength: list[int] = []
        for other_seat in range(players):
            index = REGIONS * other_seat + region
            count = ships if other_seat == seat else state.ships[index]
            if other_seat != seat and (other_seat == other or other == -2):
                count = max(0, count + change)
            strength.append(count + state.hologram[index] if count > 0 else 0)
        worth = 0
        place = 1
        for other_seat in range(players):
            count = strength[other_seat]
            if count == 0:
                continue
            above = 0
            equal = 0
            for rival in strength:
                if rival > count:
                    above += 1
                elif rival == count:
                    equal += 1
            if other_seat != seat:
                if above == 0:
                    worth -= RIVAL_VP * (4 + 2 * tokens) // equal
                continue
            place = above + 1
            pay = places_pay(players, tokens, above, equal)
            if home == region and not state.clamps[seat] >> region & 1:
                worth += VP * (pay[0] // 2) + ENERGY * (pay[1] // 2)
            else:
                worth += VP * pay[0] + ENERGY * pay[1]
        if not scores:
            return worth * LATER // 100 + SHIP * ships
        if state.shields[seat] >> region & 1:
            return worth + SHIP * ships
        return worth + SHIP * (ships - casualties(ships, place))

    def flight(self, goal: int) -> int:
        """Return what it is worth to have the mothership in another region."""
        home = self.home
        total = self.reach(goal) - self.reach(home)
        for region in (home, goal):
            tokens = self.p.harvest[region]
            now = self.of(region, self.mine[region])
            then = self.estimate(region, self.mine[region], goal, tokens, self._scores(region), -1, 0)
            total += then - now
        return total

    def reach(self, home: int) -> int:
        """Return what it is worth to deploy in a region: rewards near it, but none in it."""
        if home == NOWHERE:
            return 0
        total = 0
        for region in self.p.table.adjacent[home]:
            total += 3 + self.p.harvest[region]
        return total
