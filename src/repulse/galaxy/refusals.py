"""Refusals: why an answer is not among the options, by a stable id and in words.

The ids are those of the catalogue's table `refusal`. Only what the seat itself may see is told.
"""

from __future__ import annotations

from typing import TypeAlias

from repulse.engine.contract import Decision, IllegalChoice, Seat
from repulse.engine.words import Catalogue
from repulse.galaxy.cards import (
    CANNOT_PRODUCE,
    CONSUME,
    CONSUME_DIFFERENT,
    COST_ZERO,
    DISCARD_CARDS,
    DO_PAY_FOR_MILITARY,
    DO_PRODUCE,
    DO_WINDFALL,
    GOOD,
    HAND,
    KEY_XENO,
    POWERS_A_CARD,
    PRODUCE,
    REPAIR,
    SETTLE,
    TEMP_DEFENSE,
    TEMP_MILITARY,
    CardId,
    Power,
)
from repulse.galaxy.explain import explain_cost, explain_military, total
from repulse.galaxy.offers import USE_UNIT
from repulse.galaxy.phrases import ACTION_IDS, NO_CARD_POWERS, Phrases
from repulse.galaxy.state import PASS, GalaxyState
from repulse.galaxy.steps import numbers as n
from repulse.galaxy.steps.consume import is_optional, tradable, usable_powers
from repulse.galaxy.strength import (
    Means,
    frees,
    means_of,
    military_against,
    most_temporary,
    pays_for,
    spendable_goods,
)

Reason: TypeAlias = tuple[str, dict[str, object]]
"""The id of a reason, and the facts of its text."""


def refuse(
    s: GalaxyState, decision: Decision, value: int, catalogue: Catalogue | None = None
) -> IllegalChoice:
    """Why `value` is not among the options of `decision`."""
    p = Phrases(s.table, catalogue, brief=True)
    reason, facts = _reason(p, s, decision, value)
    return IllegalChoice(reason, p.say(f"refusal.{reason}", **facts))


