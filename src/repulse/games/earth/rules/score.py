"""Rules 5.4: what a region pays and what the counterattack costs; also as a forecast and a breakdown."""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import Seat
from repulse.games.earth.rules.codes import events
from repulse.games.earth.rules.codes.board import REGIONS
from repulse.games.earth.rules.position import Position

FIRST_VP: Final = 4
SECOND_ENERGY: Final = 4
THIRD_ENERGY: Final = 2
HARVEST_VP: Final = 2
HARVEST_SECOND: Final = 2
HARVEST_THIRD: Final = 1


class Share:
    """What one seat gets and loses in one scoring region, and why."""

    def __init__(self, region: int, seat: Seat) -> None:
        self.region = region
        self.seat = seat
        self.ships = 0
        self.hologram = 0
        """Ships that count without being there."""
        self.place = 0
        """1 for the most ships; tied seats have the same place."""
        self.sharing = 1
        """How many seats are tied for the place, this one included."""
        self.full_vp = 0
        self.full_energy = 0
        """The share before the seat's own mothership halves it."""
        self.halved = False
        self.vp = 0
        self.energy = 0
        self.shielded = False
        self.lost = 0
        """Casualties of the counterattack."""


def places_pay(players: int, tokens: int, above: int, equal: int) -> tuple[int, int]:
    """VP and Energy for each of `equal` seats that share the places after the first `above` (R-EAR-41 to 45)."""
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
    """What the counterattack destroys: half a winner's ships, rounded up, and one of any other's (R-EAR-49 to 51)."""
    if place == 1:
        return (ships + 1) // 2
    return min(ships, 1)


def region_shares(p: Position, region: int) -> list[Share]:
    """What each seat with ships in a region gets if it scores now, best place first."""
    players = p.players
    bit = 1 << region
    strength: list[int] = []
    for seat in range(players):
        at = REGIONS * seat + region
        ships = p.ships[at]
        strength.append(ships + p.hologram[at] if ships > 0 else 0)
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
        share.ships = p.ships[REGIONS * seat + region]
        share.hologram = mine - share.ships
        share.place = above + 1
        share.sharing = equal
        vp, energy = places_pay(players, p.harvest[region], above, equal)
        share.full_vp = share.vp = vp
        share.full_energy = share.energy = energy
        if p.mothership[seat] == region and not p.clamps[seat] & bit:
            share.halved = True
            share.vp //= 2
            share.energy //= 2
        if p.shields[seat] & bit:
            share.shielded = True
        else:
            share.lost = casualties(share.ships, share.place)
        at = len(shares)
        while at > 0 and shares[at - 1].place > share.place:
            at -= 1
        shares.insert(at, share)
    return shares


def forecast(p: Position) -> list[Share]:
    """What this turn's scoring would give and take if it came now, region by region."""
    shares: list[Share] = []
    for region in range(REGIONS):
        if p.scoring >> region & 1:
            shares.extend(region_shares(p, region))
    return shares


def score_breakdown(p: Position, seat: Seat) -> list[tuple[int, int]]:
    """Where the VP of a seat came from: region and VP, for every region that gave any."""
    at = REGIONS * seat
    return [(region, p.earned[at + region]) for region in range(REGIONS) if p.earned[at + region] > 0]


def score_turn(p: Position) -> None:
    """Score the regions with tiles, then the counterattack; clear what lasts only this turn."""
    p.actor = -1
    p.moment += 1
    for share in forecast(p):
        seat = share.seat
        p.vp[seat] += share.vp
        p.earned[REGIONS * seat + share.region] += share.vp
        p.energy[seat] += share.energy
        p.destroy(seat, share.region, share.lost)
        if p.log is not None:
            _tell_share(p, share)
    for region in range(REGIONS):
        if p.scoring >> region & 1:
            p.harvest[region] = 0
    p.scored_before = p.scoring
    p.scoring = 0
    for seat in range(p.players):
        p.shields[seat] = 0
        p.clamps[seat] = 0
    p.hologram = [0] * (REGIONS * p.players)


def _tell_share(p: Position, share: Share) -> None:
    seat = share.seat
    halved = 1 if share.halved else 0
    p.tell([events.REWARD, seat, share.region, share.place, share.sharing, share.vp, share.energy, halved])
    winner = 1 if share.place == 1 else 0
    shielded = 1 if share.shielded else 0
    p.tell([events.CASUALTIES, seat, share.region, share.lost, winner, shielded])
