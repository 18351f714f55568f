"""Why a card of the hand cannot be chosen, or a world cannot be placed."""

from __future__ import annotations

from repulse.engine.contract import Decision, Seat
from repulse.games.galaxy.display.breakdown import explain_cost, total
from repulse.games.galaxy.display.option_text import most_bought
from repulse.games.galaxy.display.phrases import Phrases
from repulse.games.galaxy.display.refusals.reason import Facts, Reason
from repulse.games.galaxy.rules.card_table import CardId
from repulse.games.galaxy.rules.codes import do, trait
from repulse.games.galaxy.rules.military import (
    means_of,
    military_against,
    most_temporary,
    pays_for,
)
from repulse.games.galaxy.rules.placement import most_develop_cut
from repulse.games.galaxy.rules.state import GalaxyState


def card_reason(p: Phrases, s: GalaxyState, decision: Decision, card: CardId) -> Reason:
    """Why a card is not among those of the hand that may be chosen."""
    seat = decision.seat
    facts: Facts = {"card": p.name(card)}
    if decision.prompt == "setup.start_world":
        return "not-your-start-world", facts
    if card not in s.hand[seat]:
        return "not-in-hand", facts
    spend = len(s.hand[seat]) - 1
    if decision.prompt == "explore.discard":
        return "not-just-drawn", facts
    if decision.prompt == "develop.place":
        return _develop_reason(p, s, seat, card, spend)
    if decision.prompt == "develop.replace":
        return _replace_reason(p, s, seat, card)
    if decision.prompt == "settle.place":
        return settle_reason(p, s, seat, card, spend)
    return "not-offered", {}


def _develop_reason(p: Phrases, s: GalaxyState, seat: Seat, card: CardId, spend: int) -> Reason:
    if not s.cards.development[card]:
        return "not-a-development", {"card": p.name(card)}
    if card in s.tableau[seat]:
        return "in-tableau", {"card": p.name(card)}
    return too_expensive(p, s, seat, card, spend)


def _replace_reason(p: Phrases, s: GalaxyState, seat: Seat, card: CardId) -> Reason:
    """Why a card cannot take the place of a world (R-FRO-16)."""
    facts: Facts = {"card": p.name(card)}
    if not s.cards.development[card]:
        return "not-a-development", facts
    if card in s.tableau[seat]:
        return "in-tableau", facts
    below = 0
    for owner in s.working(seat):
        for power in s.cards.develop[owner]:
            if power.do == do.REPLACE_WORLD:
                below = max(below, power.below)
    return "too-dear-to-replace", {**facts, "n": s.cards.cost[card], "below": below}


def too_expensive(
    p: Phrases, s: GalaxyState, seat: Seat, card: CardId, spend: int, paying: int = 0
) -> Reason:
    """Why a seat with `spend` cards cannot pay for a card."""
    lines = explain_cost(s, seat, card, paying, p)
    facts: Facts = {"card": p.name(card), "n": total(lines), "parts": p.parts(lines), "spend": spend}
    if s.frontier is None:
        return "too-expensive", facts
    if s.cards.development[card]:
        bought = most_develop_cut(s, seat)
    else:
        bought = most_bought(s, seat, means_of(s, seat), card)
    return ("too-expensive-bought", {**facts, "bought": bought}) if bought else ("too-expensive", facts)


def settle_reason(p: Phrases, s: GalaxyState, seat: Seat, card: CardId, spend: int) -> Reason:
    """Why a seat with `spend` cards to pay with cannot place a world."""
    table = s.cards
    if table.development[card]:
        return "not-a-world", {"card": p.name(card)}
    if card in s.tableau[seat]:
        return "in-tableau", {"card": p.name(card)}
    if not table.military[card]:
        return too_expensive(p, s, seat, card, spend)
    means = means_of(s, seat)
    facts: Facts = {
        "card": p.name(card),
        "n": table.cost[card],
        "have": military_against(s, seat, means, card),
        "temporary": most_temporary(s, seat, means, card),
    }
    paying = [power for power in means.optional if power.do == do.PAY_FOR_MILITARY]
    if paying and table.traits[card] & trait.KEY_XENO:
        return "xeno-conquest", facts
    prices = [
        total(explain_cost(s, seat, card, power.ident, p)) for power in paying if pays_for(s, power, card)
    ]
    if not prices:
        return "military-too-low", facts
    return "military-too-low-to-pay", {**facts, "price": min(prices), "spend": spend}
