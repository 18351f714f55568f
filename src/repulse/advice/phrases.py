"""The texts of hints and reviews."""

from __future__ import annotations

from functools import lru_cache

from repulse.engine.display.languages import BY_ID
from repulse.engine.display.words import Catalogue, load_catalogue


@lru_cache(maxsize=8)
def advice_words(language: str = "en") -> Catalogue:
    """Return the texts of hints and reviews."""
    return load_catalogue("repulse.advice", language)


def amount(number: float, exact: bool, language: str) -> dict[str, object]:
    """Return the facts of a text about an amount: `n`, marked as approximate unless exact, and `count`, which selects the form."""
    text = BY_ID[language].number(number)
    rounded = round(number, 1)
    return {
        "n": text if exact else advice_words(language).text("about", {"n": text}),
        "count": rounded,
    }
