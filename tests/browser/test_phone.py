"""Phones and zoomed windows: everything that can be chosen is in sight, and no slip of a finger answers a question."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import Visitors
from tests.browser.positions import Feed, Position, played
from tests.browser.table import PATIENCE, Server
from tests.browser.test_lessons import Pupil

PHONES: Final = [(390, 844), (360, 740), (844, 390)]
ZOOMED: Final = [(640, 400), (320, 256)]
"""A window of 1280x800 at 200%, and one of 1280x1024 at 400%."""

HIDDEN: Final = """selector => [...document.querySelectorAll(selector)].filter(element => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect()
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) return true
    return !element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
}).map(element => element.textContent.trim() || element.dataset.card)"""
"""The elements that are not fully in sight, in words."""

CLIPPED: Final = """selector => [...document.querySelectorAll(selector)].filter(element => {
    if (!element.checkVisibility()) return false
    const range = document.createRange()
    range.selectNodeContents(element)
    const words = range.getBoundingClientRect()
    let lowest = words.bottom
    for (let box = element; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box)
        const { left, right, bottom } = box.getBoundingClientRect()
        if (overflowX !== 'visible' && (words.left < left - 2 || words.right > right + 2)) return true
        if (overflowY === 'hidden' && lowest > bottom + 3) return true
        // What a box scrolls can be reached as long as the box itself is in sight.
        if (overflowY === 'auto' || overflowY === 'scroll') lowest = Math.min(lowest, bottom)
    }
    return words.left < -1 || words.right > innerWidth + 1
}).map(element => element.textContent.trim())"""
"""The words that are cut off and cannot be scrolled to."""


def questions(game: str, options: dict[str, Any], players: int, language: str = "en") -> list[Position]:
    """Return one position for each prompt of a game, the one with the most options."""
    most: dict[str, Any] = {}
    for asked in played(game, json.dumps(options), players, 7, language=language):
        ask = asked.event["ask"]
        earlier = most.get(ask["prompt"])
        if earlier is None or len(ask["options"]) > len(earlier["ask"]["options"]):
            most[ask["prompt"]] = asked.event
    return [Position(prompt, event) for prompt, event in most.items()]


def phone(browser: Browser, size: tuple[int, int], locale: str = "en-US") -> Page:
    """Return a page on a touch screen of this size."""
    context = browser.new_context(
        locale=locale,
        reduced_motion="reduce",
        has_touch=True,
        is_mobile=True,
        viewport={"width": size[0], "height": size[1]},
    )
    context.set_default_timeout(PATIENCE)
    return context.new_page()


def settle(page: Page) -> None:
    """Wait until the layout has followed what is shown."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


@pytest.mark.parametrize("language", ["en", "de", "fr", "ja"])
@pytest.mark.parametrize("size", PHONES, ids=str)
def test_all_action_cards_are_in_sight_on_a_phone(
    browser: Browser, server: Server, size: tuple[int, int], language: str
) -> None:
    page = phone(browser, size, language)
    feed = Feed(page, server.address)
    for mode, cards in (("base", 7), ("counterstrike", 9)):
        action = next(
            question
            for question in questions("galaxy", {"game": mode}, 2, language)
            if question.name == "action"
        )
        feed.show(action.event)
        settle(page)
        expect(page.locator(".option")).to_have_count(cards)
        assert page.evaluate(HIDDEN, ".option") == []
        assert page.evaluate(CLIPPED, ".option .line") == []
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        tops = page.locator(".option").evaluate_all(
            "all => [...new Set(all.map(one => Math.round(one.getBoundingClientRect().top)))].length"
        )
        assert tops == 2
    page.context.close()


@pytest.mark.parametrize("size", [*PHONES, *ZOOMED], ids=str)
def test_no_question_and_no_option_is_cut_off(
    browser: Browser, server: Server, size: tuple[int, int]
) -> None:
    # French has the longest words.
    page = phone(browser, size, "fr-FR")
    feed = Feed(page, server.address)
    troubles: list[str] = []
    for position in questions("galaxy", {"game": "counterstrike"}, 2, "fr"):
        feed.show(position.event)
        settle(page)
        cut = page.evaluate(CLIPPED, ".ask .question > :not(.hidden), .option .line, .option small, .ask .go")
        troubles += [f"{position.name}: {words}" for words in cut]
        for place in range(page.locator(".option, .ask .go").count()):
            page.locator(".option, .ask .go").nth(place).scroll_into_view_if_needed()
            box = page.locator(".option, .ask .go").nth(place).bounding_box()
            assert box is not None
            assert box["height"] >= 24
            assert box["x"] >= -1
            assert box["x"] + box["width"] <= size[0] + 1
    assert troubles == []
    page.context.close()


