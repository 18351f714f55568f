"""Why a card of the hand cannot be chosen, or a world cannot be placed."""

from __future__ import annotations

from repulse.engine.contract import Data, Decision, Seat
from repulse.games.galaxy.codes import effect, trait
from repulse.games.galaxy.rules.card_table import CardId, CompiledPower
from repulse.games.galaxy.rules.military import (
    aids_for,
    max_temporary,
    military_against,
    pays_for,
    price_of,
)
from repulse.games.galaxy.rules.placement import development_cost, max_bought, max_develop_cut
from repulse.games.galaxy.rules.position import Position
from repulse.games.galaxy.rules.refusals.reason import Reason, card_fact
from repulse.games.galaxy.rules.tokens import word_of


def card_reason(state: Position, decision: Decision, card: CardId) -> Reason:
    """Return why a card is not among those of the hand that may be chosen."""
    seat = decision.seat
    facts: Data = card_fact(state, card)
    if decision.prompt == "setup.start_world":
        return "not-your-start-world", facts
    if card not in state.hand[seat]:
        return "not-in-hand", facts
    spend = len(state.hand[seat]) - 1
    if decision.prompt == "explore.discard":
        return "not-just-drawn", facts
    if decision.prompt == "develop.place":
        return _develop_reason(state, seat, card, spend)
    if decision.prompt == "develop.replace":
        return _replace_reason(state, seat, card)
    if decision.prompt == "settle.place":
        return settle_reason(state, seat, card, spend)
    return "not-offered", {}


def _develop_reason(state: Position, seat: Seat, card: CardId, spend: int) -> Reason:
    if not state.cards.development[card]:
        return "not-a-development", card_fact(state, card)
    if card in state.tableau[seat]:
        return "in-tableau", card_fact(state, card)
    return too_expensive(state, seat, card, spend)


def _replace_reason(state: Position, seat: Seat, card: CardId) -> Reason:
    """Return why a card cannot take the place of a world (R-FRO-16)."""
    facts: Data = card_fact(state, card)
    if not state.cards.development[card]:
        return "not-a-development", facts
    if card in state.tableau[seat]:
        return "in-tableau", facts
    below = 0
    for owner in state.working(seat):
        for power in state.cards.develop[owner]:
            if power.do == effect.REPLACE_WORLD:
                below = max(below, power.below)
    return "too-dear-to-replace", {**facts, "n": state.cards.cost[card], "below": below}


def too_expensive(
    state: Position, seat: Seat, card: CardId, spend: int, paying: CompiledPower | None = None
) -> Reason:
    """Return why a seat with `spend` cards cannot pay for a card, by way of a pay-for-military power if it is `paying`."""
    aids = aids_for(state, seat)
    developing = state.cards.development[card]
    price = development_cost(state, seat, card) if developing else price_of(state, aids, card, paying)
    facts: Data = {**card_fact(state, card), "n": price, "spend": spend}
    if paying is not None:
        facts["paying"] = word_of(state.cards, "power", paying.ident)
    if state.frontier is None:
        return "too-expensive", facts
    bought = max_develop_cut(state, seat) if developing else max_bought(state, seat, aids, card)
    return ("too-expensive-bought", {**facts, "bought": bought}) if bought else ("too-expensive", facts)


def settle_reason(state: Position, seat: Seat, card: CardId, spend: int) -> Reason:
    """Return why a seat with `spend` cards to pay with cannot place a world."""
    table = state.cards
    if table.development[card]:
        return "not-a-world", card_fact(state, card)
    if card in state.tableau[seat]:
        return "in-tableau", card_fact(state, card)
    if not table.military[card]:
        return too_expensive(state, seat, card, spend)
    aids = aids_for(state, seat)
    facts: Data = {
        **card_fact(state, card),
        "n": table.cost[card],
        "have": military_against(state, seat, aids, card),
        "temporary": max_temporary(state, seat, aids, card),
    }
    paying = [power for power in aids.optional if power.do == effect.PAY_FOR_MILITARY]
    if paying and table.traits[card] & trait.KEY_XENO:
        return "xeno-conquest", facts
    prices = [price_of(state, aids, card, power) for power in paying if pays_for(state, power, card)]
    if not prices:
        return "military-too-low", facts
    return "military-too-low-to-pay", {**facts, "price": min(prices), "spend": spend}
