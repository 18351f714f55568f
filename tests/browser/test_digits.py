"""Options by their digits: printed wherever a digit chooses one, also beyond ten options."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Visitors
from tests.browser.positions import Event, Feed, played

LABELS = """() => Object.fromEntries(Array.from(document.querySelectorAll('[data-digit]'), label => [
  label.dataset.digit, label.closest('[data-option]')?.dataset.option ?? label.parentElement.querySelector('[data-option]').dataset.option,
]))"""
"""The place of the option beside each printed digit."""


def question(game: str, options: dict[str, str], players: int, prompt: str) -> Event:
    """The first question of a kind in a game."""
    asked = played(game, json.dumps(options), players, 7)
    return next(question.event for question in asked if question.event["ask"]["prompt"] == prompt)


@pytest.mark.parametrize("prompt", ["action", "develop.place", "develop.pay", "setup.discard"])
def test_every_option_has_its_digit_printed(visitors: Visitors, prompt: str) -> None:
    visitor = visitors(viewport={"width": 1280, "height": 720})
    event = question("galaxy", {"game": "base"}, 2, prompt)
    Feed(visitor.page, visitor.address).show(event)
    visitor.page.wait_for_selector("[data-settled] [data-digit]")
    labels = visitor.page.evaluate(LABELS)
    options = event["ask"]["options"]
    assert sorted(labels.values(), key=int) == [str(place) for place in range(len(options))]
    # Each digit chooses the option that it stands beside.
    for label, place in labels.items():
        if prompt != "setup.discard":
            break
        visitor.key(label)
        visitor.page.wait_for_selector(f'[data-option="{place}"][aria-pressed=true]')
        visitor.key(label)
        visitor.page.wait_for_selector(f'[data-option="{place}"][aria-pressed=false]')


def test_of_more_than_ten_options_each_takes_two_digits(visitors: Visitors) -> None:
    visitor = visitors(viewport={"width": 1280, "height": 720})
    event = question("earth", {}, 3, "bid")
    options = event["ask"]["options"]
    assert len(options) > 10
    feed = Feed(visitor.page, visitor.address)
    feed.show(event)
    visitor.page.wait_for_selector("[data-settled] [data-digit]")
    assert sorted(visitor.page.evaluate(LABELS)) == [f"{n + 1:02}" for n in range(len(options))]
    place = int(visitor.page.evaluate(LABELS)["10"])
    visitor.key("1")
    expect(visitor.page.locator(".typed")).to_have_text([f"{n + 1:02}" for n in range(9, len(options))])
    visitor.key("0")
    visitor.page.wait_for_function("() => !document.querySelector('.typed')")
    visitor.page.wait_for_selector("[data-busy]")
    assert feed.answers == [[options[place]["word"]]]
