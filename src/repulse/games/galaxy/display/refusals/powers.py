"""Why a power of Consume or Produce cannot be used."""

from __future__ import annotations

from repulse.engine.contract import Decision, Seat
from repulse.games.galaxy.display.phrases import NO_CARD_POWERS, Phrases
from repulse.games.galaxy.display.refusals.reason import Facts, Reason
from repulse.games.galaxy.rules.card_table import Power
from repulse.games.galaxy.rules.codes import do, no_card, phase, spend
from repulse.games.galaxy.rules.military import uses_left
from repulse.games.galaxy.rules.packing import card_of, index_of
from repulse.games.galaxy.rules.phases.consume import is_optional, usable_powers
from repulse.games.galaxy.rules.state import PASS, GalaxyState


def find_power(p: Phrases, s: GalaxyState, seat: Seat, ident: int, phase: int) -> Power | Reason:
    """A power that a seat has in a phase and has not used up; or why it has none such."""
    card, index = card_of(ident), index_of(ident)
    if not 0 < card < s.cards.size or index >= len(s.cards.powers[card]):
        return "no-such-power", {}
    facts: Facts = {"card": p.name(card)}
    if card not in s.working(seat):
        return "power-not-yours", facts
    power = s.cards.power(ident)
    if power.phase != phase:
        return "wrong-phase", facts
    if ident in s.spent and uses_left(s, power) <= 0:
        return "power-used", {"source": p.name(card), "text": p.power_text(ident)}
    return power


def power_reason(p: Phrases, s: GalaxyState, decision: Decision, ident: int) -> Reason:
    """Why a power is not among those that may be used next."""
    seat = decision.seat
    consuming = decision.prompt == "consume.power"
    if ident == PASS:
        must = [each for each in usable_powers(s, seat) if not is_optional(s.cards.power(each))]
        sources = dict.fromkeys(p.power_source(each) for each in must)
        return "must-use", {"sources": p.listing(list(sources))}
    if 0 < ident < len(NO_CARD_POWERS):
        return no_card_reason(p, s, seat, ident)
    found = find_power(p, s, seat, ident, phase.CONSUME if consuming else phase.PRODUCE)
    if isinstance(found, tuple):
        return found
    facts: Facts = {"source": p.name(found.card), "text": p.power_text(ident)}
    if found.do == do.DISCARD_CARDS or (found.discard == spend.HAND and not s.hand[seat]):
        return "no-cards-for-power", facts
    if consuming:
        return "no-goods-for-power", facts
    if found.do in (do.PRODUCE, do.WINDFALL):
        return "no-world-for-power", facts
    if found.do == do.REPAIR:
        return "nothing-damaged", facts
    return "used-unasked", facts


def no_card_reason(p: Phrases, s: GalaxyState, seat: Seat, ident: int) -> Reason:
    """Why a power that belongs to no card cannot be used."""
    facts: Facts = {"source": p.power_source(ident), "text": p.power_text(ident)}
    if ident in s.spent and ident != no_card.REPAIR_BONUS:
        return "power-used", facts
    if ident == no_card.BUNKER and not s.hand[seat]:
        return "no-cards-for-power", facts
    if ident in (no_card.REPAIR_BONUS, no_card.REPAIR_WITH_CARDS, no_card.REPAIR_WITH_GOOD):
        if not s.damaged[seat]:
            return "nothing-damaged", facts
        if ident == no_card.REPAIR_WITH_CARDS:
            return "no-cards-for-power", facts
        if ident == no_card.REPAIR_WITH_GOOD:
            return "no-goods-for-power", facts
    return "no-use", facts
