"""The details of a question on a screen: where its options are, why others are not offered, and totals."""

from __future__ import annotations

from repulse.engine.contract import Decision, Seat
from repulse.engine.display.screen import Target, Total, WhyNot
from repulse.engine.display.segments import segments
from repulse.games.earth.display.phrases import Words
from repulse.games.earth.display.refusals import reason_text
from repulse.games.earth.rules.codes.action import DEPLOY, END_TURN, FLY, MOVE, USE_GADGET
from repulse.games.earth.rules.codes.board import REGIONS
from repulse.games.earth.rules.position import Position
from repulse.games.earth.rules.refusals import refuse


def _to(kind: str, name: str, other: str = "", *, seat: Seat = -1) -> Target:
    return {"kind": kind, "name": name, "other": other, "seat": seat}


def target(state: Position, decision: Decision, value: int) -> Target | None:
    """Return what an option points to on the screen."""
    domain = decision.domain
    if domain == "action":
        return _action_target(state, decision.seat, value)
    if domain == "region":
        return _to("region", state.table.region_names[value])
    if domain == "portal":
        return _to("portal", state.table.region_names[state.table.portal_mothership[value]])
    if domain == "turn-order":
        return _to("turn-order", str(value))
    if domain == "seat":
        return _to("player", "", "", seat=value)
    if domain == "target":
        return _to("region", state.table.region_names[value % REGIONS], "", seat=value // REGIONS)
    return None


def _action_target(state: Position, seat: Seat, action: int) -> Target | None:
    names = state.table.region_names
    if action == END_TURN:
        return None
    if action == DEPLOY:
        return _to("region", names[state.mothership[seat]], "", seat=seat)
    if action < FLY:
        start, goal = divmod(action - MOVE, REGIONS)
        return _to("move", names[start], names[goal], seat=seat)
    if action < USE_GADGET:
        return _to("mothership", names[state.mothership[seat]], names[action - FLY], seat=seat)
    return _to("gadget", state.table.gadget_names[action - USE_GADGET])


def reasons(state: Position, decision: Decision, phrases: Words) -> list[WhyNot]:
    """Return reasons for visible things that are not offered: Gadgets in a turn, regions where a region is asked for."""
    reasons: list[WhyNot] = []
    offered = decision.options
    if decision.domain == "action":
        for face in state.gadget_row:
            value = USE_GADGET + (face >> 1)
            if value not in offered:
                name = state.table.gadget_names[face >> 1]
                reasons.append(_reason(state, decision, phrases, value=value, kind="gadget", name=name))
        if DEPLOY not in offered:
            home = state.table.region_names[state.mothership[decision.seat]]
            reasons.append(_reason(state, decision, phrases, value=DEPLOY, kind="region", name=home))
    elif decision.domain == "region":
        for region in range(REGIONS):
            if region not in offered:
                reasons.append(
                    _reason(
                        state,
                        decision,
                        phrases,
                        value=region,
                        kind="region",
                        name=state.table.region_names[region],
                    )
                )
    return reasons


def _reason(
    state: Position, decision: Decision, phrases: Words, *, value: int, kind: str, name: str
) -> WhyNot:
    error = refuse(state, decision, value)
    return {
        "kind": kind,
        "name": name,
        "other": "",
        "text": segments(reason_text(phrases, error.reason, error.facts)),
    }


def totals(state: Position, decision: Decision, phrases: Words) -> list[Total]:
    """Return the numbers that a question turns on."""
    if decision.domain == "action":
        return [_total(phrases, "stars", state.points)]
    if decision.domain == "energy":
        return [_total(phrases, "energy", state.energy[decision.seat])]
    return []


def _total(phrases: Words, ident: str, have: int) -> Total:
    return {
        "id": ident,
        "words": segments(phrases.text(ident, n=have)),
        "have": have,
        "need": -1,
        "parts": [],
    }