def why_not(
    s: GalaxyState, seat: Seat, decision: Decision, catalogue: Catalogue | None = None
) -> dict[CardId, str]:
    """Every card of the hand or tableau that a decision might be about but does not offer, with its reason."""
    words: dict[CardId, str] = {}
    options = decision.options
    if decision.domain == "card" and decision.prompt != "setup.start_world":
        for card in s.hand[seat]:
            if card not in options:
                words[card] = str(refuse(s, decision, card, catalogue))
    elif decision.domain == "world":
        for card in s.tableau[seat]:
            if card not in options and not s.table.development[card]:
                words[card] = str(refuse(s, decision, card, catalogue))
    elif decision.domain in ("power", "means"):
        unit = USE_UNIT if decision.domain == "means" else 1
        offered = {option // unit // POWERS_A_CARD for option in options if option >= 0}
        for power in _asked_powers(s, seat, decision):
            if power.card not in offered and power.card not in words:
                words[power.card] = str(refuse(s, decision, power.ident * unit, catalogue))
    return words


def _asked_powers(s: GalaxyState, seat: Seat, decision: Decision) -> list[Power]:
    """The powers that a decision about powers or means might be about."""
    if decision.prompt == "invasion.defend":
        return [
            power
            for card in s.working(seat)
            for power in s.table.settle[card]
            if power.do in (TEMP_MILITARY, TEMP_DEFENSE)
        ]
    if decision.domain == "means":
        return means_of(s, seat).optional
    powers = s.table.consume if decision.prompt == "consume.power" else s.table.produce
    return [power for card in s.working(seat) for power in powers[card]]


def _reason(p: Phrases, s: GalaxyState, decision: Decision, value: int) -> Reason:
    domain = decision.domain
    if domain == "action":
        if 0 <= value < len(ACTION_IDS):
            return "action-not-there", {"action": p.action(value)}
        return "no-such-action", {}
    if domain == "number":
        return "number-out-of-range", {"lowest": min(decision.options), "highest": max(decision.options)}
    if domain == "power":
        return _power_reason(p, s, decision, value)
    if domain == "means":
        return _means_reason(p, s, decision, value)
    if domain not in ("card", "world"):
        return "not-offered", {}
    if value == PASS:
        return "cannot-pass", {}
    if not 0 < value < s.table.size:
        return "no-such-card", {}
    if domain == "card":
        return _card_reason(p, s, decision, value)
    return _world_reason(p, s, decision, value)


# --- cards of the hand ---


def _card_reason(p: Phrases, s: GalaxyState, decision: Decision, card: CardId) -> Reason:
    seat = decision.seat
    facts: dict[str, object] = {"card": p.name(card)}
    if decision.prompt == "setup.start_world":
        return "not-your-start-world", facts
    if card not in s.hand[seat]:
        return "not-in-hand", facts
    if decision.prompt == "explore.discard":
        return "not-just-drawn", facts
    if decision.prompt == "develop.place":
        return _develop_reason(p, s, seat, card)
    if decision.prompt == "settle.place":
        return _settle_reason(p, s, seat, card)
    return "not-offered", {}


def _develop_reason(p: Phrases, s: GalaxyState, seat: Seat, card: CardId) -> Reason:
    if not s.table.development[card]:
        return "not-a-development", {"card": p.name(card)}
    if card in s.tableau[seat]:
        return "in-tableau", {"card": p.name(card)}
    return _too_expensive(p, s, seat, card)


def _too_expensive(p: Phrases, s: GalaxyState, seat: Seat, card: CardId, paying: int = 0) -> Reason:
    lines = explain_cost(s, seat, card, paying, p)
    # The card itself cannot be spent, if it is still in hand.
    spend = len(s.hand[seat]) - (card in s.hand[seat])
    return "too-expensive", {"card": p.name(card), "n": total(lines), "parts": p.parts(lines), "spend": spend}


def _settle_reason(p: Phrases, s: GalaxyState, seat: Seat, card: CardId) -> Reason:
    table = s.table
    if table.development[card]:
        return "not-a-world", {"card": p.name(card)}
    if card in s.tableau[seat]:
        return "in-tableau", {"card": p.name(card)}
    if not table.military[card]:
        return _too_expensive(p, s, seat, card)
    means = means_of(s, seat)
    facts: dict[str, object] = {
        "card": p.name(card),
        "n": table.cost[card],
        "have": military_against(s, seat, means, card),
        "temporary": most_temporary(s, seat, means, card),
    }
    paying = [power for power in means.optional if power.do == DO_PAY_FOR_MILITARY]
    if paying and table.traits[card] & KEY_XENO:
        return "xeno-conquest", facts
    prices = [
        total(explain_cost(s, seat, card, power.ident, p)) for power in paying if pays_for(s, power, card)
    ]
    if not prices:
        return "military-too-low", facts
    return "military-too-low-to-pay", {**facts, "price": min(prices), "spend": len(s.hand[seat]) - 1}


# --- worlds of the tableau ---


def _world_reason(p: Phrases, s: GalaxyState, decision: Decision, world: CardId) -> Reason:
    seat = decision.seat
    facts: dict[str, object] = {"card": p.name(world)}
    if world not in s.tableau[seat]:
        return "not-in-tableau", facts
    if decision.prompt == "invasion.damage":
        return "is-development" if s.table.development[world] else "damaged", facts
    if decision.prompt == "repair.world":
        return "not-damaged", facts
    if decision.prompt == "produce.windfall":
        return _windfall_reason(p, s, decision, world)
    if not s.has_good(seat, world):
        return "no-good", facts
    if decision.prompt == "consume.trade" and world not in tradable(s, seat):
        return "cannot-sell", facts
    if decision.prompt in ("consume.goods", "consume.good"):
        return _good_reason(p, s, s.table.power(decision.about), world)
    return "not-offered", {}


def _good_reason(p: Phrases, s: GalaxyState, power: Power, world: CardId) -> Reason:
    """Why the good of a world cannot be given to a power that asks for goods."""
    facts: dict[str, object] = {"card": p.name(world), "kind": p.kind(world), "source": p.name(power.card)}
    if world in s.taken:
        return "good-taken", facts
    if power.do == CONSUME_DIFFERENT:
        return "kind-taken", facts
    wanted = power.goods[min(len(s.taken), len(power.goods) - 1)]
    if wanted and s.table.kind[world] != wanted:
        return "wrong-kind", {**facts, "wanted": p.kind_name(wanted)}
    return "good-needed", facts


def _windfall_reason(p: Phrases, s: GalaxyState, decision: Decision, world: CardId) -> Reason:
    """Why a world cannot produce by a windfall power."""
    seat = decision.seat
    facts: dict[str, object] = {"card": p.name(world)}
    if not s.table.windfall[world]:
        return "not-windfall", facts
    if world in s.damaged_worlds(seat):
        return "damaged", facts
    if s.has_good(seat, world):
        return "has-good", facts
    if world in s.produced[seat]:
        return "has-produced", facts
    if any(power.do == CANNOT_PRODUCE for power in s.table.produce[world]):
        return "cannot-produce", facts
    facts["source"] = p.power_source(decision.about)
    if decision.about >= POWERS_A_CARD:
        power = s.table.power(decision.about)
        if power.kind and power.kind != s.table.kind[world]:
            return "wrong-kind", {**facts, "kind": p.kind(world), "wanted": p.kind_name(power.kind)}
        if power.not_this_world and power.card == world:
            return "not-itself", facts
    return "not-offered", {}


# --- powers ---


def _find_power(p: Phrases, s: GalaxyState, seat: Seat, ident: int, phase: int) -> Power | Reason:
    """A power that a seat has in a phase and has not used; or why it has none such."""
    card, index = divmod(ident, POWERS_A_CARD)
    if not 0 < card < s.table.size or index >= len(s.table.powers[card]):
        return "no-such-power", {}
    facts: dict[str, object] = {"card": p.name(card)}
    if card not in s.working(seat):
        return "power-not-yours", facts
    power = s.table.power(ident)
    if power.phase != phase:
        return "wrong-phase", facts
    if ident in s.spent:
        return "power-used", {"source": p.name(card), "text": p.power_text(ident)}
    return power


def _power_reason(p: Phrases, s: GalaxyState, decision: Decision, ident: int) -> Reason:
    seat = decision.seat
    consuming = decision.prompt == "consume.power"
    if ident == PASS:
        must = [each for each in usable_powers(s, seat) if not is_optional(s.table.power(each))]
        sources = dict.fromkeys(p.power_source(each) for each in must)
        return "must-use", {"sources": p.listing(list(sources))}
    if 0 < ident < len(NO_CARD_POWERS):
        return _no_card_reason(p, s, seat, ident)
    found = _find_power(p, s, seat, ident, CONSUME if consuming else PRODUCE)
    if isinstance(found, tuple):
        return found
    facts: dict[str, object] = {"source": p.name(found.card), "text": p.power_text(ident)}
    if found.do == DISCARD_CARDS or (found.discard == HAND and not s.hand[seat]):
        return "no-cards-for-power", facts
    if consuming:
        return "no-goods-for-power", facts
    if found.do in (DO_PRODUCE, DO_WINDFALL):
        return "no-world-for-power", facts
    if found.do == REPAIR:
        return "nothing-damaged", facts
    return "used-unasked", facts


def _no_card_reason(p: Phrases, s: GalaxyState, seat: Seat, ident: int) -> Reason:
    """Why a power that belongs to no card cannot be used."""
    facts: dict[str, object] = {"source": p.power_source(ident), "text": p.power_text(ident)}
    if ident in s.spent and ident != n.REPAIR_BONUS:
        return "power-used", facts
    if ident == n.BUNKER and not s.hand[seat]:
        return "no-cards-for-power", facts
    if ident in (n.REPAIR_BONUS, n.REPAIR_WITH_CARDS, n.REPAIR_WITH_GOOD):
        if not s.damaged[seat]:
            return "nothing-damaged", facts
        if ident == n.REPAIR_WITH_CARDS:
            return "no-cards-for-power", facts
        if ident == n.REPAIR_WITH_GOOD:
            return "no-goods-for-power", facts
    return "no-use", facts


def _defend_reason(p: Phrases, s: GalaxyState, seat: Seat, use: int) -> Reason:
    """Why a use of a power, or of the bunker, is not open to a defender."""
    ident, world = divmod(use, USE_UNIT)
    if 0 < ident < len(NO_CARD_POWERS):
        return _no_card_reason(p, s, seat, ident)
    found = _find_power(p, s, seat, ident, SETTLE)
    if isinstance(found, tuple):
        return found
    facts: dict[str, object] = {"source": p.name(found.card), "text": p.power_text(ident)}
    if found.do not in (TEMP_MILITARY, TEMP_DEFENSE):
        return "no-choice", facts
    if found.discard == GOOD:
        return _given_good(p, s, seat, found, PASS, world)
    if world:
        return "takes-no-good", facts
    return "no-cards-for-power", facts


def _means_reason(p: Phrases, s: GalaxyState, decision: Decision, use: int) -> Reason:
    seat = decision.seat
    world = decision.about
    if decision.prompt == "invasion.defend":
        return _defend_reason(p, s, seat, use)
    if use == PASS:
        return _not_settled(p, s, seat, world)
    found = _find_power(p, s, seat, use // USE_UNIT, SETTLE)
    if isinstance(found, tuple):
        return found
    means = means_of(s, seat)
    facts: dict[str, object] = {
        "source": p.name(found.card),
        "text": p.power_text(found.ident),
        "card": p.name(world),
    }
    if found not in means.optional:
        return "no-choice", facts
    if found.discard == GOOD:
        return _given_good(p, s, seat, found, world, use % USE_UNIT)
    if use % USE_UNIT:
        return "takes-no-good", facts
    if found.do == DO_PAY_FOR_MILITARY:
        return _paying_reason(p, s, seat, means, found, world)
    if found.do == COST_ZERO:
        if not frees(s, found, world):
            return "not-for-world", facts
        if s.free:
            return "free-already", facts
        return "free-needs-payment", facts
    return "no-use", facts


def _not_settled(p: Phrases, s: GalaxyState, seat: Seat, world: CardId) -> Reason:
    """Why a seat cannot stop using powers for the world it is placing."""
    if s.table.military[world] and s.paying == 0:
        have = total(explain_military(s, seat, world, p))
        return "must-conquer", {"card": p.name(world), "n": s.table.cost[world], "have": have}
    price = total(explain_cost(s, seat, world, words=p))
    return "must-pay", {"card": p.name(world), "n": price, "spend": len(s.hand[seat])}


def _given_good(p: Phrases, s: GalaxyState, seat: Seat, power: Power, placing: CardId, world: int) -> Reason:
    """Why a power cannot take the good of a world; `placing` is the world being placed, if any."""
    facts: dict[str, object] = {"source": p.name(power.card), "text": p.power_text(power.ident)}
    if not spendable_goods(s, seat, power, placing):
        return "no-goods-for-power", facts
    if not 0 < world < s.table.size:
        return "which-good", facts
    facts["card"] = p.name(world)
    if world not in s.tableau[seat]:
        return "not-in-tableau", facts
    if not s.has_good(seat, world):
        return "no-good", facts
    if world == placing:
        return "good-just-placed", facts
    return "wrong-kind", {**facts, "kind": p.kind(world), "wanted": p.kind_name(power.discard_kind)}


def _paying_reason(
    p: Phrases, s: GalaxyState, seat: Seat, means: Means, power: Power, world: CardId
) -> Reason:
    """Why a world cannot be paid for by a pay-for-military power."""
    facts: dict[str, object] = {"source": p.name(power.card), "card": p.name(world)}
    if not s.table.military[world]:
        return "not-military", facts
    if s.table.traits[world] & KEY_XENO:
        have = military_against(s, seat, means, world) + s.temp
        temporary = most_temporary(s, seat, means, world)
        return "xeno-conquest", {**facts, "n": s.table.cost[world], "have": have, "temporary": temporary}
    if not pays_for(s, power, world):
        return "not-for-world", facts
    if s.paying:
        return "paying-already", {**facts, "other": p.power_source(s.paying)}
    return _too_expensive(p, s, seat, world, power.ident)
