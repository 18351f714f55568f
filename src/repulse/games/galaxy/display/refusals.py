"""Refusals in words: a sentence for each reason of the rules, in one language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from repulse.engine.contract import Seat
from repulse.games.galaxy.codes import action
from repulse.games.galaxy.display.breakdown import explain_cost
from repulse.games.galaxy.display.phrases import Phrases
from repulse.games.galaxy.rules.state import GalaxyState
from repulse.games.galaxy.rules.tokens import value_of


def reason_text(
    phrases: Phrases, state: GalaxyState, seat: Seat, *, reason: str, facts: Mapping[str, object]
) -> str:
    """Return a reason of the rules, with its facts, as a sentence.

    Args:
        phrases: The words of the language; breakdowns are as long as it says.
        state: The position, or the view of `seat`.
        seat: The seat whose answer was refused.
        reason: The id of the reason.
        facts: Its facts, as `repulse.games.galaxy.rules.refusals` gives them.
    """
    words: dict[str, object] = {}
    for name, fact in facts.items():
        words |= _words_for(phrases, name, fact)
    if reason.startswith("too-expensive"):
        card = phrases.table.ids[str(facts["card"])]
        paying = value_of(phrases.table, "power", str(facts["paying"])) if "paying" in facts else 0
        words["parts"] = phrases.parts(explain_cost(state, seat, card, paying=paying, words=phrases))
    return phrases.text(f"refusal.{reason}", **words)


def _words_for(phrases: Phrases, name: str, fact: object) -> dict[str, object]:
    """Return what a sentence may name for one fact."""
    table = phrases.table
    if name in ("card", "first"):
        return {name: phrases.name(table.ids[str(fact)])}
    if name == "power":
        power = value_of(table, "power", str(fact))
        return {"source": phrases.power_source(power), "text": phrases.power_text(power)}
    if name == "other":
        return {name: phrases.power_source(value_of(table, "power", str(fact)))}
    if name == "powers":
        powers = [value_of(table, "power", token) for token in cast(list[str], fact)]
        return {"sources": phrases.listing(list(dict.fromkeys(map(phrases.power_source, powers))))}
    if name in ("kind", "wanted"):
        return {name: phrases.kind_by_id(str(fact))}
    if name == "action":
        return {name: phrases.action(action.TOKENS.index(str(fact)))}
    if name == "actions":
        chosen = [phrases.action(action.TOKENS.index(token)) for token in cast(list[str], fact)]
        return {name: phrases.listing(chosen)}
    if name == "pile":
        return {name: phrases.pile(value_of(table, "deck", str(fact)))}
    return {name: fact}
