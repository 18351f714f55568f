"""What earth tells about a finished game: regions, Gadgets, bids, and where the points came from."""

from __future__ import annotations

from repulse.engine.contract import Event
from repulse.engine.study import (
    CHOICE,
    COUNT,
    NUMBER,
    POINTS,
    ROUNDS,
    SEATS,
    THINGS,
    WHEN,
    Column,
    StudyTable,
)
from repulse.games.earth.rules.codes import events
from repulse.games.earth.rules.codes.board import REGIONS
from repulse.games.earth.rules.components import TABLE
from repulse.games.earth.rules.state import EarthState


def study_tables() -> list[StudyTable]:
    """The tables: of seats, of regions, of Gadgets, of the turns."""
    points = [Column(f"points_{name.lower().replace(' ', '_')}", POINTS) for name in TABLE.region_names]
    first = [*TABLE.region_names, "none"]
    return [
        StudyTable(
            "seats", SEATS, [Column("first_region", CHOICE, first), Column("first_bid", NUMBER), *points]
        ),
        StudyTable(
            "regions",
            THINGS,
            [
                Column("region", CHOICE, TABLE.region_names),
                Column("deployed", WHEN),
                Column("ships", COUNT),
                Column("rewarded", COUNT),
            ],
        ),
        StudyTable(
            "gadgets",
            THINGS,
            [
                Column("gadget", CHOICE, TABLE.gadget_names),
                Column("used", COUNT),
                Column("first_used", WHEN),
                Column("energy", NUMBER),
            ],
        ),
        StudyTable("turns", ROUNDS, [Column("turn"), Column("bid"), Column("card")]),
    ]


def study(p: EarthState, log: list[Event], tables: list[list[int]]) -> None:
    """Write the rows of a finished game."""
    designs = len(TABLE.gadget_names)
    regions = [0] * (p.players * REGIONS * 3)
    gadgets = [0] * (p.players * designs * 3)
    first_region = [REGIONS] * p.players
    first_bid = [0] * p.players
    bids = [0] * p.players
    turn = 0
    for event in log:
        kind = event[0]
        seat = event[1]
        if kind == events.TURN:
            turn = event[2]
        elif kind == events.BID:
            bids[seat] = event[2]
            if turn == 1:
                first_bid[seat] = event[2]
        elif kind == events.TAKE_CARD:
            tables[3] += [seat, turn, bids[seat], event[2]]
        elif kind == events.DEPLOY:
            if first_region[seat] == REGIONS:
                first_region[seat] = event[2]
            at = (seat * REGIONS + event[2]) * 3
            if regions[at] == 0:
                regions[at] = turn
            regions[at + 1] += event[3]
        elif kind == events.REWARD:
            regions[(seat * REGIONS + event[2]) * 3 + 2] += 1
        elif kind == events.GADGET:
            at = (seat * designs + event[2]) * 3
            gadgets[at] += 1
            if gadgets[at + 1] == 0:
                gadgets[at + 1] = turn
            gadgets[at + 2] += event[3]
    for seat in range(p.players):
        earned = p.earned[REGIONS * seat : REGIONS * seat + REGIONS]
        tables[0] += [seat, first_region[seat], first_bid[seat], *earned]
        for region in range(REGIONS):
            at = (seat * REGIONS + region) * 3
            if regions[at] or regions[at + 2]:
                tables[1] += [seat, region, *regions[at : at + 3]]
        for design in range(designs):
            at = (seat * designs + design) * 3
            if gadgets[at]:
                tables[2] += [seat, design, *gadgets[at : at + 3]]
