"""The features of earth: a position as numbers, as seen by the seat being asked."""

from __future__ import annotations

from typing import Final

from repulse.engine.caches import remember
from repulse.engine.contract import Decision, Seat
from repulse.engine.features import FeatureLayout, seat_name, small
from repulse.games.earth.learning.action_space import action_space
from repulse.games.earth.rules.codes import prompts
from repulse.games.earth.rules.codes.board import HIDDEN, REGIONS
from repulse.games.earth.rules.components import Components, learner_names
from repulse.games.earth.rules.position import Position
from repulse.games.earth.rules.score import forecast

# The numbers of each seat.
VP: Final = 0
ENERGY: Final = 1
SUPPLY: Final = 2
BID: Final = 3
HAS_BID: Final = 4
CARD: Final = 5
STARS: Final = 6
DISCOUNT: Final = 7
HAS_TURN: Final = 8
WAITS: Final = 9
VP_NOW: Final = 10
ENERGY_NOW: Final = 11
TO_THRESHOLD: Final = 12
_SEAT_ROWS: Final[list[tuple[str, int, str]]] = [
    ("vp", 30, "VP"),
    ("energy", 20, "Energy"),
    ("supply", 24, "ships in the supply"),
    ("bid", 10, "the bid of this turn, once it may be seen"),
    ("has_bid", 1, "whether a bid may be seen"),
    ("card", 16, "the Turn Order card"),
    ("stars", 7, "Action Points of the Turn Order card"),
    ("discount", 2, "Gadget discount of the Turn Order card"),
    ("has_turn", 1, "whether it is this seat's turn"),
    ("waits", 1, "whether this seat still waits for a card or a turn"),
    ("vp_now", 12, "VP that this turn's scoring would give now"),
    ("energy_now", 12, "Energy that this turn's scoring would give now"),
    ("to_threshold", 30, "VP missing to the end of the game"),
]

# The numbers of each seat in each region.
_REGION_BLOCKS: Final[list[tuple[str, int, str]]] = [
    ("ships", 8, "ships in a region"),
    ("mothership", 1, "where the mothership is"),
    ("hologram", 4, "ships that count in a region without being there"),
    ("shield", 1, "whether a region is shielded"),
    ("clamps", 1, "whether a mothership does not halve its rewards"),
    ("region_vp", 6, "VP that a region would give now"),
    ("region_energy", 6, "Energy that a region would give now"),
]
SHIPS: Final = 0
MOTHERSHIP: Final = 1
HOLOGRAM: Final = 2
SHIELD: Final = 3
CLAMPS: Final = 4
REGION_VP: Final = 5
REGION_ENERGY: Final = 6

# The numbers of the question and of the whole table.
MIN_PICKS: Final = 0
MAX_PICKS: Final = 1
COUNT: Final = 2
POINTS: Final = 3
GADGET_USED: Final = 4
TURN: Final = 5
SET_ASIDE: Final = 6
_TABLE_ROWS: Final[list[tuple[str, int, str]]] = [
    ("ask/least", 4, "options still to pick at least"),
    ("ask/most", 4, "options still to pick at most"),
    ("ask/picked", 4, "picks made so far"),
    ("points", 7, "Action Points that the acting seat has left"),
    ("gadget_used", 1, "whether the acting seat has used a Gadget"),
    ("turn", 15, "the turn"),
    ("set_aside", 6, "hourglasses set aside"),
]

MAX_SHIPS: Final = 6
MAX_ENERGY: Final = 16


class EarthLayout:
    """The layout of a configuration, with the index of everything in it."""

    def __init__(self, state: Position) -> None:
        layout = FeatureLayout()
        self.layout = layout
        table = state.table
        regions = learner_names(table.region_names, table.region_origin)
        gadgets = learner_names(table.gadget_names, table.gadget_origin)
        self.prompt = layout.block("prompt", [row.ident for row in prompts.PROMPTS], "the question")
        self.prompts = {row.ident: i for i, row in enumerate(prompts.PROMPTS)}
        self.table = layout.size
        for name, scale, what in _TABLE_ROWS:
            layout.number(name, what, scale)
        self.about = layout.block("about", gadgets, "the Gadget that asks")
        self.picked = layout.block(
            "picked", action_space(state).names, "how often an action was picked in this answer"
        )
        self.effect = layout.block("effect/first", regions, "the region chosen first for the Gadget")
        layout.block("effect/second", regions, "the region chosen second for the Gadget")
        self.players = layout.block("players", ("3", "4", "5"), "how many play")
        self.scoring = layout.block("scoring", regions, "regions with a scoring tile")
        self.scored_before = layout.block("scored_before", regions, "regions that scored the turn before")
        self.harvest = layout.block("harvest", regions, "harvest tokens of a region", scale=4)
        cards = [str(card) for card in range(1, table.cards() + 1)]
        self.card_row = layout.block("cards", cards, "Turn Order cards that can be taken")
        portals = [regions[region] for region in table.portal_mothership]
        self.portal_row = layout.block("portals", portals, "Portals that can be taken")
        self.gadget_row = layout.block("gadgets", gadgets, "Gadgets on offer", scale=2)
        self.numbers: list[int] = []
        self.energy_is: list[int] = []
        self.regions: list[int] = []
        self.ships_is: list[int] = []
        steps = [str(number) for number in range(1, MAX_SHIPS)] + [f"{MAX_SHIPS}+"]
        ships = [f"{region} {step}" for region in regions for step in steps]
        energies = [str(number) for number in range(MAX_ENERGY)] + [f"{MAX_ENERGY}+"]
        for away in range(state.players):
            who = seat_name(away)
            self.numbers.append(layout.size)
            for name, scale, what in _SEAT_ROWS:
                layout.number(f"{who}/{name}", what, scale)
            self.energy_is.append(layout.block(f"{who}/energy_is", energies, "Energy"))
            self.regions.append(layout.size)
            for name, scale, what in _REGION_BLOCKS:
                layout.block(f"{who}/{name}", regions, what, scale=scale)
            self.ships_is.append(layout.block(f"{who}/ships_is", ships, "ships in a region, if any"))
        self.blank = bytes(layout.size)


