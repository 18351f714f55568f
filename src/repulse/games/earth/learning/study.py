"""The facts of earth about a finished game: regions, Gadgets, bids, and where the points came from."""

from __future__ import annotations

from repulse.engine.contract import Event
from repulse.engine.study import (
    CHOICE,
    COUNT,
    NUMBER,
    POINTS,
    ROUNDS,
    SEATS,
    TEXT,
    THINGS,
    WHEN,
    Column,
    Fact,
    GameStudy,
    StudyTable,
)
from repulse.games.earth.rules.codes import events
from repulse.games.earth.rules.codes.board import REGIONS
from repulse.games.earth.rules.components import Components
from repulse.games.earth.rules.state import EarthState


def _tables(table: Components) -> list[StudyTable]:
    """Return the tables: of seats, of regions, of Gadgets, of the turns."""
    points = [Column(f"points_{name.lower().replace(' ', '_')}", POINTS) for name in table.region_names]
    first = [*table.region_names, "none"]
    return [
        StudyTable(
            "seats", SEATS, [Column("first_region", CHOICE, first), Column("first_bid", NUMBER), *points]
        ),
        StudyTable(
            "regions",
            THINGS,
            [
                Column("region", CHOICE, table.region_names),
                Column("deployed", WHEN),
                Column("ships", COUNT),
                Column("rewarded", COUNT),
            ],
        ),
        StudyTable(
            "gadgets",
            THINGS,
            [
                Column("gadget", CHOICE, table.gadget_names),
                Column("used", COUNT),
                Column("first_used", WHEN),
                Column("energy", NUMBER),
            ],
        ),
        StudyTable("turns", ROUNDS, [Column("turn"), Column("bid"), Column("card")]),
    ]


def _add_rows(state: EarthState, log: list[Event], tables: list[list[int]]) -> None:
    """Write the rows of a finished game."""
    designs = len(state.table.gadget_names)
    regions = [0] * (state.players * REGIONS * 3)
    gadgets = [0] * (state.players * designs * 3)
    first_region = [REGIONS] * state.players
    first_bid = [0] * state.players
    bids = [0] * state.players
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
            index = (seat * REGIONS + event[2]) * 3
            if regions[index] == 0:
                regions[index] = turn
            regions[index + 1] += event[3]
        elif kind == events.REWARD:
            regions[(seat * REGIONS + event[2]) * 3 + 2] += 1
        elif kind == events.GADGET:
            index = (seat * designs + event[2]) * 3
            gadgets[index] += 1
            if gadgets[index + 1] == 0:
                gadgets[index + 1] = turn
            gadgets[index + 2] += event[3]
    for seat in range(state.players):
        earned = state.earned[REGIONS * seat : REGIONS * seat + REGIONS]
        tables[0] += [seat, first_region[seat], first_bid[seat], *earned]
        for region in range(REGIONS):
            index = (seat * REGIONS + region) * 3
            if regions[index] or regions[index + 2]:
                tables[1] += [seat, region, *regions[index : index + 3]]
        for design in range(designs):
            index = (seat * designs + design) * 3
            if gadgets[index]:
                tables[2] += [seat, design, *gadgets[index : index + 3]]


class EarthStudy(GameStudy[EarthState]):
    """The facts of earth for people who study many games."""

    def facts(self, state: EarthState) -> list[Fact]:
        """Return the facts of a finished game."""
        return [
            Fact("ending", TEXT),
            Fact("hourglasses"),
            Fact("energy", per_seat=True),
            Fact("ships", per_seat=True),
        ]

    def tables(self, state: EarthState) -> list[StudyTable]:
        """Return the tables to fill."""
        return _tables(state.table)

    def add_rows(self, state: EarthState, log: list[Event], tables: list[list[int]]) -> None:
        """Add the rows of a finished game."""
        _add_rows(state, log, tables)
