"""Every card, made from the facts of the cards, with our own drawings: what the gallery pages are filled with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import Final

from repulse.games.earth.display.component_cards import components
from repulse.games.earth.display.phrases import words
from repulse.games.earth.display.svg import map_svg
from repulse.games.galaxy.cards import SETS, Card, load_cards
from repulse.games.galaxy.display.card_text import describe_card
from repulse.games.galaxy.display.gallery import card_facets, gallery_html
from repulse.games.galaxy.display.picture import card_svg
from repulse.match import new

TITLES: Final = {
    "base": "Base game",
    "new-worlds": "New Worlds",
    "xeno-invasion": "Xeno Invasion",
    "xeno-counterstrike": "Xeno Counterstrike",
}
SORTS: Final = {
    "gadget": "Gadgets",
    "turn-order": "Turn Order cards",
    "portal": "Portals",
}


def slug(name: str) -> str:
    """Return a name for use in addresses."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def galaxy_files() -> Iterator[tuple[str, str]]:
    """Yield the files of the gallery of galaxy: a picture for each card, and a page with filters."""
    cards = load_cards(SETS)
    for card in cards:
        yield f"cards/{slug(card.name)}.svg", card_svg(card)
    yield "cards/all.html", gallery_html(cards)


def galaxy_cards() -> Iterator[str]:
    """Yield every card of galaxy, set by set, in Markdown."""
    cards = load_cards(SETS)
    yield f"[All {len(cards)} on one page, with filters](cards/all.html) by set, kind of good, keyword, phase and cost.\n"
    for name in SETS:
        yield f"## {TITLES[name]}\n"
        yield '<div class="cards">'
        for card in cards:
            if card.set == name:
                yield _figure(card)
        yield "</div>\n"


def _figure(card: Card) -> str:
    _, _, description = describe_card(card).partition("\n")
    lines = " <br>".join(escape(line) for line in description.strip().split("\n"))
    facets = card_facets(card)
    return (
        f'<figure data-kind="{escape(facets["kind"])}">'
        f'<img src="cards/{slug(card.name)}.svg" alt="" width="200" height="280" loading="lazy">'
        f'<figcaption><h3 id="{slug(card.name)}">{escape(card.name)}</h3>{lines}</figcaption></figure>'
    )


def earth_files() -> Iterator[tuple[str, str]]:
    """Yield the pictures of earth: its map."""
    yield "cards/earth.svg", map_svg(new("earth", players=4, seed=2).play_bots("sensible").state)


def earth_components() -> Iterator[str]:
    """Yield the map and the components of earth, in Markdown."""
    all_components = list(components(words()))
    yield '<figure class="wide"><img src="cards/earth.svg" alt="The map at the end of a game of four"></figure>\n'
    for sort, title in SORTS.items():
        yield f"## {title}\n"
        yield '<dl class="components">'
        for component in all_components:
            if component.sort == sort:
                cost = f" <small>{component.cost} Energy</small>" if component.cost else ""
                yield f"<dt>{escape(component.name)}{cost}</dt><dd>{escape(component.text)}</dd>"
        yield "</dl>\n"
