"""A game that the page does not know, at the generic table."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from tests.browser.conftest import Visitors
from tests.browser.test_access import axe, findings
from tests.browser.test_games import check_the_end
from tests.browser.test_rooms import fits

__all__ = ["axe"]


def test_a_whole_game_of_another_package(toy_visitors: Visitors, axe: str) -> None:
    visitor = toy_visitors()
    page = visitor.page
    visitor.visit()
    page.click("[data-setup]")
    page.locator('label:has(input[value="toy/toy"])').click()
    page.locator('label:has(input[name="players"][value="3"])').click()
    page.locator("summary").click()
    page.locator("input[inputmode=numeric]").fill("4")
    page.click("[data-begin]")
    visitor.await_question()
    expect(page.locator("[data-chosen-seed]")).to_be_visible()
    expect(page.locator(".question")).to_have_text("Bid a card.", use_inner_text=True)
    expect(page.locator(".player")).to_have_count(3)
    expect(page.locator("pre")).to_contain_text("deck_size: 39")
    expect(page.locator(".log")).to_contain_text("draws")
    assert findings(visitor, axe) == []
    page.locator(".score button").first.click()
    page.wait_for_selector("dialog[open] td")
    visitor.key("Escape")
    visitor.play_to_the_end()
    check_the_end(toy_visitors)
    page.get_by_role("link", name="Replay", exact=True).click()
    page.wait_for_selector(".scrub")
    page.locator(".scrub").fill("2")
    page.wait_for_selector("pre")
    expect(page.locator(".next")).to_have_text(re.compile(r"card [1-6]$"), use_inner_text=True)
    visitor.visit()
    expect(page.locator("#held-title + ul")).to_contain_text("toy")


def test_by_keys_on_a_phone_from_the_waiting_room(toy_visitors: Visitors) -> None:
    visitor = toy_visitors(viewport={"width": 360, "height": 740}, has_touch=True)
    visitor.visit()
    page = visitor.page
    page.click("[data-setup]")
    page.locator('label:has(input[value="toy/toy"])').click()
    page.get_by_role("button", name="With friends").click()
    page.click("[data-begin]")
    page.wait_for_selector("#invite")
    expect(page.locator("[data-chosen-seed]")).to_have_count(0)
    expect(page.locator(".box")).to_contain_text("toy")
    fits(visitor)
    page.click("[data-start]")
    while visitor.answer_by_keys():
        fits(visitor)
        assert visitor.answers < 30
