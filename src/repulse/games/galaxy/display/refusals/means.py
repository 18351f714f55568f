"""Why an optional power cannot be used for the card being placed, in an attack, or in defense."""

from __future__ import annotations

from repulse.engine.contract import Decision, Seat
from repulse.games.galaxy.display.breakdown import explain_cost, explain_military, total
from repulse.games.galaxy.display.phrases import NO_CARD_POWERS, Phrases
from repulse.games.galaxy.display.refusals.cards import too_expensive
from repulse.games.galaxy.display.refusals.powers import find_power, no_card_reason
from repulse.games.galaxy.display.refusals.reason import Facts, Reason
from repulse.games.galaxy.rules.card_table import CardId, Power
from repulse.games.galaxy.rules.codes import do, phase, spend, trait
from repulse.games.galaxy.rules.military import (
    Means,
    frees,
    means_of,
    military_against,
    most_temporary,
    pays_for,
    spendable_goods,
    spendable_worlds,
)
from repulse.games.galaxy.rules.packing import power_of, world_of
from repulse.games.galaxy.rules.placement import develop_cuts
from repulse.games.galaxy.rules.state import PASS, GalaxyState


def means_reason(p: Phrases, s: GalaxyState, decision: Decision, use: int) -> Reason:
    """Why a use of a power is not among those that are open."""
    seat = decision.seat
    card = decision.about
    if decision.prompt == "invasion.defend":
        return _defend_reason(p, s, seat, use)
    if use == PASS:
        return _not_settled(p, s, seat, card)
    developing = decision.prompt == "develop.means"
    found = find_power(p, s, seat, power_of(use), phase.DEVELOP if developing else phase.SETTLE)
    if isinstance(found, tuple):
        return found
    facts: Facts = {
        "source": p.name(found.card),
        "text": p.power_text(found.ident),
        "card": p.name(card),
    }
    if found not in (develop_cuts(s, seat) if developing else means_of(s, seat).optional):
        return "no-choice", facts
    if decision.prompt == "conquest.means" and found.do != do.TEMP_MILITARY:
        return "not-in-attack", facts
    if found.do == do.PAY_FOR_MILITARY:
        return _taken(p, s, seat, found, card, use) or _paying_reason(p, s, seat, found, card)
    if found.do == do.COST_ZERO or found.do == do.DISCOUNT:
        return _cheaper_reason(p, s, seat, found, card, use, facts)
    return _taken(p, s, seat, found, card, use) or ("leaves-no-way", facts)


def _cheaper_reason(
    p: Phrases, s: GalaxyState, seat: Seat, power: Power, card: CardId, use: int, facts: Facts
) -> Reason:
    """Why a power that makes a card cheaper, or free, cannot be used for it."""
    if power.do == do.COST_ZERO and not frees(s, power, card):
        return "not-for-world", facts
    if s.free:
        return "free-already", facts
    if s.cards.military[card] and not s.paying:
        return "free-needs-payment", facts
    if power.do == do.DISCOUNT and total(explain_cost(s, seat, card, words=p)) <= 0:
        return "free-already", facts
    return _taken(p, s, seat, power, card, use) or ("leaves-no-way", facts)


def _taken(p: Phrases, s: GalaxyState, seat: Seat, power: Power, placing: CardId, use: int) -> Reason | None:
    """Why a power cannot take what a use names: a good, a world, or nothing; None if it can."""
    facts: Facts = {"source": p.name(power.card), "text": p.power_text(power.ident)}
    world = world_of(use)
    if power.discard == spend.GOOD:
        return _given_good(p, s, seat, power, placing, world)
    if power.discard in (spend.OWN_WORLD, spend.OWN_NEAR_WORLD):
        return _given_world(p, s, seat, power, placing, world)
    return ("takes-no-good", facts) if world else None


