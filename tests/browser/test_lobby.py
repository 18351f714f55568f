"""The lobby: it remembers the last table, and the way to play is in sight."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Visitors

IN_SIGHT = """selector => {
  const button = document.querySelector(selector)
  const box = button.getBoundingClientRect()
  return box.top >= 0 && box.bottom <= innerHeight && button.contains(
    document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
  )
}"""
"""Whether the button that begins a game can be clicked without scrolling."""


def finished(number: int) -> dict[str, Any]:
    """A game that was played to its end."""
    ending = {"names": ["Ann", ""], "scores": [30, 20], "winners": [0]}
    room = {"room": f"{number:020}", "token": "x" * 24, "seat": 0, "game": "galaxy", "mode": "base"}
    return room | {"name": "", "at": 1_700_000_000_000 + number, "over": True, "ending": ending}


def test_the_last_game_players_and_levels_are_chosen_again(visitors: Visitors) -> None:
    visitor = visitors()
    visitor.visit()
    page = visitor.page
    page.click("[data-setup]")
    page.locator('label:has(input[value="earth/earth"])').click()
    page.locator('label:has(input[name="players"][value="4"])').click()
    for seat, level in ((2, "casual"), (3, "beginner"), (4, "casual")):
        page.get_by_role("button", name=f"Who takes seat {seat}").click()
        page.click(f'[data-choose="{level}"]')
    page.click("[data-begin]")
    page.wait_for_selector(".ask")
    visitor.visit()
    page.click("[data-setup]")
    expect(page.locator('input[value="earth/earth"]')).to_be_checked()
    expect(page.locator('input[name="players"][value="4"]')).to_be_checked()
    levels = [page.locator(f'[data-seat="{seat}"]').get_attribute("data-bot") for seat in (2, 3, 4)]
    assert levels == ["casual", "beginner", "casual"]


def test_a_lobby_without_an_answer_can_ask_again(visitors: Visitors) -> None:
    visitor = visitors()
    visitor.may_fail = True
    page = visitor.page
    page.route("**/api/games", lambda route: route.abort())
    visitor.visit()
    expect(page.locator(".problem")).to_contain_text("cannot be reached")
    with page.expect_request("**/api/games"):
        page.click("[data-retry]")
    page.unroute("**/api/games")
    expect(page.locator("[data-setup]")).to_be_visible()
    expect(page.locator(".problem")).to_have_count(0)


def test_a_click_on_a_level_has_it_play_or_not(visitors: Visitors) -> None:
    visitor = visitors()
    visitor.visit()
    page = visitor.page
    page.click('[data-opponent="expert"]')
    page.click('[data-opponent="sensible"]')
    page.locator(".head").filter(has_text="against Juno and Orion").wait_for()
    page.click('[data-poster$="/xeno-invasion"]')
    page.wait_for_selector(".ask")
    names = page.evaluate("JSON.parse(localStorage['repulse.lobby']).bots")
    assert names == ["casual", "expert"]
    visitor.visit()
    page.locator('[data-hero="continue"]').filter(has_text="Xeno Invasion").wait_for()
    pressed = page.locator("[data-opponent][aria-pressed=true]").evaluate_all(
        "all => all.map(one => one.dataset.opponent)"
    )
    assert pressed == ["casual", "expert"]


@pytest.mark.parametrize("size", [(1280, 720), (1280, 800), (1440, 900), (390, 844), (360, 640)])
@pytest.mark.parametrize("language", ["en-US", "fr-FR", "ja-JP"])
def test_play_now_is_in_sight(visitors: Visitors, size: tuple[int, int], language: str) -> None:
    visitor = visitors(viewport={"width": size[0], "height": size[1]}, locale=language)
    visitor.visit()
    visitor.page.wait_for_selector("[data-lessons]")
    assert visitor.page.evaluate(IN_SIGHT, "[data-play]")
    visitor.page.click("[data-setup]")
    visitor.page.locator('label:has(input[value$="/counterstrike"])').click()
    visitor.page.locator('label:has(input[name="players"][value="5"])').click()
    assert visitor.page.evaluate(IN_SIGHT, "[data-begin]")


def test_lessons_come_first_until_some_games_are_finished(visitors: Visitors) -> None:
    for games in (0, 1, 2):
        visitor = visitors()
        kept = json.dumps([finished(number) for number in range(games)])
        visitor.context.add_init_script(f"localStorage.setItem('repulse.seats', {json.dumps(kept)})")
        visitor.visit()
        visitor.page.wait_for_selector("[data-play]")
        first = "lesson" if games < 2 else "again"
        expect(visitor.page.locator("[data-hero]")).to_have_attribute("data-hero", first)
        expect(visitor.page.locator("[data-hero] [data-lesson]")).to_have_count(int(games < 2))


def test_the_list_of_tables_says_how_a_game_ended_for_you(visitors: Visitors) -> None:
    visitor = visitors()
    lost = finished(1) | {"seat": 1}
    kept = json.dumps([finished(0), lost])
    visitor.context.add_init_script(f"localStorage.setItem('repulse.seats', {json.dumps(kept)})")
    visitor.visit()
    visitor.page.wait_for_selector("[data-state]")
    states = visitor.page.locator("[data-state]").all_inner_texts()
    assert [text.strip() for text in states] == ["You lost 20–30", "You won 30–20"]
