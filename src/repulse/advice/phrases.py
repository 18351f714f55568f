"""The words of hints and reviews, and numbers as people write them."""

from __future__ import annotations

from functools import lru_cache

from repulse.engine.display.words import Catalogue, load_catalogue


@lru_cache(maxsize=8)
def advice_words(language: str = "en") -> Catalogue:
    """The words of hints and reviews."""
    return load_catalogue("repulse.advice", language)


def number_text(number: float, language: str) -> str:
    """A number with one decimal, or none if it is whole, as people write it."""
    text = f"{number:.1f}".removesuffix(".0")
    return text.replace(".", ",") if language == "fr" else text


def amount(number: float, exact: bool, language: str) -> dict[str, object]:
    """Facts for a text about an amount: `n`, told as about so many unless it is exact, and `count`, which chooses the form."""
    text = number_text(number, language)
    shown = round(number, 1)
    return {
        "n": text if exact else advice_words(language).text("about", {"n": text}),
        # In French everything below 2 is singular.
        "count": int(shown) if language == "fr" else shown,
    }
