"""The card gallery: every card of every set on one page that needs nothing else."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from repulse.galaxy.facts import SETS, load_cards
from repulse.galaxy.gallery import card_facets, gallery_html


class Page(HTMLParser):
    """Reads what the tests ask about."""

    def __init__(self) -> None:
        super().__init__()
        self.figures: list[dict[str, str | None]] = []
        self.filters: dict[str, list[str]] = {}
        self.sources: list[str] = []
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.sources.extend(value or "" for key, value in attrs if key in ("src", "href", "xlink:href"))
        if tag == "figure":
            self.figures.append(given)
        elif tag == "select":
            self._select = given["name"] or ""
            self.filters[self._select] = []
        elif tag == "option" and given.get("value"):
            self.filters[self._select].append(given["value"] or "")


@pytest.fixture(scope="module")
def page() -> Page:
    parsed = Page()
    parsed.feed(gallery_html(load_cards(SETS)))
    return parsed


def test_every_card_of_every_set_is_there(page: Page) -> None:
    assert len(page.figures) == len(load_cards(SETS))


def test_the_page_refers_to_nothing_outside_itself(page: Page) -> None:
    assert page.sources == []
    assert not re.search(r"url\(|@import", gallery_html(load_cards(["base"])))


@pytest.mark.parametrize("facet", ["set", "type", "kind", "keyword", "phase", "cost"])
def test_every_fact_of_a_card_can_be_filtered_by(page: Page, facet: str) -> None:
    for figure in page.figures:
        for value in (figure[f"data-{facet}"] or "").split():
            assert value in page.filters[facet]


def test_a_card_is_found_by_its_facts() -> None:
    card = next(card for card in load_cards(["base"]) if card.name == "Imperium Armaments World")
    facets = card_facets(card)
    assert facets == {
        "set": "base",
        "type": "world",
        "kind": "rare",
        "keyword": "imperium",
        "phase": "settle produce",
        "cost": "3",
    }
