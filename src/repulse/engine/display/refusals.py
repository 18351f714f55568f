"""Why an answer is refused, in one language: the reasons all games share, and how a game adds its own."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from repulse.engine.contract import (
    Choice,
    Decision,
    IllegalChoice,
    State,
    check_choice,
)
from repulse.engine.display.words import Catalogue, load_catalogue


@lru_cache(maxsize=8)
def engine_words(language: str = "en") -> Catalogue:
    """The catalogue of the engine in a language."""
    return load_catalogue("repulse.engine", language)


def refusal_in(
    language: str, state: State, decision: Decision, choice: Choice, explain: Callable[[int], IllegalChoice]
) -> str:
    """Why an answer is refused; empty if it is not. `explain` says why a value is not among the options."""
    try:
        check_choice(state, decision, choice)
    except IllegalChoice as error:
        words, ident = engine_words(language), f"illegal.{error.reason}"
        if ident in words:
            return words.text(ident, {"least": decision.least, "most": decision.most, "count": len(choice)})
        return str(explain(next(value for value in choice if value not in decision.options)))
    return ""
