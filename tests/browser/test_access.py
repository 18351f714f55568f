"""What axe finds: nothing serious, on any main screen, in light and dark."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.browser.conftest import Visitors
from tests.browser.table import Visitor

import repulse


@pytest.fixture(scope="session")
def axe(root: Path) -> str:
    return (root / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


def findings(visitor: Visitor, axe: str) -> list[str]:
    """The serious findings on what is shown just now."""
    visitor.page.evaluate(axe)
    report: dict[str, Any] = visitor.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{found['id']}: {node['target']} {node['failureSummary']}"
        for found in report["violations"]
        if found["impact"] in ("serious", "critical")
        for node in found["nodes"][:3]
    ]


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_nothing_serious(visitors: Visitors, axe: str, colours: str) -> None:
    visitor = visitors(color_scheme=colours)
    visitor.visit()
    visitor.page.wait_for_selector("[data-play]")
    assert findings(visitor, axe) == []
    for mode in ("invasion", "earth"):
        visitor.start(mode)
        for _ in range(9):
            visitor.answer()
        visitor.await_question()
        visitor.page.wait_for_timeout(200)
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
    page.wait_for_selector(f'[data-table-words] h3:has-text("{part}")')
    assert page.locator("[data-table-words] h3", has_text=part).count() == 1
    assert "(you)" in page.locator("[data-table-words]").inner_text()
    for name in page.locator("[data-hand] [data-card]").evaluate_all(
        "all => all.map(one => one.dataset.card)"
    ):
        assert page.locator("[data-table-words] p", has_text=name).count() >= 1
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
    assert page.locator("dialog kbd", has_text="W").count() == 1


def test_the_table_in_words_goes_on_with_the_game_and_the_language(visitors: Visitors) -> None:
    visitor = visitors(locale="fr-FR")
    visitor.start("base", players=2)
    visitor.await_question()
    visitor.key("w")
    page = visitor.page
    shown = page.wait_for_selector("[data-table-words]")
    assert shown is not None
    assert "Votre main" in shown.inner_text()
    before = shown.get_attribute("data-table-words")
    # Whoever holds the seat answers in another window.
    visitor.page = visitor.context.new_page()
    visitor.visit(page.url)
    visitor.answer()
    page.wait_for_selector(f'[data-table-words]:not([data-table-words="{before}"])')


def test_nothing_serious_before_and_after(visitors: Visitors, axe: str) -> None:
    visitor = visitors()
    visitor.visit()
    visitor.page.get_by_role("button", name="With friends").click()
    visitor.page.click("[data-play]")
    visitor.page.wait_for_selector("#invite")
    assert findings(visitor, axe) == []
    visitor.start("base", players=2)
    visitor.play_to_the_end()
    assert findings(visitor, axe) == []
    visitor.page.get_by_role("link", name="Watch the replay").click()
    visitor.page.wait_for_selector(".scrub")
    visitor.page.wait_for_selector(".player")
    assert findings(visitor, axe) == []


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_nothing_serious_in_advice(visitors: Visitors, axe: str, tmp_path: Path, colours: str) -> None:
    visitor = visitors(color_scheme=colours)
    visitor.start("base", players=2)
    visitor.page.wait_for_selector("[data-hint]:not([disabled])")
    visitor.key("h")
    visitor.page.wait_for_selector("[data-hints] ol > li")
    assert findings(visitor, axe) == []
    record = tmp_path / "record.json"
    repulse.new("galaxy", players=2, seed=5).play_bots("random").at(6).save(record)
    visitor.visit()
    visitor.page.set_input_files("[aria-labelledby=replay-title] input", record)
    visitor.page.wait_for_selector(".scrub")
    visitor.page.click("[data-menu]")
    visitor.page.click("[data-review-link]")
    visitor.page.wait_for_selector("[data-review]")
    assert findings(visitor, axe) == []
