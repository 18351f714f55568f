"""The card gallery: every card of every set on one page that needs nothing else."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from repulse.games.galaxy.cards import (
    KEYWORDS,
    SETS,
    TYPES,
    load_cards,
)
from repulse.games.galaxy.display.card_text import card_words
from repulse.games.galaxy.display.gallery import card_facets, gallery_html


class Page(HTMLParser):
    """Reads what the tests ask about."""

    def __init__(self) -> None:
        super().__init__()
        self.figures: list[dict[str, str | None]] = []
        self.filters: dict[str, list[str]] = {}
        self.sources: list[str] = []
        self.labels: set[str] = set()
        self._select = ""
        self._inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self._inside = tag
        self.sources.extend(value or "" for key, value in attrs if key in ("src", "href", "xlink:href"))
        if tag == "figure":
            self.figures.append(attributes)
        elif tag == "select":
            self._select = attributes["name"] or ""
            self.filters[self._select] = []
        elif tag == "option" and attributes.get("value"):
            self.filters[self._select].append(attributes["value"] or "")

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside in ("label", "option", "button", "summary", "h1", "footer") and data.strip():
            self.labels.add(data.strip())


@pytest.fixture(scope="module")
def page() -> Page:
    parsed = Page()
    parsed.feed(gallery_html(load_cards(SETS)))
    return parsed


def test_every_card_of_every_set_is_loaded(page: Page) -> None:
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


@pytest.mark.parametrize("language", ["fr", "ja"])
def test_the_page_speaks_the_language(page: Page, language: str) -> None:
    text = gallery_html(load_cards(SETS), language)
    other = Page()
    other.feed(text)
    assert f'<html lang="{language}">' in text
    assert not re.search("%[A-Z]+%", text)
    assert other.filters == page.filters
    keywords = {keyword.upper() for keyword in KEYWORDS}
    same = {label for label in page.labels & other.labels if not label.isdecimal()} - keywords
    # Names that are not translated, and words that are the same in French.
    assert same <= {"New Worlds", "Alien", "Rare", "Novelty", "Genes", "Phase", "Type"}


def test_every_set_and_type_has_a_name() -> None:
    for ident in [f"set.{name}" for name in SETS] + [f"type.{name}" for name in TYPES]:
        assert f"gallery.{ident}" in card_words()
