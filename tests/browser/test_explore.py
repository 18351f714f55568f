"""Explore on the page: the question, the cards that are lit and the button all speak of what is kept."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import expect
from tests.browser.conftest import Visitors
from tests.browser.positions import Feed, played
from tests.browser.test_screen import settle


def explored(game: str) -> dict[str, Any]:
    """Return the screen of a player who has explored."""
    return next(
        asked.event
        for asked in played("galaxy", json.dumps({"game": game}), 2, 7)
        if asked.event["ask"]["prompt"] == "explore.discard"
    )


def keep(feed: Feed, places: range) -> None:
    """Click on cards, and wait until the page has done with them."""
    for place in places:
        feed.page.click(f'[data-option="{place}"]')
    for _ in range(60):
        settle(feed.page)
        if feed.answers:
            break


def test_the_card_that_is_clicked_is_kept(visitors: Visitors) -> None:
    visitor = visitors()
    page, feed = visitor.page, Feed(visitor.page, visitor.address)
    event = explored("base")
    words = [option["word"] for option in event["ask"]["options"]]
    kept = len(words) - event["ask"]["most"]
    feed.show(event)
    expect(page.locator(".ask h2")).to_contain_text("you keep")
    keep(feed, range(kept))
    assert feed.answers == [words[kept:]]


def test_cards_held_before_are_kept_without_a_click(visitors: Visitors) -> None:
    visitor = visitors()
    page, feed = visitor.page, Feed(visitor.page, visitor.address)
    event = explored("invasion")
    ask = event["ask"]
    words, held = [option["word"] for option in ask["options"]], len(ask["held"])
    assert held
    new = len(words) - ask["most"] - held
    feed.show(event)
    lit = page.locator('[data-hand] [aria-pressed="true"]')
    expect(lit).to_have_count(held)
    keep(feed, range(held, held + new))
    assert feed.answers == [words[held + new :]]


def test_the_button_says_how_many_cards_are_kept(visitors: Visitors) -> None:
    visitor = visitors()
    page, feed = visitor.page, Feed(visitor.page, visitor.address)
    page.add_init_script("localStorage.setItem('repulse.settings', JSON.stringify({ confirm: true }))")
    event = explored("base")
    kept = len(event["ask"]["options"]) - event["ask"]["most"]
    feed.show(event)
    keep(feed, range(kept))
    expect(page.locator("[data-go]")).to_have_text(
        f"Keep {kept} {'card' if kept == 1 else 'cards'}", use_inner_text=True
    )
    assert not feed.answers
