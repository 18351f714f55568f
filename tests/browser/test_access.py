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
