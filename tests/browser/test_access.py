"""The findings of axe, best practices included: nothing, on any main screen, in light and dark."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Visitors
from tests.browser.table import Visitor

import repulse


@pytest.fixture(scope="session")
def axe(root: Path) -> str:
    return (root / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


def findings(visitor: Visitor, axe: str) -> list[str]:
    """Return what axe finds on the page as shown, best practices included."""
    visitor.page.evaluate(axe)
    report: dict[str, Any] = visitor.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in report["violations"]
        for node in violation["nodes"][:3]
    ]


@pytest.mark.parametrize("colors", ["light", "dark"])
def test_axe_finds_nothing_in_lobby_and_tables(visitors: Visitors, axe: str, colors: str) -> None:
    visitor = visitors(color_scheme=colors)
    visitor.visit()
    visitor.page.wait_for_selector("[data-play]")
    assert findings(visitor, axe) == []
    for mode in ("base", "invasion", "counterstrike", "earth"):
        visitor.start(mode)
        for _ in range(9 if mode in ("invasion", "earth") else 2):
            visitor.answer()
        visitor.await_question()
        assert findings(visitor, axe) == []
    visitor.key("?")
    visitor.page.wait_for_selector("dialog[open]")
    assert findings(visitor, axe) == []
    visitor.key("Escape")


@pytest.mark.parametrize(("mode", "part"), [("invasion", "Your hand"), ("earth", "Regions")])
def test_the_table_in_words_by_keys(visitors: Visitors, axe: str, mode: str, part: str) -> None:
    visitor = visitors()
    page = visitor.page
    visitor.start(mode)
    for _ in range(5):
        visitor.answer()
    visitor.await_question()
    visitor.key("w")
    page.wait_for_selector("dialog [data-table-words]:focus")
    # The words come after the dialog.
    # They are a heading with a list, or a sentence where there is nothing to list (an empty hand).
    words = page.locator("[data-table-words] :is(h3, p)", has_text=re.compile(f"^{part}"))
    words.wait_for()
    expect(words).to_have_count(1)
    expect(page.locator("[data-table-words]")).to_contain_text("(you)")
    for name in page.locator("[data-hand] [data-card]").evaluate_all(
        "all => all.map(one => one.dataset.card)"
    ):
        expect(page.locator("[data-table-words] p", has_text=name).first).to_be_attached()
    assert findings(visitor, axe) == []
    visitor.key("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.locator("[data-menu]").focus()
    visitor.key("Enter")
    visitor.tab_to("[data-words-entry]")
    visitor.key("Enter")
    page.wait_for_selector("dialog [data-table-words]")
    visitor.key("Escape")
    page.wait_for_selector("dialog", state="detached")
    visitor.key("?")
    page.click('[data-rules-tab="keys"]')
    expect(page.locator("dialog kbd", has_text="W")).to_have_count(1)


def test_the_table_in_words_goes_on_with_the_game_and_the_language(visitors: Visitors) -> None:
    visitor = visitors(locale="fr-FR")
    visitor.start("base", players=2)
    visitor.await_question()
    visitor.key("w")
    page = visitor.page
    shown = page.locator("[data-table-words]")
    expect(shown).to_contain_text("Votre main")
    before = shown.get_attribute("data-table-words")
    # The owner of the seat answers in another window.
    visitor.page = visitor.context.new_page()
    visitor.visit(page.url)
    visitor.answer()
    page.wait_for_selector(f'[data-table-words]:not([data-table-words="{before}"])')


def test_axe_finds_nothing_before_and_after_a_game(visitors: Visitors, axe: str) -> None:
    visitor = visitors()
    visitor.visit()
    visitor.page.click("[data-friends]")
    visitor.page.wait_for_selector("[data-begin]")
    assert findings(visitor, axe) == []
    visitor.page.click("[data-seat='2']")
    assert findings(visitor, axe) == []
    visitor.page.click("[data-begin]")
    visitor.page.wait_for_selector("#invite")
    assert findings(visitor, axe) == []
    visitor.start("base", players=2)
    visitor.play_to_the_end()
    assert findings(visitor, axe) == []
    visitor.page.get_by_role("link", name="Replay", exact=True).click()
    visitor.page.wait_for_selector(".scrub")
    visitor.page.wait_for_selector(".player")
    assert findings(visitor, axe) == []


@pytest.mark.parametrize("colors", ["light", "dark"])
def test_axe_finds_nothing_in_hints_and_reviews(
    visitors: Visitors, axe: str, tmp_path: Path, colors: str
) -> None:
    visitor = visitors(color_scheme=colors)
    visitor.start("base", players=2)
    visitor.page.wait_for_selector("[data-hint]:not([disabled])")
    visitor.key("h")
    visitor.page.wait_for_selector("[data-hints] ol > li")
    assert findings(visitor, axe) == []
    record = tmp_path / "record.json"
    repulse.new("galaxy", players=2, seed=5).play_bots("random").at(6).save(record)
    visitor.visit()
    visitor.page.set_input_files("[aria-labelledby=replay-title] input", record)
    # The game is still under way: its hands are shown to those who want to see them.
    visitor.page.click("[data-show-all]")
    visitor.page.wait_for_selector(".scrub")
    visitor.page.click("[data-menu]")
    visitor.page.click("[data-review-link]")
    visitor.page.wait_for_selector("[data-review]")
    assert findings(visitor, axe) == []


@pytest.mark.parametrize("size", [(390, 844), (844, 390)])
def test_axe_finds_nothing_on_a_phone_and_in_the_gallery(
    visitors: Visitors, axe: str, size: tuple[int, int]
) -> None:
    visitor = visitors(viewport={"width": size[0], "height": size[1]}, has_touch=True, is_mobile=True)
    visitor.start("invasion", players=2)
    visitor.await_question()
    assert findings(visitor, axe) == []
    visitor.visit("/cards")
    visitor.page.wait_for_selector("h1")
    assert findings(visitor, axe) == []


def test_the_name_of_a_card_says_what_it_does(visitors: Visitors) -> None:
    visitor = visitors()
    visitor.visit("/")
    visitor.page.click('[data-lesson="first-game"]')
    card = visitor.page.get_by_role("button", name="Gem World").first
    card.wait_for()
    name = card.inner_text() + (card.get_attribute("aria-label") or "")
    assert "Produce" in name
    expect(visitor.page.locator("h1")).to_have_count(1)


ZOOMED = {"200 %": (640, 400), "400 %": (320, 256)}
"""The sizes that a window of 1280 x 800 (or 1024) has at these zooms, as WCAG 1.4.4 and 1.4.10 measure."""
OVERLAPPED = """name => {
    const box = document.querySelector(name).getBoundingClientRect()
    const point = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
    return !document.querySelector(name).contains(point)
}"""


@pytest.mark.parametrize("size", ZOOMED.values(), ids=ZOOMED)
@pytest.mark.parametrize("mode", ["base", "counterstrike", "earth"])
def test_a_zoomed_table_can_be_read_and_played(visitors: Visitors, mode: str, size: tuple[int, int]) -> None:
    visitor = visitors(viewport={"width": size[0], "height": size[1]})
    page = visitor.page
    visitor.start(mode)
    visitor.await_question()
    # Nothing needs to be scrolled sideways, and the question is there as a whole.
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    question = page.locator(".ask h2").first
    question.scroll_into_view_if_needed()
    assert question.evaluate(
        "one => one.scrollWidth <= one.clientWidth + 1 && one.scrollHeight <= one.clientHeight + 1"
    )
    assert not page.evaluate(OVERLAPPED, ".ask h2")
    for _ in range(3):
        assert visitor.answer()


@pytest.mark.parametrize("colors", ["light", "dark"])
def test_more_contrast_makes_edges_and_soft_words_plain(visitors: Visitors, axe: str, colors: str) -> None:
    def tokens(contrast: str) -> list[str]:
        visitor = visitors(color_scheme=colors, contrast=contrast)
        visitor.visit()
        visitor.page.wait_for_selector("[data-play]")
        assert findings(visitor, axe) == []
        style: list[str] = visitor.page.evaluate(
            "['--line', '--soft', '--ink'].map(name => getComputedStyle(document.documentElement).getPropertyValue(name))"
        )
        return style

    usual, more = tokens("no-preference"), tokens("more")
    assert all(plain != strong for plain, strong in zip(usual, more, strict=True))
