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
from repulse.games.earth.rules.phases.turn import gadget_price
from repulse.games.earth.rules.position import Position
from repulse.games.earth.rules.score import Share, places_pay, region_shares, score_breakdown


class ShareScreen(TypedDict):
    """The gains and losses of a seat in a region if it scored now."""

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
    rewards: list[int]
    """For a scoring region: the VP of the first place, and the Energy of the second and third (0 in a game of three)."""
    ships: list[int]
    """By seat."""
    motherships: list[int]
    """The seats whose mothership is here."""
    forecast: list[ShareScreen]
    """For a scoring region: what it would pay now."""
    with_ship: ShareScreen | None
    """For a scoring region: what the viewer would get there with one ship more; None for a spectator."""


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
    """The cost to the viewer; -1 for a spectator."""
    hourglass: bool
    effect: str


class PortalScreen(TypedDict):
    """A Portal card."""

    region: str
    ships: list[str]


class EarthPlayer(TypedDict):
    """The area of a seat."""

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
    stars: int
    """The Action Points of that card."""
    bid: int
    """-1 before it is chosen, or where it is hidden from the viewer."""
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
    """The seats still to come, the next one first."""
    card_deck: int
    gadget_deck: int
    gadget_discards: int
    set_aside: int
    reconstruction: bool
    """Whether some of the components are our own reconstruction."""
    reconstruction_note: str
    """The reconstructed values, in a sentence; empty for none."""
    over: bool
    winners: list[int]


def present(
    view: State,
    viewer: Seat,
    language: str = "en",
    *,
    names: Sequence[str] = (),
    public: Mapping[str, Any] | None = None,
) -> EarthScreen:
    """Return the table as `viewer` sees it (EVERYTHING sees a whole position).

    `public` is the screen of a spectator of the same position, if it has been made already: what everybody sees is then
    taken from it, and only what this viewer alone may see is added.
    """
    state = cast(Position, view)
    shown = _public(state, language, names) if public is None else cast(EarthScreen, dict(public))
    shown["viewer"] = viewer
    own = seats_open_to(viewer, state.players)
    shown["players"] = [
        {**player, "bid": state.bid_of(player["seat"])} if player["seat"] in own else player
        for player in shown["players"]
    ]
    if 0 <= viewer < state.players:
        phrases = words(language, names, table=state.table)
        shown["regions"] = [
            {**region, "with_ship": _with_ship(state, phrases, index, seat=viewer)}
            if region["scoring"]
            else region
            for index, region in enumerate(shown["regions"])
        ]
        shown["gadgets"] = [
            {**gadget, "price": gadget_price(state, viewer, face >> 1)}
            for gadget, face in zip(shown["gadgets"], state.gadget_row, strict=True)
        ]
    return shown


def _public(state: Position, language: str, names: Sequence[str]) -> EarthScreen:
    """Return what everybody may see."""
    phrases = words(language, names, table=state.table)
    return {
        "game": "earth",
        "mode": "earth",
        "viewer": SPECTATOR,
        "turn": state.turn,
        "step": _step(state),
        "actor": state.actor(),
        "stars": state.points,
        "threshold": state.table.threshold[state.players],
        "regions": [_region(state, phrases, region) for region in range(REGIONS)],
        "players": [_player(state, phrases, seat) for seat in range(state.players)],
        "cards": [
            {"card": card, "stars": state.table.stars[card], "discount": state.table.discount[card]}
            for card in state.card_row
        ],
        "portals": [
            {
                "region": state.table.region_names[state.table.portal_mothership[portal]],
                "ships": [state.table.region_names[region] for region in state.table.portal_ships[portal]],
            }
            for portal in state.portal_row
        ],
        "gadgets": [_gadget(phrases, face) for face in state.gadget_row],
        "line": state.line[::-1],
        "card_deck": len(state.card_deck),
        "gadget_deck": len(state.gadget_deck),
        "gadget_discards": len(state.gadget_discards),
        "set_aside": len(state.set_aside),
        "reconstruction": state.table.reconstruction,
        "reconstruction_note": phrases.note(),
        "over": state.over,
        "winners": state.winners(),
    }


