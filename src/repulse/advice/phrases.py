"""The texts of hints and reviews, and numbers in the notation of a language."""

from __future__ import annotations

from functools import lru_cache

from repulse.engine.display.words import Catalogue, load_catalogue, percent


@lru_cache(maxsize=8)
def advice_words(language: str = "en") -> Catalogue:
    """Return the texts of hints and reviews."""
    return load_catalogue("repulse.advice", language)


def number_text(number: float, language: str) -> str:
    """Return a number with one decimal, or none if it is whole, in the notation of a language."""
    text = f"{number:.1f}".removesuffix(".0")
    return text.replace(".", ",") if language == "fr" else text


def percent_text(share: float, language: str) -> str:
    """Return a share as a percentage in the notation of a language."""
    return f"{100 * share:.0f}\u00a0%" if language == "fr" else percent(share)


def amount(number: float, exact: bool, language: str) -> dict[str, object]:
    """Return the facts of a text about an amount: `n`, marked as approximate unless exact, and `count`, which selects the form."""
    text = number_text(number, language)
    rounded = round(number, 1)
    return {
        "n": text if exact else advice_words(language).text("about", {"n": text}),
        "count": rounded,
    }
