"""What a position of earth is worth to a seat, region by region, in the eyes of the sensible bot.

Everything is counted in units of a twentieth of a VP. A region is worth what it would pay if it scored now
(in full if it scores this turn, in part if it may later), the ships that would be left there, and a little for
keeping VP from the others.
"""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import Seat
from repulse.games.earth.rules.codes.board import NOWHERE, REGIONS
from repulse.games.earth.rules.components import TABLE
from repulse.games.earth.rules.position import Position
from repulse.games.earth.rules.score import casualties, places_pay

VP: Final = 20
ENERGY: Final = 5
RIVAL_VP: Final = 5
SHIP: Final = 6
LATER: Final = 35
"""Per cent that a reward counts in a region that does not score this turn."""

_MOST: Final = 32
_UNKNOWN: Final = -1 << 30


def _distances() -> list[int]:
    """How many moves it takes from one region (times eight) to another."""
    far = [REGIONS] * (REGIONS * REGIONS)
    for start in range(REGIONS):
        far[REGIONS * start + start] = 0
        reached = [start]
        for region in reached:
            for near in TABLE.adjacent[region]:
                if far[REGIONS * start + near] == REGIONS:
                    far[REGIONS * start + near] = far[REGIONS * start + region] + 1
                    reached.append(near)
    return far


DISTANCE: Final = _distances()


class Worth:
    """The worth of regions to one seat, remembered by the number of its ships there."""

    def __init__(self, p: Position, seat: Seat) -> None:
        self.p = p
        self.seat = seat
        self.home = p.mothership[seat]
        self.mine = p.ships[REGIONS * seat : REGIONS * seat + REGIONS]
        self._known: list[int] = [_UNKNOWN] * (REGIONS * _MOST)

    def of(self, region: int, ships: int) -> int:
        """The worth of a region with so many ships of the seat in it."""
        at = region * _MOST + ships
        worth = self._known[at]
        if worth == _UNKNOWN:
            worth = self.estimate(
                region, ships, self.home, self.p.harvest[region], self._scores(region), -1, 0
            )
            self._known[at] = worth
        return worth

    def gain(self, region: int, change: int) -> int:
        """What it is worth to have so many more ships in a region."""
        ships = self.mine[region]
        return self.of(region, ships + change) - self.of(region, ships)

    def _scores(self, region: int) -> bool:
        return self.p.scoring >> region & 1 == 1

    def estimate(
        self, region: int, ships: int, home: int, tokens: int, scores: bool, other: Seat, change: int
    ) -> int:
        """The same for any home, tokens and tile, with `change` ships more for another seat (all others: -2)."""
        p = self.p
        players = p.players
        seat = self.seat
        strength: list[int] = []
        for each in range(players):
            at = REGIONS * each + region
            count = ships if each == seat else p.ships[at]
            if each != seat and (each == other or other == -2):
                count = max(0, count + change)
            strength.append(count + p.hologram[at] if count > 0 else 0)
        worth = 0
        place = 1
        for each in range(players):
            count = strength[each]
            if count == 0:
                continue
            above = 0
            equal = 0
            for rival in strength:
                if rival > count:
                    above += 1
                elif rival == count:
                    equal += 1
            if each != seat:
                if above == 0:
                    worth -= RIVAL_VP * (4 + 2 * tokens) // equal
                continue
            place = above + 1
            pay = places_pay(players, tokens, above, equal)
            if home == region and not p.clamps[seat] >> region & 1:
                worth += VP * (pay[0] // 2) + ENERGY * (pay[1] // 2)
            else:
                worth += VP * pay[0] + ENERGY * pay[1]
        if not scores:
            return worth * LATER // 100 + SHIP * ships
        if p.shields[seat] >> region & 1:
            return worth + SHIP * ships
        return worth + SHIP * (ships - casualties(ships, place))

    def flight(self, goal: int) -> int:
        """What it is worth to have the mothership in another region."""
        home = self.home
        total = self.reach(goal) - self.reach(home)
        for region in (home, goal):
            tokens = self.p.harvest[region]
            now = self.of(region, self.mine[region])
            then = self.estimate(region, self.mine[region], goal, tokens, self._scores(region), -1, 0)
            total += then - now
        return total

    def reach(self, home: int) -> int:
        """What it is worth to deploy in a region: rewards near it, but none in it."""
        if home == NOWHERE:
            return 0
        total = 0
        for region in TABLE.adjacent[home]:
            total += 3 + self.p.harvest[region]
        return total
