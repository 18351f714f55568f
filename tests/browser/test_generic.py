"""A game that the page does not know, at the generic table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.browser.conftest import Visitors, traces_of
from tests.browser.table import Server
from tests.browser.test_access import axe, findings
from tests.browser.test_games import check_the_end
from tests.browser.test_rooms import fits

__all__ = ["axe"]


@pytest.fixture
def visitors(
    browser: Browser, tmp_path: Path, toy_installed: None, request: pytest.FixtureRequest, root: Path
) -> Iterator[Visitors]:
    """People who visit a server that has found the toy game by its entry point."""
    server = Server(tmp_path / "table.db")
    server.start()
    guests = Visitors(browser, server)
    yield guests
    troubles = [trouble for visitor in guests.all for trouble in visitor.troubles]
    guests.close(traces_of(request, root))
    server.stop()
    assert troubles == []


def test_a_whole_game_of_another_package(visitors: Visitors, axe: str) -> None:
    visitor = visitors()
    page = visitor.page
    visitor.visit()
    page.click("[data-setup]")
    page.locator('label:has(input[value="toy/toy"])').click()
    page.locator('label:has(input[name="players"][value="3"])').click()
    page.locator("summary").click()
    page.locator("input[inputmode=numeric]").fill("4")
    page.click("[data-begin]")
    visitor.await_question()
    assert page.locator("[data-chosen-seed]").is_visible()
    assert page.locator(".question").inner_text() == "Bid a card."
    assert page.locator(".player").count() == 3
    assert "deck_size: 39" in page.locator("pre").inner_text()
    assert "draws" in page.locator(".log").inner_text()
    assert findings(visitor, axe) == []
    page.locator(".score button").first.click()
    page.wait_for_selector("dialog[open] td")
    visitor.key("Escape")
    visitor.play_to_the_end()
    check_the_end(visitors)
    page.get_by_role("link", name="Watch the replay").click()
    page.wait_for_selector(".scrub")
    page.locator(".scrub").fill("2")
    page.wait_for_selector("pre")
    assert (
        page.locator(".next")
        .inner_text()
        .endswith(("card 1", "card 2", "card 3", "card 4", "card 5", "card 6"))
    )
    visitor.visit()
    assert "toy" in page.locator("#held-title + ul").inner_text()


def test_by_keys_on_a_phone_from_the_waiting_room(visitors: Visitors) -> None:
    visitor = visitors(viewport={"width": 360, "height": 740}, has_touch=True)
    visitor.visit()
    page = visitor.page
    page.click("[data-setup]")
    page.locator('label:has(input[value="toy/toy"])').click()
    page.get_by_role("button", name="With friends").click()
    page.click("[data-begin]")
    page.wait_for_selector("#invite")
    assert page.locator("[data-chosen-seed]").count() == 0
    assert "toy" in page.locator(".box").inner_text()
    fits(visitor)
    page.click("[data-start]")
    while visitor.answer_by_keys():
        fits(visitor)
        assert visitor.answers < 30