def _step(state: Position) -> str:
    if state.over:
        return "over"
    if state.current_step() >= step.EFFECT:
        return "effect"
    names = {step.BID: "bid", step.TAKE_CARD: "take-card", step.PORTAL: "portal", step.ACT: "act"}
    return names.get(state.current_step(), "act")


def _region(state: Position, phrases: Words, region: int) -> RegionScreen:
    scoring = bool(state.scoring >> region & 1)
    return {
        "region": state.table.region_names[region],
        "label": phrases.region(region),
        "row": state.table.region_row[region],
        "column": state.table.region_column[region],
        "adjacent": [state.table.region_names[other] for other in state.table.adjacent[region]],
        "scoring": scoring,
        "scored_before": bool(state.scored_before >> region & 1),
        "harvest": state.harvest[region],
        "rewards": _rewards(state, region) if scoring else [],
        "ships": [state.ships[REGIONS * seat + region] for seat in range(state.players)],
        "motherships": [seat for seat in range(state.players) if state.mothership[seat] == region],
        "forecast": [_share(state, phrases, share) for share in region_shares(state, region)]
        if scoring
        else [],
        "with_ship": None,
    }


def _rewards(state: Position, region: int) -> list[int]:
    """Return what each place pays in a region, to a player who is alone there."""
    pays = [places_pay(state.players, state.harvest[region], above, 1) for above in range(3)]
    return [vp or energy for vp, energy in pays]


def _with_ship(state: Position, phrases: Words, region: int, *, seat: Seat) -> ShareScreen:
    """Return what a seat would get in a region with one ship more there."""
    after = state.clone()
    after.ships[REGIONS * seat + region] += 1
    share = next(share for share in region_shares(after, region) if share.seat == seat)
    return _share(after, phrases, share)


def _share(state: Position, phrases: Words, share: Share) -> ShareScreen:
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
        "text": phrases.share(state, share),
    }


def _player(state: Position, phrases: Words, seat: Seat) -> EarthPlayer:
    home = state.mothership[seat]
    return {
        "seat": seat,
        "name": phrases.player(seat),
        "owes": bool(state.owing >> seat & 1),
        "vp": state.vp[seat],
        "energy": state.energy[seat],
        "supply": state.supply[seat],
        "on_board": state.on_board(seat),
        "mothership": state.table.region_names[home] if home != NOWHERE else "",
        "card": state.card[seat],
        "stars": state.table.stars[state.card[seat]] if state.card[seat] else 0,
        "bid": HIDDEN if state.is_bidding() else state.bids[seat],
        "has_bid": state.is_bidding() and not state.owing >> seat & 1,
        "shields": _regions_in(state, state.shields[seat]),
        "clamps": _regions_in(state, state.clamps[seat]),
    }


def _regions_in(state: Position, bits: int) -> list[str]:
    return [state.table.region_names[region] for region in range(REGIONS) if bits >> region & 1]


def _gadget(phrases: Words, face: int) -> GadgetScreen:
    design = face >> 1
    return {
        "gadget": phrases.table.gadget_names[design],
        "cost": phrases.table.gadget_cost[design],
        "price": -1,
        "hourglass": bool(face & 1),
        "effect": phrases.effect(design),
    }


def score_parts(
    view: State, seat: Seat, language: str = "en", *, names: Sequence[str] = ()
) -> list[ScorePart]:
    """Return where the VP of a seat come from."""
    state = cast(Position, view)
    phrases = words(language, names, table=state.table)
    return [
        {"kind": state.table.region_names[region], "source": segments(phrases.region(region)), "amount": vp}
        for region, vp in score_breakdown(state, seat)
    ]
