"""Defense on the page: a power that decides nothing is offered, and passing takes one click."""

from __future__ import annotations

import json
from typing import Any

from tests.browser.conftest import Visitors
from tests.browser.positions import Feed, played
from tests.browser.test_screen import settle


def decided() -> dict[str, Any]:
    """Return the screen of a player who holds, or cannot hold, and may use a power all the same."""
    return next(
        asked.event
        for seed in range(20)
        for asked in played("galaxy", json.dumps({"game": "invasion"}), 2, seed)
        if asked.event["ask"]["prompt"] == "invasion.defend" and asked.event["ask"]["suggested"]
    )


def test_one_click_uses_no_power_where_none_decides_anything(visitors: Visitors) -> None:
    visitor = visitors()
    feed = Feed(visitor.page, visitor.address)
    feed.show(decided())
    settle(visitor.page)
    assert not feed.answers, "the page does not answer for the player"
    visitor.page.click("[data-go]")
    for _ in range(60):
        settle(visitor.page)
        if feed.answers:
            break
    assert feed.answers == [["pass"]]
