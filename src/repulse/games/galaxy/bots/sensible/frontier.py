"""The frontier: which deck to try, what to settle or keep, when to attack the Xeno systems."""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import Choice, Decision
from repulse.games.galaxy.bots.sensible.evaluation import Evaluation
from repulse.games.galaxy.bots.sensible.placing import NEVER, settle_cost, use_cost
from repulse.games.galaxy.codes.packing import card_chosen, is_kept
from repulse.games.galaxy.rules.card_table import CardId
from repulse.games.galaxy.rules.frontier import (
    FAR,
    NEAR,
    SYSTEMS,
)
from repulse.games.galaxy.rules.phases.conquest import ATTACK, may_attack
from repulse.games.galaxy.rules.phases.frontier import look_count
from repulse.games.galaxy.rules.placement import can_conquer

_GIVE_UP: Final = -1
_SAMPLE: Final = 10


def look_gain(ev: Evaluation, deck: int) -> float:
    """Return the gain of looking at the cards of a frontier deck: the best of a few, by a sample of the deck."""
    cards = ev.estimates.frontier[deck]
    if not cards:
        return 0.0
    stride = max(1, len(cards) // _SAMPLE)
    gains: list[float] = []
    for i in range(0, len(cards), stride):
        gains.append(max(ev.card, placing_gain(ev, cards[i])))
    gains.sort(reverse=True)
    count = look_count(ev.view, ev.seat)
    if ev.view.frontier is not None:
        count = min(count, ev.view.frontier.left(deck))
    return gains[len(gains) // (count + 1)]


def placing_gain(ev: Evaluation, card: CardId) -> float:
    """Return the gain of placing a world that is not in hand."""
    if card in ev.owned:
        return 0.0
    return ev.worth(card) - settle_cost(ev, card)


def attack_gain(ev: Evaluation) -> float:
    """Return the expected gain of an attack on a Xeno system, which may be too strong."""
    systems = ev.estimates.frontier[SYSTEMS]
    if not systems:
        return 0.0
    gain = 0.0
    for system in systems:
        if system not in ev.owned:
            if can_conquer(ev.view, ev.seat, ev.aids, system):
                gain += ev.points(system) + 1.0
            else:
                gain -= 1.0
    return gain / len(systems)


def frontier_gain(ev: Evaluation) -> float:
    """Return the value of the Frontier Settle action card."""
    frontier = ev.view.frontier
    if frontier is None:
        return 0.0
    best = 0.0
    for deck in frontier.open_decks(len(ev.owned)):
        best = max(best, look_gain(ev, deck))
    if may_attack(ev.view, ev.seat) and frontier.left(SYSTEMS):
        best = max(best, attack_gain(ev))
    return best


def choose_deck(ev: Evaluation, decision: Decision) -> Choice:
    """Choose where to go: the frontier deck that promises most, or an attack."""
    best = decision.options[0]
    most = -NEVER
    for deck in decision.options:
        gain = 0.0
        if deck == ATTACK:
            gain = attack_gain(ev)
        elif deck in (NEAR, FAR):
            gain = look_gain(ev, deck)
        if gain > most:
            most = gain
            best = deck
    return [best]


def settle_frontier(ev: Evaluation, decision: Decision) -> Choice:
    """Settle the best of the cards drawn, or keep the one that promises most."""
    best = decision.options[0]
    most = -NEVER
    for option in decision.options:
        card = card_chosen(option)
        gain = ev.promise(card) if is_kept(option) else placing_gain(ev, card)
        if gain > most:
            most = gain
            best = option
    return [best]


def use_force(ev: Evaluation, decision: Decision) -> Choice:
    """Use the cheapest temporary Military against a Xeno system; give up only what costs more than it brings."""
    best = _GIVE_UP
    cheapest = ev.points(decision.about) + 3.0
    for use in decision.options:
        if use != _GIVE_UP:
            cost = use_cost(ev, use)
            if cost < cheapest:
                cheapest = cost
                best = use
    return [best]
