"""The findings of axe, best practices included: nothing, in every mode, at a desk and on a phone, and on every other page."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Visitors
from tests.browser.positions import Feed, positions
from tests.browser.test_access import axe, findings

from repulse.table.catalogue import games

__all__ = ["axe"]
SEED: Final = 7
SIZES: Final = {"desk": (1280, 800), "wide": (1920, 1080), "phone": (390, 844), "lying": (844, 390)}
MODES: Final = [
    (game.game, entry.mode, {**entry.options, "players": max(2, min(entry.players))})
    for game in games().games
    for entry in game.modes
]


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize(("game", "mode", "options"), MODES, ids=[mode for _, mode, _ in MODES])
def test_axe_finds_nothing_at_a_table(
    visitors: Visitors, axe: str, game: str, mode: str, options: dict[str, Any], size: tuple[int, int]
) -> None:
    """Look at a game in the middle, late, and with the most to choose from, in both themes."""
    small: dict[str, Any] = {"has_touch": True, "is_mobile": True} if min(size) < 500 else {}
    for colors in ("dark", "light"):
        visitor = visitors(viewport={"width": size[0], "height": size[1]}, color_scheme=colors, **small)
        feed = Feed(visitor.page, visitor.address)
        for position in positions(game, options, options["players"], SEED)[:3]:
            feed.show(position.event)
            number = position.event["ask"]["number"]
            visitor.page.wait_for_selector(f'[data-settled="{number}"]')
            expect(visitor.page.locator("html")).to_have_attribute("data-theme", colors)
            assert findings(visitor, axe) == [], f"{position.name}, {colors}"
            expect(visitor.page.locator("h1")).to_have_count(1)


PAGES: Final = {
    "/cards/galaxy": "[data-cards]",
    "/cards/earth": "[data-cards]",
    "/ratings/galaxy/base": "h1",
    "/daily": "h1",
}
"""The other pages, and what shows that they are there."""


@pytest.mark.parametrize("colors", ["light", "dark"])
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_axe_finds_nothing_on_the_other_pages(visitors: Visitors, axe: str, size: str, colors: str) -> None:
    width, height = SIZES[size]
    visitor = visitors(color_scheme=colors, viewport={"width": width, "height": height})
    page = visitor.page
    for path, there in PAGES.items():
        visitor.visit(path)
        page.wait_for_selector(there)
        expect(page.locator("h1")).to_have_count(1)
        assert findings(visitor, axe) == [], path
    visitor.visit()
    page.wait_for_selector("[data-play]")
    expect(page.locator("h1")).to_have_count(1)
    for opener in ("[data-setup]", "[data-identity-new]"):
        page.click(opener)
        page.wait_for_selector("dialog[open]")
        assert findings(visitor, axe) == [], opener
        visitor.key("Escape")
        page.wait_for_selector("dialog", state="detached")


def test_axe_finds_nothing_in_the_dialogs_of_a_table(visitors: Visitors, axe: str) -> None:
    visitor = visitors()
    page = visitor.page
    visitor.start("base", players=2)
    visitor.await_question()
    page.click("[data-menu]")
    page.wait_for_selector("dialog[open] form, dialog[open] fieldset, dialog[open] select")
    assert findings(visitor, axe) == []
    page.click("[data-people-entry]")
    page.wait_for_selector("dialog[open]")
    assert findings(visitor, axe) == []
    visitor.key("Escape")
    visitor.key("l")
    page.wait_for_selector("dialog[open] .log")
    assert findings(visitor, axe) == []
    visitor.key("Escape")
    visitor.key("?")
    for tab in page.locator("[data-rules-tab]").all():
        tab.click()
        assert findings(visitor, axe) == []
