"""The cards of galaxy for the page: facts, words and our own pictures, made once for each language and theme."""

from __future__ import annotations

import gzip
from dataclasses import asdict, dataclass
from functools import lru_cache
from hashlib import sha256

import msgspec

from repulse.games.galaxy.cards import SETS, load_cards
from repulse.games.galaxy.display.card_text import describe_card
from repulse.games.galaxy.display.picture import card_svg
from repulse.games.galaxy.display.svg.pen import THEMES
from repulse.server.room import Refusal
from repulse.server.scenes import scene_of


@dataclass(frozen=True)
class CardFile:
    """The file, ready to be sent."""

    data: bytes
    gzipped: bytes
    tag: str


def card_file(language: str, theme: str) -> CardFile:
    """All cards in a language and a theme."""
    if theme not in THEMES:
        raise Refusal("bad-message", f"There is no theme {theme[:20]!r}; there are {', '.join(THEMES)}.")
    return _card_file(scene_of("galaxy").language(language), theme)


@lru_cache(maxsize=8)
def _card_file(language: str, theme: str) -> CardFile:
    cards = {
        card.name: asdict(card)
        | {"text": describe_card(card, language), "svg": card_svg(card, theme, language)}
        for card in load_cards(SETS)
    }
    body = msgspec.json.encode(cards)
    tag = sha256(body).hexdigest()[:20]
    data = msgspec.json.encode(
        {"hash": tag, "language": language, "theme": theme, "cards": msgspec.Raw(body)}
    )
    return CardFile(data, gzip.compress(data, 6), f'"{tag}"')
