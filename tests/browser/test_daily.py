"""Deals of the day in the page: a whole rated try with par and a text to share, a second try, a streak; with a server and without."""

from __future__ import annotations

import json
import re
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from playwright.sync_api import expect
from tests.browser.static_site import PATIENCE, PLAYER, Person, StaticHost
from tests.browser.table import Server, Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright

pytestmark = pytest.mark.xdist_group("site")

MAX_ANSWERS: Final = 600
KEPT: Final = "() => JSON.parse(localStorage.getItem('repulse.daily') ?? '{}')"
ADD_DAYS: Final = """days => {
  const kept = JSON.parse(localStorage.getItem('repulse.daily') ?? '{"results": [], "pars": []}')
  for (const day of days)
    kept.results.push({
      deal: `${day}/earth/earth`, day, game: 'earth', mode: 'earth', players: 3, room: `room${day}`,
      over: true, score: 40, place: 1, par: 35, betterThan: 80,
    })
  localStorage.setItem('repulse.daily', JSON.stringify(kept))
}"""
"""Keeps results of earlier days, as the page does."""


def play_a_deal(page: Page, mode: str) -> None:
    """Play the rated try of a deal from the page of the day, at random."""
    page.locator(f"[data-play-deal={mode}]").click()
    page.wait_for_selector(".ask[data-ask]", timeout=PATIENCE)
    expect(page.locator(".ask .undo:not([disabled])")).to_have_count(0)
    played: dict[str, Any] = page.evaluate(PLAYER, MAX_ANSWERS)
    assert played["over"]


def check_the_end(page: Page) -> int:
    """Check par and the text to share; return the points above par."""
    page.wait_for_selector("[data-above]", timeout=PATIENCE)
    end = page.locator("[data-deal-end]")
    above = int(end.get_attribute("data-deal-end") or "")
    expect(page.locator("[data-beaten]")).to_contain_text(re.compile(r"Better than \d+% of 60 plays"))
    expect(end.locator("circle")).to_have_count(60)
    page.click("[data-share-deal]")
    text = page.locator("#share-text").input_value()
    sign = "+" if above > 0 else "−" if above < 0 else "±"
    assert f"{sign}{abs(above)} to par, better than" in text
    assert "Deal of the day" in text
    assert "🟩" in text or "⬛" in text
    page.wait_for_selector("[data-share-picture]")
    page.keyboard.press("Escape")
    return above


def check_the_day(page: Page, mode: str, above: int) -> None:
    """Check the page of the day after a rated try, and begin a free one."""
    page.click("[data-to-daily]")
    result = page.locator(f"[data-deal$='/{mode}'] [data-deal-result]")
    expect(result).to_contain_text(f"{abs(above)}")
    expect(page.locator("[data-streak]")).to_have_text("1")
    kept = page.evaluate(KEPT)
    assert [(row["over"], row["score"] - row["par"]) for row in kept["results"]] == [(True, above)]
    page.locator(f"[data-play-deal={mode}]").click()
    page.wait_for_selector(".ask[data-ask]", timeout=PATIENCE)
    assert page.evaluate(KEPT)["results"] == kept["results"], "a second try changes nothing"


def check_the_streak(page: Page, today: str) -> None:
    """Check a streak over three days, and that a day without a try ends it."""
    day = date.fromisoformat(today)
    page.evaluate(ADD_DAYS, [str(day - timedelta(days=back)) for back in (1, 2, 4)])
    page.reload()
    expect(page.locator("[data-streak]")).to_have_text("3", timeout=PATIENCE)
    expect(page.locator("[data-history] li")).to_have_count(4)


def test_a_daily_deal_on_a_server(browser: Browser, server: Server) -> None:
    visitor = Visitor(browser, server.address)
    page = visitor.page
    visitor.visit("/")
    page.click("[data-daily-link]")
    page.wait_for_selector("[data-daily]")
    expect(page.locator("[data-deal]")).to_have_count(6)
    play_a_deal(page, "earth")
    above = check_the_end(page)
    check_the_day(page, "earth", above)
    visitor.visit("/daily")
    today = page.locator("[data-daily]").get_attribute("data-daily") or ""
    check_the_streak(page, today)
    visitor.visit(f"/daily/{date.fromisoformat(today) - timedelta(days=1)}")
    expect(page.locator("[data-play-deal]").first).to_have_text("Play a free try")
    assert visitor.troubles == []


def test_two_tabs_have_one_rated_try(browser: Browser, server: Server) -> None:
    visitor = Visitor(browser, server.address)
    page = visitor.page
    visitor.visit("/")
    key = page.evaluate(
        """async () => {
          const body = JSON.stringify({ name: 'Tab' })
          const headers = { 'Content-Type': 'application/json' }
          const reply = await fetch('/api/me', { method: 'POST', body, headers })
          const { key } = await reply.json()
          localStorage.setItem('repulse.identity', key)
          return key
        }"""
    )
    assert key
    rooms = []
    for _ in range(2):
        tab = visitor.context.new_page()
        tab.goto(f"{server.address}/daily")
        # The clock and the memory of a browser are its owner's: what counts is on the server.
        tab.evaluate("localStorage.removeItem('repulse.daily')")
        tab.reload()
        tab.locator("[data-play-deal=base]").click()
        tab.wait_for_url("**/room/*")
        rooms.append(tab.url)
    assert rooms[0] == rooms[1]


def test_a_daily_deal_without_a_network(playwright: Playwright, root: Path, tmp_path: Path) -> None:
    site = root / "build" / "site"
    assert (site / "index.html").is_file(), "The page that needs no server is not built: 'make site'."
    host = StaticHost(site, tmp_path / "host")
    host.start()
    person = Person(playwright, host, tmp_path / "profile")
    page = person.page
    try:
        person.go_to_lobby()
        page.wait_for_selector("html[data-offline]", state="attached", timeout=PATIENCE)
        page.click("[data-daily-link]")
        page.wait_for_selector("[data-daily]", timeout=PATIENCE)
        # Nets are fetched when they are wanted: the first par needs the host.
        play_a_deal(page, "earth")
        above = check_the_end(page)
        host.stop()
        check_the_day(page, "earth", above)
        page.evaluate("location.hash = '/daily'")
        page.wait_for_selector("[data-daily]")
        check_the_streak(page, page.locator("[data-daily]").get_attribute("data-daily") or "")
        kept = page.evaluate(KEPT)
        assert json.dumps(kept).count('"over"') == 4
        assert person.troubles == []
    finally:
        person.context.close()
        host.stop()