def test_an_option_has_its_whole_text_at_a_desk(browser: Browser, server: Server) -> None:
    context = browser.new_context(locale="en-US", viewport={"width": 1280, "height": 800})
    page = context.new_page()
    feed = Feed(page, server.address)
    for position in questions("galaxy", {"game": "invasion"}, 2):
        if position.name == "invasion.defend":
            feed.show(position.event)
            settle(page)
    cut = "all => all.filter(one => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)"
    assert page.locator(".option .line, .option small").evaluate_all(cut) == []
    expect(page.locator(".option").nth(1)).to_be_attached()
    context.close()


@pytest.mark.parametrize("size", PHONES, ids=str)
def test_the_target_of_the_coach_is_in_sight(visitors: Visitors, size: tuple[int, int]) -> None:
    pupil = Pupil(visitors(viewport={"width": size[0], "height": size[1]}, has_touch=True, is_mobile=True))
    pupil.begin("first-game")
    for _ in range(24):
        step, waits, question = pupil.mark()
        if waits == "play":
            break
        pupil.page.wait_for_selector(f'[data-coach][data-pointing^="{step} "]')
        if waits == "answer":
            pupil.page.wait_for_selector(f'[data-coach][data-pointing="{step} {question}"]')
        # At least the first of what is pointed at: several cards may be more than a strip can show.
        pupil.page.wait_for_function(
            f"""() => {{
                const pointed = document.querySelectorAll('[data-pointed]:not([data-hand])')
                const hidden = ({HIDDEN})('[data-pointed]:not([data-hand])')
                return pointed.length === 0 || hidden.length < pointed.length
            }}"""
        )
        pupil.do()


@pytest.mark.parametrize("language", ["en-US", "fr-FR", "ja-JP"])
def test_the_buttons_of_the_coach_fit_on_a_phone(visitors: Visitors, language: str) -> None:
    pupil = Pupil(
        visitors(locale=language, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    )
    pupil.begin("first-game")
    for _ in range(7):
        assert pupil.page.evaluate(HIDDEN, ".coach .button, .coach .tag") == []
        assert pupil.page.evaluate(CLIPPED, ".coach .button, .coach .tag, .coach .said p") == []
        pupil.do()


def test_an_action_card_takes_a_second_tap(browser: Browser, server: Server) -> None:
    page = phone(browser, (390, 844))
    feed = Feed(page, server.address)
    action = next(
        question for question in questions("galaxy", {"game": "base"}, 2) if question.name == "action"
    )
    feed.show(action.event)
    page.wait_for_selector("[data-settled]")
    explore, develop = page.locator(".option").first, page.locator(".option").nth(2)
    explore.tap()
    page.wait_for_selector('.option[aria-pressed="true"]')
    expect(page.locator("[data-picked]")).to_contain_text("you draw 5 more")
    expect(page.locator("[data-picked]")).to_contain_text("Tap again")
    develop.tap()
    page.wait_for_function("document.querySelector('[data-picked]').innerText.includes('Develop')")
    assert feed.answers == []
    develop.tap()
    page.wait_for_function("document.querySelector('.ask').dataset.busy !== undefined")
    assert feed.answers == [["Develop"]]
    page.context.close()


def test_a_setting_makes_one_tap_enough(browser: Browser, server: Server) -> None:
    page = phone(browser, (390, 844))
    page.add_init_script("localStorage.setItem('repulse.settings', '{\"tips\":false,\"tapTwice\":false}')")
    feed = Feed(page, server.address)
    action = next(
        question for question in questions("galaxy", {"game": "base"}, 2) if question.name == "action"
    )
    feed.show(action.event)
    page.wait_for_selector("[data-settled]")
    page.locator(".option").nth(2).tap()
    page.wait_for_function("document.querySelector('.ask').dataset.busy !== undefined")
    assert feed.answers == [["Develop"]]
    page.context.close()
