"""The log in front of the table."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Visitors
from tests.browser.positions import Feed, played

LINES = 700
FROM_END = """() => {
  const log = document.querySelector('.log .scroll')
  return log.clientHeight ? log.scrollHeight - log.scrollTop - log.clientHeight : Infinity
}"""
"""The distance of the log above its newest line, in pixels."""
SCROLL_BACK = """log => new Promise(done => {
  log.addEventListener('scroll', () => requestAnimationFrame(done), { once: true })
  log.scrollTop = 100
})"""
"""Scroll back, and wait until the page has noticed."""


@pytest.fixture(scope="module")
def late() -> dict[str, Any]:
    """A position with a log of many lines."""
    event = played("galaxy", json.dumps({"game": "base"}), 3, 7)[-2].event
    lines = [line for line in event["lines"] if line["text"]]
    return event | {"lines": [lines[number % len(lines)] for number in range(LINES)]}


@pytest.mark.parametrize("opened_by", ["button", "key"])
def test_the_log_opens_at_its_newest_line_with_one_title(
    visitors: Visitors, late: dict[str, Any], opened_by: str
) -> None:
    visitor = visitors(viewport={"width": 1440, "height": 900})
    Feed(visitor.page, visitor.address).show(late)
    if opened_by == "key":
        visitor.key("l")
    else:
        visitor.page.click("[data-log]")
    visitor.page.wait_for_function(f"() => ({FROM_END})() < 2")
    expect(visitor.page.locator("dialog[open] h2")).to_have_text(["Log"])
    # The keys scroll it at once.
    visitor.page.wait_for_function("() => document.activeElement?.matches('.log .scroll')")


def test_a_reader_of_old_lines_is_left_there(visitors: Visitors, late: dict[str, Any]) -> None:
    visitor = visitors(viewport={"width": 1720, "height": 900})
    feed = Feed(visitor.page, visitor.address)
    feed.show(late)
    visitor.page.wait_for_function(f"() => ({FROM_END})() < 2")
    visitor.page.locator(".log .scroll").evaluate(SCROLL_BACK)
    visitor.page.wait_for_function(f"() => ({FROM_END})() > 500")
    feed.show(late | {"lines": [*late["lines"], *late["lines"][-3:]]})
    visitor.page.wait_for_function(
        "() => document.querySelector('[data-earlier]')?.textContent.includes('453')"
    )
    assert visitor.page.evaluate(FROM_END) > 500


def test_every_line_of_a_long_log_can_be_reached(visitors: Visitors, late: dict[str, Any]) -> None:
    visitor = visitors(viewport={"width": 1720, "height": 900})
    Feed(visitor.page, visitor.address).show(late)
    lines = visitor.page.locator(".log li")
    earlier = visitor.page.locator("[data-earlier]")
    for expected in (500, LINES):
        before = visitor.page.evaluate(FROM_END)
        earlier.click()
        visitor.page.wait_for_function(f"() => document.querySelectorAll('.log li').length === {expected}")
        # Lines that were read stay in view.
        assert visitor.page.evaluate(FROM_END) >= before
    expect(lines).to_have_count(LINES)
    expect(earlier).to_have_count(0)
