"""The card gallery: one self-contained page with every card, drawn by us, to be filtered by its facts."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib import resources

from repulse.engine.display.words import Catalogue
from repulse.games.galaxy.cards import (
    KEYWORDS,
    KINDS,
    PHASES,
    SETS,
    TYPES,
    Card,
)
from repulse.games.galaxy.display.card_text import card_words, describe_card
from repulse.games.galaxy.display.picture import card_svg

NO_KIND = "none"
"""The names in the filter of worlds without goods, and of developments."""


def card_facets(card: Card) -> dict[str, str]:
    """Return the facts a card can be looked up by; several values of one are separated by spaces."""
    phases = [phase for phase in PHASES if any(power.phase == phase for power in card.powers)]
    return {
        "set": card.set,
        "type": card.type,
        "kind": card.good or NO_KIND,
        "keyword": " ".join(card.keywords),
        "phase": " ".join(phases),
        "cost": str(card.cost),
    }


def gallery_html(cards: Sequence[Card], language: str = "en") -> str:
    """Return the page, with the cards and the filters in a language."""
    words = card_words(language)
    source = resources.files("repulse.games.galaxy.display") / "gallery.html"
    page = source.read_text(encoding="utf-8")
    costs = [str(cost) for cost in sorted({card.cost for card in cards})]
    choices = (
        ("set", [name for name in SETS if any(card.set == name for card in cards)]),
        ("type", TYPES),
        ("kind", [*KINDS, NO_KIND]),
        ("keyword", KEYWORDS),
        ("phase", PHASES),
        ("cost", costs),
    )
    page = page.replace("%LANGUAGE%", language)
    for ident in ("title", "query", "all", "count", "drawn", "marked"):
        # Straight from the catalogue: the page itself fills in how many cards it shows.
        page = page.replace(f"%{ident.upper()}%", escape(words.template(f"gallery.{ident}")))
    filters = "\n".join(_select(words, name, values) for name, values in choices)
    figures = "\n".join(_figure(words, card) for card in cards)
    return page.replace("%FILTERS%", filters).replace("%CARDS%", figures)


def _select(words: Catalogue, name: str, values: Sequence[str]) -> str:
    options = "".join(
        f'<option value="{escape(value)}">{escape(facet_label(words, name, value))}</option>'
        for value in values
    )
    label = escape(facet_label(words, name))
    anything = escape(words.text("gallery.any"))
    return (
        f'<label>{label} <select name="{name}"><option value="">{anything}</option>{options}</select></label>'
    )


def facet_label(words: Catalogue, name: str, value: str = "") -> str:
    """Return what a filter is called, or one of its values: as in card descriptions, or in its own words; numbers stay numbers."""
    if not value:
        return words.text(f"gallery.facet.{name}")
    for ident in (f"gallery.{name}.{value}", f"{name}.{value}"):
        if ident in words:
            return words.text(ident)
    return value


def _figure(words: Catalogue, card: Card) -> str:
    facets = "".join(f' data-{key}="{escape(value)}"' for key, value in card_facets(card).items())
    name, _, description = describe_card(card, words.language).partition("\n")
    return (
        f"<figure{facets}>{card_svg(card, language=words.language)}<figcaption>{escape(name)}</figcaption>"
        f"<details><summary>{escape(words.text('gallery.in_words'))}</summary>{escape(description)}</details></figure>"
    )
