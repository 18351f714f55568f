"""What goes with a question on a screen: where its options are, why others are not offered, and totals."""

from __future__ import annotations

from repulse.engine.contract import Decision, Seat
from repulse.engine.display.screen import Target, Total, WhyNot
from repulse.engine.display.segments import segments
from repulse.games.earth.display.phrases import Words
from repulse.games.earth.display.refusals import explain
from repulse.games.earth.rules.codes.action import DEPLOY, END_TURN, FLY, MOVE, USE_GADGET
from repulse.games.earth.rules.codes.board import REGIONS
from repulse.games.earth.rules.components import TABLE
from repulse.games.earth.rules.position import Position


def _to(kind: str, name: str, other: str = "", seat: Seat = -1) -> Target:
    return {"kind": kind, "name": name, "other": other, "seat": seat}


def target(p: Position, decision: Decision, value: int) -> Target | None:
    """What an option points to on the screen."""
    domain = decision.domain
    if domain == "action":
        return _action_target(p, decision.seat, value)
    if domain == "region":
        return _to("region", TABLE.region_names[value])
    if domain == "portal":
        return _to("portal", TABLE.region_names[TABLE.portal_mothership[value]])
    if domain == "turn-order":
        return _to("turn-order", str(value))
    if domain == "seat":
        return _to("player", "", "", value)
    if domain == "target":
        return _to("region", TABLE.region_names[value % REGIONS], "", value // REGIONS)
    return None


def _action_target(p: Position, seat: Seat, action: int) -> Target | None:
    names = TABLE.region_names
    if action == END_TURN:
        return None
    if action == DEPLOY:
        return _to("region", names[p.mothership[seat]], "", seat)
    if action < FLY:
        start, goal = divmod(action - MOVE, REGIONS)
        return _to("move", names[start], names[goal], seat)
    if action < USE_GADGET:
        return _to("mothership", names[p.mothership[seat]], names[action - FLY], seat)
    return _to("gadget", TABLE.gadget_names[action - USE_GADGET])


def reasons(p: Position, decision: Decision, say: Words) -> list[WhyNot]:
    """Reasons for what is in sight and not offered: Gadgets in a turn, regions where a region is asked for."""
    found: list[WhyNot] = []
    offered = decision.options
    if decision.domain == "action":
        for face in p.gadget_row:
            value = USE_GADGET + (face >> 1)
            if value not in offered:
                name = TABLE.gadget_names[face >> 1]
                found.append(_reason(p, decision, say, value, "gadget", name))
        if DEPLOY not in offered:
            home = TABLE.region_names[p.mothership[decision.seat]]
            found.append(_reason(p, decision, say, DEPLOY, "region", home))
    elif decision.domain == "region":
        for region in range(REGIONS):
            if region not in offered:
                found.append(_reason(p, decision, say, region, "region", TABLE.region_names[region]))
    return found


def _reason(p: Position, decision: Decision, say: Words, value: int, kind: str, name: str) -> WhyNot:
    return {"kind": kind, "name": name, "other": "", "text": segments(str(explain(p, decision, value, say)))}


def totals(p: Position, decision: Decision, say: Words) -> list[Total]:
    """The numbers that a question turns on."""
    if decision.domain == "action":
        return [_total(say, "stars", p.points)]
    if decision.domain == "energy":
        return [_total(say, "energy", p.energy[decision.seat])]
    return []


def _total(say: Words, ident: str, have: int) -> Total:
    return {"id": ident, "words": segments(say.say(ident, n=have)), "have": have, "need": -1, "parts": []}
