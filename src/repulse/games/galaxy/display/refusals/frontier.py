"""Why an action card, a frontier deck or a card drawn from one cannot be chosen."""

from __future__ import annotations

from repulse.engine.contract import Decision, Seat
from repulse.games.galaxy.display.phrases import ACTION_IDS, PILES, Phrases
from repulse.games.galaxy.display.refusals.cards import settle_reason
from repulse.games.galaxy.display.refusals.reason import Facts, Reason
from repulse.games.galaxy.rules.codes import action
from repulse.games.galaxy.rules.frontier import (
    FAR,
    FAR_NEEDS,
    MUST_ATTACK,
    SYSTEMS,
)
from repulse.games.galaxy.rules.packing import card_chosen
from repulse.games.galaxy.rules.phases.conquest import ATTACK, NORMAL_SETTLE
from repulse.games.galaxy.rules.phases.frontier import frontier_of
from repulse.games.galaxy.rules.state import PASS, GalaxyState
from repulse.games.galaxy.rules.war import STAGE_CONQUEST


def action_reason(p: Phrases, s: GalaxyState, decision: Decision, card: int) -> Reason:
    """Why an action card cannot be played."""
    if not 0 <= card < len(ACTION_IDS):
        return "no-such-action", {}
    facts: Facts = {"action": p.action(card)}
    if decision.prompt == "actions.order":
        return "action-not-chosen", {
            **facts,
            "actions": p.listing([p.action(each) for each in decision.options]),
        }
    if card == action.FRONTIER and s.frontier is not None and s.frontier.tucked >> decision.seat & 1:
        return "action-tucked", facts
    return "action-not-there", facts


def deck_reason(p: Phrases, s: GalaxyState, decision: Decision, deck: int) -> Reason:
    """Why a seat cannot draw from a frontier deck, or attack, or settle from hand instead."""
    frontier = frontier_of(s)
    have = len(s.tableau[decision.seat])
    if deck == ATTACK:
        if s.war is None or s.war.stage != STAGE_CONQUEST:
            return "no-conquest", {}
        if not frontier.left(SYSTEMS):
            return "no-systems", {}
        return "no-supply", {"n": MUST_ATTACK, "have": have}
    if deck == NORMAL_SETTLE:
        return "no-settle", {}
    if deck not in PILES:
        return "no-such-deck", {}
    facts: Facts = {"pile": p.pile(deck), "have": have}
    if ATTACK in decision.options and have >= MUST_ATTACK:
        return "must-attack", {**facts, "n": MUST_ATTACK}
    if not frontier.left(deck):
        return "deck-empty", facts
    if deck == FAR and have < FAR_NEEDS:
        return "deck-closed", {**facts, "n": FAR_NEEDS}
    return "not-offered", {}


def looked_reason(p: Phrases, s: GalaxyState, seat: Seat, value: int) -> Reason:
    """Why a card drawn from a frontier deck cannot be settled, or none of them be chosen."""
    if value == PASS:
        return "must-keep", {}
    card = card_chosen(value)
    if not 0 < card < s.cards.size:
        return "no-such-card", {}
    if card not in frontier_of(s).looked[seat]:
        return "not-looked", {"card": p.name(card)}
    return settle_reason(p, s, seat, card, len(s.hand[seat]))
