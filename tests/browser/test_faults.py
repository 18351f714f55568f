"""A failure leaves no blank page: missing files, a newer version on the server, errors of the page itself."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

import pytest
from tests.browser.conftest import Visitors
from tests.browser.positions import ROOM, Feed, played
from tests.browser.table import Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Route

CARDS: Final = "header a[href$='/cards']"
GALLERY: Final = "**/assets/Gallery-*.js"


def gone(route: Route) -> None:
    """Answer as a server that has only the files of a newer version."""
    route.fulfill(status=404, body="")


def newer(route: Route) -> None:
    """Answer every check for updates with the page of a newer version."""
    if route.request.resource_type != "fetch":
        route.fallback()
    else:
        route.fulfill(body='<script type="module" src="/assets/index-newer.js"></script>')


def test_a_part_that_is_missing_is_said_and_can_be_tried_again(visitors: Visitors) -> None:
    visitor = visitors()
    visitor.may_fail = True
    page = visitor.page
    visitor.visit()
    page.wait_for_selector("[data-play]")
    page.route(GALLERY, gone)
    page.click(CARDS)
    page.wait_for_selector("[data-part-failed]")
    page.unroute(GALLERY)
    page.click("[data-retry]")
    page.wait_for_selector("main [data-card]")


def test_outside_a_game_a_newer_version_is_loaded_at_once(visitors: Visitors) -> None:
    visitor = visitors()
    visitor.may_fail = True
    page = visitor.page
    visitor.visit()
    page.wait_for_selector("[data-play]")
    page.evaluate("window.old = true")
    page.route(GALLERY, gone)
    page.route(f"{visitor.address}/", newer)
    page.click(CARDS)
    page.wait_for_function("() => !window.old")
    # Not again and again, if that does not help.
    page.wait_for_selector("[data-reload]")
    page.evaluate("window.old = true")
    page.unroute(GALLERY)
    page.click("[data-reload]")
    page.wait_for_selector("main [data-card]")


def test_in_a_game_a_newer_version_is_only_announced(visitors: Visitors) -> None:
    visitor = visitors()
    visitor.may_fail = True
    page = visitor.page
    visitor.start("base", players=2)
    visitor.await_question()
    page.route("**/assets/Rules-*.js", gone)
    page.route(f"{visitor.address}/", newer)
    asked = visitor.asked()
    visitor.key("?")
    page.get_by_text("A new version is here").wait_for()
    assert visitor.asked() == asked
    visitor.answer()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_words_that_do_not_come_are_english(visitors: Visitors, language: str) -> None:
    visitor = visitors(locale=language)
    visitor.may_fail = True
    visitor.page.route("**/assets/fr-*.js", gone)
    visitor.visit()
    visitor.page.get_by_role("button", name="Play now").wait_for()


def copied_report(visitor: Visitor) -> str:
    """Copy the report as its reader would."""
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visitor.page.click("[data-copy-report]")
    visitor.page.get_by_text("Copied").wait_for()
    report: str = visitor.page.evaluate("navigator.clipboard.readText()")
    assert visitor.address not in report
    visitor.troubles.clear()
    return report


def test_an_error_in_a_view_leaves_words_and_a_report(visitors: Visitors) -> None:
    visitor = visitors()
    visitor.may_fail = True
    feed = Feed(visitor.page, visitor.address)
    event = played("galaxy", json.dumps({"game": "base"}), 2, 7)[0].event
    feed.event = event | {"screen": event["screen"] | {"players": [None]}}
    visitor.visit(f"/room/{ROOM}")
    visitor.page.wait_for_selector("[data-fault] [data-reload]")
    report = copied_report(visitor)
    assert "Error" in report
    assert "page: room" in report
    assert ROOM not in report


def test_an_error_that_nobody_caught_is_said_and_the_page_goes_on(visitors: Visitors) -> None:
    visitor = visitors()
    visitor.may_fail = True
    visitor.start("base", players=2)
    visitor.page.evaluate("setTimeout(() => { throw new RangeError('too far') })")
    visitor.page.locator(".notice [data-reload]").wait_for()
    assert "RangeError: too far" in copied_report(visitor)
    visitor.page.get_by_role("button", name="Close").click()
    visitor.answer()