_layouts: dict[tuple[Components, int], EarthLayout] = {}


def layout_of(state: Position) -> EarthLayout:
    """Return the layout of a position's configuration, built once."""
    key = (state.table, state.players)
    layout = _layouts.get(key)
    return remember(_layouts, key, EarthLayout(state)) if layout is None else layout


def write_features(state: Position, decision: Decision, picked: list[int], out: bytearray) -> None:
    """Write all numbers of a position."""
    layout = layout_of(state)
    out[:] = layout.blank
    _write_question(layout, state, decision, picked, out)
    _write_table(layout, state, out)
    me = decision.seat
    for away in range(state.players):
        _write_seat(layout, state, (me + away) % state.players, away, away == 0, out)
    if state.scoring:
        _write_forecast(layout, state, me, out)


def _write_question(
    layout: EarthLayout, state: Position, decision: Decision, picked: list[int], out: bytearray
) -> None:
    out[layout.prompt + layout.prompts[decision.prompt]] = 1
    table = layout.table
    count = len(picked)
    out[table + MIN_PICKS] = small(decision.least - count)
    out[table + MAX_PICKS] = small(decision.most - count)
    out[table + COUNT] = small(count)
    for pick in picked:
        out[layout.picked + pick] += 1
    if decision.about >= 0:
        out[layout.about + decision.about] = 1
        for i in range(min(2, len(state.picked))):
            out[layout.effect + i * REGIONS + state.picked[i]] = 1


def _write_table(layout: EarthLayout, state: Position, out: bytearray) -> None:
    table = layout.table
    out[table + POINTS] = small(state.points)
    out[table + GADGET_USED] = 1 if state.gadget_used else 0
    out[table + TURN] = small(state.turn)
    out[table + SET_ASIDE] = small(len(state.set_aside))
    out[layout.players + state.players - 3] = 1
    for region in range(REGIONS):
        if state.scoring >> region & 1:
            out[layout.scoring + region] = 1
        if state.scored_before >> region & 1:
            out[layout.scored_before + region] = 1
        if state.harvest[region]:
            out[layout.harvest + region] = small(state.harvest[region])
    for card in state.card_row:
        out[layout.card_row + card - 1] = 1
    for portal in state.portal_row:
        out[layout.portal_row + portal] = 1
    for face in state.gadget_row:
        out[layout.gadget_row + (face >> 1)] += 1


def _write_seat(
    layout: EarthLayout, state: Position, seat: Seat, away: int, mine: bool, out: bytearray
) -> None:
    start = layout.numbers[away]
    energy = state.energy[seat]
    out[start + VP] = small(state.vp[seat])
    out[start + ENERGY] = small(energy)
    out[layout.energy_is[away] + min(energy, MAX_ENERGY)] = 1
    out[start + SUPPLY] = small(state.supply[seat])
    out[start + TO_THRESHOLD] = small(state.table.threshold[state.players] - state.vp[seat])
    bid = state.bid_of(seat) if mine or not state.is_bidding() else HIDDEN
    if bid != HIDDEN:
        out[start + BID] = small(bid)
        out[start + HAS_BID] = 1
    card = state.card[seat]
    if card:
        out[start + CARD] = card
        out[start + STARS] = small(state.table.stars[card])
        out[start + DISCOUNT] = small(state.table.discount[card])
    if state.actor() == seat:
        out[start + HAS_TURN] = 1
    if seat in state.line:
        out[start + WAITS] = 1
    regions = layout.regions[away]
    if state.mothership[seat] >= 0:
        out[regions + MOTHERSHIP * REGIONS + state.mothership[seat]] = 1
    first = REGIONS * seat
    shields = state.shields[seat]
    clamps = state.clamps[seat]
    for region in range(REGIONS):
        ships = state.ships[first + region]
        if ships:
            out[regions + region] = small(ships)
            out[layout.ships_is[away] + region * MAX_SHIPS + min(ships, MAX_SHIPS) - 1] = 1
        if state.hologram[first + region]:
            out[regions + HOLOGRAM * REGIONS + region] = small(state.hologram[first + region])
        if shields >> region & 1:
            out[regions + SHIELD * REGIONS + region] = 1
        if clamps >> region & 1:
            out[regions + CLAMPS * REGIONS + region] = 1


def _write_forecast(layout: EarthLayout, state: Position, me: Seat, out: bytearray) -> None:
    """Write what scoring would give if it came now."""
    players = state.players
    vp = [0] * players
    energy = [0] * players
    for share in forecast(state):
        away = (share.seat - me) % players
        regions = layout.regions[away]
        vp[away] += share.vp
        energy[away] += share.energy
        if share.vp:
            out[regions + REGION_VP * REGIONS + share.region] = small(share.vp)
        if share.energy:
            out[regions + REGION_ENERGY * REGIONS + share.region] = small(share.energy)
    for away in range(players):
        start = layout.numbers[away]
        out[start + VP_NOW] = small(vp[away])
        out[start + ENERGY_NOW] = small(energy[away])
