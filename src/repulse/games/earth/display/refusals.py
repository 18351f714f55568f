"""Refusals in words: a sentence for each reason of the rules, in one language."""

from __future__ import annotations

from collections.abc import Mapping

from repulse.games.earth.display.phrases import Words


def reason_text(words: Words, reason: str, facts: Mapping[str, object]) -> str:
    """Return a reason of `repulse.games.earth.rules.refusals`, with its facts, as a sentence."""
    said = {name: _fact_words(words, name, fact) for name, fact in facts.items()}
    return words.catalogue.text(f"reason.{reason}", said)


def _fact_words(words: Words, name: str, fact: object) -> object:
    """Return a fact as the sentence names it."""
    if isinstance(fact, str):
        if name == "gadget":
            return words.gadget_name(words.table.gadget_names.index(fact))
        return words.region(words.table.region_names.index(fact))
    if isinstance(fact, int):
        if name in ("energy", "bid", "price"):
            return words.text("energy", n=fact)
        if name == "cost":
            return words.text("stars", n=fact)
        if name == "player":
            return words.player(fact)
    return fact
