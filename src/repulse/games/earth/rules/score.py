"""Rules 5.4: what a region pays and what the counterattack costs, as a forecast and a breakdown."""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import Seat
from repulse.games.earth.rules.codes.board import REGIONS
from repulse.games.earth.rules.position import Position

FIRST_VP: Final = 4
SECOND_ENERGY: Final = 4
THIRD_ENERGY: Final = 2
HARVEST_VP: Final = 2
HARVEST_SECOND: Final = 2
HARVEST_THIRD: Final = 1


class Share:
    """The gains and losses of one seat in one scoring region, with their reasons."""

    def __init__(self, region: int, seat: Seat) -> None:
        self.region = region
        self.seat = seat
        self.ships = 0
        self.hologram = 0
        """Ships that count without being there."""
        self.place = 0
        """1 for the most ships; tied seats have the same place."""
        self.sharing = 1
        """The number of seats tied for the place, this one included."""
        self.halved = False
        self.vp = 0
        self.energy = 0
        self.shielded = False
        self.lost = 0
        """Casualties of the counterattack."""


def places_pay(players: int, tokens: int, above: int, equal: int) -> tuple[int, int]:
    """Return the VP and Energy of each of `equal` seats that share the places after the first `above` (R-EAR-41 to 45)."""
    vp = 0
    energy = 0
    if above == 0:
        vp = FIRST_VP + HARVEST_VP * tokens
    if above <= 1 < above + equal:
        energy = SECOND_ENERGY + HARVEST_SECOND * tokens
    if above <= 2 < above + equal and players > 3:
        energy += THIRD_ENERGY + HARVEST_THIRD * tokens
    return vp // equal, energy // equal


def casualties(ships: int, place: int) -> int:
    """Return what the counterattack destroys: half a winner's ships, rounded up, and one of any other's (R-EAR-49 to 51)."""
    if place == 1:
        return (ships + 1) // 2
    return min(ships, 1)


def region_shares(state: Position, region: int) -> list[Share]:
    """Return what each seat with ships in a region gets if it scores now, best place first."""
    players = state.players
    bit = 1 << region
    strength: list[int] = []
    for seat in range(players):
        index = REGIONS * seat + region
        ships = state.ships[index]
        strength.append(ships + state.hologram[index] if ships > 0 else 0)
    shares: list[Share] = []
    for seat in range(players):
        mine = strength[seat]
        if mine == 0:
            continue
        above = 0
        equal = 0
        for other in range(players):
            if strength[other] > mine:
                above += 1
            elif strength[other] == mine:
                equal += 1
        share = Share(region, seat)
        share.ships = state.ships[REGIONS * seat + region]
        share.hologram = mine - share.ships
        share.place = above + 1
        share.sharing = equal
        vp, energy = places_pay(players, state.harvest[region], above, equal)
        share.vp = vp
        share.energy = energy
        if state.mothership[seat] == region and not state.clamps[seat] & bit:
            share.halved = True
            share.vp //= 2
            share.energy //= 2
        if state.shields[seat] & bit:
            share.shielded = True
        else:
            share.lost = casualties(share.ships, share.place)
        rank = len(shares)
        while rank > 0 and shares[rank - 1].place > share.place:
            rank -= 1
        shares.insert(rank, share)
    return shares


def forecast(state: Position) -> list[Share]:
    """Return what scoring would give and take if it came now, region by region."""
    shares: list[Share] = []
    for region in range(REGIONS):
        if state.scoring >> region & 1:
            shares.extend(region_shares(state, region))
    return shares


def score_breakdown(state: Position, seat: Seat) -> list[tuple[int, int]]:
    """Return the regions that gave VP to a seat, each with its VP."""
    first = REGIONS * seat
    earned = state.earned[first : first + REGIONS]
    return [(region, vp) for region, vp in enumerate(earned) if vp > 0]
