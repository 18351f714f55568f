"""A replay by keys, with what was chosen in words."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.browser.conftest import Visitors
from tests.browser.table import Visitor

import repulse

STEPS = 40


@pytest.fixture
def watcher(visitors: Visitors, tmp_path: Path) -> Visitor:
    """Somebody who has opened the record of a game."""
    visitor = visitors()
    record = tmp_path / "record.json"
    repulse.new("galaxy", players=2, seed=5).play_bots("random").at(STEPS).save(record)
    visitor.visit()
    visitor.page.set_input_files("[aria-labelledby=replay-title] input", record)
    # The game is not over: all hands are shown only to a visitor who asks for it.
    visitor.page.click("[data-show-all]")
    visitor.page.wait_for_selector(".scrub")
    return visitor


def at(watcher: Visitor, step: int) -> None:
    """Wait until a step is shown."""
    watcher.page.locator(".count").filter(has_text=f"{step}/{STEPS}").wait_for()


def test_keys_step_through_a_replay(watcher: Visitor) -> None:
    at(watcher, 0)
    for key, step in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("PageDown", 11),
        ("End", STEPS),
        ("ArrowRight", STEPS),
        ("PageUp", STEPS - 10),
        ("Home", 0),
    ):
        watcher.key(key)
        at(watcher, step)
    # The slider has its own keys, and steps no further with them.
    watcher.page.focus(".scrub")
    watcher.key("ArrowRight")
    at(watcher, 1)


def test_cards_that_are_discarded_are_not_called_chosen(watcher: Visitor) -> None:
    texts = set()
    for step in range(STEPS):
        at(watcher, step)
        heading = watcher.page.locator(".next b")
        heading.wait_for()
        texts.add(heading.inner_text().removeprefix("Player 1 ").removeprefix("Player 2 "))
        watcher.key("ArrowRight")
    assert {"chooses:", "discards:", "pays with:"} <= texts


def test_cards_in_hand_are_distinguished_from_the_tableau(watcher: Visitor) -> None:
    watcher.key("End")
    at(watcher, STEPS)
    held = watcher.page.locator("li[data-held]").first
    held.wait_for()
    placed = watcher.page.locator(".tableau li[data-spot]")
    styles = [card.evaluate("card => getComputedStyle(card).outlineStyle") for card in (held, placed.first)]
    assert styles == ["dashed", "none"]
    assert held.evaluate("card => getComputedStyle(card, '::after').content") == '"Hand"'
