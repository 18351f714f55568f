"""The picture of any card in one call, drawn from its facts."""

from __future__ import annotations

from repulse.games.galaxy.cards import Card
from repulse.games.galaxy.display.card_text import card_words, describe_card
from repulse.games.galaxy.display.svg.card import draw
from repulse.games.galaxy.display.svg.pen import THEMES, Pen


def card_svg(card: Card, theme: str = "light", language: str = "en") -> str:
    """Return the card as an SVG document of 200 by 280, to be scaled at will; the theme is `light` or `dark`.

    It includes its name and description for screen readers, and refers to nothing outside itself.

    Args:
        card: The card.
        theme: `light` or `dark`.
        language: The language of its texts.
    """
    return draw(card, Pen(THEMES[theme]), card_words(language), description=describe_card(card, language))
