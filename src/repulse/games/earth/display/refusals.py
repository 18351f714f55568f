"""Why an answer is refused: a stable id, and a text for it, in English unless another language is given."""

from __future__ import annotations

from repulse.engine.contract import Decision, IllegalChoice, Seat
from repulse.games.earth.display.phrases import Words, words
from repulse.games.earth.rules.codes import reach, step, where
from repulse.games.earth.rules.codes.action import DEPLOY, END_TURN, FLY, MOVE, USE_GADGET
from repulse.games.earth.rules.codes.board import REGIONS
from repulse.games.earth.rules.components import TABLE
from repulse.games.earth.rules.position import Position
from repulse.games.earth.rules.turn import (
    DEPLOY_COST,
    FLY_COST,
    MOVE_COST,
    gadget_price,
)


def explain(p: Position, decision: Decision, value: int, say: Words | None = None) -> IllegalChoice:
    """Why `value` is not among the options of `decision`."""
    say = say or words()
    prompt = decision.prompt
    seat = decision.seat
    if prompt == "bid":
        if value < 0:
            return _refuse(say, "no-such-bid", {})
        return _refuse(
            say, "bid-too-high", {"energy": _energy(say, p.energy[seat]), "bid": _energy(say, value)}
        )
    if prompt == "take-card":
        if value > 0 and value in p.card:
            taker = say.player(p.card.index(value))
            return _refuse(say, "card-taken", {"player": taker, "card": value})
        return _refuse(say, "card-not-revealed", {"card": value})
    if prompt == "portal":
        return _refuse(say, "portal-gone", {})
    if prompt == "action":
        return _explain_action(say, p, seat, value)
    return _explain_effect(say, p, decision, value)


def _explain_action(say: Words, p: Position, seat: Seat, action: int) -> IllegalChoice:
    if action == DEPLOY:
        if p.points < DEPLOY_COST:
            return _no_stars(say, p, DEPLOY_COST)
        return _refuse(say, "no-ships-left", {})
    if MOVE <= action < MOVE + REGIONS * REGIONS:
        start, goal = divmod(action - MOVE, REGIONS)
        if goal not in TABLE.adjacent[start]:
            return _unreachable(say, start, goal)
        if p.ships[REGIONS * seat + start] == 0:
            return _refuse(say, "no-ship-there", {"region": say.region(start)})
        return _no_stars(say, p, MOVE_COST)
    if FLY <= action < FLY + REGIONS:
        if action - FLY not in TABLE.adjacent[p.mothership[seat]]:
            return _unreachable(say, p.mothership[seat], action - FLY)
        return _no_stars(say, p, FLY_COST)
    if USE_GADGET <= action < USE_GADGET + len(TABLE.gadget_names):
        return _explain_gadget(say, p, seat, action - USE_GADGET)
    assert action != END_TURN
    return _refuse(say, "no-such-action", {})


def _explain_gadget(say: Words, p: Position, seat: Seat, design: int) -> IllegalChoice:
    if p.turn == 1:
        return _refuse(say, "no-gadgets-yet", {})
    if p.gadget_used:
        return _refuse(say, "one-gadget", {})
    name = say.gadget_name(design)
    if design not in [face >> 1 for face in p.gadget_row]:
        return _refuse(say, "gadget-not-revealed", {"gadget": name})
    price = gadget_price(p, seat, design)
    if price > p.energy[seat]:
        facts: dict[str, object] = {
            "gadget": name,
            "price": _energy(say, price),
            "energy": _energy(say, p.energy[seat]),
        }
        return _refuse(say, "gadget-price", facts)
    return _refuse(say, "gadget-no-effect", {"gadget": name})


def _explain_effect(say: Words, p: Position, decision: Decision, value: int) -> IllegalChoice:
    seat = decision.seat
    prompt = decision.prompt
    effect = p.asking - step.EFFECT
    if prompt == "move.number":
        return _refuse(say, "number-of-ships", {"ships": decision.options[-1]})
    if prompt == "drag.ships":
        return _no_ship_of(say, p, seat, value, p.picked[0])
    if prompt == "destroy.target":
        if not 0 <= value < REGIONS * p.players:
            return _refuse(say, "no-such-region", {})
        if value // REGIONS == seat:
            return _refuse(say, "own-ship", {})
        if p.ships[value] == 0:
            return _no_ship_of(say, p, seat, value // REGIONS, value % REGIONS)
        return _not_allowed(say, effect, value % REGIONS)
    if not 0 <= value < REGIONS:
        return _refuse(say, "no-such-region", {})
    name = say.region(value)
    if prompt == "move.from":
        return _refuse(say, "no-ship-there", {"region": name})
    if prompt == "redirect.from":
        return _refuse(say, "not-scoring", {"region": name})
    if prompt == "redirect.to":
        return _refuse(say, "already-scoring", {"region": name})
    if prompt == "fly.to":
        return _out_of_reach(say, effect, p.mothership[seat], value)
    if prompt in ("move.to", "drag.to"):
        return _out_of_reach(say, effect, p.picked[0], value)
    if prompt in ("drag.from", "bombard.region") and not _others_in(p, seat, value):
        return _refuse(say, "no-prey", {"region": name})
    return _not_allowed(say, effect, value)


def _others_in(p: Position, seat: Seat, region: int) -> bool:
    return any(other != seat and p.ships[REGIONS * other + region] > 0 for other in range(p.players))


def _no_ship_of(say: Words, p: Position, seat: Seat, owner: Seat, region: int) -> IllegalChoice:
    if owner == seat or not 0 <= owner < p.players:
        return _refuse(say, "own-ship", {})
    facts: dict[str, object] = {"player": say.player(owner), "region": say.region(region)}
    return _refuse(say, "no-ship-of-theirs", facts)


def _not_allowed(say: Words, step: int, region: int) -> IllegalChoice:
    name = say.region(region)
    place = TABLE.step_where[step]
    if place == where.AT_MOTHERSHIP:
        return _refuse(say, "not-your-mothership", {"region": name})
    assert place == where.PRESENCE
    return _refuse(say, "not-present", {"region": name})


def _out_of_reach(say: Words, step: int, start: int, goal: int) -> IllegalChoice:
    assert start == goal or TABLE.step_reach[step] == reach.ADJACENT
    return _unreachable(say, start, goal)


def _unreachable(say: Words, start: int, goal: int) -> IllegalChoice:
    if start == goal:
        return _refuse(say, "same-region", {"region": say.region(start)})
    return _refuse(say, "not-adjacent", {"from": say.region(start), "to": say.region(goal)})


def _no_stars(say: Words, p: Position, cost: int) -> IllegalChoice:
    stars = say.say("stars", n=cost)
    return _refuse(say, "no-stars", {"cost": stars, "points": p.points})


def _energy(say: Words, amount: int) -> str:
    return say.say("energy", n=amount)


def _refuse(say: Words, reason: str, facts: dict[str, object]) -> IllegalChoice:
    return IllegalChoice(reason, say.catalogue.text(f"reason.{reason}", facts))
