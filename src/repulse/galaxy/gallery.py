"""The card gallery: one self-contained page with every card, drawn by us, to be filtered by its facts."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib import resources

from repulse.galaxy.describe import describe_card
from repulse.galaxy.facts import KEYWORDS, KINDS, PHASES, SETS, TYPES, Card
from repulse.galaxy.picture import card_svg

NO_KIND = "none"
"""What the filter calls worlds without goods, and developments."""


def card_facets(card: Card) -> dict[str, str]:
    """The facts a card can be looked up by; several values of one are separated by spaces."""
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
    """The page, with the cards told in a language; the filters are the words of the card files."""
    source = resources.files("repulse.galaxy") / "data" / "gallery" / "page.html"
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
    filters = "\n".join(_select(name, values) for name, values in choices)
    figures = "\n".join(_figure(card, language) for card in cards)
    return page.replace("%FILTERS%", filters).replace("%CARDS%", figures)


def _select(name: str, values: Sequence[str]) -> str:
    options = "".join(f'<option value="{escape(value)}">{escape(value)}</option>' for value in values)
    label = "Cost or defense" if name == "cost" else name.capitalize()
    return f'<label>{label} <select name="{name}"><option value="">any</option>{options}</select></label>'


def _figure(card: Card, language: str) -> str:
    facets = "".join(f' data-{key}="{escape(value)}"' for key, value in card_facets(card).items())
    name, _, words = describe_card(card, language).partition("\n")
    return (
        f"<figure{facets}>{card_svg(card, language=language)}<figcaption>{escape(name)}</figcaption>"
        f"<details><summary>In words</summary>{escape(words)}</details></figure>"
    )
