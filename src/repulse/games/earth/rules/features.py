"""The features of earth: a position as numbers, as seen by the seat being asked."""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import Decision, Seat
from repulse.engine.features import FeatureLayout, seat_name, small
from repulse.games.earth.rules.action_space import action_space
from repulse.games.earth.rules.codes import prompts
from repulse.games.earth.rules.codes.board import REGIONS
from repulse.games.earth.rules.components import TABLE
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
LEAST: Final = 0
MOST: Final = 1
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

MOST_SHIPS: Final = 6
MOST_ENERGY: Final = 16


class EarthLayout:
    """The layout of a configuration, with the index of everything in it."""

    def __init__(self, p: Position) -> None:
        layout = FeatureLayout()
        self.layout = layout
        regions = TABLE.region_names
        self.prompt = layout.block("prompt", [row.ident for row in prompts.PROMPTS], "the question")
        self.prompts = {row.ident: i for i, row in enumerate(prompts.PROMPTS)}
        self.table = layout.size
        for name, scale, what in _TABLE_ROWS:
            layout.number(name, what, scale)
        self.about = layout.block("about", TABLE.gadget_names, "the Gadget that asks")
        self.picked = layout.block(
            "picked", action_space(p).names, "how often an action was picked in this answer"
        )
        self.effect = layout.block("effect/first", regions, "the region chosen first for the Gadget")
        layout.block("effect/second", regions, "the region chosen second for the Gadget")
        self.players = layout.block("players", ("3", "4", "5"), "how many play")
        self.scoring = layout.block("scoring", regions, "regions with a scoring tile")
        self.scored_before = layout.block("scored_before", regions, "regions that scored the turn before")
        self.harvest = layout.block("harvest", regions, "harvest tokens of a region", 4)
        cards = [str(card) for card in range(1, TABLE.cards() + 1)]
        self.card_row = layout.block("cards", cards, "Turn Order cards that can be taken")
        portals = [regions[region] for region in TABLE.portal_mothership]
        self.portal_row = layout.block("portals", portals, "Portals that can be taken")
        self.gadget_row = layout.block("gadgets", TABLE.gadget_names, "Gadgets on offer", 2)
        self.numbers: list[int] = []
        self.energy_is: list[int] = []
        self.regions: list[int] = []
        self.ships_is: list[int] = []
        steps = [str(number) for number in range(1, MOST_SHIPS)] + [f"{MOST_SHIPS}+"]
        ships = [f"{region} {step}" for region in regions for step in steps]
        energies = [str(number) for number in range(MOST_ENERGY)] + [f"{MOST_ENERGY}+"]
        for away in range(p.players):
            who = seat_name(away)
            self.numbers.append(layout.size)
            for name, scale, what in _SEAT_ROWS:
                layout.number(f"{who}/{name}", what, scale)
            self.energy_is.append(layout.block(f"{who}/energy_is", energies, "Energy"))
            self.regions.append(layout.size)
            for name, scale, what in _REGION_BLOCKS:
                layout.block(f"{who}/{name}", regions, what, scale)
            self.ships_is.append(layout.block(f"{who}/ships_is", ships, "ships in a region, if any"))
        self.blank = bytes(layout.size)


_layouts: dict[int, EarthLayout] = {}


def layout_of(p: Position) -> EarthLayout:
    """The layout of a position's configuration, built once."""
    layout = _layouts.get(p.players)
    if layout is None:
        layout = EarthLayout(p)
        _layouts[p.players] = layout
    return layout


def write_features(p: Position, decision: Decision, picked: list[int], out: bytearray) -> None:
    """Write all numbers of a position."""
    layout = layout_of(p)
    out[:] = layout.blank
    _write_question(layout, p, decision, picked, out)
    _write_table(layout, p, out)
    me = decision.seat
    for away in range(p.players):
        _write_seat(layout, p, (me + away) % p.players, away, away == 0, out)
    if p.scoring:
        _write_forecast(layout, p, me, out)


def _write_question(
    layout: EarthLayout, p: Position, decision: Decision, picked: list[int], out: bytearray
) -> None:
    out[layout.prompt + layout.prompts[decision.prompt]] = 1
    table = layout.table
    count = len(picked)
    out[table + LEAST] = small(decision.least - count)
    out[table + MOST] = small(decision.most - count)
    out[table + COUNT] = small(count)
    for pick in picked:
        out[layout.picked + pick] += 1
    if decision.about >= 0:
        out[layout.about + decision.about] = 1
        for i in range(min(2, len(p.picked))):
            out[layout.effect + i * REGIONS + p.picked[i]] = 1


def _write_table(layout: EarthLayout, p: Position, out: bytearray) -> None:
    table = layout.table
    out[table + POINTS] = small(p.points)
    out[table + GADGET_USED] = 1 if p.gadget_used else 0
    out[table + TURN] = small(p.turn)
    out[table + SET_ASIDE] = small(len(p.set_aside))
    out[layout.players + p.players - 3] = 1
    for region in range(REGIONS):
        if p.scoring >> region & 1:
            out[layout.scoring + region] = 1
        if p.scored_before >> region & 1:
            out[layout.scored_before + region] = 1
        if p.harvest[region]:
            out[layout.harvest + region] = small(p.harvest[region])
    for card in p.card_row:
        out[layout.card_row + card - 1] = 1
    for portal in p.portal_row:
        out[layout.portal_row + portal] = 1
    for face in p.gadget_row:
        out[layout.gadget_row + (face >> 1)] += 1


def _write_seat(layout: EarthLayout, p: Position, seat: Seat, away: int, mine: bool, out: bytearray) -> None:
    start = layout.numbers[away]
    energy = p.energy[seat]
    out[start + VP] = small(p.vp[seat])
    out[start + ENERGY] = small(energy)
    out[layout.energy_is[away] + min(energy, MOST_ENERGY)] = 1
    out[start + SUPPLY] = small(p.supply[seat])
    out[start + TO_THRESHOLD] = small(TABLE.threshold[p.players] - p.vp[seat])
    if p.bids[seat] >= 0 and (mine or not p.bidding()):
        out[start + BID] = small(p.bids[seat])
        out[start + HAS_BID] = 1
    card = p.card[seat]
    if card:
        out[start + CARD] = card
        out[start + STARS] = small(TABLE.stars[card])
        out[start + DISCOUNT] = small(TABLE.discount[card])
    if p.actor == seat:
        out[start + HAS_TURN] = 1
    if seat in p.line:
        out[start + WAITS] = 1
    regions = layout.regions[away]
    if p.mothership[seat] >= 0:
        out[regions + MOTHERSHIP * REGIONS + p.mothership[seat]] = 1
    at = REGIONS * seat
    shields = p.shields[seat]
    clamps = p.clamps[seat]
    for region in range(REGIONS):
        ships = p.ships[at + region]
        if ships:
            out[regions + region] = small(ships)
            out[layout.ships_is[away] + region * MOST_SHIPS + min(ships, MOST_SHIPS) - 1] = 1
        if p.hologram[at + region]:
            out[regions + HOLOGRAM * REGIONS + region] = small(p.hologram[at + region])
        if shields >> region & 1:
            out[regions + SHIELD * REGIONS + region] = 1
        if clamps >> region & 1:
            out[regions + CLAMPS * REGIONS + region] = 1


def _write_forecast(layout: EarthLayout, p: Position, me: Seat, out: bytearray) -> None:
    """What this turn's scoring would give if it came now."""
    players = p.players
    vp = [0] * players
    energy = [0] * players
    for share in forecast(p):
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
