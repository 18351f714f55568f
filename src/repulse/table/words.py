"""The lines that a table itself writes in its log, from a message catalogue."""

from __future__ import annotations

from functools import lru_cache

from repulse.engine.display.languages import LANGUAGES
from repulse.engine.display.words import Catalogue, load_catalogue


def table_words(language: str = "en") -> Catalogue:
    """Return the texts of a table; English for an unknown language, since clients choose it."""
    return _catalogue(language if language in LANGUAGES else "en")


@lru_cache(maxsize=8)
def _catalogue(language: str) -> Catalogue:
    return load_catalogue("repulse.table", language)
