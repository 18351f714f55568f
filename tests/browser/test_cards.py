"""The gallery of cards, and their drawings: each its own, the same every time, in light and dark."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Visitors
from tests.browser.table import Visitor
from tests.browser.test_access import axe, findings  # noqa: F401

from repulse.games.galaxy.cards import SETS, load_cards

CARDS = load_cards(SETS)

MIN_DISTANCE = 7.0
"""The mean difference of a color, of 255, by which two drawings differ at least, 80 pixels wide."""

COMPARE = """async () => {
  const wide = 80, high = 33
  const canvas = new OffscreenCanvas(wide, high)
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  const pictures = []
  for (const card of document.querySelectorAll('[data-card]')) {
    const image = card.querySelector('.art img')
    image.loading = 'eager'
    await image.decode()
    pen.clearRect(0, 0, wide, high)
    pen.drawImage(image, 0, 0, wide, high)
    pictures.push({ name: card.dataset.card, data: pen.getImageData(0, 0, wide, high).data })
  }
  const pairs = []
  for (let a = 0; a < pictures.length; a += 1)
    for (let b = 0; b < a; b += 1) {
      const [one, two] = [pictures[a].data, pictures[b].data]
      let sum = 0
      for (let at = 0; at < one.length; at += 4)
        sum += Math.abs(one[at] - two[at]) + Math.abs(one[at + 1] - two[at + 1]) + Math.abs(one[at + 2] - two[at + 2])
      pairs.push([sum / (wide * high * 3), pictures[b].name, pictures[a].name])
    }
  pairs.sort((x, y) => x[0] - y[0])
  const prints = pictures.map(({ name, data }) => [name, data.reduce((sum, value) => (sum * 31 + value) % 1000003, 7)])
  return { closest: pairs.slice(0, 12), prints: Object.fromEntries(prints) }
}"""


SHOW_ALL = """count => {
    scrollTo(0, document.body.scrollHeight)
    return document.querySelectorAll('[data-card]').length === count
}"""
"""Scrolls down until all cards are there."""


def show(visitor: Visitor, kind: str, count: int) -> None:
    """Lay out all cards of a kind, in lines: they are small."""
    visitor.page.check("input[name=density][value=strip]")
    visitor.page.select_option("[data-facet=kind]", kind)
    visitor.page.wait_for_function(SHOW_ALL, arg=count)


def pictures(visitor: Visitor) -> dict[str, Any]:
    """The drawings of every kind compared: the closest pairs, and a print of each drawing."""
    visitor.visit("/cards/galaxy")
    visitor.page.wait_for_selector("[data-card]")
    comparison: dict[str, Any] = {"closest": [], "prints": {}}
    for kind in ("none", "novelty", "rare", "genes", "alien"):
        show(visitor, kind, sum((card.good or "none") == kind for card in CARDS))
        picture = visitor.page.evaluate(COMPARE)
        comparison["closest"] += picture["closest"]
        comparison["prints"] |= picture["prints"]
    comparison["closest"].sort()
    return comparison


@pytest.mark.parametrize("colors", ["light", "dark"])
def test_no_two_cards_of_a_kind_look_alike(visitors: Visitors, colors: str) -> None:
    comparison = pictures(visitors(color_scheme=colors))
    assert len(comparison["prints"]) == len(CARDS)
    table = "\n".join(
        f"{difference:6.2f}  {first} / {other}" for difference, first, other in comparison["closest"][:10]
    )
    sys.stdout.write(f"The closest drawings, {colors}:\n{table}\n")
    assert comparison["closest"][0][0] > MIN_DISTANCE, table


def test_a_card_is_drawn_the_same_every_time(visitors: Visitors) -> None:
    first, other = visitors(), visitors()
    drawn = []
    for visitor in (first, other):
        visitor.visit("/cards/galaxy")
        visitor.page.wait_for_selector("[data-card]")
        show(visitor, "alien", sum(card.good == "alien" for card in CARDS))
        drawn.append(visitor.page.evaluate(COMPARE)["prints"])
    assert drawn[0] == drawn[1]


def test_cards_are_found_by_words_and_facts(visitors: Visitors) -> None:
    visitor = visitors()
    page = visitor.page
    visitor.visit("/cards")
    page.wait_for_selector("[data-card]")
    expect(page.locator("[data-count]")).to_have_text(f"{len(CARDS)} of {len(CARDS)} cards")
    page.select_option("[data-facet=set]", "xeno-invasion")
    page.select_option("[data-facet=keyword]", "uplift")
    uplift = {card.name for card in CARDS if card.set == "xeno-invasion" and "uplift" in card.keywords}
    names = page.eval_on_selector_all("[data-card]", "all => all.map(card => card.dataset.card)")
    assert set(names) == uplift
    page.fill("input[type=search]", "coalition")
    expect(page.locator("[data-card]")).to_have_count(1)
    page.click('[data-card="Uplift Coalition"]')
    page.wait_for_selector("dialog[open]")
    assert page.url.endswith("/cards/galaxy/Uplift%20Coalition")
    visitor.key("Escape")
    page.wait_for_url("**/cards/galaxy")


def test_a_card_has_an_address_of_its_own_in_every_language(visitors: Visitors) -> None:
    for locale, words in (("fr-FR", "Monde"), ("ja-JP", "ワールド")):
        visitor = visitors(locale=locale)
        visitor.visit("/cards/galaxy/Gem%20World")
        expect(visitor.page.locator("dialog[open]")).to_contain_text(words)


def test_the_components_of_earth_are_there_too(visitors: Visitors) -> None:
    visitor = visitors()
    visitor.visit("/cards/earth")
    visitor.page.wait_for_selector('[data-card="Death Ray"]')
    visitor.page.select_option("[data-facet=type]", "portal")
    expect(visitor.page.locator("[data-card]")).to_have_count(8)


@pytest.mark.parametrize("colors", ["light", "dark"])
def test_nothing_serious_in_the_gallery(visitors: Visitors, axe: str, colors: str) -> None:  # noqa: F811
    visitor = visitors(color_scheme=colors)
    visitor.visit("/cards/galaxy")
    visitor.page.wait_for_selector("[data-card]")
    visitor.page.fill("input[type=search]", "gem")
    for density in ("hand", "small", "strip"):
        visitor.page.check(f"input[name=density][value={density}]")
        assert findings(visitor, axe) == []
    visitor.visit("/cards/galaxy/Gem%20World")
    visitor.page.wait_for_selector("dialog[open]")
    assert findings(visitor, axe) == []
