"""Why an optional power cannot be used for the card being placed, in an attack, or in defense."""

from __future__ import annotations

from repulse.engine.contract import Data, Decision, Seat
from repulse.games.galaxy.codes import effect, good_kind, no_card, phase, price, trait
from repulse.games.galaxy.codes.packing import power_of, world_of
from repulse.games.galaxy.rules.card_table import CardId, CompiledPower
from repulse.games.galaxy.rules.holdings import PASS
from repulse.games.galaxy.rules.military import (
    PlacementAids,
    aids_for,
    frees,
    max_temporary,
    military_against,
    pays_for,
    spendable_goods,
    spendable_worlds,
)
from repulse.games.galaxy.rules.placement import develop_cuts, development_cost, price_now
from repulse.games.galaxy.rules.position import Position
from repulse.games.galaxy.rules.refusals.cards import too_expensive
from repulse.games.galaxy.rules.refusals.powers import find_power, no_card_reason
from repulse.games.galaxy.rules.refusals.reason import Reason, card_fact, power_fact
from repulse.games.galaxy.rules.tokens import word_of


def means_reason(state: Position, decision: Decision, use: int) -> Reason:
    """Return why a use of a power is not among those that are open."""
    seat = decision.seat
    card = decision.about
    if decision.prompt == "invasion.defend":
        return _defend_reason(state, seat, use)
    if use == PASS:
        return _not_settled(state, seat, card)
    developing = decision.prompt == "develop.means"
    power = find_power(state, seat, power_of(use), phase.DEVELOP if developing else phase.SETTLE)
    if isinstance(power, tuple):
        return power
    facts: Data = {**power_fact(state, power.ident), **card_fact(state, card)}
    if power not in (develop_cuts(state, seat) if developing else aids_for(state, seat).optional):
        return "no-choice", facts
    if decision.prompt == "conquest.means" and power.do != effect.TEMP_MILITARY:
        return "not-in-attack", facts
    if power.do == effect.PAY_FOR_MILITARY:
        return _taken(state, seat, power, card, use) or _paying_reason(state, seat, power, card)
    if power.do == effect.COST_ZERO or power.do == effect.DISCOUNT:
        return _cheaper_reason(state, seat, power, card, use, facts)
    return _taken(state, seat, power, card, use) or ("leaves-no-way", facts)


def _cheaper_reason(
    state: Position, seat: Seat, power: CompiledPower, card: CardId, use: int, facts: Data
) -> Reason:
    """Return why a power that makes a card cheaper, or free, cannot be used for it."""
    if power.do == effect.COST_ZERO and not frees(state, power, card):
        return "not-for-world", facts
    if state.payment.is_free:
        return "free-already", facts
    if state.cards.military[card] and not state.payment.paying_power:
        return "free-needs-payment", facts
    if power.do == effect.DISCOUNT and _price(state, seat, card) <= 0:
        return "free-already", facts
    return _taken(state, seat, power, card, use) or ("leaves-no-way", facts)


def _taken(state: Position, seat: Seat, power: CompiledPower, placing: CardId, use: int) -> Reason | None:
    """Return why a power cannot take what a use names: a good, a world, or nothing; None if it can."""
    facts: Data = power_fact(state, power.ident)
    world = world_of(use)
    if power.discard == price.GOOD:
        return _given_good(state, seat, power, placing, world)
    if power.discard in (price.OWN_WORLD, price.OWN_NEAR_WORLD):
        return _given_world(state, seat, power, placing, world)
    return ("takes-no-good", facts) if world else None


def _given_good(
    state: Position, seat: Seat, power: CompiledPower, placing: CardId, world: int
) -> Reason | None:
    """Return why a power cannot take the good of a world; `placing` is the world being placed, if any."""
    facts: Data = power_fact(state, power.ident)
    if not spendable_goods(state, seat, power, placing):
        return "no-goods-for-power", facts
    if not 0 < world < state.cards.size:
        return "which-good", facts
    facts["card"] = state.cards.names[world]
    if world not in state.tableau[seat]:
        return "not-in-tableau", facts
    if not state.has_good(seat, world):
        return "no-good", facts
    if world == placing:
        return "good-just-placed", facts
    if power.discard_kind and power.discard_kind != state.cards.kind[world]:
        return "wrong-kind", {
            **facts,
            "kind": good_kind.NAMES[state.cards.kind[world]],
            "wanted": good_kind.NAMES[power.discard_kind],
        }
    return None


def _given_world(
    state: Position, seat: Seat, power: CompiledPower, placing: CardId, world: int
) -> Reason | None:
    """Return why a power cannot take a world; `placing` is the world being placed, if any."""
    facts: Data = power_fact(state, power.ident)
    fitting = spendable_worlds(state, seat, power, placing)
    if world in fitting:
        return None
    if not fitting:
        return "no-worlds-to-give", facts
    if not 0 < world < state.cards.size:
        return "which-world", facts
    facts["card"] = state.cards.names[world]
    if world not in state.tableau[seat]:
        return "not-in-tableau", facts
    if world == placing:
        return "world-just-placed", facts
    if state.cards.development[world]:
        return "takes-no-development", facts
    if world in state.damaged_worlds(seat):
        return "damaged", facts
    return "not-near", facts


def _not_settled(state: Position, seat: Seat, card: CardId) -> Reason:
    """Return why a seat cannot stop using powers for the card it is placing."""
    if state.cards.military[card] and state.payment.paying_power == 0:
        have = military_against(state, seat, aids_for(state, seat), card) + state.payment.temp_military
        return "must-conquer", {**card_fact(state, card), "n": state.cards.cost[card], "have": have}
    return "must-pay", {
        **card_fact(state, card),
        "n": _price(state, seat, card),
        "spend": len(state.hand[seat]),
    }


def _price(state: Position, seat: Seat, card: CardId) -> int:
    """Return what the card being placed costs now."""
    if state.cards.development[card]:
        return development_cost(state, seat, card)
    return price_now(state, seat, aids_for(state, seat), card)


def _paying_reason(state: Position, seat: Seat, power: CompiledPower, world: CardId) -> Reason:
    """Return why a world cannot be paid for by a pay-for-military power."""
    facts: Data = {**power_fact(state, power.ident), **card_fact(state, world)}
    if not state.cards.military[world]:
        return "not-military", facts
    if state.cards.traits[world] & trait.KEY_XENO:
        return "xeno-conquest", {**facts, **_strength(state, seat, aids_for(state, seat), world)}
    if not pays_for(state, power, world):
        return "not-for-world", facts
    if state.payment.paying_power:
        return "paying-already", {**facts, "other": word_of(state.cards, "power", state.payment.paying_power)}
    return too_expensive(state, seat, world, len(state.hand[seat]), power)


def _strength(state: Position, seat: Seat, aids: PlacementAids, world: CardId) -> Data:
    have = military_against(state, seat, aids, world) + state.payment.temp_military
    return {
        "n": state.cards.cost[world],
        "have": have,
        "temporary": max_temporary(state, seat, aids, world),
    }


def _defend_reason(state: Position, seat: Seat, use: int) -> Reason:
    """Return why a use of a power, or of the bunker, is not open to a defender."""
    ident = power_of(use)
    if 0 < ident < len(no_card.TOKENS):
        return no_card_reason(state, seat, ident)
    power = find_power(state, seat, ident, phase.SETTLE)
    if isinstance(power, tuple):
        return power
    facts: Data = power_fact(state, ident)
    if power.do not in (effect.TEMP_MILITARY, effect.TEMP_DEFENSE):
        return "no-choice", facts
    return _taken(state, seat, power, PASS, use) or ("no-cards-for-power", facts)
