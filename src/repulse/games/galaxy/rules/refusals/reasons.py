"""The kind of answer that is refused, and everything visible that is not offered."""

from __future__ import annotations

from repulse.engine.contract import Decision, IllegalChoice
from repulse.games.galaxy.codes import effect
from repulse.games.galaxy.codes.packing import card_of, pack_use, power_of
from repulse.games.galaxy.rules.card_table import CardId, CompiledPower
from repulse.games.galaxy.rules.frontier import FAR, NEAR
from repulse.games.galaxy.rules.holdings import PASS
from repulse.games.galaxy.rules.military import aids_for
from repulse.games.galaxy.rules.placement import develop_cuts
from repulse.games.galaxy.rules.position import Position
from repulse.games.galaxy.rules.refusals.cards import card_reason
from repulse.games.galaxy.rules.refusals.frontier import action_reason, deck_reason, looked_reason
from repulse.games.galaxy.rules.refusals.means import means_reason
from repulse.games.galaxy.rules.refusals.powers import power_reason
from repulse.games.galaxy.rules.refusals.reason import Reason
from repulse.games.galaxy.rules.refusals.worlds import world_reason


def refuse(state: Position, decision: Decision, value: int) -> IllegalChoice:
    """Return the error that says why `value` is not among the options of `decision`."""
    reason, facts = find_reason(state, decision, value)
    return IllegalChoice(reason, facts)


def find_reason(state: Position, decision: Decision, value: int) -> Reason:
    """Return why `value` is not among the options of `decision`."""
    domain = decision.domain
    if domain == "action":
        return action_reason(state, decision, value)
    if domain == "number":
        return "number-out-of-range", {"lowest": min(decision.options), "highest": max(decision.options)}
    if domain == "power":
        return power_reason(state, decision, value)
    if domain == "means":
        return means_reason(state, decision, value)
    if domain == "deck":
        return deck_reason(state, decision, value)
    if domain == "frontier":
        return looked_reason(state, decision.seat, value)
    if domain not in ("card", "world"):
        return "not-offered", {}
    if value == PASS:
        return "cannot-pass", {}
    if not 0 < value < state.cards.size:
        return "no-such-card", {}
    if domain == "card":
        return card_reason(state, decision, value)
    return world_reason(state, decision, value)


def refused_cards(state: Position, decision: Decision) -> dict[CardId, Reason]:
    """Return every card before a seat that its decision might be about but does not offer, with the reason."""
    values = _values_not_offered(state, decision)
    return {card: find_reason(state, decision, value) for card, value in values.items()}


def refused_decks(state: Position, decision: Decision) -> dict[int, Reason]:
    """Return every frontier deck that a decision about decks does not offer, with the reason."""
    if decision.domain != "deck":
        return {}
    closed = [deck for deck in (NEAR, FAR) if deck not in decision.options]
    return {deck: find_reason(state, decision, deck) for deck in closed}


def _values_not_offered(state: Position, decision: Decision) -> dict[CardId, int]:
    """Return the cards that a decision does not offer, each with the answer that would name it."""
    seat, options = decision.seat, decision.options
    cards: list[CardId] = []
    if decision.domain == "card" and decision.prompt != "setup.start_world":
        cards = state.hand[seat]
    elif decision.domain == "frontier" and state.frontier is not None:
        cards = state.frontier.looked[seat]
    elif decision.domain == "world":
        cards = [card for card in state.tableau[seat] if not state.cards.development[card]]
    elif decision.domain in ("power", "means"):
        return _powers_not_offered(state, decision)
    return {card: card for card in cards if card not in options}


def _powers_not_offered(state: Position, decision: Decision) -> dict[CardId, int]:
    """Return the cards none of whose powers is offered, each with the answer that would use the first."""
    uses = decision.domain == "means"
    offered = {card_of(power_of(option) if uses else option) for option in decision.options if option >= 0}
    values: dict[CardId, int] = {}
    for power in _asked_powers(state, decision):
        if power.card not in offered and power.card not in values:
            values[power.card] = pack_use(power.ident) if uses else power.ident
    return values


def _asked_powers(state: Position, decision: Decision) -> list[CompiledPower]:
    """Return the powers that a decision about powers or means might be about."""
    seat = decision.seat
    if decision.prompt == "invasion.defend":
        return [
            power
            for card in state.working(seat)
            for power in state.cards.settle[card]
            if power.do in (effect.TEMP_MILITARY, effect.TEMP_DEFENSE)
        ]
    if decision.prompt == "develop.means":
        return develop_cuts(state, seat)
    if decision.domain == "means":
        powers = aids_for(state, seat).optional
        attacking = decision.prompt == "conquest.means"
        return [power for power in powers if power.do == effect.TEMP_MILITARY] if attacking else powers
    phase = state.cards.consume if decision.prompt == "consume.power" else state.cards.produce
    return [power for card in state.working(seat) for power in phase[card]]
