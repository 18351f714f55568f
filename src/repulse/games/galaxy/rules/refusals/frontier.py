"""Why an action card, a frontier deck or a card drawn from one cannot be chosen."""

from __future__ import annotations

from repulse.engine.contract import Data, Decision, Seat
from repulse.games.galaxy.codes import action
from repulse.games.galaxy.codes.packing import card_chosen
from repulse.games.galaxy.rules.frontier import (
    FAR,
    FAR_NEEDS,
    MUST_ATTACK,
    NEAR,
    SYSTEMS,
)
from repulse.games.galaxy.rules.holdings import PASS
from repulse.games.galaxy.rules.phases.conquest import ATTACK, NORMAL_SETTLE
from repulse.games.galaxy.rules.phases.frontier import frontier_of
from repulse.games.galaxy.rules.position import Position
from repulse.games.galaxy.rules.refusals.cards import settle_reason
from repulse.games.galaxy.rules.refusals.reason import Reason, card_fact
from repulse.games.galaxy.rules.tokens import DECK_WORDS
from repulse.games.galaxy.rules.war import STAGE_CONQUEST


def action_reason(state: Position, decision: Decision, card: int) -> Reason:
    """Return why an action card cannot be played."""
    if not 0 <= card < len(action.TOKENS):
        return "no-such-action", {}
    facts: Data = {"action": action.TOKENS[card]}
    if decision.prompt == "actions.order":
        return "action-not-chosen", {
            **facts,
            "actions": [action.TOKENS[option] for option in decision.options],
        }
    if card == action.FRONTIER and state.frontier is not None and state.frontier.tucked >> decision.seat & 1:
        return "action-tucked", facts
    return "action-not-there", facts


def deck_reason(state: Position, decision: Decision, deck: int) -> Reason:
    """Return why a seat cannot draw from a frontier deck, or attack, or settle from hand instead."""
    frontier = frontier_of(state)
    have = len(state.tableau[decision.seat])
    if deck == ATTACK:
        if state.war is None or state.war.stage != STAGE_CONQUEST:
            return "no-conquest", {}
        if not frontier.left(SYSTEMS):
            return "no-systems", {}
        return "no-supply", {"n": MUST_ATTACK, "have": have}
    if deck == NORMAL_SETTLE:
        return "no-settle", {}
    if deck not in (NEAR, FAR):
        return "no-such-deck", {}
    facts: Data = {"pile": DECK_WORDS[deck], "have": have}
    if ATTACK in decision.options and have >= MUST_ATTACK:
        return "must-attack", {**facts, "n": MUST_ATTACK}
    if not frontier.left(deck):
        return "deck-empty", facts
    if deck == FAR and have < FAR_NEEDS:
        return "deck-closed", {**facts, "n": FAR_NEEDS}
    return "not-offered", {}


def looked_reason(state: Position, seat: Seat, value: int) -> Reason:
    """Return why a card drawn from a frontier deck cannot be settled, or none of them be chosen."""
    if value == PASS:
        return "must-keep", {}
    card = card_chosen(value)
    if not 0 < card < state.cards.size:
        return "no-such-card", {}
    if card not in frontier_of(state).looked[seat]:
        return "not-looked", card_fact(state, card)
    return settle_reason(state, seat, card, len(state.hand[seat]))
