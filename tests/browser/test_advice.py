"""Advice in the page: hints that leave the hand in sight, reviews with a chart, and playing on from a decision."""

from __future__ import annotations

import json
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Visitors
from tests.browser.table import Server

import repulse

PATIENCE = 240_000
"""Timeout for advice, in milliseconds: the adviser needs time, on a machine that may be busy."""

OVERLAPS = """() => {
  const panel = document.querySelector('[data-hints]').getBoundingClientRect()
  const hidden = (other) => {
    const box = other.getBoundingClientRect()
    return box.width > 0 && box.left < panel.right - 1 && box.right > panel.left + 1
      && box.top < panel.bottom - 1 && box.bottom > panel.top + 1
  }
  return Array.from(document.querySelectorAll('.ask, [data-hand] button')).filter(hidden).length
}"""
"""The part of the question and of the hand that a hint covers."""


def made(server: Server, **settings: Any) -> dict[str, Any]:
    """A room that has begun."""
    body = json.dumps({"game": "galaxy", "options": {"game": "base"}, "start": True, **settings}).encode()
    with urllib.request.urlopen(f"{server.address}/api/rooms", body, timeout=60) as reply:
        room: dict[str, Any] = json.loads(reply.read())
        return room


@pytest.mark.parametrize("size", [(1280, 800), (1720, 900), (390, 844), (844, 390)])
def test_a_hint_leaves_question_and_hand_in_sight(visitors: Visitors, size: tuple[int, int]) -> None:
    visitor = visitors(viewport={"width": size[0], "height": size[1]})
    visitor.start("base", 2)
    visitor.await_question()
    number = visitor.asked()
    visitor.page.wait_for_selector("[data-hint]:not([disabled])")
    visitor.key("h")
    options = visitor.page.locator("[data-hints] ol > li")
    options.first.wait_for(timeout=PATIENCE)
    expect(options.nth(1)).to_be_attached()
    best = options.first.inner_text()
    assert "Best" in best
    assert "%" in best
    assert "VP" in best
    expect(options.first.locator("ul li").first).to_be_attached()
    assert visitor.page.evaluate(OVERLAPS) == 0
    visitor.key("h")
    visitor.page.wait_for_selector("[data-hints]", state="detached")
    visitor.key("h")
    options.first.locator("[data-take]").click(timeout=PATIENCE)
    if visitor.ready():
        visitor.page.click("[data-go]")
    visitor.await_another(number)


def test_the_hint_button_is_missing_where_hints_are_disabled(visitors: Visitors, server: Server) -> None:
    visitor = visitors()
    visitor.visit()
    for hints in (False, True):
        room = made(server, seats=[{"kind": "me"}, {"kind": "bot"}], hints=hints)
        held = {"room": room["room"], "token": room["token"], "seat": 0, "game": "galaxy", "mode": "base"}
        seats = json.dumps([held | {"name": "", "at": 0, "over": False}])
        visitor.page.evaluate("seats => localStorage.setItem('repulse.seats', seats)", seats)
        visitor.visit(f"/room/{room['room']}")
        visitor.await_question()
        if hints:
            visitor.page.wait_for_selector("[data-hint]")
        else:
            visitor.key("h")
            expect(visitor.page.locator("[data-hint], [data-hints]")).to_have_count(0)


def test_a_review_of_a_record_leads_to_its_decisions(visitors: Visitors, tmp_path: Path) -> None:
    visitor = visitors()
    record = tmp_path / "record.json"
    repulse.new("galaxy", players=2, seed=5).play_bots("random").at(16).save(record)
    visitor.visit()
    visitor.page.set_input_files("[aria-labelledby=replay-title] input", record)
    # The game is not over: all hands are shown only to a visitor who asks for it.
    visitor.page.click("[data-show-all]")
    visitor.page.wait_for_selector(".scrub")
    visitor.page.click("[data-menu]")
    visitor.page.click("[data-review-link]")
    visitor.page.wait_for_selector("[data-review]", timeout=PATIENCE)
    expect(visitor.page.locator("[data-chances] polyline")).to_have_count(2)
    marks = visitor.page.locator("[data-chances] [data-mark]")
    expect(marks.first, "players who choose at random give something away").to_be_attached()
    expect(visitor.page.locator("[data-position]")).to_have_count(marks.count())
    visitor.page.locator("[data-position]").first.click()
    visitor.page.wait_for_selector(".scrub")
    step = visitor.page.url.split("/")[-2]
    assert visitor.page.input_value(".scrub") == step
    visitor.page.go_back()
    # It is kept: nobody waits twice.
    visitor.page.wait_for_selector("[data-review]", timeout=5_000)
    visitor.page.locator("[data-chances] [data-mark]").first.click()
    visitor.page.wait_for_selector(".scrub")


def test_a_game_is_played_on_from_a_position_of_its_replay(visitors: Visitors, server: Server) -> None:
    visitor = visitors()
    room = made(server, seats=[{"kind": "bot", "bot": "random"}] * 2, seed=5)
    visitor.visit(f"/room/{room['room']}")
    visitor.page.wait_for_selector("[data-result]", timeout=PATIENCE)
    visitor.page.wait_for_selector("[data-review-link]")
    visitor.visit(f"/room/{room['room']}/replay/20/0")
    visitor.page.wait_for_selector(".scrub")
    visitor.page.click("[data-play-on]")
    visitor.page.click("[data-begin]")
    visitor.page.wait_for_url(lambda url: room["room"] not in url)
    for _ in range(3):
        assert visitor.answer()
