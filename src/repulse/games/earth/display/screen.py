"""The table of earth as plain data for a screen: made from a view alone, so nothing hidden can get into it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict, cast

from repulse.engine.contract import (
    SPECTATOR,
    Seat,
    State,
)
from repulse.engine.display.screen import (
    ScorePart,
    seats_open_to,
)
from repulse.engine.display.segments import segments
from repulse.games.earth.display.phrases import Words, words
from repulse.games.earth.rules.codes import step
from repulse.games.earth.rules.codes.board import HIDDEN, NOWHERE, REGIONS
from repulse.games.earth.rules.components import TABLE
from repulse.games.earth.rules.position import Position
from repulse.games.earth.rules.score import Share, region_shares, score_breakdown
from repulse.games.earth.rules.turn import gadget_price


class ShareScreen(TypedDict):
    """What a seat would get and lose in a region if it scored now."""

    seat: int
    ships: int
    hologram: int
    place: int
    sharing: int
    vp: int
    energy: int
    halved: bool
    shielded: bool
    lost: int
    text: str


class RegionScreen(TypedDict):
    """A region of the map."""

    region: str
    """Its stable name, as in the words of options and targets."""
    label: str
    """Its name in the language of the viewer."""
    row: int
    column: int
    adjacent: list[str]
    scoring: bool
    scored_before: bool
    harvest: int
    ships: list[int]
    """By seat."""
    motherships: list[int]
    """The seats whose mothership is here."""
    forecast: list[ShareScreen]
    """For a scoring region: what it would pay now."""


class TurnCard(TypedDict):
    """A Turn Order card."""

    card: int
    stars: int
    discount: int


class GadgetScreen(TypedDict):
    """A revealed Gadget card."""

    gadget: str
    cost: int
    price: int
    """What it costs the viewer; -1 for a spectator."""
    hourglass: bool
    effect: str


class PortalScreen(TypedDict):
    """A Portal card."""

    region: str
    ships: list[str]


class EarthPlayer(TypedDict):
    """What lies before a seat."""

    seat: int
    name: str
    owes: bool
    vp: int
    energy: int
    supply: int
    on_board: int
    mothership: str
    card: int
    """Its Turn Order card; 0 for none."""
    bid: int
    """-1 while there is none, or it is hidden from the viewer."""
    has_bid: bool
    shields: list[str]
    clamps: list[str]


class EarthScreen(TypedDict):
    """The whole table."""

    game: Literal["earth"]
    mode: str
    viewer: int
    turn: int
    step: str
    """bid, take-card, portal, act, effect or over."""
    actor: int
    stars: int
    threshold: int
    """VP that may end the game."""
    regions: list[RegionScreen]
    players: list[EarthPlayer]
    cards: list[TurnCard]
    portals: list[PortalScreen]
    gadgets: list[GadgetScreen]
    line: list[int]
    """Who is still to come, the next one first."""
    card_deck: int
    gadget_deck: int
    gadget_discards: int
    set_aside: int
    reconstruction: bool
    over: bool
    winners: list[int]


def present(
    view: State,
    viewer: Seat,
    language: str = "en",
    names: Sequence[str] = (),
    public: Mapping[str, Any] | None = None,
) -> EarthScreen:
    """The table as `viewer` sees it (EVERYTHING sees a whole position).

    `public` is the screen of a spectator of the same position, if it has been made already: what everybody sees is then
    taken from it, and only what this viewer alone may see is added.
    """
    p = cast(Position, view)
    shown = _public(p, language, names) if public is None else cast(EarthScreen, dict(public))
    shown["viewer"] = viewer
    own = seats_open_to(viewer, p.players)
    shown["players"] = [
        {**player, "bid": p.bids[player["seat"]]} if player["seat"] in own else player
        for player in shown["players"]
    ]
    if 0 <= viewer < p.players:
        shown["gadgets"] = [
            {**gadget, "price": gadget_price(p, viewer, face >> 1)}
            for gadget, face in zip(shown["gadgets"], p.gadget_row, strict=True)
        ]
    return shown


def _public(p: Position, language: str, names: Sequence[str]) -> EarthScreen:
    """What everybody may see."""
    say = words(language, names)
    return {
        "game": "earth",
        "mode": "earth",
        "viewer": SPECTATOR,
        "turn": p.turn,
        "step": _step(p),
        "actor": p.actor,
        "stars": p.points,
        "threshold": TABLE.threshold[p.players],
        "regions": [_region(p, say, region) for region in range(REGIONS)],
        "players": [_player(p, say, seat) for seat in range(p.players)],
        "cards": [
            {"card": card, "stars": TABLE.stars[card], "discount": TABLE.discount[card]}
            for card in p.card_row
        ],
        "portals": [
            {
                "region": TABLE.region_names[TABLE.portal_mothership[portal]],
                "ships": [TABLE.region_names[region] for region in TABLE.portal_ships[portal]],
            }
            for portal in p.portal_row
        ],
        "gadgets": [_gadget(say, face) for face in p.gadget_row],
        "line": p.line[::-1],
        "card_deck": len(p.card_deck),
        "gadget_deck": len(p.gadget_deck),
        "gadget_discards": len(p.gadget_discards),
        "set_aside": len(p.set_aside),
        "reconstruction": TABLE.reconstruction,
        "over": p.over,
        "winners": p.winners(),
    }


def _step(p: Position) -> str:
    if p.over:
        return "over"
    if p.asking >= step.EFFECT:
        return "effect"
    names = {step.BID: "bid", step.TAKE_CARD: "take-card", step.PORTAL: "portal", step.ACT: "act"}
    return names.get(p.asking, "act")


def _region(p: Position, say: Words, region: int) -> RegionScreen:
    scoring = bool(p.scoring >> region & 1)
    return {
        "region": TABLE.region_names[region],
        "label": say.region(region),
        "row": TABLE.region_row[region],
        "column": TABLE.region_column[region],
        "adjacent": [TABLE.region_names[other] for other in TABLE.adjacent[region]],
        "scoring": scoring,
        "scored_before": bool(p.scored_before >> region & 1),
        "harvest": p.harvest[region],
        "ships": [p.ships[REGIONS * seat + region] for seat in range(p.players)],
        "motherships": [seat for seat in range(p.players) if p.mothership[seat] == region],
        "forecast": [_share(p, say, share) for share in region_shares(p, region)] if scoring else [],
    }


def _share(p: Position, say: Words, share: Share) -> ShareScreen:
    return {
        "seat": share.seat,
        "ships": share.ships,
        "hologram": share.hologram,
        "place": share.place,
        "sharing": share.sharing,
        "vp": share.vp,
        "energy": share.energy,
        "halved": share.halved,
        "shielded": share.shielded,
        "lost": share.lost,
        "text": say.share(p, share),
    }


def _player(p: Position, say: Words, seat: Seat) -> EarthPlayer:
    home = p.mothership[seat]
    return {
        "seat": seat,
        "name": say.player(seat),
        "owes": bool(p.owing >> seat & 1),
        "vp": p.vp[seat],
        "energy": p.energy[seat],
        "supply": p.supply[seat],
        "on_board": p.on_board(seat),
        "mothership": TABLE.region_names[home] if home != NOWHERE else "",
        "card": p.card[seat],
        "bid": HIDDEN if p.bidding() else p.bids[seat],
        "has_bid": p.bidding() and not p.owing >> seat & 1,
        "shields": _regions_in(p.shields[seat]),
        "clamps": _regions_in(p.clamps[seat]),
    }


def _regions_in(bits: int) -> list[str]:
    return [TABLE.region_names[region] for region in range(REGIONS) if bits >> region & 1]


def _gadget(say: Words, face: int) -> GadgetScreen:
    design = face >> 1
    return {
        "gadget": TABLE.gadget_names[design],
        "cost": TABLE.gadget_cost[design],
        "price": -1,
        "hourglass": bool(face & 1),
        "effect": say.effect(design),
    }


def score_parts(view: State, seat: Seat, language: str = "en", names: Sequence[str] = ()) -> list[ScorePart]:
    """Where the VP of a seat come from."""
    p = cast(Position, view)
    say = words(language, names)
    return [{"source": segments(say.region(region)), "amount": vp} for region, vp in score_breakdown(p, seat)]