def _given_good(
    p: Phrases, s: GalaxyState, seat: Seat, power: Power, placing: CardId, world: int
) -> Reason | None:
    """Why a power cannot take the good of a world; `placing` is the world being placed, if any."""
    facts: Facts = {"source": p.name(power.card), "text": p.power_text(power.ident)}
    if not spendable_goods(s, seat, power, placing):
        return "no-goods-for-power", facts
    if not 0 < world < s.cards.size:
        return "which-good", facts
    facts["card"] = p.name(world)
    if world not in s.tableau[seat]:
        return "not-in-tableau", facts
    if not s.has_good(seat, world):
        return "no-good", facts
    if world == placing:
        return "good-just-placed", facts
    if power.discard_kind and power.discard_kind != s.cards.kind[world]:
        return "wrong-kind", {**facts, "kind": p.kind(world), "wanted": p.kind_name(power.discard_kind)}
    return None


def _given_world(
    p: Phrases, s: GalaxyState, seat: Seat, power: Power, placing: CardId, world: int
) -> Reason | None:
    """Why a power cannot take a world; `placing` is the world being placed, if any."""
    facts: Facts = {"source": p.name(power.card), "text": p.power_text(power.ident)}
    fitting = spendable_worlds(s, seat, power, placing)
    if world in fitting:
        return None
    if not fitting:
        return "no-worlds-to-give", facts
    if not 0 < world < s.cards.size:
        return "which-world", facts
    facts["card"] = p.name(world)
    if world not in s.tableau[seat]:
        return "not-in-tableau", facts
    if world == placing:
        return "world-just-placed", facts
    if s.cards.development[world]:
        return "takes-no-development", facts
    if world in s.damaged_worlds(seat):
        return "damaged", facts
    return "not-near", facts


def _not_settled(p: Phrases, s: GalaxyState, seat: Seat, card: CardId) -> Reason:
    """Why a seat cannot stop using powers for the card it is placing."""
    if s.cards.military[card] and s.paying == 0:
        have = total(explain_military(s, seat, card, p))
        return "must-conquer", {"card": p.name(card), "n": s.cards.cost[card], "have": have}
    price = total(explain_cost(s, seat, card, words=p))
    return "must-pay", {"card": p.name(card), "n": price, "spend": len(s.hand[seat])}


def _paying_reason(p: Phrases, s: GalaxyState, seat: Seat, power: Power, world: CardId) -> Reason:
    """Why a world cannot be paid for by a pay-for-military power."""
    facts: Facts = {"source": p.name(power.card), "card": p.name(world)}
    if not s.cards.military[world]:
        return "not-military", facts
    if s.cards.traits[world] & trait.KEY_XENO:
        return "xeno-conquest", {**facts, **_strength(s, seat, means_of(s, seat), world)}
    if not pays_for(s, power, world):
        return "not-for-world", facts
    if s.paying:
        return "paying-already", {**facts, "other": p.power_source(s.paying)}
    return too_expensive(p, s, seat, world, len(s.hand[seat]), power.ident)


def _strength(s: GalaxyState, seat: Seat, means: Means, world: CardId) -> Facts:
    have = military_against(s, seat, means, world) + s.temp
    return {"n": s.cards.cost[world], "have": have, "temporary": most_temporary(s, seat, means, world)}


def _defend_reason(p: Phrases, s: GalaxyState, seat: Seat, use: int) -> Reason:
    """Why a use of a power, or of the bunker, is not open to a defender."""
    ident = power_of(use)
    if 0 < ident < len(NO_CARD_POWERS):
        return no_card_reason(p, s, seat, ident)
    found = find_power(p, s, seat, ident, phase.SETTLE)
    if isinstance(found, tuple):
        return found
    facts: Facts = {"source": p.name(found.card), "text": p.power_text(ident)}
    if found.do not in (do.TEMP_MILITARY, do.TEMP_DEFENSE):
        return "no-choice", facts
    return _taken(p, s, seat, found, PASS, use) or ("no-cards-for-power", facts)
