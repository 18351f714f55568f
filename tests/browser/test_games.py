"""Whole games in a real browser, from the lobby to the final score."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Visitors

from repulse.games.galaxy.rules.options import GAMES


def check_the_end(visitors: Visitors) -> None:
    """Return the texts on the screen when a game is over."""
    page = visitors.all[0].page
    expect(page.locator(".result .one").nth(1)).to_be_attached()
    expect(page.locator(".result polyline")).to_have_count(page.locator(".result .one").count())
    points = [int(text.split()[0]) for text in page.locator(".result .points").all_inner_texts()]
    shown = [int(text) for text in page.locator(".result .one").first.locator("td").all_text_contents()]
    assert sum(shown) == points[0]


@pytest.mark.parametrize("mode", GAMES)
def test_a_whole_game_of_galaxy_by_clicks(visitors: Visitors, mode: str) -> None:
    visitor = visitors()
    visitor.start(mode, players=2)
    visitor.play_to_the_end()
    check_the_end(visitors)


def test_a_whole_game_of_earth_by_clicks(visitors: Visitors) -> None:
    visitor = visitors()
    visitor.start("earth", players=3)
    expect(visitor.page.locator(".map .region")).to_have_count(8)
    visitor.play_to_the_end()
    check_the_end(visitors)


def test_a_whole_game_with_the_keyboard_only(visitors: Visitors) -> None:
    visitor = visitors()
    visitor.visit()
    visitor.page.wait_for_selector("[data-play]")
    visitor.tab_to("[data-setup]")
    visitor.key("Enter")
    visitor.tab_to("input[name=mode]")
    visitor.tab_to("input[name=players]")
    visitor.key("ArrowLeft")
    visitor.tab_to("[data-begin]")
    visitor.key("Enter")
    while visitor.answer_by_keys():
        assert visitor.answers < 300
    expect(visitor.page.locator("[data-result]")).to_be_visible()


def test_one_click_to_a_game(visitors: Visitors) -> None:
    visitor = visitors()
    visitor.visit()
    visitor.page.click('[data-poster$="/invasion"]')
    visitor.page.wait_for_selector(".ask[data-ask]")


def test_reasons_for_what_cannot_be_chosen(visitors: Visitors) -> None:
    visitor = visitors()
    visitor.start("base", players=2)
    visitor.answer()
    visitor.await_question()
    page = visitor.page
    visitor.answer()
    # Actions are chosen by all at once; what follows depends on the bots, so look for a reason wherever one is.
    for _ in range(40):
        if not visitor.await_question():
            break
        closed = page.locator('.hand [data-card][aria-disabled="true"][title]').first
        if closed.count():
            title = closed.get_attribute("title") or ""
            # It can be pointed at, though it cannot be chosen.
            closed.click(force=True)
            expect(page.locator(".ask .reason")).to_have_text(title, use_inner_text=True)
            break
        visitor.answer()
    else:
        raise AssertionError("nothing was ever refused")


@pytest.mark.parametrize(("mode", "players"), [("invasion", 2), ("earth", 3)])
def test_the_breakdown_of_points_in_mid_game(visitors: Visitors, mode: str, players: int) -> None:
    visitor = visitors()
    visitor.start(mode, players)
    while visitor.answers < 8 and visitor.answer():
        pass
    visitor.await_question()
    page = visitor.page
    button = page.locator(".score button").first
    points = int(button.inner_text())
    button.click()
    page.wait_for_selector("dialog[open]")
    assert sum(map(int, page.locator("dialog td").all_text_contents())) == points
    visitor.key("Escape")
    visitor.answer()


def test_replay_and_rematch_after_the_game(visitors: Visitors) -> None:
    visitor = visitors()
    visitor.start("base", players=2)
    visitor.play_to_the_end()
    page = visitor.page
    room = page.url
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the record").click()
    record = download.value.path()
    page.get_by_role("link", name="Replay", exact=True).click()
    page.wait_for_selector(".scrub")
    steps = int(page.locator(".scrub").get_attribute("max") or 0)
    assert steps > 20
    page.locator(".scrub").fill(str(steps // 2))
    page.wait_for_function("() => document.querySelectorAll('.player').length === 2")
    page.wait_for_selector(".held [data-card]")
    # Through the eyes of a spectator there are no hands.
    page.locator(".eyes select").select_option("-1")
    page.wait_for_function("() => !document.querySelector('.held [data-card]')")
    # The same from the file.
    visitor.visit()
    page.locator("[aria-labelledby=replay-title] input").set_input_files(record)
    page.wait_for_selector(".scrub")
    expect(page.locator(".scrub")).to_have_attribute("max", str(steps))
    # And once more, with the same people.
    visitor.visit(room)
    page.click("[data-rematch]")
    page.wait_for_url(lambda url: url != room)
    visitor.await_question()
    visitor.answer()
