"""The cards of a game for the page: facts, texts and our own pictures, built once for each language and theme."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256

import msgspec

from repulse.games import GameEntry, entry_of
from repulse.table.room import Refusal


@dataclass(frozen=True)
class CardFile:
    """The file, ready to be sent."""

    data: bytes
    gzipped: bytes
    tag: str


def card_file(game: str, language: str, theme: str) -> CardFile:
    """All cards of a game in a language, and in a theme with pictures: without a theme there are none."""
    entry = entry_of(game)
    themes = entry.display_class.themes
    if theme and themes and theme not in themes:
        raise Refusal("bad-message", f"There is no theme {theme[:20]!r}; there are {', '.join(themes)}.")
    return _card_file(entry, entry.display_in(language).language, theme)


# Whoever asks for them chooses among those there are, so all of them are kept.
@lru_cache(maxsize=128)
def _card_file(entry: GameEntry, language: str, theme: str) -> CardFile:
    display = entry.display_in(language)
    cards = {
        card["name"]: display.card_facts(card["name"])
        | {
            "text": card["text"],
            "facets": card["facets"],
            "svg": display.card_svg(card["name"], theme) if theme and display.themes else "",
        }
        for card in display.cards()
    }
    body = {
        "language": language,
        "theme": theme,
        "facets": display.facet_words(),
        "marks": display.card_marks(),
        "cards": cards,
    }
    tag = sha256(msgspec.json.encode(body)).hexdigest()[:20]
    data = msgspec.json.encode({"hash": tag, **body})
    return CardFile(data, gzip.compress(data, 6), f'"{tag}"')
