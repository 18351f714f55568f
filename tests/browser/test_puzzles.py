"""Puzzles in the page: ten of them, right and wrong, with their verdicts and a rating; then play on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect
from tests.browser.table import Server, Visitor

from repulse.advice import puzzles
from repulse.table.puzzles import shown_order

if TYPE_CHECKING:
    from playwright.sync_api import Browser

COUNT = 10


def test_ten_puzzles_right_and_wrong(browser: Browser, server: Server) -> None:
    visitor = Visitor(browser, server.address)
    page = visitor.page
    every = puzzles.load_all()
    chosen = every[:: max(1, len(every) // COUNT)][:COUNT]
    assert len(chosen) == COUNT
    solved = 0
    for number, puzzle in enumerate(chosen):
        visitor.visit(f"/puzzles/{puzzle.id}")
        best = shown_order(puzzle).index(0)
        is_right = number % 2 == 0
        answer = best if is_right else (best + 1) % len(puzzle.answers)
        expect(page.locator("[data-puzzle-answer]")).to_have_count(len(puzzle.answers))
        page.click(f'[data-puzzle-answer="{answer}"]')
        verdict = page.locator("[data-puzzle-verdict]")
        expect(verdict).to_have_attribute("data-puzzle-verdict", "right" if is_right else "wrong")
        expect(page.locator(".best")).to_have_attribute("data-puzzle-answer", str(best))
        expect(page.locator(".best b")).to_have_text(f"{round(100 * puzzle.answers[0].win + 1e-9)}%")
        solved += is_right
    page.click("[data-puzzle-play-on]")
    page.wait_for_selector(".ask[data-ask]")
    visitor.visit("/puzzles")
    expect(page.locator("main")).to_contain_text(f"{solved} of {COUNT} solved")
    expect(page.locator("[data-puzzle]")).to_have_count(len(every) - COUNT)
    # Another answer to the same puzzle does not count again.
    before = page.locator("[data-puzzle-rating]").get_attribute("data-puzzle-rating")
    visitor.visit(f"/puzzles/{chosen[1].id}")
    page.click(f'[data-puzzle-answer="{shown_order(chosen[1]).index(0)}"]')
    expect(page.locator("[data-puzzle-verdict]")).to_have_attribute("data-puzzle-verdict", "right")
    visitor.visit("/puzzles")
    expect(page.locator("[data-puzzle-rating]")).to_have_attribute("data-puzzle-rating", before or "")
    assert visitor.troubles == []
