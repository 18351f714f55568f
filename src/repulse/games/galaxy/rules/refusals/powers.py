"""Why a power of Consume or Produce cannot be used."""

from __future__ import annotations

from repulse.engine.contract import Data, Decision, Seat
from repulse.games.galaxy.codes import effect, no_card, phase, price
from repulse.games.galaxy.codes.packing import card_of, index_of
from repulse.games.galaxy.rules.card_table import CompiledPower
from repulse.games.galaxy.rules.holdings import PASS
from repulse.games.galaxy.rules.military import uses_left
from repulse.games.galaxy.rules.phases.consume import is_optional, usable_powers
from repulse.games.galaxy.rules.position import Position
from repulse.games.galaxy.rules.refusals.reason import Reason, card_fact, power_fact
from repulse.games.galaxy.rules.tokens import word_of


def find_power(state: Position, seat: Seat, ident: int, phase: int) -> CompiledPower | Reason:
    """Return a power that a seat has in a phase and has not used up; or why it has none such."""
    card, index = card_of(ident), index_of(ident)
    if not 0 < card < state.cards.size or index >= len(state.cards.powers[card]):
        return "no-such-power", {}
    facts: Data = card_fact(state, card)
    if card not in state.working(seat):
        return "power-not-yours", facts
    power = state.cards.power(ident)
    if power.phase != phase:
        return "wrong-phase", facts
    if ident in state.payment.used_powers and uses_left(state, power) <= 0:
        return "power-used", power_fact(state, ident)
    return power


def power_reason(state: Position, decision: Decision, ident: int) -> Reason:
    """Return why a power is not among those that may be used next."""
    seat = decision.seat
    consuming = decision.prompt == "consume.power"
    if ident == PASS:
        must = [option for option in usable_powers(state, seat) if not is_optional(state.cards.power(option))]
        return "must-use", {"powers": [word_of(state.cards, "power", option) for option in must]}
    if 0 < ident < len(no_card.TOKENS):
        return no_card_reason(state, seat, ident)
    power = find_power(state, seat, ident, phase.CONSUME if consuming else phase.PRODUCE)
    if isinstance(power, tuple):
        return power
    facts: Data = power_fact(state, ident)
    if power.do == effect.DISCARD_CARDS or (power.discard == price.HAND and not state.hand[seat]):
        return "no-cards-for-power", facts
    if consuming:
        return "no-goods-for-power", facts
    if power.do in (effect.PRODUCE, effect.WINDFALL):
        return "no-world-for-power", facts
    if power.do == effect.REPAIR:
        return "nothing-damaged", facts
    return "used-unasked", facts


def no_card_reason(state: Position, seat: Seat, ident: int) -> Reason:
    """Return why a power that belongs to no card cannot be used."""
    facts: Data = power_fact(state, ident)
    if ident in state.payment.used_powers and ident != no_card.REPAIR_BONUS:
        return "power-used", facts
    if ident == no_card.BUNKER and not state.hand[seat]:
        return "no-cards-for-power", facts
    if ident in (no_card.REPAIR_BONUS, no_card.REPAIR_WITH_CARDS, no_card.REPAIR_WITH_GOOD):
        if not state.damaged[seat]:
            return "nothing-damaged", facts
        if ident == no_card.REPAIR_WITH_CARDS:
            return "no-cards-for-power", facts
        if ident == no_card.REPAIR_WITH_GOOD:
            return "no-goods-for-power", facts
    return "no-use", facts
